"""Docker's MCP registry: the `tools.json` beside a `server.yaml`, which its build reads instead of running the server.

Takes a tool as its server sends it, gives its arguments in the order in which that build lists them: those that must be given
first, each group by name. The form knows one type for each argument; schemas are no part of it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from toolc.ir import Tool
from toolc.targets.documents import Entry, as_sent, documents

_ANY = "string"
"""Type that the registry's own build writes where a schema names no single type."""

_DEEP = 20  # references and unions inside one another

_HINTS = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


def entry(tool: Tool) -> Entry:
    """Return the template's context for one tool, and its diagnostics."""
    facts, diagnostics = as_sent(tool)
    if facts is None:
        return facts, diagnostics
    annotations = {key: tool.annotations[key] for key in _HINTS if tool.annotations and key in tool.annotations}
    return {**facts, "arguments": list(_arguments(facts["schema"])), "annotations": annotations or None}, diagnostics


def _arguments(schema: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    properties, required = schema.get("properties"), schema.get("required") or ()
    names = sorted(properties) if isinstance(properties, dict) else []
    for name in sorted(names, key=lambda name: name not in required):
        found = properties[name] if isinstance(properties, dict) and isinstance(properties[name], dict) else {}
        kind, described = _type(found, schema), found.get("description")
        argument: dict[str, Any] = {"name": name, "type": kind}
        if kind == "array":
            argument["items"] = {"type": _type(_items(found), schema)}
        argument["desc"] = described if isinstance(described, str) else ""
        if name not in required:
            argument["optional"] = True
        yield argument


def _type(schema: Any, root: Mapping[str, Any]) -> str:
    """The one type of a schema, null left out."""
    found = set(_types(schema, root)) - {"null"}
    return found.pop() if len(found) == 1 else _ANY


def _types(schema: Any, root: Mapping[str, Any], depth: int = 0) -> Iterator[str]:
    if not isinstance(schema, dict) or depth > _DEEP:
        return
    own, reference = schema.get("type"), schema.get("$ref")
    members = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(own, str):
        yield own
    elif isinstance(own, list):
        yield from (one for one in own if isinstance(one, str))
    elif isinstance(reference, str):
        definitions = root.get("$defs")
        yield from _types((definitions or {}).get(reference.removeprefix("#/$defs/")), root, depth + 1)
    elif isinstance(members, list):
        yield from (one for member in members for one in _types(member, root, depth + 1))


def _items(schema: Mapping[str, Any]) -> Any:
    if "items" in schema:
        return schema["items"]
    members = schema.get("anyOf") or schema.get("oneOf")
    found = [one["items"] for one in members if isinstance(one, dict) and "items" in one] if isinstance(members, list) else []
    return found[0] if len(found) == 1 else None


TARGET = documents("docker", "the `tools.json` of Docker's MCP registry", entry=entry)
