"""A folder that is held open, and what stands in it: no link below it is followed, whatever is put into its place meanwhile.

Takes the folder, then paths below it with `/`; gives bytes and changes. Every step is opened from the one above it, so what a
check has seen is what is used. Where the system has no such calls (Windows) each step is looked at just before.
"""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

_RELATIVE = {os.open, os.mkdir, os.unlink, os.rmdir, os.rename, os.stat} <= os.supports_dir_fd
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0)
_PLAIN = getattr(os, "O_NOFOLLOW", 0)
_READ = os.O_RDONLY | _PLAIN | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _PLAIN | getattr(os, "O_BINARY", 0)
_LINK = "there is a symbolic link inside the output folder"


def above(path: str) -> Iterator[str]:
    """The folders that a path leads through, innermost first."""
    while path := path.rpartition("/")[0]:
        yield path


class Anchor:
    """One folder, opened when something of it is first asked for. Errors are `OSError`s with the whole path."""

    def __init__(self, top: Path) -> None:
        self._top = os.fspath(top)
        self._held: list[tuple[str, int]] = []  # the folders from the top to the one that was asked for last

    def __enter__(self) -> "Anchor":
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Holds nothing any more: from here on, what stands there is looked at anew."""
        self._drop(0)

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None when it is not there. Whatever else stands there is an error."""
        try:
            with self._naming(path):
                name, folder = self._reach(path)
                mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
                if stat.S_ISLNK(mode):
                    raise OSError(errno.ELOOP, _LINK)
                if not stat.S_ISREG(mode):
                    raise OSError(errno.EEXIST, "there is something else than a file where an output belongs")
                with os.fdopen(os.open(name, _READ, dir_fd=folder), "rb") as file:
                    return file.read()
        except FileNotFoundError:
            return None

    def create(self, path: str, content: bytes) -> None:
        """A new file with its bytes on the disk. Where a file or a link of that name stands, it goes."""
        with contextlib.suppress(FileNotFoundError):
            self.unlink(path)
        with self._naming(path):
            name, folder = self._reach(path)
            with os.fdopen(os.open(name, _NEW, 0o666, dir_fd=folder), "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())

    def rename(self, path: str, new: str) -> None:
        """Puts a file in the place of another one of its folder."""
        with self._naming(new):
            (name, folder), (other, _) = self._reach(path), self._reach(new)
            os.replace(name, other, src_dir_fd=folder, dst_dir_fd=folder)

    def unlink(self, path: str) -> None:
        """Removes a file or a link."""
        with self._naming(path):
            name, folder = self._reach(path)
            os.unlink(name, dir_fd=folder)

    def make(self, path: str) -> bool:
        """A folder in one that is there; whether it is new."""
        with self._naming(path):
            name, folder = self._reach(path)
            try:
                os.mkdir(name, dir_fd=folder)
            except FileExistsError:
                return False
            return True

    def remove(self, path: str) -> None:
        """Removes an empty folder."""
        with self._naming(path):
            name, folder = self._reach(path)
            os.rmdir(name, dir_fd=folder)

    def names(self, folder: str) -> list[str]:
        """The names of what stands in a folder."""
        with self._naming(folder):
            handle = self._folder(folder)
            return sorted(os.listdir(os.path.join(self._top, folder) if handle is None else handle))

    # --- the way there ------------------------------------------------------------------------------------------------

    def _reach(self, path: str) -> tuple[str, int | None]:
        """A path, and the open folder that it counts from."""
        folder = self._folder(path.rpartition("/")[0])
        return (os.path.join(self._top, path), None) if folder is None else (_last(path), folder)

    def _folder(self, folder: str) -> int | None:
        steps = ["", *sorted((folder, *above(folder)))] if folder else [""]
        if not _RELATIVE:
            for step in steps[1:]:
                if stat.S_ISLNK(os.lstat(os.path.join(self._top, step)).st_mode):
                    raise OSError(errno.ELOOP, _LINK)
            return None
        known = 0
        while known < min(len(steps), len(self._held)) and self._held[known][0] == steps[known]:
            known += 1
        self._drop(known)
        for step in steps[known:]:
            self._held.append((step, self._open(step)))
        return self._held[-1][1]

    def _open(self, step: str) -> int:
        if not step:
            return os.open(self._top, _FOLDER)
        name, folder = _last(step), self._held[-1][1]
        try:
            return os.open(name, _FOLDER | _PLAIN, dir_fd=folder)
        except OSError:  # of a link, systems say different things
            if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                raise OSError(errno.ELOOP, _LINK) from None
            raise

    def _drop(self, kept: int) -> None:
        while len(self._held) > kept:
            os.close(self._held.pop()[1])

    @contextlib.contextmanager
    def _naming(self, path: str) -> Iterator[None]:
        """Errors with the whole path, which calls with a folder of their own do not know."""
        try:
            yield
        except OSError as error:
            place = os.path.join(self._top, path) if path else self._top
            raise OSError(error.errno, error.strerror, place) from None


def _last(path: str) -> str:
    return path.rpartition("/")[2]
