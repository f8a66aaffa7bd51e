"""Plan of a Rust crate: its files, with the context of each.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled; the templates only lay them out.
"""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from toolc.config import RustOptions
from toolc.emit import Options, Page, Plan
from toolc.encoders import json_lines
from toolc.ir import Package
from toolc.targets.code import Code
from toolc.targets.definitions import Definition, Definitions, definitions
from toolc.targets.identity import Identity, identity, license_pages
from toolc.targets.nominal import Contents, Entry, Language, RequestedComponent, contents
from toolc.targets.nominal.formats import READERS
from toolc.targets.nominal.shapes import Record
from toolc.targets.readme import Quickstart, json_arguments, plain_arguments, readme, shown_entries
from toolc.targets.rust import library
from toolc.targets.rust.declare import declaration
from toolc.targets.rust.encode import doc, identifier, raw, string
from toolc.targets.rust.layout import head
from toolc.targets.rust.naming import camel_case, identifiers, snake_case, variants
from toolc.targets.rust.spell import Speller
from toolc.targets.support import support_name, support_pages

_IMPORTS = {"BTreeMap": "std::collections::BTreeMap", "Json": "crate::json::Json", "Number": "crate::number::Number"}


LANGUAGE = Language("Rust", identifiers, camel_case, output="ToolOutput")
_NATIVE = replace(LANGUAGE, formats=READERS)


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    native = options.own.rust.formats == "native"
    found = contents(package, _NATIVE if native else LANGUAGE, options.own.rust.open_objects)
    if not found.every:
        return Plan((), found.diagnostics)
    own, speller = options.own.rust, Speller(found.declarations)
    crate, known = own.name.replace("{package}", folder), identity(package, own.version, own.license)
    about = {"identity": known, "publish": own.publish, "crate": crate, "description": f"Tools of {folder}"}
    is_shared = own.layout == "shared"
    context = {**_context(package, found, speller, bool(found.asked) or is_shared), **about, **_whole(native)}
    files, shared = (*library.OWN, *library.common(native)), tuple[Page, ...]()
    if is_shared:
        shared = _support(own, options.release)
        context |= {"library": library.own(), "support": Code(_dependency(own, options.release))}
        files = tuple(library.OWN)
    pages = [Page(f"{folder}/src/{file}.rs", f"rust/{file}.rs.jinja", context) for file in ("lib", *files)]
    manifest = Page(f"{folder}/Cargo.toml", "rust/Cargo.toml.jinja", context)
    methods = [(one.tool, one.method) for one in found.every]
    start = readme(folder, crate, package, _quickstart(crate, found, speller), methods, bool(found.asked))
    return Plan((manifest, start, *license_pages(folder, known), *pages, *shared), found.diagnostics)


def _whole(native: bool) -> Mapping[str, Any]:
    """The part of a context that decides about support code: that of a crate which has its own."""
    library_ = library.whole(native)
    return {"library": library_, "support": Code(""), "shared": False, "visible": Code("pub(crate)"), "native": native}


def _support(own: RustOptions, release: str) -> tuple[Page, ...]:
    """The crate that all others depend on."""
    version, native = own.version or release, own.formats == "native"
    context = {
        **_whole(native),
        "crate": support_name(own.name),
        "identity": Identity(version, version, own.license, ""),
        "publish": own.publish,
        "description": "Support code of clients of tools",
        "about": doc("", marker="//!"),
        "asks": True,
        "library": library.support(native),
        "shared": True,
        "visible": Code("#[doc(hidden)]\n    pub"),
    }
    files = {"Cargo.toml": "rust/Cargo.toml.jinja"}
    files |= {f"src/{file}.rs": f"rust/{file}.rs.jinja" for file in ("lib", *library.common(native))}
    return support_pages(library.CRATE, files, context)


def _dependency(own: RustOptions, release: str) -> str:
    """The crate beside; cargo leaves the path out of what it publishes."""
    package, version = string(support_name(own.name)), string(own.version or release)
    return f'{library.CRATE} = {{ package = {package}, path = "../{library.CRATE}", version = {version} }}\n'


def _quickstart(crate: str, found: Contents, speller: Speller) -> Quickstart:
    needed = f'[dependencies]\n{crate} = {{ path = "path/to/{crate}", features = ["mcp-http"] }}'
    needed += '\nreqwest = { version = "0.13", default-features = false }'
    library = crate.replace("-", "_")
    start = (
        f"use {library}::*;\n\n"
        'let transport = McpHttpTransport::new("http://localhost:8000/mcp".parse()?, reqwest::Client::new());\n'
        "let client = Client::new(transport);"
    )
    shown = shown_entries(found.every, lambda one: plain_arguments(speller.by_name[one.args], one.tool) is not None)
    calls = [f'println!("{{:?}}", {_call(one, speller)}.await?);' for one in shown]
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


def _context(package: Package, found: Contents, speller: Speller, asks: bool) -> Mapping[str, Any]:
    """`asks`: a tool as data says what it is asked by, for prompts and resources are too."""
    texts = [declaration(one, speller) for one in found.declarations]
    own = variants([one.stem for one in found.entries])
    known = definitions(one.tool for one in found.every)
    return {
        "about": doc(f"The tools of {package.name}: types, and a client that checks arguments.", marker="//!"),
        "uses": _uses(speller.used),
        "has_output": any(one.result == LANGUAGE.output for one in found.entries),
        "declarations": texts,
        "definitions": [_definition(one) for one in known.all],
        "specs": [_spec(one, known, asks) for one in found.entries],
        "asks": bool(found.asked),
        "offers": [_spec(one, known, True) for one in found.asked],
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


def _spec(one: Entry, known: Definitions, asks: bool) -> Code:
    """The tool as data, schemas verbatim. `asks`: the package has prompts or resources too."""
    tool = one.tool
    asked = (one.request, one.key) if isinstance(one, RequestedComponent) else (None, tool.name)
    fields = {
        "name": string(tool.name),
        "title": _option(tool.title, string),
        "description": _option(tool.description, string),
        "input_schema": _schema({} if tool.input_schema is None else tool.input_schema, known),
        "output_schema": _option(tool.output_schema, partial(_schema, known=known)),
        "annotations": _option(tool.annotations, partial(_schema, known=known)),
        "unwrap": _option(tool.unwrap or None, string),
        **({"request": _option(asked[0], string), "key": string(asked[1])} if asks else {}),
    }
    given = "".join(f"        {name}: {text},\n" for name, text in fields.items())
    return Code(f"    {{\n{given}    }}\n")


def _schema(value: object, known: Definitions) -> Code:
    parts = known.parts(value, json_lines)
    if len(parts) == 1:
        return raw(str(parts[0]))
    return Code(f"concat!({', '.join(raw(one) if isinstance(one, str) else f'{_macro(one)}!()' for one in parts)})")


def _macro(one: Definition) -> str:
    return f"definition_{snake_case(one.name, 'part')}"


def _definition(one: Definition) -> Code:
    """A macro, since `concat!` takes no constants."""
    text = raw(json_lines(one.schema))
    return Code(f"macro_rules! {_macro(one)} {{\n    () => {{\n        {text}\n    }};\n}}\n")


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
