"""The tools in the manifest of an MCP bundle (`manifest.json` of an `.mcpb`), which people write and programs list tools from.

Takes the text of a manifest and a bundle, gives the text with its `tools` replaced; everything else stays as it is.
"""

import json
import re
from typing import Any

from toolc.cli.catalogue import first_line
from toolc.ir import Bundle

NAME = "manifest.json"
_VERSIONS = ("manifest_version", "dxt_version")
"""One of these every manifest has (MCPB 0.1 to 0.4, and DXT before)."""
_INDENT = re.compile(r"\{\r?\n([ \t]+)\"")


def with_tools(text: str, bundle: Bundle) -> str | None:
    """Return the manifest with the tools of a bundle, names and first lines of their texts. None if it is no manifest."""
    manifest = parse_strictly(text)
    if not isinstance(manifest, dict) or not any(key in manifest for key in _VERSIONS):
        return None
    found: list[dict[str, str]] = []
    for _, _, tool in bundle.tools:
        told = first_line(tool)
        found.append({"name": tool.name, **({"description": told} if told else {})})
    return format_like({**manifest, "tools": found}, text)


def parse_strictly(text: str) -> Any:
    """Return the value of a JSON text; `None` if it is none, or a key is there twice."""
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None


def format_like(value: Any, like: str) -> str:
    """Return a value as JSON, indented as another text is; "" stands for a new one."""
    indent = _INDENT.match(like)
    made = json.dumps(value, indent=indent.group(1) if indent else 2, ensure_ascii=False)
    return made + ("\n" if like.endswith("\n") or not like else "")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of JSON. Raises ValueError for a key that is there twice: one of the two would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found
