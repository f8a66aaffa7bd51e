"""Standard input and output for a protocol alone.

Takes nothing, gives the two as file descriptors; whatever the program and its children print meanwhile goes to standard
error, and they read nothing.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_CHUNK = 1 << 16


@contextmanager
def claimed() -> Iterator[tuple[int, int]]:
    """Descriptors to read from and to write to; at the end everything is as it was."""
    wire_in, wire_out = os.dup(0), os.dup(1)
    before = sys.stdin, sys.stdout
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
        _divert()
        sys.stdin, sys.stdout = nothing, sys.stderr
        try:
            yield wire_in, wire_out
        finally:
            sys.stdin, sys.stdout = before
            with suppress(OSError, ValueError, AttributeError):
                sys.__stdout__.flush()  # type: ignore[union-attr]  # what someone printed there in spite of all
            os.dup2(wire_in, 0)
            os.dup2(wire_out, 1)
            os.close(wire_out)  # the other one may still be read from, by a thread


def _divert() -> None:
    """Standard output to where errors go, or nowhere when that is closed."""
    try:
        os.dup2(2, 1)
    except OSError:
        with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
            os.dup2(nowhere.fileno(), 1)


class Lines:
    """The lines that come in, to be iterated in a loop.

    They are read by a thread that neither keeps the program from ending nor holds a lock of Python's files when it does.
    """

    def __init__(self, descriptor: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        threading.Thread(target=self._read, args=(descriptor,), daemon=True).start()

    def __aiter__(self) -> "Lines":
        return self

    async def __anext__(self) -> str:
        line = await self._queue.get()
        if line is None:
            raise StopAsyncIteration
        return line

    def _read(self, descriptor: int) -> None:
        rest = b""
        with suppress(RuntimeError):  # the loop is closed: nobody listens any more
            with suppress(OSError):
                while chunk := os.read(descriptor, _CHUNK):
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        self._put(line.decode("utf-8", "replace"))
            if rest:
                self._put(rest.decode("utf-8", "replace"))
            self._put(None)

    def _put(self, line: str | None) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
