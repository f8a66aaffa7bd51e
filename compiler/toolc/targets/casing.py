"""From any name to an identifier of ASCII letters and digits, in the case a language uses.

Takes text, gives PascalCase (types), camelCase or snake_case (functions), and tells whether that lost more than separators
and letter case. Reserved words are each target's own.
"""

import re
import unicodedata
from collections.abc import Container, Iterable, Sequence

_CUT = re.compile(r"[^A-Za-z0-9]+")
_SEPARATORS = re.compile(r"[A-Za-z0-9_\-./: ]*\Z")
_PLAIN = "ss SS ae Ae oe Oe o O d D d D l L th Th h H i ng Ng".split()
_LETTERS = {ord(letter): plain for letter, plain in zip("ßẞæÆœŒøØđĐðÐłŁþÞħĦıŋŊ", _PLAIN, strict=True)}
"""Latin letters that Unicode does not take apart into an ASCII letter and marks."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def plain_characters(name: str) -> bool:
    """Return `True` if a name has only ASCII letters, digits and word separators, and does not begin with a digit."""
    return bool(_SEPARATORS.match(name)) and not name[:1].isdigit() and bool(_CUT.sub("", name))


def _parts(name: str) -> list[str]:
    folded = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    ascii_only = "".join(char for char in folded if not unicodedata.combining(char))
    return [part for part in _CUT.split(ascii_only) if part]


def pascal(name: str, fallback: str) -> str:
    """`search_docs` → `SearchDocs`. What begins with a digit or is empty gets the fallback in front."""
    joined = "".join(part[0].upper() + part[1:] for part in _parts(name))
    return joined if joined[:1].isalpha() else fallback + joined


def camel(name: str, fallback: str) -> str:
    """`search_docs` → `searchDocs`, `HTTPGet` → `httpGet`."""
    joined = "".join(part if at == 0 else part[0].upper() + part[1:] for at, part in enumerate(_parts(name)))
    if not joined[:1].isalpha():
        return fallback + joined
    leading = re.match(r"[A-Z]+(?![a-z])|[A-Z]", joined)
    return joined[: leading.end()].lower() + joined[leading.end() :] if leading else joined


def snake(name: str, fallback: str) -> str:
    """`searchDocs`, `search-docs` → `search_docs`, `HTTPGet` → `http_get`."""
    joined = "_".join(word.lower() for part in _parts(name) for word in _HUMP.split(part))
    return joined if joined[:1].isalpha() else "_".join(part for part in (fallback, joined) if part)


def add_number(name: str, taken: Container[str]) -> str:
    """The name, or the name with 2, 3 … so that it is not taken."""
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}" if name[-1].isdigit() else f"{name}{number}"
    return candidate


def apart(wanted: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """The names in their order, each with a number where it is taken by then."""
    used = set(taken)
    names: list[str] = []
    for name in wanted:
        names.append(add_number(name, used))
        used.add(names[-1])
    return names


def without_reserved(names: Iterable[str], reserved: Container[str], suffix: str) -> list[str]:
    """The names, with a suffix where a language or the support code has a name already."""
    return [f"{name}{suffix}" if name in reserved else name for name in names]


class Folded(set[str]):
    """Names that letter case does not tell apart: they are files, or parts of them. Kept in small letters."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        super().__init__(name.casefold() for name in names)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and super().__contains__(name.casefold())

    def add(self, name: str) -> None:
        super().add(name.casefold())
