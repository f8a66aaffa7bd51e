"""OpenAI strict mode: the `tools` array with `strict: true` and schemas rewritten into the subset the API then accepts.

Arguments that are valid under the rewritten schema are valid under the tool's own one, once the nulls of optional keys are
dropped. A tool whose schema cannot be rewritten so is left out of this target (TC502, TC503).
"""

from toolc.diagnostics import Diagnostic
from toolc.ir import Tool
from toolc.targets.documents import Entry, as_reported, documents
from toolc.targets.openai import NAMES
from toolc.targets.openai_strict.limits import beyond_limits
from toolc.targets.openai_strict.transform import Problem, strict_schema

_HELP = {
    "TC502": "name the keys in a model of their own, or take a list of name and value pairs",
    "TC503": "say the same without that keyword, or use the `openai` target",
}


def _entry(tool: Tool) -> Entry:
    schema, problems = strict_schema(tool.input_schema or {})
    problems = problems or [Problem("TC503", "", words) for words in beyond_limits(schema)]
    if problems:
        return None, tuple(_diagnostic(tool, problem) for problem in problems)
    facts, _ = as_reported(tool)
    return {**(facts or {}), "schema": schema}, ()


def _diagnostic(tool: Tool, problem: Problem) -> Diagnostic:
    place = f" (at {problem.place})" if problem.place else ""
    return Diagnostic(
        problem.code,
        f"`{tool.name}` cannot be called in OpenAI's strict mode: {problem.words}{place}",
        tool.span,
        help=_HELP[problem.code],
    )


TARGET = documents("openai-strict", "the `tools` array of OpenAI with strict schemas", names=NAMES, entry=_entry)
