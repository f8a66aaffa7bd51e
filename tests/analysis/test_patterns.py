"""Patterns of programs are run only where they take little time."""

import pytest

from toolc.analysis.models.patterns import is_quick

QUICK = [
    r"(?<!^)(?=[A-Z])",
    r"([a-z0-9])([A-Z])",
    r"(.)([A-Z][a-z]+)",
    r"[^a-z0-9]+",
    r"^[a-z]{3}-(\d+)$",
    r"[-_. ]+",
    "get|set",
]
SLOW = [
    "(a+)+", "(a|a)*b", "(a?){30}a{30}", "a*b*c*", "(a*)*", "(?:(?:){9999}){9999}", "(?:){99999999}", r"(a)\1", "a?" * 20,
    "(?:a{1,50}){1,50}", "(" * 50, "x" * 1000,
]  # fmt: skip


@pytest.mark.parametrize("pattern", QUICK)
def test_patterns_of_names_are_quick(pattern: str) -> None:
    assert is_quick(pattern)


@pytest.mark.parametrize("pattern", SLOW)
def test_patterns_that_may_take_long_are_not(pattern: str) -> None:
    assert not is_quick(pattern)
