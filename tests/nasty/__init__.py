"""Schemas that generators of code stumble over, with instances of three kinds (`case.Case`), by topic.

The larger sibling of tests/client_cases.py.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from nasty import arrays, conditions, names, objects, unions, values
from nasty.case import Case

NASTY: Mapping[str, Case] = {
    **objects.CASES,
    **names.CASES,
    **arrays.CASES,
    **unions.CASES,
    **conditions.CASES,
    **values.CASES,
}


def instances() -> Iterator[tuple[str, Any, str]]:
    """Every instance with the name of its case, and whether it is `valid`, `wrong` or `late`."""
    for name, case in NASTY.items():
        for kind, given in (("valid", case.valid), ("wrong", case.wrong), ("late", case.late)):
            for value in given:
                yield name, value, kind


def stem(name: str) -> str:
    """What the types of a case begin with."""
    return "".join(part[0].upper() + part[1:] for part in name.split("_"))
