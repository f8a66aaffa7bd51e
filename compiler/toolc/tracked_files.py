"""The file system as one run sees it: every question about it is asked here, and the answer is noted.

Takes paths, gives what `os` gives. What was noted (files read, folders listed, names looked for in vain) is all that a result
can depend on, so that a later run may ask whether any of it changed. Imports next to nothing: the fastest runs end here.
"""

import os
import stat
from _blake2 import blake2b  # hashlib costs three times as much to import

FILE, FOLDER, KIND, LINK, REAL = "f", "d", "k", "l", "r"
"""Kinds of questions about a path: its content, a folder's names, the kind with links followed or not, the real path."""

ABSENT = "-"
UNKNOWN_DIGEST = "!"
"""The digest of what was asked for and not had; it equals nothing, itself included."""

_FOLDER_CONTENT = "/"
MAX_CONTENT = 64_000_000
"""Bytes of a file that is read to see whether it changed."""

_CHUNK = 1 << 20

SLACK = 2_000_000_000
"""Nanoseconds: what was written so shortly before a run, or later, may be written again without looking different."""

Key = str
"""A kind and a path in one text: `f` and `/shop/tools.py`, say."""


class AccessTrace:
    """Questions of one run: the digest of every answer, and the `signature` of files and folders before they were read."""

    def __init__(self) -> None:
        self.digests: dict[Key, str] = {}
        self.signatures: dict[Key, str] = {}

    def add(self, key: Key, digest: str, signature: str = "") -> None:
        known = self.digests.setdefault(key, digest)
        if known != digest:  # it changed while the run was under way: no later run can tell which one was meant
            self.digests[key] = UNKNOWN_DIGEST
        if signature and self.signatures.setdefault(key, signature) != signature:
            self.signatures[key] = UNKNOWN_DIGEST

    def include(self, other: "AccessTrace") -> None:
        """Add all that another one has."""
        for key, digest in other.digests.items():
            self.add(key, digest, other.signatures.get(key, ""))

    def is_implied(self, key: Key) -> bool:
        """Return `True` if the kind of a path is implied by the listing of its folder; the target of a link is not."""
        path = key[1:]
        if key[0] not in (KIND, LINK) or FOLDER + os.path.dirname(path) not in self.digests:
            return False
        return self.digests[key] != "link" if key[0] == LINK else not os.path.islink(path)


_listening: list[AccessTrace] = []
"""The current listeners. Questions come from every corner of `discover`, most often deep in a walk."""


class tracing:  # noqa: N801 - a context manager as `contextlib` has them, whose import takes longer than all else here
    """Note every question in this block, for all listeners."""

    def __init__(self, notes: AccessTrace) -> None:
        self._notes = notes

    def __enter__(self) -> AccessTrace:
        _listening.append(self._notes)
        return self._notes

    def __exit__(self, *_: object) -> None:
        _listening.remove(self._notes)


def record(kind: str, path: str, digest: str, signature: str = "") -> None:
    """Something was asked and answered."""
    if _listening:
        key = kind + (path if path.startswith(os.sep) else os.path.abspath(path))
        for notes in _listening:
            notes.add(key, digest, signature)


# --- folders in memory -------------------------------------------------------------------------------------------------


MAX_DATA = 1_000_000  # bytes of one of `Tree.data`
MAX_ALL_DATA = 32_000_000  # bytes of all of them


class Tree:
    """A folder that is no folder on the disk: an archive, or a revision.

    `files`: by path with `/`, the bytes, or the size of one that is too large to be held. `looks`: the `signature` of what it
    is read from. `name` and `version`: those of the distribution in it, "" if it says none. `outside`: the folder of the disk
    that virtual environments are looked for in, "" for none. `data`: further files, which nobody lists or finds: only programs
    that name them read them.
    """

    def __init__(
        self,
        files: "dict[str, bytes | int]",
        looks: str,
        name: str = "",
        version: str = "",
        outside: str = "",
        data: "dict[str, bytes] | None" = None,
    ) -> None:
        self.files, self.looks, self.name, self.version, self.outside = files, looks, name, version, outside
        self.data = data or {}
        self.folders: dict[str, dict[str, None]] = {"": {}}
        for path in sorted(files):
            while path:
                folder, _, last = path.rpartition("/")
                known = folder in self.folders
                self.folders.setdefault(folder, {})[last] = None
                path = "" if known else folder

    def kind(self, path: str) -> str:
        return "file" if path in self.files else "folder" if path in self.folders else ABSENT


class Entry:
    """Entry of a folder in memory, with the interface of `os.DirEntry`. There are no links."""

    def __init__(self, name: str, path: str, kind: str) -> None:
        self.name, self.path, self._kind = name, path, kind

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        return self._kind == "folder"

    def is_file(self, *, follow_symlinks: bool = True) -> bool:
        return self._kind == "file"

    def is_symlink(self) -> bool:
        return False


_mounted: dict[str, Tree] = {}


def mount(path: str, tree: Tree) -> None:
    """Let a folder in memory stand at a path. What is asked below it is not noted: the tree was made of what was."""
    _mounted[os.path.abspath(path)] = tree


def unmount(path: str) -> None:
    """Let a path lead to the disk again."""
    _mounted.pop(os.path.abspath(path), None)


def find_mount(path: str) -> "tuple[str, Tree, str] | None":
    """Return the place of the folder in memory that a path is in, the folder, and the path below it; None on the disk."""
    if not _mounted:
        return None
    absolute = os.path.abspath(path)
    for root, tree in _mounted.items():
        if absolute == root:
            return root, tree, ""
        if absolute.startswith(root + os.sep):
            return root, tree, absolute[len(root) + 1 :].replace(os.sep, "/")
    return None


def tree_at(path: str) -> Tree | None:
    """Return the folder in memory that stands at a path; None if none does."""
    return _mounted.get(os.path.abspath(path)) if _mounted else None


# --- how things look ---------------------------------------------------------------------------------------------------


def signature(path: str) -> str:
    """Return a text that changes with a file or folder, except within one tick of the clock; `ABSENT` if it does not exist."""
    if _mounted and (found := find_mount(path)) is not None:
        return found[1].looks
    try:
        return signature_of(os.stat(path))
    except (OSError, ValueError):
        return ABSENT


def signature_of(state: os.stat_result) -> str:
    """The signature of what has this state."""
    return f"{state.st_size} {state.st_ino} {state.st_mtime_ns} {state.st_ctime_ns}"


def changed_since(looks: str, limit: int) -> bool:
    """Return `True` if a file was changed at a time (nanoseconds) or later, by its signature."""
    return " " in looks and any(int(stamp) >= limit for stamp in looks.split()[2:])


def digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def content_digest(path: str) -> str:
    """The digest of a file's content: `ABSENT` where nothing is, the same for all folders, `UNKNOWN_DIGEST` of what is neither,
    or of a very large file."""
    if _mounted and (found := find_mount(path)) is not None:
        held = found[1].files.get(found[2])
        return ABSENT if held is None else digest(held) if isinstance(held, bytes) else UNKNOWN_DIGEST
    try:
        state = os.stat(path)
    except (OSError, ValueError):
        return ABSENT
    if stat.S_ISDIR(state.st_mode):
        return _FOLDER_CONTENT
    if not stat.S_ISREG(state.st_mode) or state.st_size > MAX_CONTENT:
        return UNKNOWN_DIGEST
    told, left = blake2b(digest_size=16), MAX_CONTENT
    try:
        with open(path, "rb", buffering=0) as file:
            while chunk := file.read(_CHUNK):
                told.update(chunk)
                left -= len(chunk)
                if left < 0:
                    return UNKNOWN_DIGEST
    except OSError:
        return UNKNOWN_DIGEST
    return told.hexdigest()


# --- questions -----------------------------------------------------------------------------------------------------------


def is_file(path: str) -> bool:
    return kind(path) == "file"


def is_folder(path: str) -> bool:
    return kind(path) == "folder"


def kind(path: str) -> str:
    """Return the kind of a path, links followed: a file, a folder, something other, or nothing (`ABSENT`)."""
    if _mounted and (found := find_mount(path)) is not None:
        return found[1].kind(found[2])
    told = _kind(path, os.stat)
    record(KIND, path, told)
    return told


def there(path: str) -> bool:
    """Return `True` if a path exists, even as a broken link."""
    return itself(path) != ABSENT


def itself(path: str) -> str:
    """Return the kind of a path, links not followed."""
    if _mounted and (found := find_mount(path)) is not None:
        return found[1].kind(found[2])
    told = _kind(path, os.lstat)
    record(LINK, path, told)
    return told


def _kind(path: str, look: object) -> str:
    try:
        mode = look(path).st_mode  # type: ignore[operator]
    except (OSError, ValueError):
        return ABSENT
    if stat.S_ISLNK(mode):
        return "link"
    return "file" if stat.S_ISREG(mode) else "folder" if stat.S_ISDIR(mode) else "other"


def real(path: str) -> str:
    """The path with every link in it followed."""
    if _mounted and find_mount(path) is not None:
        return os.path.abspath(path)
    told = os.path.realpath(path)
    record(REAL, path, digest(os.fsencode(told)))
    return told


def entries(folder: str) -> "list[os.DirEntry[str]]":
    """Return the entries of a folder, sorted by name. Raises OSError. The targets of links in it are noted as well."""
    if _mounted and (found := find_mount(folder)) is not None:
        return _entries_in_memory(folder, *found[1:])
    before = signature(folder)
    try:
        with os.scandir(folder) as scanned:
            listed = sorted(scanned, key=lambda entry: entry.name)
    except OSError:
        record(FOLDER, folder, digest_without_listing(folder), before)
        raise
    if _listening:
        record(FOLDER, folder, listing_digest(listed), before)
        for entry in listed:
            if entry.is_symlink():
                kind(entry.path)
    return listed


def _entries_in_memory(folder: str, tree: Tree, path: str) -> "list[os.DirEntry[str]]":
    if path not in tree.folders:
        raise FileNotFoundError(2, os.strerror(2), folder)
    below = f"{path}/" if path else ""
    names = sorted(tree.folders[path])
    return [Entry(name, os.path.join(folder, name), tree.kind(below + name)) for name in names]  # type: ignore[misc]  # nobody can make a DirEntry


def names(folder: str) -> list[str]:
    """The names in a folder, sorted; none when it cannot be read."""
    try:
        return [entry.name for entry in entries(folder)]
    except (OSError, ValueError):
        return []


def digest_without_listing(path: str) -> str:
    """The digest of what cannot be listed: `ABSENT`, the same for all files, `UNKNOWN_DIGEST` where it is neither."""
    told = _kind(path, os.stat)
    return told if told in (ABSENT, "file") else UNKNOWN_DIGEST


def listing_digest(listed: "list[os.DirEntry[str]]") -> str:
    """Return the digest of a folder's listing: names and kinds, links not followed."""
    return digest("\0".join(entry.name + _letter(entry) for entry in listed).encode("utf-8", "surrogateescape"))


def _letter(entry: "os.DirEntry[str]") -> str:
    if entry.is_symlink():
        return "/l"
    return "/d" if entry.is_dir(follow_symlinks=False) else "/f" if entry.is_file(follow_symlinks=False) else "/o"
