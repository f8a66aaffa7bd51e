"""A program in Python calls the tools of the example monorepo: generated clients, synchronous and asynchronous, over the
official MCP client and httpx, to real servers. mypy and pyright check that program with the generated modules.

The servers are those of tests/company.py.
"""

import os
import shutil
import subprocess
import sys

import pytest

from company import Program, monorepo, over_http, over_plain_http, over_stdio
from making import MYPY_CACHE, making
from node import pyright

pytest.importorskip("mcp", reason="the servers need the MCP SDK")


PROGRAM = """\
import asyncio
import json
import sys
from contextlib import AsyncExitStack
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client

from tools import calendar_client as calendar, orders_client as orders, reception_client as reception, search_client as search

Service = dict[str, Any]


async def connected(stack: AsyncExitStack, service: Service) -> ClientSession:
    if "url" in service:
        read, write, _ = await stack.enter_async_context(streamablehttp_client(service["url"]))
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
    assert calendar.text_of(moved) == "e1 by 30 (series)"
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


async def ask(desk: reception.AsyncClient) -> None:
    welcome = await desk.welcome_prompt(guest="Ann", tone="brisk")
    assert welcome["messages"][0]["content"].get("text") == "Ann: brisk"
    assert (await desk.closing_prompt())["messages"][0]["role"] == "user"
    assert (await desk.hours_resource())["contents"][0].get("text") == "9 to 18"
    room = (await desk.room_resource(floor="2", name="a b"))["contents"][0]
    assert (room["uri"], "blob" in room) == ("desk://rooms/2/a%20b", True)


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


async def over_mcp(services: dict[str, Service]) -> None:
    async with AsyncExitStack() as stack:
        shop = orders.McpTransport(await connected(stack, services["orders"]))
        catalogue = search.McpTransport(await connected(stack, services["search"]))
        diary = calendar.McpTransport(await connected(stack, services["calendar"]))
        desk = reception.McpTransport(await connected(stack, services["reception"]))
        await ask(reception.AsyncClient(desk))
        await asynchronous(orders.AsyncClient(shop), search.AsyncClient(catalogue), calendar.AsyncClient(diary))
        blocking = orders.BlockingTransport(shop, asyncio.get_running_loop(), timeout=60)
        await asyncio.to_thread(synchronous, orders.Client(blocking))


async def over_httpx(url: str) -> None:
    client = orders.AsyncClient(orders.AsyncJsonPostTransport(url))
    assert await client.track_parcel(tracking_number="12345678") == {"state": "lost", "claim_number": "1"}
    await asyncio.to_thread(over_blocking_httpx, orders.Client(orders.JsonPostTransport(url)))


def over_blocking_httpx(client: orders.Client) -> None:
    assert client.track_parcel(tracking_number="12345678") == {"state": "lost", "claim_number": "1"}
    try:
        client.get_order(order_id="FH-000001")
    except orders.ToolError as error:
        assert (error.code, error.status) == ("transport", 404), error.code
    else:
        raise AssertionError


if __name__ == "__main__":
    given: dict[str, Service] = json.loads(sys.argv[1])
    asyncio.run(over_httpx(given["plain"]["url"]) if "plain" in given else over_mcp(given))
    print("done")
"""


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """The program, with its Python clients in the package `tools`."""
    folder = monorepo(tmp_path_factory.mktemp("company"), "python", "gen")
    caller = folder / "caller"
    shutil.move(folder / "gen/python", caller / "tools")
    (caller / "tools/__init__.py").write_text("", "utf-8")
    (caller / "program.py").write_text(PROGRAM, "utf-8")
    return Program(folder, [sys.executable, caller / "program.py"], {**os.environ, "PYTHONPATH": ""})


def test_over_stdio(company: Program) -> None:
    company.run(over_stdio(company.folder))


def test_over_http(company: Program) -> None:
    with over_http(company.folder) as services:
        company.run(services)


def test_over_httpx(company: Program) -> None:
    with over_plain_http() as services:
        company.run(services)


def test_mypy_accepts_the_program_and_the_modules(company: Program) -> None:
    options = ["--strict", "--config-file=", f"--cache-dir={MYPY_CACHE}"]
    command = [sys.executable, "-m", "mypy", *options, "program.py", "tools"]
    with making(MYPY_CACHE):
        done = subprocess.run(command, cwd=company.folder / "caller", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_pyright_accepts_the_program_and_the_modules(company: Program) -> None:
    assert pyright(company.folder / "caller", "program.py", "tools")["generalDiagnostics"] == []
