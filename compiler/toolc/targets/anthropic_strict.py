"""Anthropic strict mode: tools with `strict: true` and schemas as Anthropic's own library rewrites them.

A tool whose schema cannot be rewritten is left out (TC502, TC503); what only a description is left of is said (TC420).
"""

from collections.abc import Iterator

from toolc.diagnostics import Diagnostic
from toolc.ir import Tool
from toolc.providers.anthropic import NAMES, strictly
from toolc.providers.base import Finding
from toolc.schema.keywords import pointer
from toolc.schema.reshape.anthropic import Strict, for_anthropic_strict
from toolc.targets.documents import Entry, as_reported, documents, unsupported_keywords

NAME = "anthropic-strict"


def _entry(tool: Tool) -> Entry:
    made = for_anthropic_strict(tool.input_schema or {})
    if problems := tuple(_problems(tool, made)):
        return None, problems
    facts, _ = as_reported(tool)
    said = unsupported_keywords(NAME, tool, (Finding("ignored", place, "") for place in made.described), "can only describe")
    return {**(facts or {}), "schema": made.schema}, said


def _problems(tool: Tool, made: Strict) -> Iterator[Diagnostic]:
    for one in made.strangers:
        yield _diagnostic(tool, "TC502" if one.free else "TC503", one.words, pointer(one.place))
    for found in strictly(made.schema) if not made.strangers else ():
        if found.effect == "refused":
            yield _diagnostic(tool, "TC503", found.words, pointer(found.place))


def _diagnostic(tool: Tool, code: str, words: str, place: str) -> Diagnostic:
    where = f" (at {place})" if place else ""
    help_ = "say it in other words, or use the target `anthropic`"
    return Diagnostic(code, f"{NAME} {words}: `{tool.name}`{where}", tool.span, help=help_)


TARGET = documents(NAME, "the `tools` array of Anthropic with strict schemas", names=NAMES, entry=_entry)
