"""Diagnostics about sources: facts first, words last.

Takes codes and places, gives `Diagnostic` values; how they look is the business of the command line.
"""

import traceback
from collections.abc import Iterable

from msgspec import Struct

from toolc.codes import CODES, Severity
from toolc.limits import CODES as LIMITS
from toolc.limits import CpuBudgetExceeded, Exhausted, words
from toolc.source import Span


class Label(Struct, frozen=True, order=True):
    """A second place that explains a diagnostic, with the words to put beside it."""

    span: Span
    text: str


class Diagnostic(Struct, frozen=True):
    """One finding: a code of the table, a message for this case, the place, and the way out."""

    code: str
    message: str
    span: Span | None = None
    labels: tuple[Label, ...] = ()
    help: str = ""

    @property
    def severity(self) -> Severity:
        return CODES[self.code].severity

    @property
    def slug(self) -> str:
        return CODES[self.code].slug

    @property
    def why(self) -> str:
        return CODES[self.code].why


_PASSING = frozenset({LIMITS["seconds"], "TC113"})


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorted by place, then code, each distinct finding once; findings without a place come first."""
    nowhere = Span("", 0, 0, 0, 0)
    return tuple(sorted(set(diagnostics), key=lambda d: (d.span or nowhere, d.code, d.message)))


def are_lasting(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return `True` if the same sources give the same diagnostics again: not if time ran out or a worker died."""
    return not any(one.code in _PASSING for one in diagnostics)


def internal(error: Exception | CpuBudgetExceeded, span: Span | None) -> Diagnostic:
    """Return a diagnostic for a failure of toolc itself on one tool or file: the fault and its place in toolc.

    A file whose time is up is no such fault, nor is a program that takes more steps than are followed.
    """
    if isinstance(error, Exhausted):
        return Diagnostic("TC217", "what it takes to tell this are more steps than toolc follows", span)
    if isinstance(error, CpuBudgetExceeded):
        message, help_ = words("seconds", error.limits)
        return Diagnostic(LIMITS["seconds"], message, span, help=help_)
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {frames[-1].filename.rpartition('toolc')[2]}:{frames[-1].lineno}" if frames else ""
    help_ = "please report this with the source that causes it; everything else was compiled"
    return Diagnostic("TC901", f"toolc failed here: {type(error).__name__}{where}", span, help=help_)


def is_unread(one: Diagnostic) -> bool:
    """Return `True` if a finding is that a file, or a part of it, was not read, so that tools may be missed."""
    return one.code.startswith("TC1") and one.severity == "error"


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)
