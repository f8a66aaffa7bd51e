"""Resolver of `$ref`s and `$dynamicRef`s whose target is inside the same schema.

Takes a schema, gives the paths of the targets. Nothing is fetched.
Source: JSON Schema Core 2020-12, sections 8.2 (`$id`, `$anchor`, `$ref`, `$dynamicRef`) and 5 (fragments).
"""

from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin

from toolc.schema.keywords import Path, map_subschemas, pointer, subschemas
from toolc.text.regex import late

_ADDRESSES = ("$id", "$anchor", "$dynamicAnchor")

_ADDRESSING = frozenset((*_ADDRESSES, "$dynamicRef"))

_DEEPEST = 100
"""Levels of schemas that are followed: hostile ones nest further."""


_OLD = late("draft-0[3-7]")
_BESIDE = frozenset(
    ("$ref", "$schema", "$id", "$defs", "definitions", "title", "description", "default", "examples", "deprecated")
)
"""Keywords kept beside a reference that hides constraints beside it: annotations, and targets of other references."""


def localize(root: Any) -> Any:
    """The schema with every reference as a pointer from its root (`#/$defs/A`), and without the addresses that were named.

    A reference that leads nowhere stays. So does a dynamic one whose target depends on where the schema is used from.
    """
    if isinstance(root, dict) and _OLD.search(str(root.get("$schema"))):
        root = _without_siblings(root, 0)
    if not _has_addresses(root):
        return root
    book = ReferenceResolver(root)
    if len(book.documents) == 1 and not book.anchors and not book.dynamic_references:
        return root
    return _localize(root, "", book, 0)


def _has_addresses(root: Any) -> bool:
    """Return `True` if an object has a key that makes a reference more than a pointer; most schemas have none."""
    left = [root]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            if not _ADDRESSING.isdisjoint(one):
                return True
            left.extend(one.values())
        elif isinstance(one, list):
            left.extend(one)
    return False


def _without_siblings(schema: Any, depth: int) -> Any:
    """The schema as drafts up to 7 read it: a `$ref` hides all that stands beside it (draft 7, section 8.3)."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return schema
    result = map_subschemas(schema, lambda inner: _without_siblings(inner, depth + 1))
    if not isinstance(schema.get("$ref"), str):
        return result
    return {key: value for key, value in result.items() if key in _BESIDE}


def _localize(value: Any, base: str, book: "ReferenceResolver", depth: int) -> Any:
    if not isinstance(value, dict) or depth > _DEEPEST:
        return value
    if isinstance(identifier := value.get("$id"), str):
        base = _join(base, identifier)[0]
    result = map_subschemas(value, lambda inner: _localize(inner, base, book, depth + 1))
    found = book.find(base, result["$ref"]) if isinstance(result.get("$ref"), str) else None
    if found is not None:
        result["$ref"] = fragment(found)
    dynamic = result.get("$dynamicRef")
    found = book.find_dynamic(base, dynamic) if isinstance(dynamic, str) else None
    if found is not None:
        del result["$dynamicRef"]
        # Beside a `$ref` both hold.
        inside = (
            {"allOf": [*result.get("allOf", ()), {"$ref": fragment(found)}]} if "$ref" in result else {"$ref": fragment(found)}
        )
        result |= inside
    return {key: one for key, one in result.items() if key not in _ADDRESSES}


def fragment(path: Path) -> str:
    """A path as the fragment of a `$ref`: a JSON pointer, percent-encoded (RFC 6901, section 6)."""
    return "#" + quote(pointer(path).encode("utf-8", "surrogatepass"), safe="/~!$&'()*+,;=:@?")


class ReferenceResolver:
    """The documents inside a schema by URI, the anchors of each, and all its references."""

    def __init__(self, schema: Any) -> None:
        self.documents: dict[str, tuple[Path, Any]] = {"": ((), schema)}
        self.anchors: dict[tuple[str, str], Path] = {}
        self.references: list[tuple[Path, str, str]] = []
        self.dynamic_references = False
        self._dynamic: dict[str, dict[str, Path]] = {}
        self._root = ""
        self._read(schema, (), "")

    def _read(self, schema: Any, path: Path, base: str) -> None:
        if not isinstance(schema, dict) or len(path) > 2 * _DEEPEST:
            return
        if isinstance(identifier := schema.get("$id"), str):
            base = _join(base, identifier)[0]
            self.documents.setdefault(base, (path, schema))
            self._root = self._root if path else base
        for keyword in ("$anchor", "$dynamicAnchor"):
            if isinstance(anchor := schema.get(keyword), str):
                self.anchors.setdefault((base, anchor), path)
        if isinstance(anchor := schema.get("$dynamicAnchor"), str):
            self._dynamic.setdefault(anchor, {}).setdefault(base, path)
        self.dynamic_references |= isinstance(schema.get("$dynamicRef"), str)
        if isinstance(ref := schema.get("$ref"), str):
            self.references.append((path, base, ref))
        for inner, member in subschemas(schema):
            self._read(member, (*path, *inner), base)

    def find(self, base: str, ref: str) -> Path | None:
        """Return the path of the target of `ref` relative to the URI `base`. `None` if the schema does not contain it."""
        uri, name = _join(base, ref)
        if uri not in self.documents:
            return None
        path, value = self.documents[uri]
        if name and not name.startswith("/"):
            return self.anchors.get((uri, name))
        steps = _steps(name, value)
        return None if steps is None else (*path, *steps)

    def find_dynamic(self, base: str, ref: str) -> Path | None:
        """Return the path of the target of a `$dynamicRef`. `None` if it is not in the schema, or differs between uses.

        The outermost document on the way to the reference decides, and the root is on every way.
        """
        uri, name = _join(base, ref)
        places = self._dynamic.get(name, {})
        if uri not in places:
            return self.find(base, ref)
        if self._root in places:
            return places[self._root]
        return places[uri] if len(places) == 1 else None


def _join(base: str, ref: str) -> tuple[str, str]:
    """The document and the decoded fragment that `ref` names where `base` is the document's own URI."""
    try:
        # `urljoin` gives up on schemes it does not know, such as `urn`.
        uri, name = (base, ref[1:]) if ref.startswith("#") else urldefrag(urljoin(base, ref))
    except ValueError:  # such as a broken IPv6 host: no document inside has that name
        return "\0", ""
    return uri, unquote(name)


def _steps(name: str, value: Any) -> Path | None:
    """The keys a JSON pointer takes through `value`; None when one is missing."""
    steps: list[str | int] = []
    for part in name.split("/")[1:]:
        step = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and step in value:
            steps.append(step)
            value = value[step]
        elif isinstance(value, list) and step.isascii() and step.isdigit() and len(step) < 9 and int(step) < len(value):
            steps.append(int(step))
            value = value[int(step)]
        else:
            return None
    return tuple(steps)
