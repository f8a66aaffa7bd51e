"""Order of names in `__all__`, as ruff sorts them.

Takes names, gives them in order.
"""

import re
from collections.abc import Iterable


def in_order(names: Iterable[str]) -> list[str]:
    """Return the names: constants, classes, the rest."""
    return sorted(names, key=_order)


def _order(own: str) -> tuple[int, list[tuple[int, int, str]]]:
    """Numbers are sorted by their value."""
    kind = 0 if len(own) > 1 and own.isupper() else 1 if own[0].isupper() else 2
    return kind, [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", own) if part]
