"""Calls by which a program registers tools with a framework that is known by its names alone, and classes that it derives.

The registering names are listed in `System.marks`. Recorded as events are a call of such a name, a method call on an object
that such a call returned, the application of a decorator it returned, and a subclass of such a class; `bind/tools` reads them
later.
"""

from collections.abc import Iterator
from copy import copy

from toolc import code
from toolc.analysis.doubts import Doubt, Place
from toolc.analysis.effects import MUTATORS
from toolc.analysis.events import FACTS, Event
from toolc.analysis.harmless import REGISTRARS
from toolc.analysis.lattice import origin_of
from toolc.analysis.models.noting import note
from toolc.analysis.models.signatures import merge_equivalent
from toolc.analysis.models.tool_objects import FROM_TOOL, made_tool, tool_of, transformed_tool
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.protocol_objects import (
    copy_arguments,
    is_protocol_object,
    makes_protocol_object,
    model_copied,
    model_method,
)
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Class,
    Descriptor,
    Dict,
    Function,
    Instance,
    LibraryMethod,
    LibraryObject,
    Missed,
    Obj,
    Partial,
    Site,
    Subscript,
    Symbol,
    Unknown,
    Value,
)
from toolc.systems.fastmcp.servers import FACTORIES

MAX_CHAIN = 8  # attributes and calls on the way from an object to what is called


def call_of_framework(vm: Machine, call: Call) -> Value:
    """Return the result of a call known to a framework, recording registrations as events; MISSING for any other call."""
    callee = call.callee
    merge_equivalent(call)
    if isinstance(callee, LibraryObject) and isinstance(callee.event, Event) and _decorates(vm, callee.event, call):
        return _record_decoration(vm, callee, callee.event, call)
    for name, receiver in names_of(vm, callee):
        if name in FACTORIES:
            return made_tool(vm, name, call)
        if name in FROM_TOOL and (tool := tool_of(vm, call.get("tool", 0), call)) is not None:
            return transformed_tool(vm, tool, call)
        if name in vm.frameworks.marks:
            return _record_call(vm, name, call, receiver)
    if isinstance(callee, LibraryMethod) and callee.name in MUTATORS:
        record_change(vm, callee.owner)
    _on_parameter(vm, call)
    return remake_tool(vm, call)


def _on_parameter(vm: Machine, call: Call) -> None:
    """Note a decorator that is a method of a symbolic parameter without annotation: it may be a server (TC221)."""
    callee = call.callee.callee if isinstance(call.callee, LibraryObject) else call.callee
    if not call.decorating or not isinstance(callee, LibraryMethod) or callee.name not in vm.frameworks.decorating:
        return
    owner = vm.plain(callee.owner)
    while isinstance(owner, LibraryMethod):
        owner = vm.plain(owner.owner)
    if isinstance(owner, Missed) and owner.annotation is None and isinstance(owner.function.node, code.FunctionDef):
        header = owner.function.node.header
        place = Place(owner.function.module, header.name_at, header.name_at + len(header.name))
        reason = (
            f"`{header.name}` decorates with `{owner.name}`, and no call was found that passes a server: its tools are missing"
        )
        vm.notes.append(Doubt("TC221", reason, place))


def own(vm: Machine, function: Function, call: Call) -> Value:
    """As `call_of_framework`, for a program function that a system knows by name; MISSING for any other."""
    name = vm.frameworks.known_function(function)
    if not name:
        return MISSING
    if function.owner is None or not call.args:
        return _record_call(vm, name, call, function)
    receiver, call.args = call.args[0], call.args[1:]
    return _record_call(vm, name, call, receiver)


def _record_call(vm: Machine, name: str, call: Call, receiver: Value) -> LibraryObject:
    if makes_protocol_object(name):
        copy_arguments(call)
    decorating = call.decorating and len(call.args) == 1 and not call.kwargs and call.open is None  # else `partial(tool, …)`
    event = note(vm, name, "bare" if decorating else "call", call, call.args[0] if decorating else None, _object(receiver))
    if decorating:
        event.site = Site(event.site.place, None, (), {}, event.site.name)
    site = call.site
    site.scope = vm.frame.scope if vm.frame is not None else None
    made = LibraryObject(call.callee, site, call.args[0] if decorating else None)
    made.event = event
    event.made = made
    if name in vm.frameworks.servers:
        event.receiver = made
    return made


_FUNCTIONS = (Function, BoundMethod, Class, Descriptor, Missed, Partial, Unknown)


def _decorates(vm: Machine, event: Event, call: Call) -> bool:
    """Return `True` if a registering call's result is applied as a decorator: that call got no function, this one does."""
    if event.form != "call" or len(call.args) != 1 or call.kwargs:
        return False
    if any(isinstance(vm.plain(one), _FUNCTIONS) for one in event.site.args):
        return False
    target = vm.plain(call.args[0])
    made = isinstance(target, LibraryObject) and target.decorated is not None
    if call.decorating or made or isinstance(target, _FUNCTIONS):
        return True
    return isinstance(target, _IMPORTED) and event.callee.rpartition(".")[2].islower() and not _is_given_function(vm, event)


_IMPORTED = (Symbol, LibraryObject)
"""A name of a package that is not read, or what a call of one gave: it may be a function."""


def _is_given_function(vm: Machine, event: Event) -> bool:
    """Return `True` if a registering call may have got its function by keyword: then its result is a tool, not a decorator."""
    return any(isinstance(vm.plain(one), (*_FUNCTIONS, *_IMPORTED)) for one in event.site.kwargs.values())


def _record_decoration(vm: Machine, maker: LibraryObject, event: Event, call: Call) -> LibraryObject:
    """Apply the result of a registering call to the decorated object, and note that as the registration."""
    event.applied = True
    found = note(vm, event.callee, "called", call, call.args[0], event.receiver)
    found.site, found.functions = event.site, {**event.functions, **found.functions}
    found.inputs, found.varied = found.inputs | event.inputs, found.varied | event.varied
    made = LibraryObject(maker, call.site, call.args[0])
    found.made, made.event = made, found
    return made


def record_subclass(vm: Machine, cls: Class) -> None:
    """Record the class statement of a subclass of a framework class whose subclasses, or their objects, are tools."""
    node = cls.node
    for known in bases_of(vm, cls):
        if known in vm.frameworks.marks and node is None:
            if f"{known}.__init__" not in vm.frameworks.marks:
                vm.notes.append(vm.doubt("TC212", f"a class below `{known}` is made by a call: its tool is missing"))
            return
        if known in vm.frameworks.marks:
            assert node is not None
            header = node.header
            place = Place(cls.module, header.name_at, header.name_at + len(header.name))
            site = Site(place, cls.scope, (), {})
            event = Event(
                known, "subclass", site, place, cls.scope, tuple(vm.guards), vm.unknown_loops > 0, tuple(vm.calls), cls
            )  # fmt: skip
            if vm.ghost is None:
                vm.events.append(event)
            return


def made_by_base(vm: Machine, made: Instance, call: Call) -> None:
    """Record the instantiation of a program class that inherits the registering `__init__` of a framework class."""
    for name in bases_of(vm, made.cls):
        if (known := f"{name}.__init__") in vm.frameworks.marks:
            note(vm, known, "call", call, None, made)
            return


def record_assignment(vm: Machine, owner: Value, key: Value, value: Value, method: str = "__setitem__") -> None:
    """Record item or attribute assignments that register, as calls of `__setitem__` or `__setattr__`."""
    for name in classes_of(vm, owner):
        if (known := f"{name}.{method}") in vm.frameworks.marks:
            scope = vm.frame.scope if vm.frame is not None else None
            site = Site(vm.place, scope, (key, value), {})
            receiver = _object(owner)
            vm.events.append(
                Event(known, "call", site, vm.place, scope, tuple(vm.guards), vm.unknown_loops > 0, tuple(vm.calls),
                      None, receiver)
            )  # fmt: skip
            return


HOLDS_TOOLS = frozenset("__dict__ tools _tools toolsets _toolsets _function_toolset _user_toolsets".split())
"""Attributes of toolsets and agents that hold their tools, and that of every object that holds its facts."""

_REMAKES = "from_tool"


GIVEN_LATER = {"name": " name", "description": " description"}
"""Cells of a tool object for facts that the program assigns after it is made, by fact."""


def late_fact(vm: Machine, owner: LibraryObject, name: str) -> Value:
    """Return a fact assigned to a tool object after it was made, or the one that it was made with; MISSING for others."""
    if owner.event is None or name not in GIVEN_LATER:
        return MISSING
    given = owner.cells.get(GIVEN_LATER[name], MISSING)
    if given is not MISSING or owner.event.callee not in vm.frameworks.renaming or owner in vm.touched:
        return given
    own = [one for one in (owner.event.target, *owner.event.site.args) if isinstance(one, (Function, BoundMethod))]
    told = owner.event.site.args and isinstance(owner.event.site.args[0], str)
    if name == "name" and own and not told and not any(key.startswith("name") for key in owner.event.site.kwargs):
        return vm.attribute(own[0], "__name__")
    found = vm.frameworks.tool_fact(owner, name)
    return found if isinstance(found, str) else MISSING


def record_change(vm: Machine, owner: Value, name: str = "", value: Value = MISSING) -> None:
    """Note that a library object, or a part of it, is changed; for tool objects which fact, and where."""
    if _keep_text(vm, owner, name, value):
        return
    part = whole_of_part(vm, owner)
    if part is not None:
        owner, name, value = *part, MISSING
    while isinstance(owner, LibraryMethod):
        owner, name, value = vm.plain(owner.owner), owner.name, MISSING
    if isinstance(owner, Instance) and part is not None:
        vm.store.taint(owner, vm.doubt("TC215", f"`{name}` of {vm.describe(owner)} is changed in place"))
    if not isinstance(owner, LibraryObject):
        return
    doubt = vm.doubt("TC232", f"{vm.describe(owner)} is changed once it is made")
    if owner.event is None and name and origin_of(owner).partition(".")[0] in REGISTRARS:  # an application keeps its decorators
        if value is not MISSING:
            vm.store.touch(owner)
            owner.cells[name] = value
    elif owner.event is None:
        vm.store.taint(owner, doubt)
    elif name == "__dict__" and is_protocol_object(owner):
        vm.store.taint(owner, vm.doubt("TC215", "a tool is changed through its `__dict__`"))
    elif name in FACTS | HOLDS_TOOLS and vm.ghost is None:
        assigned = name in HOLDS_TOOLS and any(f"{one}.__setattr__" in vm.frameworks.marks for one in classes_of(vm, owner))
        if not assigned or part is not None:
            vm.touched.setdefault(owner, (name, vm.place))


def is_part_of_tool(vm: Machine, value: Value) -> bool:
    """Return `True` if a value was read out of an object of a framework, and holds its tools or what models see of it."""
    if type(value) not in (LibraryMethod, LibraryObject):
        return False
    return whole_of_part(vm, value) is not None or isinstance(_object(value), Instance)


def whole_of_part(vm: Machine, part: Value) -> tuple[LibraryObject | Instance, str] | None:
    """Return the object of a framework that a value was read out of, by attributes, items and methods, and its attribute.

    Returns `None` if the value is no part of what models see.
    """
    name = ""
    for _ in range(MAX_CHAIN):
        if isinstance(part, LibraryObject) and part.event is not None:
            return (part, name) if name in FACTS | HOLDS_TOOLS else None
        if isinstance(part, Instance):
            return (part, name) if name in FACTS else None
        if isinstance(part, LibraryObject):
            part = part.callee
        if not isinstance(part, LibraryMethod):
            return None
        part, name = vm.plain(part.owner), part.name
    return None


def _keep_text(vm: Machine, owner: Value, name: str, value: Value) -> bool:
    """Keep a text assigned to a tool object as its name or description. Return `True` if nothing else changes."""
    if not isinstance(owner, LibraryObject) or not isinstance(owner.event, Event) or name not in GIVEN_LATER:
        return False
    if not isinstance(vm.plain(value), str) or owner.event.callee not in vm.frameworks.renaming:
        return False
    vm.store.touch(owner)
    owner.cells[GIVEN_LATER[name]] = value
    return True


_COPIES = frozenset({"model_copy", "copy"})


def copied_tool(vm: Machine, tool: LibraryObject, call: Call) -> Value:
    """Copy a tool object with changes: `dataclasses.replace(tool, …)`, `tool.model_copy(update=…)`."""
    if (made := _copy_tool(vm, tool, call)) is not None:
        return made
    if tool.event is not None and vm.ghost is None:
        reason = "another tool is made here from a registered one, which toolc does not follow: it is missing"
        vm.notes.append(Doubt("TC215", reason, call.place))
    return Unknown(vm.doubt("TC205", "the object that is made from a tool"))


def _copy_tool(vm: Machine, tool: LibraryObject, call: Call) -> LibraryObject | None:
    """Copy a tool object with another name or description; `None` if anything else is changed."""
    if is_protocol_object(tool):
        return model_copied(tool, call)
    given = call.kwargs
    if isinstance(update := given.get("update"), Dict) and len(given) == 1 and update.taint is None:
        given = update.items
    texts = all(name in GIVEN_LATER and isinstance(vm.plain(one), str) for name, one in given.items())
    if (
        not isinstance(tool.event, Event)
        or tool.event.callee not in vm.frameworks.renaming
        or not texts
        or call.open is not None
    ):
        return None
    made = LibraryObject(tool.callee, tool.site, tool.decorated)
    made.event = copied = copy(tool.event)
    copied.guards, copied.place, copied.made = tuple(vm.guards), call.place, made
    made.cells = {**tool.cells, **{GIVEN_LATER[name]: one for name, one in given.items()}}
    if vm.ghost is None:
        vm.events.append(copied)
    return made


def remake_tool(vm: Machine, call: Call) -> Value:
    """`tool.model_copy(…)`, `Tool.from_tool(tool, …)`: a tool is made of another one. Returns MISSING for other calls."""
    callee = call.callee
    if (known := model_method(vm, call)) is not MISSING:
        return known
    if isinstance(callee, LibraryMethod) and callee.name in _COPIES and call.kwargs:
        owner = vm.plain(callee.owner)
        if isinstance(owner, LibraryObject) and owner.event is not None:
            return copied_tool(vm, owner, call)
    name = callee.name if isinstance(callee, (Symbol, LibraryMethod)) else ""
    if name.rpartition(".")[2] == _REMAKES and call.args and isinstance(one := vm.plain(call.args[0]), LibraryObject):
        record_change(vm, one, "name")
    return MISSING


def names_of(vm: Machine, callee: Value) -> Iterator[tuple[str, Value]]:
    """Yield the dotted names by which systems may know a callee, each with its receiver if it is a method."""
    if isinstance(callee, Symbol):
        yield vm.frameworks.canonical(callee.name), None
    elif isinstance(callee, LibraryMethod):
        owner = vm.plain(callee.owner)
        receiver = None if isinstance(owner, (Symbol, Class, Subscript)) else owner
        yield from ((f"{name}.{callee.name}", receiver) for name in classes_of(vm, owner))


def classes_of(vm: Machine, value: Value, depth: int = 0) -> Iterator[str]:
    """Yield the dotted names of the classes that a value is, or is an instance of; for the result of a method, its name."""
    if depth > MAX_CHAIN:
        return
    value = vm.plain(value)
    match value:
        case LibraryObject(callee=callee):
            inner = callee.origin if isinstance(callee, Subscript) else callee
            if isinstance(inner, Symbol):
                yield vm.frameworks.canonical(inner.name)
            elif isinstance(inner, LibraryMethod):
                yield from classes_of(vm, inner, depth + 1)
        case LibraryMethod(owner=owner, name=name):
            yield from (f"{one}.{name}" for one in classes_of(vm, owner, depth + 1))
        case Instance():
            yield from bases_of(vm, value.cls)
        case Class():
            yield from bases_of(vm, value)
        case Symbol():
            yield vm.frameworks.canonical(value.name)
        case Subscript(origin=origin):
            yield from classes_of(vm, origin, depth + 1)
        case Missed(annotation=annotation) if annotation is not None:
            yield from classes_of(vm, annotation, depth + 1)
        case Unknown(of=of) if of:
            yield vm.frameworks.canonical(of)
        case _:
            pass


def bases_of(vm: Machine, cls: Class) -> Iterator[str]:
    """Yield the dotted names of all library classes that a class is a subclass of, in other libraries too."""
    for name in cls.symbols():
        known = vm.frameworks.canonical(name)
        yield known
        if known not in vm.frameworks.marks:
            yield from vm.frameworks.library_bases(known)


def _object(receiver: Value) -> "Obj | Value":
    """The whole object that a part of it belongs to: `server` of `server.tools`."""
    while isinstance(receiver, LibraryMethod):
        receiver = receiver.owner
    return receiver.receiver if isinstance(receiver, BoundMethod) else receiver


__all__ = ["call_of_framework", "made_by_base", "own", "record_assignment", "record_change", "record_subclass"]
