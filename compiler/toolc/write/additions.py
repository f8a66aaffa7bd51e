"""JSON files that toolc shares with their users: package.json.

Takes the bytes toolc makes, those on the disk and the keys that are toolc's, gives the bytes that should stand there. It
decides nothing about when a file is written.
"""

import json
from collections.abc import Collection
from typing import Any


def with_additions(made: bytes, there: bytes, keys: Collection[str]) -> bytes:
    """Return `made` with the keys of `there` that are not toolc's, in their order.

    An object under a key that both have (`devDependencies`) gets the entries that only `there` has. The bytes of `there` come
    back where they say the same already, so that their layout stays. What is no JSON object adds nothing.
    """
    ours, theirs = _object(made), _object(there)
    if ours is None or theirs is None:
        return made
    added = {key: value for key, value in theirs.items() if key not in keys and key not in ours}
    joint = {key: {**theirs[key], **value} for key, value in ours.items() if key not in keys and _both(value, theirs.get(key))}
    merged = {**ours, **joint, **added}
    if merged == theirs:
        return there
    return made if merged == ours else (json.dumps(merged, indent=2, ensure_ascii=False) + "\n").encode()


def _both(one: Any, other: Any) -> bool:
    return isinstance(one, dict) and isinstance(other, dict)


def _object(text: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
