"""Programs of agents compose three tools of a real server, in Python, in Node and in Deno without any permission but to read.

The server is one of the official SDK over standard input and output; each host hands its one hook a client of that SDK. In Deno
the host is outside: it answers calls line by line, as hosts of sandboxes do.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from node import MODULES, tsc
from toolc.cli import main

pytest.importorskip("mcp", reason="the server needs the MCP SDK")

SERVER = '''
from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations
from pydantic import BaseModel

mcp = FastMCP("library")


class Book(BaseModel):
    title: str
    shelf: str | None = None


class Loan(BaseModel):
    book: Book
    days: int = 14


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))
def find_books(words: str, limit: int = 10) -> list[Book]:
    """Find books."""
    return [Book(title=f"{words} {number}", shelf="B" if number % 2 else None) for number in range(limit)]


@mcp.tool(structured_output=False)
def lend(book: Book, days: int | None = None) -> list[Loan]:
    """Lend a book, and the one after it."""
    if book.shelf is None:
        raise ValueError(f"{book.title} is on no shelf")
    return [Loan(book=book, days=days or 7), Loan(book=Book(title="another"))]


@mcp.tool(name="write-note", structured_output=False)
def note(text: str) -> str:
    """Write a note, and return its number as it is written."""
    return "007"


if __name__ == "__main__":
    mcp.run()
'''

AGENT_TS = """
import { find_books } from "./servers/library/find_books.ts";
import { lend } from "./servers/library/lend.ts";
import { write_note } from "./servers/library/write_note.ts";
import { ToolError } from "./servers/_runtime.ts";

const found = await find_books({ words: "rust", limit: 3 });
const shelved = found.filter((book) => book.shelf === "B");
const loans = (await Promise.all(shelved.map((book) => lend({ book })))).flat();
const days = loans.reduce((sum, loan) => sum + (loan.days ?? 0), 0);
const number: string = await write_note({ text: `${loans.length} loans` });
let refused = "";
try {
  await lend({ book: { title: "lost" } });
} catch (error) {
  if (error instanceof ToolError) refused = error.message;
}
console.log(JSON.stringify([loans.map((loan) => loan.book.title), days, number, refused]));
"""

AGENT_PY = """
import asyncio
import json

from servers._runtime import ToolError
from servers.library.find_books import find_books
from servers.library.lend import lend
from servers.library.write_note import write_note


async def main() -> None:
    found = await find_books(words="rust", limit=3)
    shelved = [book for book in found if book.get("shelf") == "B"]
    loans = [loan for several in await asyncio.gather(*(lend(book=book) for book in shelved)) for loan in several]
    days = sum(loan.get("days", 0) for loan in loans)
    number: str = await write_note(text=f"{len(loans)} loans")
    refused = ""
    try:
        await lend(book={"title": "lost"})
    except ToolError as error:
        refused = str(error)
    print(json.dumps([[loan["book"]["title"] for loan in loans], days, number, refused]))
"""

SAID = [["rust 1", "another"], 21, "007", "Error executing tool lend: lost is on no shelf"]

HOST_PY = """
import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from servers._runtime import connect
import agent


async def run() -> None:
    async with stdio_client(StdioServerParameters(command=sys.executable, args=["library.py"])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            connect(lambda server, tool, args: session.call_tool(tool, args))
            await agent.main()


asyncio.run(run())
"""

HOST_JS = """
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { connect } from "./servers/_runtime.js";

const client = new Client({ name: "host", version: "1" });
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["library.py"], stderr: "ignore" }));
connect((server, name, args) => client.callTool({ name, arguments: args }));
await import("./agent.js");
await client.close();
"""

SANDBOX_TS = """
import { connect } from "./servers/_runtime.ts";

const waiting = new Map<number, (answer: unknown) => void>();
let calls = 0;

async function answers(): Promise<void> {
  const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
  let rest = "";
  for await (const part of lines) {
    const [...whole] = (rest + part).split("\\n");
    rest = whole.pop() ?? "";
    for (const line of whole) {
      const { id, answer } = JSON.parse(line);
      waiting.get(id)?.(answer);
    }
  }
}

connect((server, tool, args) =>
  new Promise((resolve) => {
    calls += 1;
    waiting.set(calls, resolve);
    console.log(JSON.stringify({ id: calls, server, tool, args }));
  })
);
void answers();
await import("./agent.ts");
Deno.exit(0);
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server, its tree and the programs."""
    folder = tmp_path_factory.mktemp("code_mode")
    texts = {"library.py": SERVER, "agent.ts": AGENT_TS, "agent.py": AGENT_PY, "host.py": HOST_PY, "sandbox.ts": SANDBOX_TS}
    for name, text in {**texts, "pyproject.toml": '[project]\nname = "library"\n'}.items():
        (folder / name).write_text(text.lstrip(), "utf-8")
    assert main(["generate", str(folder), "--target", "code-mode", "--out", str(folder / "out"), "--quiet"]) == 0
    shutil.move(folder / "out/code-mode/servers", folder / "servers")
    return folder


def ran(command: list[str], folder: Path, **more: Any) -> Any:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False, **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_in_python(tree: Path) -> None:
    assert ran([sys.executable, "host.py"], tree) == SAID


def test_in_node(tree: Path) -> None:
    options = {
        "strict": True, "module": "nodenext", "target": "es2022", "lib": ["es2022", "dom"], "types": [], "outDir": "built",
        "rootDir": ".", "rewriteRelativeImportExtensions": True, "moduleDetection": "force", "skipDefaultLibCheck": True,
    }  # fmt: skip
    (tree / "package.json").write_text('{"type": "module"}')
    (tree / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "files": ["agent.ts"]}))
    assert tsc(tree, "-p", ".") == ""
    (tree / "built/host.js").write_text(HOST_JS)
    (tree / "built/package.json").write_text('{"type": "module"}')
    (tree / "node_modules").symlink_to(MODULES)
    assert ran(["node", "built/host.js", sys.executable], tree) == SAID


async def answered(tree: Path, command: list[str]) -> str:
    """Answer the calls of a program in a sandbox; returns what it prints beside them."""
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    given = StdioServerParameters(command=sys.executable, args=["library.py"], cwd=str(tree))
    async with stdio_client(given) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        pipe = asyncio.subprocess.PIPE
        environment: Mapping[str, str] = {**os.environ, "NO_COLOR": "1", "DENO_DIR": str(tree / "deno")}
        box = await asyncio.create_subprocess_exec(*command, cwd=tree, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)
        assert box.stdin is not None and box.stdout is not None and box.stderr is not None
        said = ""
        while line := (await box.stdout.readline()).decode():
            call = json.loads(line)
            if isinstance(call, list):
                said = line
                continue
            assert call["server"] == "library"
            answer = await session.call_tool(call["tool"], call["args"])
            sent = {"id": call["id"], "answer": answer.model_dump(mode="json", by_alias=True, exclude_none=True)}
            box.stdin.write((json.dumps(sent) + "\n").encode())
            await box.stdin.drain()
        assert await box.wait() == 0, (await box.stderr.read()).decode()
        return said


def test_in_deno_without_permissions(tree: Path) -> None:
    deno = shutil.which("deno", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    if deno is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no Deno: it comes with the dependency group dev")
    command = [deno, "run", "--check", "--no-prompt", "--no-remote", "--no-npm", f"--allow-read={tree}", "sandbox.ts"]
    assert json.loads(asyncio.run(answered(tree, command))) == SAID
