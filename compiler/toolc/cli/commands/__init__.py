"""The commands, one module each. A command takes parsed arguments, prints its result and gives the exit status."""

from collections.abc import Sequence
from typing import Annotated

import typer

Paths = Annotated[
    list[str],
    typer.Argument(
        help="Files and folders to read; `-` is standard input. A `.json` file holds tools that were recorded, or a schema.",
        metavar="PATHS",
        show_default=False,
    ),
]


def needed(paths: Sequence[str] | None) -> list[str]:
    """The paths, or a usage error when none were given."""
    if not paths:
        raise typer.BadParameter("missing: a file or folder to read", param_hint="PATHS")
    return list(paths)
