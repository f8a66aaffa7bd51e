"""Type forms that a program takes apart: `typing.get_args`, `get_origin` and `get_type_hints`.

Source: `typing` of CPython 3.11. Where an alias of `typing` hides the arguments that the real object has, nothing is known.
"""

from toolc.analysis.models.table import model
from toolc.analysis.objects import annotations
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import (
    PLAIN_BASES,
    BoundMethod,
    Class,
    Dict,
    Function,
    Instance,
    LibraryObject,
    Obj,
    Subscript,
    Symbol,
    Unknown,
    Value,
)

_BUILTINS = {"typing.List": "list", "typing.Dict": "dict", "typing.Set": "set", "typing.FrozenSet": "frozenset",
             "typing.Tuple": "tuple", "typing.Type": "type"}  # fmt: skip
_SPECIAL = frozenset({"typing.Literal", "typing.Annotated", "typing.Final", "typing.ClassVar"})
_NONE = Symbol("types.NoneType")


def _parts(vm: Machine, value: Value) -> tuple[Value, tuple[Value, ...]] | None:
    """Return origin and arguments of a type form: `(None, ())` for a plain class; None where they are not known."""
    value = annotations.value_of(vm, vm.plain(value))
    if value is None or isinstance(value, (Class, str, int, Instance, Function)):
        return None, ()
    if isinstance(value, LibraryObject) and value.maker == "typing.Union":
        return Symbol("types.UnionType"), tuple([_NONE if one is None else one for one in value.site.args])
    if not isinstance(value, Subscript):
        return None
    origin = value.origin
    if isinstance(origin, Class):
        return origin, value.args
    name = origin.name if isinstance(origin, Symbol) else ""
    if name.removeprefix("builtins.") in vm.builtins:
        return vm.builtins[name.removeprefix("builtins.")], value.args
    if name in _BUILTINS:
        return vm.builtins[_BUILTINS[name]], value.args
    if name == "typing.Optional":
        return Symbol("typing.Union"), (*value.args, _NONE)
    if name == "typing.Union":
        return Symbol(name), tuple([_NONE if one is None else one for one in value.args])
    if name == "typing.Literal":
        return Symbol(name), _literal_values(value.args)
    return (Symbol(name), value.args) if name in _SPECIAL else None


def _literal_values(args: tuple[Value, ...]) -> tuple[Value, ...]:
    """The values of a `Literal`: those of one inside it are its own, and each counts once."""
    found: list[Value] = []
    for one in args:
        inner = one.args if isinstance(one, Subscript) and one.origin is Symbol("typing.Literal") else (one,)
        found += [value for value in inner if not any(type(value) is type(held) and value == held for held in found)]
    return tuple(found)


@model("typing.get_args", "typing_extensions.get_args")
def _get_args(call: Call) -> Value:
    parts = _parts(call.vm, call.args[0])
    return Unknown(call.vm.doubt("TC205", "the arguments of a type are not followed")) if parts is None else parts[1]


@model("typing.get_origin", "typing_extensions.get_origin")
def _get_origin(call: Call) -> Value:
    parts = _parts(call.vm, call.args[0])
    return Unknown(call.vm.doubt("TC205", "the origin of a type is not followed")) if parts is None else parts[0]


@model("typing.get_type_hints", "typing_extensions.get_type_hints", "inspect.get_annotations")
def _hints(call: Call) -> Value:
    """The annotations of a function or class, with those of its bases, `Annotated` taken off unless extras are wanted."""
    vm = call.vm
    owner = vm.plain(call.args[0])
    owner = owner.function if isinstance(owner, BoundMethod) else owner
    as_written = call.callee.name == "inspect.get_annotations"
    written = _written_annotations(owner, as_written)
    if written is None:
        return Unknown(vm.doubt("TC205", f"the annotations of {vm.describe(owner)} are not followed"))
    keeps = as_written or vm.truth(call.kwargs.get("include_extras", False)) is True
    found: dict[Value, Value] = {}
    for name, one in written.items():
        value = annotations.value_of(vm, one) if as_written else annotations.evaluate_annotation(vm, one)
        if value is None and not as_written:
            value = _NONE
        elif not keeps and isinstance(value, Subscript) and value.origin is Symbol("typing.Annotated"):
            value = value.args[0]
        found[name] = value
    return Dict(found)


def _written_annotations(owner: Value, own: bool) -> dict[Value, Value] | None:
    """The annotations of a function or class by name, those of bases first unless only its `own` count; None for what is not
    known."""
    if not isinstance(owner, (Function, Class)):
        return None
    holders = [owner] if own or isinstance(owner, Function) else list(reversed(owner.mro))
    found: dict[Value, Value] = {}
    for one in holders:
        if isinstance(one, Symbol) and one.name in PLAIN_BASES:
            continue
        held = one.cells.get("__annotations__", None) if isinstance(one, Obj) else None
        if not isinstance(one, Obj) or one.taint is not None or (held is not None and not isinstance(held, Dict)):
            return None
        if isinstance(one, Class) and one.library and not one.library.startswith("builtins."):
            return None
        if held is not None and held.taint is not None:
            return None
        found.update({} if held is None else held.items)
    return found
