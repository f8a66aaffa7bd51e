"""Where the references of a schema lead, as far as they lead to something inside it.

Takes a well-formed schema, gives the `$ref`s that dangle and the pointer that each local one stands for. Nothing is fetched.
Source: JSON Schema Core 2020-12, sections 8.2 (`$id`, `$anchor`, `$ref`) and 5 (fragments).
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin

from toolc.schema.keywords import Path, pointer, rebuilt, subschemas


def dangling(schema: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Every `$ref` that leads to nothing inside the schema, as (JSON pointer of the `$ref`, its text)."""
    book = _Book(schema)
    return [(pointer((*path, "$ref")), ref) for path, base, ref in book.references if book.find(base, ref) is None]


def moved(schema: dict[str, Any], to: Path) -> dict[str, Any]:
    """The schema with its local `$ref`s rewritten so that they resolve when it stands at `to` inside a larger document.

    A part with an `$id` of its own is a document in itself (an embedded resource) and stays as it is.
    """
    book = _Book(schema)

    def change(value: Any) -> Any:
        if not isinstance(value, dict) or "$id" in value:
            return value
        result = rebuilt(value, change)
        ref = result.get("$ref")
        found = book.find("", ref) if isinstance(ref, str) else None
        if found is not None:
            result["$ref"] = fragment((*to, *found))
        return result

    changed = change(schema)
    assert isinstance(changed, dict)
    return changed


def fragment(path: Path) -> str:
    """A path as the fragment of a `$ref`: a JSON pointer, percent-encoded (RFC 6901, section 6)."""
    return "#" + quote(pointer(path).encode("utf-8", "surrogatepass"), safe="/~!$&'()*+,;=:@?")


class _Book:
    """The documents inside a schema by URI, the anchors of each, and all its references."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.documents: dict[str, tuple[Path, Any]] = {"": ((), schema)}
        self.anchors: dict[tuple[str, str], Path] = {}
        self.references: list[tuple[Path, str, str]] = []
        self._read(schema, (), "")

    def _read(self, schema: Any, path: Path, base: str) -> None:
        if not isinstance(schema, dict):
            return
        if isinstance(identifier := schema.get("$id"), str):
            base = _join(base, identifier)[0]
            self.documents.setdefault(base, (path, schema))
        for keyword in ("$anchor", "$dynamicAnchor"):
            if isinstance(anchor := schema.get(keyword), str):
                self.anchors.setdefault((base, anchor), path)
        if isinstance(ref := schema.get("$ref"), str):
            self.references.append((path, base, ref))
        for inner, member in subschemas(schema):
            self._read(member, (*path, *inner), base)

    def find(self, base: str, ref: str) -> Path | None:
        """The path of what `ref` means where `base` is the document's URI; None when there is no such thing inside."""
        uri, name = _join(base, ref)
        if uri not in self.documents:
            return None
        path, value = self.documents[uri]
        if name and not name.startswith("/"):
            return self.anchors.get((uri, name))
        steps = _steps(name, value)
        return None if steps is None else (*path, *steps)


def _join(base: str, ref: str) -> tuple[str, str]:
    """The document and the decoded fragment that `ref` names where `base` is the document's own URI."""
    try:
        uri, name = urldefrag(urljoin(base, ref))
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
