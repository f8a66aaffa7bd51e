"""Helpers: the files of a package, and the TypeScript compiler.

Renders with an environment of its own, so that these tests stand without the rest of the emit stage.
"""

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from node import node_module, tsc
from toolc.config import TargetOptions, TypescriptOptions
from toolc.emit import Options, Page, place_packages
from toolc.ir import Bundle
from toolc.targets.typescript import TARGET

ROOT = Path(__file__).parents[3]
FLAGS = (
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
    "--noPropertyAccessFromIndexSignature",
    "--noImplicitOverride",
    "--noImplicitReturns",
    "--noFallthroughCasesInSwitch",
    "--noUnusedLocals",
    "--noUnusedParameters",
    "--isolatedModules",
    "--isolatedDeclarations",
    "--declaration",
    "--erasableSyntaxOnly",
    "--verbatimModuleSyntax",
    "--rewriteRelativeImportExtensions",
    "--skipDefaultLibCheck",  # the compiler's own declarations: a second of each run
    *("--module", "nodenext"),
    *("--target", "es2022"),
    *("--lib", "es2022,dom"),
)
NEWER_FLAGS = {"--isolatedDeclarations", "--erasableSyntaxOnly", "--rewriteRelativeImportExtensions"}
"""What the oldest compiler does not have: they came with 5.5, 5.8 and 5.7."""


def render(given: Bundle, **asked: Any) -> dict[str, str]:
    """Every file of the target by path. `asked`: options of the target."""
    environment = _environment()
    return {
        page.path: environment.get_template(page.template).render(page.context).rstrip("\n") + "\n"
        for page in pages(given, **asked)
    }


def pages(given: Bundle, **asked: Any) -> list[Page]:
    """Every page the target plans."""
    options = Options(own=TargetOptions(typescript=TypescriptOptions(**asked)))
    return [
        page for package, ((place,),) in place_packages(given, [TARGET]) for page in TARGET.plan(package, place, options).pages
    ]


def _environment() -> jinja2.Environment:
    def finalize(value: Any) -> Any:
        if isinstance(value, Markup) or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise TypeError(f"no encoder has seen this value: {value!r}")

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(ROOT / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    encoders: Mapping[str, Callable[[Any], str]] = {**TARGET.encoders, "json": json.dumps}
    for name, encoder in encoders.items():
        environment.filters[name] = lambda value, encoder=encoder: Markup(encoder(value))
    return environment


def write(files: Mapping[str, str], folder: Path) -> None:
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")


def literal(value: Any) -> str:
    """A JSON value as a TypeScript expression; every key is computed, so that `__proto__` is a key like others."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{json.dumps(key)}]: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return json.dumps(value)


def compile_ts(folder: Path, *files: str, emit: str = "", version: int | str = 5) -> str:
    """What the compiler says about these files; "" when it is content. `version`: 5 (5.9), 7 (the native one), or "oldest" (5.4)."""
    words = [*FLAGS, *(["--outDir", emit] if emit else ["--noEmit"]), *files]
    if version == 5:
        return tsc(folder, *words)
    if version == "oldest":
        words = ["--allowImportingTsExtensions", *(word for word in words if word not in NEWER_FLAGS)]
    command = ["node", node_module(f"typescript-{version}/bin/tsc"), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
