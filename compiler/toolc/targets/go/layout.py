"""Rows of Go in columns, as gofmt leaves them.

Takes rows of cells, gives lines: what stands in consecutive rows without a comment between them is aligned.
"""

from collections.abc import Sequence

from msgspec import Struct

from toolc.targets.code import Code


class Row(Struct, frozen=True):
    """`about`: the lines of a comment above it, which part it from the rows before."""

    cells: tuple[str, ...]
    about: str = ""


def align(rows: Sequence[Row], indent: str = "\t") -> Code:
    """The rows, each with its comment."""
    text = ""
    at = 0
    while at < len(rows):
        end = at + 1
        while end < len(rows) and not rows[end].about:
            end += 1
        text += rows[at].about + "".join(f"{indent}{line}\n" for line in _columns([row.cells for row in rows[at:end]]))
        at = end
    return Code(text)


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows if at < len(row)) for at in range(max(map(len, rows)))]
    return [" ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in rows]
