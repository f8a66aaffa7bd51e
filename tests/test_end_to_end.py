"""The front end of the example monorepo calls its tools: generated TypeScript, the clients of both MCP SDKs, real servers.

The servers are those of tests/company.py. Over standard input and output, and over HTTP.
"""

import shutil

import pytest

from company import Program, monorepo, over_http, over_stdio
from node import MODULES, tsc

pytest.importorskip("mcp", reason="the servers need the MCP SDK")

RUN = """
import assert from "node:assert/strict";
import { buy, careful, dashboard, plan, whereIs } from "./frontend/src/main.js";
import * as called from "./frontend/src/clients.js";
import * as reception from "../gen/typescript/reception/js/index.js";

const clients = { ...called, reception };

const { generation, ...services } = JSON.parse(process.argv[2]);
const sdk = generation === 1
  ? {
      ...(await import("@modelcontextprotocol/sdk/client/index.js")),
      ...(await import("@modelcontextprotocol/sdk/client/stdio.js")),
      ...(await import("@modelcontextprotocol/sdk/client/streamableHttp.js")),
    }
  : { ...(await import("@modelcontextprotocol/client")), ...(await import("@modelcontextprotocol/client/stdio")) };

const open = [];
async function connected(name) {
  const client = new sdk.Client({ name: "front end", version: "1" });
  const service = services[name];
  await client.connect(
    service.url === undefined
      ? new sdk.StdioClientTransport({ ...service, stderr: "ignore" })
      : new sdk.StreamableHTTPClientTransport(new URL(service.url)),
  );
  open.push(client);
  return clients[name].createClient(clients[name].mcpTransport(client));
}

const all = { shop: await connected("orders"), catalogue: await connected("search"), diary: await connected("calendar") };
assert.equal(
  await dashboard(all, "C-9"),
  "FH-1 (1 lines, open)\\nFH-2 (1 lines, open)\\nw1: 10.50\\nw2: 3.00",
);
assert.equal(await whereIs(all, "12345678"), "Lost; claim 87654321");
assert.equal(await buy(all, "C-9", "FH-LID"), "new-2");
assert.deepEqual(await plan(all, "box"), [
  "A\\tbox\\t1",
  "FH-BOX 1 False\\n\\nen\\n\\nfr",
  "Stock check for 30, company with ",
  "e1 by 30 (series)",
  "Count the boxes in 45",
]);
assert.equal(await careful(all, { order_id: "FH-000007" }), "C-9");
assert.match(await careful(all, { order_id: "FH-000000" }), /no order FH-000000/);
assert.match(await careful(all, { orderid: "FH-000007" }), /order_id/);
await assert.rejects(all.shop.orderTotals({ currency: "POUND" }), (error) => error.code === "invalid_arguments");
await assert.rejects(all.catalogue.call("catalog_reviews", { sku: "x", min_stars: 9 }), /Stars go from 1 to 5/);
const desk = await connected("reception");
assert.equal((await desk.getPrompt("welcome", { guest: "Ann", tone: "brisk" })).messages[0].content.text, "Ann: brisk");
assert.equal((await desk.getPrompt("closing")).messages[0].content.text, "We close at six.");
assert.equal((await desk.readResource("desk://hours"))[0].text, "9 to 18");
const [room] = await desk.readResource("desk://rooms/{floor}/{name}", { floor: 2, name: "a b" });
assert.deepEqual([room.uri, typeof room.blob], ["desk://rooms/2/a%20b", "string"]);
for (const client of open) await client.close();
console.log("done");
"""


@pytest.fixture(scope="module")
def front_end(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The front end and its clients as JavaScript."""
    folder = monorepo(tmp_path_factory.mktemp("company"), "typescript", "gen")
    shutil.copytree(folder / "frontend", folder / "gen/frontend")
    options = ["--skipDefaultLibCheck", "--rewriteRelativeImportExtensions", "--noEmit", "false", "--outDir", "built"]
    assert tsc(folder, "-p", "gen/frontend", *options) == ""
    (folder / "built/run.mjs").write_text(RUN, "utf-8")
    (folder / "built/package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "node_modules").symlink_to(MODULES)
    return Program(folder, ["node", "built/run.mjs"])


@pytest.mark.parametrize("generation", [1, 2])
def test_over_stdio(front_end: Program, generation: int) -> None:
    front_end.run(over_stdio(front_end.folder), generation=generation)


@pytest.mark.parametrize("generation", [1, 2])
def test_over_http(front_end: Program, generation: int) -> None:
    with over_http(front_end.folder) as services:
        front_end.run(services, generation=generation)
