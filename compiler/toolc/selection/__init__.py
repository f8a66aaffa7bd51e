"""Selection of findings: takes diagnostics, a selection and the comments of the files, gives those that are shown.

Every command that shows diagnostics goes through `Selection.select`, so what is left out is left out everywhere.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from toolc.codes import CODES
from toolc.diagnostics import Diagnostic
from toolc.selection.codes import codes_of, hideable, select_codes, unknown_selectors
from toolc.suppressions import Suppression

__all__ = ["Kept", "Selection", "codes_of", "idle", "misunderstood", "report_unused", "select_codes", "unknown_selectors"]

Matches = Callable[[str], bool]
"""Predicate: a glob matches a path."""


class Kept(Struct, frozen=True):
    """Selected diagnostics, and those silenced by a comment: the comment, and the code that it silenced."""

    diagnostics: tuple[Diagnostic, ...]
    silenced: frozenset[tuple[Suppression, str]] = frozenset()


class Selection(Struct, frozen=True):
    """`codes`: those that are wanted. `apart`: globs of files with the codes that are not wanted there."""

    codes: frozenset[str]
    apart: tuple[tuple[Matches, frozenset[str]], ...] = ()

    def select(self, diagnostics: Iterable[Diagnostic], remarks: Mapping[str, Sequence[Suppression]]) -> Kept:
        """The diagnostics that are wanted. `remarks`: by shown path, of the files of the run."""
        left: list[Diagnostic] = []
        silenced: set[tuple[Suppression, str]] = set()
        for one in diagnostics:
            if not self.wants(one.code, one.span.path if one.span else ""):
                continue
            said = [remark for remark in remarks.get(one.span.path, ()) if _about(remark, one)] if one.span else []
            silenced.update((remark, one.code) for remark in said)
            if not said:
                left.append(one)
        return Kept(tuple(left), frozenset(silenced))

    def wants(self, code: str, path: str) -> bool:
        """Return `True` if findings of a code in a file are selected."""
        if not hideable(CODES[code]):
            return True
        return code in self.codes and not any(code in codes and matches(path) for matches, codes in self.apart)


def unused_selectors(
    remarks: Iterable[Suppression], silenced: frozenset[tuple[Suppression, str]], selection: Selection
) -> Iterator[tuple[Suppression, str]]:
    """The words of remarks that nothing was found of. A code that is not looked for is not judged."""
    for remark in remarks:
        for word in remark.codes:
            for code in _named_code(word):
                wanted = hideable(CODES[code]) and selection.wants(code, remark.span.path)
                if wanted and (remark, code) not in silenced:
                    yield remark, word


def report_unused(pairs: Iterable[tuple[Suppression, str]]) -> Iterator[Diagnostic]:
    """Yield a finding for each code of a comment that silences nothing."""
    for remark, word in pairs:
        (code,) = _named_code(word)
        yield Diagnostic("TC404", f"nothing on this line is {code} {CODES[code].slug}", remark.span, help="take it out")


def malformed_comments(remarks: Iterable[Suppression]) -> Iterator[Diagnostic]:
    """Remarks in other words than toolc knows, and codes that there are not or that nothing hides."""
    for remark in remarks:
        if not remark.codes:
            help_ = "write `# toolc: ignore[TC203] reason`"
            yield Diagnostic("TC405", "toolc does not understand this comment", remark.span, help=help_)
        for word in remark.codes:
            codes = _named_code(word)
            if not codes:
                yield Diagnostic("TC405", f"there is no code `{word}`", remark.span, help="`toolc explain` lists all codes")
            for code in codes:
                if not hideable(CODES[code]):
                    yield Diagnostic("TC405", f"{code} cannot be ignored: {CODES[code].slug} is never clean", remark.span)


def _about(remark: Suppression, diagnostic: Diagnostic) -> bool:
    if diagnostic.span is None or remark.covers != diagnostic.span.line or not hideable(CODES[diagnostic.code]):
        return False
    return any(diagnostic.code in _named_code(word) for word in remark.codes)


def _named_code(word: str) -> frozenset[str]:
    """The one code that a remark names in full; a remark silences no ranges."""
    codes = codes_of(word)
    return codes if len(codes) == 1 and word.upper() in (*codes, *(CODES[code].slug.upper() for code in codes)) else frozenset()
