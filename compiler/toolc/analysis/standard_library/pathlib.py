"""Paths of files that belong to the program, which begin at `__file__` or at a package: where they lie is not known, what is in
them is (`pathlib` and `importlib.resources` of CPython 3.11)."""

import pathlib


class ProgramPath:
    def __init__(self, module, parts):
        self._module, self._parts = module, parts

    @property
    def parent(self):
        if self._parts and self._parts[-1] != "..":
            return ProgramPath(self._module, self._parts[:-1])
        return ProgramPath(self._module, (*self._parts, ".."))

    @property
    def parents(self):
        found = [self.parent]
        for _ in range(9):
            found.append(found[-1].parent)
        return found

    @property
    def name(self):
        return self._parts[-1] if self._parts and self._parts[-1] != ".." else pathlib._unknown()

    @property
    def stem(self):
        root, dot, _ = self.name.rpartition(".")
        return root if dot and root else self.name

    @property
    def suffix(self):
        root, dot, ending = self.name.rpartition(".")
        return dot + ending if dot and root else ""

    def __truediv__(self, other):
        text = str(other)
        if text.startswith("/"):
            return pathlib._unknown()
        path = self
        for part in text.split("/"):
            if part == "..":
                path = path.parent
            elif part not in ("", "."):
                path = ProgramPath(self._module, (*path._parts, part))
        return path

    def joinpath(self, *others):
        path = self
        for other in others:
            path = path / other
        return path

    def resolve(self, strict=False):
        return self

    def absolute(self):
        return self

    def expanduser(self):
        return self

    def with_name(self, name):
        return self.parent / name

    def with_suffix(self, suffix):
        return self.parent / (self.stem + suffix)

    def read_text(self, encoding=None, errors=None, newline=None):
        return pathlib._read(self._module, self._parts)

    def read_bytes(self):
        return pathlib._read(self._module, self._parts).encode()

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(self, mode)  # noqa: PTH123

    def glob(self, pattern):
        return pathlib._files(self._module, self._parts, pattern)

    def rglob(self, pattern):
        return pathlib._files(self._module, self._parts, "**/" + pattern)

    def iterdir(self):
        return pathlib._files(self._module, self._parts, None)

    def relative_to(self, other):
        if not isinstance(other, ProgramPath) or other._module != self._module or ".." in (*self._parts, *other._parts):
            return pathlib._unknown()
        if other._parts != self._parts[: len(other._parts)]:
            raise ValueError
        return RelativePath(self._parts[len(other._parts) :])

    def exists(self):
        return pathlib._has(self._module, self._parts, True, True)

    def is_file(self):
        return pathlib._has(self._module, self._parts, True, False)

    def is_dir(self):
        return pathlib._has(self._module, self._parts, False, True)

    def __str__(self):
        return pathlib._unknown()

    def __repr__(self):
        return pathlib._unknown()

    def __fspath__(self):
        return pathlib._unknown()

    def as_posix(self):
        return pathlib._unknown()

    def __eq__(self, other):
        if not isinstance(other, ProgramPath) or other._module != self._module or ".." in (*self._parts, *other._parts):
            return pathlib._unknown()
        return self._parts == other._parts

    def __lt__(self, other):
        if isinstance(other, OtherPath):
            return False
        if not isinstance(other, ProgramPath) or other._module != self._module:
            return pathlib._unknown()
        return self._parts < other._parts

    def __hash__(self):
        return 0


class RelativePath:
    """A path of a file of the program, seen from a folder of it."""

    def __init__(self, parts):
        self.parts = parts

    name = ProgramPath.name
    stem = ProgramPath.stem
    suffix = ProgramPath.suffix

    @property
    def _parts(self):
        return self.parts

    @property
    def parent(self):
        return RelativePath(self.parts[:-1])

    def with_suffix(self, suffix):
        return RelativePath((*self.parts[:-1], self.stem + suffix))

    def as_posix(self):
        return "/".join(self.parts)

    __str__ = as_posix


class OtherPath(ProgramPath):
    """Anything else in a folder: it is no module of the program."""

    def __init__(self):
        self._module, self._parts = "", (pathlib._unknown(),)

    @property
    def name(self):
        return _OtherName()

    @property
    def suffix(self):
        return _OtherName()

    @property
    def stem(self):
        return pathlib._unknown()

    def is_file(self):
        return pathlib._unknown()

    def is_dir(self):
        return pathlib._unknown()

    def __eq__(self, other):
        return False

    def __lt__(self, other):
        return True  # it comes first, so that no place behind it is certain

    def __hash__(self):
        return 0


class _OtherName:
    """A text that does not end in `.py`."""

    def endswith(self, ending, start=0):
        return False if ending == ".py" else pathlib._unknown()

    def startswith(self, beginning, start=0):
        return pathlib._unknown()

    def lower(self):
        return self

    def __eq__(self, other):
        return False if isinstance(other, str) and other.endswith(".py") else pathlib._unknown()

    def __ne__(self, other):
        return True if isinstance(other, str) and other.endswith(".py") else pathlib._unknown()

    def __hash__(self):
        return 0

    def __str__(self):
        return pathlib._unknown()
