"""Which files make a TypeScript package, and what stands in them.

Takes a bundle, gives a `Plan`: for each package the pages with their context. Types arrive in the templates spelled; the
templates only lay them out.
"""

from collections.abc import Mapping
from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.emit import Options, Page, Plan
from toolc.ir import Bundle, Object, Package, Tool, Type
from toolc.targets.typescript import tool_types
from toolc.targets.typescript.doc import block, words
from toolc.targets.typescript.encode import Code, code, comment, identifier, key
from toolc.targets.typescript.literal import WIDTH, literal
from toolc.targets.typescript.naming import ToolNames, identifiers
from toolc.targets.typescript.shared import folders, tools_of
from toolc.targets.typescript.spell import Speller

FILES = {
    "package.json": "package.json",
    "tsconfig.json": "tsconfig.json",
    "src/types.ts": "types.ts",
    "src/tools.ts": "tools.ts",
    "src/runtime.ts": "runtime.ts",
    "src/index.ts": "index.ts",
}
"""Where each file of a package lies, and its template."""


def plan(bundle: Bundle, options: Options) -> Plan:
    """One npm package for each package of the bundle."""
    pages: list[Page] = []
    diagnostics: list[Diagnostic] = []
    for package, folder in zip(bundle.packages, folders(bundle.packages), strict=True):
        context, found = _context(package, folder)
        diagnostics.extend(found)
        pages.extend(Page(f"{folder}/{path}", f"typescript/{name}.jinja", context) for path, name in FILES.items())
    return Plan(tuple(pages), tuple(diagnostics))


def _context(package: Package, folder: str) -> tuple[Mapping[str, Any], list[Diagnostic]]:
    tools, diagnostics = tools_of(package)
    names = identifiers(package.types, tools)
    speller = Speller(names.types, {named.name: named.type for named in package.types})
    models = [_declaration(speller, names.types[named.name], named.type, words(named.doc)) for named in package.types]
    entries = [_tool(speller, tool, own) for tool, own in zip(tools, names.tools, strict=True)]
    context = {
        "package": folder.lower(),
        "models": models,
        "tools": entries,
        "imports": sorted({name for entry in entries for name in (entry["args"], entry["result"])}),
        "list": _list([entry["name"] for entry in entries]),
    }
    return context, [*diagnostics, *names.diagnostics]


def _tool(speller: Speller, tool: Tool, names: ToolNames) -> Mapping[str, Any]:
    args = tool_types.args(tool)
    filled = tool_types.filled(args)
    args_name, input_name, result_name = (identifier(names.stem + ending) for ending in ("Args", "Input", "Result"))
    wire = f"`{comment(tool.name)}`".replace("\n", " ")
    declarations = [_declaration(speller, args_name, args, [f"Arguments of {wire}: what a caller may send."])]
    if filled != args:
        about = [f"Arguments of {wire} with defaults filled in: what a handler receives."]
        declarations.append(_declaration(speller, input_name, filled, about))
    declarations.append(_declaration(speller, result_name, tool_types.result(tool), [f"What {wire} gives back."]))
    return {
        "name": identifier(names.value),
        "key": key(tool.name),
        "wire": tool.name,
        "doc": block(words(tool.description) or [f"Calls {wire}."], 2),
        "args": args_name,
        "mark": Code("?") if tool_types.nothing_needed(args) else Code(""),
        "given": Code("args ?? {}") if tool_types.nothing_needed(args) else Code("args"),
        "input": args_name if filled == args else input_name,
        "result": result_name,
        "declarations": declarations,
        "spec": _spec(tool, names.value),
    }


def _declaration(speller: Speller, name: str, type_: Type, about: list[str]) -> Code:
    """An interface where that can say it, else a type alias."""
    head = f"{block(about)}export "
    if isinstance(type_, Object):
        return Code(f"{head}interface {identifier(name)} {speller.body(type_)}\n")
    start = f"type {identifier(name)} ="
    text = speller.text(type_, 0, len("export ") + len(start) + 1)
    return Code(f"{head}{start}{'' if text.startswith(chr(10)) else ' '}{text};\n")


def _spec(tool: Tool, name: str) -> Code:
    """The tool as data, schemas verbatim."""
    fields = {
        "name": tool.name,
        "description": tool.description or "",
        "inputSchema": True if tool.input_schema is None else tool.input_schema,
        "outputSchema": tool.output_schema,
        "unwrap": tool.unwrap or None,
    }
    given = {field: value for field, value in fields.items() if value is not None}
    return literal(given, 0, WIDTH)


def _list(names: list[Code]) -> Code:
    flat = ", ".join(code(name) for name in names)
    if len(flat) < WIDTH - len("export const tools: readonly ToolSpec[] = [];"):
        return Code(f"[{flat}]")
    return Code("[\n" + "".join(f"  {name},\n" for name in names) + "]")
