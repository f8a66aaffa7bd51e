"""What tests of `toolc serve` share: tools to serve, and the official client talking to the command as it is started."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="serving needs the MCP SDK")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from warm_python import warm_python

COMMAND = (sys.executable, "-m", "toolc", "serve")

TOOLS = '''
import asyncio, os, subprocess, sys, time
from dataclasses import dataclass
from datetime import date

import toolc
from toolc.runtime import basic_agent, orbiter, pba, tinyagent

print("printed on import")


@dataclass
class Place:
    town: str
    zip: int = 0


@orbiter.tool
def search(query: str, limit: int = 2) -> list[str]:
    """Search the catalogue.

    Args:
        query: What to look for.
    """
    print("printed by a tool")
    sys.__stdout__.write("and this")
    os.system("echo and by a child")
    return [query] * limit


@toolc.tool
async def visit(place: Place, when: date) -> Place:
    """Visit a place."""
    await asyncio.sleep(0)
    assert isinstance(when, date)
    return place


@basic_agent.tool
def fail(how: str) -> str:
    """Fail.

    Args:
        how: In which way.
    """
    if how == "exit":
        sys.exit(3)
    if how == "stop":
        next(iter([]))
    if how == "told":
        raise orbiter.ToolError("try again tomorrow")
    if how == "surrogate":
        return "half \\ud800 of it"
    raise ValueError("no way")


@tinyagent.tool
def wait(seconds: float) -> str:
    """Wait without giving way."""
    time.sleep(seconds)
    return "waited"


@toolc.tool(timeout=0.1)
def late() -> str:
    """Too late."""
    time.sleep(0.5)
    return "late"


def call_me(self, name: str) -> str:
    """Say who is called."""
    return f"{self} calls {name}"


caller = pba.Tool("call_me", callable=call_me)


def convert(amount: int) -> int:
    """Convert an amount."""
    return amount * 2


SCHEMAS = [toolc.function_to_tool(convert)]


class Dice(orbiter.Tool):
    name = "dice"
    description = "Roll dice."
    parameters = {"type": "object", "properties": {"sides": {"type": "integer"}}, "required": ["sides"]}

    async def execute(self, **kwargs):
        return {"rolled": kwargs["sides"]}


if __name__ == "__main__":
    raise SystemExit("never")
'''


def warm() -> str:
    """Python with the SDK and `toolc serve` loaded, for tests of what is served; how the command starts and ends is tested as it is."""
    return warm_python(sys.executable, "mcp.server.fastmcp", "uvicorn", "toolc.serve.app", "toolc.cli.guard")


@asynccontextmanager
async def over_stdio(folder: Path, *arguments: str) -> AsyncIterator[ClientSession]:
    """A session with a server that is a child of this process."""
    with (folder / "stderr.txt").open("w") as said:
        parameters = StdioServerParameters(
            command=warm(), args=["-m", "toolc", "serve", *arguments], cwd=folder, env=dict(os.environ)
        )
        async with stdio_client(parameters, errlog=said) as streams, ClientSession(*streams) as session:
            await session.initialize()
            yield session


@contextmanager
def started(folder: Path, *arguments: str, **options: Any) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in the background, and the last line that it says once it serves; it is ended at the end."""
    process = subprocess.Popen(
        [*COMMAND, *arguments], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, stdin=subprocess.PIPE,
        text=True, encoding="utf-8", **options,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        line = next((line for line in process.stderr if line.startswith("serving ")), "")
        yield process, line
    finally:
        process.kill()
        process.communicate()


@asynccontextmanager
async def over_http(folder: Path, *arguments: str) -> AsyncIterator[ClientSession]:
    """A session with a server on a free port of this machine."""
    with started(folder, *arguments, "--transport", "http", "--port", "0") as (_, line):
        async with streamable_http_client(url_of(line)) as streams, ClientSession(*streams[:2]) as session:
            await session.initialize()
            yield session


def url_of(line: str) -> str:
    found = re.search(r"http://\S+/mcp", line)
    assert found, line
    return found.group()


def interrupted(process: subprocess.Popen[str]) -> int:
    """The exit status after Ctrl-C."""
    process.send_signal(signal.SIGINT)
    return process.wait(15)


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """A folder with a file of tools."""
    (tmp_path / "tools.py").write_text(TOOLS, "utf-8")
    return tmp_path
