"""From a module or file to a server that is ready to answer.

Takes what to import, gives the server and what is to be said about it; no server where there is nothing to serve.
"""

from collections.abc import Sequence
from types import FunctionType, ModuleType
from typing import Any

from msgspec import Struct

from toolc.diagnostics import Diagnostic, has_errors
from toolc.runtime.tool import FunctionTool
from toolc.serve.collect import collect
from toolc.serve.loading import load
from toolc.serve.server import server
from toolc.serve.standins import StandIns
from toolc.serve.values import TOOLS, is_a


class Offer(Struct, frozen=True):
    """`server` is None when `diagnostics` say why there is none."""

    server: Any = None
    tools: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()


def offer(target: str, standins: StandIns, search: Sequence[str] = (), system: str | None = None) -> Offer:
    """The server of a module's tools. `system`: its public functions are tools of this system as well."""
    name, tools, found = gather_tools(target, standins, search, system)
    if has_errors(found):
        return Offer(diagnostics=tuple(found))
    return Offer(server(name.rpartition(".")[2], tools), len(tools), tuple(found))


def gather_tools(
    target: str, standins: StandIns, search: Sequence[str] = (), system: str | None = None
) -> tuple[str, list[FunctionTool], list[Diagnostic]]:
    """Import a module and return its name, its tools and what is to be said; an error where there is none."""
    loaded = load(target, search)
    if isinstance(loaded, Diagnostic):
        return target, [], [loaded]
    tools, found = collect(loaded.module, loaded.made, system)
    found += [_replaced_framework(name, real) for name, real in standins.used.items()]
    if not tools:
        found.append(Diagnostic("TC610", f"`{loaded.name}` makes no tools", help=_way_out(loaded.module)))
    return loaded.name, tools, found


def _replaced_framework(name: str, real: str) -> Diagnostic:
    return Diagnostic("TC614", f"`{name}` is not installed here: `{real}` stands in for it")


def _way_out(module: ModuleType) -> str:
    """Return the way out if no tool was found."""
    for name, value in list(vars(module).items()):
        if type(value).__module__.startswith(("mcp.server.", "fastmcp.")):
            return f"`{name}` is an MCP server already: run it as its own framework says (toolc call takes that command)"
        if is_a(value, *TOOLS) or (is_a(value, FunctionType) and hasattr(value, "_tool_definition")):
            return f"`{name}` is made elsewhere: serve its module, or put it into a list or a ToolRegistry here"
    return "--system NAME makes tools of all public functions; tools of frameworks are known by toolc.runtime.NAME"
