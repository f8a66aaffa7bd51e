"""Plan of a Rust crate: its files, with the context of each.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled; the templates only lay them out.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from toolc.emit import Options, Page, Plan
from toolc.ir import Package
from toolc.targets.code import Code
from toolc.targets.identity import identity, license_pages
from toolc.targets.nominal import Contents, Entry, Language, RequestedComponent, contents
from toolc.targets.nominal.shapes import Record
from toolc.targets.readme import Quickstart, json_arguments, plain_arguments, readme, shown_entries
from toolc.targets.rust.declare import declaration
from toolc.targets.rust.encode import doc, identifier, raw_json, string
from toolc.targets.rust.layout import head
from toolc.targets.rust.naming import camel_case, identifiers, variants
from toolc.targets.rust.spell import Speller

FILES = (
    *("lib", "types", "tools", "client", "transport", "over_http", "over_mcp_http", "over_rmcp", "calls", "tool_spec"),
    *(
        "check",
        "quick",
        "references",
        "addresses",
        "pattern",
        "json",
        "number",
        "output",
        "parse",
        "as_json",
        "macros",
        "serde_json_values",
        "error",
    ),
)
"""Of one crate, in its `src`."""

_IMPORTS = {"BTreeMap": "std::collections::BTreeMap", "Json": "crate::json::Json", "Number": "crate::number::Number"}


LANGUAGE = Language("Rust", identifiers, camel_case, output="ToolOutput")


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    found = contents(package, LANGUAGE, options.own.rust.open_objects)
    if not found.every:
        return Plan((), found.diagnostics)
    own, speller = options.own.rust, Speller(found.declarations)
    crate, known = own.name.replace("{package}", folder), identity(package, own.version, own.license)
    about = {"identity": known, "publish": own.publish, "crate": crate, "description": f"Tools of {folder}"}
    context = {**_context(package, found, speller), **about}
    pages = [Page(f"{folder}/src/{file}.rs", f"rust/{file}.rs.jinja", context) for file in FILES]
    manifest = Page(f"{folder}/Cargo.toml", "rust/Cargo.toml.jinja", context)
    methods = [(one.tool, one.method) for one in found.every]
    start = readme(folder, crate, package, _quickstart(crate, found, speller), methods, bool(found.asked))
    return Plan((manifest, start, *license_pages(folder, known), *pages), found.diagnostics)


def _quickstart(crate: str, found: Contents, speller: Speller) -> Quickstart:
    needed = f'[dependencies]\n{crate} = {{ path = "path/to/{crate}", features = ["mcp-http"] }}'
    needed += '\nreqwest = { version = "0.13", default-features = false }'
    library = crate.replace("-", "_")
    start = (
        f"use {library}::*;\n\n"
        'let transport = McpHttpTransport::new("http://localhost:8000/mcp".parse()?, reqwest::Client::new());\n'
        "let client = Client::new(transport);"
    )
    calls = [f'println!("{{:?}}", {_call(one, speller)}.await?);' for one in shown_entries(found.every)]
    return Quickstart("rust", "toml", needed, start, calls)


def _call(one: Entry, speller: Speller) -> str:
    """A call with arguments that fit: in types where these are plain, else in JSON."""
    record = speller.by_name[one.args]
    given = plain_arguments(record, one.tool)
    if given is None:
        return f'client.call({string(one.tool.name)}, &r#"{json_arguments(one.tool)}"#.parse::<Json>()?)'
    if _is_empty(record):
        return f"client.{identifier(one.method)}()"
    values = [string(value) if isinstance(value, str) else json.dumps(value) for _, value in given]
    made = f"new({', '.join(values)})" if values else "default()"
    return f"client.{identifier(one.method)}(&{one.args}::{made})"


def _context(package: Package, found: Contents, speller: Speller) -> Mapping[str, Any]:
    texts = [declaration(one, speller) for one in found.declarations]
    own = variants([one.stem for one in found.entries])
    return {
        "about": doc(f"The tools of {package.name}: types, and a client that checks arguments.", marker="//!"),
        "uses": _uses(speller.used),
        "has_output": any(one.result == LANGUAGE.output for one in found.entries),
        "declarations": texts,
        "specs": [_spec(one, bool(found.asked)) for one in found.entries],
        "asks": bool(found.asked),
        "offers": [_spec(one, True) for one in found.asked],
        "variants": [
            Code(f"    {at} {variant}({identifier(one.args)}),\n")
            for at, (one, variant) in enumerate(zip(found.entries, own, strict=True))
        ],
        "methods": [
            _method(at, one, _is_empty(speller.by_name[one.args]))
            for group in (found.entries, found.asked)
            for at, one in enumerate(group)
        ],
    }


def _is_empty(declaration_: object) -> bool:
    return isinstance(declaration_, Record) and declaration_.extra is None and not declaration_.fields


def _uses(used: set[str]) -> Code:
    """The imports in their order, those of other crates apart."""
    paths = sorted(_IMPORTS[one] for one in used)
    foreign = "".join(f"use {path};\n" for path in paths if not path.startswith("crate"))
    own = "".join(f"use {path};\n" for path in paths if path.startswith("crate"))
    return Code("".join(f"\n{part}" for part in (foreign, own) if part))


def _spec(one: Entry, asks: bool) -> Code:
    """The tool as data, schemas verbatim. `asks`: the package has prompts or resources too."""
    tool = one.tool
    asked = (one.request, one.key) if isinstance(one, RequestedComponent) else (None, tool.name)
    fields = {
        "name": string(tool.name),
        "title": _option(tool.title, string),
        "description": _option(tool.description, string),
        "input_schema": raw_json({} if tool.input_schema is None else tool.input_schema),
        "output_schema": _option(tool.output_schema, raw_json),
        "annotations": _option(tool.annotations, raw_json),
        "unwrap": _option(tool.unwrap or None, string),
        **({"request": _option(asked[0], string), "key": string(asked[1])} if asks else {}),
    }
    given = "".join(f"        {name}: {text},\n" for name, text in fields.items())
    return Code(f"    {{\n{given}    }}\n")


def _option(value: Any, spelled: Callable[[Any], Code]) -> Code:
    return Code("None" if value is None else f"Some({spelled(value)})")


def _method(at: int, one: Entry, empty: bool) -> Code:
    verb, holder = ("Asks for", "OFFERS") if isinstance(one, RequestedComponent) else ("Calls", "TOOLS")
    about = doc(f"{verb} `{one.tool.name}`.\n\n{(one.tool.description or '').strip()}", "    ")
    parameters = ["&self"] if empty else ["&self", f"arguments: &{one.args}"]
    given = "&()" if empty else "arguments"
    start = f"pub async fn {identifier(one.method)}"
    opening = head(start, parameters, f"Result<{one.result}, ToolError>", "    ")
    return Code(f"{about}{opening}        self.typed(&{holder}[{at}], {given}).await\n    }}\n")
