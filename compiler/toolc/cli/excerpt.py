"""The line of source a diagnostic is about, with its place underlined.

Takes a line and two columns, gives two lines of equal offsets: tabs widened, long lines cut around the place, and everything
that a terminal would obey spelled out.
"""

from rich.cells import cell_len

from toolc.cli.terminal_text import COMMAND, spell_char

_TAB = 4


def excerpt(line: str, start: int, end: int, width: int = 116) -> tuple[str, str]:
    """The line as shown, and the carets below it. Columns count from 1; `end` is past the last character."""
    first = min(max(start - 1, 0), len(line))
    last = min(max(end - 1, first + 1), max(len(line), first + 1))
    begin, stop = _window(line, first, last, width)
    cells = _cells(line[begin:stop])
    before, after = "…" if begin else "", "…" if stop < len(line) else ""
    lead = _width(cells[: first - begin]) + len(before)
    marked = _width(cells[first - begin : min(last, stop) - begin])
    return before + "".join(cells).rstrip() + after, " " * lead + "^" * max(marked, 1)


def _window(line: str, first: int, last: int, width: int) -> tuple[int, int]:
    """Return the visible part of a long line: the place, with as much before it as after it."""
    if len(line) <= width:
        return 0, len(line)
    margin = max((width - min(last - first, width)) // 2, 8)
    begin = max(first - margin, 0)
    stop = min(begin + width, len(line))
    return max(min(begin, stop - width), 0), stop


def _cells(text: str) -> list[str]:
    """Return the visible form of each character."""
    if text.isascii() and text.isprintable() and not COMMAND.search(text):
        return list(text)  # most lines, and there may be thousands
    cells: list[str] = []
    column = 0
    orders = {found.start() for found in COMMAND.finditer(text)}
    for at, char in enumerate(text):
        cell = " " * (_TAB - column % _TAB) if char == "\t" else f"\\x{ord(char):02x}" if at in orders else spell_char(char)
        column += cell_len(cell)
        cells.append(cell)
    return cells


def _width(cells: list[str]) -> int:
    text = "".join(cells)
    return len(text) if text.isascii() else sum(map(cell_len, cells))
