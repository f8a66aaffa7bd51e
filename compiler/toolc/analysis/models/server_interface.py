"""Attributes of servers and arguments of their methods, as the version of the framework has them.

Takes a server, a name, a call; answers from the table of `toolc.server_names`, and raises what the framework would.
"""

from collections.abc import Callable
from functools import partial

from toolc import server_names
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import Class, Instance, Maybe, Value


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
