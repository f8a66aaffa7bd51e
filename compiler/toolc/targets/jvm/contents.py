"""What a package of Java or Kotlin has in it: tools with their names, declarations, and what is to be said of them.

Takes a package and the words of a language, gives `Contents`; a plan only spells them.
"""

from collections.abc import Sequence

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.ir import Package, Tool
from toolc.targets.jvm.limits import within_limits
from toolc.targets.jvm.members import Members
from toolc.targets.jvm.names import ToolNames, Words, identifiers, type_name
from toolc.targets.jvm.patterns import reads
from toolc.targets.nominal import declared, told
from toolc.targets.nominal.shapes import Record
from toolc.targets.taken import first_of_each_name, written_tools
from toolc.targets.unread import unread_patterns
from toolc.targets.unsaid import beyond_types


class Entry(Struct, frozen=True):
    """One tool; `args` and `result` are names of types. `empty`: a call has no arguments to give."""

    tool: Tool
    names: ToolNames
    args: str
    result: str
    empty: bool


class Contents(Struct, frozen=True):
    """`diagnostics`: tools left out, names changed, what types and patterns do not say, what a class file cannot hold."""

    entries: tuple[Entry, ...]
    members: Members
    diagnostics: tuple[Diagnostic, ...]


def contents(package: Package, words: Words) -> Contents:
    """No entries: nothing is written."""
    kept, taken = first_of_each_name(written_tools(package))
    tools = [tool for _, tool in kept]
    names = identifiers(package.types, tools, words)
    sides = [(f"{own.stem}Args", f"{own.stem}Result") for own in names.tools]
    own = [type_ for tool, (args, result) in zip(tools, sides, strict=True) for type_ in told.both_sides(tool, args, result)]
    found, large = within_limits(declared(package.types, names.types, own, names.claim, type_name))
    members = Members(found, names.claim)
    entries = tuple(
        Entry(tool, own_names, args, result, _is_empty(members.by_name[args]))
        for tool, own_names, (args, result) in zip(tools, names.tools, sides, strict=True)
    )
    notes = [note for tool in tools for note in (*beyond_types(tool), *unread_patterns(tool, words.language, reads))]
    wider = _wider(large, tools, words.language)
    return Contents(entries, members, (*taken, *names.diagnostics, *notes, *wider))


def _wider(names: Sequence[str], tools: Sequence[Tool], language: str) -> list[Diagnostic]:
    return [
        Diagnostic(
            "TC506",
            f"`{name}` is wider in {language} than its schema: a class file cannot hold all its parts",
            tools[0].span,
            help="the check at run time asks them",
        )
        for name in names
    ]


def _is_empty(declaration: object) -> bool:
    return (
        isinstance(declaration, Record)
        and declaration.extra is None
        and all(one.fixed and one.required for one in declaration.fields)
    )
