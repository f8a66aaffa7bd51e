"""Tables for people.

Takes rows of strings, gives aligned columns. Never cut or wrapped: what is printed can be copied, and the same when piped.
"""

from collections.abc import Sequence

from rich.cells import cell_len

from toolc.cli.terminal_text import visible


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns two spaces apart, with a line of titles."""
    shown = [[visible(cell) for cell in row] for row in (head, *rows)]
    widths = [max(cell_len(row[column]) for row in shown) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in shown
    )
