"""`provider._components` of fastmcp 3 and 4: the dict of the tools, prompts and resources that a server was given.

Programs read it to change the schemas of their tools, and take tools out of it. Whatever else they do to it is not followed.
Sources: fastmcp 3.4.10 and 4.1.6 `server/providers/local_provider/local_provider.py`, `FastMCPComponent.key`.
"""

from collections.abc import Callable, Mapping
from functools import partial

from toolc.analysis.events import Event
from toolc.analysis.models.server_interface import doubt_tools, tools_of
from toolc.analysis.models.tool_objects import TOOL
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import Class, Dict, Instance, Maybe, Native, Unknown, Value

_OTHER = Class("FastMCPComponent", library="prompt or resource")
_OTHER.whole = False

_ADDING = frozenset("prompt add_prompt resource add_resource add_template".split())
"""The methods of a server by which it gets components that are no tools."""

_REMOVING = frozenset({"remove_prompt", "remove_resource", "remove_template"})


def is_component(value: Value, name: str) -> bool | None:
    """`isinstance(component, class of fastmcp)`; `None` for other values and classes, and where it is not known."""
    if not name.startswith("fastmcp.") or not isinstance(value, Instance):
        return None
    last = name.rpartition(".")[2]
    if value.cls is _OTHER:
        return True if last == "FastMCPComponent" else False if last.endswith("Tool") else None
    if value.cls is not TOOL or not isinstance(value.native, Event) or not value.native.callee.startswith("fastmcp."):
        return None
    return (
        True if last in ("Tool", "FastMCPComponent") else False if last.endswith(("Prompt", "Resource", "Template")) else None
    )


def components_of(call: Call) -> Value:
    """Read the attribute of a server that stands for its own provider."""
    made = Instance(_COMPONENTS, call.site)
    made.native = call.vm.plain(call.args[0])
    return made


def _snapshot(call: Call) -> dict[Value, Value] | None:
    """The tools by their keys, then the other components; None where that is not known."""
    vm, server = call.vm, call.vm.plain(call.args[0]).native
    tools = tools_of(server)
    others = [one for one in vm.events if one.receiver is server and one.callee.rpartition(".")[2] in _ADDING | _REMOVING]
    known = tools is not None and tools.taint is None and all(map(_is_certain, others))
    found: dict[Value, Value] = {}
    for name, tool in tools.items.items() if known and tools is not None else ():
        if not isinstance(name, str) or isinstance(tool, Maybe) or tool.cells.get("version") is not None:
            known = False
            break
        found[f"tool:{name}@"] = tool
    if not known:
        doubt_tools(vm, server, "the program reaches into `_components`, which holds the server's tools")
        return None
    for one in others:
        component = Instance(_OTHER, one.site)
        found[component] = component
    return found


def _is_certain(event: Event) -> bool:
    return not event.guards and not event.repeated and event.callee.rpartition(".")[2] not in _REMOVING


def _unknown_result(vm: Machine) -> Unknown:
    return Unknown(vm.doubt("TC205", "which components a server has"))


def _read(method: str, call: Call) -> Value:
    """Call a method of the dict that does not change it, or iterate over it."""
    found, key = _snapshot(call), call.vm.plain(call.args[1]) if len(call.args) > 1 else None
    if found is not None and isinstance(key, str) and key.startswith("tool:"):
        found = {one: tool for one, tool in found.items() if isinstance(one, str)}
    if found is None or (method not in ("values", "__len__") and not all(isinstance(one, str) for one in found)):
        return _unknown_result(call.vm)
    return call.vm.call(call.vm.attribute(Dict(found), method), call.args[1:], dict(call.kwargs), call.place)


def _remove(call: Call) -> Value:
    """`del components[key]`, `components.pop(key)`, `components.pop(key, None)`."""
    vm, key = call.vm, call.vm.plain(call.args[1]) if len(call.args) > 1 else None
    found = _snapshot(call)
    server = vm.plain(call.args[0]).native
    tools = tools_of(server)
    if found is None or tools is None or not isinstance(key, str) or not key.startswith("tool:"):
        return _change(call)
    if key not in found:
        if len(call.args) > 2:
            return call.args[2]
        raise Raised("KeyError", key)
    vm.store.touch(tools)
    del tools.items[key.removeprefix("tool:").removesuffix("@")]
    return found[key]


def _change(call: Call) -> Value:
    """Change the dict in a way that is not followed."""
    vm = call.vm
    doubt_tools(vm, vm.plain(call.args[0]).native, "the program changes `_components`, which holds the server's tools")
    return _unknown_result(vm)


_COMPONENTS = Class("dict of components", library="components of a provider")
_READING = "values items keys get copy __iter__ __len__ __contains__ __getitem__".split()
_METHODS: Mapping[str, Callable[[Call], Value]] = {
    **{name: partial(_read, name) for name in _READING},
    **dict.fromkeys(("pop", "__delitem__"), _remove),
    **dict.fromkeys("__setitem__ popitem clear update setdefault __ior__".split(), _change),
}
_COMPONENTS.whole = True
_COMPONENTS.cells = {name: Native(f"components.{name}", run) for name, run in _METHODS.items()}
