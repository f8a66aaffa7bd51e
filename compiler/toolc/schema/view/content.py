"""Digest of a definition's meaning.

Takes a document and a local reference, gives a text that is equal for two definitions exactly when they, and all the
definitions they lead to, are the same.
"""

import hashlib
import json
from collections.abc import Iterable
from itertools import count

from toolc.schema.pointer import Schema, find, is_local

_unlike = count()
_ENCODER = json.JSONEncoder(sort_keys=True)


class Contents:
    """Digests of the definitions of one document, each computed once."""

    def __init__(self, root: Schema) -> None:
        self._root = root
        self._own: dict[str, tuple[str, tuple[str, ...]]] = {}

    def digest(self, ref: str) -> str:
        """Of the target, together with every definition reachable from it."""
        start, leads_to = self._one(ref)
        seen = self._reachable(leads_to)
        seen.pop(ref, None)
        return _hash(json.dumps([start, sorted(seen.items())]))

    def digest_of(self, schema: Schema) -> str:
        """The same of a schema that stands at no reference."""
        seen = self._reachable(_refs_in(schema))
        return _hash(json.dumps([_hash(canonical(schema)), sorted(seen.items())]))

    def _reachable(self, refs: Iterable[str]) -> dict[str, str]:
        seen: dict[str, str] = {}
        stack = list(refs)
        while stack:
            here = stack.pop()
            if here not in seen:
                seen[here], leads_to = self._one(here)
                stack.extend(leads_to)
        return seen

    def _one(self, ref: str) -> tuple[str, tuple[str, ...]]:
        if ref not in self._own:
            target = find(self._root, ref)
            self._own[ref] = _hash(canonical(target)), tuple(_refs_in(target))
        return self._own[ref]


def canonical(value: object) -> str:
    """One text per JSON value: key order and 1.0 against 1 make no difference, true against 1 does."""
    if isinstance(value, str):
        return json.dumps(value)
    try:
        return _ENCODER.encode(_plain(value))
    except (RecursionError, TypeError, ValueError):
        return f"unlike anything else {next(_unlike)}"


def _plain(value: object) -> object:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _refs_in(schema: Schema) -> list[str]:
    found: list[str] = []
    stack = [schema]
    while stack:
        here = stack.pop()
        if isinstance(here, dict):
            ref = here.get("$ref")
            if isinstance(ref, str) and is_local(ref):
                found.append(ref)
            stack.extend(here.values())
        elif isinstance(here, list):
            stack.extend(here)
    return found
