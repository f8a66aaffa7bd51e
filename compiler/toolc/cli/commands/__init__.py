"""The commands, one module each. A command takes parsed arguments, prints its result and gives the exit status."""

from typing import Annotated

from toolc.cli import declare

Paths = Annotated[
    list[str] | None,
    declare.argument(
        help="Files and folders to read; default: the root of the configuration found, else the current folder. "
        "`-` is standard input. A `.json` file holds recorded tools, or one schema. Archives (wheel, sdist, zip, tar, .mcpb), "
        "`git:REV` and `pypi:NAME==VERSION` are read in memory.",
        metavar="PATHS",
        show_default=False,
    ),
]
"""None, where a command line names none: `Run` knows the default."""
