"""Plan of a Java package: its files, with the context of each.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled, each in a file of its own, as Java wants its
public types; the templates only lay them out.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from toolc.config import JvmOptions
from toolc.emit import Options, Page, Plan
from toolc.encoders import json_lines
from toolc.ir import Package
from toolc.targets.code import Code, identifier
from toolc.targets.definitions import Definition, Definitions, definitions
from toolc.targets.java.declare import declarations
from toolc.targets.java.encode import javadoc, json_block, long_string, prose
from toolc.targets.java.reserved import ASKING, OWN, SUPPORT, WORDS
from toolc.targets.java.spell import Speller
from toolc.targets.jvm.artifact import artifact_pages, support_artifact
from toolc.targets.jvm.contents import Contents, Entry, contents, spec_values
from toolc.targets.jvm.formats import PACKAGES
from toolc.targets.jvm.imports import imports
from toolc.targets.jvm.places import FOLDER, Place, place, support_place
from toolc.targets.nominal.shapes import Named, Nil, Record
from toolc.targets.readme import Quickstart, json_arguments, plain_arguments, shown_entries
from toolc.targets.support import support_pages


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    found = contents(package, WORDS, options.own.java)
    if not found.every:
        return Plan((), found.diagnostics)
    speller = Speller(found.members)
    own = options.own.java
    at, common = place(folder, own.package, "java"), support_place(own.package, "java")
    is_shared = own.layout == "shared"
    packages = dict.fromkeys((*SUPPORT, *ASKING), str(common.package)) if is_shared else {}
    context = {"package": at.package, "open": Code(""), "native": own.formats == "native"}
    context |= _context(package, found, speller, packages)
    names = OWN if is_shared else (*OWN, *SUPPORT, *(ASKING if found.asked else ()))
    pages = [Page(f"{at.folder}/{name}.java", f"java/{name}.java.jinja", context) for name in names]
    quickstart = partial(_quickstart, at, common if is_shared else None, found.every, speller)
    artifact = artifact_pages(package, folder, own, "java", found.every, quickstart, options.release)
    shared = _support(common, own, options.release) if is_shared else ()
    return Plan((*artifact, *pages, *_types(at, speller, packages), *shared), found.diagnostics)


def _support(at: Place, own: JvmOptions, release: str) -> tuple[Page, ...]:
    """The package that all others depend on: what is of a package otherwise is public."""
    folder = at.folder.removeprefix(FOLDER).strip("/")
    files = {f"{folder}/{name}.java".lstrip("/"): f"java/{name}.java.jinja" for name in (*SUPPORT, *ASKING)}
    context = {"package": at.package, "open": Code("public "), "native": own.formats == "native", "asks": True}
    return (*support_artifact(own, "java", release), *support_pages(FOLDER, files, context))


def _quickstart(at: Place, common: Place | None, entries: Sequence[Entry], speller: Speller, artifact: str) -> Quickstart:
    shared = f"import {common.package}.*;\n" if common else ""
    start = (
        f"import {at.package}.*;\n{shared}import com.fasterxml.jackson.databind.ObjectMapper;\n\n"
        'Client client = new Client(new McpHttpTransport("http://localhost:8000/mcp"));'
    )
    by_name = speller.members.by_name
    shown = shown_entries(entries, lambda one: plain_arguments(by_name[one.args], one.tool) is not None)
    return Quickstart("java", "xml", artifact, start, [_call(one, speller) for one in shown])


def _call(one: Entry, speller: Speller) -> str:
    """A call with arguments that fit: in types where these are plain, else in JSON."""
    record = speller.members.by_name[one.args]
    given = plain_arguments(record, one.tool)
    if given is None or not isinstance(record, Record):
        text = long_string(json_arguments(one.tool))
        return f"System.out.println(client.call({long_string(one.tool.name)}, new ObjectMapper().readTree({text})));"
    values = ", ".join(long_string(value) if isinstance(value, str) else json.dumps(value) for _, value in given)
    parts = [field for field in record.fields if not field.is_fixed]
    whole = len(given) == len(parts) and record.extra is None
    made = f"new {one.args}({values})" if whole else f"{one.args}.builder({values}).build()"
    call = f"client.{one.method}({'' if one.empty else made})"
    nothing = isinstance(speller.members.behind(Named(one.result)), Nil)
    return f"{call};" if nothing else f"System.out.println({call});"


_IMPORTS = {
    **PACKAGES,
    "JsonCreator": "com.fasterxml.jackson.annotation",
    "JsonNode": "com.fasterxml.jackson.databind",
    "NullNode": "com.fasterxml.jackson.databind.node",
    "BigInteger": "java.math",
    "List": "java.util",
    "Map": "java.util",
    "Objects": "java.util",
}


_TOOLS_IMPORTS = {**_IMPORTS, "TextNode": "com.fasterxml.jackson.databind.node", "LinkedHashMap": "java.util"}
_CALL_IMPORTS = {**_IMPORTS, "JsonProcessingException": "com.fasterxml.jackson.core"}


def _types(at: Place, speller: Speller, packages: Mapping[str, str]) -> Iterator[Page]:
    for declaration in speller.members.by_name.values():
        for name, text in declarations(declaration, speller):
            context = {"package": at.package, "imports": imports(text, {**_IMPORTS, **packages}), "declaration": text}
            yield Page(f"{at.folder}/{identifier(name)}.java", "java/Type.java.jinja", context)


def _context(package: Package, found: Contents, speller: Speller, packages: Mapping[str, str]) -> Mapping[str, Any]:
    """`packages`: where types of the support code come from, unless it is their own package."""
    every, known = found.every, definitions(one.tool for one in found.every)
    methods, makers = [_method(one, speller) for one in every], [_maker(one, speller, known) for one in every]
    return {
        "about": Code(f"The tools of {prose(package.name)}: a method for each; arguments are checked."),
        "asks": bool(found.asked),
        "specs": [_constant(one) for one in every],
        "listed": [identifier(one.constant) for one in found.entries],
        "makers": [*makers, *(_definition(one) for one in known.all)],
        "methods": methods,
        "client_imports": imports("".join(methods), {**_IMPORTS, **packages}, "JsonNode", "List", *_CLIENT_NAMES),
        "tools_imports": imports("".join(makers), {**_TOOLS_IMPORTS, **packages}, *_TOOLS_NAMES),
        "call_imports": imports("", {**_CALL_IMPORTS, **packages}, *_CALL_NAMES),
    }


_CLIENT_NAMES = "Check Checks Codec Issue Json Reader ToolException ToolSpec Transport".split()
_TOOLS_NAMES = "Json LinkedHashMap List Map TextNode ToolException ToolSpec".split()
_CALL_NAMES = "Json JsonNode JsonProcessingException List ToolException ToolSpec".split()
"""Names in the templates of a package's own types."""


def _constant(one: Entry) -> Code:
    """Its value is made in a method: the code of a class that only sets fields has a limit, too."""
    about = javadoc(f"`{one.tool.name}` as data.", "    ")
    return Code(f"{about}    public static final ToolSpec {one.constant} = {one.method}Spec();\n")


def _maker(one: Entry, speller: Speller, known: Definitions) -> Code:
    """The tool as data, schemas verbatim."""
    pad = " " * 16
    values = [*spec_values(one, long_string, lambda schema: _schema(schema, pad, known)), speller.reader(Named(one.args))]
    head = f"    private static ToolSpec {one.method}Spec() {{\n        return new ToolSpec(\n{pad}"
    return Code(head + f",\n{pad}".join(values) + ");\n    }\n")


def _schema(schema: Any, pad: str, known: Definitions) -> Code:
    """An expression for a schema: text, and calls of functions that give what others have too."""
    parts = known.parts(schema, json_lines)
    return Code(" + ".join(json_block(one, pad) if isinstance(one, str) else f"definitionOf{one.name}()" for one in parts))


def _definition(one: Definition) -> Code:
    text = json_block(json_lines(one.schema), " " * 16)
    return Code(f"    private static String definitionOf{one.name}() {{\n        return {text};\n    }}\n")


def _method(one: Entry, speller: Speller) -> Code:
    tags = [("@throws ToolException", "when it fails, or something does not fit")]
    shape = speller.members.behind(Named(one.result))
    nothing = isinstance(shape, Nil)
    if not nothing:
        tags.insert(0, ("@return", "its result, checked"))
    if not one.empty:
        tags.insert(0, ("@param args", "its arguments"))
    verb = "Asks for" if one.request else "Calls"
    about = javadoc(f"{verb} `{one.tool.name}`.\n\n{(one.tool.description or '').strip()}", "    ", tags)
    type_ = "void" if nothing else speller.needed_type(shape)
    args = "" if one.empty else f"{speller.type(Named(one.args))} args"
    given = f"new {identifier(one.args)}()" if one.empty else "args"
    back = "" if nothing else "return "
    return Code(
        f"{about}    public {type_} {identifier(one.method)}({args}) {{\n"
        f"        {back}call(Tools.{one.constant}, {given}, {speller.reader(shape)});\n    }}\n"
    )
