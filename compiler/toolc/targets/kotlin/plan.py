"""Plan of a Kotlin package: its files, with the context of each.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled; the templates only lay them out.
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from toolc.config import JvmOptions
from toolc.emit import Options, Page, Plan
from toolc.encoders import json_lines
from toolc.ir import Package
from toolc.targets.code import Code, identifier
from toolc.targets.definitions import Definition, Definitions, definitions
from toolc.targets.jvm.artifact import artifact_pages, support_artifact
from toolc.targets.jvm.contents import Contents, Entry, contents, spec_values
from toolc.targets.jvm.formats import PACKAGES
from toolc.targets.jvm.imports import imports
from toolc.targets.jvm.names import fields
from toolc.targets.jvm.places import FOLDER, Place, place, support_place
from toolc.targets.kotlin.declare import declarations
from toolc.targets.kotlin.encode import json_block, kdoc, long_string, prose
from toolc.targets.kotlin.reserved import OWN, SUPPORT, WORDS
from toolc.targets.kotlin.spell import Speller
from toolc.targets.nominal.shapes import Named, Nil, Record
from toolc.targets.readme import Quickstart, json_arguments, plain_arguments, shown_entries
from toolc.targets.support import support_pages


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    found = contents(package, WORDS, options.own.kotlin)
    if not found.every:
        return Plan((), found.diagnostics)
    own = options.own.kotlin
    at, common = place(folder, own.package, "kotlin"), support_place(own.package, "kotlin")
    is_shared = own.layout == "shared"
    speller = Speller(found.members)
    context = {**_context(package, at, found, speller), "native": own.formats == "native"}
    context |= {"shared": common.package if is_shared else "", "internal": Code("internal ")}
    names = OWN if is_shared else (*OWN, *SUPPORT)
    pages = [Page(f"{at.folder}/{name}.kt", f"kotlin/{name}.kt.jinja", context) for name in names]
    quickstart = partial(_quickstart, at, common if is_shared else None, found.every, speller)
    artifact = artifact_pages(package, folder, own, "kotlin", found.every, quickstart, options.release)
    shared = _support(common, own, options.release) if is_shared else ()
    return Plan((*artifact, *pages, *shared), found.diagnostics)


def _support(at: Place, own: JvmOptions, release: str) -> tuple[Page, ...]:
    """The package that all others depend on: what is internal otherwise is public."""
    folder = at.folder.removeprefix(FOLDER).strip("/")
    files = {f"{folder}/{name}.kt".lstrip("/"): f"kotlin/{name}.kt.jinja" for name in SUPPORT}
    context = {"package": at.package, "internal": Code(""), "native": own.formats == "native", "asks": True}
    return (*support_artifact(own, "kotlin", release), *support_pages(FOLDER, files, context))


def _quickstart(at: Place, common: Place | None, entries: Sequence[Entry], speller: Speller, artifact: str) -> Quickstart:
    shared = f"import {common.package}.*\n" if common else ""
    start = (
        f"import {at.package}.*\n{shared}import kotlinx.coroutines.runBlocking\nimport kotlinx.serialization.json.Json\n\n"
        'val client = Client(McpHttpTransport("http://localhost:8000/mcp"))\nrunBlocking {'
    )
    by_name = speller.members.by_name
    shown = shown_entries(entries, lambda one: plain_arguments(by_name[one.args], one.tool) is not None)
    calls = [f"    println({_call(one, speller)})" for one in shown]
    return Quickstart("kotlin", "xml", artifact, start, calls, end="}")


def _call(one: Entry, speller: Speller) -> str:
    """A call with arguments that fit: in types where these are plain, else in JSON."""
    record = speller.members.by_name[one.args]
    given = plain_arguments(record, one.tool)
    if given is None or not isinstance(record, Record):
        text = long_string(json_arguments(one.tool))
        return f"client.call({long_string(one.tool.name)}, Json.parseToJsonElement({text}))"
    keys = [field.key for field in record.fields]
    names = dict(zip(keys, fields(keys, WORDS), strict=True))
    spelled = (
        f"{identifier(names[field.key])} = {long_string(value) if isinstance(value, str) else json.dumps(value)}"
        for field, value in given
    )
    args = "" if one.empty else f"{one.args}({', '.join(spelled)})"
    return f"client.{one.method}({args})"


_IMPORTS = {
    **PACKAGES,
    "BigInteger": "java.math",
    "JsonElement": "kotlinx.serialization.json",
    "JsonNull": "kotlinx.serialization.json",
    "JsonObject": "kotlinx.serialization.json",
    "SerializationException": "kotlinx.serialization",
}


def _context(package: Package, at: Place, found: Contents, speller: Speller) -> Mapping[str, Any]:
    types = [text for one in speller.members.by_name.values() for text in declarations(one, speller)]
    every, known = found.every, definitions(one.tool for one in found.every)
    methods = [_method(one, speller) for one in every]
    return {
        "package": at.package,
        "imports": imports("".join(types), _IMPORTS),
        "declarations": types,
        "about": Code(f"The tools of {prose(package.name)}: a method for each; [checks] says what is checked."),
        "asks": bool(found.asked),
        "specs": [_constant(one) for one in every],
        "listed": [identifier(one.constant) for one in found.entries],
        "makers": [*(_maker(one, speller, known) for one in every), *(_definition(one) for one in known.all)],
        "methods": methods,
        "client_imports": imports(
            "".join(methods), _IMPORTS, "JsonElement", "JsonNull", "JsonObject", "SerializationException"
        ),
    }


def _constant(one: Entry) -> Code:
    """Its value is made in a function: the code of an object that only sets properties has a limit, too."""
    about = kdoc(f"`{one.tool.name}` as data.", "    ")
    return Code(f"{about}    val {one.constant}: ToolSpec = {one.method}Spec()\n")


def _maker(one: Entry, speller: Speller, known: Definitions) -> Code:
    """The tool as data, schemas verbatim."""
    pad = " " * 4
    values = [*spec_values(one, long_string, lambda schema: _schema(schema, pad, known)), speller.reader(Named(one.args))]
    listed = "".join(f"    {value},\n" for value in values)
    return Code(f"private fun {one.method}Spec() = ToolSpec(\n{listed})\n")


def _schema(schema: Any, pad: str, known: Definitions) -> Code:
    """An expression for a schema: text, and calls of functions that give what others have too."""
    parts = known.parts(schema, json_lines)
    return Code(" + ".join(json_block(one, pad) if isinstance(one, str) else f"definitionOf{one.name}()" for one in parts))


def _definition(one: Definition) -> Code:
    text = json_block(json_lines(one.schema), " " * 4)
    return Code(f"private fun definitionOf{one.name}(): String =\n    {text}\n")


def _method(one: Entry, speller: Speller) -> Code:
    verb = "Asks for" if one.request else "Calls"
    about = kdoc(f"{verb} `{one.tool.name}`.\n\n{(one.tool.description or '').strip()}", "    ")
    shape = speller.members.behind(Named(one.result))
    args = "" if one.empty else f"args: {speller.type(Named(one.args))}"
    given = f"{identifier(one.args)}()" if one.empty else "args"
    head = f"{about}    suspend fun {identifier(one.method)}({args})"
    called = f"call(Tools.{one.constant}, {given}, {speller.reader(shape)})"
    if isinstance(shape, Nil):
        return Code(f"{head} {{\n        {called}\n    }}\n")
    return Code(f"{head}: {speller.type(shape)} =\n        {called}\n")
