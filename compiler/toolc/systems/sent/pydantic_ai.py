"""pydantic-ai: what its models send to providers, where nothing is set but `strict` of a tool.

pydantic-ai-slim 2.68.0: `JsonSchemaTransformer` and those below it (`profiles/openai.py`, `profiles/google.py`,
`providers/anthropic.py`, `providers/bedrock.py`). For Bedrock the rules are those of Claude.
"""

import re
from typing import Any

from toolc.ir import JsonSchema, Tool
from toolc.schema.reshape.anthropic import for_anthropic_strict
from toolc.systems.sent.base import Sent

_LOOKS_AROUND = ("(?=", "(?!", "(?<=", "(?<!")
_LENGTHS = ("minLength", "maxLength")
_NOT_STRICT = tuple(
    "patternProperties unevaluatedProperties propertyNames minProperties maxProperties unevaluatedItems contains minContains"
    " maxContains uniqueItems".split()
)
_STRICT_FORMATS = frozenset(("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"))
_TYPING = ("type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const")
_DEFINITION = re.compile(r"#/(\$defs|definitions)/[^/]+")
_DEEPEST, _MOST = 10, 5000
"""Levels of objects, and properties, that OpenAI takes in strict mode."""


class _Refused(Exception):
    """Raised where pydantic-ai raises `UserError`."""


def openai(tool: Tool) -> Sent | None:
    """`OpenAIChatModel`: strict where the schema allows it, which is said only then."""
    schema, strict = _openai(tool, normalised=True)
    return None if schema is None else Sent(tool.name, tool.description or "", schema, strict=strict or None)


def openai_responses(tool: Tool) -> Sent | None:
    """`OpenAIResponsesModel`: the same, and what is not strict is said as well, as is that there is no description."""
    schema, strict = _openai(tool, normalised=True)
    beside = {"description": None} if tool.description is None else {}
    return None if schema is None else Sent(tool.name, tool.description, schema, strict=strict, beside=beside)


def ollama(tool: Tool) -> Sent | None:
    """`OllamaModel`: never said to be strict."""
    schema, _ = _openai(tool, normalised=False)
    return None if schema is None else Sent(tool.name, tool.description or "", schema)


def anthropic(tool: Tool) -> Sent | None:
    """`AnthropicModel`: without titles; strict only where the program asks for it, and then as Anthropic's library has it."""
    if tool.strict is not True:
        return Sent(tool.name, tool.description or "", _Walk().whole(tool.input_schema or {}))
    made = for_anthropic_strict(_Claude().whole(tool.input_schema or {}))
    return None if made.strangers else Sent(tool.name, tool.description or "", made.schema, strict=True)


def bedrock(tool: Tool) -> Sent | None:
    """`BedrockConverseModel`: without titles and empty descriptions. What it makes of strict tools is not known here."""
    if tool.strict is True:
        return None
    return Sent(tool.name, tool.description or None, _Walk().whole(tool.input_schema or {}))


def gemini(tool: Tool) -> Sent:
    """`GoogleModel`: constants as enums, formats in descriptions."""
    return Sent(tool.name, tool.description or "", _Gemini().whole(tool.input_schema or {}))


class _Walk:
    """`JsonSchemaTransformer`: the schemas inside objects, arrays and unions, each without title and dialect.

    What stands under other keywords, or in an object or array without that `type`, is left alone.
    """

    def whole(self, schema: JsonSchema) -> JsonSchema:
        """Return a whole schema with its definitions."""
        made: JsonSchema = self.one({key: value for key, value in schema.items() if key != "$defs"})
        if definitions := schema.get("$defs"):
            made["$defs"] = {name: self.one(value) for name, value in definitions.items()}
        return made

    def one(self, schema: Any) -> Any:
        """Return a schema and those inside it; what is no object stays."""
        if not isinstance(schema, dict):
            return schema
        made, kind = dict(schema), schema.get("type")
        if kind == "object":
            self._members(made)
        elif kind == "array":
            self._items(made)
        for word in ("allOf", "anyOf", "oneOf"):
            if word not in made or (kind is not None and not made[word]):
                continue
            members = [self.one(member) for member in made[word]]
            alone = members[0] if kind is None and len(members) == 1 else None
            if isinstance(alone, dict) and alone.get("not") != {}:
                del made[word]
                made = {**alone, **made}
            else:
                made[word] = members
        return self.change(made)

    def _members(self, made: JsonSchema) -> None:
        for word in ("properties", "patternProperties"):
            if made.get(word):
                made[word] = {name: self.one(value) for name, value in made[word].items()}
        if made.get("additionalProperties") is not None:
            made["additionalProperties"] = self.one(made["additionalProperties"])

    def _items(self, made: JsonSchema) -> None:
        if made.get("prefixItems"):
            made["prefixItems"] = [self.one(item) for item in made["prefixItems"]]
        items = made.get("items")
        if isinstance(items, list):
            made["items"] = [self.one(item) for item in items]
        elif items:
            made["items"] = self.one(items)

    def change(self, made: JsonSchema) -> JsonSchema:
        """Change one schema, whose inner schemas are done."""
        made.pop("title", None)
        made.pop("$schema", None)
        return made


# --- Gemini and Claude -----------------------------------------------------------------------------------------------

_KINDS = ((str, "string"), (bool, "boolean"), (int, "integer"), (float, "number"))


def _kind(value: Any) -> str | None:
    return next((name for type_, name in _KINDS if isinstance(value, type_)), None)


class _Claude(_Walk):
    """`AnthropicJsonSchemaTransformer` of strict tools: constants as enums."""

    def change(self, made: JsonSchema) -> JsonSchema:
        made = super().change(made)
        if (kind := _kind(made.get("const"))) is not None:
            made = {"type": kind, **made, "enum": [made["const"]]}
            del made["const"]
        return made


class _Gemini(_Walk):
    """`GoogleJsonSchemaTransformer`."""

    def change(self, made: JsonSchema) -> JsonSchema:
        made.pop("$schema", None)
        if (value := made.pop("const", None)) is not None:
            made["enum"] = [value]
            if (kind := _kind(value)) is not None:
                made.setdefault("type", kind)
        made.pop("discriminator", None)
        made.pop("examples", None)
        _fold(made)
        made.pop("title", None)
        if made.get("type") == "string" and (format_ := made.pop("format", None)):
            text = made.get("description")
            made["description"] = f"{text} (format: {format_})" if text else f"Format: {format_}"
        made.pop("exclusiveMinimum", None)
        made.pop("exclusiveMaximum", None)
        return made


def _fold(made: JsonSchema) -> None:
    """A union of single values is one enum, with their descriptions in its own."""
    options = made.get("anyOf") or []
    known = {"enum", "type", "description"}
    if not options or not all(
        isinstance(one, dict) and len(one.get("enum", [])) == 1 and one.keys() <= known for one in options
    ):
        return
    kinds = {one.get("type") for one in options}
    kind = next(iter(kinds))
    if len(kinds) != 1 or "enum" in made or made.get("type", kind) != kind:
        return
    del made["anyOf"]
    made["enum"] = [one["enum"][0] for one in options]
    if kind is not None:
        made["type"] = kind
    described = [f"{one['enum'][0]}: {one['description']}" for one in options if one.get("description")]
    if described:
        made["description"] = "\n".join([*filter(None, [made.get("description")]), *described])


# --- OpenAI ----------------------------------------------------------------------------------------------------------


def _openai(tool: Tool, normalised: bool) -> tuple[JsonSchema | None, bool]:
    """Return the schema, and whether it is strict. The schema is `None` if pydantic-ai raises. `normalised`: a tuple of one
    item becomes a list of one, and lengths of strings may be strict."""
    schema, asked = tool.input_schema or {}, tool.strict
    try:
        walk = _OpenAI(schema.get("$ref"), asked, normalised, lengths=normalised)
        made = walk.whole(schema)
        if walk.narrowed and walk.elsewhere:  # a reference may lead to what was changed
            walk = _OpenAI(schema.get("$ref"), asked, normalised=False, lengths=False)
            made = walk.whole(schema)
    except _Refused:
        return None, False
    return made, walk.strict and not _large(made) if asked is None else asked


class _OpenAI(_Walk):
    """`OpenAIJsonSchemaTransformer`, as `OpenAIProvider` has it where `normalised`. `root`: the reference at the root; `asked`:
    what the program says of strict mode."""

    def __init__(self, root: str | None, asked: bool | None, normalised: bool, lengths: bool) -> None:
        self._root, self._asked, self._normalised = root, asked, normalised and asked is not False
        self._not_strict = _NOT_STRICT if lengths else (*_LENGTHS, *_NOT_STRICT)
        self.strict, self.narrowed, self.elsewhere = True, False, False

    def whole(self, schema: JsonSchema) -> JsonSchema:
        made = super().whole(schema)
        if definitions := made.get("definitions"):
            made["definitions"] = {name: self.one(value) for name, value in definitions.items()}
        if self._root is None:
            return made
        made.pop("$ref", None)
        name = self._root.removeprefix("#/$defs/").replace("~1", "/").replace("~0", "~")
        return {**made, **made.get("$defs", {}).get(name, {})}

    def _items(self, made: JsonSchema) -> None:
        first = made.get("prefixItems")
        most = made.get("maxItems")
        if self._normalised and isinstance(first, list) and len(first) == 1 and type(most) is int and most == 1:
            made["items"] = first[0]
            del made["prefixItems"]
            self.narrowed = True
        super()._items(made)

    def change(self, made: JsonSchema) -> JsonSchema:
        for word in ("title", "$schema", "discriminator"):
            made.pop(word, None)
        if "$ref" in made:
            self._reference(made)
        unstrict = self._unstrict(made)
        if unstrict or "default" in made or "oneOf" in made:
            self.strict = False
        if self._asked is True:
            _note_keywords(made, unstrict)
        if made.get("type") == "object":
            self._close(made)
        if made.get("type") == "array":
            items = made.get("items")
            typed = isinstance(items, dict) and any(word in items for word in _TYPING)
            if not typed or made.get("prefixItems"):
                self.strict = False
                if self._asked is True:
                    raise _Refused
        self.elsewhere |= "$dynamicRef" in made
        return made

    def _reference(self, made: JsonSchema) -> None:
        ref = made["$ref"]
        if ref == self._root:
            made["$ref"] = "#"
        elif ref != "#" and not _DEFINITION.fullmatch(ref):
            self.elsewhere = True
            self.strict &= not ref.startswith("#/")
        if len(made) > 1:
            made["anyOf"] = [{"$ref": made.pop("$ref")}]

    def _unstrict(self, made: JsonSchema) -> list[str]:
        """The keywords that strict mode does not have."""
        pattern, format_ = made.get("pattern"), made.get("format")
        plain = re.sub(r"\\.", "\0", pattern, flags=re.DOTALL) if isinstance(pattern, str) else ""
        return [
            *(word for word in self._not_strict if word in made),
            *(["format"] if format_ and format_ not in _STRICT_FORMATS else []),
            *(["pattern"] if any(one in plain for one in _LOOKS_AROUND) else []),
        ]

    def _close(self, made: JsonSchema) -> None:
        made.setdefault("properties", {})
        if self._asked is True:
            made |= {"additionalProperties": False, "required": list(made["properties"])}
        elif self._asked is None and made.get("additionalProperties") in (None, False):
            made["additionalProperties"] = False
        else:
            self.strict = False
        if "required" not in made or any(name not in made["required"] for name in made["properties"]):
            self.strict = False


def _note_keywords(made: JsonSchema, words: list[str]) -> None:
    """Change one schema to what strict mode has: no default, `anyOf`, and notes in place of other keywords."""
    made.pop("default", None)
    if "oneOf" in made:
        made["anyOf"] = made.pop("oneOf")
    if words:
        notes = ", ".join(f"{word}={made.pop(word)}" for word in words)
        text = made.get("description")
        made["description"] = f"{text} ({notes})" if text else notes


def _large(schema: JsonSchema) -> bool:
    """`_exceeds_strict_size_limits`: of the schema and each definition, by itself."""
    definitions = [*(schema.get("$defs") or {}).values(), *(schema.get("definitions") or {}).values()]
    root = {key: value for key, value in schema.items() if key not in ("$defs", "definitions")}
    return any(map(_beyond, (root, *definitions)))


def _beyond(schema: Any) -> bool:
    properties, pending = 0, [(schema, 1)]
    while pending:
        one, depth = pending.pop()
        if not isinstance(one, dict):
            continue
        inside = [one.get("items"), *one.get("anyOf", [])]
        if isinstance(one.get("properties"), dict):
            properties += len(one["properties"])
            if depth > _DEEPEST or properties > _MOST:
                return True
            inside += one["properties"].values()
            depth += 1
        pending += [(each, depth) for each in inside]
    return False
