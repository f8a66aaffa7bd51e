"""Metadata that fastmcp stores on a decorated function, and that tools made of the function later take over.

Source: `decorate_and_register` and `get_fastmcp_meta` of fastmcp 3.4.10 and 4.1.6.
"""

from collections.abc import Mapping

from msgspec import Struct

from toolc.analysis import effects
from toolc.analysis.branches import each_of
from toolc.analysis.doubts import Doubt, Guard
from toolc.analysis.events import Event, snapshot
from toolc.analysis.lattice import same
from toolc.analysis.models import signatures
from toolc.analysis.models.table import model
from toolc.analysis.objects import attributes
from toolc.analysis.objects.defaults import annotations_of
from toolc.analysis.objects.keys import key_error
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    SCALARS,
    BoundMethod,
    Choice,
    Class,
    Descriptor,
    Dict,
    Function,
    Instance,
    Maybe,
    Obj,
    Partial,
    Symbol,
    Unknown,
    Value,
)
from toolc.module import Attribute, Expr, Name

_KEPT = "__fastmcp__"
"""The attribute in which it is kept."""

_META = Class("ToolMeta", library="fastmcp.tools.function_tool.ToolMeta")
_META.whole = False

MAX_WRAPPERS = 50
"""Functions that wrap one another which are looked through."""


def is_fastmcp_3(vm: Machine) -> bool:
    """Return `True` if fastmcp is of version 3 or later, or of one that is not known."""
    version = vm.modules.version("fastmcp")
    return version is None or version.partition(".")[0] not in ("0", "1", "2")


def keep(vm: Machine, target: Value, name: Value, kwargs: Mapping[str, Value], event: Event | None = None) -> None:
    """Leave on a function, or on that of a bound method, what it is decorated with (`decorate_and_register`, since 3).

    `event`: where the decorator adds it to no server."""
    if not is_fastmcp_3(vm):
        return
    function = vm.plain(target)
    while isinstance(function, BoundMethod):
        function = function.function
    if isinstance(function, Choice):
        each_of(vm, function, lambda one: keep(vm, one, name, kwargs, event))
    elif isinstance(function, Obj):
        meta = Instance(_META)
        meta.native = event
        meta.cells.update({**kwargs, "name": name})
        vm.set_attribute(function, _KEPT, meta)


def fastmcp_metadata(vm: Machine, target: Value) -> Instance | None:
    """Return the metadata of a function or of a function it wraps (`get_fastmcp_meta`); `None` if it has none."""
    if not is_fastmcp_3(vm):
        return None
    function = vm.plain(target)
    for _ in range(MAX_WRAPPERS):
        while isinstance(function, BoundMethod):
            function = function.function
        if not isinstance(function, (Function, Descriptor, Partial)):
            return None
        meta = function.cells.get(_KEPT)
        if isinstance(meta, Instance) and meta.cls is _META:
            return meta
        if isinstance(meta, (Maybe, Choice)):
            unknown = Unknown(vm.doubt("TC205", meta.guard.reason))
            perhaps = Instance(_META)
            perhaps.cells.update({"name": unknown, "description": unknown})
            return perhaps
        function = vm.plain(function.cells.get("__wrapped__"))
    return None


_WHERE = ("fn", "metadata", "enabled")
"""Keys that are not facts: `Tool.from_function` gets them otherwise, or does not read them."""


def complete(vm: Machine, call: Call) -> None:
    """Give `Tool.from_function(f)` without any fact those which `f` was last decorated with (since 3)."""
    if any(one is not None for key, one in call.kwargs.items() if key not in _WHERE):
        return
    call.kwargs.update(kept_facts(vm, call.get("fn", 0)))


def kept_facts(vm: Machine, function: Value) -> dict[str, Value]:
    """The facts of a tool that a function was last decorated with; none if it was not."""
    kept = fastmcp_metadata(vm, function)
    return {} if kept is None else {str(key): one for key, one in kept.cells.items() if key not in _WHERE}


_SIGNATURE = ("__signature__", "__wrapped__", "__annotations__", "__defaults__", "__kwdefaults__")
"""Attributes of a function that fastmcp reads at its first registration and caches (`get_cached_typeadapter`, 2.3 to 4.2)."""


class FirstRead(Struct, frozen=True):
    """A function when fastmcp first read it: its attributes, its signature, and the conditions under which that was."""

    cells: dict[str, Value]
    signature: Value
    guards: tuple[Guard, ...]


def read_function(vm: Machine, event: Event, target: Value) -> Doubt | None:
    """Have an event hold the attributes of its function that fastmcp reads; return the doubt if they are not known."""
    held, doubt = _as_first_read(vm, target, event.cells if isinstance(target, Function) else None)
    event.cells = held or event.cells
    return doubt


def _as_first_read(
    vm: Machine, target: Value, cells: dict[str, Value] | None, under: tuple[Guard, ...] = ()
) -> tuple[dict[str, Value] | None, Doubt | None]:
    """The attributes that fastmcp reads of a function, with a doubt if they are not known; `cells`: those it has now.

    Parameters are those of the first time, what it returns is read each time. Functions that fastmcp hands something to are
    doubted, as it makes another function of them each time. `under`: conditions under which it is this function.
    """
    target = vm.plain(target)
    if isinstance(target, Choice):
        doubts = [_as_first_read(vm, one, None, (*under, target.guard))[1] for one in target.alternatives]
        return cells, next((one for one in doubts if one is not None), None)
    function = target.function if isinstance(target, BoundMethod) else target
    if not isinstance(function, Function):
        return cells, None
    reached = () if vm.landing is None else vm.landing.guards
    guards = (*vm.guards, *reached, *under)
    now = FirstRead(cells or snapshot(function.cells), signatures.signature_of(vm, target), guards)
    if target not in vm.read_before:
        _check_annotations(vm, now)
    first: FirstRead = vm.read_before.get(target, now) if vm.ghost is not None else vm.read_before.setdefault(target, now)
    parameters, last = signatures.parameters_of(first.signature), signatures.parameters_of(now.signature)
    if _is_unchanged(first, now, parameters, last):
        return cells, None
    reason = f"the signature of `{function.name}` is changed after fastmcp has read it, which reads a function once"
    known = parameters is not None and last is not None and now.guards[: len(first.guards)] == first.guards
    if not known or cells is None or function is not target or _has_injected(function):
        return cells, vm.doubt("TC231", reason)
    if not all(isinstance(vm.plain(one.cells.get("default")), (*SCALARS, Symbol)) for one in parameters or ()):
        return cells, vm.doubt("TC231", reason)
    then = {name: value for name, value in cells.items() if name not in _SIGNATURE}
    then |= {name: value for name, value in first.cells.items() if name in _SIGNATURE and name != "__wrapped__"}
    returned = [one.signature.cells["return_annotation"] for one in (first, now)]
    if "__wrapped__" in first.cells or not same(*returned):
        then["__signature__"] = signatures.replace_attributes(first.signature, {"return_annotation": returned[1]})
    return then, None


def _check_annotations(vm: Machine, read: FirstRead) -> None:
    """Raise KeyError as pydantic does, if the signature annotates a parameter that `__annotations__` lacks.

    Source: `_arguments_schema` of pydantic 2.12, `_generate_schema.py`.
    """
    hints = annotations_of(read.cells.get("__annotations__"))
    for one in signatures.parameters_of(read.signature) or ():
        name, annotation = one.cells.get("name"), one.cells.get("annotation")
        if not isinstance(hints, Unknown) and annotation is not signatures.EMPTY and name not in hints:
            raise Raised("KeyError", key_error(vm, name))


def _is_unchanged(first: FirstRead, now: FirstRead, before: list[Instance] | None, after: list[Instance] | None) -> bool:
    """Return `True` if a function has the parameters and annotations that it had when it was first read."""
    if before is None or after is None:
        return all(_alike(first.cells.get(name), now.cells.get(name)) for name in _SIGNATURE)
    alike = len(before) == len(after) and all(
        _alike(one.cells.get(name), other.cells.get(name))
        for one, other in zip(before, after, strict=False)
        for name in ("name", "kind", "annotation", "default")
    )
    return alike and _alike(first.cells.get("__annotations__"), now.cells.get("__annotations__"))


_INJECTED = frozenset({"Context", "Depends", "CurrentContext", "UserSession"})


def _has_injected(function: Function) -> bool:
    return any(_INJECTED & _names_in(one.annotation) for one in function.params if one.annotation is not None)


def _names_in(expr: Expr) -> set[str]:
    return {one.id if isinstance(one, Name) else one.attr for one in effects.walk(expr) if isinstance(one, (Name, Attribute))}


def _alike(one: Value, other: Value) -> bool:
    """Return `True` if two values of an attribute are equal; dicts are compared by items."""
    if isinstance(one, Dict) and isinstance(other, Dict):
        return one.items.keys() == other.items.keys() and all(same(one.items[key], other.items[key]) for key in one.items)
    return same(one, other)


@model("fastmcp.utilities.types.get_fn_name", positions="fn")
def _get_fn_name(call: Call) -> Value:
    return attributes.attribute(call.vm, call.args[0], "__name__")
