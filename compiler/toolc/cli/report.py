"""Shows diagnostics.

Takes diagnostics and a way to get the text of a file, gives lines for standard error. Everything that comes from a source, a
path or a message is made visible first.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from toolc.cli.excerpt import excerpt
from toolc.cli.terminal_text import visible
from toolc.diagnostics import Diagnostic, in_order
from toolc.source import SourceFile, Span

Color = Literal["auto", "always", "never"]
Texts = Callable[[str], str | None]

_NOT_READ = ("TC101", "TC102", "TC103", "TC104", "TC105")  # what was refused is not shown either: a link may lead anywhere
_STYLES = {"error": "1;31", "warning": "1;33", "note": "1;36", "place": "1", "caret": "1;31", "faint": "2"}


def concise(diagnostics: Iterable[Diagnostic]) -> str:
    """One line for each diagnostic, in order: `path:line:column: severity CODE slug: message`."""
    return "".join(f"{_head(diagnostic)}\n" for diagnostic in in_order(diagnostics))


class Report:
    """Writes diagnostics to standard error: a line each, then what to do, once for each code.

    `texts` gives the text of a file by its shown path. `full`: each diagnostic with the source it is about.
    """

    def __init__(self, color: Color = "auto", texts: Texts = lambda path: None, *, full: bool = False) -> None:
        self._colored, self._full = has_color(color), full
        self._texts = texts
        self._sources: dict[str, SourceFile | None] = {}

    def show(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Writes all of them, in order."""
        sys.stderr.write(self.text(diagnostics))

    def text(self, diagnostics: Iterable[Diagnostic]) -> str:
        """Return the text that `show` writes."""
        found = in_order(diagnostics)
        lines = [line for one in found for line in self._lines(one)]
        return "".join(f"{line}\n" for line in (*lines, *self._advice(found)))

    def _lines(self, diagnostic: Diagnostic) -> Iterator[str]:
        """The lines of one diagnostic."""
        yield self._heading(diagnostic)
        if not self._full:
            return
        if diagnostic.code not in _NOT_READ:
            yield from self._excerpt(diagnostic.span)
        for label in diagnostic.labels:
            yield f"   {self._paint('=', 'faint')} {_place(label.span)}: {visible(label.text)}"
            yield from self._excerpt(label.span)

    def _advice(self, found: Iterable[Diagnostic]) -> Iterator[str]:
        """Yield the ways out, code by code: each help once, and how to read more."""
        helps: dict[str, dict[str, None]] = {}
        for one in found:
            helps.setdefault(one.code, {}).update({one.help: None} if one.help else {})
        for code, several in helps.items():
            first, *others = several or ("",)
            more = f"(toolc explain {code})" if first else f"toolc explain {code}"
            yield f"{code}: {visible(first)}{' ' if first else ''}{self._paint(more, 'faint')}"
            yield from (f"{code}: {visible(other)}" for other in others)

    def _heading(self, diagnostic: Diagnostic) -> str:
        place = self._paint(f"{_place(diagnostic.span)}: ", "place") if diagnostic.span else ""
        kind = self._paint(f"{diagnostic.severity} {diagnostic.code} {diagnostic.slug}", diagnostic.severity)
        return f"{place}{kind}: {visible(diagnostic.message)}"

    def _excerpt(self, span: Span | None) -> Iterator[str]:
        source = self._source(span.path) if span else None
        if span is None or source is None or not (text := source.line(span.line)).strip():
            return
        end = span.end_column if span.end_line == span.line else len(text) + 1
        shown, carets = excerpt(text, span.column, end)
        number = str(span.line)
        bar = self._paint(" " * len(number) + " |", "faint")
        yield f"{self._paint(f'{number} |', 'faint')} {shown}"
        yield f"{bar} {self._paint(carets, 'caret')}"

    def _source(self, path: str) -> SourceFile | None:
        if path not in self._sources:
            text = self._texts(path)
            self._sources[path] = None if text is None else SourceFile(path, "", text)
        return self._sources[path]

    def _paint(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._colored else text


def _head(diagnostic: Diagnostic) -> str:
    place = f"{_place(diagnostic.span)}: " if diagnostic.span else ""
    return f"{place}{diagnostic.severity} {diagnostic.code} {diagnostic.slug}: {visible(diagnostic.message)}"


def _place(span: Span) -> str:
    return f"{visible(span.path)}:{span.line}:{span.column}"


def has_color(color: Color) -> bool:
    """Return `True` if diagnostics are colored, by the option and the kind of output."""
    if color != "auto":
        return color == "always"
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
