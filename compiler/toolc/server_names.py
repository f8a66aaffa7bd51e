"""The attributes of servers of `mcp` and `fastmcp` by version, methods with their parameters.

`tests/server_names.py` writes the table, and says how to read it.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterable
from functools import cache
from importlib.resources import files

from toolc.python_versions import minor_version

_Minor = tuple[int, int]
_Span = tuple[_Minor, _Minor]


def has(framework: str, name: str, version: str | None) -> bool | None:
    """Return `True` if servers of a version have an attribute; `None` if that depends on a version which is not known.

    A version is read by its first two numbers; one that the table lacks counts as the one before it.
    """
    table = _tables()[framework]
    if name not in table.spans:
        return False
    lifetimes = table.spans[name] or [(table.versions[0], table.versions[-1])]
    return _common_verdict(any(first <= one <= last for first, last in lifetimes) for one in table.rows(version))


def refuse(
    framework: str, method: str, version: str | None, positional: int, keywords: Collection[str], is_open: bool
) -> bool | None:
    """Return `True` if a method of servers raises TypeError for a call's arguments; `None` if the unknown version decides.

    `positional`: how many there are, without `self`. `is_open`: there may be others that are not known.
    """
    table = _tables()[framework]
    found = table.parameters.get(method, ())
    return _common_verdict(
        any(first <= one <= last and words.refuse(positional, keywords, is_open) for first, last, words in found)
        for one in table.rows(version)
    )


def _common_verdict(verdicts: Iterable[bool]) -> bool | None:
    distinct = set(verdicts)
    return distinct.pop() if len(distinct) == 1 else None


class _Parameters:
    """The parameters of a method, from their words in the table."""

    def __init__(self, words: list[str]) -> None:
        names = [word.rstrip("=") for word in words]
        ends = [at for at, word in enumerate(words) if word.startswith("*")]
        self.by_position = names[: ends[0]] if ends else names
        self.names = frozenset(name for name in names if not name.startswith("*"))
        self.required = frozenset(word for word in words if not word.startswith("*") and not word.endswith("="))
        self.takes_rest, self.takes_any = "*args" in words, "**" in words

    def refuse(self, positional: int, keywords: Collection[str], is_open: bool) -> bool:
        taken = frozenset(self.by_position[:positional])
        if positional > len(self.by_position) and not self.takes_rest:
            return True
        if not taken.isdisjoint(keywords) or not (self.takes_any or self.names.issuperset(keywords)):
            return True
        return not is_open and not self.required <= taken.union(keywords)


class _Table:
    """Names and methods of the servers of one framework."""

    def __init__(self, versions: list[_Minor]) -> None:
        self.versions = versions
        self.spans: dict[str, list[_Span]] = {}
        """The versions that have a name; all where there is no span."""
        self.parameters: dict[str, list[tuple[_Minor, _Minor, _Parameters]]] = {}
        """The parameters of a method, with the first and the last version that has them."""

    def rows(self, version: str | None) -> list[_Minor]:
        """The row of a version, or all rows if it is not known."""
        known = minor_version(version)
        return self.versions if known is None else [self.versions[max(bisect_right(self.versions, known) - 1, 0)]]


@cache
def _tables() -> dict[str, _Table]:
    found: dict[str, _Table] = {}
    table, name = _Table([]), ""
    for line in files("toolc").joinpath("server_names.txt").read_text("utf-8").splitlines():
        head, *words = line.split()
        if line.startswith(" "):
            first, last = _span(head.rstrip(":"))
            table.parameters.setdefault(name, []).append((first, last, _Parameters(words)))
        elif head.startswith("["):
            table = found[head.strip("[]")] = _Table([_minor(one) for one in words])
        else:
            name = head
            table.spans[name] = [_span(one) for one in words]
    return found


def _span(text: str) -> _Span:
    first, _, last = text.partition("-")
    return _minor(first), _minor(last)


def _minor(text: str) -> _Minor:
    major, minor = text.split(".")
    return int(major), int(minor)
