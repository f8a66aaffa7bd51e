"""Patterns of programs are run only where they take little time."""

import pytest

from toolc.analysis.models.quick_patterns import steps

QUICK = [
    r"(?<!^)(?=[A-Z])",
    r"([a-z0-9])([A-Z])",
    r"(.)([A-Z][a-z]+)",
    r"[^a-z0-9]+",
    r"^[a-z]{3}-(\d+)$",
    r"[-_. ]+",
    "get|set",
    "a*b*c*",
    r"^#+\s*(?P<title>[^\n]+)",
    r"(\w+)\s*=\s*(\w+)",
]
SLOW = [
    "(a+)+", "(a|a)*b", "(a?){30}a{30}", "a*a*a*b", "(a*)*", "(?:(?:){9999}){9999}", "(?:){99999999}", r"(a)\1", "a?" * 20,
    "(?:a{1,50}){1,50}", "(" * 50, "x" * 1000, r"\s*\w*[^b]*a*b", "(a*)(a*)(a*)b",
]  # fmt: skip
TEXT = "# a title of camelCase and snake_case = 12, a-b.c " + "a" * 200


@pytest.mark.parametrize("pattern", QUICK)
def test_patterns_of_names_are_quick(pattern: str) -> None:
    assert steps(pattern, TEXT) is not None


@pytest.mark.parametrize("pattern", SLOW)
def test_patterns_that_may_take_long_are_not(pattern: str) -> None:
    assert steps(pattern, TEXT + "a" * 800) is None


def test_long_texts_are_only_for_simple_patterns() -> None:
    assert steps("a+", "ab" * 5_000) is not None
    assert steps("a.*b.*c", "ab" * 5_000) is None
