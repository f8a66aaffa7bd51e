"""Members of ZIP archives (wheels, .mcpb, .egg): takes a file, adds each member."""

import io
import stat
import struct
import zipfile
import zlib
from typing import BinaryIO

from toolc.archives.members import Damaged, Members

_MAX_AT_ONCE = 16_000_000
"""Bytes of one read: no list of members (about 100 bytes each) is longer, whatever its header says."""
_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2})
_BROKEN = (
    zipfile.BadZipFile, struct.error, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError,
    OverflowError,
)  # fmt: skip


class _Bounded(io.RawIOBase):
    """A file that is never read in one piece."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(_MAX_AT_ONCE + 1) if size is None or size < 0 or size > _MAX_AT_ONCE else self._file.read(size)
        if len(data) > _MAX_AT_ONCE:
            raise Damaged(f"its list of members has more than {_MAX_AT_ONCE:,} bytes")
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def add_members(file: BinaryIO, members: Members) -> None:
    """Add every member of a ZIP archive. Raises `Damaged`."""
    try:
        archive = zipfile.ZipFile(_Bounded(file))
    except _BROKEN as error:
        raise Damaged(f"it is not a ZIP archive that can be read: {error}") from None
    with archive:
        for info in archive.infolist():
            _add(info, archive, members)


def _add(info: zipfile.ZipInfo, archive: zipfile.ZipFile, members: Members) -> None:
    # `filename` ends at a NUL, and has `/` for what the system takes for one; what was written tells more.
    name, kind = info.orig_filename, _kind(info)

    def read(size: int) -> bytes:
        with archive.open(info) as member:
            return member.read(size)

    try:
        members.add(name, kind, read)
    except _BROKEN as error:
        members.refuse(name, f"it is damaged ({error})"[:300])


def _kind(info: zipfile.ZipInfo) -> str:
    mode = info.external_attr >> 16
    if info.create_system == 3 and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "it is a link" if stat.S_ISLNK(mode) else "it is not a regular file"
    if info.orig_filename.endswith("/"):
        return "folder"
    if info.flag_bits & 0x1:
        return "it is encrypted"
    return "file" if info.compress_type in _METHODS else "its compression is not one of ZIP archives of packages"
