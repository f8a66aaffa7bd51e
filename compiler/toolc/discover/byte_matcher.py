"""Search of a file's bytes for one of some words.

Takes words, gives a test whose cost for a file hardly depends on how many they are.
"""

from collections.abc import Iterable

from toolc.text.regex import late

_FEW = 60
_IDENTIFIER = late(rb"[A-Za-z_][A-Za-z0-9_]*")


class ByteMatcher:
    """A few words are looked for one by one, anywhere; of many, those that are names among the names of the file."""

    def __init__(self, words: Iterable[str]) -> None:
        every = [word.encode() for word in sorted(words)]
        names = frozenset(word for word in every if _IDENTIFIER.fullmatch(word))
        self._names = names if len(names) > _FEW else frozenset()
        self._texts = [word for word in every if word not in self._names]

    def within(self, data: bytes) -> bool:
        """Return `True` if one of the words occurs."""
        if any(word in data for word in self._texts):
            return True
        return bool(self._names) and not self._names.isdisjoint(_IDENTIFIER.findall(data))
