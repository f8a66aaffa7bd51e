"""JSON-RPC as it travels on standard input and output: takes two descriptors, gives lines to iterate and a file to write to.

When nothing more comes in, what has come in is still answered: a program that is fed by a pipe gets all its replies.
"""

import asyncio
import json
import os
import threading
from contextlib import suppress
from typing import Any

import anyio

_CHUNK = 1 << 16
_PATIENCE = 30.0
"""Seconds that requests may take once nothing more comes in."""


class Lines:
    """The lines that come in, to be iterated in a loop.

    They are read by a thread that neither keeps the program from ending nor holds a lock of Python's files when it does.
    """

    def __init__(self, descriptor: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._owed: set[str] = set()
        self._paid = asyncio.Event()
        threading.Thread(target=self._read, args=(descriptor,), daemon=True).start()

    def __aiter__(self) -> "Lines":
        return self

    async def __anext__(self) -> str:
        line = await self._queue.get()
        if line is None:
            await self._settle()
            raise StopAsyncIteration
        self._note_request(_message(line))
        return line

    def note_answer(self, line: str) -> None:
        """Says what was sent."""
        message = _message(line)
        if "method" not in message:
            self._owed.discard(repr(message.get("id")))
            self._paid.set()

    def _note_request(self, message: dict[str, Any]) -> None:
        if "id" in message and "method" in message:
            self._owed.add(repr(message["id"]))
        elif message.get("method") == "notifications/cancelled" and isinstance(message.get("params"), dict):
            self._owed.discard(repr(message["params"].get("requestId")))

    async def _settle(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while self._owed:
                    self._paid.clear()
                    await self._paid.wait()

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


class Answers:
    """The file for what is sent, one message in a `write`; it tells the lines what has been answered."""

    def __init__(self, file: Any, lines: Lines) -> None:
        self._file = anyio.wrap_file(file)
        self._lines = lines
        self._sent: list[str] = []

    async def write(self, text: str) -> None:
        await self._file.write(text)
        self._sent.append(text)

    async def flush(self) -> None:
        await self._file.flush()
        while self._sent:
            self._lines.note_answer(self._sent.pop(0))


def _message(line: str) -> dict[str, Any]:
    """A line as JSON; nothing for what is none, which is the protocol's to refuse."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}
