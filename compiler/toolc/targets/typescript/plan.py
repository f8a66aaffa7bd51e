"""Plan of a TypeScript package: its files, with the context of each.

Takes a package, gives a `Plan`: the pages (`layouts`) with their context. Types arrive in the templates
spelled; the templates only lay them out.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from pathlib import PurePosixPath
from typing import Any

from msgspec.structs import replace

from toolc.config import TypescriptOptions
from toolc.diagnostics import Diagnostic
from toolc.emit import Options, Page, Plan
from toolc.ir import NamedType, Object, Package, Tool, Type
from toolc.providers import anthropic, gemini, openai
from toolc.schema.view.names import references
from toolc.targets import enums, tool_types
from toolc.targets.code import Code
from toolc.targets.complete import Types, with_complete_results
from toolc.targets.examples import example
from toolc.targets.identifiers import ToolNames
from toolc.targets.identity import identity, license_pages
from toolc.targets.naming import unique
from toolc.targets.offers import Offer, Request, offers
from toolc.targets.package_tools import written_tools
from toolc.targets.readme import SHOWN, Quickstart, readme
from toolc.targets.runtime_checks import beyond_types, in_words, places_beyond_types
from toolc.targets.typescript import components, shared
from toolc.targets.typescript.doc import block, words
from toolc.targets.typescript.encode import comment, identifier, key, string, value_key
from toolc.targets.typescript.enum_members import enum_members
from toolc.targets.typescript.functions import function
from toolc.targets.typescript.layouts import BESIDE_TOOLS, INTEGRATIONS, VALIDATORS, WITH_COMPONENTS, pages
from toolc.targets.typescript.literal import WIDTH, literal
from toolc.targets.typescript.naming import identifiers
from toolc.targets.typescript.prompt import prompt, size_note
from toolc.targets.typescript.spell import Speller
from toolc.targets.typescript.validators import LIBRARIES, standard, structures

COMMON = tuple(identifier(name) for name in ("Handlers", "ToolCall", "ToolName", "Tools"))
"""Types that the client needs whatever the tools are."""

OUTPUT = "ToolOutput"
"""The type of the support code that a tool without an output schema gives back."""


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The files of a package, in the layout that is asked for."""
    own = options.own.typescript
    package = with_complete_results(package)
    tools = [tool for _, tool in written_tools(package)]
    if not tools and not (own.layout in WITH_COMPONENTS and offers(package)[1]):
        return Plan(())
    own = own if tools else replace(own, validators=(), integrations=())  # all of these are about tools
    context, found = _context(package, folder, tools, own)
    diagnostics = [*found, *(note for tool in context["tools"] for note in tool["notes"])]
    known = identity(package, own.version, own.license)
    beside = (_readme(package, folder, context), *license_pages(folder, known))
    dependencies = shared.dependency(own, options.release) if own.layout == "shared" else {}
    further = {"identity": known, "beside": beside, "dependencies": dependencies, "release": options.release}
    context = {**context, **further}
    if own.layout == "d.ts":
        diagnostics.append(size_note(f"{folder}.d.ts", context["text"], tools[0].span))
    return Plan(tuple(pages(folder, context, own)), tuple(diagnostics))


def _readme(package: Package, folder: str, context: Mapping[str, Any]) -> Page:
    name = context["package"]
    start = (
        f'import {{ createClient, mcpHttpTransport }} from "{name}";\n\n'
        'const client = createClient(mcpHttpTransport("http://localhost:8000/mcp"));'
    )
    asked = offers(package)[1]
    calls = [tool["example"] for tool in context["tools"] if tool["example"]] + [_request(one) for one in asked]
    quickstart = Quickstart("ts", "sh", f"npm install {name}", start, calls[:SHOWN])
    named = [(tool["tool"], str(tool["name"])) for tool in context["tools"]]
    named += [(replace(one.tool, name=one.wire), _METHODS[one.request]) for one in asked]
    return readme(folder, name, package, quickstart, named, bool(asked))


_METHODS: Mapping[Request, str] = {"prompts/get": "getPrompt", "resources/read": "readResource"}


def _request(one: Offer) -> Code:
    """The line that asks for a prompt or a resource with arguments that fit."""
    args = example(one.tool.input_schema)
    head = f"await client.{_METHODS[one.request]}({_markdown_literal(one.key, 0)}"
    return Code(f"{head}{f', {_markdown_literal(args, len(head))}' if args else ''});")


def _context(
    package: Package, folder: str, tools: list[Tool], options: TypescriptOptions
) -> tuple[Mapping[str, Any], tuple[Diagnostic, ...]]:
    prompts, resources = components.prompts(package), components.resources(package)
    names = identifiers(package.types, tools, options, components=bool(prompts or resources))
    types = {named.name: named.type for named in package.types}
    speller = Speller(names.types, types, options.open_objects == "index")
    extension = Code("" if options.import_extension == "none" else options.import_extension)
    files = unique([*BESIDE_TOOLS, *(own.method for own in names.tools)])[len(BESIDE_TOOLS) :]
    entries = [
        _tool(speller, tool, own, options, file, extension, names.types, types)
        for tool, own, file in zip(tools, names.tools, files, strict=True)
    ]
    common = sorted((*COMMON, *(["Prompts"] if prompts else []), *(["Resources"] if resources else [])))
    used = sorted({name for entry in entries for name in (entry["args"], entry["result"])} - {OUTPUT})
    context: dict[str, Any] = {
        "package": npm_name(folder, options),
        "title": package.name,
        "about": f"Tools of {package.name}: types, and a client that checks arguments.",
        "options": options,
        "ready": not (options.validators or options.integrations),
        "extension": extension,
        "bundler": options.import_extension == "none",
        **_models(package.types, names.types, speller, options, extension),
        "tools": entries,
        "prompts": prompts,
        "resources": resources,
        "imports": _list_names("import type {", [*common, *used], f'}} from "./types{extension}";', " "),
        "js_imports": _list_names("import type {", [*common, *used], '} from "./types.js";', " "),
        "data": _list_names("export const tools = [", [entry["name"] for entry in entries], "];"),
        "openai": openai.NAMES,
        "anthropic": anthropic.NAMES,
        "gemini": gemini.NAMES,
        "list": _list_names("export const tools: readonly ToolSpec[] = [", [entry["name"] for entry in entries], "];"),
        "further": [
            _export_entry(name) for name in (*(VALIDATORS[one][0] for one in options.validators), *options.integrations)
        ],
        "peers": _peers(options),
    }
    keys = [(entry["entry_key"], entry["name"]) for entry in entries]
    of_results = keys_in([tool.output_schema for tool in tools])
    context |= shared.support_context(keys_in([tool.input_schema for tool in tools]) | of_results, of_results)
    context |= _support(options, extension, bool(prompts), bool(resources))
    context["standard"] = standard(keys)
    for validator, library in LIBRARIES.items():
        if validator in options.validators:
            context[validator] = structures(package.types, tools, keys, names.types, library)
    if options.layout == "d.ts":
        about = Code(comment(package.name).replace("\n", " "))
        declared = [*(one for entry in entries for one in entry["own"]), *context["models"]]
        untyped = any(tool.output_schema is None for tool in tools)
        context["text"] = prompt(about, [entry["method"] for entry in entries], declared, untyped)
    return context, tuple(names.diagnostics)


def _models(
    types: Sequence[NamedType], names: Mapping[str, str], speller: Speller, options: TypescriptOptions, extension: str
) -> Mapping[str, Any]:
    """The part of a context with the named types: in a module of TypeScript, and as declarations. Constants follow theirs."""
    about = enums.about if options.layout == "d.ts" else attrgetter("doc")  # types alone have no constants
    texts = [declaration(speller, names[named.name], named.type, words(about(named))) for named in types]
    constants = enum_members(types, names)
    exported = sorted(one.name for one in constants.values())
    context = {
        "constants": list(constants.values()),
        "exported": _list_names("export {", exported, f'}} from "./types{extension}";', " "),
        "js_exported": _list_names("export {", exported, '} from "./types.js";', " "),
        "models": [],
        "declared": [],
        "shared": [],
    }
    if options.layout == "d.ts":
        return {**context, "models": texts}
    if options.layout != "shared":
        own = [(text, constants.get(named.name)) for named, text in zip(types, texts, strict=True)]
        models = [part for text, one in own for part in ((text, one.typed) if one else (text,))]
        declared = [part for text, one in own for part in ((text, one.declared) if one else (text,))]
        return {**context, "models": models, "declared": declared}
    found = shared.models(types, names, texts, constants, shared.support_name(options))
    plain = [one.name for one in found if not one.has_constants]
    listed = _list_names("export type {", plain, "};", " ") if plain else ""
    return {**context, "shared": found, "shared_names": listed}


def _support(options: TypescriptOptions, extension: Code, prompts: bool, resources: bool) -> Mapping[str, Any]:
    """The part of a context that decides where support code is imported from."""
    runtime = js_runtime = shared.support_name(options)
    if options.layout != "shared":
        runtime, js_runtime = f"./runtime{extension}", "./runtime.js"
    further = {"contentsOf": resources, "promptOf": prompts}
    used = sorted({"check", "invoke", "invokeRaw", "prepare", *(name for name, there in further.items() if there)})
    return {
        "runtime": Code(runtime),
        "js_runtime": Code(js_runtime),
        "js_used": _list_names("import {", [*used, "ToolError"], f'}} from "{js_runtime}";', " "),
        "provider_imports": _list_names(
            "import {", ["ToolError", "type Schema", "type ToolSpec"], f'}} from "{runtime}";', " "
        ),
    }


def _peers(options: TypescriptOptions) -> dict[str, str]:
    """The libraries that the files of validators and integrations import, with their versions."""
    needed = [*(VALIDATORS[one][1] for one in options.validators), *(INTEGRATIONS[one] for one in options.integrations)]
    return {name: range_ for each in needed for name, range_ in each.items()}


def keys_in(value: object) -> set[str]:
    """All keys inside a JSON value: the keywords of a schema, and more. The support code has what these ask for."""
    found: set[str] = set()
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            found.update(one)
            left += one.values()
        elif isinstance(one, list):
            left += one
    return found


def npm_name(folder: str, options: TypescriptOptions) -> str:
    """The name of a package, with its scope."""
    name = options.name.replace("{package}", folder.lower())
    return f"{options.scope}/{name}" if options.scope else name


def example_call(tool: Tool, method: str) -> Code | None:
    """A call with the least arguments that fit; None where none are found."""
    args = example(tool.input_schema)
    if not isinstance(args, dict):
        return None
    head = f"await client.{identifier(method)}("
    return Code(f"{head}{_markdown_literal(args, len(head)) if args else ''});")


def _markdown_literal(value: object, column: int) -> str:
    """A literal that ends two columns before the line does; nothing in it ends the block of code that it stands in."""
    return literal(value, column=column + 2).replace("`", "\\u0060").replace("<", "\\u003c")


def _export_entry(name: str) -> Mapping[str, str]:
    """An entry of `exports` in package.json."""
    return {"export": f"./{name}", "types": f"./dist/{name}.d.ts", "code": f"./dist/{name}.js"}


def _tool(
    speller: Speller,
    tool: Tool,
    names: ToolNames,
    options: TypescriptOptions,
    file: str,
    extension: Code,
    models: Mapping[str, str],
    types: Types,
) -> Mapping[str, Any]:
    args = tool_types.args(tool, options.arguments)
    filled, result = tool_types.with_defaults_present(args, types), tool_types.result(tool)
    back_name = OUTPUT if tool.output_schema is None else names.result
    args_name, input_name, result_name = map(identifier, (f"{names.stem}Args", f"{names.stem}Input", back_name))
    wire = f"`{comment(tool.name)}`".replace("\n", " ")
    beyond = places_beyond_types(tool)
    about = [f"Arguments of {wire}: what a caller may send.", *words(in_words(beyond[0]))]
    given = declaration(speller, args_name, args, about)
    about = [f"Result of {wire}.", *words(in_words(beyond[1]))]
    back = [] if names.model or back_name == OUTPUT else [declaration(speller, result_name, result, about)]
    about = [f"Arguments of {wire} with defaults filled in: what a handler receives."]
    inside = _filled_declaration(speller, input_name, filled, args_name, args, about) if filled != args else None
    optional = tool_types.nothing_needed(args)
    output = [OUTPUT] if back_name == OUTPUT else []
    about_tool = words(tool.description) or [f"Calls {wire}."]
    doc = [*about_tool, *_source(tool, options.see)]
    of_a_file = options.layout == "per-tool"
    mentioned = (
        sorted({identifier(models[name]) for type_ in (args, result) for name in references(type_)}) if of_a_file else []
    )
    constant, data, spec = _constants(tool, names.method)
    return {
        "name": identifier(names.method),
        "key": key(tool.name),
        "closed": isinstance(args, Object) and args.extra is None and not args.prefixed,
        "entry_key": value_key(tool.name),
        "doc": block(doc, 2),
        "args": args_name,
        "signature": _signature(f"  {names.method}", 2, args_name, result_name, optional),
        "method": Code(
            block(about_tool, 2) + _signature(f"  {names.method}", 2, args_name, result_name, optional, called=False)
        ),
        "forward": _forward(tool.name, names.method, optional),
        "input": args_name if inside is None else input_name,
        "filled": inside,
        "result": result_name,
        "declarations": [given, *([] if inside is None else [inside]), *back],
        "constant": constant if options.layout in WITH_COMPONENTS else "",
        "data": data if options.layout in ("package", "shared") else "",
        "example": example_call(tool, names.method),
        "tool": tool,
        "notes": beyond_types(tool, beyond),
        "file": file,
        "from": f"./{file}{extension}",
        "support": _list_names("import type {", ["CallOptions", *output, "ToolSpec"], f'}} from "./runtime{extension}";', " "),
        "models": _list_names("import type {", mentioned, f'}} from "./models{extension}";', " ") if mentioned else "",
        "function": function(names.method, block(doc), args_name, result_name, optional),
        "own": [given, *back],
        "spec": spec if options.layout == "per-tool" else "",
    }


def declaration(speller: Speller, name: str, type_: Type, about: list[str]) -> Code:
    """An exported type: an interface where that can say it, else a type alias."""
    head = f"{block(about)}export "
    if isinstance(type_, Object):
        return Code(f"{head}interface {identifier(name)} {speller.body(type_)}\n")
    start = f"{head}type {identifier(name)} ="
    return Code(f"{start}{speller.behind(type_, len(start.rpartition(chr(10))[2]))};\n")


def _filled_declaration(speller: Speller, name: str, filled: Type, args_name: str, args: Type, about: list[str]) -> Code:
    """The arguments with defaults: those as sent, of which all are certain to be there, or some, which are listed again."""
    if not isinstance(filled, Object) or not isinstance(args, Object):
        return declaration(speller, name, filled, about)
    as_sent = dict(zip((one.name for one in filled.properties), args.properties, strict=True))
    changed = tuple(one for one in filled.properties if one != as_sent[one.name])
    if any(one.type != as_sent[one.name].type for one in changed):
        return declaration(speller, name, filled, about)
    if all(one.required for one in filled.properties):
        start = f"{block(about)}export type {identifier(name)} ="
        flat = len(start.rpartition("\n")[2]) + len(f" Required<{args_name}>;") <= WIDTH
        return Code(f"{start}{' ' if flat else chr(10) + '  '}Required<{args_name}>;\n")
    head = f"{block(about)}export interface {identifier(name)} extends {args_name}"
    return Code(f"{head} {speller.body(Object(changed))}\n")


def _signature(head: str, indent: int, args_name: str, result_name: str, optional: bool, called: bool = True) -> Code:
    """A method in an interface, in one line where it fits. `called`: it takes options of the call too."""
    parts = [f"args{'?' if optional else ''}: {args_name}", *(["options?: CallOptions"] if called else [])]
    flat = f"{head}({', '.join(parts)}): Promise<{result_name}>;"
    if len(flat) <= WIDTH:
        return Code(flat)
    margin = " " * indent
    return Code(f"{head}(\n" + "".join(f"{margin}  {part},\n" for part in parts) + f"{margin}): Promise<{result_name}>;")


def _forward(wire: str, method: str, optional: bool) -> Code:
    """The method's body: the general call with the exact name."""
    head, margin = f"    {identifier(method)}: (args, options) =>", " " * 6
    if len(f"    {method}: (") > WIDTH:
        head, margin = f"    {identifier(method)}:\n      (args, options) =>", " " * 8
    elif len(head) > WIDTH:
        head = f"    {identifier(method)}: (\n      args,\n      options,\n    ) =>"
    parts = [string(wire), f"args{' ?? {}' if optional else ''}", "options"]
    call = f"call({', '.join(parts)}),"
    if len(head.rpartition("\n")[2]) + len(call) < WIDTH:
        return Code(f"{head} {call}")
    if len(call) + len(margin) <= WIDTH:
        return Code(f"{head}\n{margin}{call}")
    return Code(f"{head}\n{margin}call(\n" + "".join(f"{margin}  {part},\n" for part in parts) + f"{margin}),")


def _constants(tool: Tool, name: str) -> tuple[Code, Code, Code]:
    """The tool as data, schemas verbatim: exported in TypeScript and in JavaScript, and for a file of its own."""
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
    own = f"export const {identifier(name)}"
    heads = (f"{own}: ToolSpec<{string(tool.name)}> =", f"{own} =", "const spec: ToolSpec =")
    beside = literal(given, 0, WIDTH)
    typed, plain, alone = (
        f"{head} {beside};" if len(head) + len(" {") <= WIDTH else f"{head}\n  {literal(given, 2, WIDTH)};" for head in heads
    )
    return Code(typed), Code(plain), Code(alone)


def _source(tool: Tool, see: str) -> list[str]:
    """The definition of a tool: its name and its file, which change with it alone, or its file and line. Never the folder."""
    file, own = PurePosixPath(tool.span.path).name, tool.qualname.rpartition(":")[2]
    if see == "none" or not file.endswith(".py") or not own:
        return []
    place = f"{file}:{tool.span.line}" if see == "line" else f"{own} in {file}"
    return [f"@see {comment(place)}".replace("\n", " ")]


def _list_names(start: str, names: Sequence[str], end: str, padding: str = "") -> Code:
    """A statement that lists names, in one line where it fits."""
    flat = f"{start}{padding}{', '.join(names)}{padding}{end}"
    return Code(flat if len(flat) <= WIDTH else f"{start}\n" + "".join(f"  {name},\n" for name in names) + end)
