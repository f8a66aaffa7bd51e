"""Places of syntax nodes as offsets of a text: `ast` counts bytes of a line, all else code points of the text."""

import ast
from itertools import accumulate


class Offsets:
    """The offsets of one text."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]
        self._plain = text.isascii()

    def start(self, node: ast.AST) -> int:
        """Where a statement or expression begins."""
        return self._at(node.lineno, node.col_offset)  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        """Where it ends."""
        return self._at(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]

    def _at(self, line: int, column: int) -> int:
        text = self._lines[line - 1]
        return self._starts[line - 1] + (column if self._plain else len(text.encode()[:column].decode()))
