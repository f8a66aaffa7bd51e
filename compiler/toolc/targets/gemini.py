"""Gemini: one `Tool` with `functionDeclarations`; schemas go as JSON Schema in `parametersJsonSchema`.

They are said in the words that Gemini reads; what has none stays, and is said (TC420).
"""

from toolc.ir import Tool
from toolc.providers.gemini import NAMES, unread
from toolc.schema.reshape import for_gemini
from toolc.systems.sent import Sent
from toolc.targets.documents import Entry, as_framework_sends, as_reported, documents, unsupported_keywords


def _entry(tool: Tool) -> Entry:
    facts, _ = as_reported(tool)
    schema = for_gemini(tool.input_schema or {})
    return {**(facts or {}), "schema": schema}, unsupported_keywords("gemini", tool, unread(schema), "ignores")


def _sent(tool: Tool, found: Sent) -> Entry:
    facts, _ = as_framework_sends(tool, found)
    return facts, unsupported_keywords("gemini", tool, unread(found.schema or {}), "ignores")


TARGET = documents("gemini", "function declarations for Google's Gemini API", names=NAMES, entry=_entry, sent=_sent)
