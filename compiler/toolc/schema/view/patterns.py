"""Patterns of keys, as far as they can be told without running them.

Takes the text of a regular expression (which may be hostile, so it is never executed), gives the prefix it asks for.
"""

import re

from msgspec import Struct

from toolc.schema.pointer import Schema
from toolc.text.regex import late

_LITERAL = late(r"(?:[A-Za-z0-9_:;,@%&~!='\"<>/ -]|\\[-._$/:+*?(){}\[\]|^\\])")
_OPEN_ENDS = frozenset(("", ".*", ".*$"))


class KeyPattern(Struct, frozen=True):
    """`prefix`: what every matching key begins with. `exact`: every key that begins so matches."""

    prefix: str
    exact: bool
    schema: Schema

    def may_match(self, key: str) -> bool:
        return key.startswith(self.prefix)

    def must_match(self, key: str) -> bool:
        return self.exact and key.startswith(self.prefix)


def key_pattern(pattern: str, schema: Schema) -> KeyPattern:
    """Reads `^literal` and what follows. Anything else may match any key."""
    if pattern in _OPEN_ENDS or pattern in ("^", "^.*", "^.*$"):
        return KeyPattern("", True, schema)
    if not pattern.startswith("^") or re.search(r"(?<!\\)\|", pattern):
        return KeyPattern("", False, schema)
    prefix, at = "", 1
    while found := _LITERAL.match(pattern, at):
        if pattern[found.end() : found.end() + 1] in ("*", "?", "{"):
            break
        prefix += found[0][-1]
        at = found.end()
    return KeyPattern(prefix, pattern[at:] in _OPEN_ENDS, schema)
