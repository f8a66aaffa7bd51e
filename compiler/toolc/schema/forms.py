"""The forms in which tools are written down as JSON.

Takes a JSON value, gives the `Entry` of each tool in it. The forms are MCP's `tools/list` result (2025-11-25), bare or as a
JSON-RPC response; the `tools` of OpenAI (chat and responses), Anthropic and Gemini; and a JSON Schema on its own.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from toolc.schema.keywords import Path
from toolc.schema.view.words import TELLING

SCHEMAS = ("inputSchema", "input_schema", "parametersJsonSchema", "parameters_json_schema", "parameters")
"""The keys for what a tool takes: MCP, Anthropic, Gemini (two spellings), OpenAI and Gemini."""

_DECLARATIONS = ("functionDeclarations", "function_declarations")


class Entry(Struct, frozen=True):
    """One tool as it is written down; `path` leads to it. `bare`: its provider lets a tool go without parameters."""

    path: Path
    value: Any
    bare: bool = False


def entries(document: Any) -> list[Entry] | None:
    """Return the tools of a document in order. `None` if the document has none of the known forms of a tool list."""
    if isinstance(document, list):
        return [entry for index, one in enumerate(document) for entry in _entry((index,), one)]
    if not isinstance(document, Mapping):
        return None
    for path in (("tools",), ("result", "tools")):
        listed = _at(document, path)
        if isinstance(listed, list):
            return [entry for index, one in enumerate(listed) for entry in _entry((*path, index), one)]
    single = _is_tool(document) or any(key in document for key in _DECLARATIONS)
    return list(_entry((), document)) if single else None


def is_schema(document: Any) -> bool:
    """Return `True` if a value looks like a JSON Schema: a boolean, `{}`, or an object with a keyword in `TELLING`."""
    return isinstance(document, bool) or (isinstance(document, Mapping) and (not document or bool(document.keys() & TELLING)))


def _entry(path: Path, value: Any) -> Iterator[Entry]:
    """One element of a list: a tool, OpenAI's envelope around one, or Gemini's around several."""
    if isinstance(value, Mapping):
        if value.get("type") == "function" and isinstance(value.get("function"), Mapping):
            yield Entry((*path, "function"), value["function"], bare=True)
            return
        for key in _DECLARATIONS:
            if isinstance(value.get(key), list):
                yield from (Entry((*path, key, index), one, bare=True) for index, one in enumerate(value[key]))
                return
    yield Entry(path, value, bare=isinstance(value, Mapping) and value.get("type") == "function")


def _is_tool(value: Mapping[str, Any]) -> bool:
    if isinstance(value.get("function"), Mapping):
        return value.get("type") == "function"
    return isinstance(value.get("name"), str) and any(key in value for key in SCHEMAS)


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value
