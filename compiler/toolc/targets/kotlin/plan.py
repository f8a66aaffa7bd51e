"""Which files a Kotlin package has, and what stands in them.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled; the templates only lay them out.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from toolc.emit import Options, Page, Plan
from toolc.ir import Package
from toolc.targets.code import Code
from toolc.targets.jvm.contents import Entry, contents
from toolc.targets.kotlin.declare import declarations
from toolc.targets.kotlin.encode import identifier, json_block, kdoc, long_string, prose
from toolc.targets.kotlin.reserved import FILES, WORDS
from toolc.targets.kotlin.spell import Speller
from toolc.targets.nominal.shapes import Named, Nil


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    found = contents(package, WORDS)
    if not found.entries:
        return Plan((), found.diagnostics)
    context = _context(package, folder, found.entries, Speller(found.members))
    pages = [Page(f"{folder}/{file}.kt", f"kotlin/{file}.kt.jinja", context) for file in FILES]
    return Plan(tuple(pages), found.diagnostics)


_IMPORTS = {
    "BigInteger": "java.math",
    "JsonElement": "kotlinx.serialization.json",
    "JsonNull": "kotlinx.serialization.json",
    "JsonObject": "kotlinx.serialization.json",
    "SerializationException": "kotlinx.serialization",
}
_NO_CODE = re.compile(r'/\*\*.*?\*/|"(?:\\.|[^"\\])*"', re.DOTALL)
_NAME = re.compile(r"(?<![\w.])[A-Z]\w*")


def _imports(text: str, *more: str) -> list[Code]:
    """What the names in a text are imported as; comments and strings have none."""
    names = {*_NAME.findall(_NO_CODE.sub("", text)), *more} & _IMPORTS.keys()
    return [Code(one) for one in sorted(f"{_IMPORTS[name]}.{name}" for name in names)]


def _context(package: Package, folder: str, entries: Sequence[Entry], speller: Speller) -> Mapping[str, Any]:
    types = [text for one in speller.members.by_name.values() for text in declarations(one, speller)]
    methods = [_method(one, speller) for one in entries]
    return {
        "package": identifier(folder),
        "imports": _imports("".join(types)),
        "declarations": types,
        "about": Code(f"The tools of {prose(package.name)}: a method for each; arguments and results are checked."),
        "specs": [_constant(one) for one in entries],
        "listed": [identifier(one.names.constant) for one in entries],
        "makers": [_maker(one, speller) for one in entries],
        "methods": methods,
        "client_imports": _imports("".join(methods), "JsonElement", "JsonNull", "JsonObject", "SerializationException"),
    }


def _constant(one: Entry) -> Code:
    """Its value is made in a function: the code of an object that only sets properties has a limit, too."""
    about = kdoc(f"`{one.tool.name}` as data.", "    ")
    return Code(f"{about}    val {one.names.constant}: ToolSpec = {one.names.method}Spec()\n")


def _maker(one: Entry, speller: Speller) -> Code:
    """The tool as data, schemas verbatim."""
    tool, pad = one.tool, " " * 4
    facts = [
        long_string(tool.name),
        *(Code("null") if text is None else long_string(text) for text in (tool.title, tool.description)),
        json_block({} if tool.input_schema is None else tool.input_schema, pad),
        *(Code("null") if value is None else json_block(value, pad) for value in (tool.output_schema, tool.annotations)),
        long_string(tool.unwrap) if tool.unwrap else Code("null"),
        speller.reader(Named(one.args)),
    ]
    listed = "".join(f"    {fact},\n" for fact in facts)
    return Code(f"private fun {one.names.method}Spec() = ToolSpec(\n{listed})\n")


def _method(one: Entry, speller: Speller) -> Code:
    about = kdoc(f"Calls `{one.tool.name}`.\n\n{(one.tool.description or '').strip()}", "    ")
    shape = speller.members.behind(Named(one.result))
    args = "" if one.empty else f"args: {speller.type(Named(one.args))}"
    given = f"{identifier(one.args)}()" if one.empty else "args"
    head = f"{about}    suspend fun {identifier(one.names.method)}({args})"
    called = f"call(Tools.{one.names.constant}, {given}, {speller.reader(shape)})"
    if isinstance(shape, Nil):
        return Code(f"{head} {{\n        {called}\n    }}\n")
    return Code(f"{head}: {speller.type(shape)} =\n        {called}\n")
