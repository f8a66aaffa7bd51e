"""Amazon Bedrock: the `toolConfig` of Converse, `{tools: [{toolSpec: {…}}]}`; schemas as the framework reports them."""

from toolc.ir import Tool
from toolc.providers.bedrock import NAMES
from toolc.targets.documents import Entry, as_reported, documents


def _entry(tool: Tool) -> Entry:
    """Converse refuses an empty description, and takes none."""
    facts, diagnostics = as_reported(tool)
    return {**(facts or {}), "description": tool.description or None}, diagnostics


TARGET = documents("bedrock", "the `toolConfig` of Amazon Bedrock's Converse API", names=NAMES, entry=_entry)
