"""Changes that matter to models and hosts beyond schemas: takes two tools, gives the changes.

Size, characters that a reader cannot see (Trojan Source, tags, zero width), and OpenAI's strict mode.
"""

import json
from collections.abc import Iterator
from typing import Any

from toolc.contract.change import Change, Place
from toolc.ir import Tool
from toolc.schema.strict import strict
from toolc.text.invisible import hidden_characters

GROWTH = 1.25  # times, from which on a tool is said to have grown
_LEAST = 256  # bytes: what grows by less is not worth a word


def model_changes(place: Place, old: Tool, new: Tool) -> Iterator[Change]:
    """Changes that a model or its provider feels."""
    before, after = _size(old), _size(new)
    if after > before * GROWTH and after - before >= _LEAST:
        yield Change("TD152", place, f"was {before:,} bytes, is {after:,}", old=old.span, new=new.span)
    appeared = sorted(_invisible_characters(new) - _invisible_characters(old))
    if appeared:
        told = ", ".join(f"U+{ord(char):04X}" for char in appeared)
        yield Change("TD153", place, f"its texts hold invisible characters: {told}", old=old.span, new=new.span)
    if old.input_schema and new.input_schema and not strict(old.input_schema)[1]:
        for problem in strict(new.input_schema)[1][:1]:
            yield Change("TD170", place, problem.of(new.name), old=old.span, new=new.span)


def _size(tool: Tool) -> int:
    return len(json.dumps(_sent_parts(tool), separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace"))


def _invisible_characters(tool: Tool) -> frozenset[str]:
    return frozenset(char for text in _texts(_sent_parts(tool)) for char in hidden_characters(text))


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, keys too."""
    pending = [value]
    while pending:
        match pending.pop():
            case str() as text:
                yield text
            case list() as items:
                pending.extend(items)
            case dict() as members:
                pending.extend((*members, *members.values()))


def _sent_parts(tool: Tool) -> list[Any]:
    """Return the parts of a tool that are sent to a model."""
    return [tool.name, tool.description, tool.input_schema]
