"""Contents of a package: tools with the names of their types, and declarations with their diagnostics.

Takes a package and how a language names things, gives `Contents`; a plan only spells them.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from toolc.config import OpenObjects
from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Package, Tool
from toolc.targets.complete import with_complete_results
from toolc.targets.formats import Readers
from toolc.targets.identifiers import Names
from toolc.targets.nominal import comments
from toolc.targets.nominal.declare import declare_models
from toolc.targets.nominal.newer import extensible
from toolc.targets.nominal.shapes import Declaration
from toolc.targets.offers import Request, offers
from toolc.targets.package_tools import written_tools
from toolc.targets.runtime_checks import beyond_types
from toolc.targets.type_names import Case
from toolc.targets.unsupported_patterns import Reads, in_linear_time, unsupported_patterns


class Entry(Struct, frozen=True):
    """One tool; `method`: of the client, `args` and `result`: names of types; those of its own begin with `stem`."""

    tool: Tool
    method: str
    stem: str
    result: str

    @property
    def args(self) -> str:
        return f"{self.stem}Args"


class RequestedComponent(Entry, frozen=True):
    """One prompt or resource, which is asked for as a tool is called; `tool` has the name that it goes by here, which is `key`
    unless a tool has that."""

    request: Request
    key: str


class Language(Struct, frozen=True):
    """`identifiers`: the naming pass; `case`: of a type; `reads`: whether its client can read a pattern; `output`: the type of
    the support code that a tool without an output schema gives back, "" where it is anything; `formats`: those of which texts
    have a class."""

    name: str
    identifiers: Callable[[Sequence[NamedType], Sequence[Tool]], Names]
    case: Case
    reads: Reads = in_linear_time
    output: str = ""
    formats: Readers | None = None


class Contents(Struct, frozen=True):
    """Tools, and prompts and resources (`asked`), whose types are among the declarations; nothing is written without any.

    `diagnostics`: names changed, what types and patterns do not say.
    """

    entries: tuple[Entry, ...]
    asked: tuple[RequestedComponent, ...]
    declarations: tuple[Declaration, ...]
    claim: Callable[[str], str]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def every(self) -> tuple[Entry, ...]:
        """Tools, then prompts and resources."""
        return *self.entries, *self.asked


def contents(package: Package, language: Language, open_objects: OpenObjects) -> Contents:
    package = with_complete_results(package)
    tools = [tool for _, tool in written_tools(package)]
    package, offered = offers(package)
    names = language.identifiers(package.types, [*tools, *(one.tool for one in offered)])
    entries = tuple(
        Entry(tool, own.method, own.stem, language.output if tool.output_schema is None and language.output else own.result)
        for tool, own in zip(tools, names.tools, strict=False)
    )
    asked = tuple(
        RequestedComponent(replace(one.tool, name=one.wire), own.method, own.stem, own.result, one.request, one.key)
        for one, own in zip(offered, names.tools[len(tools) :], strict=True)
    )
    sides = zip((*entries, *asked), names.tools, strict=True)
    own = [
        type_
        for one, named in sides
        for type_ in comments.both_sides(one.tool, one.args, "" if named.model or one.result == language.output else one.result)
    ]
    found = declare_models(
        package.types, names.types, own, names.claim, language.case, open_objects == "extra", language.formats
    )
    found = extensible(found, [one.result for one in (*entries, *asked)])
    notes = [
        note for tool in tools for note in (*beyond_types(tool), *unsupported_patterns(tool, language.name, language.reads))
    ]
    return Contents(entries, asked, found, names.claim, (*names.diagnostics, *notes))
