"""Source text and places in it: the floor that every other module stands on.

Takes nothing but limits, gives `SourceFile` (one file as text) and `Span` (a place a person can be shown).
Offsets are code points in normalised text (BOM off, CRLF and CR turned to LF); lines and columns count from 1.
"""

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar, TypeVarTuple

from msgspec import Struct

from toolc.limits import DEFAULTS, Limits
from toolc.text_use import TextUse

_Arguments = TypeVarTuple("_Arguments")
_Answer = TypeVar("_Answer")


class Span(Struct, frozen=True, order=True):
    """A stretch of one source file. `path` is shown to people: relative to where the run started, with `/`."""

    path: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1


def imported_name(module: str) -> str:
    """The dotted name that a module is imported by.

    Where two folders of a repository have modules of one name, toolc tells these apart by a folder and a slash before it.
    """
    return module.rpartition("/")[2]


class Effort:
    """Cost of parsing one file so far, in the parsers' units."""

    def __init__(self) -> None:
        self.spent = 0


class SourceFile(Struct, frozen=True, dict=True):
    """One file as it was read, once.

    `path`: as shown in spans. `module`: the dotted name it would be imported by, told apart from others (`imported_name`).
    `content`: normalised text, for those who say in `use` what they look at in it; all others take `text`.
    `package`: whether the file is an `__init__.py`, so that relative imports start at the module itself.
    `limits`: how much of it is read.
    """

    path: str
    module: str
    content: str
    package: bool = False
    limits: Limits = DEFAULTS

    @property
    def text(self) -> str:
        """Normalised text. What is made of it depends on all of it."""
        self.use.whole = True
        return self.content

    @cached_property
    def use(self) -> TextUse:
        """The record of what was looked at in the text so far."""
        return TextUse()

    def ask(self, question: Callable[["SourceFile", *_Arguments], _Answer], *args: *_Arguments) -> _Answer:
        """Return the answer to a question about the text, on which alone a result then depends."""
        answers: dict[Any, Any] = self.use.answers
        key = question, args
        if key not in answers:
            answers[key] = question(self, *args)
        found: _Answer = answers[key]
        return found

    @property
    def home(self) -> str:
        """The package that the module is of, itself if it is one; "" at the top, where it may be a script."""
        return self.module if self.package else self.module.rpartition(".")[0]

    @cached_property
    def effort(self) -> Effort:
        """Counted while the file is read piece by piece."""
        return Effort()

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        while at := self.content.find("\n", starts[-1]) + 1:
            starts.append(at)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column (both from 1) of a code-point offset."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def span(self, at: int, end: int) -> Span:
        """The place from offset `at` up to, not including, `end`."""
        return Span(self.path, *self.position(at), *self.position(max(at, end)))

    def line(self, number: int) -> str:
        """The text of one line, without its line end; empty when there is no such line."""
        if not 1 <= number <= len(self._line_starts):
            return ""
        start = self._line_starts[number - 1]
        stop = self.content.find("\n", start)
        return self.content[start : stop if stop >= 0 else len(self.content)]
