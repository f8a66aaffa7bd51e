"""`make bench`: how the cost of `toolc scan` grows with the number of archives, and what real ones take.

python tests/bench/scan.py [FOLDER [rounds]]

10, 100 and 1,000 wheels made here, each another server with its own tools and models; FOLDER: archives of one's own instead. CPU
seconds of all processes, and the megabytes of the largest. The same again, with all results kept, is what the scan itself takes.
The fit is a line through all sizes.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from builds import TOOLC
from msgspec import Struct

SIZES = (10, 100, 1000)
SERVER = '''\
from typing import Literal

from mcp.server.fastmcp import FastMCP

from server{number}.models import Order

mcp = FastMCP("server {number}")


@mcp.tool()
def place_{number}(order: Order, note: str = "") -> str:
    """Place an order of shop {number}."""


@mcp.tool()
def find_{number}(query: str, kind: Literal["a{number}", "b"] = "b", limit: int = {number}) -> list[Order]:
    """Find orders of shop {number}."""
'''
MODELS = '''\
from pydantic import BaseModel, Field


class Line(BaseModel):
    """One line of an order."""

    sku: str = Field(max_length={number})
    quantity: int = Field(1, ge=1)


class Order(BaseModel):
    """What somebody orders."""

    number: int
    lines: list[Line]
    note: str | None = None
'''


class Cost(Struct, frozen=True):
    """What one scan took."""

    seconds: float
    megabytes: int
    lines: int
    own: float
    own_megabytes: int


def wheel(folder: Path, number: int) -> None:
    """Write the wheel of one server."""
    name = f"server{number}"
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}/__init__.py", "")
        archive.writestr(f"{name}/server.py", SERVER.format(number=number))
        archive.writestr(f"{name}/models.py", MODELS.format(number=number))
        archive.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")


def scanned(folder: Path) -> Cost:
    """Scan the archives of a folder, and once more when there is nothing left to read."""
    with tempfile.TemporaryDirectory() as place:
        out = Path(place, "results.jsonl")
        costs = []
        for _ in range(2):
            process = subprocess.Popen([TOOLC, "scan", str(folder), "--out", str(out), "--html", f"{place}/i.html", "--quiet"])
            _, _, used = os.wait4(process.pid, 0)
            costs += [used.ru_utime + used.ru_stime, used.ru_maxrss >> 10]
        return Cost(*costs[:2], out.read_bytes().count(b"\n"), *costs[2:])


def line(cost: Cost) -> str:
    """What is said of a scan."""
    rate = round(cost.lines * 3600 / cost.seconds)
    own = f"the scan itself {cost.own:.2f} s, {cost.own_megabytes} MB"
    return f"{cost.lines:6,} archives {cost.seconds:9.1f} s, {rate:6,} for each core and hour, {cost.megabytes} MB; {own}"


def main(folder: str | None, rounds: int) -> None:
    if folder is not None:
        print(line(scanned(Path(folder))))
        return
    costs: dict[int, float] = {}
    for size in SIZES:
        with tempfile.TemporaryDirectory() as place:
            for number in range(1, size + 1):
                wheel(Path(place), number)
            found = sorted((scanned(Path(place)) for _ in range(rounds)), key=lambda one: one.seconds)[rounds // 2]
        costs[size] = found.seconds
        print(line(found), flush=True)
    slope, start = statistics.linear_regression(list(costs), list(costs.values()))
    for size, seconds in costs.items():
        fit = start + slope * size
        print(f"{size:6,} archives: the line says {fit:.1f} s ({seconds / fit - 1:+.0%})")
    print(f"{slope:.3f} s an archive, {start:.1f} s before the first")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
