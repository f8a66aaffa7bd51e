"""The author's examples of arguments, for providers that show them to models.

Takes a tool, gives examples that fit its schema, and those that do not: of the schema itself, of calls in the description
(`>>> search("cups", limit=3)`), and what the examples of single parameters make together.
"""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from toolc.ir import Tool

MOST = 5
"""More examples than a model needs cost tokens in every request."""

_PROMPT = re.compile(r"^[ \t]*>>> *(.*(?:\n[ \t]*\.\.\. ?.*)*)", re.MULTILINE)
_LONGEST = 2000


def input_examples(tool: Tool) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the examples that fit, at most `MOST`, and those that do not."""
    schema = tool.input_schema
    if not isinstance(schema, dict):
        return [], []
    found: dict[str, dict[str, Any]] = {}
    for one in (*_of_schema(schema), *_of_calls(tool, schema), *_compose_examples(schema)):
        found.setdefault(json.dumps(one, sort_keys=True), one)
    if not found:
        return [], []
    from jsonschema import Draft202012Validator  # asked for by an option alone

    validator = Draft202012Validator(schema)
    fitting = [one for one in found.values() if validator.is_valid(one)]
    return fitting[:MOST], [one for one in found.values() if not any(one is other for other in fitting)]


def _of_schema(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    examples = schema.get("examples")
    yield from (one for one in (examples if isinstance(examples, list) else []) if isinstance(one, dict))


def _of_calls(tool: Tool, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Calls of the function in its description, whose arguments are literals."""
    names = list(_properties(schema))
    for match in _PROMPT.finditer(tool.description or ""):
        text = re.sub(r"\n[ \t]*\.\.\. ?", "\n", match[1])
        call = _call(text, {tool.name, re.split(r"[.:]", tool.qualname)[-1]})
        if call is None or len(call.args) > len(names):
            continue
        try:
            given = {name: ast.literal_eval(value) for name, value in zip(names, call.args, strict=False)}
            given |= {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}
            yield json.loads(json.dumps(given, allow_nan=False))
        except (ValueError, TypeError):  # not literals, or no JSON
            continue


def _call(text: str, names: set[str]) -> ast.Call | None:
    """The call of one of these names that a statement is, awaited or assigned or neither."""
    if len(text) > _LONGEST:
        return None
    try:
        statements = ast.parse(text.strip()).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for one in statements[:1]:
        value = one.value if isinstance(one, ast.Expr | ast.Assign) else None
        value = value.value if isinstance(value, ast.Await) else value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in names:
            return value
    return None


def _compose_examples(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The first examples of all parameters together, then the second; none where a required one has no example."""
    listed = {name: part["examples"] for name, part in _properties(schema).items() if _has_examples(part)}
    required = schema.get("required", [])
    if not listed or not isinstance(required, list) or not listed.keys() >= set(required):
        return
    for index in range(min(MOST, max(map(len, listed.values())))):
        yield {name: values[index] if index < len(values) else values[0] for name, values in listed.items()}


def _has_examples(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("examples"), list) and bool(part["examples"])


def _properties(schema: dict[str, Any]) -> dict[str, Any]:
    found = schema.get("properties")
    return found if isinstance(found, dict) else {}
