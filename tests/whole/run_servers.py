"""Ask servers for everything: runs in the environment of a framework, with modules as source text.

A JSON list of texts comes on standard input, a JSON list of answers goes to standard output. An answer is null where the module
raises, else for each variable that holds a server what a client receives: `info` from `initialize` or `server/discover`, and the
results of all list methods, as they are sent.
"""

import asyncio
import contextlib
import io
import json
import linecache
import logging
import sys
import types
import typing
import warnings


def main():
    logging.disable()
    warnings.simplefilter("ignore")
    texts = json.load(sys.stdin)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        found = [answer(text) for text in texts]
    print(json.dumps(found))


def answer(text):
    module = types.ModuleType("app")
    sys.modules["app"] = module
    place = module.__file__ = "<app>"
    linecache.cache[place] = (len(text), None, text.splitlines(keepends=True), place)
    for forget in typing._cleanups:
        forget()
    try:
        exec(compile(text, place, "exec", dont_inherit=True), module.__dict__)
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"[:300]}
    return {name: asyncio.run(ask(value)) for name, value in vars(module).items() if type(value).__name__ in SERVERS}


async def ask(server):
    async with client(server) as (said, client_):
        found = {"info": said()}
        for method, key in LISTS.items():
            result = await getattr(client_, method)()
            found[key] = sent(result)[key]
        return found


LISTS = {
    "list_tools": "tools",
    "list_prompts": "prompts",
    "list_resources": "resources",
    "list_resource_templates": "resourceTemplates",
}
SERVERS = ("FastMCP", "MCPServer", "Server")


def sent(value):
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)


def implementation(info, instructions):
    return {**({} if info is None else sent(info)), **({} if instructions is None else {"instructions": instructions})}


@contextlib.asynccontextmanager
async def client(server):
    """Connect in memory; yield what tells of the server, and what lists."""
    home = type(server).__module__.partition(".")[0]
    if home == "fastmcp":
        import fastmcp

        async with fastmcp.Client(server) as connected:
            if hasattr(connected, "server_info"):
                yield lambda: implementation(connected.server_info, connected.instructions), connected.session
            else:
                said = connected.initialize_result
                yield lambda: implementation(said.serverInfo, said.instructions), connected.session
    elif type(server).__name__ == "MCPServer":
        from mcp import Client

        async with Client(server) as connected:
            yield lambda: implementation(connected.server_info, connected.instructions), connected
    else:
        import anyio
        from mcp.client.session import ClientSession
        from mcp.shared.memory import create_client_server_memory_streams

        low = server if type(server).__name__ == "Server" else server._mcp_server
        async with create_client_server_memory_streams() as (ours, theirs), anyio.create_task_group() as group:
            group.start_soon(low.run, *theirs, low.create_initialization_options())
            async with ClientSession(*ours) as session:
                said = await session.initialize()
                yield lambda: implementation(said.serverInfo, said.instructions), session
            group.cancel_scope.cancel()


main()
