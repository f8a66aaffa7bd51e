"""Text whose newer syntax was written as the running Python takes it, with what stands where instead."""

from msgspec import Struct


class Formatted(Struct, frozen=True):
    """A part of an f-string: literal text, or an expression from `start` to `end` with its conversion and format."""

    text: str = ""
    start: int = 0
    end: int = 0
    conversion: str = ""
    spec: "tuple[Formatted, ...] | None" = None


class Older(Struct, frozen=True):
    """`text` parses; `formatted` are the parts of the f-strings whose placeholders begin at an offset, None for a template;
    `aliases` where a `type` statement stood."""

    text: str
    formatted: dict[int, tuple[Formatted, ...] | None]
    aliases: frozenset[int]
