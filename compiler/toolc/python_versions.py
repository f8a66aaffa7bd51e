"""The Python that the tools run on, as far as conditions on its version ask for it."""

import re
from functools import cache
from typing import NamedTuple

_OLDEST, _NEWEST = (3, 11), (3, 14)
NEWEST_PYTHON = ".".join(map(str, _NEWEST))
"""Followed where neither the configuration nor the search path says which Python the tools run on."""


def version_info(text: str | None) -> tuple[int, int, int, str, int]:
    """`sys.version_info` of a version such as `3.12`; of its last three parts nothing is known."""
    major, minor = minor_version(text) or _NEWEST
    return major, minor, 0, "final", 0


def python_before(version: str | None, major: int, minor: int) -> bool:
    """Return `True` if a version of Python is older than `major.minor`; `False` if it is unknown."""
    numbers = minor_version(version)
    return numbers is not None and numbers < (major, minor)


def minor_version(text: str | None) -> tuple[int, int] | None:
    """Major and minor number of a version; `None` where it does not begin with two."""
    parts = [int(part) for part in (text or "").split(".")[:2] if part.isdigit()]
    return (parts[0], parts[1]) if len(parts) == 2 else None


def lacks(dotted: str, version: str | None) -> bool | None:
    """Return `True` if a Python lacks a module or name of its library; `None` if that is not known.

    A name that a module of the table does not list depends on the platform, or may be there as an import of that module.
    """
    parts = dotted.split(".")
    table = _table()
    length = next((one for one in range(len(parts), 0, -1) if ".".join(parts[:one]) in table), 0)
    if not length:
        return False
    module = table[".".join(parts[:length])]
    missing = _is_outside(module.span, version)
    if missing is not False or length == len(parts):
        return None if module.varies and not missing else missing
    name = re.search(rf" {re.escape(parts[length])}(?:@([0-9]+-[0-9]*))?(?= |$)", module.names)
    return None if name is None else _is_outside(name[1], version)


def _is_outside(span: str | None, version: str | None) -> bool | None:
    """Return `True` if a version is outside a span such as `11-12`; `None` if the unknown version decides."""
    if span is None:
        return False
    first, last = span.split("-")
    known = minor_version(version)
    asked = [known] if known else [(3, minor) for minor in range(_OLDEST[1], _NEWEST[1] + 1)]
    verdicts = {not (3, int(first)) <= one <= (3, int(last or 99)) for one in asked}
    return verdicts.pop() if len(verdicts) == 1 else None


@cache
def library_modules() -> frozenset[str]:
    """The top-level modules of Python's library, of any version."""
    return frozenset(name.partition(".")[0] for name in _table())


class _Module(NamedTuple):
    """A module: the versions that have it, whether only some platforms do, and its names, each behind a space."""

    span: str | None
    varies: bool
    names: str


@cache
def _table() -> dict[str, _Module]:
    """Python's library by module; `tests/python_names.py` writes the file, and says how it is written."""
    from importlib.resources import files

    text = files("toolc").joinpath("python_names.txt").read_text("utf-8")
    lines = re.findall(r"^([\w.]+)(?:@([0-9]+-[0-9]*))?(\??):(.*)$", text, re.MULTILINE)
    return {name: _Module(span or None, bool(varies), names) for name, span, varies, names in lines}
