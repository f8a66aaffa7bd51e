"""OpenAI responses: the `tools` array, flat, with a schema of the result where the framework has one.

`output_schema` describes the JSON in the text that answers a call: the result itself, without the key under which frameworks
wrap it. Texts are sent as they are, which is no JSON, so that they have none.
"""

from toolc.ir import JsonSchema, Tool
from toolc.providers.openai import NAMES
from toolc.schema.reshape import result_alone
from toolc.systems.sent import SENT
from toolc.targets.documents import Entry, as_reported, documents


def _entry(tool: Tool) -> Entry:
    facts, diagnostics = as_reported(tool)
    says_strict = (tool.system, "openai-responses") not in SENT  # langchain leaves it to the API
    return {**(facts or {}), "result_schema": _answer(tool), "says_strict": says_strict}, diagnostics


def _answer(tool: Tool) -> JsonSchema | None:
    schema = None if tool.output_schema is None else result_alone(tool.output_schema, tool.unwrap)
    return None if schema is None or schema.get("type") == "string" else schema


TARGET = documents("openai-responses", "the `tools` array of OpenAI responses", names=NAMES, entry=_entry)
