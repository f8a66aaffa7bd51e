"""Opens an archive: takes a path whose name ends as those of archives do, gives a folder in memory and what was found."""

import os
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from toolc import tracked_files
from toolc.archives import tars, zips
from toolc.archives.members import Damaged, Members, tree
from toolc.diagnostics import Diagnostic
from toolc.source import Span

ZIPS = (".whl", ".zip", ".egg", ".mcpb", ".dxt")
TARS = (".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz")
SUFFIXES = (*ZIPS, *TARS)
MAX_ARCHIVE = 500_000_000  # bytes
_VERSION = re.compile(r"-v?\d[\w.!+]*(-[\w.]+)*$")
_HELP = "get it again from where it is published"


class Opened(Struct, frozen=True):
    """A folder in memory; None where the archive cannot be read at all. `diagnostics`: what was found in it."""

    tree: tracked_files.Tree | None
    diagnostics: tuple[Diagnostic, ...] = ()


def archive_in(path: str) -> str | None:
    """Return the part of a path that is an archive on the disk: `x.whl` of `x.whl/shop/tools.py`; None if none is."""
    steps = path.replace(os.sep, "/").split("/")
    for count in range(1, len(steps) + 1):
        if steps[count - 1].lower().endswith(SUFFIXES):
            part = "/".join(steps[:count])
            if Path(part).is_file():
                return part
    return None


def open_archive(path: str, shown: str) -> Opened:
    """Read the archive at a path."""
    looks = tracked_files.signature(path)
    try:
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > MAX_ARCHIVE:
                return _unreadable(shown, f"it has {size:,} bytes, more than {MAX_ARCHIVE:,}")
            return read_archive(file, Path(path).name, shown, looks)
    except OSError as error:
        return _unreadable(shown, error.strerror or str(error))


def opened_bytes(data: bytes, name: str, shown: str) -> Opened:
    """Read an archive that is in memory. `name`: that of its file."""
    return read_archive(BytesIO(data), name, shown, f"{len(data)} 0 0 0")


def read_archive(file: BinaryIO, name: str, shown: str, looks: str) -> Opened:
    """Read an archive from an open file. `looks`: its signature."""
    members = Members(shown)
    add: Callable[[BinaryIO, Members], None] = zips.add_members if name.lower().endswith(ZIPS) else tars.add_members
    try:
        add(file, members)
    except Damaged as damaged:
        return _unreadable(shown, str(damaged), tuple(members.findings()))
    members.finish()
    return Opened(tree(members, looks, _stem(name)), tuple(members.findings()))


def _unreadable(shown: str, reason: str, further: tuple[Diagnostic, ...] = ()) -> Opened:
    return Opened(None, (*further, Diagnostic("TC127", f"the archive is not read: {reason}", Span(shown), help=_HELP)))


def _stem(name: str) -> str:
    """The name of what is in an archive, from that of its file, without a version: `shop` of `shop-1.2.tar.gz`."""
    suffix = next((one for one in sorted(SUFFIXES, key=len, reverse=True) if name.lower().endswith(one)), "")
    stem = name.removesuffix(name[len(name) - len(suffix) :]) if suffix else name
    return _VERSION.sub("", stem) or stem
