"""`toolc ir`: the intermediate representation, for back ends outside toolc."""

from typing import Annotated

import msgspec
import typer

from toolc.cli.commands import needed
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.run import Run, counted
from toolc.ir import Bundle


def ir(
    common: Common,
    paths: Annotated[list[str] | None, typer.Argument(help="Files and folders to read.", metavar="PATHS")] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of the representation instead.")] = False,
) -> int:
    """Print all that is known about the tools as JSON: what every built-in target is made from.

    Examples: `toolc ir src | my-generator` · `toolc ir --schema`
    """
    if schema:
        typer.echo(json_text(msgspec.json.schema(Bundle)))
        return 0
    run = Run(needed(paths), common)
    with run.busy("Reading …"):
        front = run.compiled()
    with run.telling():
        typer.echo(json_text(front.bundle))
    count = len(list(front.bundle.tools))
    return run.finish(front.diagnostics, f"{counted(front.files, 'file')}, {counted(count, 'tool')}")
