"""Prompts and resources of servers: methods that register them note what they are given, and hand functions on.

Takes calls of the methods, returns what they return. Sources: mcp 1.30.0 `server/fastmcp/server.py`, mcp 2.3.0
`server/mcpserver/server.py`; fastmcp 2.14.7, 3.4.10 and 4.1.6 `server/server.py`.
"""

from collections.abc import Callable, Mapping
from functools import partial

from toolc.analysis.events import Event
from toolc.analysis.models.kept import read_function
from toolc.analysis.models.noting import dotted_class, note
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import (
    BoundMethod,
    Class,
    Descriptor,
    Function,
    Instance,
    LibraryMethod,
    Native,
    OwnedRun,
    Partial,
    Site,
    Value,
)

_SET = " set "
"""In front of the name of a fact, the cell of a server that holds what it was set to after it was made."""

_LATER = frozenset("name title version instructions website_url icons".split())
"""Facts of a server that programs set on it, or on the server inside."""

_INSIDE = frozenset({"_mcp_server", "_lowlevel_server"})


def _decorator(method: str, call: Call) -> Value:
    """`@server.prompt`, `@server.prompt(…)`, `@server.resource(uri)`, `server.prompt(f)`."""
    vm, server = call.vm, _server(call)
    if server is None:
        return Native(call.callee.name + "()", lambda inner: inner.args[0])
    callee, first = f"{dotted_class(server)}.{method}", call.args[1] if len(call.args) > 1 else None
    if first is not None and _is_function(vm.plain(first)):
        event = note(vm, callee, "bare" if call.decorating else "call", call, first, server, shift=1)
        _read(vm, server, method, event)
        if call.decorating:
            event.site = Site(event.site.place, None, (), event.site.kwargs)
        return first

    def decorate(inner: Call) -> Value:
        _read(vm, server, method, note(vm, callee, "called", call, inner.args[0], server, shift=1))
        return inner.args[0]

    return Native(f"{callee}()", OwnedRun(server, decorate))


def _read(vm: Machine, server: Instance, method: str, event: Event) -> None:
    """Note that fastmcp reads the parameters of a prompt's function, and of a template's, as it does those of tools."""
    function = vm.plain(event.target)
    if "fastmcp" in server.cls.traits and (method == "prompt" or (isinstance(function, Function) and function.params)):
        read_function(vm, event, function)


def _adds(method: str, call: Call) -> Value:
    """`server.add_prompt(…)`, `server.add_resource(…)`, `server.add_template(…)`."""
    server = _server(call)
    if server is not None:
        note(call.vm, f"{dotted_class(server)}.{method}", "call", call, None, server, shift=1)
    return call.args[1] if len(call.args) > 1 else None


def _removes(method: str, call: Call) -> None:
    """`server.remove_prompt(…)` and its like."""
    _adds(method, call)


def _server(call: Call) -> Instance | None:
    server = call.vm.plain(call.args[0]) if call.args else None
    return server if isinstance(server, Instance) and dotted_class(server) else None


def _is_function(value: Value) -> bool:
    return isinstance(value, (Function, BoundMethod, Partial, Native, Descriptor, Class, LibraryMethod))


def fact_set(vm: Machine, owner: Value, name: str, value: Value) -> None:
    """A fact of a server is set, on itself or on the server inside: `mcp._mcp_server.version = "1.0"`."""
    if name not in _LATER:
        return
    if isinstance(owner, LibraryMethod) and owner.name in _INSIDE:
        owner = vm.plain(owner.owner)
    if isinstance(owner, Instance) and dotted_class(owner):
        vm.store.touch(owner)
        owner.cells[f"{_SET}{name}"] = value


def facts_set(server: Instance) -> Mapping[str, Value]:
    """Return the facts that were set on a server after it was made."""
    return {name: server.cells[f"{_SET}{name}"] for name in sorted(_LATER) if f"{_SET}{name}" in server.cells}


_ADDING = "add_prompt add_resource add_template add_resource_fn add_completion_handler add_extension".split()

METHODS: Mapping[str, Callable[[Call], Value]] = {
    **{method: partial(_decorator, method) for method in ("prompt", "resource", "completion")},
    **{method: partial(_adds, method) for method in _ADDING},
    **{method: partial(_removes, method) for method in ("remove_prompt", "remove_resource", "remove_template")},
}
