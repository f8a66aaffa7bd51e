"""Objects of the MCP protocol (`types.Tool`, `types.Prompt` …), whose attributes are what a low-level server sends.

Source: the models of mcp 1.30.0 `types` and of mcp 2.3.0 `mcp_types`; in 2 a field has a name in snake case beside its alias.
"""

from collections.abc import Callable

from toolc.analysis.json_schemas import JsonSchema
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Choice,
    Dict,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Site,
    Symbol,
    Value,
)
from toolc.systems.mcp.handlers import TOOLS
from toolc.systems.mcp.listed import COMPONENTS
from toolc.systems.shared.mcp_objects import camel

_OBJECTS = TOOLS | COMPONENTS
_PARTS = frozenset(
    f"{home}.{name}" for home in ("mcp.types", "mcp_types") for name in ("ToolAnnotations", "Icon", "ToolExecution")
)
"""Classes of what such an object has in it: made anew from a dict as by a call with its items."""


def makes_protocol_object(dotted: str) -> bool:
    """Return `True` for the name of one of these classes."""
    return dotted in _OBJECTS


def is_protocol_object(value: Value) -> bool:
    """Return `True` for an object of one of these classes."""
    return isinstance(value, LibraryObject) and isinstance(value.callee, Symbol) and value.callee.name in _OBJECTS


def copy_arguments(call: Call) -> None:
    """Give an object that is made containers of its own: pydantic makes a new dict or list of each, with the same elements."""
    call.args = tuple(map(_own, call.args))
    call.kwargs = {name: _own(one) for name, one in call.kwargs.items()}


def copy_container(value: Value) -> Value:
    """Return a container of its own with the same elements; any other value as it is."""
    if isinstance(value, List):
        made: Value = List(list(value.items), value.kind, value.cls)
    elif isinstance(value, Dict):
        made = Dict(dict(value.items), value.kind, value.cls, value.factory)
    else:
        return value
    made.taint = value.taint
    return made


def _own(value: Value) -> Value:
    if isinstance(value, Choice):
        return Choice(tuple(map(_own, value.alternatives)), value.guard)
    return value.shallow_copy() if isinstance(value, JsonSchema) and value.whole else copy_container(value)


def current_call(made: LibraryObject) -> Site:
    """The call that would make an object as it is now: with the attributes that the program has set since."""
    if not is_protocol_object(made) or not made.cells:
        return made.site
    kwargs = dict(made.site.kwargs)
    for name, value in made.cells.items():
        if isinstance(name, str) and not name.startswith(" "):
            for known in [one for one in kwargs if _field(one) == _field(name)]:
                del kwargs[known]
            kwargs["_meta" if name == "meta" else name] = value
    return Site(made.site.place, made.site.scope, made.site.args, kwargs, made.site.name)


def model_copied(made: LibraryObject, call: Call) -> LibraryObject | None:
    """`made.model_copy(update={…})`: another object with other attributes; None where they are not known."""
    update = call.kwargs.get("update", Dict({}))
    if call.open is not None or call.kwargs.keys() - {"update", "deep"}:
        return None
    if not isinstance(update, Dict) or update.taint is not None:
        return None
    deep = call.vm.truth(call.kwargs.get("deep", False))
    if not isinstance(deep, bool):
        return None
    other = _deep_copy(call.vm, made) if deep else copy_object(made, lambda one: one)
    if not isinstance(other, LibraryObject):
        return None
    other.cells.update(update.items)
    return other


def copy_object(made: LibraryObject, inner: Callable[[Value], Value]) -> LibraryObject:
    """Return another object with the same fields; `inner` says which value each of them has there."""
    site = made.site
    fields = {name: inner(one) for name, one in site.kwargs.items()}
    other = LibraryObject(
        made.callee, Site(site.place, site.scope, tuple(map(inner, site.args)), fields, site.name), made.decorated
    )
    other.cells, other.taint = {name: inner(one) for name, one in made.cells.items()}, made.taint
    other.event = made.event
    return other


def _deep_copy(vm: Machine, value: Value) -> Value:
    return vm.call(vm.models.symbol(vm, "copy.deepcopy"), (value,), {})


_TOOL_FIELDS = ("name", "title", "description", "inputSchema", "outputSchema", "icons", "annotations", "_meta", "execution")
_DUMP_OPTIONS = frozenset({"by_alias", "exclude_none", "mode"})


def model_method(vm: Machine, call: Call) -> Value:
    """`Tool.model_validate({…})`, `tool.model_dump()`. Returns MISSING for any other call, and where something is not known."""
    callee = call.callee
    if not isinstance(callee, (Symbol, LibraryMethod)) or call.open is not None:
        return MISSING
    cls, _, name = callee.name.rpartition(".")
    if name not in ("model_validate", "model_dump"):
        return MISSING
    owner = vm.plain(callee.owner) if isinstance(callee, LibraryMethod) else Symbol(cls)
    if isinstance(owner, Symbol) and name == "model_validate" and vm.frameworks.canonical(owner.name) in _OBJECTS | _PARTS:
        return _validate(vm, owner, call)
    if name == "model_dump" and isinstance(owner, LibraryObject) and is_protocol_object(owner) and owner.callee.name in TOOLS:
        return _dump(vm, owner, call) if owner.taint is None else MISSING
    return MISSING


def _validate(vm: Machine, cls: Symbol, call: Call) -> Value:
    data = vm.plain(call.args[0]) if len(call.args) == 1 and not call.kwargs else None
    if not isinstance(data, Dict) or data.taint is not None:
        return MISSING
    if not all(isinstance(key, str) and not isinstance(one, Maybe) for key, one in data.items.items()):
        return MISSING
    return vm.call(cls, (), dict(data.items), call.place)


def _dump(vm: Machine, made: LibraryObject, call: Call) -> Value:
    """The fields of a tool as a dict, where each of them is plain data."""
    site, major = current_call(made), (vm.modules.version("mcp") or "2").partition(".")[0]
    if site.args or call.args or call.kwargs.keys() - _DUMP_OPTIONS:
        return MISSING
    by_alias, without = (vm.truth(call.kwargs.get(one, False)) for one in ("by_alias", "exclude_none"))
    given = {_field(name): vm.plain(one) for name, one in site.kwargs.items()}
    if None in (by_alias, without) or given.keys() - set(_TOOL_FIELDS) or not all(map(_is_json, given.values())):
        return MISSING
    fields = {name: _deep_copy(vm, given.get(name)) for name in _TOOL_FIELDS if not (without and given.get(name) is None)}
    return Dict({name if by_alias else _python_name(name, major): one for name, one in fields.items()})


def _is_json(value: Value) -> bool:
    if isinstance(value, Dict):
        return value.taint is None and all(map(_is_json, value.items.values()))
    return isinstance(value, SCALARS) or (isinstance(value, List) and value.taint is None and all(map(_is_json, value.items)))


def _python_name(field: str, major: str) -> str:
    """The attribute of a field, given its alias."""
    if field == "_meta":
        return "meta"
    return field if major == "1" else "".join(f"_{one.lower()}" if one.isupper() else one for one in field)


def _field(name: str) -> str:
    return "_meta" if name == "meta" else camel(name)
