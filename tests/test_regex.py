"""Patterns that are compiled when they are used are patterns, all of them."""

import importlib
import pkgutil
import re

import toolc
from toolc.text.regex import _Late, late


def test_a_late_pattern_is_one() -> None:
    pattern = late("(?P<word>[a-z]+)", re.IGNORECASE)
    assert pattern.findall("a B") == ["a", "B"] and pattern.findall("c") == ["c"]
    assert pattern.pattern == "(?P<word>[a-z]+)" and pattern.groupindex == {"word": 1}
    assert late(rb"\d").sub(b"", b"a1") == b"a"


def test_all_of_them_can_be_compiled() -> None:
    found = [value for module in modules() for value in contents(vars(module).values()) if isinstance(value, _Late)]
    assert len(found) > 100
    for one in found:
        assert isinstance(one.groups, int)


def modules():
    for one in pkgutil.walk_packages(toolc.__path__, "toolc."):
        parts = one.name.split(".")  # of Python's library there are texts that are executed as programs are, never imported
        if parts[-1] != "__main__" and not {"templates", "standard_library"} & set(parts) and ".serve" not in one.name:
            yield importlib.import_module(one.name)


def contents(values):
    for value in values:
        if isinstance(value, dict):
            yield from contents(value.values())
        elif isinstance(value, tuple | list):
            yield from contents(value)
        else:
            yield value
