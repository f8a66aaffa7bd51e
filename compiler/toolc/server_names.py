"""The attributes of servers of `mcp` and `fastmcp` by version; `tests/server_names.py` writes the table."""

from bisect import bisect_right
from functools import cache
from importlib.resources import files

from toolc.python_versions import minor_version

_Minor = tuple[int, int]


def has(framework: str, name: str, version: str | None) -> bool | None:
    """Return `True` if servers of a version have an attribute; `None` if that depends on a version which is not known.

    A version is read by its first two numbers; one that the table lacks counts as the one before it.
    """
    versions, spans = _table()[framework]
    if name not in spans:
        return False
    lifetimes = spans[name] or [(versions[0], versions[-1])]
    known = minor_version(version)
    asked = versions if known is None else [versions[max(bisect_right(versions, known) - 1, 0)]]
    verdicts = {any(first <= one <= last for first, last in lifetimes) for one in asked}
    return verdicts.pop() if len(verdicts) == 1 else None


@cache
def _table() -> dict[str, tuple[list[_Minor], dict[str, list[tuple[_Minor, _Minor]]]]]:
    """For each framework its versions, and by name those that have it; no span stands for all."""
    found: dict[str, tuple[list[_Minor], dict[str, list[tuple[_Minor, _Minor]]]]] = {}
    for line in files("toolc").joinpath("server_names.txt").read_text("utf-8").splitlines():
        name, *parts = line.split()
        if name.startswith("["):
            versions = [_minor(one) for one in parts]
            names = dict[str, list[tuple[_Minor, _Minor]]]()
            found[name.strip("[]")] = versions, names
        else:
            names[name] = [(_minor(first), _minor(last)) for first, _, last in (one.partition("-") for one in parts)]
    return found


def _minor(text: str) -> _Minor:
    major, minor = text.split(".")
    return int(major), int(minor)
