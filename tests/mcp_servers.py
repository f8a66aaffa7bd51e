"""Real MCP servers over HTTP, each by its framework: takes the name of one, gives the address at which it answers.

`python mcp_servers.py <framework> <port>` is the server itself, run in an environment that has the framework. The same text is
what clients are generated from (`program`).
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

FRAMEWORKS = ("sdk1", "sdk1-json", "sdk2", "fastmcp2", "fastmcp3", "fastmcp4", "typescript1", "typescript2")
"""Official SDKs of both generations (once with JSON in place of streams, and without sessions), FastMCP, and both of
TypeScript's SDK."""

_HEADS = {
    "sdk1": "from mcp.server.fastmcp import Context, FastMCP as Server, Image",
    "sdk2": "from mcp.server.mcpserver import Context, Image, MCPServer as Server",
    "fastmcp": "from fastmcp import Context, FastMCP as Server\nfrom fastmcp.utilities.types import Image",
}

_TOOLS = '''
import asyncio
from typing import Annotated

from pydantic import BaseModel, Field

server = Server("shop")
stopped = []


class Line(BaseModel):
    sku: str
    quantity: int = 1


class Order(BaseModel):
    id: str
    lines: list[Line] = []


class Size(BaseModel):
    size: str


@server.tool()
def add(a: int, b: int = 2) -> int:
    """Add two numbers."""
    return a + b


@server.tool()
def get_order(id: str) -> Order:
    """Get an order."""
    return Order(id=id, lines=[Line(sku="M\\u00fcsli \\U0001f95c")])


@server.tool()
def picture(name: str):
    """Draw something."""
    return [f"a {name}", Image(data=b"\\x89PNG", format="png")]


@server.tool()
async def steps(count: int, ctx: Context) -> str:
    """Take some steps."""
    for step in range(count):
        await ctx.report_progress(step + 1, count)
        await asyncio.sleep(0.01)
    return "done"


@server.tool()
async def wait(seconds: float) -> str:
    """Wait."""
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
        stopped.append(seconds)
        raise
    return "waited"


@server.tool()
def count_stopped() -> int:
    """Count the calls that were given up."""
    return len(stopped)


@server.tool()
async def order_shirt(ctx: Context) -> str:
    """Order a shirt."""
    answer = await ctx.elicit("Which size?", Size)
    return answer.data.size if answer.action == "accept" else answer.action


@server.tool()
def locate(region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})]) -> str:
    """Find a region."""
    return region


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("no luck")


@server.prompt()
def greet(who: str, tone: str = "warm") -> str:
    """Greet somebody."""
    return f"{who}: {tone}"


@server.prompt()
def plain() -> str:
    """Ask for nothing."""
    return "plain words"


@server.resource("shop://stock")
def stock() -> str:
    """What is left."""
    return "12 pears"


@server.resource("shop://items/{id}/{part}")
def item(id: str, part: str) -> bytes:
    """A part of an item."""
    return f"{id}, {part}".encode()
'''


PYPROJECT = """\
[project]
name = "shop"
version = "2.3.1rc1"
license = "MIT"
"""


def generated(folder: Path, target: str, *options: str) -> Path:
    """The package of the server in one language, made of a project with a version and a license."""
    for name, text in {"shop.py": program("fastmcp3"), "pyproject.toml": PYPROJECT, "LICENSE": "MIT License\n"}.items():
        (folder / name).write_text(text, "utf-8")
    given = [word for option in options for word in ("--option", option)]
    command = [sys.executable, "-m", "toolc", "generate", ".", "--target", target, "--out", "out", *given]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (package,) = (folder / "out" / target).iterdir()
    return package


def shown(package: Path, language: str) -> str:
    """The quickstart in the README of a package."""
    fence = f"```{language}\n"
    return (package / "README.md").read_text("utf-8").partition(fence)[2].partition("```")[0]


def program(framework: str) -> str:
    """The server as a program in Python."""
    return _HEADS[_kind(framework)] + _TOOLS


def _kind(framework: str) -> str:
    return "fastmcp" if framework.startswith("fastmcp") else framework.partition("-")[0]


@contextmanager
def serving(framework: str) -> Iterator[str]:
    """The address of a server that was started."""
    from frameworks.environment import starting  # as a program, this file has nothing of the tests
    from node import node_module
    from warm_python import warm_python

    if framework.startswith("typescript"):
        node_module("@modelcontextprotocol/server/package.json")  # or a skip
        yield from _started(["node", str(Path(__file__).parent / "typescript/mcp_server.mjs"), framework[-1]])
        return
    if framework.startswith("sdk1"):
        command = [warm_python(sys.executable, "mcp.server.fastmcp", "uvicorn")]
    else:
        command = starting("fastmcp4" if framework == "sdk2" else framework)
    yield from _started([*command, __file__, framework])


def _started(command: list[str]) -> Iterator[str]:
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    said = ""
    try:
        assert process.stderr is not None
        for line in process.stderr:
            said += line
            if found := re.search(r"running on (http://[\d.]+:\d+)", line):
                yield f"{found.group(1)}/mcp"
                return
        raise AssertionError(said)
    finally:
        process.kill()
        process.wait()


def _serve(framework: str) -> None:
    import uvicorn

    module = sys.modules["shop"] = ModuleType("shop")
    exec(compile(program(framework), "shop.py", "exec"), module.__dict__)
    server = module.server
    if framework == "sdk1-json":
        server.settings.json_response = server.settings.stateless_http = True
    app = server.http_app() if framework.startswith("fastmcp") else server.streamable_http_app()
    uvicorn.run(app, host="127.0.0.1", port=0, log_level="info", access_log=False)


if __name__ == "__main__":
    _serve(sys.argv[1])
