"""The archives of a scan: takes a list of them or a folder, gives items in the order of results."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from packaging.requirements import InvalidRequirement, Requirement

from toolc.archives import SUFFIXES
from toolc.cli.archived import GIT, PYPI

_OPTIONS = re.compile(r"\s--?[a-z].*$")  # `--hash=sha256:…` of a pip requirements file
_COMMENT = re.compile(r"(^|\s)#.*$")


class Item(Struct, frozen=True):
    """One thing to scan. `name`: its key in the results, as the list has it; `path`: as commands take it, from `folder`."""

    name: str
    path: str
    folder: str

    @property
    def place(self) -> Path:
        """Path of the item, if it is on the disk."""
        return Path(self.folder, self.path)

    @property
    def is_fixed(self) -> bool:
        """Return `True` if the item never changes: a version of an index, but not a folder or a revision of git."""
        return self.path.startswith(PYPI)


def items_of(source: str) -> list[Item]:
    """Return the items of a list, in its order, or the archives below a folder, by name. Raises OSError and ValueError."""
    place = Path(source)
    found = _below(place) if place.is_dir() else _read_list(place)
    return list({one.name: one for one in found}.values())


def _below(folder: Path) -> Iterator[Item]:
    found = (path for path in folder.rglob("*") if path.name.lower().endswith(SUFFIXES) and path.is_file())
    names = sorted(path.relative_to(folder).as_posix() for path in found)
    yield from (Item(name, name, str(folder.absolute())) for name in names)


def _read_list(file: Path) -> Iterator[Item]:
    """The lines of a list. Paths count from the folder that it stands in."""
    folder = str(file.absolute().parent)
    for line in file.read_text("utf-8-sig").splitlines():
        name = _COMMENT.sub("", line).strip()
        if name:
            yield Item(name, _path(name, folder), folder)


def _path(line: str, folder: str) -> str:
    """A line as commands take it: a requirement is one of the index, unless a file or folder has its name."""
    if line.startswith((PYPI, GIT)) or Path(folder, line).exists() or line.lower().endswith(SUFFIXES):
        return line
    try:
        wanted = Requirement(_OPTIONS.sub("", line))
    except InvalidRequirement:
        return line
    versions = [one.version for one in wanted.specifier if one.operator in ("==", "===")]
    return f"{PYPI}{wanted.name}" + (f"=={versions[0]}" if len(versions) == 1 else "")
