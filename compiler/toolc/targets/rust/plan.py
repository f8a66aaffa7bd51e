"""Which files a Rust crate has, and what stands in them.

Takes a package, gives a `Plan`. Declarations arrive in the templates spelled; the templates only lay them out.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from toolc.emit import Options, Page, Plan
from toolc.ir import Package, Tool
from toolc.targets.code import Code
from toolc.targets.identifiers import Names
from toolc.targets.nominal import declared
from toolc.targets.nominal.shapes import Record
from toolc.targets.nominal.told import both_sides
from toolc.targets.rust.declare import declaration
from toolc.targets.rust.encode import doc, identifier, raw_json, string
from toolc.targets.rust.layout import head
from toolc.targets.rust.naming import camel_case, identifiers, variants
from toolc.targets.rust.spell import Speller
from toolc.targets.taken import first_of_each_name, written_tools
from toolc.targets.unread import unread_patterns
from toolc.targets.unsaid import beyond_types

FILES = (
    *("lib", "types", "tools", "client", "transport", "over_http", "over_rmcp", "calls", "tool_spec", "check", "references"),
    *("addresses", "pattern", "json", "number", "parse", "as_json", "macros", "serde_json_values", "error"),
)
"""Of one crate, in its `src`."""

_IMPORTS = {"BTreeMap": "std::collections::BTreeMap", "Json": "crate::json::Json", "Number": "crate::number::Number"}


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The folder of a package."""
    kept, taken = first_of_each_name(written_tools(package))
    tools = [tool for _, tool in kept]
    if not tools:
        return Plan(())
    names = identifiers(package.types, tools)
    notes = [note for tool in tools for note in (*beyond_types(tool), *unread_patterns(tool, "Rust"))]
    context = _context(package, folder, tools, names)
    pages = [Page(f"{folder}/src/{file}.rs", f"rust/{file}.rs.jinja", context) for file in FILES]
    manifest = Page(f"{folder}/Cargo.toml", "rust/Cargo.toml.jinja", context)
    return Plan((manifest, *pages), (*taken, *names.diagnostics, *notes))


class _Entry(Struct, frozen=True):
    """One tool and its place among all; `args` and `result` are names of types."""

    at: int
    tool: Tool
    method: str
    stem: str
    args: str
    result: str


def _context(package: Package, folder: str, tools: Sequence[Tool], names: Names) -> Mapping[str, Any]:
    entries = [
        _Entry(at, tool, own.method, own.stem, f"{own.stem}Args", f"{own.stem}Result")
        for at, (tool, own) in enumerate(zip(tools, names.tools, strict=True))
    ]
    own = [named for one in entries for named in both_sides(one.tool, one.args, one.result)]
    declarations = declared(package.types, names.types, own, names.claim, camel_case)
    speller = Speller(declarations)
    by_name = {one.name: one for one in declarations}
    texts = [declaration(one, speller) for one in declarations]
    return {
        "crate": folder,
        "about": doc(f"The tools of {package.name}: types, and a client that checks arguments.", marker="//!"),
        "uses": _uses(speller.used),
        "declarations": texts,
        "specs": [_spec(one.tool) for one in entries],
        "variants": [
            Code(f"    {one.at} {variant}({identifier(one.args)}),\n")
            for one, variant in zip(entries, variants([one.stem for one in entries]), strict=True)
        ],
        "methods": [_method(one, by_name[one.args] == Record(one.args, (), None, by_name[one.args].doc)) for one in entries],
    }


def _uses(used: set[str]) -> Code:
    """The imports in their order, those of other crates apart."""
    paths = sorted(_IMPORTS[one] for one in used)
    foreign = "".join(f"use {path};\n" for path in paths if not path.startswith("crate"))
    own = "".join(f"use {path};\n" for path in paths if path.startswith("crate"))
    return Code("".join(f"\n{part}" for part in (foreign, own) if part))


def _spec(tool: Tool) -> Code:
    """The tool as data, schemas verbatim."""
    fields = {
        "name": string(tool.name),
        "title": _option(tool.title, string),
        "description": _option(tool.description, string),
        "input_schema": raw_json({} if tool.input_schema is None else tool.input_schema),
        "output_schema": _option(tool.output_schema, raw_json),
        "annotations": _option(tool.annotations, raw_json),
        "unwrap": _option(tool.unwrap or None, string),
    }
    given = "".join(f"        {name}: {text},\n" for name, text in fields.items())
    return Code(f"    {{\n{given}    }}\n")


def _option(value: Any, spelled: Callable[[Any], Code]) -> Code:
    return Code("None" if value is None else f"Some({spelled(value)})")


def _method(one: _Entry, empty: bool) -> Code:
    about = doc(f"Calls `{one.tool.name}`.\n\n{(one.tool.description or '').strip()}", "    ")
    parameters = ["&self"] if empty else ["&self", f"arguments: &{one.args}"]
    given = "&()" if empty else "arguments"
    start = f"pub async fn {identifier(one.method)}"
    opening = head(start, parameters, f"Result<{one.result}, ToolError>", "    ")
    return Code(f"{about}{opening}        self.typed(&TOOLS[{one.at}], {given}).await\n    }}\n")
