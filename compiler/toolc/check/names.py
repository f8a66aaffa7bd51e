"""Tool names that one server holds twice.

Takes the tools of one server, gives a diagnostic for each tool whose name an earlier one has taken.
"""

from collections.abc import Mapping, Sequence

from toolc.diagnostics import Diagnostic, Label
from toolc.ir import UNNAMED, Tool


def duplicates(server: str, tools: Sequence[Tool]) -> Mapping[int, tuple[Diagnostic, ...]]:
    """By index in `tools`: why that tool is left out. The first in source order is kept.

    A refused tool is never registered, so it takes no name. An unknown one is: only its schema cannot be told. Where the name
    itself cannot be told there is none to compare.
    """
    first: dict[str, Tool] = {}
    taken: dict[int, tuple[Diagnostic, ...]] = {}
    for index in sorted(range(len(tools)), key=lambda index: (tools[index].span, index)):
        tool = tools[index]
        if tool.fidelity == "refused" or not _named(tool):
            continue
        if tool.name in first:
            taken[index] = (_duplicate(server, tool, first[tool.name]),)
        else:
            first[tool.name] = tool
    return taken


def _named(tool: Tool) -> bool:
    """Whether the name is what callers say: not the placeholder, not the function's where the true one is computed."""
    return tool.name != UNNAMED and all(one.code != "TC201" for one in tool.diagnostics)


def _duplicate(server: str, tool: Tool, earlier: Tool) -> Diagnostic:
    return Diagnostic(
        "TC401",
        f"server `{server}` already has a tool named `{tool.name}`",
        tool.span,
        (Label(earlier.span, "the first one, which is kept"),),
        "give one of the two another name",
    )
