"""Search of a file's bytes for one of some words.

Takes words, gives a test whose cost for a file hardly depends on how many they are.
"""

import re
from collections.abc import Iterable

from toolc.text.regex import late

_FEW = 60
_IDENTIFIER = late(rb"[A-Za-z_][A-Za-z0-9_]*")


class ByteMatcher:
    """A few words are looked for one by one, as first parts of names; of many, those that are names of the file."""

    def __init__(self, words: Iterable[str]) -> None:
        every = [word.encode() for word in sorted(words)]
        names = frozenset(word for word in every if _IDENTIFIER.fullmatch(word))
        self._names = names if len(names) > _FEW else frozenset()
        self._texts = [word for word in every if word not in self._names]

    def within(self, data: bytes) -> bool:
        """Return `True` if one of the words occurs."""
        if any(word in data and self._begins(word, data) for word in self._texts):
            return True
        return bool(self._names) and not self._names.isdisjoint(_IDENTIFIER.findall(data))

    @staticmethod
    def _begins(word: bytes, data: bytes) -> bool:
        """Return `True` if a word that occurs is the first part of a name: `mcp` of `mcp_types`, not `agno` of `diagnosis`."""
        if _IDENTIFIER.fullmatch(word) is None:
            return True
        return re.search(rb"(?<![A-Za-z0-9_])%b(?![A-Za-z0-9])" % word, data) is not None
