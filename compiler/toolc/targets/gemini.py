"""Gemini: one `Tool` with `functionDeclarations`; schemas go as JSON Schema in `parametersJsonSchema`.

They are said in the words that Gemini reads; what has none stays, and is said (TC420).
"""

from toolc.ir import Tool
from toolc.providers.gemini import NAMES, unread
from toolc.schema.reshape import for_gemini
from toolc.targets.documents import Entry, as_reported, documents, unsupported_keywords


def _entry(tool: Tool) -> Entry:
    facts, _ = as_reported(tool)
    schema = for_gemini(tool.input_schema or {})
    return {**(facts or {}), "schema": schema}, unsupported_keywords("gemini", tool, unread(schema), "ignores")


TARGET = documents("gemini", "function declarations for Google's Gemini API", names=NAMES, entry=_entry)
