"""Plan of a server's tree: its files, with the context of each.

Takes the package of one server, returns a `Plan`. The files of tools are laid out here: the index says how long they are.
"""

from collections.abc import Mapping
from typing import Any

from toolc.config import CodeModeOptions
from toolc.emit import Options, Page, Plan, rendered_page
from toolc.encoders import ENCODERS as COMMON
from toolc.encoders import Encoder, json_line, markdown, markdown_block, markdown_code
from toolc.ir import Package, Server
from toolc.targets.casing import add_number
from toolc.targets.code import Code, code
from toolc.targets.code_mode.declared import with_declared
from toolc.targets.code_mode.entries import Entry, entries
from toolc.targets.code_mode.index import row, tokens
from toolc.targets.code_mode.naming import TreeNames, renamed_tools, tree_names
from toolc.targets.code_mode.python import Python
from toolc.targets.code_mode.typescript import TypeScript
from toolc.targets.documents import as_sent
from toolc.targets.package_tools import written_tools
from toolc.targets.python.encode import ENCODERS as PYTHON
from toolc.targets.typescript.encode import ENCODERS as TYPESCRIPT

ROOT = "servers"
"""The folder of all that agents read, which Python imports as a package."""

ENCODERS: Mapping[str, Encoder] = {
    **TYPESCRIPT, **PYTHON,
    "made": code, "line": json_line,
    "md_text": markdown, "md_name": markdown_code, "md_block": markdown_block,
}  # fmt: skip

_ENDINGS = {"typescript": "ts", "python": "py"}


def plan(package: Package, folder: str, options: Options) -> Plan:
    """The files of one server."""
    package = with_declared(package)
    tools = written_tools(package)
    if not tools:
        return Plan(())
    names = tree_names(package.types, [tool for _, tool in tools])
    found, shared = entries(tools, package.types, names)
    languages = options.own.code_mode.languages
    writers = {language: _writer(language, folder, package, names) for language in languages}
    texts: dict[str, str] = {}
    rows = []
    for entry in found:
        own = {
            _ENDINGS[language]: _text(f"tool.{_ENDINGS[language]}", writer.tool(entry)) for language, writer in writers.items()
        }
        texts |= {f"{entry.function}.{ending}": text for ending, text in own.items()}
        rows.append(row(entry, own, _facts(entry)))
    models = {
        _ENDINGS[language]: _text(f"_types.{_ENDINGS[language]}", writer.models(shared))
        for language, writer in writers.items()
        if shared
    }
    texts |= {f"_types.{ending}": text for ending, text in models.items()}
    about = _about(package, folder, found, {ending: tokens(text) for ending, text in models.items()}, rows)
    pages = [
        *(Page(f"{ROOT}/{folder}/{path}", "code-mode/made.jinja", {"text": Code(text)}) for path, text in texts.items()),
        Page(f"{ROOT}/{folder}/README.md", "code-mode/server.md.jinja", about),
        Page(f"{ROOT}/{folder}/index.json", "code-mode/index.json.jinja", about),
        Page(f"schemas/{folder}.json", "mcp/tools.json.jinja", {"tools": [_facts(one) for one in found], "single": False}),
        *_common(options.own.code_mode),
    ]
    return Plan(tuple(pages), renamed_tools([tool for _, tool in tools], names))


def _common(own: CodeModeOptions) -> list[Page]:
    """The files that all servers have in common."""
    languages: dict[str, Any] = {"languages": list(own.languages)}
    names = [f"_runtime.{_ENDINGS[language]}" for language in own.languages]
    names += ["package.json"] if "typescript" in own.languages else []
    return [
        Page(f"{ROOT}/README.md", "code-mode/README.md.jinja", languages, common=True),
        *(Page(f"{ROOT}/{name}", f"code-mode/{name}.jinja", {}, common=True) for name in names),
    ]


def _writer(language: str, folder: str, package: Package, names: TreeNames) -> TypeScript | Python:
    if language == "typescript":
        return TypeScript(folder, package.types, names)

    def claim(wanted: str) -> str:
        free = add_number(wanted, names.types.taken)
        names.types.taken.add(free)
        return free

    return Python(folder, package.types, names, claim)


def _text(template: str, context: Mapping[str, Any]) -> str:
    return rendered_page(f"code-mode/{template}.jinja", context, {**COMMON, **ENCODERS})


def _facts(entry: Entry) -> Mapping[str, Any]:
    """A tool as its server sends it."""
    facts, _ = as_sent(entry.tool)
    return facts or {}


def _about(
    package: Package, folder: str, found: tuple[Entry, ...], models: Mapping[str, int], rows: list[dict[str, Any]]
) -> Mapping[str, Any]:
    server: Server = found[0].server
    info = server.info
    return {
        "folder": folder,
        "package": package.name,
        "server": (info.name if info is not None else None) or server.name,
        "instructions": ((info.instructions if info is not None else None) or "").strip(),
        "models": models,
        "rows": rows,
    }
