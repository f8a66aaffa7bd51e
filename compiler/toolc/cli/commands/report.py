"""`toolc report`: the tools under some paths as a document for people."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import Struct

from toolc.cli import declare, stages
from toolc.cli.backstage import NAMES as ENTITIES
from toolc.cli.backstage import new_entities, with_definitions
from toolc.cli.catalogue import BEGIN, END, between_markers, catalogue
from toolc.cli.commands import Paths
from toolc.cli.comparison_inputs import since_lock
from toolc.cli.manifests import NAME as MANIFEST
from toolc.cli.manifests import with_tools
from toolc.cli.options import Common
from toolc.cli.registry import NAME as SERVER
from toolc.cli.registry import contradictions, new_server, with_server
from toolc.cli.report_page import GENERATOR, Known, report_page
from toolc.cli.run import DRIFT, Run, count_noun, counted_files
from toolc.cli.skills import NAME as SKILL
from toolc.cli.skills import skill
from toolc.cli.terminal_text import visible
from toolc.cli.whole import findings, nothing_to_write
from toolc.diagnostics import Diagnostic, in_order
from toolc.source import Span

if TYPE_CHECKING:
    from toolc.driver import Front

_VOCABULARY = "o200k_base"
"""Of OpenAI's models: what others count is near it."""


def report(
    common: Common,
    paths: Paths = None,
    out: Annotated[
        str | None,
        declare.option(
            help=f"The file to write. Of an existing file only a part is replaced: what is between `{BEGIN}` and `{END}`; in a "
            f"`{MANIFEST}` (MCPB) the tools; in a `{SERVER}` (MCP registry) version and environment variables; in a "
            f"`{ENTITIES[0]}` (Backstage) definitions.",
            metavar="FILE",
        ),
    ] = None,
    html: Annotated[
        bool, declare.option("--html", help="One page of HTML for reviewers; also where FILE ends with `.html`.")
    ] = False,
    markdown: Annotated[bool, declare.option("--markdown", help="Markdown; the default for every other FILE.")] = False,
    reach: Annotated[
        bool,
        declare.option(
            "--reach",
            help="Markdown says what the code of each tool may reach (processes, network, files, environment), as HTML does; "
            "also with --untrusted.",
        ),
    ] = False,
    check: Annotated[bool, declare.option("--check", help="Write nothing; fail if the file is not up to date.")] = False,
) -> int:
    """Describe all tools in Markdown or HTML, or in a file for a registry.

    Examples: `toolc report` · `toolc report --out README.md --check` · `toolc report shop.whl --untrusted --out tools.html`
    """
    run = Run(paths, common, results=out is None)
    if check and out is None:
        run.stop([Diagnostic("TC601", "--check needs the file to compare with", help="name it with --out FILE")])
    if html and markdown:
        run.stop([Diagnostic("TC601", "--html and --markdown exclude each other", help="write two files")])
    html = html or (not markdown and out is not None and out.lower().endswith((".html", ".htm")))
    with run.busy("Reading …"):
        front = run.compile(widened=html, reaching=html or reach or run.sandbox is not None)
    counts = f"{counted_files(front.files, front.left_out)}, {count_noun(len(list(front.bundle.tools)), 'tool')}"
    said = findings(front, clean=False) if out is not None else front.diagnostics
    if out is None:
        with run.telling():
            sys.stdout.write(_page(run, front) if html else catalogue(front.bundle, front.reach))
    elif not nothing_to_write(front, clean=False):
        state, more = _write_report(Path(out), _form(run, front, Path(out), html, markdown), check)
        said, counts = (*said, *more), f"{counts}, {visible(out)} {state}"
    return run.finish(said, counts)


def _page(run: Run, front: "Front") -> str:
    """The page, with what changed since the lock if there is one, and tokens where they can be counted."""
    changes = since_lock(run, front) if Path(run.config.lock).is_file() else []
    count = stages.counter(_VOCABULARY)
    findings = in_order((*run.noted, *run.choosing.select(front.diagnostics)))
    return report_page(front.bundle, Known(findings, changes, None if isinstance(count, Diagnostic) else count, front.reach))


class Form(Struct, frozen=True):
    """Form of tools in a file. `fresh`: the text of a new file, None where there must be one; `merged`: from the text of
    one that is there, None where it has no place for tools. `refused`: why, and what to do. `judged`: what is wrong with one.
    """

    fresh: str | None
    merged: Callable[[str], str | None]
    refused: tuple[str, str]
    judged: Callable[[str], tuple[Diagnostic, ...]] = lambda text: ()


def _form(run: Run, front: "Front", out: Path, html: bool, markdown: bool) -> Form:
    """The form that a file has by its name, unless another one was asked for."""
    if html:
        page = _page(run, front)
        refused = "is there already, and no page that toolc has written", "name another file with --out FILE"
        return Form(page, lambda before: page if GENERATOR in before else None, refused)
    if out.name == MANIFEST and not markdown:
        refused = (
            "is not a manifest of an MCP bundle",
            f"write one that has all but the tools, or name another file than {MANIFEST}",
        )
        return Form(None, lambda before: with_tools(before, front.bundle), refused)
    if out.name == SERVER and not markdown:
        return _server_form(run, front, out)
    if out.name in ENTITIES and not markdown:
        help_ = (
            "it needs lines `# toolc: begin NAME` and `# toolc: end NAME` in the spec of each server, as a new file has them"
        )
        refused = "is there already, and has no place for the tools of each server", help_
        return Form(new_entities(front.bundle), lambda before: with_definitions(before, front.bundle), refused)
    text = catalogue(front.bundle, front.reach)
    fresh = skill(front.bundle, text) if out.name == SKILL and not markdown else text
    help_ = f"put a line `{BEGIN}` and a line `{END}` where the tools are to stand"
    return Form(
        fresh, lambda before: between_markers(before, text), ("is there already, and has no place for the tools", help_)
    )


def _server_form(run: Run, front: "Front", out: Path) -> Form:
    """The form of a `server.json`, which also has what the sources read from the environment."""
    with run.busy("Reading …"):
        told = stages.publication(run.paths, run.config, run.sandbox)
    refused = (
        "is not a server of the MCP registry" if out.exists() else "cannot be made of these sources alone",
        'write one with `name`, `description`, `version` and a package of `"registryType": "pypi"`; toolc fills in the rest',
    )
    return Form(
        new_server(front.bundle, told),
        lambda before: with_server(before, front.bundle, told),
        refused,
        lambda text: (*contradictions(text, str(out), front.bundle, told), *told.diagnostics),
    )


def _write_report(place: Path, form: Form, check: bool) -> tuple[str, tuple[Diagnostic, ...]]:
    """Write the tools to a file, or in their place of one that is there; gives what was done, and what is wrong."""
    try:
        before = place.read_bytes().decode("utf-8") if place.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        return "not read", (Diagnostic("TC605", f"cannot read {place}: {error}", help="name another file with --out FILE"),)
    after = form.fresh if before is None else form.merged(before)
    if after is None:
        reason, help_ = form.refused
        return "not written", (Diagnostic("TC647", f"{place} {reason}", help=help_),)
    judged = form.judged(after)
    if not check:
        state, wrong = stages.write_file(place, after.encode("utf-8"))
        return state, (*wrong, *judged)
    if after == before:
        return "up to date", judged
    drift = "what it says of the tools is not up to date"
    help_ = f"toolc report --out {visible(str(place))}"
    return "not up to date", (Diagnostic(DRIFT, drift, Span(str(place)), help=help_), *judged)
