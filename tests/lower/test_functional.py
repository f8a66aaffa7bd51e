"""Types that a call makes, and calls that toolc does not follow."""

import pytest

from harness import types
from written import HEAD

UNRESOLVED = {
    "TypedDict of a name": "D = make()\nX = TypedDict('X', D)",
    "TypedDict with a computed key": "X = TypedDict('X', {make(): int})",
    "NamedTuple of a name": "F = make()\nX = NamedTuple('X', F)",
    "Enum of a call": "X = Enum('X', make())",
    "Enum with computed values": "X = Enum('X', {'A': make()})",
    "Enum mixed with a type": "X = Enum('X', 'A B', type=str)",
    "Enum that starts elsewhere": "X = Enum('X', 'A B', start=make())",
}


@pytest.mark.parametrize("name", UNRESOLVED)
def test_what_is_not_followed_is_not_exact(name: str) -> None:
    report = types(f"{HEAD}\ndef make(): return input()\n{UNRESOLVED[name]}\n").get("X")
    assert report is None or report.fidelity != "exact"
