"""One JSON document and where in its text the tools stand.

Takes a `SourceFile`, gives its value with the place of every object near the root. Stricter than `json`, as I-JSON (RFC 7493)
asks: what two parsers would read differently is no document.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from msgspec import Struct

from toolc.source import SourceFile, Span
from toolc.text.regex import late

Path = tuple[str | int, ...]
"""The keys and indices that lead from the root of a document to a value."""

MAX_DEPTH = 200
_NEAR_ROOT = 5
"""How deep a tool may stand: `result`, `tools`, an index, `functionDeclarations`, an index."""

_TOKEN = late(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)

_SURROGATE = late(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")


class Malformed(Exception):
    """The text is no JSON document; `place` says where."""

    def __init__(self, message: str, place: Span) -> None:
        super().__init__(message)
        self.message, self.place = message, place


class Document(Struct, frozen=True):
    """`value` as JSON has it; `places` of objects and arrays near the root."""

    value: Any
    places: Mapping[Path, Span]

    def place(self, path: Path) -> Span:
        """Return the place of a value or, if that is not known, of its container."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places[path]


def parse(source: SourceFile) -> Document:
    """The document of a text. Raises `Malformed`."""
    places = {(): source.span(0, len(source.text)), **_places(source)}
    try:
        value = json.loads(source.text, object_pairs_hook=_members, parse_constant=_no_number, parse_float=_float)
    except json.JSONDecodeError as error:
        raise Malformed(f"the text is not JSON: {error.msg}", source.span(error.pos, error.pos)) from None
    except ValueError as error:  # what a hook refuses, and numbers longer than `int` takes
        raise Malformed(f"the text is not JSON: {error}", source.span(0, 0)) from None
    if (half := _SURROGATE.search(source.text)) and _is_broken(value):
        raise Malformed("a string holds half of a character", source.span(*half.span()))
    return Document(value, places)


def _is_broken(value: Any) -> bool:
    """Return `True` if a string has a lone surrogate, which UTF-8 cannot encode."""
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f'an object has the key "{key}" twice')
        members[key] = value
    return members


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number of JSON")


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"the number {text[:40]} is beyond what a double holds")
    return number


class _Open(Struct):
    """An object or array whose end has not come yet, and the key or index of the value that is being read in it."""

    at: int
    step: str | int


def _places(source: SourceFile) -> dict[Path, Span]:
    """Of a text that is no JSON: whatever comes out, as long as it comes out."""
    found: dict[Path, Span] = {}
    open_: list[_Open] = []
    before, at, text = "", 0, source.text
    while token := _TOKEN.search(text, at):
        word, at = token.group(), token.end()
        if word in ("{", "["):
            if len(open_) == MAX_DEPTH:
                raise Malformed(f"the text nests more than {MAX_DEPTH} levels deep", source.span(*token.span()))
            if len(open_) > _NEAR_ROOT and (end := _end(text, token.start())):
                at = end
            else:
                open_.append(_Open(token.start(), "" if word == "{" else 0))
        elif open_ and word in ("}", "]"):
            begun = open_.pop()
            if len(open_) <= _NEAR_ROOT:
                found[tuple(one.step for one in open_)] = source.span(begun.at, token.end())
        elif open_ and word == ",":
            step = open_[-1].step
            open_[-1].step = step + 1 if isinstance(step, int) else ""
        elif open_ and word == ":" and len(open_) <= _NEAR_ROOT:
            open_[-1].step = _key(before)
        before = word
    return found


_DECODER = json.JSONDecoder()


def _end(text: str, start: int) -> int | None:
    """The end of a value far from the root; None if it is no JSON, or may nest too deep."""
    try:
        _, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    deep = text.count("{", start, end) + text.count("[", start, end)
    return end if deep < MAX_DEPTH - _NEAR_ROOT - 1 else None


def _key(text: str) -> str:
    try:
        key = json.loads(text)
    except ValueError:
        return ""
    return key if isinstance(key, str) else ""
