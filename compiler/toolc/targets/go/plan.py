"""Plan of a Go package: its files, with the context of each.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled; the templates only lay them out.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from toolc.config import GoOptions
from toolc.emit import Options, Page, Plan
from toolc.encoders import json_lines
from toolc.ir import Package
from toolc.targets.code import Code
from toolc.targets.definitions import Definition, Definitions, definitions
from toolc.targets.go.declare import declaration
from toolc.targets.go.encode import comment, raw, string
from toolc.targets.go.layout import Row, align
from toolc.targets.go.naming import FOLDER, exported_name, fields, identifiers
from toolc.targets.go.reserved import FORMAT_TYPES
from toolc.targets.go.spell import Speller
from toolc.targets.go.support import exported_by_support, module, prefix, qualify_names, support_module
from toolc.targets.identity import identity, license_pages
from toolc.targets.nominal import Contents, Entry, Language, RequestedComponent, contents
from toolc.targets.nominal.formats import READERS
from toolc.targets.nominal.shapes import Named, Record
from toolc.targets.readme import Quickstart, json_arguments, plain_arguments, readme, shown_entries
from toolc.targets.support import support_pages

_IMPORTS = {"json": "encoding/json", "time": "time"}
"""Packages that declarations can need."""

_NO_CODE = re.compile(r'"(?:\\.|[^"\\])*"|`[^`]*`|//.*')

OWN = ("types", "tools", "client")
"""The files about the tools of a package."""

SUPPORT = tuple("caller content transport mcp_http values codec check quick references parse numbers".split())
"""The same for the support code."""

_NAMES = "Checks ToolCall ToolSpec Transport call caller newCaller parseToolCall withChecks".split()
"""Names of support code in the templates of a package's own files."""

LANGUAGE = Language("Go", identifiers, exported_name, output="ToolOutput")
_NATIVE = replace(LANGUAGE, identifiers=partial(identifiers, further=FORMAT_TYPES), formats=READERS)


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    native = options.own.go.formats == "native"
    found = contents(package, _NATIVE if native else LANGUAGE, options.own.go.open_objects)
    if not found.every:
        return Plan((), found.diagnostics)
    own, is_shared = options.own.go, options.own.go.layout == "shared"
    speller = Speller(found.declarations, prefix(is_shared))
    context = _context(package, folder, found, speller, own)
    common = (*SUPPORT, *(["formats"] if native else []))
    pages = tuple(
        Page(f"{folder}/{file}.go", f"go/{file}.go.jinja", context) for file in (*OWN, *(() if is_shared else common))
    )
    if is_shared:
        pages += (*_support(own, common), _manifest(folder, own))
    if own.module:
        known = identity(package, "", own.license)
        about = readme(
            folder,
            module(own, folder),
            package,
            _quickstart(folder, found, speller, own),
            [(one.tool, one.method) for one in found.every],
            bool(found.asked),
        )
        pages += (*(() if is_shared else (_manifest(folder, own),)), about, *license_pages(folder, known))
    return Plan(pages, found.diagnostics)


def _manifest(folder: str, own: GoOptions) -> Page:
    needed = support_module(own) if own.layout == "shared" else Code("")
    return Page(f"{folder}/go.mod", "go/go.mod.jinja", {"module": module(own, folder), "needed": needed})


def _support(own: GoOptions, files: Sequence[str]) -> tuple[Page, ...]:
    """The module that all others depend on."""
    context = {"package": Code(FOLDER), "asks": True, "has_output": True, "native": own.formats == "native"}
    context |= {"reading": Code("ReadJSON"), "module": support_module(own), "needed": Code("")}
    paths = {f"{file}.go": f"go/{file}.go.jinja" for file in (*files, "bridge")}
    return support_pages(FOLDER, {"go.mod": "go/go.mod.jinja", **paths}, context)


def _quickstart(folder: str, found: Contents, speller: Speller, own: GoOptions) -> Quickstart:
    path, is_shared = module(own, folder), own.layout == "shared"
    shared = f'\t"{support_module(own)}"\n' if is_shared else ""
    start = (
        f'import (\n\t"context"\n\t"encoding/json"\n\t"fmt"\n\n\t"{path}"\n{shared})\n\n'
        f'client := {folder}.NewClient(&{FOLDER if is_shared else folder}.MCPHTTPTransport{{URL: "http://localhost:8000/mcp"}})\n'
        "ctx := context.Background()"
    )
    shown = shown_entries(found.every, lambda one: plain_arguments(speller.by_name[one.args], one.tool) is not None)
    calls = [f"fmt.Println({_call(one, folder, speller)})" for one in shown]
    if not any("json." in one for one in calls):
        start = start.replace('\t"encoding/json"\n', "")
    return Quickstart("go", "sh", f"go get {path}", start, calls)


def _call(one: Entry, folder: str, speller: Speller) -> str:
    """A call with arguments that fit: in types where these are plain, else in JSON."""
    record = speller.by_name[one.args]
    given = plain_arguments(record, one.tool)
    if given is None or not isinstance(record, Record):
        return f"client.Call(ctx, {string(one.tool.name)}, json.RawMessage(`{json_arguments(one.tool)}`))"
    if _is_empty(record):
        return f"client.{one.method}(ctx)"
    names = dict(zip((field.key for field in record.fields), fields([field.key for field in record.fields]), strict=True))
    spelled = (
        f"{names[field.key]}: {string(value) if isinstance(value, str) else json.dumps(value)}" for field, value in given
    )
    return f"client.{one.method}(ctx, {folder}.{one.args}{{{', '.join(spelled)}}})"


def _context(package: Package, folder: str, found: Contents, speller: Speller, own: GoOptions) -> Mapping[str, Any]:
    is_shared = own.layout == "shared"
    spelled = qualify_names if is_shared else Code
    known = definitions(one.tool for one in found.every)
    texts = [spelled(declaration(one, speller, found.claim)) for one in found.declarations]
    used = {name: path for name, path in _IMPORTS.items() if any(f"{name}." in _NO_CODE.sub("", one) for one in texts)}
    support = Code(f'"{support_module(own)}"') if is_shared else Code("")
    return {
        "package": Code(folder),
        "about": comment(f"Package {folder} has the tools of {package.name}: types, and a client that checks arguments."),
        "declarations": texts,
        "has_output": any(one.result == LANGUAGE.output for one in found.entries),
        "imports": [Code(f'"{path}"') for path in used.values()],
        "support": support,
        "types_support": support if any(prefix(True) in one for one in texts) else Code(""),
        "own": {name: _template_name(name, is_shared) for name in _NAMES},
        "reading": Code("read"),
        "definitions": [_definition(one) for one in known.all],
        "specs": [_made_spec(one, speller, known) if is_shared else _spec(one, speller, known) for one in found.every],
        "asks": bool(found.asked),
        "listed": [Code(f"tool{one.method}") for one in found.entries],
        "methods": [_method(one, speller, _is_empty(speller.by_name[one.args]), is_shared) for one in found.every],
    }


def _template_name(name: str, shared: bool) -> Code:
    """A name of support code in the templates of a package's own files."""
    if not shared:
        return Code(name)
    return Code(name[0].upper() + name[1:]) if name in ("call", "withChecks") else exported_by_support(name)


def _is_empty(declaration_: object) -> bool:
    return isinstance(declaration_, Record) and declaration_.extra is None and all(one.is_fixed for one in declaration_.fields)


def _spec(one: Entry, speller: Speller, known: Definitions) -> Code:
    """The tool as data, schemas verbatim."""
    asked = {"asks": string(one.request), "key": string(one.key)} if isinstance(one, RequestedComponent) else {}
    values = {**_facts(one, known), **asked, "read": Code(f"reads({speller.reader(Named(one.args))})")}
    return Code(f"var tool{one.method} = &ToolSpec{{\n{_literal(values)}}}\n")


def _made_spec(one: Entry, speller: Speller, known: Definitions) -> Code:
    """The same, made by the package of support code."""
    asked = (one.request, one.key) if isinstance(one, RequestedComponent) else ("", "")
    further = ", ".join((*map(string, asked), qualify_names(speller.reader(Named(one.args)))))
    return Code(
        f"var tool{one.method} = {prefix(True)}NewTool({prefix(True)}ToolSpec{{\n{_literal(_facts(one, known))}}}, {further})\n"
    )


def _facts(one: Entry, known: Definitions) -> dict[str, Code]:
    tool = one.tool
    values = {
        "Name": string(tool.name),
        "Title": None if tool.title is None else string(tool.title),
        "Description": None if tool.description is None else string(tool.description),
        "InputSchema": _raw({} if tool.input_schema is None else tool.input_schema, known),
        "OutputSchema": None if tool.output_schema is None else _raw(tool.output_schema, known),
        "Annotations": None if tool.annotations is None else _raw(tool.annotations, known),
        "Unwrap": string(tool.unwrap) if tool.unwrap else None,
    }
    return {name: text for name, text in values.items() if text is not None}


def _raw(value: object, known: Definitions) -> Code:
    parts = known.parts(value, json_lines)
    return Code(f"json.RawMessage({' + '.join(raw(one) if isinstance(one, str) else _constant(one) for one in parts)})")


def _constant(one: Definition) -> str:
    return f"definitionOf{one.name}"


def _definition(one: Definition) -> Code:
    return Code(f"const {_constant(one)} = {raw(json_lines(one.schema))}\n")


def _literal(given: Mapping[str, Code]) -> str:
    """The fields of a composite literal; one of several lines is aligned with no other."""
    text = ""
    for several, group in groupby(given.items(), key=lambda field: "\n" in field[1]):
        rows = [Row((f"{name}:", f"{value},")) for name, value in group]
        text += "".join(align([row]) for row in rows) if several else align(rows)
    return text


def _method(one: Entry, speller: Speller, empty: bool, shared: bool) -> Code:
    verb = "asks for" if isinstance(one, RequestedComponent) else "calls"
    about = comment(f"{one.method} {verb} `{one.tool.name}`.\n\n{(one.tool.description or '').strip()}")
    args = "" if empty else f", args {one.args}"
    given = f"{one.args}{{}}" if empty else "args"
    called = f"output(ctx, c.caller, tool{one.method}, {given})"
    if one.result != LANGUAGE.output:
        called = f"call(ctx, c.caller, tool{one.method}, {given}, {speller.reader(Named(one.result))})"
    result = exported_by_support(one.result) if shared and one.result == LANGUAGE.output else one.result
    text = f"func (c *Client) {one.method}(ctx context.Context{args}) ({result}, error) {{\n\treturn {called}\n}}\n"
    return Code(f"{about}{qualify_names(text) if shared else text}")
