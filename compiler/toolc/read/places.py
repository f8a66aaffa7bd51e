"""From the places of `ast` to offsets.

Takes text, gives code-point offsets for lines (from 1) and UTF-8 byte columns.
"""

from itertools import accumulate


class Places:
    """The line starts of one text. Columns are converted only on lines that are not ASCII."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.split("\n")  # not `splitlines`, which knows more line ends than the grammar
        self._starts = list(accumulate((len(line) + 1 for line in self._lines), initial=0))
        self._ascii = text.isascii()

    def offset(self, line: int, column: int) -> int:
        """The offset of one place."""
        start = self._starts[line - 1]
        if self._ascii:
            return start + column
        content = self._lines[line - 1]
        if content.isascii():
            return start + column
        return start + len(content.encode()[:column].decode(errors="ignore"))

    def first_on_line(self, line: int, char: str) -> int | None:
        """The offset of the first visible character of a line when it is `char`."""
        content = self._lines[line - 1]
        bare = content.lstrip(" \t\f")
        return self._starts[line - 1] + len(content) - len(bare) if bare.startswith(char) else None
