"""`toolc scan`: the tools of many archives, each read in a process of its own."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, NoReturn

from toolc.cli import declare, stages
from toolc.cli.bar import Bar
from toolc.cli.options import Common
from toolc.cli.report import Report
from toolc.cli.report_page import GENERATOR
from toolc.cli.run import Stop, exit_status
from toolc.cli.scanning.items import Item, items_of
from toolc.cli.scanning.records import Settings, head_of
from toolc.cli.scanning.results import Results, Unusable
from toolc.cli.scanning.spreading import examine_locally, examined_by_cluster
from toolc.cli.scanning.summary import index_page, summary
from toolc.cli.terminal_text import visible
from toolc.diagnostics import Diagnostic
from toolc.process_pool import available_processors
from toolc.progress import tell

_NAMED = 20  # failed items that are named at the end; the results have all


def scan(
    common: Common,
    source: Annotated[
        str,
        declare.argument(
            help="A text file with one path, requirement or `pypi:NAME==VERSION` per line; paths are relative to its "
            "folder. Or a folder: the archives below it.",
            metavar="LIST|FOLDER",
            show_default=False,
        ),
    ],
    out: Annotated[
        str | None,
        declare.option(help="The file of results: a line of JSON for each archive, in their order.", metavar="FILE"),
    ] = None,
    html: Annotated[str | None, declare.option(help="Also write a page with all of them.", metavar="FILE")] = None,
    retry: Annotated[bool, declare.option("--retry", help="Read again what failed in an earlier run.")] = False,
    timeout: Annotated[int, declare.option(help="How many seconds one archive may take.", metavar="SECONDS", min=1)] = 600,
    scheduler: Annotated[
        str | None,
        declare.option(
            help="Have a Dask cluster read the archives, at the same paths, instead of this machine; needs the extra `scan`.",
            metavar="ADDRESS",
        ),
    ] = None,
) -> int:
    """Read many archives, each in a process of its own.

    They are read as `--untrusted` reads. A failure affects only that archive. A scan that was interrupted resumes where it
    stopped; earlier results are kept while the archive, the options and the version of toolc are the same.

    Examples: `toolc scan wheels --out results.jsonl --html index.html` · `toolc scan list.txt --out results.jsonl --retry` ·
    `toolc scan list.txt --out results.jsonl --scheduler tcp://10.0.0.5:8786`
    """
    if out is None:
        _stop(common, "TC601", "results go to a file", "name it with --out FILE")
    items = _items(common, source)
    page = _page_of(common, html)
    settings = _settings(common)
    results = _results(common, out)
    todo = results.keep(items, settings, retry)
    bar, done = Bar(not common.quiet), len(items) - len(todo)
    with bar.doing("Scanning …", "archives", left=True):
        tell(done, len(items))
        examined = (
            examine_locally(todo, settings, timeout, common.jobs or available_processors())
            if scheduler is None
            else examined_by_cluster(todo, settings, timeout, scheduler)
        )
        for item, line in examined:
            results.add(item, line)
            done += 1
            tell(done, len(items))
    wrong = list(results.finish(items))
    lines = results.lines(items)
    if page is not None:
        wrong += stages.write_file(page, index_page(Path(source).name or "archives", lines).encode())[1]
    return _report_outcome(common, lines, wrong)


def _items(common: Common, source: str) -> list[Item]:
    try:
        items = items_of(source)
    except (OSError, ValueError) as error:
        _stop(common, "TC601", f"cannot read {visible(source)}: {error}", "name a list of archives, or a folder with some")
    if not items:
        _stop(
            common, "TC601", f"there is nothing to scan in {visible(source)}", "name a list of archives, or a folder with some"
        )
    return items


def _page_of(common: Common, html: str | None) -> Path | None:
    """The file of the page, which takes the place of no file but an earlier one."""
    page = Path(html) if html is not None else None
    try:
        if page is not None and page.exists() and GENERATOR.encode() not in page.read_bytes():
            help_ = "name another file with --html FILE"
            _stop(common, "TC647", f"{html} is there already, and no page that toolc has written", help_)
    except OSError as error:
        _stop(common, "TC605", f"cannot read {html}: {error}", "name another file with --html FILE")
    return page


def _settings(common: Common) -> Settings:
    return Settings(
        sandbox=common.sandbox or "auto",
        include_tests=common.include_tests,
        search_path=tuple(str(Path(path).absolute()) for path in common.search_path),
        python=str(Path(common.python).absolute()) if common.python is not None else None,
        assume=common.assume,
        environment=common.environment,
        system=common.system,
    )


def _results(common: Common, out: str) -> Results:
    try:
        return Results(Path(out))
    except Unusable as error:
        _stop(common, "TC605", str(error), "name another file with --out FILE")
    except OSError as error:
        _stop(common, "TC605", f"cannot write {visible(out)}: {error.strerror or error}", "name another file with --out FILE")


def _report_outcome(common: Common, lines: Sequence[bytes], wrong: list[Diagnostic]) -> int:
    """Say what it came to, and give the exit status."""
    heads = [head for head in map(head_of, lines) if head is not None]
    failed = [Diagnostic("TC648", f"{one.item}: {one.reason}") for one in heads if one.reason is not None]
    Report(common.color).show([*wrong, *failed[:_NAMED]])
    if not common.quiet:
        if len(failed) > _NAMED:
            sys.stderr.write(f"… and {len(failed) - _NAMED} more that failed\n")
        sys.stderr.write(summary(lines, with_cost=sys.stderr.isatty() or common.verbose))
    return exit_status([*wrong, *failed], "error")


def _stop(common: Common, code: str, message: str, help: str) -> NoReturn:
    said = Diagnostic(code, message, help=help)
    Report(common.color).show([said])
    raise Stop(2, (said,))
