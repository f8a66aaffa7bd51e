"""OpenAI strict mode: the `tools` array with `strict: true` and schemas rewritten into the subset the API then accepts.

A tool whose schema cannot be rewritten is left out of this target (TC502, TC503); what has no keyword is said (TC420).
"""

from toolc.diagnostics import Diagnostic
from toolc.ir import Tool
from toolc.providers.openai import NAMES, constraints_beyond_strict
from toolc.schema.strict import Problem, strict
from toolc.targets.documents import Entry, as_reported, documents, unsupported_keywords

_HELP = {
    "TC502": "name the keys in a model of their own, or take a list of name and value pairs",
    "TC503": "say the same without that keyword, or use the `openai` target",
}


def _entry(tool: Tool) -> Entry:
    schema, problems = strict(tool.input_schema or {})
    if problems:
        return None, tuple(_diagnostic(tool, problem) for problem in problems)
    facts, _ = as_reported(tool)
    said = unsupported_keywords("openai-strict", tool, constraints_beyond_strict(tool.input_schema or {}), "can only describe")
    return {**(facts or {}), "schema": schema}, said


def _diagnostic(tool: Tool, problem: Problem) -> Diagnostic:
    return Diagnostic(problem.code, problem.of(tool.name), tool.span, help=_HELP[problem.code])


TARGET = documents("openai-strict", "the `tools` array of OpenAI with strict schemas", names=NAMES, entry=_entry)
