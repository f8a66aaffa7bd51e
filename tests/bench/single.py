"""`make bench`: one file with one tool, and each further tool, beside a FastMCP server that is imported and listed.

python tests/bench/single.py [rounds]; run by a Python that has FastMCP and toolc

Each run is a process of its own, in interleaved rounds; figures are medians of CPU seconds. The cost of a further tool is the
difference between a file of many tools and a file of one.
"""

import importlib.util
import os
import sys
import tempfile
from functools import partial
from pathlib import Path

from measure import medians, seconds

MANY = 301
HEAD = "from fastmcp import FastMCP\n\nmcp = FastMCP('shop')\n"
TOOL = '''

@mcp.tool
def search_{number}(query: str, limit: int = 10, tags: list[str] | None = None) -> list[str]:
    """Search the web.

    Args:
        query: What to look for.
        limit: How many results to give.
    """
    return []
'''
LISTED = """
import asyncio, json, sys
sys.path.insert(0, sys.argv[1])
import server
from fastmcp import Client

async def main():
    async with Client(server.mcp) as client:
        return [tool.model_dump(mode="json") for tool in await client.list_tools()]

print(json.dumps(asyncio.run(main())))
"""
RUN = "import sys; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"


def programs(place: Path) -> dict[str, list[str]]:
    found = {}
    for count in (1, MANY):
        folder = place / str(count)
        folder.mkdir()
        (folder / "server.py").write_text(HEAD + "".join(TOOL.format(number=number) for number in range(count)))
        build = ["generate", str(folder), "--out", str(place / f"out{count}"), "--quiet", "--no-cache"]
        found[f"toolc, {count}"] = [sys.executable, "-c", RUN, *build]
        found[f"FastMCP, {count}"] = [sys.executable, "-c", LISTED, str(folder)]
    return found


def main(rounds: int) -> None:
    if importlib.util.find_spec("fastmcp") is None:
        print("fastmcp is not installed and left out; `make bench` brings it", file=sys.stderr)
        return
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as place:
        commands = programs(Path(place))
        for command in commands.values():
            seconds(command)
        found = medians({name: partial(seconds, command) for name, command in commands.items()}, rounds)
    one, fast = found["toolc, 1"], found["FastMCP, 1"]
    more, fast_more = ((found[f"{name}, {MANY}"] - found[f"{name}, 1"]) / (MANY - 1) for name in ("toolc", "FastMCP"))
    print(f"one file, {rounds} rounds; median CPU seconds")
    print(f"  cold, one file with one tool        {one:8.3f} s    {one / fast:6.2f} x FastMCP import + list ({fast:.3f} s)")
    print(
        f"  each further tool                   {more * 1e3:8.3f} ms   {more / fast_more:6.2f} x FastMCP ({fast_more * 1e3:.3f} ms)"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
