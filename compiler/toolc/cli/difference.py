"""Unified diffs: takes a text as it is and as it would be, gives the lines, safe to show."""

from collections.abc import Iterator
from difflib import unified_diff

from toolc.cli.terminal_text import visible

NOTHING = "/dev/null"
"""The name of the side that has no file."""


def difference(old: str, before: str, new: str, after: str) -> Iterator[str]:
    """`old` and `new` name the sides."""
    return map(visible, unified_diff(before.splitlines(), after.splitlines(), old, new, lineterm=""))
