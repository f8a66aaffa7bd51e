"""Anthropic: the `tools` array of the Messages API, `{name, description, input_schema}`.

Options add what the API has besides (`ToolParam` of anthropic 2.12.0): examples of arguments, tools that a search loads, and
calls by programs.
"""

import json
from typing import Any

from toolc.config import TargetOptions
from toolc.diagnostics import Diagnostic
from toolc.ir import Tool
from toolc.providers.anthropic import NAMES
from toolc.targets.documents import Entry, documents
from toolc.targets.effects import reads_only
from toolc.targets.input_examples import input_examples


def _more(tool: Tool, options: TargetOptions) -> Entry:
    own = options.anthropic
    more: dict[str, Any] = {}
    said: tuple[Diagnostic, ...] = ()
    if own.input_examples:
        fitting, others = input_examples(tool)
        more |= {"input_examples": fitting} if fitting else {}
        said = tuple(_unfitting_example(tool, one) for one in others)
    if own.defer_loading:
        more["defer_loading"] = True
    if own.allowed_callers:
        more["allowed_callers"] = ["direct", own.allowed_callers] if reads_only(tool) else ["direct"]
    return {"more": more}, said


def _unfitting_example(tool: Tool, example: dict[str, Any]) -> Diagnostic:
    shown = json.dumps(example, ensure_ascii=False)
    shown = shown if len(shown) <= 80 else f"{shown[:79]}…"
    message = f"an example of `{tool.name}` does not fit its schema and is left out: {shown}"
    return Diagnostic("TC517", message, tool.span, help="correct the example")


TARGET = documents("anthropic", "the `tools` array of Anthropic's Messages API", names=NAMES, more=_more)
