"""From the places of `ast` to offsets.

Takes text, gives code-point offsets for lines (from 1) and UTF-8 byte columns.
"""

from array import array
from itertools import accumulate


class Places:
    """The line starts of one text. Columns are converted only on lines that are not ASCII."""

    def __init__(self, text: str) -> None:
        self.text = text
        # Not `splitlines`, which knows more line ends than the grammar.
        self._starts = array("L", accumulate([len(line) + 1 for line in text.split("\n")], initial=0))
        self._ascii = text.isascii()

    def offset(self, line: int, column: int) -> int:
        """The offset of one place."""
        start = self._starts[line - 1]
        if self._ascii:
            return start + column
        content = self._line(line)
        if content.isascii():
            return start + column
        return start + len(content.encode()[:column].decode(errors="ignore"))

    def first_on_line(self, line: int, char: str) -> int | None:
        """The offset of the first visible character of a line when it is `char`."""
        content = self._line(line)
        bare = content.lstrip(" \t\f")
        return self._starts[line - 1] + len(content) - len(bare) if bare.startswith(char) else None

    def lines(self, first: int, last: int) -> str:
        """The text of some lines, both included."""
        return self.text[self._starts[first - 1] : self._starts[last]]

    def _line(self, line: int) -> str:
        return self.text[self._starts[line - 1] : self._starts[line] - 1]
