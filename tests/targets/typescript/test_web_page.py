"""A developer of a web page calls tools in Python: one script in TypeScript, in a real browser and in Node, without an SDK.

The server has models in another module, enums, a discriminated union, a context with a lifespan, and images. What the script expects
of types the compiler asks (`@ts-expect-error` where it has to refuse), what it expects of calls is asked when it runs.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from support import compile_ts, write

from node import node_module

pytest.importorskip("mcp", reason="the server needs the MCP SDK")

BROWSER = os.environ.get("CHROMIUM") or next(
    (found for name in ("chromium", "chromium-browser", "google-chrome", "chrome") if (found := shutil.which(name))), None
)

MODELS = """
from enum import Enum, IntEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field


class Status(str, Enum):
    OPEN = "open"
    PAID = "paid"


class Priority(IntEnum):
    LOW = 1
    HIGH = 3


class Address(BaseModel):
    street: str
    city: str
    country: str = "AT"


class Line(BaseModel):
    sku: Annotated[str, Field(min_length=1)]
    quantity: Annotated[int, Field(ge=1)] = 1


class Card(BaseModel):
    kind: Literal["card"] = "card"
    token: str


class Invoice(BaseModel):
    kind: Literal["invoice"] = "invoice"
    billing: Address


Payment = Annotated[Card | Invoice, Field(discriminator="kind")]


class Order(BaseModel):
    id: str
    status: Status = Status.OPEN
    priority: Priority = Priority.LOW
    lines: list[Line]
    payment: Payment
    ship_to: Address | None = None


class Page(BaseModel):
    orders: list[Order]
    total: int = 0


class Health(BaseModel):
    started: bool
    version: str = "1"
"""

SERVER = '''
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated

from mcp.server.fastmcp import Context, FastMCP, Image
from pydantic import Field

from .models import Address, Health, Line, Order, Page, Payment, Priority, Status


@asynccontextmanager
async def lifespan(server: FastMCP) -> AsyncIterator[dict[str, bool]]:
    yield {"started": True}


mcp = FastMCP("warehouse", lifespan=lifespan)
ORDERS: list[Order] = []


@mcp.tool()
def place_order(
    lines: Annotated[list[Line], Field(min_length=1)],
    payment: Payment,
    ship_to: Address | None = None,
    priority: Priority = Priority.LOW,
) -> Order:
    """Place an order."""
    order = Order(id=f"o{len(ORDERS)}", lines=lines, payment=payment, ship_to=ship_to, priority=priority)
    ORDERS.append(order)
    return order


@mcp.tool()
def get_order(order_id: str) -> Order:
    """Get an order."""
    found = [order for order in ORDERS if order.id == order_id]
    if not found:
        raise ValueError(f"no order {order_id}")
    return found[0]


@mcp.tool()
def list_orders(status: Status | None = None, limit: Annotated[int, Field(le=100)] = 10) -> Page:
    """List orders."""
    found = [order for order in ORDERS if status in (None, order.status)]
    return Page(orders=found[:limit], total=len(found))


@mcp.tool()
def stock(skus: list[str]) -> dict[str, int]:
    """How many there are."""
    return {sku: len(sku) for sku in skus}


@mcp.tool()
def health(ctx: Context) -> Health:
    """Whether it is up."""
    return Health(started=ctx.request_context.lifespan_context["started"])


@mcp.tool()
async def count(steps: int, ctx: Context) -> int:
    """Count, step by step."""
    for step in range(steps):
        await ctx.report_progress(step + 1, steps)
    return steps


@mcp.tool()
def chart(n: int):
    """Draw a chart."""
    return [f"{n} orders", Image(data=b"\\x89PNG", format="png")]


@mcp.tool()
def note(text: str):
    """Take a note."""
    return text.upper()


def main() -> None:
    import uvicorn
    from starlette.staticfiles import StaticFiles

    app = mcp.streamable_http_app()
    app.mount("/", StaticFiles(directory=sys.argv[1]))
    uvicorn.run(app, host="127.0.0.1", port=0, log_level="info", access_log=False)


if __name__ == "__main__":
    main()
'''

SCRIPT = """
import {
  createClient,
  mcpHttpTransport,
  textOf,
  ToolError,
  type Card,
  type Line,
  type Order,
} from "@acme/warehouse-client";

const expect = (truth: boolean, what: unknown): void => {
  if (!truth) throw new Error(`not as expected: ${JSON.stringify(what)}`);
};

const caught = async (call: Promise<unknown>): Promise<ToolError> => {
  try {
    expect(false, await call);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error("never");
};

export async function run(url: string): Promise<string> {
  const client = createClient(mcpHttpTransport(url));

  // Plain arrays: what map gives is taken.
  const lines: Line[] = ["cup", "saucer"].map((sku) => ({ sku, quantity: 1 }));
  const card: Card = { kind: "card", token: "t" };
  const placed = await client.placeOrder({ lines, payment: card });

  // A tag is needed, and tells alternatives apart.
  // @ts-expect-error no tag
  const untagged = await caught(client.placeOrder({ lines, payment: { token: "t" } }));
  expect(untagged.code === "invalid_arguments" && untagged.message.includes("/payment/kind: is required"), untagged.message);
  const billing = { street: "1 Mill Lane", city: "Leeds" };
  const billed = await client.placeOrder({ lines, payment: { kind: "invoice", billing }, ship_to: billing, priority: 3 });
  const paid = (order: Order): string => (order.payment.kind === "invoice" ? order.payment.billing.city : order.payment.token);
  expect(paid(placed) === "t" && paid(billed) === "Leeds", billed);

  // Typos do not compile.
  // @ts-expect-error in an argument
  void (() => client.placeOrder({ lines, payment: card, ship_to: { street: "s", city: "c", contry: "AT" } }));
  // @ts-expect-error in a key
  void (() => client.listOrders({ limt: 3 }));
  // @ts-expect-error in what is read
  expect(billed.totl === undefined, billed);
  // @ts-expect-error further inside
  expect(billed.lines[0]?.qty === undefined, billed);

  // What has a default is there.
  const status: "open" | "paid" = billed.status;
  const country: string = billed.ship_to?.country ?? "";
  expect(status === "open" && country === "AT" && billed.priority === 3 && placed.ship_to === null, billed);

  // A model is one type wherever it comes back.
  const orders: readonly Order[] = [placed, await client.getOrder({ order_id: billed.id })];
  const page = await client.listOrders({ status: "open" });
  const total: number = page.total;
  expect(total >= 2 && orders.every(({ id }) => page.orders.some((order: Order) => order.id === id)), page);

  // Maps, limits, what a tool says when it fails, and what has gone wrong on the way.
  const stock: Readonly<Record<string, number>> = await client.stock({ skus: ["cup"] });
  expect(stock["cup"] === 3, stock);
  const refused = await caught(client.listOrders({ limit: 101 }));
  expect(refused.code === "invalid_arguments" && refused.message.includes("/limit: must be at most 100"), refused.message);
  const failed = await caught(client.getOrder({ order_id: "x" }));
  expect(failed.code === "tool_error" && failed.message.includes("no order x"), failed.message);
  const lost = await caught(createClient(mcpHttpTransport(`${url}/nowhere`)).health());
  expect(lost.code === "transport", lost);
  expect((await client.health()).started, "health");

  // Content is typed, and nothing of it is lost.
  const chart = await client.chart({ n: 2 });
  const images = chart.content.flatMap((block) => (block.type === "image" ? [block.mimeType + block.data] : []));
  expect(textOf(chart) === "2 orders" && images.join() === "image/pngiVBORw==", chart);
  expect(textOf(await client.note({ text: "done" })) === "DONE", "note");

  // Progress.
  const steps: number[] = [];
  expect((await client.count({ steps: 3 }, { onprogress: (one) => void steps.push(one.progress) })) === 3, steps);
  return `done ${steps.join(" ")}`;
}
"""

PAGE = """<!doctype html>
<title>Warehouse</title>
<script type="importmap">{"imports": {"@acme/warehouse-client": "/node_modules/@acme/warehouse-client/js/index.js"}}</script>
<script type="module">
import { run } from "/script.js";
run(new URL("/mcp", location.href).href).then((said) => (document.title = said), (error) => (document.title = `failed ${error}`));
</script>
"""

RUN = 'import { run } from "./script.js";\nconsole.log(await run(process.argv[2]));\n'

PYPROJECT = '[project]\nname = "warehouse"\nversion = "1.0.0"\nlicense = "MIT"\n'


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of a web page, in which the package is installed and the script compiled."""
    node_module("typescript/package.json")
    folder = tmp_path_factory.mktemp("web_page")
    files = {"pyproject.toml": PYPROJECT, "src/warehouse/__init__.py": "", "src/warehouse/models.py": MODELS}
    write({**files, "src/warehouse/server.py": SERVER}, folder / "warehouse")
    words = ["--option", "typescript.scope=@acme", "--option", "typescript.name={package}-client", "--out", "../clients"]
    command = [sys.executable, "-m", "toolc", "generate", ".", "--target", "typescript", *words]
    subprocess.run(command, cwd=folder / "warehouse", check=True, capture_output=True)
    site = folder / "site"
    write({"package.json": '{"type": "module"}', "script.ts": SCRIPT, "page.html": PAGE, "run.js": RUN}, site)
    npm = ["npm", "install", "--offline", "--no-audit", "--no-fund", "--install-links", "../clients/typescript/warehouse"]
    subprocess.run(npm, cwd=site, check=True, capture_output=True)
    assert compile_ts(site, "script.ts", emit=".") == ""
    return folder


@pytest.fixture(scope="module")
def origin(project: Path) -> Iterator[str]:
    """Where the server is, which has the page as well."""
    command = [sys.executable, "-W", "ignore", "-m", "warehouse.server", str(project / "site")]
    process = subprocess.Popen(command, cwd=project / "warehouse/src", stderr=subprocess.PIPE, text=True)
    said = ""
    assert process.stderr is not None
    try:
        for line in process.stderr:
            said += line
            if found := re.search(r"running on (http://[\d.]+:\d+)", line):
                yield found[1]
                return
        raise AssertionError(said)
    finally:
        process.kill()
        process.wait()


def test_all_tools_are_there(project: Path) -> None:
    listed = json.loads((project / "site/node_modules/@acme/warehouse-client/package.json").read_text("utf-8"))
    assert listed["name"] == "@acme/warehouse-client" and listed["version"] == "1.0.0"
    methods = re.findall(
        r"^  (\w+)\(", (project / "clients/typescript/warehouse/js/index.d.ts").read_text("utf-8"), re.MULTILINE
    )
    assert {"placeOrder", "getOrder", "listOrders", "stock", "health", "count", "chart", "note"} <= set(methods)


def test_in_node(project: Path, origin: str) -> None:
    command: Sequence[str] = ["node", "--no-warnings", "run.js", f"{origin}/mcp"]
    done = subprocess.run(command, cwd=project / "site", capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "done 1 2 3\n", done.stderr


@pytest.mark.skipif(BROWSER is None, reason="needs Chromium")
def test_in_a_browser(project: Path, origin: str) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        shown = browser.new_page()
        shown.goto(f"{origin}/page.html")
        shown.wait_for_function("document.title !== 'Warehouse'", timeout=60_000)
        assert shown.title() == "done 1 2 3"
        browser.close()
