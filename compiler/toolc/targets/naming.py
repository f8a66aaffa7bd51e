"""File and folder names for names that come from source.

Takes any text, gives names that every file system holds apart and no shell, URL or template reads in another way.
"""

import hashlib
import re
from collections.abc import Sequence

_OUTSIDE = re.compile(r"[^A-Za-z0-9._-]+")
# Windows opens a device for these, whatever the extension (Microsoft, "Naming Files, Paths, and Namespaces").
_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")
_LONGEST = 100  # file systems take 255 bytes; suffixes, temporaries and an extension are still to come


def slug(text: str) -> str:
    """A file or folder name for `text`: ASCII letters, digits and `._-`; no dot or dash at an end; never empty."""
    name = _OUTSIDE.sub("-", text).strip(".-") or "unnamed"
    if _DEVICE.fullmatch(name):
        name = f"_{name}"
    return name if len(name) <= _LONGEST else _add_suffix(name, text)


def unique(names: Sequence[str], keys: Sequence[str] | None = None) -> tuple[str, ...]:
    """The slugs of `names`, in their order, no two alike even where letter case does not count.

    A name that is its own slug keeps it before one that had to be changed, an earlier one before a later one. The others get
    a suffix made from their key (the name itself unless `keys` are given), so it is the same in every run.
    """
    keys = names if keys is None else keys
    result = [""] * len(names)
    taken: set[str] = set()
    for index in sorted(range(len(names)), key=lambda i: (slug(names[i]) != names[i], i)):
        candidate, salt = slug(names[index]), keys[index]
        while candidate.casefold() in taken:
            candidate = _add_suffix(slug(names[index]), salt)
            salt += "\0"
        taken.add(candidate.casefold())
        result[index] = candidate
    return tuple(result)


def _add_suffix(name: str, salt: str) -> str:
    digest = hashlib.sha256(salt.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{name[: _LONGEST - 9].rstrip('.-')}-{digest}"
