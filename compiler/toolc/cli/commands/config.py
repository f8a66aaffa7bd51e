"""`toolc config`: the configuration that holds, or its JSON Schema."""

import sys
from typing import Annotated

import typer
from msgspec import to_builtins

from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.run import Run
from toolc.cli.visible import visible
from toolc.config import json_schema


def config(
    common: Common,
    paths: Annotated[
        list[str] | None, typer.Argument(help="What the run would be given; the current folder when left out.", metavar="PATHS")
    ] = None,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of toolc.toml instead.")] = False,
) -> int:
    """Print the configuration a run over these paths would use: the file and the options merged.

    Examples: `toolc config` · `toolc config --schema > toolc.schema.json`
    """
    if schema:
        typer.echo(json_text(json_schema()))
        return 0
    run = Run(paths or ["."], common)
    typer.echo(json_text(to_builtins(run.config)))
    if not common.quiet:
        sys.stdout.flush()
        sys.stderr.write(f"from {visible(run.origin)}\n" if run.origin else "no toolc.toml or [tool.toolc]: defaults\n")
    return 0
