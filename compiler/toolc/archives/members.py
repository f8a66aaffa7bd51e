"""Members of an archive as a folder: takes names and bytes as they come, gives a `tracked_files.Tree` and
their faults.

Names are judged as somebody who unpacks the archive would meet them. A name that leads elsewhere, or that two members have, is
never read: programs that unpack archives do not agree on what it stands for.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from posixpath import normpath, splitext

from toolc import tracked_files
from toolc.cpu_budget import extend
from toolc.diagnostics import Diagnostic
from toolc.source import Span
from toolc.tracked_files import MAX_ALL_DATA, MAX_DATA

MAX_MEMBERS = 100_000
MAX_MEMBER = 16_000_000  # bytes of one that is read
MAX_HELD = 400_000_000  # bytes of all that are read
MAX_UNPACKED = 1_000_000_000  # bytes that a compressed stream becomes, also those that are passed over
_MAX_NAME = 1_000  # characters
_MAX_DEPTH = 60  # folders
_SHOWN = 5  # members that a finding names one by one
_PER_BYTE = 20e-9  # CPU seconds that a run may take more for each byte, uncompressed

_WANTED = re.compile(
    r"\.pyi?$|(^|/)(pyproject\.toml|\.gitignore)$|^[^/]+\.dist-info/METADATA$|^([^/]+/)?PKG-INFO$|^(manifest|server)\.json$"
)
_COMPILED = frozenset({".so", ".pyd", ".dll", ".dylib", ".pyc", ".pyo"})
_DRIVE = re.compile(r"[A-Za-z]:")


class Damaged(Exception):
    """An archive that is not read at all; the message says why."""


class Members:
    """The members of one archive, added one by one. `shown`: the archive as it is shown."""

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self.files: dict[str, bytes | int] = {}
        self.data: dict[str, bytes] = {}
        self._folders: set[str] = set()
        self._twice: set[str] = set()
        self._seen: set[str] = set()
        self._hostile: dict[str, list[str]] = {}
        self._unread: dict[str, list[str]] = {}
        self._others: Counter[str] = Counter()
        self._held = self._held_data = 0

    def add(self, name: str, kind: str, read: Callable[[int], bytes]) -> None:
        """Take one member. `kind`: "file", "folder", or what else it is; `read` gives its content, up to so many bytes.

        Raises `Damaged` where there is too much of everything.
        """
        if len(self._seen) >= MAX_MEMBERS:
            raise Damaged(f"it has more than {MAX_MEMBERS:,} members")
        if reason := _wrong(name):
            self._hostile.setdefault(reason, []).append(name)
            self._seen.add(f"{len(self._seen)} {name[:_MAX_NAME]}")
            return
        path = normpath(name)
        if kind == "folder":
            self._folders.add(path)
            self._seen.add(f"{path}/")
            return
        if path in self._seen:
            self._twice.add(path)
            return
        self._seen.add(path)
        if kind != "file":
            self._unread.setdefault(kind, []).append(name)
        elif not _WANTED.search(path):
            self._others[suffix := splitext(path)[1].lower()[:12]] += 1
            if suffix not in _COMPILED:
                self._take_data(path, read)
        else:
            self._take(path, name, read)

    def refuse(self, name: str, reason: str) -> None:
        """Note a member that cannot be read."""
        self._unread.setdefault(reason, []).append(name)

    def _take(self, path: str, name: str, read: Callable[[int], bytes]) -> None:
        data = read(MAX_MEMBER + 1)
        extend(len(data) * _PER_BYTE)
        self._held += len(data)
        if self._held > MAX_HELD:
            raise Damaged(f"it has more than {MAX_HELD:,} bytes of sources")
        self.files[path] = data if len(data) <= MAX_MEMBER else len(data)

    def _take_data(self, path: str, read: Callable[[int], bytes]) -> None:
        """Hold a text that the program may read, while there is room: what it then does not have is not known to it."""
        if self._held_data >= MAX_ALL_DATA:
            return
        data = read(MAX_DATA + 1)
        extend(len(data) * _PER_BYTE)
        self._held_data += len(data)
        if len(data) <= MAX_DATA and b"\0" not in data:
            self.data[path] = data

    def finish(self) -> None:
        """Leave out files that a second member has the name of, or that stand where a folder does."""
        taken = self._folders | {above for path in self._seen for above in _above(path)}
        clashing = sorted(taken & self.files.keys())
        for path in (*self._twice, *taken):
            self.files.pop(path, None)
            self.data.pop(path, None)
        if self._twice:
            self._hostile.setdefault("two members have this name", []).extend(sorted(self._twice))
        if clashing:
            self._hostile.setdefault("a folder has the same name", []).extend(clashing)

    def findings(self) -> Iterator[Diagnostic]:
        """Yield what was refused, what could not be read, and how much is no Python."""
        place = Span(self._shown)
        for reason, names in sorted(self._hostile.items()):
            help_ = "do not unpack it; ask who made it"
            yield Diagnostic("TC128", f"{_list_names(names)} {_is(names)} not read: {reason}", place, help=help_)
        for reason, names in sorted(self._unread.items()):
            yield Diagnostic("TC129", f"{_list_names(names)} {_is(names)} not read: {reason}", place)
        compiled = {suffix: count for suffix, count in sorted(self._others.items()) if suffix in _COMPILED}
        if compiled:
            listed = ", ".join(f"{count} {suffix}" for suffix, count in compiled.items())
            yield Diagnostic("TC131", f"compiled code is not read: {listed}", place, help="look for the sources in the sdist")
        if total := sum(self._others.values()):
            most = ", ".join(f"{count} {suffix or 'without a suffix'}" for suffix, count in self._others.most_common(6))
            more = ", …" if len(self._others) > 6 else ""
            noun, them = ("1 member is", "it") if total == 1 else (f"{total:,} members are", "them")
            yield Diagnostic("TC130", f"{noun} not Python, and read only where a program reads {them}: {most}{more}", place)


def _wrong(name: str) -> str:
    """Why a name is not to be trusted; "" if it is a plain relative path."""
    if "\0" in name:
        return "its name has a NUL in it"
    if name.startswith("/") or _DRIVE.match(name):
        return "its name is an absolute path"
    if "\\" in name:
        return "its name has backslashes, which are folders to some programs only"
    if ".." in name.split("/"):
        return "its name leads out of the archive"
    if len(name) > _MAX_NAME or name.count("/") > _MAX_DEPTH:
        return "its name is too long"
    return "" if normpath(name) not in ("", ".") or name in (".", "./") else "it has no name"


def _above(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _list_names(names: list[str]) -> str:
    few = ", ".join(f"`{name[: _MAX_NAME // 5]}`" for name in names[:_SHOWN])
    return f"{few} and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else few


def _is(names: list[str]) -> str:
    return "is" if len(names) == 1 else "are"


def tree(members: Members, looks: str, name: str) -> tracked_files.Tree:
    """Return the folder of some members. Its distribution is the one that the metadata name, else `name` without a version."""
    files, version = members.files, ""
    for path in sorted(files):
        if path.endswith((".dist-info/METADATA", "PKG-INFO")) and isinstance(data := files[path], bytes):
            head = data.partition(b"\n\n")[0].decode("utf-8", "replace")
            name, version = _header("Name", head) or name, _header("Version", head)
            break
    return tracked_files.Tree(files, looks, name, version, data=members.data)


def _header(key: str, head: str) -> str:
    found = re.search(rf"(?mi)^{key}:[ \t]*([\w.!+-]{{1,200}})[ \t\r]*$", head)
    return found.group(1) if found else ""
