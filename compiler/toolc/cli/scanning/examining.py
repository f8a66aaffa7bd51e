"""One item in a process of its own: takes an item, gives its line, whatever becomes of the process.

The process reads as `--untrusted` does, with parsers in a guarded worker; beside their limits it has one on its memory and one
on the time that the clock shows. Nothing of an item is imported, built or run.
"""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
from msgspec import Struct

from toolc import __version__
from toolc.cli.scanning.items import Item
from toolc.cli.scanning.records import Settings, add_timings, failed_line, head
from toolc.interfaces import Unavailable

MEMORY = 4 << 30  # bytes of address space
_BOOT = (
    "import sys, json; sys.path += json.loads(sys.argv[1]); "
    "from toolc.cli.scanning.inside import main; main(sys.argv[2], sys.argv[3], int(sys.argv[4]))"
)


class Answer(Struct, frozen=True):
    """Answer of a process about its item: the line without timings, CPU seconds and megabytes."""

    line: str
    seconds: float
    megabytes: int


class Examiner:
    """Examines items, each in a process of its own; several threads may do so at a time."""

    def __init__(self, settings: Settings, limit: float) -> None:
        """`limit`: seconds of the clock for one item."""
        self._settings, self._limit = settings, limit
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock, self._closed = threading.Lock(), False

    def examine(self, item: Item) -> str:
        """Return the line of an item."""
        begun = time.monotonic()
        try:
            answer = self._answer(item)
        except _Failed as failed:
            answer = Answer(failed_line(head(item.name, self._settings), str(failed)), 0.0, 0)
        return add_timings(answer.line, answer.seconds, time.monotonic() - begun, answer.megabytes)

    def close(self) -> None:
        """End all processes; nothing of what they did is to be used."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()

    def _answer(self, item: Item) -> Answer:
        process = self._start(item)
        try:
            told, _ = process.communicate(timeout=self._limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise _Failed(f"it takes longer than {self._limit:g} seconds (--timeout)") from None
        finally:
            with self._lock:
                self._running.discard(process)
        try:
            return msgspec.json.decode(told, type=Answer)
        except msgspec.DecodeError:
            how = f"by signal {-process.returncode}" if process.returncode < 0 else f"with status {process.returncode}"
            raise _Failed(f"the process that read it was ended {how} before it had answered") from None

    def _start(self, item: Item) -> "subprocess.Popen[bytes]":
        if not Path(item.folder).is_dir():
            raise _Failed(f"there is no folder {item.folder} on this machine")
        paths = [str(path) for path in map(Path.absolute, map(Path, filter(None, sys.path))) if str(path) != item.folder]
        told = msgspec.json.encode((item, self._settings)).decode()
        words = [sys.executable, "-I", "-c", _BOOT, json.dumps(paths), told, __version__, str(os.getpid())]
        with self._lock:
            if self._closed:
                raise _Failed("the scan was ended")
            try:
                process = subprocess.Popen(
                    words, cwd=item.folder, start_new_session=True,
                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                )  # fmt: skip
            except OSError as error:
                raise _Failed(f"no process can be started: {error.strerror or error}") from None
            self._running.add(process)
        return process


class _Failed(Exception):
    """An item that gives nothing but a reason."""


def examine(item: Item, settings: Settings, limit: float, version: str) -> str:
    """Return the line of an item, on a machine of a cluster. Raises `Unavailable` where its toolc is another `version`."""
    if version != __version__:
        raise Unavailable(f"a worker of the cluster has toolc {__version__}, this is {version}")
    return Examiner(settings, limit).examine(item)


def digest_of(place: Path) -> str | None:
    """Return the SHA-256 of a file; `None` of anything else."""
    import hashlib

    try:
        with place.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None
