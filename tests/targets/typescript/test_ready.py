"""What a package has ready: JavaScript and declarations that say what its TypeScript says, and a package that npm installs."""

import json
import re
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support import compile_ts, write
from test_options import SINGLE

from client_bundles import PRIORITY, bundle, served, tell_priority, tool
from client_cases import CASES
from node import MODULES
from toolc.config import TargetOptions, TypescriptOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.schema.view.names import Names
from toolc.targets.typescript import TARGET

PRINTED = r"""
import ts from "typescript";
import { readFileSync } from "node:fs";
const options = { compilerOptions: { target: "esnext", module: "esnext", removeComments: true, verbatimModuleSyntax: true } };
const printed = (path) => ts.transpileModule(readFileSync(path, "utf8"), options).outputText.replace(/\.ts"/g, '.js"');
console.log(JSON.stringify(JSON.parse(process.argv[2]).map((name) =>
  [name, printed(`${name.replace("/js/", "/src/")}.ts`), printed(`${name}.js`)])));
"""

SERVED = (("both", True, True), ("prompts", True, False), ("resources", False, True))
"""Packages of servers that have more than tools."""

MODULE_NAMES = ("index", "providers", "runtime", "tools", "types")


def _files(given: Bundle, **options: Any) -> dict[str, str]:
    files, _ = emit(given, [TARGET], Options(own=TargetOptions(typescript=TypescriptOptions(**options))))
    return {file.path.removeprefix("typescript/"): file.text for file in files}


def _bare(declarations: str) -> str:
    """Code without comments and layout."""
    text = re.sub(r"/\*.*?\*/|^//.*?$", "", declarations, flags=re.DOTALL | re.MULTILINE).replace('.ts"', '.js"')
    return re.sub(r"(?<=[=(&:])\|", "", re.sub(r"[\s,;]|export \{\};", "", text))


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package for each keyword that decides what the support code has, and one with all."""
    folder = tmp_path_factory.mktemp("ready")
    for at, schema in enumerate(SINGLE.values()):
        names = Names()
        asked = {"type": "object", "properties": {"v": schema, "w": {"type": "string"}}}
        write(_files(bundle([tool("t", asked, names)], names, f"p{at}")), folder)
    for name, prompts, resources in SERVED:
        names = Names()
        write(_files(served([tool("t", {"type": "object"}, names)], names, prompts, resources, name)), folder)
    names = Names()
    tell_priority(names)
    inputs = {"priority": PRIORITY} | {name: case.schema for name, case in CASES.items() if isinstance(case.schema, dict)}
    everything = [tool(name, one, names, one, description=name) for name, one in inputs.items()]
    write(_files(bundle(everything, names, "all")), folder)
    write(_files(bundle(everything, names, "beside"), layout="shared"), folder)
    return folder


def test_javascript_is_the_typescript_without_types(packages: Path) -> None:
    write({"printed.mjs": PRINTED, "package.json": '{"type": "module"}'}, packages)
    (packages / "node_modules").symlink_to(MODULES)
    modules = [f"./{one.relative_to(packages).with_suffix('')}" for one in sorted(packages.glob("*/js/*.js"))]
    assert len(modules) == len(MODULE_NAMES) * (len(SINGLE) + len(SERVED) + 2)
    done = subprocess.run(
        ["node", "printed.mjs", json.dumps(modules)], cwd=packages, capture_output=True, text=True, check=True
    )
    for name, source, ready in json.loads(done.stdout):
        assert _bare(source) == _bare(ready), name


def test_declarations_are_those_of_the_compiler(packages: Path, tmp_path: Path) -> None:
    declared = ("all", "p0", *(name for name, _, _ in SERVED))
    support = "toolc-support/src/runtime.ts"
    assert (
        compile_ts(packages, "--rootDir", ".", *(f"{one}/src/index.ts" for one in declared), support, emit=str(tmp_path)) == ""
    )
    for package, name in [*product(declared, MODULE_NAMES), ("toolc-support", "runtime")]:
        ready = (packages / package / f"js/{name}.d.ts").read_text("utf-8")
        assert _bare(ready) == _bare((tmp_path / package / f"src/{name}.d.ts").read_text("utf-8")), (package, name)


@pytest.mark.parametrize("version", [5, 7, "oldest"])
def test_declarations_compile_with_every_compiler(version: int | str, packages: Path) -> None:
    """Declarations are held to all flags, since nothing here skips the check of libraries."""
    named = ("all", "beside", "p0", *(name for name, _, _ in SERVED))
    uses = [f'export * as {one} from "./{one}/js/{module}.js";' for one in named for module in ("index", "tools", "types")]
    write({f"uses/{at}.ts": use.replace("./", "../") + "\n" for at, use in enumerate(uses)}, packages)
    support = packages / "beside/node_modules/toolc-support"
    if not support.exists():
        support.parent.mkdir()
        support.symlink_to("../../toolc-support")
    sources = [f"uses/{at}.ts" for at in range(len(uses))]
    assert compile_ts(packages, "--typeRoots", "uses", *sources, version=version) == ""


USE = """
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { createClient, localTransport } from "@acme/shop-tools";
import { tools } from "@acme/shop-tools/tools";
const client = createClient(localTransport({ add: ({ a }) => a + 1 }));
assert.equal(await client.add({ a: 2 }), 3);
assert.equal(tools.length, 1);
assert.equal(createRequire(import.meta.url)("@acme/shop-tools").tools.length, 1);
"""

# What publint and "Are the types wrong?" (in its profile for packages of ES modules) say of a packed package.
JUDGED = """
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";

const tarball = new Uint8Array(readFileSync(process.argv[2]));
const { messages } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
const { types, problems } = await checkPackage(createPackageFromTarballData(tarball));
const counted = problems.filter(({ resolutionKind }) => !["node10", "node16-cjs"].includes(resolutionKind));
console.log(JSON.stringify([messages, types.kind, counted]));
"""

TYPED = """
import { createClient, mcpHttpTransport, type AddArgs, type AddResult } from "@acme/shop-tools";
const args: AddArgs = { a: 1 };
export const sum: Promise<AddResult> = createClient(mcpHttpTransport("http://localhost/mcp")).add(args);
// @ts-expect-error a mistyped key
void createClient(mcpHttpTransport("x")).add({ a: 1, bb: 2 });
"""


def test_npm_installs_the_package_as_it_lies_there(tmp_path: Path) -> None:
    names = Names()
    total = {"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]}
    asked = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"const": "```<script>"}}, "required": ["a", "b"]}
    plain = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}
    options = {"scope": "@acme", "name": "{package}-tools", "version": "2.3.1", "license": "MIT", "private": False}
    write(_files(bundle([tool("add", plain, names, total, unwrap="result")], names, "shop"), **options), tmp_path)
    odd = _files(bundle([tool("odd", asked, Names(), description="*x* | <y>")], Names(), "odd"))["odd/README.md"]
    assert odd.count("```") == 4 and "<script" not in odd and "&#42;x&#42; &#124; &#60;y&#62;" in odd
    said = json.loads((tmp_path / "shop/package.json").read_text("utf-8"))
    assert (said["name"], said["version"], said["license"]) == ("@acme/shop-tools", "2.3.1", "MIT") and "private" not in said
    assert "await client.add({ a: 1 });" in (tmp_path / "shop/README.md").read_text("utf-8")
    project = tmp_path / "project"
    write({"package.json": '{"type": "module"}', "use.mjs": USE, "typed.ts": TYPED}, project)
    npm = {"cwd": tmp_path, "capture_output": True, "text": True, "check": True}
    packed = subprocess.run(["npm", "pack", "--json", "./shop"], **npm).stdout
    assert len(json.loads(packed)[0]["files"]) == 12
    subprocess.run(
        ["npm", "install", "--offline", "--no-audit", "--no-fund", "../acme-shop-tools-2.3.1.tgz"], **{**npm, "cwd": project}
    )
    done = subprocess.run(["node", "--no-warnings", "use.mjs"], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert compile_ts(project, "typed.ts") == ""
    assert compile_ts(project, "--module", "preserve", "typed.ts", version=7) == ""


def test_publishing_finds_nothing_wrong(tmp_path: Path) -> None:
    options = {"scope": "@acme", "name": "{package}-tools", "version": "2.3.1", "license": "MIT", "private": False}
    asked = {"type": "object", "properties": {"a": {"type": "integer"}}}
    write(_files(bundle([tool("add", asked, Names())], Names(), "shop"), **options), tmp_path)
    npm = {"cwd": tmp_path, "capture_output": True, "text": True, "check": True}
    # No registry is asked: what would be published is packed here.
    words = ["--dry-run", "--json", "--tag", "next", "--fetch-retries", "0", "--registry", "http://127.0.0.1:9/"]
    published = subprocess.run(["npm", "publish", "./shop", *words], **npm)
    assert '"id": "@acme/shop-tools@2.3.1"' in published.stdout
    subprocess.run(["npm", "pack", "--silent", "./shop"], **npm)
    write({"judged.mjs": JUDGED}, tmp_path)
    (tmp_path / "node_modules").symlink_to(MODULES)
    done = subprocess.run(["node", "judged.mjs", "acme-shop-tools-2.3.1.tgz"], **npm)
    assert json.loads(done.stdout) == [[], "included", []]
