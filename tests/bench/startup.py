"""`make bench`: what importing toolc costs a program, beside pydantic and the libraries that offer tools.

python tests/bench/startup.py [rounds]

Each import is a process of its own, in interleaved rounds; figures are medians of CPU milliseconds above those of an empty program.
"""

import importlib.util
import sys
from functools import partial

from measure import medians, seconds

PROGRAMS = {
    "import toolc": "toolc",
    "from toolc import tool": "toolc",
    "import pydantic": "pydantic",
    "from pydantic import validate_call": "pydantic",
    "import langchain_core.tools": "langchain_core",
    "import fastmcp": "fastmcp",
    "import mcp.server.fastmcp": "mcp",
}


def main(rounds: int) -> None:
    there = {program: needs for program, needs in PROGRAMS.items() if importlib.util.find_spec(needs)}
    candidates = {program: partial(seconds, [sys.executable, "-c", program]) for program in ("pass", *there)}
    found = medians(candidates, rounds)
    peer = found["from pydantic import validate_call"] - found["pass"]
    print(f"start-up: median of {rounds} interleaved rounds, CPU time above an empty program, and as a multiple of pydantic's")
    for program in there:
        extra = found[program] - found["pass"]
        print(f"  {program:36} {extra * 1e3:8.1f} ms {extra / peer:8.2f} x")
    for needs in sorted({*PROGRAMS.values()} - {*there.values()}):
        print(f"{needs} is not installed and left out; `make bench` brings it", file=sys.stderr)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 21)
