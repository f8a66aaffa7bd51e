"""Package folders, and the tools of a package across its servers.

Takes packages and servers, gives folder names that no file system confuses and each tool name once.
"""

import re
from collections.abc import Iterable, Sequence

from toolc.diagnostics import Diagnostic, Label
from toolc.ir import Package, Server, Tool


def folders(packages: Sequence[Package]) -> list[str]:
    """A folder for each package, unique also where letter case does not count."""
    result: list[str] = []
    for package in packages:
        slug = re.sub(r"[^A-Za-z0-9._-]+", "-", package.name).strip("._-")[:80].strip("._-") or "tools"
        candidate, number = slug, 1
        while candidate.casefold() in {one.casefold() for one in result}:
            number += 1
            candidate = f"{slug}-{number}"
        result.append(candidate)
    return result


def tools_of(package: Package) -> tuple[list[Tool], list[Diagnostic]]:
    """Every written tool, the first of each name; a TC504 for each one left out."""
    first: dict[str, tuple[Server, Tool]] = {}
    diagnostics: list[Diagnostic] = []
    for server, tool in _written(package):
        if tool.name in first:
            diagnostics.append(_taken(server, tool, *first[tool.name]))
        else:
            first[tool.name] = (server, tool)
    return [tool for _, tool in first.values()], diagnostics


def _written(package: Package) -> Iterable[tuple[Server, Tool]]:
    return ((server, tool) for server in package.servers for tool in server.tools if tool.written)


def _taken(server: Server, tool: Tool, owner: Server, earlier: Tool) -> Diagnostic:
    return Diagnostic(
        "TC504",
        f"`{tool.name}` of server `{server.name}` is left out where a package's tools stand together: "
        f"server `{owner.name}` has a tool of that name",
        tool.span,
        (Label(earlier.span, "the one that is kept"),),
        "rename one of the two, or make the servers packages of their own",
    )
