"""Values that are kept between runs, one to a file: takes a name and a value, gives it back as long as it is whole.

A file is a checksum and MessagePack. What is damaged, or does not fit the type it is read as, counts as absent; what would come
back as anything else than it was is not kept.
"""

import os
import time
from contextlib import suppress
from typing import TypeVar

import msgspec

from toolc import tracked_files
from toolc.cache.place import prepare_folder, replace

_Value = TypeVar("_Value")
_CHECKSUM = 32
_ENDING = ".part"
_DAY = 86_400
_KEPT = 7 * _DAY


class Store:
    """The values of one project. Without a folder nothing is kept."""

    def __init__(self, folder: str, version: str, room: str = "parts", size: int | None = None) -> None:
        """`room`: the folder in the folder. `size`: how many bytes the values may take when it has been swept."""
        self._version, self._size = version, size
        self._folder = os.path.join(folder, room) if folder and prepare_folder(os.path.join(folder, room)) else ""

    @property
    def keeps(self) -> bool:
        """Return `True` if the store keeps values."""
        return bool(self._folder)

    def load(self, name: str, kind: type[_Value]) -> _Value | None:
        """The value of a name; None when there is none that can be believed."""
        if not self._folder:
            return None
        path = self._path(name)
        try:
            with open(path, "rb") as file:
                data = file.read()
                if time.time() - os.fstat(file.fileno()).st_mtime > _DAY:
                    os.utime(path)  # still in use
            if tracked_files.digest(data[_CHECKSUM:]).encode() != data[:_CHECKSUM]:
                return None
            return msgspec.msgpack.decode(data[_CHECKSUM:], type=kind)
        except (OSError, ValueError, RecursionError):
            return None

    def save(self, name: str, value: _Value, kind: type[_Value]) -> None:
        """Keeps a value. One that MessagePack cannot hold (a whole number beyond 64 bits) is not kept."""
        if not self._folder:
            return
        try:
            body = msgspec.msgpack.encode(value)
            if msgspec.msgpack.decode(body, type=kind) != value:
                return
        except (OverflowError, ValueError, TypeError, RecursionError):
            return
        replace(self._path(name), tracked_files.digest(body).encode() + body)

    def sweep(self) -> None:
        """Removes what no run has asked for in a while: parts of files that are gone, or were put together in other ways.

        Then, where a size is given, what was not asked for longest, until a tenth of it is free.
        """
        if not self._folder:
            return
        latest = time.time() - _KEPT
        found: list[tuple[float, int, str]] = []
        with suppress(OSError):
            for entry in os.scandir(self._folder):
                with suppress(OSError):  # another run may sweep as well
                    state = entry.stat()
                    if state.st_mtime < latest:
                        os.unlink(entry.path)
                    else:
                        found.append((state.st_mtime, state.st_size, entry.path))
        total = sum(size for _, size, _ in found)
        if self._size is None or total <= self._size:
            return
        for _, size, path in sorted(found):
            if total <= self._size * 0.9:
                return
            with suppress(OSError):
                os.unlink(path)
            total -= size

    def _path(self, name: str) -> str:
        file = tracked_files.digest(f"{self._version}\n{name}".encode("utf-8", "surrogateescape")) + _ENDING
        return os.path.join(self._folder, file)


NOTHING_KEPT = Store("", "")
