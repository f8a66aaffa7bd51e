"""Layouts, names, import extensions and validators: whatever is asked for compiles, is formatted, and works."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, compile_ts, write
from test_formatting import LONG

from client_bundles import bundle, tool
from client_cases import CASES
from nasty import NASTY, instances
from node import MODULES, unformatted
from toolc.config import TargetOptions, TypescriptOptions
from toolc.diagnostics import Diagnostic
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.schema.view.names import Names
from toolc.targets.typescript import TARGET
from toolc.targets.typescript.reserved import GLOBAL_TYPES, SUPPORT

SEARCH = {"type": "object", "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 3}},
          "required": ["query"]}  # fmt: skip
TOTAL = {"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]}


def _files(given: Bundle, **options: Any) -> tuple[dict[str, str], tuple[Diagnostic, ...]]:
    files, said = emit(given, [TARGET], Options(own=TargetOptions(typescript=TypescriptOptions(**options))))
    return {file.path.removeprefix("typescript/"): file.text for file in files}, said


def _cases(names: Names | None = None) -> Bundle:
    names = names or Names()
    inputs = {name: case.schema for name, case in CASES.items() if isinstance(case.schema, dict)}
    inputs |= {
        LONG[:60]: SEARCH,
        "check": SEARCH,
        "Visit": SEARCH,
        "index": SEARCH,
        "spec": SEARCH,
        "getItem": SEARCH,
        "getitem": SEARCH,
    }
    inputs["models"] = {
        **SEARCH,
        "$defs": {"Visit": {"type": "string"}},
        "properties": {"v": {"$ref": "#/$defs/Visit"}},
        "required": [],
    }
    return bundle([tool(name, schema, names, schema, description=f"Does {name}.") for name, schema in inputs.items()], names)


def _shop() -> Bundle:
    names = Names()
    tools = [
        tool("search-docs", SEARCH, names, TOTAL, unwrap="result", description="Search."),
        tool("pingAll", {"type": "object", "properties": {}}, names),
    ]
    return bundle(tools, names)


@pytest.mark.parametrize(("extensions", "modules"), [((".ts", ".js"), ()), (("none",), ("--module", "preserve"))])
def test_every_layout_compiles_and_is_formatted(extensions: Any, modules: tuple[str, ...], tmp_path: Path) -> None:
    """Each in a folder of its own, all of them in one run of each compiler, which takes most of its time to start."""
    sources = []
    for layout in ("package", "shared", "single", "per-tool", "d.ts"):
        for extension in extensions:
            files, _ = _files(_cases(), layout=layout, import_extension=extension, casing="snake", arguments="closed")
            own = f"{layout}_{extension}".replace(".", "_")
            write(files, tmp_path / own)
            sources += [f"{own}/{path}" for path in files if path.endswith(".ts")]
            if layout == "shared":
                (tmp_path / own / "node_modules").mkdir()
                (tmp_path / own / "node_modules/toolc-support").symlink_to("../toolc-support")
    assert unformatted(tmp_path) == ""
    write({"package.json": '{"type": "module"}'}, tmp_path)
    assert compile_ts(tmp_path, *modules, *sources) == ""
    assert compile_ts(tmp_path, *modules, *sources, version=7) == ""
    assert compile_ts(tmp_path, *modules, *sources, version="oldest") == ""


SINGLE = {
    "$ref": {"$ref": "#/properties/w"},
    "$id": {"$id": "https://x/y", "$ref": "#a", "$defs": {"A": {"$anchor": "a", "type": "string"}}},
    "anyOf": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    "oneOf": {"oneOf": [{"type": "string"}, {"type": "null"}]},
    "allOf": {"allOf": [{"type": "string"}]},
    "not": {"not": {"type": "integer"}},
    "if": {"if": {"type": "integer"}, "then": {"type": "string"}},
    "pattern": {"pattern": "^x"},
    "multipleOf": {"multipleOf": 2},
    "uniqueItems": {"uniqueItems": True},
    "contains": {"type": "array", "contains": {"type": "string"}},
    "propertyNames": {"type": "object", "propertyNames": {"minLength": 2}},
    "patternProperties": {"type": "object", "patternProperties": {"^x": {"type": "integer"}}},
    "dependentRequired": {"type": "object", "dependentRequired": {"a": ["b"]}},
    "unevaluatedProperties": {"type": "object", "unevaluatedProperties": False},
    "unevaluatedItems": {"type": "array", "unevaluatedItems": {"type": "string"}},
    "type": {"type": "string"},
}
"""A schema for each keyword, which alone decides what the support code of its package has in it."""

WRONG = {"contains": [1], "propertyNames": {"a": 1}, "patternProperties": {"x": "1"}, "dependentRequired": {"a": 1},
         "unevaluatedProperties": {"a": 1}, "unevaluatedItems": [1], "multipleOf": 3, "uniqueItems": [1, 1], "pattern": "a"}  # fmt: skip

CHECKED = """
import assert from "node:assert/strict";
for (const [at, [keyword, wrong]] of JSON.parse(process.argv[2]).entries()) {
  const { check, tools } = await import(`./p${at}/src/runtime.js`).then(async (runtime) => ({
    ...runtime, ...(await import(`./p${at}/src/tools.js`)) }));
  assert.equal(check(tools[0].inputSchema, { v: wrong }).length, 1, keyword);
}
console.log("done");
"""


def test_the_support_code_has_what_the_schemas_of_its_package_ask_for(tmp_path: Path) -> None:
    for at, schema in enumerate(SINGLE.values()):
        names = Names()
        asked = {"type": "object", "properties": {"v": schema, "w": {"type": "string"}}}
        files, _ = _files(bundle([tool("t", asked, names)], names, f"p{at}"))
        write(files, tmp_path)
    assert unformatted(tmp_path) == ""
    write({"package.json": '{"type": "module"}'}, tmp_path)
    sources = [f"p{at}/src/index.ts" for at in range(len(SINGLE))]
    assert compile_ts(tmp_path, *sources, emit="built", version=7) == ""
    write({"run.mjs": CHECKED, "package.json": '{"type": "module"}'}, tmp_path / "built")
    wrong = json.dumps([(keyword, WRONG.get(keyword, 1)) for keyword in SINGLE])
    done = subprocess.run(["node", "built/run.mjs", wrong], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr
    sizes = {one: len((tmp_path / f"p{at}/src/runtime.ts").read_text("utf-8")) for at, one in enumerate(SINGLE)}
    del sizes["$id"]  # schemas with addresses are read as they are, not made functions
    assert min(sizes.values()) == sizes["type"] < max(sizes.values()) - 2500


MADE = re.compile(r"\bnew ([A-Z]\w+)\(")
"""Global classes that support code makes objects of."""


def test_support_code_is_reserved_where_it_stands_in_the_same_file() -> None:
    names: set[str] = set()
    for path in [*(ROOT / "templates/typescript/parts").glob("*"), *(ROOT / "templates/typescript/runtime").glob("*")]:
        found = re.findall(
            r"^(?:export )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)", path.read_text("utf-8"), re.M
        )
        names.update(found)
    assert names | {"tools"} == SUPPORT
    made = {one for path in (ROOT / "templates/typescript/runtime").glob("*") for one in MADE.findall(path.read_text("utf-8"))}
    assert len(made) > 5 and made <= SUPPORT | GLOBAL_TYPES


RUN_SINGLE = """
import { createClient, checkArgs, localTransport, dispatch, openaiTools } from "./demo.js";
const client = createClient(localTransport({ "search-docs": (args) => args.query.length, pingAll: () => null }));
const faults = checkArgs("search-docs", { query: 1 }).length;
const outcome = await dispatch({ name: "search-docs", input: { query: "x" } },
  { "search-docs": (args) => args.limit, pingAll: () => null }, undefined);
console.log(JSON.stringify([await client.searchDocs({ query: "abc" }), faults, outcome.result, openaiTools().length]));
"""


def test_one_file_works(tmp_path: Path) -> None:
    files, _ = _files(_shop(), layout="single")
    assert list(files) == ["demo.ts"]
    assert _ran(files, RUN_SINGLE, tmp_path) == [3, 1, 3, 2]


RUN_FUNCTIONS = """
import { connect, searchDocs, localTransport } from "./demo/index.js";
import { pingAll } from "./demo/pingAll.js";
const early = await pingAll().catch((error) => error.message);
connect(localTransport({ "search-docs": (args) => args.query.length, pingAll: () => "pong" }));
const refused = await searchDocs({ query: 1 }).catch((error) => error.code);
console.log(JSON.stringify([early.includes("connect"), await searchDocs({ query: "abc" }), await pingAll(), refused]));
"""


def test_a_file_for_each_tool_works(tmp_path: Path) -> None:
    files, _ = _files(_shop(), layout="per-tool")
    assert sorted(files) == [f"demo/{name}.ts" for name in ("connection", "index", "pingAll", "runtime", "searchDocs")]
    assert " * Search.\n * @see search-docs in tools.py\n */\nexport async function searchDocs(" in files["demo/searchDocs.ts"]
    output = {"content": [{"type": "text", "text": "pong"}], "structuredContent": "pong"}
    assert _ran(files, RUN_FUNCTIONS, tmp_path) == [True, 3, output, "invalid_arguments"]


def test_types_for_a_prompt_tell_their_size() -> None:
    files, said = _files(_shop(), layout="d.ts")
    (text,) = files.values()
    assert list(files) == ["demo.d.ts"]
    assert "  /** Search. */\n  searchDocs(args: SearchDocsArgs): Promise<SearchDocsResult>;\n" in text
    assert "  pingAll(args?: PingAllArgs): Promise<ToolOutput>;\n" in text and "export interface ToolOutput {" in text
    assert "Input" not in text and "import" not in text
    size = len(text.encode())
    (note,) = [one for one in said if one.code == "TC507"]
    assert note.message.startswith(f"`demo.d.ts` takes {size:,} bytes of a prompt, roughly {round(size / 40) * 10} tokens")


def test_where_a_tool_is_defined() -> None:
    names = Names()
    given = bundle([tool("search", SEARCH, names, line=66)], names)
    said = {see: set(re.findall("@see (.*)", "".join(_files(given, see=see)[0].values()))) for see in ("name", "line", "none")}
    assert said == {"name": {"search in tools.py"}, "line": {"tools.py:66"}, "none": set()}


@pytest.mark.parametrize(
    ("casing", "methods"),
    [("camel", ["searchDocs", "pingAll"]), ("snake", ["search_docs", "ping_all"]), ("as-is", ["search_docs", "pingAll"])],
)
def test_casing_of_methods(casing: Any, methods: list[str]) -> None:
    files, _ = _files(_shop(), casing=casing)
    assert re.findall(r"^export const (\w+): ToolSpec", files["demo/src/tools.ts"], re.M) == methods


@pytest.mark.parametrize(
    ("arguments", "function", "schema"), [("as-declared", True, False), ("closed", True, True), ("as-schema", False, False)]
)
def test_openness_of_arguments(arguments: Any, function: bool, schema: bool) -> None:
    names = Names()
    given = bundle([tool("f", SEARCH, names), tool("s", SEARCH, names, closed=False)], names)
    text = _files(given, arguments=arguments, open_objects="index")[0]["demo/src/types.ts"]
    closed = [
        "[key: string]" not in re.search(rf"interface {name} {{.*?^}}", text, re.M | re.S)[0] for name in ("FArgs", "SArgs")
    ]  # type: ignore[index]
    assert closed == [function, schema]


TYPOS = """
import type { FArgs, FResult, SArgs } from "./types.ts";
export const right: FArgs = { to: { city: "Wien", country: "AT" } };
// @ts-expect-error: no such key
export const mistyped: FArgs = { to: { city: "Wien", contry: "AT" } };
// @ts-expect-error: no such argument
export const argument: SArgs = { to: { city: "Wien" }, too: 1 };
// @ts-expect-error: no such key
export const read = (result: FResult): unknown => result.ctiy;
export const tags: FArgs = { to: { city: "Wien" }, tags: { anything: "goes" } };
export const skus: FArgs = { to: { city: "Wien" }, skus: ["a"].map((sku) => sku + "!") };
"""


def test_mistyped_keys_do_not_compile_and_what_makes_arrays_does(tmp_path: Path) -> None:
    place = {"type": "object", "properties": {"city": {"type": "string"}, "country": {"type": "string"}}, "required": ["city"]}
    tags = {"type": "object", "additionalProperties": {"type": "string"}}
    skus = {"type": "array", "items": {"type": "string"}, "minItems": 1}
    schema = {"type": "object", "properties": {"to": place, "tags": tags, "skus": skus}, "required": ["to"]}
    names = Names()
    given = bundle([tool("f", schema, names, place), tool("s", schema, names, closed=False)], names)
    write(_files(given)[0], tmp_path)
    write({"demo/src/typos.ts": TYPOS}, tmp_path)
    assert compile_ts(tmp_path, "demo/src/index.ts", "demo/src/typos.ts") == ""


RUN_VALIDATORS = """
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { z } from "zod";
import { check } from "./demo/src/index.js";
import { schemas as standard } from "./demo/src/standard.js";
import { schemas as valibot } from "./demo/src/valibot.js";
import { schemas as zod } from "./demo/src/zod.js";
const cases = JSON.parse(readFileSync("cases.json", "utf-8"));
console.log(JSON.stringify(cases.map(([name, schema, value]) => [
  check(schema, value).length === 0,
  zod[name].safeParse(value).success,
  v.safeParse(valibot[name], value).success,
  standard[name]["~standard"].validate(value).issues === undefined,
  zod[name]["~standard"].validate(value).issues === undefined,
  Object.keys(schema).every((key) => key.startsWith("$") || key === "anyOf" || Object.hasOwn(z.toJSONSchema(zod[name]), key)),
])));
"""
USE_VALIDATORS = """
import type { StandardSchemaV1 } from "@standard-schema/spec";
import * as v from "valibot";
import { z } from "zod";
import { schemas as standard } from "./demo/src/standard.ts";
import { schemas as valibot } from "./demo/src/valibot.ts";
import { schemas as zod } from "./demo/src/zod.ts";
import type { SearchDocsArgs } from "./demo/src/types.ts";
export const a: StandardSchemaV1<{ query: string; limit?: number }, { query: string; limit: number }> = standard["search-docs"];
export const b: string = zod["search-docs"].parse({}).query;
export const c: v.InferOutput<(typeof valibot)["search-docs"]> = { query: "x" };
export const shape: z.ZodType<string> = zod["search-docs"].shape.query;
export const partial: { limit?: number } = zod["search-docs"].pick({ limit: true }).parse({});
export const limit: number | undefined = partial.limit;
export const entry: v.GenericSchema<string> = valibot["search-docs"].entries.query;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Flat<T> = { [Key in keyof T]: T[Key] };
export const same: Same<Flat<z.infer<(typeof zod)["search-docs"]>>, Flat<SearchDocsArgs>> = true;
// @ts-expect-error: no number
export const d: z.infer<(typeof zod)["search-docs"]> = { query: 1 };
"""


LIBRARIES = ("--skipLibCheck",)
"""The declarations of zod and valibot are theirs to check; what is generated for them is no declaration, and is checked."""


def test_validators_say_what_the_check_says(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(MODULES)
    names = Names()
    nasty = [tool(f"nasty_{name}", case.schema, names) for name, case in NASTY.items() if isinstance(case.schema, dict)]
    both = [*_cases(names).packages[0].servers[0].tools, *nasty]
    given = bundle(both, names)
    files, _ = _files(given, validators=("zod", "valibot", "standard-schema"))
    write(files, tmp_path / "sources")
    assert unformatted(tmp_path / "sources") == ""
    cases = [
        (name, case.schema, value, right)
        for name, case in CASES.items()
        if isinstance(case.schema, dict)
        for right, values in ((True, case.valid), (False, case.invalid))
        for value in values
    ]
    cases += [
        (f"nasty_{name}", NASTY[name].schema, value, kind == "valid")
        for name, value, kind in instances()
        if isinstance(NASTY[name].schema, dict)
    ]
    write({"cases.json": json.dumps([one[:3] for one in cases])}, tmp_path)
    said = _ran(files, RUN_VALIDATORS, tmp_path, *LIBRARIES)
    assert [(one, verdicts) for one, verdicts in zip(cases, said, strict=True) if set(verdicts[:5]) != {one[3]}] == []
    assert {one[0] for one, verdicts in zip(cases, said, strict=True) if not verdicts[5]} == set()


def test_validators_have_the_types_of_the_tools(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(MODULES)
    files, _ = _files(_shop(), validators=("standard-schema", "valibot", "zod"))
    write({**files, "use.ts": USE_VALIDATORS, "package.json": '{"type": "module"}'}, tmp_path)
    assert compile_ts(tmp_path, *LIBRARIES, "use.ts") == ""
    package = json.loads(files["demo/package.json"])
    assert package["peerDependencies"] == {"valibot": "^1.0.0", "zod": "^4.0.0"}
    assert {"./zod", "./valibot", "./standard"} <= set(package["exports"])


def _ran(files: dict[str, str], script: str, folder: Path, *flags: str) -> Any:
    write({**files, "package.json": '{"type": "module"}'}, folder)
    sources = [path for path in files if path.endswith(".ts")]
    assert compile_ts(folder, *flags, *sources, "--rootDir", ".", emit="built") == ""
    write({"built/run.mjs": script, "built/package.json": '{"type": "module"}'}, folder)
    command = ["node", "built/run.mjs"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("typescript.layout=sinlge", 'unknown value "sinlge"; did you mean "single"?'),
        ("typescript.layuot=single", 'unknown option of typescript "layuot"; did you mean "layout"?'),
        ("typscript.layout=single", 'did you mean "typescript"?'),
        ("typescript.validators=zod,vali", 'did you mean "valibot"?'),
        ("layout=single", "is not TARGET.KEY=VALUE"),
        ("python.models", "is not TARGET.KEY=VALUE"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(option: str, words: str, toolc: Any, write_shop: Any) -> None:
    outcome = toolc("generate", "shop.json", "--out", "out", "--option", option)
    assert outcome.status == 2
    assert words in " ".join(outcome.err.replace("│", " ").split())


def test_options_of_the_command_line_win_over_the_file(toolc: Any, write_shop: Path) -> None:
    write({"toolc.toml": '[options.typescript]\nlayout = "single"\nimport-extension = ".js"\n'}, write_shop)
    assert toolc("generate", "shop.json", "--target", "typescript", "--out", "out").status == 0
    assert (write_shop / "out/typescript/shop.ts").exists()
    option = "typescript.layout=per-tool"
    assert toolc("generate", "shop.json", "--target", "typescript", "--out", "out", "--option", option).status == 0
    assert not (write_shop / "out/typescript/shop.ts").exists()
    assert 'from "./connection.js"' in (write_shop / "out/typescript/shop/search.ts").read_text("utf-8")


@pytest.fixture
def write_shop(here: Path) -> Path:
    write({"shop.json": json.dumps({"tools": [{"name": "search", "inputSchema": SEARCH}]})}, here)
    return here
