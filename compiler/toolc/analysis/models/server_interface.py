"""Attributes of servers and arguments of their methods, as the version of the framework has them; which of the attributes the
list of tools depends on.

Takes a server, a name, a call; answers from the table of `toolc.server_names`, and raises what the framework would.
"""

from collections.abc import Callable
from functools import partial

from toolc import server_names
from toolc.analysis.effects import REGISTERING
from toolc.analysis.models.components import fact_set
from toolc.analysis.models.noting import dotted_class
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import Class, Dict, Instance, LibraryMethod, LibraryObject, Maybe, Symbol, Unknown, Value


def has_attribute(vm: Machine, server: Instance, name: str) -> bool | None:
    """Return `True` if servers of the framework have an attribute; `None` if the version decides, which is not known."""
    framework = _framework(server.cls)
    return server_names.has(framework, name, vm.modules.version(framework))


def lacks_attribute(vm: Machine, server: Instance, name: str) -> bool:
    """Return `True` if a server has no such attribute in this version of its framework, nor did the program give it one."""
    if name in _USUAL or (name.startswith("__") and name.endswith("__")):
        return False
    if name in server.cells and name not in _MADE_HERE:
        return False
    if name in _OF_PROVIDERS and "fastmcp" in server.cls.traits:
        return False  # the server stands for its own provider too, which has these
    holder = next((one for one in server.cls.mro if isinstance(one, Class) and name in one.cells), None)
    return (holder is None or bool(holder.library)) and has_attribute(vm, server, name) is False


_USUAL = frozenset("tool add_tool resource prompt run name instructions".split())
"""Attributes that servers of all versions have."""

_OF_PROVIDERS = frozenset(
    """remove_tool remove_resource remove_template remove_prompt _components _add_component _get_component
    _remove_component""".split()
)
"""Attributes of `LocalProvider` of fastmcp 3 and 4, where servers themselves lose them."""

_OF_CLASSES = frozenset("as_proxy from_openapi from_fastapi from_client".split())
"""Methods that make a server, called on its class."""

_MADE_HERE = frozenset({"_tool_manager", "local_provider", "_local_provider"})
"""Cells of servers that stand for attributes of the framework's."""


def call_checked(method: str, run: Callable[[Call], Value], call: Call) -> Value:
    """Run the model of a method that takes a server first, unless the framework refuses the arguments."""
    check_arguments(call, call.vm.plain(call.args[0]) if call.args else None, method, call.args[1:])
    return run(call)


def check_arguments(call: Call, owner: Value, method: str, positional: tuple[Value, ...]) -> None:
    """Raise TypeError if a method of a server, or of its class, does not take a call's arguments in this version."""
    cls = owner.cls if isinstance(owner, Instance) else owner if method in _OF_CLASSES else None
    if not isinstance(cls, Class) or "server" not in cls.traits:
        return
    vm, framework = call.vm, _framework(cls)
    certain = [name for name, value in call.kwargs.items() if not isinstance(value, Maybe)]
    refuse = partial(server_names.refuse, framework, method, vm.modules.version(framework), len(positional))
    refused = refuse(certain, call.open is not None or len(certain) < len(call.kwargs))
    if refused:
        raise Raised("TypeError", detail=f"{method}() of {framework} does not take these arguments")
    if refused is None:
        vm.may_have_raised(f"whether `{method}` takes these arguments depends on the version of {framework}")
    for name, value in call.kwargs.items():
        if isinstance(value, Maybe) and refuse([*certain, name], True):
            vm.may_lack("TypeError", value.guard)


def _framework(cls: Class) -> str:
    return "fastmcp" if "fastmcp" in cls.traits else "mcp"


# --- what the tools depend on -----------------------------------------------------------------------------------------

MANAGER = Class("ToolManager", library="tool manager")
MANAGER.whole = False

HIDDEN = " tools"
"""The cell of a server that holds the dict of its tools. Names that begin with a space cannot clash with names of programs."""

KEEPS_TOOLS = frozenset(
    """_tool_manager _local_provider local_provider providers _mcp_server _lowlevel_server middleware transforms _transforms
    include_tags exclude_tags _mounted_servers""".split()
)
"""Attributes of servers that their tools, or the list of them, depend on."""

ADDING = {"middleware": "add_middleware", "providers": "add_provider"}
"""The attributes among them that are lists, each with the method that adds to it."""

_LISTING = frozenset(
    """list_tools get_tools _list_tools _list_tools_mcp _list_tools_middleware _handle_list_tools _on_list_tools _run_middleware
    _apply_middleware _should_enable_component""".split()
)
"""Methods that a server goes through when it is asked for its tools; servers of mcp 1 have looked them up before."""


def tools_of(server: Value) -> Dict | None:
    """The dict of a server's tools: names, or tools without a known name, to tool objects."""
    found = server.cells.get(HIDDEN) if isinstance(server, Instance) else None
    return found if isinstance(found, Dict) else None


def attribute_set(vm: Machine, owner: Value, name: str, value: Value) -> None:
    """An attribute of an object is set. What a server keeps its tools in is not followed once it is another."""
    fact_set(vm, owner, name, value)
    if name in REGISTERING and isinstance(value, (LibraryObject, LibraryMethod, Symbol, Unknown)) and dotted_class(owner):
        doubt = vm.doubt("TC233", f"`{name}` of {vm.describe(owner)} is replaced by what toolc does not follow")
        vm.notes.append(doubt)
        vm.machinery = vm.machinery or doubt
    if isinstance(owner, Class) and "server" in owner.traits and name in _LISTING:
        doubt = vm.doubt("TC233", f"the program replaces `{name}` of {vm.describe(owner)}, which decides what is listed")
        vm.notes.append(doubt)
        vm.machinery = vm.machinery or doubt
    if tools_of(owner) is None:
        return
    if owner.cls is MANAGER:
        depends = name not in _ASIDE
    else:
        depends = name in KEEPS_TOOLS or (name in _LISTING and not _looks_up_before(vm, owner))
        depends = depends and has_attribute(vm, owner, name) is not False
    if depends:
        doubt_tools(vm, owner, f"the program replaces `{name}`, which the server's tools depend on")


_ASIDE = frozenset({"warn_on_duplicate_tools"})
"""Attributes of a manager of tools that leave them alone."""


def _looks_up_before(vm: Machine, server: Instance) -> bool:
    """Return `True` if a server takes its handlers of requests when it is made (mcp 1)."""
    return "fastmcp" not in server.cls.traits and (vm.modules.version("mcp") or "").partition(".")[0] == "1"


def doubt_tools(vm: Machine, server: Instance, reason: str) -> None:
    """Say of all tools of a server that they may be others."""
    if (tools := tools_of(server)) is not None:
        vm.store.taint(tools, vm.doubt("TC215", reason))
