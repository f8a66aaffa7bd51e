"""Gemini: function declarations with `parametersJsonSchema`.

Sources: https://ai.google.dev/api/generate-content, the fields of a JSON Schema that are read ("the model ignores unsupported
properties", https://ai.google.dev/gemini-api/docs/structured-output); google-genai 3.3, `types.FunctionDeclaration`.
"""

from collections.abc import Iterator

from toolc.ir import JsonSchema
from toolc.providers.base import Effect, Finding, NameRule, Provider, by_keyword, every, root_object
from toolc.schema.reshape import for_gemini

# google-genai 3.3, `types.FunctionDeclaration.name`; older documents say 64 characters and no colon.
NAMES = NameRule(
    r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}",
    "1 to 128 characters out of A-Z, a-z, 0-9, _, ., : and -, a letter or _ first",
)
KEYS = NameRule(r"[A-Za-z_][A-Za-z0-9_]{0,63}", "1 to 64 characters out of A-Z, a-z, 0-9 and _, a letter or _ first")
KNOWN = frozenset(
    {"$ref", "type", "format", "enum", "items", "prefixItems", "minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf",
     "properties", "additionalProperties", "required"}
)  # fmt: skip
_REST: tuple[Effect, str] = ("ignored", "does not read `{}`, so models may ignore it")


def judge(schema: JsonSchema) -> Iterator[Finding]:
    """Yield the keywords that Gemini refuses or ignores, and those that target `gemini` rewrites."""
    yield from root_object(schema)
    yield from ignored_constraints(for_gemini(schema))
    for place, one in every(schema):
        if "oneOf" in one:
            yield Finding("changed", (*place, "oneOf"), "reads `oneOf` as `anyOf`")
        if "$ref" in one and any(not word.startswith("$") for word in one):
            yield Finding("changed", (*place, "$ref"), "takes nothing beside a `$ref`: target `gemini` puts it into an `anyOf`")
        for word in ("const", "allOf", "exclusiveMinimum", "exclusiveMaximum"):
            if word in one and word not in (for_gemini(one) or {}):
                yield Finding(
                    "changed", (*place, word), f"does not read `{word}`: target `gemini` says the same in other words"
                )


def ignored_constraints(schema: JsonSchema) -> Iterator[Finding]:
    """Yield the constraints of a schema that Gemini ignores."""
    yield from by_keyword(schema, KNOWN, {}, _REST)
    for place, one in every(schema):
        if any(not isinstance(value, str | int | float) or isinstance(value, bool) for value in one.get("enum", ())):
            yield Finding("ignored", (*place, "enum"), "reads texts and numbers only in an enum")


GEMINI = Provider("gemini", "Google's Gemini API", "gemini", judge, NAMES, keys=KEYS)
