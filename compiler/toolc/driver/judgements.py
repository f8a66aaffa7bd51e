"""Findings about a bundle that ask its sources again: what providers refuse, and results without a type.

Takes a bundle and the texts of its files, gives diagnostics at the annotations that cause them.
"""

from collections.abc import Callable, Mapping, Sequence

from toolc.diagnostics import Diagnostic, in_order
from toolc.driver import Sandbox, reading
from toolc.fitness import unfit, untyped_results
from toolc.ir import Bundle
from toolc.providers import Provider


def judge_fitness(
    bundle: Bundle,
    providers: Sequence[Provider],
    texts: Callable[[str], str | None],
    sandbox: Sandbox | None,
    units: Mapping[str, str],
) -> tuple[Diagnostic, ...]:
    """Return findings of providers about the tools of a bundle, at the annotations that cause them.

    `texts`, and `units` of all files, by shown path.
    """
    with reading(sandbox) as (reader, lost, _):
        found = unfit(bundle, providers, texts, reader, units)
    return in_order((*found, *lost))


def judge_results(bundle: Bundle, texts: Callable[[str], str | None], sandbox: Sandbox | None = None) -> tuple[Diagnostic, ...]:
    """Return notes on results that have no type for calling code; `texts` by shown path."""
    with reading(sandbox) as (reader, lost, _):
        found = untyped_results(bundle, texts, reader)
    return in_order((*found, *lost))
