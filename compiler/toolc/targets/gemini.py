"""Gemini: one `Tool` with `functionDeclarations`; schemas go as JSON Schema in `parametersJsonSchema` and `responseJsonSchema`.

They are said in the words that Gemini reads; what has none stays, and is said (TC420) of arguments. `responseJsonSchema` is of
the value under `output` in the answer to a call (google-genai 3.4.0, `FunctionDeclaration`, `FunctionResponse`): the result
itself, without the key under which frameworks wrap it.
"""

from toolc.ir import JsonSchema, Tool
from toolc.providers.gemini import NAMES, ignored_constraints
from toolc.schema.reshape import for_gemini, result_alone
from toolc.systems.sent import Sent
from toolc.targets.documents import Entry, as_framework_sends, as_reported, documents, unsupported_keywords


def _entry(tool: Tool) -> Entry:
    facts, _ = as_reported(tool)
    schema = for_gemini(tool.input_schema or {})
    said = unsupported_keywords("gemini", tool, ignored_constraints(schema), "ignores")
    return {**(facts or {}), "schema": schema, "result_schema": _answer(tool)}, said


def _answer(tool: Tool) -> JsonSchema | None:
    schema = None if tool.output_schema is None else result_alone(tool.output_schema, tool.unwrap)
    return None if schema is None else for_gemini(schema)


def _sent_entry(tool: Tool, found: Sent) -> Entry:
    """Frameworks send no schema of the result."""
    facts, _ = as_framework_sends(tool, found)
    return {**(facts or {}), "result_schema": None}, unsupported_keywords(
        "gemini", tool, ignored_constraints(found.schema or {}), "ignores"
    )


TARGET = documents("gemini", "function declarations for Google's Gemini API", names=NAMES, entry=_entry, sent=_sent_entry)
