"""The files of each layout.

Takes the context of a package, gives its pages: an npm package, one that shares its support
code with others, one file, a file for each tool, or types alone.
"""

from collections.abc import Callable, Mapping
from typing import Any

from toolc.config import TypescriptOptions
from toolc.emit import Page
from toolc.targets.typescript import shared

_PACKAGE = {
    "tsconfig.json": "tsconfig.json",
    "src/types.ts": "types.ts",
    "src/tools.ts": "tools.ts",
    "src/runtime.ts": "runtime.ts",
    "src/providers.ts": "providers.ts",
    "src/index.ts": "index.ts",
}
"""Place of each file of an npm package, and its template."""

MANIFEST_KEYS = (
    *("name", "version", "description", "license", "private", "type", "sideEffects", "engines", "files"),
    *("main", "types", "exports", "peerDependencies"),
)
"""Fields written in a package.json; others (`repository`, `scripts`, `dependencies` …) are left to the publisher."""

_READY = ("index", "providers", "runtime", "tools", "types")
"""The modules that a package has as JavaScript with declarations too, so that it need not be built."""

_COMMON = frozenset(f"typescript/{name}.jinja" for name in ("runtime.ts", "js/runtime.js", "js/runtime.d.ts"))
"""Templates of support code."""

_FUNCTIONS = {
    "index.ts": "functions.index.ts",
    "connection.ts": "functions.connection.ts",
    "runtime.ts": "runtime.ts",
}
"""Files beside those of the tools."""

BESIDE_TOOLS = ("index", "connection", "runtime", "models")
"""Names that files of tools must not have."""

WITH_COMPONENTS = ("package", "shared", "single")
"""Layouts with a client, which asks for prompts and resources too."""

VALIDATORS = {
    "standard-schema": ("standard", {}),
    "valibot": ("valibot", {"valibot": "^1.0.0"}),
    "zod": ("zod", {"zod": "^4.0.0"}),
}
"""For each validator its file, and what that needs."""

INTEGRATIONS = {"ai-sdk": {"ai": "^6.0.0"}, "tanstack-query": {}}
"""For each library that takes tools as they are, what its file needs."""

Context = Mapping[str, Any]


def pages(folder: str, context: Context, options: TypescriptOptions) -> list[Page]:
    """The files of one package, in the layout that is asked for."""
    return _LAYOUTS[options.layout](folder, context, options)


def _package(folder: str, context: Context, options: TypescriptOptions) -> list[Page]:
    files = dict(_PACKAGE)
    for validator in options.validators:
        name, _ = VALIDATORS[validator]
        files[f"src/{name}.ts"] = f"{name}.ts"
    files |= {f"src/{name}.ts": f"{name}.ts" for name in options.integrations}
    if context["ready"]:
        files |= {f"js/{name}.{ending}": f"js/{name}.{ending}" for name in _READY for ending in ("js", "d.ts")}
    manifest = Page(f"{folder}/package.json", "typescript/package.json.jinja", context, MANIFEST_KEYS)
    beside = context["beside"] if context["ready"] else ()
    return [manifest, *beside, *(_page(f"{folder}/{path}", template, context) for path, template in files.items())]


def _shared_pages(folder: str, context: Context, options: TypescriptOptions) -> list[Page]:
    own = [one for one in _package(folder, context, options) if one.template not in _COMMON]
    types = [page for one in context["shared"] for page in one.pages]
    return [*own, *shared.pages(options, context["release"], MANIFEST_KEYS), *types]


def _single(folder: str, context: Context, options: TypescriptOptions) -> list[Page]:
    return [_page(f"{folder}.ts", "single.ts", context)]


def _prompt(folder: str, context: Context, options: TypescriptOptions) -> list[Page]:
    return [_page(f"{folder}.d.ts", "prompt.d.ts", context)]


def _per_tool(folder: str, context: Context, options: TypescriptOptions) -> list[Page]:
    files = [_page(f"{folder}/{path}", template, context) for path, template in _FUNCTIONS.items()]
    if context["models"]:
        files.append(_page(f"{folder}/models.ts", "models.ts", context))
    for tool in context["tools"]:
        own = {"tool": tool, "extension": context["extension"]}
        files.append(_page(f"{folder}/{tool['file']}.ts", "function.ts", own))
    return files


def _page(path: str, template: str, context: Context) -> Page:
    return Page(path, f"typescript/{template}.jinja", context)


_LAYOUTS: Mapping[str, Callable[[str, Context, TypescriptOptions], list[Page]]] = {
    "package": _package,
    "shared": _shared_pages,
    "single": _single,
    "per-tool": _per_tool,
    "d.ts": _prompt,
}
