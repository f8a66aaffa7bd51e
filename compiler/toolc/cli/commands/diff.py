"""`toolc diff`: what changed in the contract of tools with their callers."""

import sys
from typing import Annotated, Literal

import typer

from toolc.cli import changes, stages
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.run import Run
from toolc.cli.sides import GIT, side
from toolc.config import Category
from toolc.contract.rules import RULES


def diff(
    common: Common,
    old: Annotated[
        str,
        typer.Argument(
            help="What it was: a path, a `toolc.lock`, a recorded `tools/list`, the output folder of a run, or `git:REV`.",
            metavar="OLD",
            show_default=False,
        ),
    ],
    new: Annotated[str, typer.Argument(help="What it is; the current folder when left out.", metavar="[NEW]")] = ".",
    category: Annotated[
        Category | None,
        typer.Option(help="What must not break; each category holds those before it. Default: call.", show_default=False),
    ] = None,
    output_format: Annotated[
        Literal["text", "markdown", "json"], typer.Option(help="For people, for a pull request, or for programs.")
    ] = "text",
) -> int:
    """Tell what changed between two states of all tools, and whether it breaks callers: exit status 1 if it does.

    Examples: `toolc diff git:main services` · `toolc diff toolc.lock services --category prompt`
    """
    paths = [new] if not new.startswith(GIT) else ["."]
    run = Run(paths, common)
    options = run.config.diff
    run.named("TC606", "change", options.severity, RULES)
    with run.busy("Comparing …"):
        before, after = (side(given, paths, common, run) for given in (old, new))
        found = stages.compare(before.bundle, after.bundle, options.renamed, before.sent or after.sent)
    asked = category or options.category
    judged = [changes.Judged(one, one.severity(asked, options.severity)) for one in found]
    shown = [one for one in judged if one.severity != "off" and not (common.quiet and one.severity != "error")]
    if output_format == "json":
        typer.echo(json_text(changes.as_document(shown, before.label, after.label)))
    else:
        lines = changes.as_text(shown) if output_format == "text" else changes.as_markdown(shown, before.label, after.label)
        for line in lines:
            typer.echo(line)
    if not common.quiet and output_format != "markdown":
        sys.stdout.flush()
        sys.stderr.write(changes.summary(shown) + "\n")
    return int(any(one.severity == "error" for one in judged))
