"""The tree of functions: both compilers are content, names hold in both languages, results are read as they are sent."""

import asyncio
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from client_bundles import bundle, tool
from nasty import NASTY
from node import pyright, tsc
from small_bundles import HOSTILE, server
from small_bundles import bundle as of_servers
from toolc.config import CodeModeOptions, TargetOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle, Tool
from toolc.schema.view.names import Names
from toolc.targets.code_mode import TARGET

OBJECT: dict[str, Any] = {"type": "object", "properties": {}}
STRICT = {
    **dict.fromkeys(
        "strict noEmit exactOptionalPropertyTypes noUncheckedIndexedAccess noUnusedLocals noPropertyAccessFromIndexSignature "
        "erasableSyntaxOnly verbatimModuleSyntax allowImportingTsExtensions skipDefaultLibCheck".split(),
        True,
    ),
    "module": "nodenext",
    "target": "es2022",
    "lib": ["es2022"],
    "types": [],
}


def tree(given: Bundle, **asked: Any) -> dict[str, str]:
    """Return every file by its path below the target's folder."""
    files, _ = emit(given, [TARGET], Options(own=TargetOptions(code_mode=CodeModeOptions(**asked))))
    return {file.path.removeprefix("code-mode/"): file.text for file in files}


def write(files: Mapping[str, str], folder: Path) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8", newline="\n")


def nasty() -> Bundle:
    """Every schema that generators stumble over: as what tools take, as what they return, and as what they declare."""
    names = Names()
    tools = [tool(name, OBJECT, names, case.schema) for name, case in NASTY.items()]
    tools += [tool(f"to_{name}", case.schema, names) for name, case in NASTY.items() if isinstance(case.schema, dict)]
    said = [(name, case.schema) for name, case in NASTY.items() if isinstance(case.schema, dict)]
    tools += [tool(f"declared_{name}", OBJECT, names, declared_result=schema) for name, schema in said]
    return bundle(tools, names)


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    hostile = [one_tool(name, description=HOSTILE) for name in ODD]
    for given in (nasty(), of_servers(server(*hostile), package="odd")):
        write(tree(given), folder)
    return folder


ODD = (
    "delete", "import", "async", "None", "list", "tool", "_types", "__init__", "_runtime", "1st", "a-b", "a.b", "a/b", "con", "",
    "Search", "search", "é", "x" * 300, "NotRequired", "servers", "Promise",
)  # fmt: skip


def one_tool(name: str, result: Any = None, system: str = "mcp", **facts: Any) -> Tool:
    made = tool(name, {"type": "object", "properties": {"q": {"type": "string"}}}, Names(), result, **facts)
    return replace(made, system=system)


def test_typescript_is_clean_in_strict_mode(everything: Path) -> None:
    (everything / "tsconfig.json").write_text(json.dumps({"compilerOptions": STRICT, "include": ["servers"]}))
    assert tsc(everything, "-p", ".") == ""
    assert len(list(everything.glob("servers/demo/*.ts"))) > 2 * len(NASTY)


def test_python_is_clean_under_pyright(everything: Path) -> None:
    said = pyright(everything, "servers")
    assert [(Path(one["file"]).name, one["message"]) for one in said["generalDiagnostics"]] == []
    assert said["summary"]["filesAnalyzed"] > 2 * len(NASTY)


def test_every_python_file_is_imported(everything: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(everything))
    with forgotten():
        for path in sorted(everything.glob("servers/*/*.py")):
            importlib.import_module(".".join(path.relative_to(everything).with_suffix("").parts))


def test_the_index_knows_the_file_of_every_tool(everything: Path) -> None:
    index = json.loads((everything / "servers/odd/index.json").read_text("utf-8"))
    listed = [one["tool"] for one in index["tools"]]
    assert len(listed) == len(ODD) == len({one.casefold() for one in listed})
    for ending in ("ts", "py"):
        files = {path.stem for path in everything.glob(f"servers/odd/*.{ending}")}
        assert files - {"_types"} == {*listed}
    assert {"Search", "search2"} <= {*listed}  # the same file where letter case does not count


def test_a_language_may_be_left_out() -> None:
    only = tree(of_servers(server(one_tool("search"))), languages=("python",))
    assert [path for path in only if path.endswith((".ts", "package.json"))] == []
    assert "import { " not in only["servers/README.md"]


def test_servers_have_folders_of_their_own_and_files_in_common_once() -> None:
    files = tree(of_servers(server(one_tool("search"), name="a"), server(one_tool("search"), name="b")))
    assert {"servers/shop_a/search.ts", "servers/shop_b/search.ts", "servers/_runtime.ts"} <= {*files}


@pytest.mark.parametrize(
    ("hints", "effects", "caller"),
    [
        (None, ["unknown"], "approval"),
        ({"readOnlyHint": True, "openWorldHint": True}, ["read-only", "open-world"], "code"),
        ({"readOnlyHint": False}, ["destructive"], "approval"),
        ({"readOnlyHint": False, "destructiveHint": False, "idempotentHint": True}, ["additive", "idempotent"], "approval"),
        ({"title": "x"}, ["unknown"], "approval"),
    ],
)
def test_effects_are_the_hints_of_the_server(hints: Any, effects: list[str], caller: str) -> None:
    [row] = json.loads(tree(of_servers(server(one_tool("search", annotations=hints))))["servers/shop/index.json"])["tools"]
    assert (row["effects"], row["caller"]) == (effects, caller)


# --- reading answers ---------------------------------------------------------------------------------------------------


def text(*texts: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": one} for one in texts]}


TEXT, LIST = {"type": "string"}, {"type": "array", "items": {"type": "integer"}}
ITEM = {"title": "Item", "type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
IMAGE = {"type": "image", "data": "", "mimeType": "image/png"}

ANSWERS: list[tuple[str, dict[str, Any], dict[str, Any], Any]] = [
    ("structured content", {"result": ITEM}, {"structuredContent": {"id": "a"}, **text("x")}, {"id": "a"}),
    ("a wrapped result", {"result": OBJECT, "unwrap": "result"}, {"structuredContent": {"result": [1]}}, [1]),
    ("JSON in a text", {"result": ITEM}, text('{"id": "a"}'), {"id": "a"}),
    ("text that is not JSON", {}, text("a: b"), "a: b"),
    ("declared text that looks like a number", {"declared_result": TEXT}, text("12"), "12"),
    ("a declared list in blocks", {"declared_result": LIST}, text("1", "2"), [1, 2]),
    ("a declared list of texts", {"declared_result": {"type": "array", "items": TEXT}}, text("1"), ["1"]),
    ("an empty list", {"declared_result": LIST}, text(), []),
    ("a declared set in one block", {"declared_result": {**LIST, "uniqueItems": True}}, text("[1, 2]"), [1, 2]),
    ("an empty list of fastmcp", {"declared_result": LIST, "system": "fastmcp"}, text(), []),
    ("a list of fastmcp", {"declared_result": LIST, "system": "fastmcp"}, text("[1, 2]"), [1, 2]),
    ("null of a host without content", {"declared_result": LIST}, {"structuredContent": None}, None),
    ("a declared model", {"declared_result": ITEM}, text('{"id": "a"}'), {"id": "a"}),
    ("nothing", {"declared_result": {"type": "null"}}, text(), None),
    ("what is no text", {}, {"content": [IMAGE]}, [IMAGE]),
]


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tool for each answer."""
    folder = tmp_path_factory.mktemp("readers")
    tools = [one_tool(f"t{at}", **facts) for at, (_, facts, _, _) in enumerate(ANSWERS)]
    write(tree(of_servers(server(*tools))), folder)
    return folder


@contextmanager
def forgotten() -> Iterator[None]:
    """Forget the modules of a tree afterwards."""
    try:
        yield
    finally:
        for name in [one for one in sys.modules if one.partition(".")[0] == "servers"]:
            del sys.modules[name]


def test_answers_are_read_in_python(readers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(readers))
    with forgotten():
        runtime = importlib.import_module("servers._runtime")
        first = importlib.import_module("servers.shop.t0").t0
        with pytest.raises(runtime.ToolError, match="No host is connected"):
            asyncio.run(first())

        async def answer(folder: str, name: str, args: dict[str, Any]) -> Any:
            assert (folder, args) == ("shop", {"q": "x"})
            return ANSWERS[int(name[1:])][2]

        runtime.connect(answer)
        for at, (what, _, _, wanted) in enumerate(ANSWERS):
            call = getattr(importlib.import_module(f"servers.shop.t{at}"), f"t{at}")
            assert asyncio.run(call(q="x")) == wanted, what

        async def fail(*_: Any) -> Any:
            return {"isError": True, **text("no such thing")}

        runtime.connect(fail)
        with pytest.raises(runtime.ToolError, match="no such thing"):
            asyncio.run(first())


RUN = """
import assert from "node:assert/strict";
import { connect, ToolError } from "./built/_runtime.js";
const { answers, wanted } = JSON.parse(process.argv[2]);
const tools = [];
for (const at of answers.keys()) tools.push((await import(`./built/shop/t${at}.js`))[`t${at}`]);
await assert.rejects(tools[0]({}), /No host is connected/);
connect(async (folder, name, args) => {
  assert.deepEqual([folder, args], ["shop", { q: "x" }]);
  return answers[Number(name.slice(1))];
});
for (const [at, tool] of tools.entries()) assert.deepEqual(await tool({ q: "x" }), wanted[at], String(at));
connect(async () => ({ isError: true, content: [{ type: "text", text: "no such thing" }] }));
await assert.rejects(tools[0]({}), (error) => error instanceof ToolError && error.message === "no such thing");
console.log("done");
"""


def test_answers_are_read_in_typescript(readers: Path) -> None:
    options = {**STRICT, "noEmit": False, "outDir": "built", "rewriteRelativeImportExtensions": True, "rootDir": "servers"}
    (readers / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["servers"]}))
    assert tsc(readers, "-p", ".") == ""
    (readers / "built/package.json").write_text('{"type": "module"}')
    (readers / "run.mjs").write_text(RUN)
    given = json.dumps({"answers": [one[2] for one in ANSWERS], "wanted": [one[3] for one in ANSWERS]})
    ran = subprocess.run(["node", "run.mjs", given], cwd=readers, capture_output=True, text=True, check=False)
    assert ran.stdout == "done\n", ran.stderr


# --- results that functions declare ------------------------------------------------------------------------------------


def test_a_model_that_servers_know_is_the_declared_one_where_both_are_alike() -> None:
    names = Names()
    takes = {"type": "object", "properties": {"item": {"$ref": "#/$defs/Item"}}, "$defs": {"Item": ITEM}}
    other = {**ITEM, "properties": {**ITEM["properties"], "price": {"type": "number"}}}
    tools = [tool("buy", takes, names, declared_result=ITEM), tool("find", OBJECT, names, declared_result=other)]
    files = tree(bundle(tools, names))
    assert "tool<BuyArgs, Item>" in files["servers/demo/buy.ts"]
    assert "tool<Record<string, never>, Item2>" in files["servers/demo/find.ts"]
    assert "_types" not in files["servers/demo/buy.ts"]
    for path in ("servers/demo/buy.ts", "servers/demo/find.py"):
        assert "eclared, not enforced." in files[path]


NUMBERS, NULL = {"type": "integer"}, {"type": "null"}


@pytest.mark.parametrize(
    ("declared", "systems"),
    [
        ({"anyOf": [NUMBERS, TEXT]}, ("mcp", "fastmcp", "langchain")),
        ({"anyOf": [LIST, NULL]}, ("mcp", "fastmcp")),
        ({"type": "array", "items": LIST}, ("mcp",)),
        ({"type": "array", "items": {"anyOf": [NUMBERS, NULL]}}, ("mcp",)),
        ({"type": "array", "items": {"anyOf": [NUMBERS, TEXT]}}, ("mcp",)),
        ({"type": "array", "prefixItems": [NUMBERS, TEXT], "minItems": 2, "maxItems": 2}, ("mcp",)),
    ],
)
def test_a_result_is_unknown_where_two_values_are_sent_alike(declared: Any, systems: tuple[str, ...]) -> None:
    for system in ("mcp", "fastmcp", "langchain"):
        files = tree(of_servers(server(one_tool("count", declared_result=declared, system=system))))
        unknown = "tool<CountArgs, unknown>" in files["servers/shop/count.ts"]
        assert unknown == (system in systems), system
        assert ("eclared" in files["servers/shop/count.py"]) == (not unknown), system


def test_what_is_reported_wins_over_what_is_declared() -> None:
    files = tree(of_servers(server(one_tool("count", OBJECT, declared_result=TEXT))))
    assert "eclared" not in files["servers/shop/count.ts"]
