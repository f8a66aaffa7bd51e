"""Anthropic: tools of the Messages API, plain and with `strict: true`.

Sources: https://platform.claude.com/docs/en/build-with-claude/structured-outputs, "JSON Schema limitations";
`transform_schema` of the anthropic SDK; the API's own words "input_schema does not support oneOf, allOf, or anyOf at the top
level" and "Property keys should match pattern"; limits of a request: mozilla/bugbug#6129.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from toolc.ir import JsonSchema, Tool
from toolc.providers.base import Effect, Finding, Limit, NameRule, Provider, by_keyword, every, root_object
from toolc.schema.pointer import find
from toolc.schema.reshape.anthropic import for_anthropic_strict
from toolc.schema.wellformed import outdated_places
from toolc.text.regex import late

NAMES = NameRule(r"[a-zA-Z0-9_-]{1,128}", "1 to 128 characters out of A-Z, a-z, 0-9, _ and -")
KEYS = NameRule(r"[A-Za-z0-9_.-]{1,64}", "1 to 64 characters out of A-Z, a-z, 0-9, _, . and -")
_FORMATS = frozenset({"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"})
_KNOWN = frozenset(
    {"type", "enum", "const", "anyOf", "allOf", "$ref", "properties", "required", "additionalProperties", "items", "pattern",
     "format", "minItems"}
)  # fmt: skip
_REST: tuple[Effect, str] = ("refused", "takes no `{}` in strict mode")
_BEYOND = late(r"\\[1-9]|\(\?(?:[=!]|<[=!])|\\[bB]")  # back references, looking around, borders of words


def plain(schema: JsonSchema) -> Iterator[Finding]:
    """JSON Schema 2020-12 as it stands; models are asked, not held, to follow it."""
    yield from root_object(schema, ("oneOf", "allOf", "anyOf"))
    yield from (Finding("refused", place, "takes 2020-12 only, and a list in `items` is none") for place in _lists(schema))


def strictly(schema: JsonSchema) -> Iterator[Finding]:
    """The subset that a grammar is made of."""
    yield from plain(schema)
    yield from by_keyword(schema, _KNOWN, {}, _REST)
    for place, one in every(schema):
        yield from _values(place, one)
        if ("properties" in one or one.get("type") == "object") and one.get("additionalProperties") is not False:
            yield Finding("refused", place, "wants `additionalProperties: false` on every object in strict mode")
        if "discriminator" in one:
            yield Finding("refused", (*place, "discriminator"), "takes no `discriminator` in strict mode")
        if any(isinstance(member, dict) and "$ref" in member for member in one.get("allOf", ())):
            yield Finding("refused", (*place, "allOf"), "takes no `$ref` within `allOf` in strict mode")
    for name in _recursive(schema):
        yield Finding("refused", ("$defs", name), f"takes no schema that holds itself in strict mode, as `{name}` does")


def judge_strict(schema: JsonSchema) -> Iterator[Finding]:
    """Yield what target `anthropic-strict` cannot rewrite as refused, and what it rewrites as changed."""
    made = for_anthropic_strict(schema)
    refused = [Finding("refused", one.place, one.words) for one in made.strangers] or list(strictly(made.schema))
    if refused:
        yield from refused
        return
    found = {one.place: f"{one.words}: target `anthropic-strict` writes it otherwise" for one in strictly(schema)}
    told = {place: f"is told of `{place[-1]}` in the description, by target `anthropic-strict`" for place in made.described}
    yield from (Finding("changed", place, words) for place, words in {**told, **found}.items())


def _values(place: tuple[Any, ...], one: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield the keywords whose values strict mode's grammar does not support."""
    if one.get("minItems", 0) not in (0, 1):
        yield Finding("refused", (*place, "minItems"), "takes `minItems` of 0 and 1 only in strict mode")
    if isinstance(one.get("format"), str) and one["format"] not in _FORMATS:
        yield Finding("refused", (*place, "format"), f"knows no format `{one['format']}` in strict mode")
    if isinstance(one.get("pattern"), str) and _BEYOND.search(one["pattern"]):
        yield Finding("refused", (*place, "pattern"), "takes no back references and no looking around in strict mode")
    if any(isinstance(value, dict | list) for value in one.get("enum", ())):
        yield Finding("refused", (*place, "enum"), "takes plain values only in an enum in strict mode")


def _lists(schema: JsonSchema) -> Iterator[tuple[Any, ...]]:
    if outdated_places(schema):
        yield from ((*place, "items") for place, one in every(schema) if isinstance(one.get("items"), list))


def _recursive(schema: JsonSchema) -> Iterator[str]:
    """The definitions that can be reached from themselves."""
    definitions = schema.get("$defs")
    if not isinstance(definitions, dict):
        return
    inside = {
        name: {ref for _, one in every(body) if isinstance(ref := one.get("$ref"), str)} for name, body in definitions.items()
    }
    for name in definitions:
        seen: set[str] = set()
        pending = set(inside[name])
        while pending:
            ref = pending.pop()
            if ref not in seen:
                seen.add(ref)
                pending |= inside.get(ref.removeprefix("#/$defs/"), set())
        if f"#/$defs/{name}" in seen and find(schema, f"#/$defs/{name}") is not None:
            yield name


def _optional(tool: Tool) -> int:
    """Arguments that may be left out, of all objects."""
    return sum(
        len([name for name in one.get("properties", {}) if name not in one.get("required", ())])
        for _, one in every(tool.input_schema)
    )


def _unions(tool: Tool) -> int:
    """Arguments whose type is a union: `anyOf`, or several types."""
    members = (member for _, one in every(tool.input_schema) for member in one.get("properties", {}).values())
    return sum(isinstance(one, dict) and ("anyOf" in one or isinstance(one.get("type"), list)) for one in members)


ANTHROPIC = Provider("anthropic", "Anthropic, tools without `strict`", "anthropic", plain, NAMES, keys=KEYS)
STRICT = Provider(
    "anthropic-strict", "Anthropic, tools with `strict: true`", "anthropic-strict", judge_strict, NAMES, keys=KEYS,
    request=(
        Limit(20, "strict tools", lambda tool: 1),
        Limit(24, "optional arguments", _optional),
        Limit(16, "arguments of several types", _unions),
    ),
)  # fmt: skip
