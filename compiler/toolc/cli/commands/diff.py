"""`toolc diff`: what changed in the contract of tools with their callers."""

import sys
from typing import Annotated, Literal

from toolc.cli import changes, declare, stages
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.run import Run
from toolc.cli.sides import GIT, sides
from toolc.config import Category
from toolc.contract.rules import RULES


def diff(
    common: Common,
    old: Annotated[
        str,
        declare.argument(
            help="What it was: a path, a `toolc.lock`, a recorded `tools/list`, the output folder of a run, or `git:REV`.",
            metavar="OLD",
            show_default=False,
        ),
    ],
    new: Annotated[
        str | None,
        declare.argument(
            help="What it is; default: the root of the configuration found, else the current folder.", metavar="NEW"
        ),
    ] = None,
    category: Annotated[
        Category | None,
        declare.option(help="What must not break; each category holds those before it. Default: call.", show_default=False),
    ] = None,
    output_format: Annotated[
        Literal["text", "markdown", "json"], declare.option(help="For people, for a pull request, or for programs.")
    ] = "text",
) -> int:
    """Show what changed for callers, and whether it breaks them (breaking). Exit status 1 if it does.

    Examples: `toolc diff git:main` · `toolc diff toolc.lock services --category prompt`
    """
    run = Run([new] if new is not None and not new.startswith(GIT) else None, common)
    options = run.config.diff
    run.named("TC606", "change", options.severity, RULES)
    with run.busy("Comparing …"):
        before, after = sides(old, new, common, run)
        found = stages.compare(before.bundle, after.bundle, options.renamed, before.sent or after.sent)
    asked = category or options.category
    judged = [changes.Judged(one, one.severity(asked, options.severity)) for one in found]
    counted = [one for one in judged if one.severity != "off"]
    shown = [one for one in counted if one.severity == "error"] if common.quiet else counted
    if output_format == "json":  # for programs: all of it
        print(json_text(changes.as_document(counted, before.label, after.label)))
    else:
        text = output_format == "text"
        lines = changes.as_text(shown) if text else changes.as_markdown(shown, before.label, after.label, counted)
        for line in lines:
            print(line)
    if not common.quiet and output_format != "markdown":
        sys.stdout.flush()
        sys.stderr.write(changes.summary(counted) + "\n")
    return int(any(one.severity == "error" for one in judged))
