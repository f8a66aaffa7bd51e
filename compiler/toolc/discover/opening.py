"""Opens one file as if it were hostile, and reads it once.

Takes a path, gives bytes or text. Raises `Refused` with the code that says why, which the callers turn into a diagnostic.
"""

import os
import stat
from io import FileIO

from toolc import tracked_files
from toolc.diagnostics import Diagnostic
from toolc.discover.decode import Undecodable, decode
from toolc.source import Span
from toolc.timings import counts

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)

LEAVE_OUT = "leave it out with `exclude`"
UNREADABLE = f"make it readable, or {LEAVE_OUT}"
"""Way out for a file that cannot be read."""


class Refused(Exception):
    """A file that is not read: a code of the table and what to say."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.help = code, message, help

    def diagnostic(self, shown: str) -> Diagnostic:
        return Diagnostic(self.code, self.message, Span(shown), help=self.help)


def read_bytes(path: str, limit: int) -> bytes:
    """The content of a regular file of at most `limit` bytes. Opening does not block, whatever stands there."""
    if (found := tracked_files.find_mount(path)) is not None:
        return _content_in_memory(found[1].files.get(found[2]), limit)
    before = tracked_files.signature(path)  # whatever is written while the file is read makes it look different
    try:
        data = _content(path, limit)
    except Refused:
        tracked_files.record(tracked_files.FILE, path, _refused_digest(path, before), before)
        raise
    tracked_files.record(tracked_files.FILE, path, tracked_files.digest(data), before)
    return data


def read_data(path: str, limit: int) -> bytes:
    """The content of a file that a program reads itself, also of one that only programs read (`tracked_files.Tree.data`)."""
    found = tracked_files.find_mount(path)
    data = found[1].data.get(found[2]) if found is not None else None
    return read_bytes(path, limit) if data is None else _content_in_memory(data, limit)


def _content_in_memory(data: bytes | int | None, limit: int) -> bytes:
    """The content of a file in memory (`tracked_files.Tree`)."""
    if data is None:
        raise Refused("TC103", "is not a regular file", LEAVE_OUT)
    size = data if isinstance(data, int) else len(data)
    if isinstance(data, int) or size > limit:
        raise _refuse_oversized(size, limit)
    return data


def _refused_digest(path: str, before: str) -> str:
    """The digest of a file that is refused, and is again while it stays as it is. `before`: its signature when it was."""
    digest = tracked_files.content_digest(path)
    return digest if tracked_files.signature(path) == before else tracked_files.UNKNOWN_DIGEST


def _content(path: str, limit: int) -> bytes:
    counts["files opened"] += 1
    try:
        handle = os.open(path, _FLAGS)
    except (OSError, ValueError) as error:
        raise Refused("TC103", f"cannot be opened: {_reason(error)}", UNREADABLE) from None
    try:
        with open(handle, "rb", buffering=0) as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise Refused("TC103", "is not a regular file", LEAVE_OUT)
            if state.st_size > limit:
                raise _refuse_oversized(state.st_size, limit)
            return _up_to(file, limit)
    except OSError as error:
        raise Refused("TC103", f"cannot be read: {_reason(error)}", UNREADABLE) from None


def text_of(data: bytes) -> str:
    """The text of a source file's bytes."""
    try:
        return decode(data)
    except Undecodable as error:
        raise Refused("TC105", str(error), "save the file as UTF-8") from None


def read_text(path: str, limit: int = 2_000_000) -> str | None:
    """The text of a file, for showing an excerpt of it; None when it cannot be had."""
    try:
        return text_of(read_bytes(path, limit))
    except Refused:
        return None


def _up_to(file: FileIO, limit: int) -> bytes:
    """All bytes of a raw file, which may have grown since it was measured."""
    chunks: list[bytes] = []
    size = 0
    while chunk := file.read(min(limit + 1 - size, 1 << 20)):
        chunks.append(chunk)
        size += len(chunk)
        if size > limit:
            raise _refuse_oversized(size, limit)
    return b"".join(chunks)


def _refuse_oversized(size: int, limit: int) -> Refused:
    return Refused("TC104", f"has {size:,} bytes, more than {limit:,}", "raise `max-file-size`, or put the file in `exclude`")


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
