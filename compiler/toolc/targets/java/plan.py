"""Which files a Java package has, and what stands in them.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled, each in a file of its own, as Java wants its
public types; the templates only lay them out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.emit import Options, Page, Plan
from toolc.ir import Package, Tool
from toolc.targets.java.declare import declarations
from toolc.targets.java.encode import Code, identifier, javadoc, json_block, long_string, prose
from toolc.targets.java.reserved import RUNTIME, WORDS
from toolc.targets.java.spell import Speller
from toolc.targets.jvm.limits import within_limits
from toolc.targets.jvm.members import Members
from toolc.targets.jvm.names import Names, ToolNames, identifiers, type_name
from toolc.targets.jvm.patterns import reads
from toolc.targets.nominal import declared, told
from toolc.targets.nominal.shapes import Named, Nil, Record
from toolc.targets.taken import first_of_each_name, written_tools
from toolc.targets.unread import unread_patterns
from toolc.targets.unsaid import beyond_types


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    kept, taken = first_of_each_name(written_tools(package))
    tools = [tool for _, tool in kept]
    if not tools:
        return Plan(())
    names = identifiers(package.types, tools, WORDS)
    notes = [note for tool in tools for note in (*beyond_types(tool), *unread_patterns(tool, "Java", reads))]
    entries = [_Entry(tool, own, f"{own.stem}Args", f"{own.stem}Result") for tool, own in zip(tools, names.tools, strict=True)]
    speller, large = _speller(package, entries, names)
    runtime = {"package": identifier(folder), **_context(package, entries, speller)}
    pages = [Page(f"{folder}/{name}.java", f"java/{name}.java.jinja", runtime) for name in RUNTIME]
    pages += _types(folder, speller)
    return Plan(tuple(pages), (*taken, *names.diagnostics, *notes, *_too_large(large, tools[0])))


class _Entry(Struct, frozen=True):
    """One tool; `args` and `result` are names of types."""

    tool: Tool
    names: ToolNames
    args: str
    result: str


def _speller(package: Package, entries: Sequence[_Entry], names: Names) -> tuple[Speller, Sequence[str]]:
    """What knows every declaration; and the names of those that only the check knows."""
    own = [named for one in entries for named in told.both_sides(one.tool, one.args, one.result)]
    found, large = within_limits(declared(package.types, names.types, own, names.claim, type_name))
    return Speller(Members(found, names.claim)), large


def _too_large(names: Sequence[str], tool: Tool) -> Iterator[Diagnostic]:
    for name in names:
        yield Diagnostic(
            "TC506",
            f"`{name}` is wider in Java than its schema: a class file cannot hold all its parts",
            tool.span,
            help="the check at run time asks them",
        )


_IMPORTS = {
    "JsonCreator": "com.fasterxml.jackson.annotation",
    "JsonNode": "com.fasterxml.jackson.databind",
    "NullNode": "com.fasterxml.jackson.databind.node",
    "BigInteger": "java.math",
    "List": "java.util",
    "Map": "java.util",
    "Objects": "java.util",
}
_NO_CODE = re.compile(r'/\*\*.*?\*/|"(?:\\.|[^"\\])*"', re.DOTALL)
_NAME = re.compile(r"(?<![\w.])[A-Z]\w*")


def _imports(text: str, *more: str) -> list[Code]:
    """What the names in a text are imported as; comments and strings have none."""
    names = {*_NAME.findall(_NO_CODE.sub("", text)), *more}
    return [
        Code(f"{_IMPORTS[name]}.{name}") for name in sorted(names & _IMPORTS.keys(), key=lambda name: (_IMPORTS[name], name))
    ]


def _types(folder: str, speller: Speller) -> Iterator[Page]:
    for declaration in speller.members.by_name.values():
        for name, text in declarations(declaration, speller):
            context = {"package": identifier(folder), "imports": _imports(text), "declaration": text}
            yield Page(f"{folder}/{identifier(name)}.java", "java/Type.java.jinja", context)


def _context(package: Package, entries: Sequence[_Entry], speller: Speller) -> Mapping[str, Any]:
    methods = [_method(one, speller) for one in entries]
    return {
        "about": Code(f"The tools of {prose(package.name)}: a method for each; arguments and results are checked."),
        "specs": [_constant(one) for one in entries],
        "listed": [identifier(one.names.constant) for one in entries],
        "makers": [_maker(one, speller) for one in entries],
        "methods": methods,
        "client_imports": _imports("".join(methods), "JsonNode", "List"),
    }


def _constant(one: _Entry) -> Code:
    """Its value is made in a method: the code of a class that only sets fields has a limit, too."""
    about = javadoc(f"`{one.tool.name}` as data.", "    ")
    return Code(f"{about}    public static final ToolSpec {one.names.constant} = {one.names.method}Spec();\n")


def _maker(one: _Entry, speller: Speller) -> Code:
    """The tool as data, schemas verbatim."""
    tool, pad = one.tool, " " * 16
    facts = [
        long_string(tool.name),
        *(Code("null") if text is None else long_string(text) for text in (tool.title, tool.description)),
        json_block({} if tool.input_schema is None else tool.input_schema, pad),
        *(Code("null") if value is None else json_block(value, pad) for value in (tool.output_schema, tool.annotations)),
        long_string(tool.unwrap) if tool.unwrap else Code("null"),
        speller.reader(Named(one.args)),
    ]
    listed = f",\n{pad}".join(facts)
    return Code(
        f"    private static ToolSpec {one.names.method}Spec() {{\n        return new ToolSpec(\n{pad}{listed});\n    }}\n"
    )


def _method(one: _Entry, speller: Speller) -> Code:
    tags = [("@throws ToolException", "when it fails, or something does not fit")]
    shape = speller.members.behind(Named(one.result))
    nothing = isinstance(shape, Nil)
    empty = _is_empty(speller.members.by_name[one.args])
    if not nothing:
        tags.insert(0, ("@return", "its result, checked"))
    if not empty:
        tags.insert(0, ("@param args", "its arguments"))
    about = javadoc(f"Calls `{one.tool.name}`.\n\n{(one.tool.description or '').strip()}", "    ", tags)
    type_ = "void" if nothing else speller.needed(shape)
    args = "" if empty else f"{speller.type(Named(one.args))} args"
    given = f"new {identifier(one.args)}()" if empty else "args"
    back = "" if nothing else "return "
    return Code(
        f"{about}    public {type_} {identifier(one.names.method)}({args}) {{\n"
        f"        {back}call(Tools.{one.names.constant}, {given}, {speller.reader(shape)});\n    }}\n"
    )


def _is_empty(declaration: object) -> bool:
    """Whether a call has no arguments to give."""
    return (
        isinstance(declaration, Record)
        and declaration.extra is None
        and all(one.fixed and one.required for one in declaration.fields)
    )
