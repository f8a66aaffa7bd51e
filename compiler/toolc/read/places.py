"""From the places of `ast` to offsets.

Takes text, gives code-point offsets for lines (from 1) and UTF-8 byte columns.
"""


class Places:
    """The line starts of one text. Columns are converted only on lines that are not ASCII."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True) if _only_line_feeds(text) else _lines(text)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
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


def _only_line_feeds(text: str) -> bool:
    """Whether `str.splitlines`, which knows more line ends than Python's grammar, splits where the grammar does."""
    return text.isascii() and not any(char in text for char in "\r\v\f\x1c\x1d\x1e")


def _lines(text: str) -> list[str]:
    return [line + "\n" for line in text.split("\n")]
