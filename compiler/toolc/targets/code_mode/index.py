"""The index of a server: each tool with one line about it, its effects, who may call it and how much of a prompt it takes.

Takes tools and the texts of their files, returns what the index and the table of its README hold. Three levels of detail:
`brief`, the entry in the index; `detailed`, the file of the tool; `full`, its schemas.
"""

import json
from collections.abc import Mapping
from typing import Any

from toolc.targets.code_mode.entries import Entry
from toolc.targets.effects import effects

BYTES_PER_TOKEN = 4
"""About what tokenizers make of English and code (OpenAI, "What are tokens and how to count them?"). Counting them would need a
vocabulary of 75 MB; the page of targets says how far they are from this."""

_LONGEST = 120
"""Characters of the one line about a tool."""


def row(entry: Entry, texts: Mapping[str, str], facts: Mapping[str, Any] | None) -> dict[str, Any]:
    """The entry of a tool. `texts`: its file in each language; `facts`: the tool as its server sends it."""
    found = effects(entry.tool)
    sent = {key: value for key, value in (facts or {}).items() if value is not None}
    brief = {"tool": entry.function, "about": one_line(entry.tool.description), "effects": found, "caller": caller(found)}
    levels = {
        "brief": tokens(json.dumps(brief, ensure_ascii=False)),
        "detailed": {language: tokens(text) for language, text in texts.items()},
        "full": tokens(json.dumps(sent, ensure_ascii=False, separators=(",", ":"))),
    }
    return {**brief, "tokens": levels}


def caller(found: list[str]) -> str:
    """Return the caller allowed for a tool with these effects: `code`, or code with a person's `approval`."""
    return "code" if found[:1] == ["read-only"] else "approval"


def one_line(text: str | None) -> str:
    """The first sentence of a description, or the beginning of it."""
    line = " ".join((text or "").strip().partition("\n\n")[0].split())
    sentence = line.partition(". ")[0]
    line = f"{sentence}." if sentence != line else line
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"


def tokens(text: str) -> int:
    """About how many tokens a text takes."""
    return max(1, round(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN))
