"""Metadata that fastmcp stores on a decorated function, and that tools made of the function later take over.

Source: `decorate_and_register` and `get_fastmcp_meta` of fastmcp 3.4.10 and 4.1.6.
"""

from collections.abc import Mapping

from toolc.analysis import effects
from toolc.analysis.branches import each_of
from toolc.analysis.doubts import Doubt
from toolc.analysis.events import Event, snapshot
from toolc.analysis.lattice import same
from toolc.analysis.protocol import Call, Machine
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


def kept_of(vm: Machine, target: Value) -> Instance | None:
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
    kept = kept_of(vm, function)
    return {} if kept is None else {str(key): one for key, one in kept.cells.items() if key not in _WHERE}


_SIGNATURE = ("__signature__", "__wrapped__", "__annotations__", "__defaults__", "__kwdefaults__")
"""Attributes of a function that fastmcp reads at its first registration and caches (`get_cached_typeadapter`, 2.3 to 4.1)."""


_DEFAULTS = ("__defaults__", "__kwdefaults__")


def with_first_defaults(vm: Machine, target: Function, cells: dict[str, Value]) -> dict[str, Value]:
    """The attributes of a function with the defaults that it had when fastmcp first read it, if no others have changed.

    Only constants count, and no function that fastmcp hands something to: of those it makes another one each time.
    """
    read = vm.read_before.get(target)
    if read is None or not all(_alike(read.get(name), cells.get(name)) for name in _SIGNATURE if name not in _DEFAULTS):
        return cells
    injected = {"Context", "Depends", "CurrentContext"}
    if any(injected & _names_in(one.annotation) for one in target.params if one.annotation is not None):
        return cells
    held = [vm.plain(of.get(name)) for of in (read, cells) for name in _DEFAULTS]
    parts = [one.items.values() if isinstance(one, Dict) else one if isinstance(one, tuple) else () for one in held]
    if not all(isinstance(vm.plain(one), SCALARS) for values in parts for one in values):
        return cells
    return {**cells, **{name: read.get(name) for name in _DEFAULTS}}


def _names_in(expr: Expr) -> set[str]:
    return {one.id if isinstance(one, Name) else one.attr for one in effects.walk(expr) if isinstance(one, (Name, Attribute))}


def read_before(vm: Machine, target: Value, cells: Mapping[str, Value] | None = None) -> Doubt | None:
    """The doubt about a function whose signature is another than when fastmcp has read it; `cells`: its attributes now."""
    if isinstance(target, Choice):
        return next((doubt for one in target.alternatives if (doubt := read_before(vm, one)) is not None), None)
    function = target.function if isinstance(target, BoundMethod) else target
    if not isinstance(function, Function):
        return None
    cells = snapshot(function.cells) if cells is None else cells
    read = vm.read_before.setdefault(target, cells)
    if all(_alike(read.get(name), cells.get(name)) for name in _SIGNATURE):
        return None
    reason = f"the signature of `{function.name}` is changed after fastmcp has read it, which reads a function once"
    return vm.doubt("TC231", reason)


def _alike(one: Value, other: Value) -> bool:
    """Return `True` if two values of an attribute are equal; dicts are compared by items."""
    if isinstance(one, Dict) and isinstance(other, Dict):
        return one.items.keys() == other.items.keys() and all(same(one.items[key], other.items[key]) for key in one.items)
    return same(one, other)
