"""Contents of a Java or Kotlin package: tools with their names, declarations, and their diagnostics.

Takes a package and the words of a language, gives `Contents`; a plan only spells them.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from toolc.config import JvmOptions
from toolc.diagnostics import Diagnostic
from toolc.ir import Package, Tool
from toolc.targets import nominal
from toolc.targets.code import Code
from toolc.targets.jvm.formats import TYPES
from toolc.targets.jvm.limits import within_limits
from toolc.targets.jvm.members import Members
from toolc.targets.jvm.names import Words, identifiers, tool_constants, type_name
from toolc.targets.jvm.patterns import reads
from toolc.targets.nominal.formats import READERS
from toolc.targets.nominal.shapes import Record

OUTPUT = "ToolOutput"
"""The type of the support code that a tool without an output schema gives back."""


class Entry(nominal.Entry, frozen=True):
    """`constant`: the tool as data. `empty`: a call has no arguments to give. `request`, `key`: of a prompt or a resource, what
    is asked for, and by which request."""

    constant: str
    empty: bool
    request: str = ""
    key: str = ""


class Contents(Struct, frozen=True):
    """`asked`: prompts and resources. `diagnostics`: what every language has to say, and what a class file cannot hold."""

    entries: tuple[Entry, ...]
    asked: tuple[Entry, ...]
    members: Members
    diagnostics: tuple[Diagnostic, ...]

    @property
    def every(self) -> tuple[Entry, ...]:
        """Tools, then prompts and resources."""
        return *self.entries, *self.asked


def contents(package: Package, words: Words, own: JvmOptions) -> Contents:
    """Return the contents; nothing is written of a package without any."""
    native = own.formats == "native"
    words = replace(words, types=words.types | {*TYPES.values()}) if native else words
    naming = partial(identifiers, words=words)
    language = nominal.Language(words.language, naming, type_name, reads, OUTPUT, READERS if native else None)
    found = nominal.contents(package, language, own.open_objects)
    kept, large = within_limits(found.declarations)
    members = Members(kept, found.claim)
    tools = [one.tool for one in found.entries]
    constants = tool_constants([*tools, *(replace(one.tool, name=one.method) for one in found.asked)])
    every = tuple(
        Entry(one.tool, one.method, one.stem, one.result, constant, _is_empty(members.by_name[one.args]), *further)
        for one, constant, further in zip(
            found.every,
            constants,
            (*(() for _ in tools), *((one.request, one.key) for one in found.asked)),
            strict=True,
        )
    )
    entries, asked = every[: len(tools)], every[len(tools) :]
    return Contents(
        entries, asked, members, (*found.diagnostics, *_check_width(large, [one.tool for one in every], words.language))
    )


def spec_values(one: Entry, text: Callable[[str], Code], json: Callable[[Any], Code]) -> list[Code]:
    """Return the constructor arguments of a `ToolSpec`, schemas verbatim; the speller appends the reader of the arguments."""
    tool = one.tool
    return [
        text(tool.name),
        *(Code("null") if said is None else text(said) for said in (tool.title, tool.description)),
        json({} if tool.input_schema is None else tool.input_schema),
        *(Code("null") if value is None else json(value) for value in (tool.output_schema, tool.annotations)),
        text(tool.unwrap) if tool.unwrap else Code("null"),
        *(text(value) for value in (one.request, one.key) if one.request),
    ]


def _check_width(names: Sequence[str], tools: Sequence[Tool], language: str) -> list[Diagnostic]:
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
    return isinstance(declaration, Record) and declaration.extra is None and all(one.is_fixed for one in declaration.fields)
