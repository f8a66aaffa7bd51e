"""The manifest of a run: its view of the file system and its output, so that the same run need not happen again.

Takes what was noted, gives bytes, and back; `check_unchanged` compares one with the disk. It is kept as text in a fixed order
and compared as text: decoding it into anything would take longer than the comparison. Imports next to nothing.
"""

import os
from binascii import crc32  # the digests of `tracked_files` would take as long as reading and decoding together

from toolc import tracked_files

FORMAT = b"toolc manifest 2\n"
_SECTIONS = 7


class Manifest:
    """`key` is all that the run was asked. `looks` is how every path looked that was read, a line each; `digests` what was
    read, or the answer to other questions (`kinds`)."""

    def __init__(
        self, key: str, kinds: str, paths: "list[bytes]", looks: str, digests: str, status: int, said: "tuple[str, str]"
    ) -> None:
        self.key, self.kinds, self.paths, self.looks, self.digests = key, kinds, paths, looks, digests
        self.status, self.said = status, said


def encode(manifest: Manifest) -> bytes:
    """The bytes of a manifest, with a checksum over all of them."""
    texts = (manifest.looks, manifest.digests, f"{manifest.status} {len(manifest.said[0])}", "".join(manifest.said))
    sections = [_bytes(manifest.key), manifest.kinds.encode(), b"\0".join(manifest.paths), *map(_bytes, texts)]
    body = " ".join(str(len(section)) for section in sections).encode() + b"\n" + b"".join(sections)
    return FORMAT + b"%08x\n" % crc32(body) + body


def decode(data: bytes) -> Manifest | None:
    """The manifest of some bytes; None when they are none, or damaged."""
    checksum = data[len(FORMAT) : len(FORMAT) + 9]
    start = len(FORMAT) + len(checksum)
    if not data.startswith(FORMAT) or checksum != b"%08x\n" % crc32(memoryview(data)[start:]):
        return None
    end = data.index(b"\n", start)
    lengths, start = [*map(int, data[start:end].split())], end + 1
    sections: list[bytes] = []
    for length in lengths:
        sections.append(data[start : start + length])
        start += length
    if len(sections) != _SECTIONS:
        return None
    key, kinds, _, looks, digests, numbers, said = (_text(section) for section in sections)
    status, length = map(int, numbers.split())
    paths = sections[2].split(b"\0") if kinds else []
    return Manifest(key, kinds, paths, looks, digests, status, (said[:length], said[length:]))


def check_unchanged(manifest: Manifest) -> "bool | list[str]":
    """Check that everything noted still holds: `True` by signatures, the new signatures if only these differ, else `False`.

    What merely looks different is read and compared: a file that was touched, or written in the very moment of the last run.
    """
    looks = current_state(manifest.kinds, manifest.paths)
    if "\n".join(looks) == manifest.looks:
        return True
    rows = zip(manifest.kinds, manifest.paths, manifest.looks.split("\n"), looks, manifest.digests.split("\n"), strict=True)
    for kind, path, before, now, known in rows:
        if before != now and (known == tracked_files.UNKNOWN_DIGEST or digest_of(kind, os.fsdecode(path)) != known):
            return False
    return looks


def current_state(kinds: str, paths: "list[bytes]") -> "list[str]":
    """Return the current state of everything noted: the signature of files and folders, the answer to other questions."""
    looks: list[str] = []
    add, stat, signed = looks.append, os.stat, tracked_files.signature_of
    for kind, path in zip(kinds, paths, strict=True):
        if kind == "f" or kind == "d":  # compared one by one: this line runs once for every file there is
            try:
                add(signed(stat(path)))
            except (OSError, ValueError):
                add(tracked_files.ABSENT)
        else:
            add(digest_of(kind, os.fsdecode(path)))
    return looks


def digest_of(kind: str, path: str) -> str:
    """Return the digest of the current answer to a question."""
    if kind == tracked_files.KIND:
        return tracked_files.kind(path)
    if kind == tracked_files.LINK:
        return tracked_files.itself(path)
    if kind == tracked_files.REAL:
        return tracked_files.digest(os.fsencode(tracked_files.real(path)))
    if kind == tracked_files.FOLDER:
        try:
            return tracked_files.listing_digest(tracked_files.entries(path))
        except (OSError, ValueError):
            return tracked_files.digest_without_listing(path)
    return tracked_files.content_digest(path)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
