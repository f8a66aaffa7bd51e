"""Import programs under a real framework and list the tools of their servers; runs in the framework's own environment.

One JSON request a line on standard input, one JSON answer a line on standard output. A request holds `files` (texts by path), the
module to import (`entry`), and `choices`: for each run the bits that its undecided conditions take. A program is imported in a
process forked for it, so no program sees another. An answer has one outcome for each run: `error`, or `servers`: name and tools
of each server, as an in-memory client is told; `apart` says of a server that no module holds it any more, or that it is mounted on
another, or imported by it, which lists its tools.
"""

import asyncio
import contextlib
import functools
import gc
import importlib
import io
import json
import logging
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import warnings
from pathlib import Path

SECONDS = 5


def main():
    framework = Framework(sys.argv[1])
    gc.freeze()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), framework)), flush=True)


def answer(request, framework):
    folder = Path(tempfile.mkdtemp(prefix="program-"))
    try:
        for path, text in request["files"].items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
        return [forked(folder, request["entry"], bits, framework) for bits in request["choices"]]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def forked(folder, entry, bits, framework):
    """Return the outcome of one run, which happens in a child of this process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(SECONDS)
        with os.fdopen(writing, "w") as pipe:
            pipe.write(json.dumps(outcome(folder, entry, bits, framework)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return json.loads(said) if said else {"error": "the process ended"}


def outcome(folder, entry, bits, framework):
    quiet = io.StringIO()
    try:
        with contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
            before = set(sys.modules)
            decide(bits)
            sys.path.insert(0, str(folder))
            sys.dont_write_bytecode = True
            os.chdir(folder)
            sys.argv = [str(folder / f"{entry}.py")]
            importlib.import_module(entry)
            modules = [sys.modules[name] for name in sorted(set(sys.modules) - before)]
            held = set()
            for module in modules:
                if str(getattr(module, "__file__", None) or "").startswith(str(folder)):
                    held.update(id(value) for value in list(vars(module).values()) if isinstance(value, framework.kinds))
            return {
                "servers": [
                    {
                        "name": one.name,
                        "tools": framework.tools(one),
                        "apart": id(one) not in held or id(one) in framework.mounted,
                    }
                    for one in framework.made
                ]
            }
    except BaseException as error:
        place = error.__traceback__
        lines = []
        while place is not None:
            if place.tb_frame.f_code.co_filename.startswith(str(folder)):
                lines.append(place.tb_lineno)
            place = place.tb_next
        return {"error": f"{type(error).__name__}: {error}"[:300] + (f" (line {lines[-1]})" if lines else "")}


def decide(bits):
    """Let `random.random()` follow the bits given (below or above a half), and the rest of chance be the same each time."""
    left = list(bits)
    random.seed(0)
    random.random = lambda: 0.25 if (left.pop(0) if left else bits[-1:] == [1]) else 0.75
    time.sleep = lambda _: None


class Framework:
    """One framework: the classes of its servers, and how a client asks one for its tools."""

    def __init__(self, name):
        logging.disable()
        warnings.simplefilter("ignore")
        self._ask = getattr(self, f"_ask_{name}")
        if name == "mcp":
            from mcp.server.fastmcp import FastMCP as Kind
            from mcp.shared.memory import create_connected_server_and_client_session

            self._session = create_connected_server_and_client_session
        elif name == "mcp2":
            from mcp import Client
            from mcp.server.mcpserver import MCPServer as Kind

            self._client = Client
        else:
            from fastmcp import Client
            from fastmcp import FastMCP as Kind

            self._client = Client
        self.kinds = Kind
        self.made, self.mounted = [], set()
        self._watch(Kind)
        asyncio.run(self._ask(Kind("warm")))  # what the first question imports is imported before any fork
        self.made.clear()

    def _watch(self, kind):
        """Keep every server that is made, and which of them are mounted or imported."""
        made, mount, takes = kind.__init__, getattr(kind, "mount", None), getattr(kind, "import_server", None)
        provide = getattr(kind, "add_provider", None)

        @functools.wraps(made)
        def noted(server, *args, **kwargs):
            made(server, *args, **kwargs)
            if not any(one is server for one in self.made):
                self.made.append(server)

        def mounted(server, child, *args, **kwargs):
            mount(server, child, *args, **kwargs)
            self.mounted.add(id(child))

        async def imported(server, child, *args, **kwargs):
            await takes(server, child, *args, **kwargs)
            self.mounted.add(id(child))

        def provided(server, provider, *args, **kwargs):
            provide(server, provider, *args, **kwargs)
            self.mounted.update(id(one) for one in self.made if provider is one or provider is one.local_provider)

        kind.__init__ = noted
        if mount is not None:
            kind.mount = mounted
        if takes is not None:
            kind.import_server = imported
        if provide is not None:
            kind.add_provider = provided

    def tools(self, server):
        listed = asyncio.run(self._ask(server))
        return [{"name": t.name, "description": t.description, "input_schema": schema(t)} for t in listed]

    async def _ask_mcp(self, server):
        async with self._session(server._mcp_server) as session:
            return (await session.list_tools()).tools

    async def _ask_mcp2(self, server):
        async with self._client(server) as client:
            return (await client.list_tools()).tools

    async def _ask_fastmcp(self, server):
        async with self._client(server) as client:
            return await client.list_tools()


def schema(tool):
    return tool.inputSchema if hasattr(tool, "inputSchema") else tool.input_schema


if __name__ == "__main__":
    main()
