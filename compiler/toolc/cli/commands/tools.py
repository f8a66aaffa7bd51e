"""`toolc list`: the tools under some paths, as a table or as JSON."""

from typing import Annotated, Literal

from toolc.cli import declare
from toolc.cli.commands import Paths
from toolc.cli.documents import json_text, tool_document
from toolc.cli.options import Common
from toolc.cli.repeating import Recording
from toolc.cli.run import Run, counted, counted_files
from toolc.cli.tables import table

Format = Literal["text", "json"]


def tools(
    common: Common,
    paths: Paths = None,
    format: Annotated[Format, declare.option(help="A table, or everything as JSON.")] = "text",
    recording: Recording | None = None,
) -> int:
    """List the tools: name, system, place, fidelity. `--format json` prints all of each.

    Examples: `toolc list` · `toolc list tools.py --format json` · `toolc list handlers --system pba`
    """
    run = Run(paths, common, recording=recording, results=True)
    with run.busy("Reading …"):
        front = run.compiled()
    found = list(front.bundle.tools)
    with run.telling():
        if format == "json":
            run.print(json_text({"tools": [tool_document(*one) for one in found]}))
        elif found:
            rows = [(tool.name, tool.system, f"{tool.span.path}:{tool.span.line}", tool.fidelity) for _, _, tool in found]
            run.print(table(("name", "system", "place", "fidelity"), rows))
    return run.finish(front.diagnostics, f"{counted_files(front.files, front.left_out)}, {counted(len(found), 'tool')}")
