"""Plan of a Go package: its files, with the context of each.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled; the templates only lay them out.
"""

import json
import re
from collections.abc import Mapping
from functools import partial
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from toolc.emit import Options, Page, Plan
from toolc.ir import Package
from toolc.targets.code import Code
from toolc.targets.go.declare import declaration
from toolc.targets.go.encode import comment, raw_json, string
from toolc.targets.go.layout import Row, align
from toolc.targets.go.naming import exported_name, fields, identifiers
from toolc.targets.go.reserved import FORMAT_TYPES
from toolc.targets.go.spell import Speller
from toolc.targets.identity import identity, license_pages
from toolc.targets.nominal import Contents, Entry, Language, RequestedComponent, contents
from toolc.targets.nominal.formats import READERS
from toolc.targets.nominal.shapes import Named, Record
from toolc.targets.readme import Quickstart, json_arguments, plain_arguments, readme, shown_entries

_IMPORTS = {"json": "encoding/json", "time": "time"}
"""Packages that declarations can need."""

_NO_CODE = re.compile(r'"(?:\\.|[^"\\])*"|`[^`]*`|//.*')

FILES = (
    "types",
    "tools",
    "client",
    "content",
    "transport",
    "mcp_http",
    "values",
    "codec",
    "check",
    "quick",
    "references",
    "parse",
    "numbers",
)
"""Of one package, beside each other."""


LANGUAGE = Language("Go", identifiers, exported_name, output="ToolOutput")
_NATIVE = replace(LANGUAGE, identifiers=partial(identifiers, further=FORMAT_TYPES), formats=READERS)


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    native = options.own.go.formats == "native"
    found = contents(package, _NATIVE if native else LANGUAGE, options.own.go.open_objects)
    if not found.every:
        return Plan((), found.diagnostics)
    speller = Speller(found.declarations)
    context = _context(package, folder, found, speller)
    pages = tuple(
        Page(f"{folder}/{file}.go", f"go/{file}.go.jinja", context) for file in (*FILES, *(["formats"] if native else []))
    )
    own = options.own.go
    if own.module:
        module = Code(own.module.replace("{package}", folder))
        known = identity(package, "", own.license)
        about = readme(
            folder,
            module,
            package,
            _quickstart(module, folder, found, speller),
            [(one.tool, one.method) for one in found.every],
            bool(found.asked),
        )
        pages += (Page(f"{folder}/go.mod", "go/go.mod.jinja", {"module": module}), about, *license_pages(folder, known))
    return Plan(pages, found.diagnostics)


def _quickstart(module: str, folder: str, found: Contents, speller: Speller) -> Quickstart:
    start = (
        f'import (\n\t"context"\n\t"encoding/json"\n\t"fmt"\n\n\t"{module}"\n)\n\n'
        f'client := {folder}.NewClient(&{folder}.MCPHTTPTransport{{URL: "http://localhost:8000/mcp"}})\n'
        "ctx := context.Background()"
    )
    calls = [f"fmt.Println({_call(one, folder, speller)})" for one in shown_entries(found.every)]
    if not any("json." in one for one in calls):
        start = start.replace('\t"encoding/json"\n', "")
    return Quickstart("go", "sh", f"go get {module}", start, calls)


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


def _context(package: Package, folder: str, found: Contents, speller: Speller) -> Mapping[str, Any]:
    texts = [declaration(one, speller, found.claim) for one in found.declarations]
    return {
        "package": Code(folder),
        "about": comment(f"Package {folder} has the tools of {package.name}: types, and a client that checks arguments."),
        "declarations": texts,
        "has_output": any(one.result == LANGUAGE.output for one in found.entries),
        "imports": [
            Code(f'"{path}"') for name, path in _IMPORTS.items() if any(f"{name}." in _NO_CODE.sub("", one) for one in texts)
        ],
        "specs": [_spec(one, speller) for one in found.every],
        "asks": bool(found.asked),
        "listed": [Code(f"tool{one.method}") for one in found.entries],
        "methods": [_method(one, speller, _is_empty(speller.by_name[one.args])) for one in found.every],
    }


def _is_empty(declaration_: object) -> bool:
    return isinstance(declaration_, Record) and declaration_.extra is None and all(one.is_fixed for one in declaration_.fields)


def _spec(one: Entry, speller: Speller) -> Code:
    """The tool as data, schemas verbatim."""
    tool = one.tool
    values = {
        "Name": string(tool.name),
        "Title": None if tool.title is None else string(tool.title),
        "Description": None if tool.description is None else string(tool.description),
        "InputSchema": _raw({} if tool.input_schema is None else tool.input_schema),
        "OutputSchema": None if tool.output_schema is None else _raw(tool.output_schema),
        "Annotations": None if tool.annotations is None else _raw(tool.annotations),
        "Unwrap": string(tool.unwrap) if tool.unwrap else None,
        **({"asks": string(one.request), "key": string(one.key)} if isinstance(one, RequestedComponent) else {}),
        "read": Code(f"reads({speller.reader(Named(one.args))})"),
    }
    given = {name: text for name, text in values.items() if text is not None}
    return Code(f"var tool{one.method} = &ToolSpec{{\n{_literal(given)}}}\n")


def _raw(value: object) -> Code:
    return Code(f"json.RawMessage({raw_json(value)})")


def _literal(given: Mapping[str, Code]) -> str:
    """The fields of a composite literal; one of several lines is aligned with no other."""
    text = ""
    for several, group in groupby(given.items(), key=lambda field: "\n" in field[1]):
        rows = [Row((f"{name}:", f"{value},")) for name, value in group]
        text += "".join(align([row]) for row in rows) if several else align(rows)
    return text


def _method(one: Entry, speller: Speller, empty: bool) -> Code:
    verb = "asks for" if isinstance(one, RequestedComponent) else "calls"
    about = comment(f"{one.method} {verb} `{one.tool.name}`.\n\n{(one.tool.description or '').strip()}")
    args = "" if empty else f", args {one.args}"
    given = f"{one.args}{{}}" if empty else "args"
    called = f"output(ctx, c, tool{one.method}, {given})"
    if one.result != LANGUAGE.output:
        called = f"call(ctx, c, tool{one.method}, {given}, {speller.reader(Named(one.result))})"
    return Code(
        f"{about}func (c *Client) {one.method}(ctx context.Context{args}) ({one.result}, error) {{\n\treturn {called}\n}}\n"
    )
