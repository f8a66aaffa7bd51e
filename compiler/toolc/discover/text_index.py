"""Search of a package's modules for words: takes the package's place and words, gives paths. The same files are asked again and
again, for other words."""

import re
from collections.abc import Iterator, Sequence

from toolc import tracked_files
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.search import modules_below

MAX_KEPT = 32_000_000
"""How many bytes are kept for the next question: packages of a thousand files have 8 to 20 million."""


class TextIndex:
    """The files listed and read so far, as far as they are kept."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._left = MAX_KEPT
        self._modules: dict[str, tuple[str, ...]] = {}
        self._kept: dict[str, bytes] = {}

    def paths(self, place: str, words: Sequence[str], pattern: str = "") -> Iterator[str]:
        """The files of a module or package, without `.py`, that hold one of the words, and a match of the regular expression
        `pattern`; read as far as that takes."""
        literals, matches = [word.encode() for word in words], re.compile(pattern.encode(), re.MULTILINE)
        if place not in self._modules:
            alone = [f"{place}.py"] if tracked_files.is_file(f"{place}.py") else []
            self._modules[place] = (*alone, *modules_below(place))
        for path in self._modules[place]:
            data = self._data(path)
            if any(literal in data for literal in literals) and matches.search(data):
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
