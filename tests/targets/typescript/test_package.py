"""The package as a whole: its files, its findings, and its client at work."""

import subprocess
from pathlib import Path

from support import compile_ts, pages, render, write

from client_bundles import bundle, tool
from toolc.emit import Options, emit
from toolc.ir import Bundle, Package, Server
from toolc.schema.view.names import Names
from toolc.targets.typescript import TARGET

SEARCH = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "default": 10}, "__proto__": {"default": 1}},
    "required": ["query"],
    "additionalProperties": False,
}
TOTAL = {"type": "object", "properties": {"result": {"type": "integer"}}, "required": ["result"]}
NASTY = "*/ }`${x}\u2028@ts-nocheck\n@deprecated </script> \u202e\x00 // \\"


def test_the_same_bundle_gives_the_same_bytes() -> None:
    def once() -> dict[str, str]:
        names = Names()
        return render(bundle([tool("a", SEARCH, names, {"$ref": "#/$defs/M", "$defs": {"M": SEARCH}})], names))

    assert once() == once()
    assert all(text.endswith("\n") and not text.endswith("\n\n") and "\r" not in text for text in once().values())


def test_servers_that_share_the_name_of_a_tool_are_clients_of_their_own() -> None:
    names = Names()
    tools = [tool("a", SEARCH, names, line=1), tool("a", {"type": "object"}, names, line=2), tool("b", SEARCH, names, line=3)]
    servers = tuple(Server(name, "mcp", "mcp", tools=(one,)) for name, one in zip("xyz", tools, strict=True))
    files, said = emit(Bundle((Package("p", servers),)), [TARGET], Options())
    assert {file.path.split("/")[1] for file in files} == {"p-x", "p-y", "p-z"}
    assert [(one.code, one.span and one.span.line) for one in said] == [("TC504", 2)]
    apart = emit(Bundle((Package("p", (servers[0], servers[2])),)), [TARGET], Options())
    assert {file.path.split("/")[1] for file in apart[0]} == {"p"}


def test_packages_of_one_slug_get_folders_of_their_own() -> None:
    servers = bundle([tool("t", {"type": "object"}, Names())], Names()).packages[0].servers
    planned = pages(Bundle(tuple(Package(name, servers) for name in ("a b", "a-b", "../"))))
    folders = {page.path.split("/")[0] for page in planned}
    assert len({folder.casefold() for folder in folders}) == 3
    assert "a-b" in folders


def test_a_package_without_tools_is_no_package() -> None:
    assert pages(Bundle((Package("empty"),))) == []


def test_an_argument_without_values_is_required_and_never() -> None:
    names = Names()
    schema = {"type": "object", "properties": {"level": {"type": "string", "enum": [1, 2]}}, "required": ["level"]}
    files = render(bundle([tool("log", schema, names)], names))
    assert any("level: never;" in text for text in files.values())


def test_hostile_text_stays_text(tmp_path: Path) -> None:
    names = Names()
    schema = {
        "type": "object",
        "description": NASTY,
        "properties": {NASTY: {"type": "string", "description": NASTY, "default": NASTY, "pattern": NASTY, "format": NASTY},
                       "m": {"$ref": "#/$defs/M"}},
        "$defs": {"M": {"type": "object", "description": NASTY, "properties": {NASTY: {"const": NASTY}}}},
    }  # fmt: skip
    files = render(bundle([tool(NASTY, schema, names, description=NASTY)], names, NASTY))
    assert all(text.isascii() or not set("\u2028\u202e\x00") & set(text) for text in files.values())
    write(files, tmp_path)
    folder = next(iter(files)).split("/")[0]
    assert compile_ts(tmp_path, f"{folder}/src/index.ts") == ""


RUN = """
import assert from "node:assert/strict";
import * as p from "./src/index.js";
const answer = (text, more) => ({ content: [{ type: "text", text }], ...more });
const asked = [];
const client = p.createClient(p.mcpTransport({
  async callTool(params) {
    asked.push(params);
    if (params.name === "fail") return answer("no luck", { isError: true });
    return answer("{}", { structuredContent: { result: asked.length } });
  },
}));
assert.equal(await client.searchDocs({ query: "x" }), 1);
assert.equal(await client.call("search-docs", { query: "x" }), 2);
assert.deepEqual(asked[0], { name: "search-docs", arguments: { query: "x" } });
await assert.rejects(client.searchDocs({ query: 1 }), (e) => e instanceof p.ToolError && e.code === "invalid_arguments");
await assert.rejects(client.searchDocs({ query: "", limt: 3 }), /known keys: query, limit/);
await assert.rejects(client.fail(), (e) => e.code === "tool_error" && e.message === "no luck");
assert.equal(asked.length, 3);
assert.deepEqual(p.checkArgs("search-docs", { query: "" }), []);
const args = '{"query":"q"}';
for (const raw of [
  { id: "c", type: "function", function: { name: "search-docs", arguments: args } },
  { call_id: "c", type: "function_call", name: "search-docs", arguments: args },
  { id: "c", type: "tool_use", name: "search-docs", input: { query: "q" } },
  { id: "c", functionCall: { name: "search-docs", args: { query: "q" } } },
  { id: "c", method: "tools/call", params: { name: "search-docs", arguments: { query: "q" } } },
]) {
  const call = p.parseToolCall(raw);
  assert.equal(call.args.limit, 10);
  assert.equal(Object.getPrototypeOf(call.args), Object.prototype);
  assert.equal(Object.hasOwn(call.args, "__proto__"), true);
  const handlers = { "search-docs": (a, c) => a.limit + c, fail: () => 0 };
  assert.deepEqual(await p.dispatch(raw, handlers, 5), { name: "search-docs", id: "c", result: 15 });
}
for (const [raw, code] of [[1, "malformed"], [{}, "malformed"], [{ name: "toString" }, "unknown_tool"],
  [{ name: "fail", arguments: "{" }, "malformed"], [{ name: "search-docs" }, "invalid_arguments"]])
  assert.throws(() => p.parseToolCall(raw), (e) => e.code === code);
const local = p.createClient(p.localTransport({ "search-docs": (a) => a.limit }));
assert.equal(await local.searchDocs({ query: "" }), 10);
const odd = p.localTransport({ "search-docs": () => "no number" });
const ask = (check, args) => p.createClient(odd, check && { check }).searchDocs(args);
await assert.rejects(ask(undefined, { query: "" }), { code: "invalid_result" });
assert.equal(await ask("args", { query: "" }), "no number");
await assert.rejects(ask("args", { query: 1 }), { code: "invalid_arguments" });
assert.equal(await ask("off", { query: 1 }), "no number");
const fetch = async (url) => new Response(JSON.stringify(url.length));
const http = p.createClient(p.jsonPostTransport("http://x/", { fetch }));
assert.equal(await http.searchDocs({ query: "" }), "http://x/search-docs".length);
const never = p.createClient(p.localTransport({ fail: () => new Promise(() => {}) }));
await assert.rejects(never.fail({}, { timeout: 5 }), { name: "TimeoutError" });
const abort = new AbortController();
const waiting = never.fail({}, { signal: abort.signal, timeout: 60_000 });
abort.abort(new Error("enough"));
await assert.rejects(waiting, { message: "enough" });
await assert.rejects(never.fail({}, { signal: abort.signal }), { message: "enough" });
const seen = [];
const sdk1 = { callTool: async (params, schema = 0, options) => (seen.push(schema, options), { content: [] }) };
const sdk2 = { callTool: async (params, options) => (seen.push(options), { content: [] }) };
for (const sdk of [sdk1, sdk2]) await p.createClient(p.mcpTransport(sdk)).fail({}, { timeout: 9 });
assert.deepEqual([seen.length, seen[0], seen[1].timeout, seen[2].timeout], [3, 0, 9, 9]);
assert.ok(seen[1].signal instanceof AbortSignal && seen[2].signal instanceof AbortSignal);
console.log("done");
"""


def test_the_client_at_work(tmp_path: Path) -> None:
    names = Names()
    tools = [
        tool("search-docs", SEARCH, names, TOTAL, unwrap="result"),
        tool("fail", {"type": "object", "properties": {}}, names),
    ]
    write(render(bundle(tools, names)), tmp_path)
    assert compile_ts(tmp_path, "demo/src/index.ts", emit="built/src") == ""
    write({"built/run.mjs": RUN, "built/package.json": '{"type": "module"}'}, tmp_path)
    done = subprocess.run(["node", str(tmp_path / "built/run.mjs")], capture_output=True, text=True, check=False)
    assert done.stdout == "done\n", done.stderr
