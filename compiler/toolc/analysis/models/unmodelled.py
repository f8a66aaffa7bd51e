"""Attributes and calls that no model answers. A system may read such a call, or it may change the tools of a server."""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterable
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType

from toolc.analysis.effects import MUTATORS, REGISTERING
from toolc.analysis.events import Event
from toolc.analysis.models import claimed, environment, server_interface
from toolc.analysis.models.methods import CLASSES_OF_KINDS
from toolc.analysis.models.noting import dotted_class, note
from toolc.analysis.models.server_interface import tools_of
from toolc.analysis.models.servers import ASSUMED, symbol, symbolic_server
from toolc.analysis.objects import exceptions
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.ranges import Range
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    BoundMethod,
    Class,
    Dict,
    Function,
    Instance,
    Iterator,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Module,
    Native,
    Site,
    Symbol,
    Unknown,
    Value,
)
from toolc.systems.fastmcp.servers import GENERATED

_TYPES: dict[type, tuple[type, ...]] = {
    Function: (FunctionType,), BoundMethod: (MethodType,), Class: (type,), Module: (ModuleType,), Iterator: (GeneratorType,),
    Native: (BuiltinFunctionType,), Range: (range,),
}  # fmt: skip
_CONTAINERS: dict[str, tuple[type, ...]] = {
    **{kind: (cls,) for kind, cls in CLASSES_OF_KINDS.items()},
    "dict": (defaultdict, Counter, OrderedDict),
    "view": (type({}.keys()), type({}.items()), type({}.values())),
}


def has_attribute(vm: Machine, owner: Value, name: str) -> bool:
    """Return `True` if an object has an attribute as Python's own object of this kind does, although no model gives it."""
    if isinstance(owner, (List, Dict)):
        known = _CONTAINERS.get(owner.kind, ())
        return _offer(known, name) or (owner.cls is not None and _of_library(vm, owner.cls))
    if isinstance(owner, Instance):
        if "exception" in owner.cls.traits:
            above = [one.name for one in owner.cls.mro if isinstance(one, Class)]
            return _offer([exceptions.BUILTIN[one] for one in above if one in exceptions.BUILTIN], name)
        base = tuple if isinstance(owner.native, tuple) else object
        return _offer((base,), name) or _of_library(vm, owner.cls) or _has_special(owner.cls, name)
    if isinstance(owner, (*SCALARS, tuple)) and not isinstance(owner, Range):
        return hasattr(owner, name)
    if isinstance(owner, Class) and _has_special(owner, name):
        return True
    return _offer(_TYPES.get(type(owner), ()), name)


def _offer(classes: Iterable[type], name: str) -> bool:
    """Return `True` if objects of one of some classes have an attribute by it; what its metaclass has does not count."""
    return any(name in vars(one) for cls in classes for one in cls.__mro__)


def object_of_python(vm: Machine, value: Value) -> object:
    """Return Python's own object in the place of an attribute that no model gives, such as `object.__reduce__`; MISSING where
    that is not certain.
    """
    if not isinstance(value, LibraryMethod):
        return MISSING
    from toolc.analysis.objects import special_names  # few programs ask

    return special_names.of_python(vm, value)


def is_python(vm: Machine, value: Value) -> bool:
    """Return `True` if a value is what Python itself gives objects."""
    return object_of_python(vm, value) is not MISSING


def _has_special(cls: Class, name: str) -> bool:
    """Return `True` if Python gives classes, or their objects, a name that only programs which ask for all names come upon."""
    if not name.startswith("_") or not cls.whole:
        return False
    from toolc.analysis.objects import special_names  # few programs ask

    return special_names.exists(cls, name)


def _of_library(vm: Machine, cls: Class) -> bool:
    """Return `True` if a class, or a base, is one of the standard library that is written here, perhaps without all parts."""
    return any(isinstance(one, Class) and one.module in vm.written.modules for one in cls.mro)


def registering_call(vm: Machine, call: Call) -> Value:
    """A call of a method of a server, or of a symbol, that a system reads; MISSING for any other."""
    callee = call.callee
    if isinstance(callee, Symbol) and callee.name in GENERATED:
        cls = symbol(vm, "fastmcp.FastMCP")
        return _generated_server(vm, cls, callee.name, call)
    if isinstance(callee, LibraryMethod):
        owner = vm.plain(callee.owner)
        if (server := _server_of_part(vm, owner)) is not None and callee.name in MUTATORS:
            return _change_part(vm, server, owner.name, call)
        if isinstance(owner, LibraryMethod) and owner.name in _HANDLERS and callee.name in MUTATORS:
            return _change_handlers(vm, owner, call)
        dotted = dotted_class(owner)
        if dotted and isinstance(owner, Class) and f"{dotted}.{callee.name}" in GENERATED:
            return _generated_server(vm, owner, f"{dotted}.{callee.name}", call)
        if dotted and isinstance(owner, Instance):
            name = f"{dotted}.{callee.name}"
            if name in vm.frameworks.marks:
                note(vm, name, "bare" if call.decorating else "call", call, None, owner)
                return LibraryObject(callee, call.site)
            return _unknown_method(vm, owner, callee.name, call)
        if isinstance(owner, Instance) and owner.cls is server_interface.MANAGER and callee.name not in _ASKS:
            server_interface.doubt_tools(vm, owner, f"`{callee.name}` of what holds the server's tools is not followed")
        if inner := inner_name(vm, callee):
            note(
                vm, inner[1], "called" if call.decorating else "call", call, call.args[0] if call.decorating else None, inner[0]
            )
            return LibraryObject(callee, call.site)
    if isinstance(callee, LibraryObject) and isinstance(callee.callee, LibraryMethod) and len(call.args) == 1:
        inner = inner_name(vm, callee.callee)
        if inner:
            event = note(vm, inner[1], "called", call, call.args[0], inner[0])
            event.site = callee.site
            return call.args[0]
    return claimed.call_of_framework(vm, call)


_ASKS = frozenset("call_tool has_tool get_tools".split())
"""Methods of a manager of tools that leave them alone (mcp 1.30.0, fastmcp 2.14.7)."""

_ADDED_BY = {"append": 0, "insert": 1}
"""The argument that a list is given, by the method that adds it."""


def _server_of_part(vm: Machine, value: Value) -> Instance | None:
    """The server of which an object is a part that its list of tools depends on: `mcp.middleware`."""
    if not isinstance(value, LibraryMethod) or value.name not in server_interface.KEEPS_TOOLS:
        return None
    owner = vm.plain(value.owner)
    return owner if tools_of(owner) is not None else None


def _change_part(vm: Machine, server: Instance, part: str, call: Call) -> Value:
    """A method that changes such a part: `mcp.middleware.append(M())` does what `mcp.add_middleware(M())` does."""
    at = _ADDED_BY.get(call.callee.name, len(call.args))
    if part in server_interface.ADDING and at < len(call.args):
        call.args = call.args[at : at + 1]
        note(vm, f"{dotted_class(server)}.{server_interface.ADDING[part]}", "call", call, None, server)
    else:
        server_interface.doubt_tools(vm, server, f"the program changes `{part}`, which the server's tools depend on")
    return None


_HANDLERS = frozenset({"request_handlers", "_request_handlers"})
"""Attributes of low-level servers that hold a function for each kind of request."""


def _change_handlers(vm: Machine, handlers: LibraryMethod, call: Call) -> Value:
    """`server.request_handlers.update({ListToolsRequest: handler})`, or another change of them, which is not followed."""
    given = vm.plain(call.args[0]) if len(call.args) == 1 and not call.kwargs else None
    if call.callee.name == "update" and isinstance(given, Dict) and given.taint is None:
        for key, value in given.items.items():
            item_set(vm, handlers, key, value.value if isinstance(value, Maybe) else value)
        return None
    removed = vm.plain(call.args[0]) if call.callee.name in ("pop", "setdefault") and call.args else None
    _lose_handler(vm, handlers, removed)
    return Unknown(vm.doubt("TC205", f"what `{call.callee.name}` of the handlers of a server gives"))


def _lose_handler(vm: Machine, handlers: LibraryMethod, request: Value) -> None:
    """A server no longer answers a request, which may be that for its tools; or answers it by what is not known."""
    server = handlers.owner
    while isinstance(server, LibraryMethod):
        server = vm.plain(server.owner)
    if isinstance(request, (str, Symbol)) and str(getattr(request, "name", request)).rpartition(".")[2] not in _LISTS_TOOLS:
        reason = f"the program changes `{handlers.name}`: what the server says of itself, besides its tools, may be different"
        vm.notes.append(vm.doubt("TC240", reason))
    else:
        server_interface.doubt_tools(vm, server, f"the program changes `{handlers.name}`, which the server answers with")


_LISTS_TOOLS = frozenset({"tools/list", "ListToolsRequest"})
"""The requests for the list of tools in handlers of low-level servers (mcp 2 and mcp 1)."""


def inner_name(vm: Machine, value: Value) -> tuple[Instance, str] | None:
    """The server and the dotted name of an attribute of a part of it: `mcp._mcp_server.list_tools`."""
    names: list[str] = []
    while isinstance(value, LibraryMethod):
        names.append(value.name)
        value = vm.plain(value.owner)
    dotted = ".".join([dotted_class(value), *reversed(names)])
    known = isinstance(value, Instance) and len(names) > 1 and dotted in vm.frameworks.marks
    return (value, dotted) if known else None


def _generated_server(vm: Machine, cls: Class, name: str, call: Call) -> Instance:
    """A server whose tools come from elsewhere while the program runs."""
    site = call.site
    made = symbolic_server(vm, cls, site.name, call.place)
    assert made is not None
    made.site = site
    del made.cells[ASSUMED]
    made.cells["name"] = call.kwargs.get("name")
    vm.note_creation(made)
    note(vm, name, "call", call, None, made)
    return made


def _unknown_method(vm: Machine, server: Instance, name: str, call: Call) -> Value:
    """A method of a server that nothing is known of."""
    if name in REGISTERING:
        tools = tools_of(server)
        if tools is not None:
            vm.store.taint(tools, vm.doubt("TC233", f"`{name}` of the server is not followed"))
    return LibraryObject(call.callee, call.site)


def attribute_set(vm: Machine, owner: Value, name: str, value: Value) -> None:
    """An attribute of an object that is not followed is set: a fact of a server, it may be."""
    server_interface.attribute_set(vm, owner, name, value)
    if isinstance(owner, LibraryObject):
        claimed.record_assignment(vm, owner, name, value, "__setattr__")


def item_set(vm: Machine, owner: Value, key: Value, value: Value) -> None:
    """An item of an object that is not followed is set: a handler of a server, it may be."""
    claimed.record_change(vm, owner)
    if (server := _server_of_part(vm, owner)) is not None:
        server_interface.doubt_tools(vm, server, f"the program changes `{owner.name}`, which the server's tools depend on")
    if isinstance(owner, Symbol) and owner.name == "os.environ":
        environment.set_variable(vm, key, value)
    if isinstance(owner, LibraryMethod):
        inner = inner_name(vm, LibraryMethod(owner, "__setitem__"))
        if owner.name in _HANDLERS and (value is MISSING or (not inner and isinstance(vm.plain(owner.owner), LibraryMethod))):
            _lose_handler(vm, owner, vm.plain(key))
        elif not inner:
            claimed.record_assignment(vm, owner, key, value)
        else:
            site = Site(vm.place, None, (key, value), {})
            scope = vm.frame.scope if vm.frame is not None else None
            vm.events.append(
                Event(inner[1], "call", site, vm.place, scope, tuple(vm.guards), False, tuple(vm.calls), None, inner[0])
            )
