"""Which files make a TypeScript package, and what stands in them.

Takes a bundle, gives a `Plan`: for each package the pages with their context. Types arrive in the templates spelled; the
templates only lay them out.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.emit import Options, Page, Plan
from toolc.ir import Bundle, Object, Package, Tool, Type
from toolc.targets import anthropic, gemini, openai, tool_types
from toolc.targets.naming import unique
from toolc.targets.taken import first_of_each_name, written_tools
from toolc.targets.typescript.doc import block, words
from toolc.targets.typescript.encode import Code, comment, identifier, key, string
from toolc.targets.typescript.literal import WIDTH, literal
from toolc.targets.typescript.naming import ToolNames, identifiers
from toolc.targets.typescript.spell import Speller
from toolc.targets.unsaid import beyond_types, remark

FILES = {
    "package.json": "package.json",
    "tsconfig.json": "tsconfig.json",
    "src/types.ts": "types.ts",
    "src/tools.ts": "tools.ts",
    "src/runtime.ts": "runtime.ts",
    "src/providers.ts": "providers.ts",
    "src/index.ts": "index.ts",
}
"""Where each file of a package lies, and its template."""

COMMON = tuple(identifier(name) for name in ("Handlers", "ToolCall", "ToolName", "Tools"))
"""What the client needs of the types whatever the tools are."""


def plan(bundle: Bundle, options: Options) -> Plan:
    """One npm package for each package of the bundle."""
    pages: list[Page] = []
    diagnostics: list[Diagnostic] = []
    for package, folder in zip(bundle.packages, unique([package.name for package in bundle.packages]), strict=True):
        kept, taken = first_of_each_name(written_tools(package))
        if not kept:
            continue
        context, found = _context(package, folder, [tool for _, tool in kept])
        diagnostics.extend(taken)
        diagnostics.extend(found)
        diagnostics.extend(note for _, tool in kept for note in beyond_types(tool))
        pages.extend(Page(f"{folder}/{path}", f"typescript/{name}.jinja", context) for path, name in FILES.items())
    return Plan(tuple(pages), tuple(diagnostics))


def _context(package: Package, folder: str, tools: list[Tool]) -> tuple[Mapping[str, Any], tuple[Diagnostic, ...]]:
    names = identifiers(package.types, tools)
    speller = Speller(names.types, {named.name: named.type for named in package.types})
    models = [_declaration(speller, names.types[named.name], named.type, words(named.doc)) for named in package.types]
    entries = [_tool(speller, tool, own) for tool, own in zip(tools, names.tools, strict=True)]
    used = sorted({name for entry in entries for name in (entry["args"], entry["result"])})
    context = {
        "package": folder.lower(),
        "models": models,
        "tools": entries,
        "imports": _listed("import type {", [*COMMON, *used], '} from "./types.ts";', " "),
        "openai": openai.NAMES,
        "anthropic": anthropic.NAMES,
        "gemini": gemini.NAMES,
        "list": _listed("export const tools: readonly ToolSpec[] = [", [entry["name"] for entry in entries], "];"),
    }
    return context, tuple(names.diagnostics)


def _tool(speller: Speller, tool: Tool, names: ToolNames) -> Mapping[str, Any]:
    args = tool_types.args(tool)
    filled = tool_types.filled(args)
    args_name, input_name, result_name = (identifier(names.stem + ending) for ending in ("Args", "Input", "Result"))
    wire = f"`{comment(tool.name)}`".replace("\n", " ")
    about = [f"Arguments of {wire}: what a caller may send.", *words(remark(tool.input_schema))]
    declarations = [_declaration(speller, args_name, args, about)]
    if filled != args:
        about = [f"Arguments of {wire} with defaults filled in: what a handler receives."]
        declarations.append(_declaration(speller, input_name, filled, about))
    about = [f"What {wire} gives back.", *words(remark(tool.output_schema))]
    declarations.append(_declaration(speller, result_name, tool_types.result(tool), about))
    optional = tool_types.nothing_needed(args)
    return {
        "name": identifier(names.value),
        "key": key(tool.name),
        "doc": block(words(tool.description) or [f"Calls {wire}."], 2),
        "args": args_name,
        "signature": _signature(names.value, args_name, result_name, optional),
        "forward": _forward(tool.name, names.value, optional),
        "input": args_name if filled == args else input_name,
        "result": result_name,
        "declarations": declarations,
        "constant": _constant(tool, names.value),
    }


def _declaration(speller: Speller, name: str, type_: Type, about: list[str]) -> Code:
    """An interface where that can say it, else a type alias."""
    head = f"{block(about)}export "
    if isinstance(type_, Object):
        return Code(f"{head}interface {identifier(name)} {speller.body(type_)}\n")
    start = f"{head}type {identifier(name)} ="
    return Code(f"{start}{speller.behind(type_, len(start.rpartition(chr(10))[2]))};\n")


def _signature(method: str, args_name: str, result_name: str, optional: bool) -> Code:
    """A method of the client, in one line where it fits."""
    parts = [f"args{'?' if optional else ''}: {args_name}", "options?: CallOptions"]
    flat = f"  {identifier(method)}({', '.join(parts)}): Promise<{result_name}>;"
    if len(flat) <= WIDTH:
        return Code(flat)
    return Code(f"  {identifier(method)}(\n" + "".join(f"    {part},\n" for part in parts) + f"  ): Promise<{result_name}>;")


def _forward(wire: str, method: str, optional: bool) -> Code:
    """The method's body: the general call with the exact name."""
    head = f"    {identifier(method)}: (args, options) =>"
    if len(head) > WIDTH:
        head = f"    {identifier(method)}: (\n      args,\n      options,\n    ) =>"
    parts = [string(wire), f"args{' ?? {}' if optional else ''}", "options"]
    call = f"call({', '.join(parts)}),"
    if len(head.rpartition("\n")[2]) + len(call) < WIDTH:
        return Code(f"{head} {call}")
    if len(call) + 6 <= WIDTH:
        return Code(f"{head}\n      {call}")
    return Code(f"{head}\n      call(\n" + "".join(f"        {part},\n" for part in parts) + "      ),")


def _constant(tool: Tool, name: str) -> Code:
    """The tool as data, schemas verbatim."""
    fields = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description or "",
        "inputSchema": True if tool.input_schema is None else tool.input_schema,
        "outputSchema": tool.output_schema,
        "unwrap": tool.unwrap or None,
        "annotations": tool.annotations,
    }
    given = {field: value for field, value in fields.items() if value is not None}
    head = f"export const {identifier(name)}: ToolSpec ="
    if len(head) + len(" {") <= WIDTH:
        return Code(f"{head} {literal(given, 0, WIDTH)};")
    return Code(f"{head}\n  {literal(given, 2, WIDTH)};")


def _listed(start: str, names: Sequence[str], end: str, padding: str = "") -> Code:
    """A statement that lists names, in one line where it fits."""
    flat = f"{start}{padding}{', '.join(names)}{padding}{end}"
    return Code(flat if len(flat) <= WIDTH else f"{start}\n" + "".join(f"  {name},\n" for name in names) + end)
