"""`toolc generate`: writes every target's files for all tools under some paths."""

from typing import Annotated

import typer

from toolc import __version__
from toolc.cache.noop import Asked, keep
from toolc.cli import stages
from toolc.cli.build import Wishes, build
from toolc.cli.commands import Paths
from toolc.cli.options import Common
from toolc.cli.run import Run
from toolc.cli.targeted import targeted
from toolc.disk import Notes, noting

FAILED = 2


Out = Annotated[
    str | None, typer.Option(help="The folder to write to. Default: the configured one, else build/tools.", metavar="DIR")
]
Targets = Annotated[
    list[str] | None,
    typer.Option(
        help="An output to write: {targets}. Repeatable. Default: the configured ones, else mcp and typescript.",
        metavar="TARGET",
        autocompletion=lambda: list(stages.targets()),
    ),
]
Option = Annotated[
    list[str] | None,
    typer.Option(
        help="An option of one target, such as typescript.layout=single or python.models=pydantic. Repeatable.",
        metavar="TARGET.KEY=VALUE",
    ),
]
PerTool = Annotated[bool, typer.Option("--per-tool", help="Also write one JSON file for each tool.")]
Strict = Annotated[
    bool | None,
    typer.Option(
        "--strict",
        help="Also check every schema against the meta-schema of JSON Schema 2020-12. For OpenAI's strict mode see "
        "`--target openai-strict`.",
        show_default=False,
    ),
]


def generate(
    context: typer.Context,
    paths: Paths,
    common: Common,
    out: Out = None,
    target: Targets = None,
    option: Option = None,
    per_tool: PerTool = False,
    locked: Annotated[
        bool, typer.Option("--locked", help="Write nothing when the tools are not those of the lock (`toolc lock`).")
    ] = False,
    strict: Strict = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 and show a diff when outputs are not up to date.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show as a diff what would change.")] = False,
    list_outputs: Annotated[
        bool, typer.Option("--list-outputs", help="Write nothing; list the files that the outputs are.")
    ] = False,
    depfile: Annotated[
        str | None, typer.Option(help="Also write what the outputs depend on, for make and ninja.", metavar="FILE")
    ] = None,
    timings: Annotated[bool, typer.Option("--timings", help="Also show how long each stage took.")] = False,
) -> int:
    """Write schemas and clients for all tools. Only files that changed are touched; files no longer made are removed.

    Examples: `toolc generate src` · `toolc generate services --out gen --target openai --target typescript` ·
    `toolc generate src --check`
    """
    with noting(Notes()) as notes:
        run = Run(paths, common, out=out, targets=names(target), strict=strict or None)
        targeted(run.config.options, option or ())  # a word that is wrong ends the run before it begins
        wishes = Wishes(tuple(option or ()), per_tool, locked, check, diff, list_outputs, depfile, timings)
        built = build(run, wishes, notes)
    if built.status < FAILED and built.lasting and not locked and not timings and common.output_file is None:
        keep(Asked(context.obj, __version__), notes, built.status, built.said)
    return built.status


def names(target: list[str] | None) -> tuple[str, ...] | None:
    """The targets of a command line; None when it names none."""
    return tuple(name for item in target or () for name in item.split(",") if name) or None
