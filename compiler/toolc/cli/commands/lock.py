"""`toolc lock`: writes the contract of all tools into one file."""

from pathlib import Path
from typing import Annotated

import typer

from toolc.cli import stages
from toolc.cli.commands import Paths
from toolc.cli.options import Common
from toolc.cli.run import Run, counted
from toolc.cli.visible import visible


def lock(
    paths: Paths,
    common: Common,
    file: Annotated[
        str | None, typer.Option(help="The file to write. Default: the configured one, else toolc.lock.", metavar="FILE")
    ] = None,
) -> int:
    """Write what every tool tells its callers, with fingerprints, for reviews and for `toolc generate --locked`.

    Examples: `toolc lock services` · `toolc diff toolc.lock services`
    """
    run = Run(paths, common, lock=file)
    with run.busy("Compiling …"):
        front = run.compiled()
        state, failed = stages.write_file(Path(run.config.lock), stages.lock_bytes(front.bundle))
    counts = f"{counted(front.files, 'file')}, {counted(len(list(front.bundle.tools)), 'tool')}"
    return run.finish((*front.diagnostics, *failed), f"{counts}, {visible(run.config.lock)} {state}")
