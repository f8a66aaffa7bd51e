"""The list of files an output folder holds: what a later run may remove.

Takes the bytes of the list, gives paths, and back. The list is an output like any other: sorted, no times, the same bytes for
the same set. It may come from a tree nobody trusts, so it is read as data: what is not a plain relative path is passed over.
"""

import json
import re
from collections.abc import Iterable

MANIFEST = ".toolc-outputs.json"

# As `emit` writes them: no dot first, so never `..`, the list itself or a hidden file.
_PATH = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*(/[A-Za-z0-9_][A-Za-z0-9._-]*)+")


def read_owned(listed: bytes | None) -> frozenset[str]:
    """The files earlier runs wrote, from the list; none when there is no list, or one that toolc did not write."""
    try:
        content = json.loads(listed or b"")
    except (ValueError, RecursionError):
        return frozenset()
    files = content.get("files") if isinstance(content, dict) else None
    if not isinstance(files, list):
        return frozenset()
    return frozenset(path for path in files if isinstance(path, str) and _PATH.fullmatch(path))


def manifest_bytes(owned: Iterable[str]) -> bytes:
    """The list as it stands on disk."""
    return (json.dumps({"files": sorted(owned)}, indent=2) + "\n").encode()
