"""A program in Python calls the tools of the example monorepo: generated clients, synchronous and asynchronous, over the
official MCP client and httpx, to real servers. mypy and pyright check that program with the generated modules.

The servers are those of tests/test_end_to_end.py: a plain FastMCP server, and `toolc serve`.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from making import MYPY_CACHE
from node import node_module
from test_end_to_end import ANSWERS, commands, environment, listening

pytest.importorskip("mcp", reason="the servers need the MCP SDK")

ROOT = Path(__file__).resolve().parents[1]

PROGRAM = """\
import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client

from tools import calendar, orders, search

Service = dict[str, Any] | str


async def connected(stack: AsyncExitStack, service: Service) -> ClientSession:
    if isinstance(service, str):
        read, write, _ = await stack.enter_async_context(streamablehttp_client(service))
    else:
        read, write = await stack.enter_async_context(stdio_client(StdioServerParameters(**service)))
    session = await stack.enter_async_context(ClientSession(read, write))
    await session.initialize()
    return session


async def asynchronous(shop: orders.AsyncClient, catalogue: search.AsyncClient, diary: calendar.AsyncClient) -> None:
    listed = await shop.list_orders(customer_id="C-9", status="open", limit=5)
    assert [order["id"] for order in listed] == ["FH-1", "FH-2"]
    assert await shop.order_totals(by="week") == {"w1": 10.5, "w2": 3}
    tracking = await shop.track_parcel(tracking_number="12345678")
    assert tracking["state"] == "lost" and tracking["claim_number"] == "87654321"
    found = await catalogue.search_products(query="box", filters={"colour": "green"}, limit=3)
    assert "box" in str(found)
    await catalogue.call("catalog_reviews", {"sku": "FH-BOX", "languages": ["en", "fr"]})
    moved = await diary.move_event(event_id="e1", to=30, scope="series")
    assert moved == "e1 by 30 (series)"
    try:
        await shop.get_order(order_id="FH-000000")
    except orders.ToolError as error:
        assert (error.code, error.tool) == ("tool_error", "get_order") and "no order FH-000000" in str(error)
    else:
        raise AssertionError
    try:
        await catalogue.call("catalog_reviews", {"sku": "x", "min_stars": 9})
    except search.ToolError as error:
        assert "Stars go from 1 to 5" in str(error)
    else:
        raise AssertionError


def synchronous(shop: orders.Client) -> None:
    quote = shop.quote_shipping(
        destination={"street": "1 Mill Lane", "city": "Leeds", "postcode": "LS1 4AP"},
        parcels=[{"weight_grams": 800, "length_mm": 300, "width_mm": 200, "height_mm": 80}],
    )
    order = shop.place_order(
        customer_id="C-9",
        lines=[{"sku": "FH-LID", "quantity": 2}, {"sku": "FH-BOX", "gift_wrap": True}],
        payment={"method": "invoice", "due_days": 30},
        note=f"Shipped by {quote['carrier']}",
    )
    assert order["id"] == "new-2"
    assert shop.call("get_order", {"order_id": "FH-000007"})["customer_id"] == "C-9"
    assert [one.path for one in orders.check_args("get_order", {"orderid": "FH-000007"})] == ["/order_id"]
    try:
        shop.order_totals(currency="POUND")
    except orders.ToolError as error:
        assert error.code == "invalid_arguments"
    else:
        raise AssertionError
    raw = {"type": "tool_use", "id": "c1", "name": "get_order", "input": {"order_id": "FH-000007"}}
    call = orders.parse_tool_call(raw)
    assert call.name == "get_order" and call.args["order_id"] == "FH-000007"


async def main() -> None:
    services: dict[str, Service] = json.loads(sys.argv[1])
    async with AsyncExitStack() as stack:
        shop = orders.McpTransport(await connected(stack, services["orders"]))
        catalogue = search.McpTransport(await connected(stack, services["search"]))
        diary = calendar.McpTransport(await connected(stack, services["calendar"]))
        await asynchronous(orders.AsyncClient(shop), search.AsyncClient(catalogue), calendar.AsyncClient(diary))
        blocking = orders.BlockingTransport(shop, asyncio.get_running_loop(), timeout=60)
        await asyncio.to_thread(synchronous, orders.Client(blocking))
    print("done")


if __name__ == "__main__":
    asyncio.run(main())
"""

OVER_HTTPX = """\
import asyncio
import sys

from tools import orders


async def main() -> None:
    client = orders.AsyncClient(orders.AsyncHttpTransport(sys.argv[1]))
    assert await client.track_parcel(tracking_number="12345678") == {"state": "lost", "claim_number": "1"}


client = orders.Client(orders.HttpTransport(sys.argv[1]))
assert client.track_parcel(tracking_number="12345678") == {"state": "lost", "claim_number": "1"}
try:
    client.get_order(order_id="FH-000001")
except orders.ToolError as error:
    assert error.code == "tool_error", error.code
else:
    raise AssertionError
asyncio.run(main())
print("done")
"""


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The monorepo with services that answer, its Python clients in the package `tools`, and the program."""
    folder = tmp_path_factory.mktemp("company")
    shutil.copytree(ROOT / "fixtures/monorepo", folder, dirs_exist_ok=True)
    command = [sys.executable, "-m", "toolc", "generate", ".", "--target", "python", "--out", "gen"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    shutil.move(folder / "gen/python", folder / "caller/tools")
    for path, text in ANSWERS.items():
        (folder / path).write_text(text, "utf-8")
    files = {"tools/__init__.py": "", "program.py": PROGRAM, "over_httpx.py": OVER_HTTPX}
    for path, text in files.items():
        (folder / "caller" / path).write_text(text, "utf-8")
    return folder


def test_over_stdio(company: Path) -> None:
    services = {
        name: {"command": words[0], "args": words[1:], "env": environment(company), "cwd": str(company)}
        for name, words in commands("stdio").items()
    }
    run(company, "program.py", json.dumps(services))


def test_over_http(company: Path) -> None:
    with ExitStack() as stack:
        services = {name: stack.enter_context(listening(words, company)) for name, words in commands("http").items()}
        run(company, "program.py", json.dumps(services))


class Answering(BaseHTTPRequestHandler):
    """A service that takes the arguments of a tool by POST, as `HttpTransport` sends them."""

    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        assert isinstance(json.loads(self.rfile.read(length)), dict)
        right = self.path == "/tools/track_parcel"
        body = json.dumps({"state": "lost", "claim_number": "1"} if right else {"error": "closed"}).encode()
        self.send_response(200 if right else 500)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: Any) -> None:
        """Nothing is logged."""


@pytest.fixture
def service() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/tools"
    server.shutdown()
    server.server_close()


def test_over_httpx(company: Path, service: str) -> None:
    run(company, "over_httpx.py", service)


def test_mypy_accepts_the_program_and_the_modules(company: Path) -> None:
    options = ["--strict", "--config-file=", f"--cache-dir={MYPY_CACHE}"]
    command = [sys.executable, "-m", "mypy", *options, "program.py", "over_httpx.py", "tools"]
    done = subprocess.run(command, cwd=company / "caller", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_pyright_accepts_the_program_and_the_modules(company: Path) -> None:
    command = [
        "node",
        str(node_module("pyright/index.js")),
        "--pythonpath",
        sys.executable,
        "program.py",
        "over_httpx.py",
        "tools",
    ]
    done = subprocess.run(command, cwd=company / "caller", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def run(company: Path, program: str, argument: str) -> None:
    done = subprocess.run(
        [sys.executable, program, argument],
        cwd=company / "caller",
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == "done\n", done.stderr[-3000:]
