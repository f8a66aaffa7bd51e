"""The front end of the example monorepo calls its tools: generated TypeScript, the clients of both MCP SDKs, real servers.

`orders` runs as the FastMCP server it is; `search` and `calendar` are served by `toolc serve`. What the services stand on (a
database, an index) is replaced by modules that answer. Over standard input and output, and over HTTP.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from node import MODULES, node_module

pytest.importorskip("mcp", reason="the servers need the MCP SDK")

ROOT = Path(__file__).resolve().parents[1]

ANSWERS = {
    "services/orders/src/orders/store.py": '''
from datetime import date, datetime

from shared_models import Order, OrderLine


class Orders:
    def get(self, number):
        if number == "FH-000000":
            raise LookupError("no order FH-000000")
        line = OrderLine(sku="FH-BOX", quantity=2)
        return Order(id=number, customer_id="C-9", status="open", placed_at=datetime(2026, 1, 2), lines=[line])

    def of(self, customer, status):
        assert status is not None and status.value == "open"
        return [self.get(f"FH-{index}") for index in (1, 2)]

    def totals(self, by, start, currency):
        assert (by, type(start), currency) == ("week", date, "GBP")
        return {"w1": 10.5, "w2": 3}

    def reserve(self, sku, quantity):
        return OrderLine(sku=sku, quantity=quantity)

    def place(self, customer, lines, payment, note):
        assert (payment.method, payment.due_days, note) == ("invoice", 30, "Shipped by Swift")
        return Order(id=f"new-{len(lines)}", customer_id=customer, status="open", placed_at=datetime(2026, 1, 2), lines=lines)


class Carrier:
    def quote(self, destination, parcels, express):
        assert (destination.country, parcels[0].weight_grams, express) == ("GB", 800, False)
        return {"carrier": "Swift", "price_pence": 499, "arrives_by": "Friday"}

    def track(self, number):
        return {"state": "lost", "claim_number": number[::-1]}


def tool(function):
    return function


orders, carrier = Orders(), Carrier()
''',
    "services/search/src/search/engine.py": '''
from types import SimpleNamespace


class Index:
    def search(self, query, category, filters):
        assert category is None and filters == {"colour": "green"}
        return [SimpleNamespace(sku="A", name=query, price=1)]

    def reviews(self, sku, stars, verified, languages):
        return [f"{sku} {stars} {verified}", *languages]


index = Index()
''',
    "services/calendar/src/scheduling/backend.py": '''
class Calendar:
    def add(self, title, start, minutes, visibility):
        return f"{title} for {minutes}, {visibility.value}"

    def move(self, event, to, scope):
        return f"{event} by {to!r} ({scope})"


class Reminders:
    def add(self, text, minutes, repeat):
        return f"{text} in {minutes}"


calendar, reminders = Calendar(), Reminders()


def register(function):
    return function
''',
    "desk.py": '''
from scheduling.events import create_event, registry
from scheduling.reminders import AGENT_TOOLS

TOOLS = [create_event, *AGENT_TOOLS]
''',
    "orders_http.py": '''
from orders import changes, lookup, mcp

mcp.settings.port = 0
mcp.settings.host = "127.0.0.1"
mcp.run(transport="streamable-http")
''',
}  # fmt: skip

RUN = """
import assert from "node:assert/strict";
import { buy, careful, dashboard, plan, whereIs } from "./frontend/src/main.js";
import * as clients from "./frontend/src/clients.js";

const { generation, transport, services } = JSON.parse(process.argv[2]);
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
  await client.connect(
    transport === "stdio"
      ? new sdk.StdioClientTransport({ ...services[name], stderr: "ignore" })
      : new sdk.StreamableHTTPClientTransport(new URL(services[name])),
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
for (const client of open) await client.close();
console.log("done");
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The monorepo with services that answer, its clients and front end as JavaScript in `built`."""
    compiler = node_module("typescript/bin/tsc")
    folder = tmp_path_factory.mktemp("company")
    shutil.copytree(ROOT / "fixtures/monorepo", folder, dirs_exist_ok=True)
    command = [sys.executable, "-m", "toolc", "generate", ".", "--target", "typescript", "--out", "gen"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    shutil.copytree(folder / "frontend", folder / "gen/frontend")
    for path, text in ANSWERS.items():
        (folder / path).write_text(text, "utf-8")
    options = ["--rewriteRelativeImportExtensions", "--noEmit", "false", "--outDir", "built"]
    done = subprocess.run(
        ["node", str(compiler), "-p", "gen/frontend", *options], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    (folder / "built/run.mjs").write_text(RUN, "utf-8")
    (folder / "built/package.json").write_text('{"type": "module"}', "utf-8")
    (folder / "node_modules").symlink_to(MODULES)
    return folder


def environment(folder: Path) -> dict[str, str]:
    sources = [str(path) for path in sorted(folder.glob("services/*/src"))]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*sources, str(folder / "libs/shared/src"), str(folder)])}


def commands(transport: str) -> dict[str, list[str]]:
    """How each service is started."""
    serve = [sys.executable, "-m", "toolc", "serve"]
    further = ["--transport", "http", "--port", "0"] if transport == "http" else []
    orders = [sys.executable, "-m", "orders"] if transport == "stdio" else [sys.executable, "orders_http.py"]
    return {"orders": orders, "search": [*serve, "search.products", *further], "calendar": [*serve, "desk.py", *further]}


@contextmanager
def listening(command: list[str], folder: Path) -> Iterator[str]:
    """The address at which a server that was started answers."""
    process = subprocess.Popen(command, cwd=folder, env=environment(folder), stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            if found := re.search(r"http://[\d.]+:\d+(/mcp)?", line):
                yield found.group() + ("" if found.group(1) else "/mcp")
                return
        pytest.fail(said)
    finally:
        process.kill()
        process.wait()


def test_over_stdio(built: Path) -> None:
    services = {
        name: {"command": words[0], "args": words[1:], "env": environment(built), "cwd": str(built)}
        for name, words in commands("stdio").items()
    }
    for generation in (1, 2):
        run(built, {"generation": generation, "transport": "stdio", "services": services})


def test_over_http(built: Path) -> None:
    with ExitStack() as stack:
        services = {name: stack.enter_context(listening(words, built)) for name, words in commands("http").items()}
        for generation in (1, 2):
            run(built, {"generation": generation, "transport": "http", "services": services})


def run(folder: Path, how: dict[str, Any]) -> None:
    done = subprocess.run(
        ["node", "built/run.mjs", json.dumps(how)], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == "done\n", done.stderr[-3000:]
