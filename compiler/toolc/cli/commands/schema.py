"""`toolc schema`: one tool's schema on standard output."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from toolc.cli import declare, stages
from toolc.cli.options import Common
from toolc.cli.run import Run, count_noun, counted_files
from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle, Server, Tool
from toolc.text.suggestions import did_you_mean


def schema(
    common: Common,
    tool: Annotated[
        str,
        declare.argument(
            help="A tool by its name, or with its file: `search`, `tools.py::search`. `-::search` reads standard input. A file "
            "with one tool needs no name.",
            metavar="TOOL",
            show_default=False,
        ),
    ] = "",
    target: Annotated[
        str, declare.option(help="The target in whose form it is printed: any target that writes JSON.", metavar="TARGET")
    ] = "mcp",
) -> int:
    """Print the schema of one tool. A tool is named as callers name it or as Python does: `search`, `Files.read`.

    Examples: `toolc schema search` · `toolc schema tools.py::search --target openai` ·
    `cat tools.py | toolc schema - --target anthropic`
    """
    path, name = _split_argument(tool)
    run = Run([path] if path else None, common, results=True)
    form = run.find_named("TC602", "target", [target], stages.targets())[0]
    with run.busy("Compiling …"):
        front = run.compile()
    counts = counted_files(front.files, front.left_out)
    chosen = _choose_tool(front.bundle, name)
    if isinstance(chosen, Diagnostic):
        return run.finish((*front.diagnostics, chosen), counts)
    server, found = chosen
    text, rendering = stages.render_one(server, found, form)
    elsewhere = {other for _, _, one in front.bundle.tools if one is not found for other in one.diagnostics}
    diagnostics = [one for one in (*front.diagnostics, *rendering) if one not in elsewhere or one in found.diagnostics]
    if text is None:
        diagnostics.append(Diagnostic("TC607", f'"{found.name}" has no schema for {target}', found.span, help=_reason(found)))
    else:
        print(text, end="" if text.endswith("\n") else "\n")
    return run.finish(diagnostics, counts)


def _split_argument(word: str) -> tuple[str, str]:
    """The path and the name in an argument; either may be empty. A word that is no path is a name."""
    path, colons, name = word.partition("::")
    if colons or path == "-" or "/" in path or path.endswith((".py", ".json")) or Path(path).exists():
        return path, name
    return "", path


def _choose_tool(bundle: Bundle, name: str) -> tuple[Server, Tool] | Diagnostic:
    """The tool a name means, or what is wrong with the name."""
    every = [(server, tool) for _, server, tool in bundle.tools]
    if not name:
        if len(every) == 1:
            return every[0]
        return Diagnostic("TC607", f"{count_noun(len(every), 'tool')} here; name one after `::`", help=_names(every))
    for alike in (_is_name, _is_qualified, _ends_qualified):
        matching = [(server, tool) for server, tool in every if alike(tool, name)]
        if len(matching) == 1:
            return matching[0]
        if matching:
            return Diagnostic("TC607", f'several tools are called "{name}"', help=_names(matching, qualified=True))
    names = {tool.name for _, tool in every}
    near = did_you_mean(name, names) or did_you_mean(name, names | {_own(tool) for _, tool in every}, "tools are")
    return Diagnostic("TC607", f'no tool "{name}"', help=near)


def _is_name(tool: Tool, name: str) -> bool:
    return tool.name == name


def _is_qualified(tool: Tool, name: str) -> bool:
    return name in (_own(tool), tool.qualname, tool.qualname.replace(":", "."))


def _ends_qualified(tool: Tool, name: str) -> bool:
    return _own(tool).endswith(f".{name}")


def _own(tool: Tool) -> str:
    """The name in the file, without the module."""
    return tool.qualname.rpartition(":")[2]


def _names(tools: Sequence[tuple[Server, Tool]], qualified: bool = False) -> str:
    names = sorted(tool.qualname if qualified else tool.name for _, tool in tools)
    return "tools are: " + ", ".join(names[:40]) if names else ""


def _reason(tool: Tool) -> str:
    if tool.broken:
        return "its schema is not valid: `toolc list --format json` shows it as the framework reports it"
    return {
        "unknown": "its schema is not known without running the program",
        "refused": "the framework itself would refuse it",
    }.get(tool.fidelity, "the target leaves it out, or has no document for a single tool")
