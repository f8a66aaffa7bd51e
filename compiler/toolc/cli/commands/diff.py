"""`toolc diff`: what changed in the contract of tools with their callers."""

import sys
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Struct

from toolc.cli import changes, declare, stages
from toolc.cli.comparison_inputs import GIT, comparison_inputs, suspicions
from toolc.cli.documents import json_text
from toolc.cli.options import Common
from toolc.cli.run import Run, walls
from toolc.config import Category
from toolc.contract.rules import RULES

Form = Literal["text", "markdown", "changelog", "json", "github", "gitlab", "sarif", "junit"]


def diff(
    common: Common,
    old: Annotated[
        str,
        declare.argument(
            help="The old state: a path, a `toolc.lock`, a recorded `tools/list`, the output folder of a run, or `git:REV`.",
            metavar="OLD",
            show_default=False,
        ),
    ],
    new: Annotated[
        str | None,
        declare.argument(
            help="The new state; default: the root of the configuration found, else the current folder.", metavar="NEW"
        ),
    ] = None,
    category: Annotated[
        Category | None,
        declare.option(help="What must not break; each category includes those before it. Default: call.", show_default=False),
    ] = None,
    output_format: Annotated[
        Form,
        declare.option(help="For people, for a pull request, for a CHANGELOG, for programs, or for a service's annotations."),
    ] = "text",
    semver: Annotated[
        bool,
        declare.option(
            "--semver", help="Also say whether that is a major, minor or patch release, and the lowest version that fits."
        ),
    ] = False,
) -> int:
    """Show what changed for callers, and whether it breaks them (breaking). Exit status 1 if it does.

    Examples: `toolc diff git:main` · `toolc diff toolc.lock services --category prompt` · `toolc diff git:v1.4.0 --semver`
    """
    run = Run([new] if new is not None and not new.startswith(GIT) else None, common)
    options = run.config.diff
    run.find_named("TC606", "change", options.severity, RULES)
    with run.busy("Comparing …"):
        before, after = comparison_inputs(old, new, common, run)
        sent, unknown = before.sent or after.sent, before.unknown_results | after.unknown_results
        compared = stages.compare(before.bundle, after.bundle, options.renamed, sent, unknown)
        versions = before.versions, after.versions
        compared = stages.held_to_window(compared, options.deprecation_window, before.bundle, before.since, versions)
        found = sorted((*compared, *suspicions(before, after)), key=lambda one: (one.place, one.code, one.at, one.message))
    asked = category or options.category
    judged = [changes.Judged(one, one.severity(asked, options.severity)) for one in found]
    counted = [one for one in judged if one.severity != "off"]
    shown = [one for one in counted if one.severity == "error"] if common.quiet else counted
    releases = stages.releases(found, before.versions) if semver else {}
    for line in _lines(output_format, Comparison(before.label, after.label, counted, shown, releases)):
        print(line)
    if not common.quiet and output_format in ("text", "json"):
        sys.stdout.flush()
        stood = [one.sandboxed for one in (before, after) if one.sandboxed is not None]
        sys.stderr.write(", ".join((changes.summary(counted), *walls(all(stood) if stood else None))) + "\n")
    return int(any(one.severity == "error" for one in judged))


class Comparison(Struct, frozen=True):
    """Comparison to be shown: names of both sides, all changes, those for people, and versions (`stages.releases`)."""

    old: str
    new: str
    counted: list[changes.Judged]
    shown: list[changes.Judged]
    releases: dict[str, tuple[str, str, str]]


def _lines(form: Form, made: Comparison) -> Iterator[str]:
    """The lines of a comparison in the form asked for."""
    releases = changes.release_lines(made.releases)
    match form:
        case "text":
            yield from (*changes.as_text(made.shown), *releases)
        case "markdown":
            yield from changes.as_markdown(made.shown, made.old, made.new, made.counted)
            yield from (line if number else f"\n{line}" for number, line in enumerate(f"- {one}" for one in releases))
        case "changelog":
            yield from changes.as_changelog(made.counted)
        case "json":  # for programs: all of it
            yield json_text(changes.as_document(made.counted, made.old, made.new, made.releases))
        case _:
            yield from stages.document(form, changes.as_findings(made.counted)).splitlines()
