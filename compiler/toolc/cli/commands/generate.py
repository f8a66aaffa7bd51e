"""`toolc generate`: writes every target's files for all tools under some paths."""

from typing import Annotated

from toolc import __version__
from toolc.cache.up_to_date import Invocation, keep
from toolc.cli import declare, stages, words
from toolc.cli.build import Wishes, build
from toolc.cli.commands import Paths
from toolc.cli.options import Common
from toolc.cli.run import Run
from toolc.cli.target_options import target_options
from toolc.tracked_files import AccessTrace, tracing

FAILED = 2


Out = Annotated[
    str | None, declare.option(help="The folder to write to. Default: the configured one, else tool-clients.", metavar="DIR")
]
Targets = Annotated[
    list[str] | None,
    declare.option(
        help="An output to write: {targets}. Repeatable. Default: the configured ones, else mcp and typescript.",
        metavar="TARGET",
        autocompletion=lambda: list(stages.targets()),
    ),
]
Option = Annotated[
    list[str] | None,
    declare.option(
        help="An option of one target. Examples: typescript.layout=single, python.models=pydantic. Repeatable.",
        metavar="TARGET.KEY=VALUE",
    ),
]
PerTool = Annotated[bool, declare.option("--per-tool", help="Also write one JSON file for each tool.")]
Clean = Annotated[bool, declare.option("--clean", help="Also remove outputs of packages that are gone.")]
Strict = Annotated[
    bool | None,
    declare.option(
        "--strict",
        help="Check schemas with the meta-schema of 2020-12. For OpenAI's strict mode see `--target openai-strict`.",
        show_default=False,
    ),
]


def generate(
    common: Common,
    paths: Paths = None,
    out: Out = None,
    target: Targets = None,
    option: Option = None,
    per_tool: PerTool = False,
    locked: Annotated[
        bool, declare.option("--locked", help="Write nothing when the tools differ from the lock (`toolc lock`).")
    ] = False,
    strict: Strict = None,
    check: Annotated[
        bool, declare.option("--check", help="Write nothing; report outputs that are not up to date, and exit with 1.")
    ] = False,
    diff: Annotated[bool, declare.option("--diff", help="Write nothing; show what would change as a diff.")] = False,
    list_outputs: Annotated[bool, declare.option("--list-outputs", help="Write nothing; list the output files.")] = False,
    depfile: Annotated[
        str | None, declare.option(help="Write what outputs depend on, for make and ninja.", metavar="FILE")
    ] = None,
    clean: Clean = False,
    timings: Annotated[bool, declare.option("--timings", help="Also show how long each stage took, and counts.")] = False,
) -> int:
    """Write schemas and clients. Paths choose packages; the outputs of others, and of those with errors, stay as they are.

    Examples: `toolc generate` · `toolc generate services --out gen --target openai --target typescript` ·
    `toolc generate --check`
    """
    with tracing(AccessTrace()) as notes:
        printed = diff or list_outputs
        run = Run(paths, common, results=printed, out=out, targets=names(target), strict=strict or None)
        target_options(run.config.options, option or ())  # a word that is wrong ends the run before it begins
        wishes = Wishes(tuple(option or ()), per_tool, locked, check, diff, list_outputs, depfile, timings, clean)
        built = build(run, wishes, notes)
    if built.status < FAILED and built.lasting and not locked and not timings and common.output_file is None:
        keep(Invocation(words.given, __version__), notes, built.status, built.said)
    return built.status


def names(target: list[str] | None) -> tuple[str, ...] | None:
    """The targets of a command line; None when it names none."""
    return tuple(name for item in target or () for name in item.split(",") if name) or None
