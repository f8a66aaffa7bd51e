"""`toolc check`: everything there is to say about the tools, and nothing written."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import Struct, structs

from toolc.cli import declare, stages
from toolc.cli.autofix import fix_files, refuse_untrusted
from toolc.cli.commands import Paths
from toolc.cli.options import Common
from toolc.cli.programs import misfits
from toolc.cli.repeating import Recording
from toolc.cli.run import Run, count_noun, counted_files
from toolc.cli.sizes import over_budget, sizes
from toolc.cli.tables import table
from toolc.codes import CODES
from toolc.config import CheckOptions
from toolc.cpu_budget import uninterruptible
from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle

if TYPE_CHECKING:
    from toolc import emit, providers

Selectors = list[str] | None
_CODES = "CODES"
_CODE = "code-mode"
"""The target of those that code calls, to whom it matters what tools return."""

Provider = Annotated[
    list[str] | None,
    declare.option(help="Check what this provider accepts: {providers}. Repeatable.", metavar="NAME"),
]
Target = Annotated[
    list[str] | None,
    declare.option(
        help="An output whose findings count. Default: the configured ones, else mcp and typescript.", metavar="TARGET"
    ),
]

Program = Annotated[
    list[str] | None,
    declare.option(
        help="Type-check a program (.ts, .py) that calls the tools through the tree of target code-mode. Repeatable.",
        metavar="FILE",
    ),
]


class Found(Struct, frozen=True):
    """Result of checking the files once."""

    diagnostics: tuple[Diagnostic, ...]
    files: int
    left_out: int
    tools: int


def check(
    common: Common,
    paths: Paths = None,
    select: Annotated[
        Selectors,
        declare.option(help="Show these codes only: TC307, TC3, a name, or ALL. Commas or repeatable.", metavar=_CODES),
    ] = None,
    extend_select: Annotated[
        Selectors, declare.option(help="Show these as well as what the configuration selects.", metavar=_CODES)
    ] = None,
    ignore: Annotated[
        Selectors, declare.option(help="Leave these out. A longer beginning of codes wins over a shorter one.", metavar=_CODES)
    ] = None,
    provider: Provider = None,
    target: Target = None,
    program: Program = None,
    fix: Annotated[
        bool,
        declare.option("--fix", help="Fix what is mechanical: docstrings, comments, names of parameters that are refused."),
    ] = False,
    diff: Annotated[bool, declare.option("--diff", help="With --fix: show what would change, and write nothing.")] = False,
    statistics: Annotated[bool, declare.option("--statistics", help="Also count findings by code.")] = False,
    strict: Annotated[
        bool | None,
        declare.option(
            "--strict",
            help="Also check every schema against the meta-schema of JSON Schema 2020-12. For strict modes see --provider.",
            show_default=False,
        ),
    ] = None,
    recording: Recording | None = None,
) -> int:
    """Report all findings about the tools (lint). Nothing is written.

    Findings are left out by code (`--ignore`, `[tool.toolc.check]`), by file (`per-file-ignores`), or at a line with
    `# toolc: ignore[TC307] reason`; a comment that suppresses nothing is reported too.

    Examples: `toolc check` · `toolc check --provider openai-strict --fail-on warning` · `toolc check src --select TC4` ·
    `toolc check src --program agent.py`
    """
    recording = None if program else recording  # what a type checker says depends on more than the files that are noted
    run = Run(paths, common, recording=recording, thorough=True, targets=_words(target), strict=strict or None)
    run.choose(_options(run.config.check, select, extend_select, ignore, provider))
    targets = run.find_named("TC602", "target", run.config.targets, stages.targets())
    held_to = run.find_named("TC602", "provider", run.config.check.providers, stages.providers())
    if fix or diff:
        refuse_untrusted(common)
        changed = fix_files(run, _collect_findings(run, targets, held_to).diagnostics, preview=diff)
        if diff:
            return int(changed)
        run.choose(run.config.check)  # the files are others now
    found = _collect_findings(run, targets, held_to, program or ())
    said = (*found.diagnostics, *run.choosing.unused_findings())
    if statistics:
        for line in _statistics((*run.noted, *said)):
            run.print(line)
    sys.stdout.flush()
    return run.finish(said, f"{counted_files(found.files, found.left_out)}, {count_noun(found.tools, 'tool')}")


def _collect_findings(
    run: Run, targets: Sequence["emit.Target"], held_to: Sequence["providers.Provider"], programs: Sequence[str] = ()
) -> Found:
    """Everything that is found, less what is left out."""
    with run.busy("Checking …"):
        front = run.compile()
        _, rendering = stages.render(front.bundle, targets, per_tool=False, own=run.config.options)
        fitness = stages.judge_fitness(front.bundle, held_to, run.text, run.sandbox, front.units) if held_to else ()
        called = any(one.name == _CODE for one in targets)
        results = stages.judge_results(front.bundle, run.text, run.sandbox) if called else ()
        found = (*front.diagnostics, *rendering, *fitness, *results, *_over_budget(run, front.bundle))
        found += _misfits(run, front.bundle, programs) if programs else ()
        return Found(run.choosing.select(found), front.files, front.left_out, len(list(front.bundle.tools)))


def _misfits(run: Run, bundle: Bundle, programs: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Return the type errors of programs that call the tools."""
    files, _ = stages.render(bundle, [stages.targets()[_CODE]], per_tool=False)
    texts = {file.path.removeprefix(f"{_CODE}/"): file.text for file in files}
    with uninterruptible():  # a type checker has time limits of its own
        return tuple(misfits(programs, texts, trusted=run.sandbox is None))


def _over_budget(run: Run, bundle: Bundle) -> Iterable[Diagnostic]:
    budget = run.config.budget
    if budget.tool_bytes is None and budget.package_bytes is None:
        return ()
    providers = [stages.providers()[name].target for name in run.config.check.providers] or ["mcp"]
    targets = [stages.targets()[name] for name in dict.fromkeys(providers)]
    return over_budget(list(sizes(bundle, targets)), budget)


def _options(
    configured: CheckOptions, select: Selectors, extend_select: Selectors, ignore: Selectors, provider: list[str] | None
) -> CheckOptions:
    """Merge configuration and command line: `--select` replaces `select`, the other options add to theirs."""
    return structs.replace(
        configured,
        select=_words(select) or configured.select,
        extend_select=(*configured.extend_select, *(_words(extend_select) or ())),
        ignore=(*configured.ignore, *(_words(ignore) or ())),
        providers=_words(provider) or configured.providers,
    )


def _words(given: Sequence[str] | None) -> tuple[str, ...] | None:
    return tuple(word.strip() for item in given or () for word in item.split(",") if word.strip()) or None


def _statistics(found: Iterable[Diagnostic]) -> Iterable[str]:
    """A line for each code, the most frequent first."""
    counts = Counter(one.code for one in found)
    rows = [(str(count), code, CODES[code].slug) for code, count in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]
    return [table(("count", "code", "name"), rows)] if rows else []
