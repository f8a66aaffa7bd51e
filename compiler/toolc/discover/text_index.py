"""Search of a package's modules for words: takes the package's place and words, gives paths. The same files are asked again and
again, for other words."""

import re
from collections.abc import Iterator, Sequence

from toolc import tracked_files
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.search import modules_below

MAX_KEPT = 32_000_000
"""How many bytes are kept for the next question: packages of a thousand files have 8 to 20 million."""


Search = tuple[tuple[str, ...], str]
"""Words, and a regular expression."""


def holds(data: bytes, search: Search) -> bool:
    """Return `True` if a file contains one of the words, and a match of the regular expression."""
    words, pattern = search
    return any(word.encode() in data for word in words) and re.search(pattern.encode(), data, re.MULTILINE) is not None


class TextIndex:
    """The files listed and read so far, as far as they are kept."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._left = MAX_KEPT
        self._modules: dict[str, tuple[str, ...]] = {}
        self._kept: dict[str, bytes] = {}
        self.answers: dict[str, dict[Search, bool]] = {}  # what was found in each file, by what was looked for

    def paths(self, place: str, words: Sequence[str], pattern: str = "") -> Iterator[str]:
        """The files of a module or package, without `.py`, that hold one of the words, and a match of the regular expression
        `pattern`; read as far as that takes."""
        if place not in self._modules:
            alone = [f"{place}.py"] if tracked_files.is_file(f"{place}.py") else []
            self._modules[place] = (*alone, *modules_below(place))
        for path in self._modules[place]:
            answers, asked = self.answers.setdefault(path, {}), (tuple(words), pattern)
            if asked not in answers:
                answers[asked] = holds(self._data(path), asked)
            if answers[asked]:
                yield path

    def _data(self, path: str) -> bytes:
        if path in self._kept:
            return self._kept[path]
        try:
            data = read_bytes(path, self._limit)
        except Refused:
            data = b""
        if len(data) <= self._left:
            self._left -= len(data)
            self._kept[path] = data
        return data
