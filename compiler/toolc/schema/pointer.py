"""Local references of one JSON Schema document.

Takes a document and the text of a `$ref`, gives the schema it points at and a name for it. Follows nothing outside the
document: no addresses, anchors or dynamic references.
"""

from typing import Any
from urllib.parse import unquote

Schema = Any
"""A dict, a bool, or whatever else a hostile document holds in its place."""


def is_local(ref: object) -> bool:
    return isinstance(ref, str) and (ref in ("", "#") or ref.startswith("#/"))


def segments(ref: str) -> tuple[str, ...] | None:
    """The decoded path of a local reference; None when the reference is not one."""
    if not is_local(ref):
        return None
    if len(ref) < 2:
        return ()
    try:
        path = unquote(ref[2:], errors="strict")
    except UnicodeDecodeError:
        return None
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in path.split("/"))


def find(root: Schema, ref: object) -> Schema | None:
    """Return the schema that a local reference points at. `None` if there is none."""
    path = segments(ref) if isinstance(ref, str) else None
    if path is None:
        return None
    here = root
    for part in path:
        if isinstance(here, dict) and part in here:
            here = here[part]
        elif isinstance(here, list) and part.isdecimal() and part.isascii() and len(part) < 7 and int(part) < len(here):
            here = here[int(part)]
        else:
            return None
    return here if isinstance(here, dict | bool) else None


def hint(ref: str) -> str:
    """Return a name for the target: the last segment of its path that is not a list index, else `Root`."""
    for part in reversed(segments(ref) or ()):
        if part and not part.isdecimal():
            return part
    return "Root"
