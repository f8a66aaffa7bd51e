"""`make bench`: what a typed call costs that gives 1,000 orders, beside the usual reader of the language.

python tests/bench/typed_calls.py [rounds [languages]]

Clients in six languages are generated from one server, and called through a transport that reads the text of the answer. The usual
reader gives a tree: `json.loads`, `JSON.parse`, `serde_json::Value`, Jackson's `readTree`, Kotlin's `parseToJsonElement`; in Go
it is `json.Unmarshal` into structs. All measures of a language are of one process, in turns: medians of CPU time, so that others may
use the machine (in Go and Node of the process, that is with collecting garbage; else of the thread). What counts are the ratios.
The goal: at most twice the reader with `check = "args"`, at most four times with `"full"`. In Python and TypeScript, results are
checked by their types with `"types"`, elsewhere with `"args"`: there is no reading without their types. *By hand*: the server's own
models of pydantic read what `json.loads` gives, which is the least that models cost.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from compiled_calls import LANGUAGES, Measured

SERVER = '''
from datetime import datetime
from enum import Enum
from typing import Annotated, Literal
from uuid import UUID

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field

mcp = FastMCP("shop")


class Status(str, Enum):
    OPEN = "open"
    PAID = "paid"


class Address(BaseModel):
    street: str
    zip_code: Annotated[str, Field(pattern="^[0-9A-Z -]{3,10}$")]
    country: str = "AT"


class Line(BaseModel):
    sku: Annotated[str, Field(min_length=1, max_length=40)]
    quantity: Annotated[int, Field(ge=1, le=1000)] = 1
    price: float


class Card(BaseModel):
    kind: Literal["card"] = "card"
    token: str


class Invoice(BaseModel):
    kind: Literal["invoice"] = "invoice"
    due_days: int = 30


class Order(BaseModel):
    id: UUID
    status: Status = Status.OPEN
    placed_at: datetime
    note: str | None = None
    ship_to: Address | None = None
    lines: list[Line]
    payment: Annotated[Card | Invoice, Field(discriminator="kind")]
    tags: list[str] = []


class Page(BaseModel):
    orders: list[Order]
    total: int = 0


@mcp.tool()
def list_orders(limit: int = 10) -> Page:
    """List orders."""
    raise NotImplementedError
'''

PYTHON = """
import json, statistics, sys, time
from functools import partial
sys.path.insert(0, sys.argv[2])
import shop_client as shop

text = open("answer.json").read()

class Answers:
    def call(self, tool, args):
        return {"content": [], "structuredContent": json.loads(text)}

ways = {"reader": lambda: json.loads(text)}
for check in ("off", "args", "types", "full"):
    ways[check] = partial(shop.Client(Answers(), check=check).call, "list_orders", {})
if len(sys.argv) > 3:
    from shop import Page

    ways["by hand"] = lambda: Page.model_validate(json.loads(text))
taken = {name: [] for name in ways}
for _ in range(int(sys.argv[1]) + 1):
    for name, way in ways.items():
        start = time.thread_time()
        way()
        taken[name].append(time.thread_time() - start)
print(json.dumps({name: statistics.median(times[1:]) for name, times in taken.items()}))
"""

NODE = """
import { readFileSync } from "node:fs";
import { createClient } from "./gen/typescript/typescript/shop/js/index.js";

const text = readFileSync("answer.json", "utf8");
const transport = { call: async () => ({ content: [], structuredContent: JSON.parse(text) }) };
const ways = { reader: async () => JSON.parse(text) };
for (const check of ["off", "args", "types", "full"]) ways[check] = () => createClient(transport, { check }).listOrders();
const taken = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let round = 0; round < 5 + Number(process.argv[2]); round += 1) {
  for (const [name, way] of Object.entries(ways)) {
    const start = process.cpuUsage();
    await way();
    const { user, system } = process.cpuUsage(start);
    taken[name].push((user + system) / 1e6);
  }
}
const median = (times) => times.slice(5).sort((a, b) => a - b)[Math.floor((times.length - 5) / 2)];
console.log(JSON.stringify(Object.fromEntries(Object.entries(taken).map(([name, times]) => [name, median(times)]))));
"""


def orders() -> list[dict[str, Any]]:
    """Orders as a server sends them."""
    return [
        {
            "id": f"3fa85f64-5717-4562-b3fc-{at:012d}",
            "status": "paid" if at % 3 else "open",
            "placed_at": "2026-01-02T03:04:05Z",
            "note": None if at % 2 else "Leave it at the door",
            "ship_to": {"street": f"{at} Mill Lane", "zip_code": "LS1 4AP", "country": "GB"} if at % 5 else None,
            "lines": [{"sku": f"FH-{line}", "quantity": line + 1, "price": 9.5 + line} for line in range(3)],
            "payment": {"kind": "card", "token": "t"} if at % 2 else {"kind": "invoice", "due_days": 30},
            "tags": ["new", "gift"],
        }
        for at in range(1000)
    ]


def python(folder: Path, rounds: int) -> Measured:
    _generate(folder, "python")
    return _printed([sys.executable, "bench.py", str(rounds), "gen/python/python"], folder)


def pydantic(folder: Path, rounds: int) -> Measured:
    _generate(folder, "python", "--option", "python.models=pydantic", out="models")
    return _printed([sys.executable, "bench.py", str(rounds), "gen/models/python", "models"], folder)


def typescript(folder: Path, rounds: int) -> Measured:
    _generate(folder, "typescript", "--option", "typescript.name=shop")
    return _printed(["node", "bench.mjs", str(rounds)], folder)


def _generate(folder: Path, target: str, *words: str, out: str = "") -> None:
    place = f"gen/{out or target}"
    command = [sys.executable, "-m", "toolc", "generate", "shop.py", "--target", target, "--out", place, *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def _printed(command: list[str], folder: Path) -> Measured:
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    measured: Measured = json.loads(done.stdout)
    return measured


def main(rounds: int, languages: list[str]) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "shop"
        folder.mkdir()
        for name, text in {"shop.py": SERVER, "bench.py": PYTHON, "bench.mjs": NODE}.items():
            (folder / name).write_text(text, "utf-8")
        (folder / "answer.json").write_text(json.dumps({"orders": orders(), "total": 1000}), "utf-8")
        print("a call that gives 1,000 orders, as times of the usual reader of the language")
        ways = {
            "Python": (sys.executable, python),
            "pydantic": (sys.executable, pydantic),
            "TypeScript": ("node", typescript),
            **LANGUAGES,
        }
        for language in languages or ways:
            program, measured = ways[language]
            if shutil.which(program) is None:
                print(f"{language}: {program} is missing")
                continue
            taken = measured(folder, rounds)
            ratios = ", ".join(f"{name} {taken[name] / taken['reader']:.2f}" for name in taken if name != "reader")
            print(f"{language:<11}{ratios}   (reader {taken['reader'] * 1000:.1f} ms)", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30, sys.argv[2:])
