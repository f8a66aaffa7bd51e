"""Members of tar archives, compressed or not (sdists): takes a file, adds each member in the order of the archive.

The archive is read as a stream, so that no header leads to another place of it, and as far as `MAX_UNPACKED`.
"""

import bz2
import io
import lzma
import struct
import tarfile
import zlib
from typing import BinaryIO, Protocol

from toolc.archives.members import MAX_UNPACKED, Damaged, Members
from toolc.cpu_budget import extend

_CHUNK = 1 << 18
_MEMORY = 200_000_000  # bytes that LZMA may ask for
_PER_BYTE = 10e-9  # CPU seconds that a run may take more for each byte
_BROKEN = (
    tarfile.TarError, struct.error, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, OverflowError, RecursionError,
    MemoryError,
)  # fmt: skip
_KINDS = {tarfile.SYMTYPE: "it is a link", tarfile.LNKTYPE: "it is a link"}


class _Decompressor(Protocol):
    eof: bool

    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class _Gzip:
    """zlib's decompressor with the interface of those of bz2 and lzma."""

    def __init__(self) -> None:
        self._inner, self._left = zlib.decompressobj(31), b""

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._left

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        found = self._inner.decompress(self._left + data, max_length)
        self._left = self._inner.unconsumed_tail
        return found


class _Stream(io.RawIOBase):
    """Decompressed stream of a file. Raises `Damaged` if it grows too large."""

    def __init__(self, file: BinaryIO, begin: type | None) -> None:
        self._file, self._begin = file, begin
        self._inner = self._new()
        self._total = 0

    def _new(self) -> "_Gzip | bz2.BZ2Decompressor | lzma.LZMADecompressor | None":
        if self._begin is lzma.LZMADecompressor:
            return lzma.LZMADecompressor(memlimit=_MEMORY)
        return self._begin() if self._begin is not None else None

    def read(self, size: int = -1) -> bytes:
        data = self._next(min(size, _CHUNK) if size >= 0 else _CHUNK)
        self._total += len(data)
        extend(len(data) * _PER_BYTE)
        if self._total > MAX_UNPACKED:
            raise Damaged(f"it has more than {MAX_UNPACKED:,} bytes when it is unpacked")
        return data

    def _next(self, size: int) -> bytes:
        inner = self._inner
        if inner is None:
            return self._file.read(size)
        while True:
            if inner.eof:  # some programs write several streams, one behind the other
                rest = inner.unused_data or self._file.read(_CHUNK)
                if not rest.strip(b"\0"):
                    return b""
                inner = self._inner = self._new()
                assert inner is not None
                found = inner.decompress(rest, size)
            else:
                found = inner.decompress(self._file.read(_CHUNK) if inner.needs_input else b"", size)
                if not found and not inner.eof and inner.needs_input and not self._more():
                    raise EOFError("it ends in the middle")
            if found:
                return found

    def _more(self) -> bool:
        at = self._file.tell()
        more = bool(self._file.read(1))
        self._file.seek(at)
        return more


_COMPRESSED: tuple[tuple[bytes, type], ...] = (
    (b"\x1f\x8b", _Gzip),
    (b"BZh", bz2.BZ2Decompressor),
    (b"\xfd7zXZ\0", lzma.LZMADecompressor),
)


def add_members(file: BinaryIO, members: Members) -> None:
    """Add every member of a tar archive. Raises `Damaged`."""
    head = file.read(8)
    file.seek(0)
    begin = next((begin for magic, begin in _COMPRESSED if head.startswith(magic)), None)
    try:
        stream = _Stream(file, begin)
        with tarfile.open(fileobj=stream, mode="r|", errors="surrogateescape", encoding="utf-8") as archive:
            for info in archive:
                _add(info, archive, members)
    except _BROKEN as error:
        raise Damaged(f"it is not a tar archive that can be read: {error}") from None


def _add(info: tarfile.TarInfo, archive: tarfile.TarFile, members: Members) -> None:
    kind = (
        "folder"
        if info.isdir()
        else "file"
        if info.isreg() and not info.issparse()
        else _KINDS.get(info.type, "it is not a regular file")
    )

    def read(size: int) -> bytes:
        member = archive.extractfile(info)
        return member.read(size) if member is not None else b""

    members.add(info.name, kind, read)
