"""The transport that speaks MCP over HTTP by itself: to the servers of tests/mcp_servers.py, in Node."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support import compile_ts, write

from mcp_scenes import GOOD, REGION, playing
from mcp_servers import FRAMEWORKS, program, serving

RUN = """
import assert from "node:assert/strict";
import * as shop from "./src/index.js";

const [url, framework] = process.argv.slice(2);
const transport = shop.mcpHttpTransport(url, {
  onElicit: (question) => {
    assert.equal(question.message, "Which size?");
    assert.ok("size" in question.requestedSchema.properties);
    return { action: "accept", content: { size: "L" } };
  },
});
const client = shop.createClient(transport);

assert.deepEqual(await Promise.all([1, 2, 3].map((a) => client.add({ a }))), [3, 4, 5]);
assert.deepEqual(await client.getOrder({ id: "7" }), { id: "7", lines: [{ sku: "M\\u00fcsli \\u{1f95c}", quantity: 1 }] });

const picture = await client.picture({ name: "cup" });
assert.deepEqual(picture.content.map((block) => block.type), ["text", "image"]);
assert.equal(shop.textOf(picture), "a cup");
assert.deepEqual([picture.content[1].data, picture.content[1].mimeType], ["iVBORw==", "image/png"]);
assert.equal(shop.textOf(await client.callRaw("add", { a: 1 })), "3");

const told = [];
assert.equal(await client.steps({ count: 3 }, { onprogress: (one) => told.push([one.progress, one.total]) }), "done");
if (framework !== "sdk1-json") assert.deepEqual(told, [[1, 3], [2, 3], [3, 3]]);

assert.equal(await client.locate({ region: " K\u00f6ln " }), " K\u00f6ln ");
await assert.rejects(client.fail(), (error) => error.code === "tool_error" && /no luck|fail/.test(error.message));
await assert.rejects(client.add({ a: "x" }), (error) => error.code === "invalid_arguments");
await assert.rejects(client.wait({ seconds: 30 }, { timeout: 200 }), { name: "TimeoutError" });
const abort = new AbortController();
setTimeout(() => abort.abort(new Error("enough")), 100);
await assert.rejects(client.wait({ seconds: 30 }, { signal: abort.signal }), { message: "enough" });
if (framework !== "sdk1-json") {
  // Without sessions, before 2026-07-28, nothing tells a server that a call is given up.
  let stopped = 0;
  for (let tries = 0; stopped < 2 && tries < 50; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    stopped = await client.countStopped();
  }
  assert.equal(stopped, 2);
}
if (ASKING.includes(framework)) assert.equal(await client.orderShirt(), "L");

const prompt = await client.getPrompt("greet", { who: "Zo\u00eb" });
assert.deepEqual(prompt.messages.map((one) => [one.role, one.content.text]), [["user", "Zo\u00eb: warm"]]);
assert.equal((await client.getPrompt("greet", { who: "A", tone: "cold" })).messages[0].content.text, "A: cold");
assert.equal((await client.getPrompt("plain")).messages[0].content.text, "plain words");
await assert.rejects(client.getPrompt("gone"), (error) => error.code === "tool_error");
const [stock] = await client.readResource("shop://stock");
assert.deepEqual([stock.uri, stock.text], ["shop://stock", "12 pears"]);
const [item] = await client.readResource("shop://items/{id}/{part}", { id: 7, part: "left" });
assert.deepEqual([item.uri, atob(item.blob)], ["shop://items/7/left", "7, left"]);
await assert.rejects(client.readResource("shop://items/{id}/{part}", { id: 7 }), (error) => error.code === "invalid_arguments");
await assert.rejects(client.readResource("shop://gone"), (error) => error.code === "tool_error");
await transport.close();
assert.equal(await client.add({ a: 1, b: 1 }), 2);
await transport.close();

const nowhere = shop.createClient(shop.mcpHttpTransport(url.replace("/mcp", "/nothing")));
await assert.rejects(nowhere.add({ a: 1 }), (error) => error.code === "transport" && error.status === 404);
const closed = shop.createClient(shop.mcpHttpTransport("http://127.0.0.1:1/mcp"));
await assert.rejects(closed.add({ a: 1 }), (error) => error.code === "transport" && error.cause instanceof Error);
console.log("done");
"""

SCENES = """
import assert from "node:assert/strict";
import * as shop from "./src/index.js";

const { base, good, region } = JSON.parse(process.argv[2]);
const onElicit = () => ({ action: "accept", content: { size: "L" } });
const locate = (scene) => shop.createClient(shop.mcpHttpTransport(`${base}/${scene}`, { onElicit })).locate({ region });
for (const scene of good) assert.equal(await locate(scene), "here", scene);
for (const [scene, expected] of Object.entries({
  odd_kind: { code: "malformed" },
  refuses: { code: "tool_error", rpcCode: -32602, message: /no such region/, tool: "locate" },
  busy: { code: "transport", status: 503, retryAfter: 7 },
  breaks_off: { code: "transport", message: /ended before/ },
  unknown_version: { code: "transport", message: /speaks MCP 1999-01-01/ },
  forbidden: { code: "transport", status: 401, message: /who are you/ },
})) await assert.rejects(locate(scene), expected, scene);
console.log("done");
"""

ASKING = '["sdk1", "fastmcp2", "fastmcp3", "typescript1", "typescript2"]'
"""Where a tool may ask while it runs; since 2026-07-28 a server asks with a result, which tests of the protocol have."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client of the shop, compiled, beside the programs that call it."""
    folder = tmp_path_factory.mktemp("shop")
    (folder / "shop.py").write_text(program("fastmcp3"), "utf-8")
    command = [sys.executable, "-m", "toolc", "generate", "shop.py", "--target", "typescript", "--out", "gen"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    source = next((folder / "gen/typescript").glob("*/src"))
    assert compile_ts(source, "index.ts", emit=str(folder / "built/src")) == ""
    write({"built/run.mjs": RUN.replace("ASKING", ASKING), "built/package.json": '{"type": "module"}'}, folder)
    write({"built/scenes.mjs": SCENES}, folder)
    return folder / "built"


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_tools_of_a_real_server(client: Path, framework: str) -> None:
    with serving(framework) as url:
        done = subprocess.run(
            ["node", client / "run.mjs", url, framework], capture_output=True, text=True, timeout=60, check=False
        )
    assert done.stdout == "done\n", done.stderr


def test_scenes_of_the_protocol(client: Path) -> None:
    with playing() as base:
        given = json.dumps({"base": base, "good": GOOD, "region": REGION})
        done = subprocess.run(["node", client / "scenes.mjs", given], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "done\n", done.stderr
