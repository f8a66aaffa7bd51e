"""Versions as numbers: takes the text of a version, gives what rules compare."""

from toolc.systems.base import Subject


def numbers(text: str) -> tuple[int, ...]:
    """`1.30.0rc1` is (1, 30); what is no number ends it, and nothing is version 0."""
    parts: list[int] = []
    for part in text.split("."):
        if not part.isdecimal():
            break
        parts.append(int(part))
    return tuple(parts) or (0,)


def version(subject: Subject, distribution: str, newest: str) -> tuple[int, ...]:
    """The version to follow for one tool; `newest` where none is told."""
    return numbers(subject.version(distribution) or newest)
