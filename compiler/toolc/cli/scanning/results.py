"""The file of results: lines as they come, each once, and at the end in the order of the items.

While a scan is under way its lines stand in a file beside, `FILE.partial`: one that was ended goes on from there. A line that
was written in part is none.
"""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from msgspec import structs

from toolc.cli import stages
from toolc.cli.scanning.examining import digest_of
from toolc.cli.scanning.items import Item
from toolc.cli.scanning.records import Head, Settings, head, head_of
from toolc.diagnostics import Diagnostic

PATIENCE = 2.0
"""Seconds until another scan is said to be writing a file."""


class Unusable(Exception):
    """A file that holds something else, or that another scan is writing; the message says which."""


class Results:
    """The lines of one scan. Raises OSError and `Unusable`."""

    def __init__(self, file: Path) -> None:
        self._file, self._partial = file, file.with_name(f"{file.name}.partial")
        self._lines: dict[str, bytes] = {}
        self._finished = _lines_in(file.read_bytes(), file) if file.exists() else {}
        self._output = self._partial.open("ab+")
        _lock(self._output, self._partial)
        self._output.seek(0)
        written = self._output.read()
        whole = written[: written.rfind(b"\n") + 1]
        self._begun = _lines_in(whole, self._partial)
        self._output.truncate(len(whole))

    def keep(self, items: Iterable[Item], settings: Settings, again: bool) -> list[Item]:
        """Take over the lines that still hold; return the items that are to be examined.

        `settings`: those that lines must be of, beside this version. `again`: what failed is examined again.
        """
        return [item for item in items if not self._keep_line(item, settings, again)]

    def _keep_line(self, item: Item, settings: Settings, again: bool) -> bool:
        """Return `True` if an item has a valid line, of the interrupted scan or of one finished before, and keep it."""
        for lines, whole in ((self._begun, False), (self._finished, True)):
            found, line = lines.get(item.name, (None, b""))
            if found is None or (again and found.status != "ok"):
                continue
            if structs.replace(found, status="ok", reason=None) != head(item.name, settings, digest_of(item.place)):
                continue
            if whole and found.sha256 is None and not item.is_fixed:  # a folder: who knows what is in it now
                continue
            self._lines[item.name] = line
            return True
        return False

    def add(self, item: Item, line: str) -> None:
        """Write the line of an item, so that it is there even if this process is killed."""
        data = line.encode() + b"\n"
        self._output.write(data)
        self._output.flush()
        self._lines[item.name] = data

    def lines(self, items: Sequence[Item]) -> list[bytes]:
        """Return the lines in the order of the items."""
        return [self._lines[item.name] for item in items]

    def finish(self, items: Sequence[Item]) -> tuple[Diagnostic, ...]:
        """Write the file whole, in the order of the items; return what is wrong."""
        state, wrong = stages.write_file(self._file, b"".join(self.lines(items)))
        if state != "failed":
            self._partial.unlink(missing_ok=True)
        self._output.close()
        return wrong


def _lines_in(data: bytes, file: Path) -> dict[str, tuple[Head, bytes]]:
    """The lines of a file by item, the last of each."""
    found: dict[str, tuple[Head, bytes]] = {}
    for line in data.splitlines(keepends=True):
        one = head_of(line)
        if one is None or not line.endswith(b"\n"):
            raise Unusable(f"{file} is there already, and holds no results of a scan")
        found[one.item] = one, line
    return found


def _lock(output: IO[bytes], file: Path) -> None:
    """Keep other scans away from a file until it is closed; not on Windows.

    A scan that was killed holds it for a moment longer where it was just starting a process.
    """
    try:
        import fcntl
    except ImportError:
        return
    until = time.monotonic() + PATIENCE
    while True:
        try:
            fcntl.flock(output, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if time.monotonic() > until:
                raise Unusable(f"another scan is writing {file}") from None
        time.sleep(0.05)
