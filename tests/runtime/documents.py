"""What the tests of the documents share: the code blocks of a document as running programs, and the check of its table."""

from collections.abc import Mapping
from typing import Any


def missing(table: Mapping[str, str], module: Mapping[str, Any]) -> list[str]:
    """The tests that a table names and that are not there."""
    return sorted({name for names in table.values() for name in names.split() if not callable(module.get(name))})
