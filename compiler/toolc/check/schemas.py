"""Schemas that are malformed or refer to nothing, and annotations that JSON cannot write.

Takes one tool, gives a diagnostic for each part of it that is bad. Foreign schemas are data: nothing is fetched for them.
"""

from typing import Any

from toolc.check.meta_schema import first_error
from toolc.diagnostics import Diagnostic
from toolc.ir import Tool
from toolc.schema.wellformed import outdated_places, problems, unwritable
from toolc.schema.wellformed.references import dangling_references
from toolc.text.regex import late

_OLDER = late(r"json-schema\.org/(draft-0[0-7]|draft/2019-09)/")


def faults(tool: Tool, *, strict: bool = False) -> tuple[Diagnostic, ...]:
    """Return the faults of the input and output schemas of a tool that would be written."""
    if not tool.is_written:
        return ()
    found = [
        *_faults(tool, "input", tool.input_schema, strict),
        *(_faults(tool, "output", tool.output_schema, strict) if tool.output_schema is not None else ()),
    ]
    for place, words in unwritable(tool.annotations)[:1]:
        found.append(Diagnostic("TC402", f"the annotations of `{tool.name}` are not JSON: {_at(place)}: {words}", tool.span))
    return tuple(found)


def writable(tool: Tool) -> bool:
    """Return `True` if JSON can write the tool's schemas and annotations, valid or not."""
    return not any(unwritable(value) for value in (tool.input_schema, tool.output_schema, tool.annotations))


def remarks(tool: Tool) -> tuple[Diagnostic, ...]:
    """Report tuples of older drafts without a `$schema`, which clients and validators read differently."""
    if not tool.is_written:
        return ()
    sides = (("input", tool.input_schema), ("output", tool.output_schema))
    return tuple(
        _outdated_keyword(tool, side, schema) for side, schema in sides if not _is_older(schema) and outdated_places(schema)
    )


def _is_older(schema: Any) -> bool:
    dialect = schema.get("$schema") if isinstance(schema, dict) else None
    return isinstance(dialect, str) and _OLDER.search(dialect) is not None


def _outdated_keyword(tool: Tool, side: str, schema: Any) -> Diagnostic:
    return Diagnostic(
        "TC419",
        f"the {side} schema of `{tool.name}` has a list in `items` ({_at(outdated_places(schema)[0])}), as drafts before "
        "2020-12: it is read as `prefixItems`",
        tool.span,
        help="write `prefixItems`, and `items` for what follows; or name the draft in `$schema`",
    )


def _faults(tool: Tool, side: str, schema: Any, strict: bool) -> list[Diagnostic]:
    if wrong := problems(schema):
        return [_malformed_schema(tool, side, *wrong[0], more=len(wrong) - 1)]
    if strict and (error := first_error(schema)) is not None:
        return [_malformed_schema(tool, side, *error)]
    return [_dangling_reference(tool, side, place, ref) for place, ref in dangling_references(schema)]


def _malformed_schema(tool: Tool, side: str, place: str, words: str, more: int = 0) -> Diagnostic:
    others = f" (and {more} more)" if more else ""
    return Diagnostic(
        "TC402",
        f"the {side} schema of `{tool.name}` is not valid JSON Schema 2020-12: {_at(place)}: {words}{others}",
        tool.span,
    )


def _dangling_reference(tool: Tool, side: str, place: str, ref: str) -> Diagnostic:
    local = ref.startswith("#")
    return Diagnostic(
        "TC403",
        f"the {side} schema of `{tool.name}` refers to `{ref}`, which is not in it ({_at(place)})",
        tool.span,
        help="define it under `$defs`" if local else "copy what is meant into `$defs`: toolc fetches nothing",
    )


def _at(place: str) -> str:
    return f"at {place}" if place else "at the root"
