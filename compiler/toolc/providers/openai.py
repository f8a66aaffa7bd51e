"""OpenAI: function tools of chat completions and responses, plain and in strict mode.

Sources: https://platform.openai.com/docs/api-reference/chat/create, `tools`, and the guide "Structured outputs", read
2026-02; the API's own words "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top
level" and "array schema missing items". Descriptions may be long since 2025-05 (run-llama/llama_index#18784).
"""

from collections.abc import Iterator

from toolc.ir import JsonSchema
from toolc.providers.base import Finding, Limit, NameRule, Provider, every, root_object
from toolc.schema.pointer import segments
from toolc.schema.strict_keywords import FORMATS

NAMES = NameRule(r"[A-Za-z0-9_-]{1,64}", "1 to 64 characters out of A-Z, a-z, 0-9, _ and -")
_ROOT = ("oneOf", "anyOf", "allOf", "enum", "const", "not")
_REWRITTEN = {"default": "says it in the description", "oneOf": "writes `anyOf`", "allOf": "writes what is in it"}
_TOOLS = Limit(128, "tools", lambda tool: 1)


def plain(schema: JsonSchema) -> Iterator[Finding]:
    """Most of JSON Schema passes, for nothing is enforced."""
    yield from root_object(schema, _ROOT)
    for place, one in every(schema):
        kind = one.get("type")
        if (kind == "array" or (isinstance(kind, list) and "array" in kind)) and not {"items", "prefixItems"} & one.keys():
            yield Finding("refused", place, "wants `items` for every array")


def strictly(schema: JsonSchema) -> Iterator[Finding]:
    """Yield what target `openai-strict` cannot rewrite as refused, and what it rewrites as changed."""
    from toolc.schema.strict import strict  # start-up: listing tools judges no provider

    _, problems = strict(schema)
    for problem in problems:
        yield Finding("refused", segments(f"#{problem.place}") or (), f"does not accept the schema: {problem.words}")
    if problems:
        return
    yield from _rewritten_parts(schema)


def constraints_beyond_strict(schema: JsonSchema) -> Iterator[Finding]:
    """Yield the constraints without a keyword in strict mode, which target `openai-strict` moves to the description."""
    for place, one in every(schema):
        form = one.get("format")
        if isinstance(form, str) and form not in FORMATS:
            yield Finding("changed", (*place, "format"), f"knows no format `{form}` in strict mode: the description says it")


def _rewritten_parts(schema: JsonSchema) -> Iterator[Finding]:
    """Yield the parts that strict mode refuses, and target `openai-strict` rewrites without a loss."""
    yield from constraints_beyond_strict(schema)
    open_, optional = [], []
    for place, one in every(schema):
        if "properties" in one or one.get("type") == "object":
            open_ += [place] if one.get("additionalProperties") is not False else []
            optional += [name for name in one.get("properties", {}) if name not in one.get("required", ())]
        for word, instead in _REWRITTEN.items():
            if word in one:
                yield Finding("changed", (*place, word), f"takes no `{word}` in strict mode: target `openai-strict` {instead}")
    if open_ or optional:
        keys = f", and demands `{'`, `'.join(list(dict.fromkeys(optional))[:3])}` as null where left out" if optional else ""
        yield Finding(
            "changed", (), f"wants closed objects with every key required: target `openai-strict` closes {len(open_)}{keys}"
        )


OPENAI = Provider("openai", "OpenAI, functions without `strict`", "openai", plain, NAMES, request=(_TOOLS,))
STRICT = Provider(
    "openai-strict", "OpenAI, functions with `strict: true`", "openai-strict", strictly, NAMES, request=(_TOOLS,),
)  # fmt: skip
