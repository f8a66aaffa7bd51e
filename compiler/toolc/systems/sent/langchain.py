"""langchain: what its clients send to providers, takes a tool as `tool_call_schema` reports it, gives it as it is sent.

langchain-core 1.8.1, `utils/function_calling.py` (`_convert_json_schema_to_openai_function`, `_rm_titles`) and
`utils/json_schema.py` (`dereference_refs`), which all clients but Google's use.
"""

from typing import Any

from msgspec.structs import replace

from toolc.ir import JsonSchema, Tool
from toolc.systems.sent.base import Sent

MAX_NODES = 100_000


class _Unsendable(Exception):
    """A reference that leads nowhere, where langchain raises, or a schema that grows beyond all bounds."""


def langchain(tool: Tool) -> Sent | None:
    """Return the tool as it is sent: references resolved, no titles, the description not said twice.

    Returns `None` if a reference leads nowhere, where langchain raises.
    """
    reported = tool.input_schema or {}
    try:
        schema = _Resolver(reported).value(reported, frozenset())
    except _Unsendable:
        return None
    shown = {key: value for key, value in schema.items() if key not in ("definitions", "$defs", "title", "description")}
    return Sent(tool.name, tool.description or schema.get("description", ""), _remove_titles(shown, ""))


def langchain_bedrock(tool: Tool) -> Sent | None:
    """Return the tool as langchain-aws 1.9.1 sends it (`_format_tools`): also without null, and always described."""
    made = langchain(tool)
    return None if made is None else replace(made, description=made.description or made.name, schema=_without_null(made.schema))


def _without_null(value: Any) -> Any:
    """`_strip_null_anyof`: null is no member of an `anyOf` or a list of types; a member that is left alone takes its place."""
    if isinstance(value, list):
        return [_without_null(one) if isinstance(one, dict) else one for one in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, Any] = {}
    for key, inner in value.items():
        if key == "anyOf" and isinstance(inner, list):
            members = [_without_null(one) for one in inner if not (isinstance(one, dict) and one.get("type") == "null")]
            if len(members) == 1:
                made.update(members[0])
            else:
                made[key] = members or inner
        elif key == "type" and isinstance(inner, list):
            kinds = [one for one in inner if one != "null"]
            made[key] = kinds[0] if len(kinds) == 1 else kinds or inner
        else:
            made[key] = _without_null(inner)
    return made


class _Resolver:
    """`_dereference_refs_helper`: a reference that leads back to itself is dropped, keywords beside one win."""

    def __init__(self, root: JsonSchema) -> None:
        self._root, self._left = root, MAX_NODES

    def value(self, value: Any, within: frozenset[str]) -> Any:
        self._left -= 1
        if self._left < 0:
            raise _Unsendable
        if isinstance(value, list):
            return [self.value(item, within) for item in value]
        if not isinstance(value, dict):
            return value
        if "$ref" not in value:
            return self._members(value, within)
        ref = value["$ref"]
        beside = {key: inner for key, inner in value.items() if key != "$ref"}
        if ref in within:
            return self._members(beside, within)
        inside = self.value(self._find(ref), within | {ref})
        if not beside:
            return inside
        return {**(inside if isinstance(inside, dict) else {}), **self._members(beside, within)}

    def _members(self, members: dict[str, Any], within: frozenset[str]) -> dict[str, Any]:
        return {key: inner if key == "$defs" else self.value(inner, within) for key, inner in members.items()}

    def _find(self, ref: Any) -> Any:
        found: Any = self._root
        steps = ref.split("/") if isinstance(ref, str) else [""]
        if steps[0] != "#":
            raise _Unsendable
        for step in steps[1:]:
            if not isinstance(found, dict) or step not in found:
                raise _Unsendable
            found = found[step]
        return found


def _remove_titles(members: dict[str, Any], key: str) -> dict[str, Any]:
    """`_rm_titles`: no `title` in any object but properties of that name; what stands in lists keeps its own."""
    made: dict[str, Any] = {}
    for name, value in members.items():
        if name == "title" and not (isinstance(value, dict) and key == "properties"):
            continue
        made[name] = _remove_titles(value, name) if isinstance(value, dict) else value
    return made
