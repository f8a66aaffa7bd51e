"""What a function was last decorated with, which fastmcp keeps on it: tools made of the function later take it.

Source: `decorate_and_register` and `get_fastmcp_meta` of fastmcp 3.4.10 and 4.1.6.
"""

from collections.abc import Mapping

from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import BoundMethod, Class, Descriptor, Function, Instance, Obj, Partial, Value
from toolc.systems.fastmcp.servers import FACTORIES

_KEPT = "__fastmcp__"
"""The attribute in which it is kept."""

_META = Class("ToolMeta", library="fastmcp.tools.function_tool.ToolMeta")
_META.whole = False

MAX_WRAPPERS = 50
"""Functions that wrap one another which are looked through."""


def _keeps(vm: Machine) -> bool:
    """Whether this fastmcp keeps on functions what they were decorated with: 3 and later do."""
    version = vm.modules.version("fastmcp")
    return version is None or version.partition(".")[0] not in ("0", "1", "2")


def keep(vm: Machine, target: Value, name: Value, kwargs: Mapping[str, Value]) -> None:
    """Leave on a function, or on that of a bound method, what it is decorated with (`decorate_and_register`, since 3)."""
    if not _keeps(vm):
        return
    function = vm.plain(target)
    while isinstance(function, BoundMethod):
        function = function.function
    if isinstance(function, Obj):
        meta = Instance(_META)
        meta.cells.update({**kwargs, "name": name})
        vm.set_attribute(function, _KEPT, meta)


def kept_of(vm: Machine, target: Value) -> dict[str, Value] | None:
    """What a function, or the innermost that it wraps, was last decorated with (`get_fastmcp_meta`); None where it was not."""
    if not _keeps(vm):
        return None
    function = vm.plain(target)
    for _ in range(MAX_WRAPPERS):
        while isinstance(function, BoundMethod):
            function = function.function
        if not isinstance(function, (Function, Descriptor, Partial)):
            return None
        meta = function.cells.get(_KEPT)
        if isinstance(meta, Instance) and meta.cls is _META:
            return dict(meta.cells)
        function = vm.plain(function.cells.get("__wrapped__"))
    return None


_WHERE = ("fn", "metadata", "enabled")
"""What `Tool.from_function` is given beside facts, or does not read."""


def complete(vm: Machine, name: str, call: Call) -> None:
    """`Tool.from_function(f)` without any fact takes those which `f` was last decorated with (since 3)."""
    if name not in FACTORIES or any(one is not None for key, one in call.kwargs.items() if key not in _WHERE):
        return
    kept = kept_of(vm, call.get("fn", 0))
    if kept is not None:
        call.kwargs.update({key: one for key, one in kept.items() if key not in _WHERE})
