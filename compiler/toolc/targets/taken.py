"""The tools of a package across its servers, and names that two servers share.

Takes an `ir.Package`, gives its written tools with their servers. Whoever holds all tools of a package in one output keeps
the first of each name; the words of TC504 are the same for every such target, so a run says them once.
"""

from collections.abc import Sequence

from toolc.diagnostics import Diagnostic, Label
from toolc.ir import Package, Server, Tool

Found = tuple[Server, Tool]


def written_tools(package: Package) -> list[Found]:
    """Every tool that outputs contain, with its server, in the order of the bundle."""
    return [(server, tool) for server in package.servers for tool in server.tools if tool.written]


def first_of_each_name(found: Sequence[Found]) -> tuple[list[Found], list[Diagnostic]]:
    """The tools whose name no earlier server has taken, and a TC504 for each of the others."""
    first: dict[str, Found] = {}
    diagnostics: list[Diagnostic] = []
    for server, tool in found:
        if tool.name in first:
            diagnostics.append(_taken(server, tool, *first[tool.name]))
        else:
            first[tool.name] = (server, tool)
    return list(first.values()), diagnostics


def _taken(server: Server, tool: Tool, owner: Server, earlier: Tool) -> Diagnostic:
    return Diagnostic(
        "TC504",
        f"`{tool.name}` of server `{server.name}` is left out where a package's tools stand together: "
        f"server `{owner.name}` has a tool of that name",
        tool.span,
        (Label(earlier.span, "the one that is kept"),),
        "rename one of the two, or make the servers packages of their own",
    )
