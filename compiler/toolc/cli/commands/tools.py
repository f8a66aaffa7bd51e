"""`toolc list`: the tools under some paths, or what else their servers have, as a table or as JSON."""

from typing import Annotated, Literal

from toolc.cli import declare
from toolc.cli.commands import Paths
from toolc.cli.documents import component_document, component_kind, component_name, json_text, tool_document
from toolc.cli.options import Common
from toolc.cli.repeating import Recording
from toolc.cli.run import Run, count_noun, counted_files
from toolc.cli.tables import table
from toolc.ir import Component, ServerInfo

Format = Literal["text", "json"]
Kind = Literal["tool", "prompt", "resource", "server"]


def tools(
    common: Common,
    paths: Paths = None,
    format: Annotated[Format, declare.option(help="A table, or everything as JSON.")] = "text",
    kind: Annotated[
        Kind, declare.option(help="What is listed: tools, or prompts, resources and what servers say of themselves.")
    ] = "tool",
    long: Annotated[bool, declare.option("--long", help="Each tool with its whole text and its parameters.")] = False,
    recording: Recording | None = None,
) -> int:
    """List the tools: name, system, place, fidelity. `--long` and `--format json` print all of each.

    Examples: `toolc list` · `toolc list --long` · `toolc list tools.py --format json` · `toolc list handlers --system pba` ·
    `toolc list --kind prompt`
    """
    run = Run(paths, common, recording=recording, results=True)
    with run.busy("Reading …"):
        front = run.compile()
    found = list(front.bundle.tools)
    if kind != "tool":
        others = [one for one in front.bundle.components if component_kind(one[2]) == kind]
        with run.telling():
            if format == "json":
                run.print(json_text({f"{kind}s": [component_document(*one) for one in others]}))
            elif others:
                able = ("capabilities",) if kind == "server" else ()
                rows = [
                    (component_name(server, one), server.system, f"{one.span.path}:{one.span.line}", one.fidelity, *_able(one))
                    for _, server, one in others
                ]
                run.print(table(("name", "system", "place", "fidelity", *able), rows))
        return run.finish(front.diagnostics, f"{counted_files(front.files, front.left_out)}, {count_noun(len(others), kind)}")
    with run.telling():
        if format == "json":
            run.print(json_text({"tools": [tool_document(*one) for one in found]}))
        elif found and long:
            from toolc.cli.long_list import long_list  # not needed by whoever wants the table

            run.print(long_list(front.bundle))
        elif found:
            rows = [(tool.name, tool.system, f"{tool.span.path}:{tool.span.line}", tool.fidelity) for _, _, tool in found]
            run.print(table(("name", "system", "place", "fidelity"), rows))
    return run.finish(front.diagnostics, f"{counted_files(front.files, front.left_out)}, {count_noun(len(found), 'tool')}")


def _able(one: Component) -> tuple[str, ...]:
    """The column of what a server can do; none for anything else."""
    return (", ".join(one.capabilities or {}) or "?",) if isinstance(one, ServerInfo) else ()
