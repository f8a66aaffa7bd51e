"""From any name to a TypeScript identifier.

Takes text, gives camelCase (methods, constants) or PascalCase (types) in ASCII, and tells whether that lost more than
separators and letter case.
"""

import re
import unicodedata
from collections.abc import Container


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


RESERVED = _set(
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false "
    "finally for function if implements import in instanceof interface let new null package private protected public return "
    "static super switch this throw true try typeof undefined var void while with yield NaN Infinity globalThis"
)
"""What no constant of a module may be called."""

ON_EVERY_OBJECT = _set(
    "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf toJSON then"
)
"""Members that an object has anyway, or that the language calls by itself (`then`: awaiting a client would call it)."""

GLOBAL_TYPES = _set(
    "AbortSignal Array ArrayBuffer Awaited BigInt Boolean Capitalize ConstructorParameters DataView Date Error Exclude Extract "
    "Function Infinity InstanceType Intl Iterable Iterator JSON Lowercase Map Math NaN Never NonNullable Number Object Omit "
    "Parameters Partial Pick Promise PromiseLike PropertyKey Proxy Readonly ReadonlyArray Record Reflect RegExp Request "
    "Required Response ReturnType Set String Symbol ThisType URL Uint8Array Uncapitalize Unknown Uppercase WeakMap WeakSet "
    "AsyncIterable Any Null Undefined Void"
)

_CUT = re.compile(r"[^A-Za-z0-9]+")
_SEPARATORS = re.compile(r"[A-Za-z0-9_\-./: ]*\Z")


def plain_characters(name: str) -> bool:
    """Whether a name consists of letters and digits of ASCII and what usually parts words, and does not begin with a digit."""
    return bool(_SEPARATORS.match(name)) and not name[:1].isdigit() and bool(_CUT.sub("", name))


def _parts(name: str) -> list[str]:
    folded = unicodedata.normalize("NFKD", name)
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


def numbered(name: str, taken: Container[str]) -> str:
    """The name, or the name with 2, 3 … so that it is not taken."""
    candidate, number = name, 1
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}" if name[-1].isdigit() else f"{name}{number}"
    return candidate
