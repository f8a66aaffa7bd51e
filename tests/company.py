"""The example monorepo at work: services that answer, and programs that are told where these are.

`orders` runs as the FastMCP server it is; `search` and `calendar` are served by `toolc serve`. What the services stand on (a
database, an index) is replaced by modules that answer. Services have the form in which clients of MCP configure servers.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from plain_service import answering
from warm_python import warm_python

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

RECEPTION = {
    "services/reception/pyproject.toml": '[project]\nname = "reception"\nversion = "1.0.0"\n',
    "services/reception/src/reception/__init__.py": '''
from mcp.server.fastmcp import FastMCP

server = FastMCP("reception", host="127.0.0.1", port=0)


@server.prompt()
def welcome(guest: str, tone: str = "warm") -> str:
    """Welcome a guest."""
    return f"{guest}: {tone}"


@server.prompt()
def closing() -> str:
    """Say that the house closes."""
    return "We close at six."


@server.resource("desk://hours")
def hours() -> str:
    return "9 to 18"


@server.resource("desk://rooms/{floor}/{name}")
def room(floor: str, name: str) -> bytes:
    return f"{floor} {name}".encode()
''',
    "services/reception/src/reception/__main__.py": '''
import sys

from reception import server

server.run(transport="streamable-http" if "http" in sys.argv else "stdio")
''',
}  # fmt: skip
"""A service with prompts and resources, and no tool; a client is made for it as for the others."""

Services = Mapping[str, Mapping[str, Any]]


class Program(Struct, frozen=True):
    """A program that calls the tools: started by `command`, beside the monorepo in `folder`."""

    folder: Path
    command: Sequence[str | Path]
    environment: Mapping[str, str] = os.environ

    def run(self, services: Services, **further: Any) -> None:
        """It is done, or it fails with what it says of its own. Its first argument is JSON: `services` by their names."""
        done = subprocess.run(
            [*self.command, json.dumps({**services, **further})],
            cwd=self.folder,
            env=dict(self.environment),
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        assert done.stdout.splitlines()[-1:] == ["done"], done.stderr[-3000:]


def monorepo(folder: Path, target: str, out: str) -> Path:
    """A copy of it with services that answer, and with its clients for a target in `out`."""
    shutil.copytree(ROOT / "fixtures/monorepo", folder, dirs_exist_ok=True)
    for path, text in RECEPTION.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    generate(folder, ".", target, out)
    for path, text in ANSWERS.items():
        (folder / path).write_text(text, "utf-8")
    return folder


def generate(folder: Path, source: str, target: str, out: str) -> None:
    command = [sys.executable, "-m", "toolc", "generate", source, "--target", target, "--out", out]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def over_stdio(folder: Path) -> Services:
    """The services, each to be started by who calls it."""
    own = {"env": _environment(folder), "cwd": str(folder)}
    return {name: {"command": words[0], "args": words[1:], **own} for name, words in _commands("stdio").items()}


@contextmanager
def over_http(folder: Path) -> Iterator[Services]:
    """The services, each started and at an address."""
    with ExitStack() as stack:
        yield {name: {"url": stack.enter_context(_listening(words, folder))} for name, words in _commands("http").items()}


NEWER = {
    "get_order": {"id": "FH-1", "customer_id": "C-9", "status": "refunded", "placed_at": "2026-01-02T03:04:05Z", "lines": []},
    "track_parcel": {"state": "eaten", "by": "dog"},
}
"""What tools of a newer server give back: a status and a state of parcels that clients do not know."""


@contextmanager
def over_plain_http() -> Iterator[Services]:
    """One service that is no server of MCP."""
    with answering() as url:
        yield {"plain": {"url": url, "newer": NEWER}}


def _environment(folder: Path) -> dict[str, str]:
    sources = [str(path) for path in sorted(folder.glob("services/*/src"))]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([*sources, str(folder / "libs/shared/src"), str(folder)])}


def _commands(transport: str) -> dict[str, list[str]]:
    """How each service is started."""
    warm = warm_python(sys.executable, "mcp.server.fastmcp", "uvicorn", "toolc.serve.app", "toolc.cli.guard")
    further = ["--transport", "http", "--port", "0"] if transport == "http" else []
    return {
        "orders": [warm, "-m", "orders"] if transport == "stdio" else [warm, "orders_http.py"],
        "search": [warm, "-m", "toolc", "serve", "search.products", *further],
        "calendar": [warm, "-m", "toolc", "serve", "desk.py", *further],
        "reception": [warm, "-m", "reception", transport],
    }


@contextmanager
def _listening(command: list[str], folder: Path) -> Iterator[str]:
    """The address at which a server that was started answers."""
    process = subprocess.Popen(command, cwd=folder, env=_environment(folder), stderr=subprocess.PIPE, text=True)
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
