"""Structural check of JSON Schema 2020-12, cheap enough for every run.

Takes a schema, gives its problems as (JSON pointer, words). It agrees with `Draft202012Validator.check_schema` on the
shape of each keyword's value, but lets lists in `items` pass; it also refuses what strict JSON cannot write (NaN, keys that are
no text). It does not judge `pattern` and `format`: dialects differ. The meta-schema route costs 1.8 ms a tool, this 0.03.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from toolc.schema.keywords import KEYWORDS, TYPES, Path, pointer, subschemas

DEEPEST_SCHEMA = 100
"""Levels of schemas in one another. The walks that come after this one recurse, and Python stops near 1000 calls."""

DEEPEST_VALUE = 200
"""Levels of plain JSON, such as in a default; Python's own encoder gives up near 1000."""

_LARGEST = 10**4000  # Python refuses to write integers of more than 4300 digits

_ANCHOR_START = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_")
_ANCHOR_REST = _ANCHOR_START | frozenset("-.0123456789")

Problem = tuple[str, str]
_Found = Iterator[tuple[Path, str]]


def problems(schema: Any) -> list[Problem]:
    """Everything wrong with `schema`, in the order it is written."""
    return [(pointer(path), words) for path, words in _schema(schema, (), 0)]


def outdated_places(schema: Any) -> list[str]:
    """JSON pointers of what drafts before 2020-12 spelled in another way: lists in `items`, now `prefixItems`."""
    return [pointer(path) for path in _outdated_paths(schema, ())] if _has_list_of_items(schema) else []


def _has_list_of_items(value: Any) -> bool:
    """Return `True` if an object anywhere in a value has a list at `items`; most have none."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            if isinstance(one.get("items"), list):
                return True
            left += one.values()
        elif isinstance(one, list):
            left += one
    return False


def _outdated_paths(schema: Any, path: Path) -> Iterator[Path]:
    if isinstance(schema, dict):
        if isinstance(schema.get("items"), list):
            yield (*path, "items")
        for inner, member in subschemas(schema):
            yield from _outdated_paths(member, (*path, *inner))


def unwritable(value: Any) -> list[Problem]:
    """Return the parts of a value, not a schema, that strict JSON cannot write."""
    return [(pointer(path), words) for path, words in _json(value, (), 0)]


def _schema(schema: Any, path: Path, depth: int) -> _Found:
    if isinstance(schema, bool):
        return
    if not isinstance(schema, dict):
        yield path, f"a schema is an object or a boolean, not {_name(schema)}"
        return
    if depth > DEEPEST_SCHEMA:
        yield path, f"schemas nest deeper than {DEEPEST_SCHEMA} levels"
        return
    for keyword, value in schema.items():
        if not _is_text(keyword):
            yield path, "a key is not text that JSON can write"
            continue
        yield from _keyword(KEYWORDS.get(keyword, "any"), value, (*path, keyword), depth)


def _keyword(shape: str, value: Any, path: Path, depth: int) -> _Found:
    if shape == "schema":
        yield from _schema(value, path, depth + 1)
    elif shape == "schemas" or (shape == "schema or schemas" and isinstance(value, list)):
        yield from _schemas(value, path, depth, least=1 if shape == "schemas" else 0)
    elif shape == "schema or schemas":
        yield from _schema(value, path, depth + 1)
    elif shape.endswith(" map"):
        yield from _map(shape.removesuffix(" map"), value, path, depth)
    elif shape == "type":
        yield from _type(value, path)
    elif shape == "strings":
        yield from _strings(value, path)
    else:
        wanted, fits = _PLAIN[shape]
        if fits(value):
            yield from _json(value, path, 0)
        else:
            yield path, f"must be {wanted}, not {_name(value)}"


def _schemas(value: Any, path: Path, depth: int, least: int) -> _Found:
    if not isinstance(value, list) or len(value) < least:
        yield path, "must be an array of at least one schema"
        return
    for index, member in enumerate(value):
        yield from _schema(member, (*path, index), depth + 1)


def _map(shape: str, value: Any, path: Path, depth: int) -> _Found:
    if not isinstance(value, dict):
        yield path, f"must be an object, not {_name(value)}"
        return
    for key, member in value.items():
        if not _is_text(key):
            yield path, "a key is not text that JSON can write"
            continue
        inner = shape
        if shape == "schema or strings":
            inner = "strings" if isinstance(member, list) else "schema"
        yield from _keyword(inner, member, (*path, key), depth)


def _type(value: Any, path: Path) -> _Found:
    if isinstance(value, str):
        if value not in TYPES:
            yield path, f"{_quote(value)} is not a type: {', '.join(TYPES)}"
        return
    if not isinstance(value, list) or not value:
        yield path, "must be the name of a type or an array of them"
        return
    for index, member in enumerate(value):
        if not isinstance(member, str) or member not in TYPES:
            yield (*path, index), f"{_quote(member)} is not a type: {', '.join(TYPES)}"
        elif member in value[:index]:
            yield (*path, index), f"{_quote(member)} stands here twice"


def _strings(value: Any, path: Path) -> _Found:
    if not isinstance(value, list):
        yield path, f"must be an array of strings, not {_name(value)}"
        return
    seen: set[str] = set()
    for index, member in enumerate(value):
        if not isinstance(member, str):
            yield (*path, index), f"must be a string, not {_name(member)}"
        elif member in seen:
            yield (*path, index), f"{_quote(member)} stands here twice"
        else:
            seen.add(member)


def _json(value: Any, path: Path, depth: int) -> _Found:
    """Yield the parts of data that strict JSON cannot write."""
    if value is None or isinstance(value, bool | str):
        return
    if isinstance(value, int):
        if abs(value) >= _LARGEST:
            yield path, "an integer has more than 4000 digits"
    elif isinstance(value, float):
        if not math.isfinite(value):
            yield path, f"JSON cannot write {value}"
    elif depth > DEEPEST_VALUE:
        yield path, f"values nest deeper than {DEEPEST_VALUE} levels"
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from _json(member, (*path, index), depth + 1)
    elif isinstance(value, dict):
        for key, member in value.items():
            if not _is_text(key):
                yield path, "a key is not text that JSON can write"
                continue
            yield from _json(member, (*path, key), depth + 1)
    else:
        yield path, f"JSON has no {type(value).__name__}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and math.isfinite(value) and value >= 0 and value == int(value)


def _is_anchor(value: Any) -> bool:
    return isinstance(value, str) and value[:1] in _ANCHOR_START and _ANCHOR_REST.issuperset(value)


def _is_text(value: Any) -> bool:
    """A string without halves of characters: two such keys would fall together when they are written."""
    return isinstance(value, str) and (value.isascii() or not any("\ud800" <= char <= "\udfff" for char in value))


_PLAIN: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "any": ("a JSON value", lambda value: True),
    "array": ("an array", lambda value: isinstance(value, list)),
    "string": ("a string", lambda value: isinstance(value, str)),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "number": ("a number", _is_number),
    "positive": ("a number above 0", lambda value: _is_number(value) and value > 0),
    "count": ("a whole number, 0 or more", _is_count),
    "identifier": ("a URI without a fragment", lambda value: isinstance(value, str) and "#" not in value.removesuffix("#")),
    "anchor": ("a name of letters, digits and -._", _is_anchor),
}


def _name(value: Any) -> str:
    names = {str: "a string", bool: "a boolean", int: "a number", float: "a number", list: "an array", dict: "an object"}
    return "null" if value is None else names.get(type(value), f"a {type(value).__name__}")


def _quote(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
