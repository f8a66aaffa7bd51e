"""Selection of the findings that a run shows, for all commands.

Takes the configuration, the paths of the run and a way to get texts, gives what is left of some diagnostics. Comments count
in the files of the run alone: what comes from elsewhere has no say in what its users hear of it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from toolc.cli import stages
from toolc.codes import CODES
from toolc.config import CheckOptions, Config
from toolc.diagnostics import Diagnostic
from toolc.discover import files_of
from toolc.discover.ignoring import globs
from toolc.discover.paths import relative_to_root
from toolc.selection import Matches, Selection, codes_of, malformed_comments, report_unused, select_codes, unused_selectors
from toolc.source import SourceFile
from toolc.suppressions import Suppression

OPTIONAL = tuple(sorted({number[:4] for number, code in CODES.items() if code.optional}))
"""Groups of codes that are reported for untrusted sources, and for others only if selected."""


class FindingSelection:
    """Selection of findings. `heeding`: whether comments of the sources count; they do not in untrusted sources."""

    def __init__(self, config: Config, paths: Sequence[str], texts: Callable[[str], str | None], heeding: bool) -> None:
        self._config, self._paths, self._texts, self._heeding = config, paths, texts, heeding
        self._suppressions: dict[str, tuple[Suppression, ...]] = {}
        self._silenced: set[tuple[Suppression, str]] = set()
        self._more: frozenset[str] = frozenset()

    def count(self, paths: Iterable[str]) -> None:
        """Further files of the run, by shown path, whose comments count."""
        self._more |= frozenset(paths)

    def select(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """The diagnostics that are shown."""
        found = tuple(diagnostics)
        paths = {one.span.path for one in found if one.span is not None}
        kept = self._selection.select(found, {path: self._suppressions_in(path) for path in paths})
        self._silenced |= kept.silenced
        return kept.diagnostics

    def unused_suppressions(self) -> list[tuple[Suppression, str]]:
        """Return the suppressions of all files with those of their codes that suppressed nothing; the run is over by then."""
        return list(unused_selectors(self._every(), frozenset(self._silenced), self._selection))

    def unused_findings(self) -> tuple[Diagnostic, ...]:
        """Return a finding for each comment that silences nothing, in all files."""
        return self.select((*report_unused(self.unused_suppressions()), *malformed_comments(self._every())))

    def _every(self) -> list[Suppression]:
        return [remark for path in sorted(self.own) for remark in self._suppressions_in(path)]

    @cached_property
    def _selection(self) -> Selection:
        options = self._config.check
        more = () if self._heeding else OPTIONAL
        codes = select_codes(options.select, (*options.extend_select, *more), options.ignore)
        apart = tuple((self._about(glob), _meant_codes(words)) for glob, words in options.per_file_ignores.items())
        return Selection(codes, apart)

    @cached_property
    def own(self) -> frozenset[str]:
        """The files of the run, by shown path."""
        return frozenset(found.shown for found in files_of(self._paths, self._config)) | {"<stdin>"}

    def _suppressions_in(self, path: str) -> tuple[Suppression, ...]:
        if not self._heeding:
            return ()
        if path not in self._suppressions:
            text = self._texts(path) if path.endswith(".py") or path == "<stdin>" else None
            found = stages.find_suppressions(SourceFile(path, "", text)) if text and "toolc" in text else ()
            # Asked last: `own` walks all files.
            self._suppressions[path] = found if found and (path in self._more or path in self.own) else ()
        return self._suppressions[path]

    def _about(self, glob: str) -> Matches:
        """Globs count from the root of the configuration, as `include` does."""
        spec, root = globs([glob]), self._config.root
        return lambda path: spec.match_file(relative_to_root(path, root))


def selectors(options: CheckOptions) -> Iterator[str]:
    """Every selector of a configuration."""
    yield from (*options.select, *options.extend_select, *options.ignore)
    for words in options.per_file_ignores.values():
        yield from words


def _meant_codes(words: Iterable[str]) -> frozenset[str]:
    return frozenset(code for word in words for code in codes_of(word))
