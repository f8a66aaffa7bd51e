"""Rules of one provider: the names, schemas and amounts its API accepts, and the effect of anything else.

Takes nothing, gives the values that the tables of providers are made of. A provider reads a schema as a framework reports it;
what a target of toolc mends on the way is `changed`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from toolc.ir import JsonSchema, Server, Tool
from toolc.schema.keywords import Path, subschemas
from toolc.schema.strict_keywords import constraints

Effect = Literal["refused", "ignored", "changed", "limit"]
"""refused: the request fails. ignored: accepted, and not enforced. changed: sent as it stands it fails or says
less, and toolc's target for the provider sends it otherwise. limit: too much of something."""


class Finding(Struct, frozen=True):
    """Effect of a provider on one place of a schema, in words that continue its name. `source`: where it was observed."""

    effect: Effect
    place: Path
    words: str
    source: str = ""


class NameRule(Struct, frozen=True):
    """Rule for names of tools: a pattern for the whole name, and the same in words."""

    pattern: str
    words: str

    def takes(self, name: str) -> bool:
        return re.fullmatch(self.pattern, name) is not None


class Limit(Struct, frozen=True):
    """How much of something the tools of one request may have together."""

    most: int
    what: str
    count: Callable[[Tool], int]


class Provider(Struct, frozen=True):
    """One provider, or one mode of it.

    `target`: the target of toolc that writes tools in its form. `keys`: the rule for names of arguments. `judge`: what it makes
    of the input schema of a tool. `protocol`: the version of MCP whose rules hold, "sdk" for the newest that the SDK of each
    server speaks, "" for none. `rule`: what it makes of a tool with its server.
    """

    name: str
    about: str
    target: str
    judge: Callable[[JsonSchema], Iterator[Finding]]
    names: NameRule | None = None
    keys: NameRule | None = None
    protocol: str = ""
    request: Sequence[Limit] = ()
    rule: Callable[[Server, Tool], Iterator[Finding]] | None = None


def every(schema: Any, place: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every schema inside another one, itself first, with its place."""
    pending = [(place, schema)]
    while pending:
        here, one = pending.pop()
        if isinstance(one, dict):
            yield here, one
            pending += reversed([((*here, *path), member) for path, member in subschemas(one)])


def root_object(schema: JsonSchema, banned: Sequence[str] = ()) -> Iterator[Finding]:
    """Arguments are one object, said at the root, and nothing of what is banned stands beside it."""
    if schema.get("type") != "object":
        yield Finding("refused", (), 'wants `"type": "object"` at the root')
    for word in banned:
        if word in schema:
            yield Finding("refused", (word,), f"takes no `{word}` at the root")


def by_keyword(
    schema: JsonSchema, known: frozenset[str], effects: Mapping[str, tuple[Effect, str]], rest: tuple[Effect, str]
) -> Iterator[Finding]:
    """Yield the effect on each constraining keyword that is not known. `rest`: the effect on those without a row."""
    for place, one in every(schema):
        for word in sorted(constraints(one) - known):
            effect, words = effects.get(word, rest)
            yield Finding(effect, (*place, word), words.format(word))
