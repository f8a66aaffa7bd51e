"""Ollama: tools of its chat API, as its Python client sends them.

Source: ollama 0.6.3 (PyPI, 2026-11), `Tool.Function.Parameters`, a model that drops what it does not know: at the root
`additionalProperties` and the like, and of each argument all but its type, items, description and enum.
"""

from collections.abc import Iterator

from toolc.ir import JsonSchema
from toolc.providers.base import Finding, Provider, root_object
from toolc.schema.strict_keywords import constraints

_ROOT = frozenset({"type", "$defs", "items", "required", "properties"})
_MEMBER = frozenset({"type", "items", "enum"})


def judge(schema: JsonSchema) -> Iterator[Finding]:
    """The root, and each argument; what stands inside of `items` and `$defs` goes through."""
    yield from root_object(schema)
    yield from _dropped_keywords(schema, (), _ROOT)
    properties = schema.get("properties")
    for name, one in properties.items() if isinstance(properties, dict) else ():
        yield from _dropped_keywords(one, ("properties", name), _MEMBER)


def _dropped_keywords(schema: object, place: tuple[str, ...], kept: frozenset[str]) -> Iterator[Finding]:
    for word in sorted(constraints(schema) - kept) if isinstance(schema, dict) else ():
        yield Finding("ignored", (*place, word), f"drops `{word}`, so models never see it")


OLLAMA = Provider("ollama", "Ollama, with its Python client", "ollama", judge)
