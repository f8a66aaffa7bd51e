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
    options = getattr(module, "options", None)
    return {name: asyncio.run(ask(value, options)) for name, value in vars(module).items() if type(value).__name__ in SERVERS}


async def ask(server, options):
    async with client(server, options) as (said, client_):
        found = {"info": said()}
        for method, key in LISTS.items():
            if key in found["info"]["capabilities"] or key == "resourceTemplates":
                with contextlib.suppress(Exception) if key == "resourceTemplates" else contextlib.nullcontext():
                    found[key] = sent(await getattr(client_, method)())[key]
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


def implementation(info, instructions, capabilities):
    texts = {} if instructions is None else {"instructions": instructions}
    return {**({} if info is None else sent(info)), **texts, "capabilities": sent(capabilities)}


@contextlib.asynccontextmanager
async def client(server, options):
    """Connect in memory, with the options that a module has for it; yield what tells of the server, and what lists."""
    home = type(server).__module__.partition(".")[0]
    if home == "fastmcp":
        import fastmcp

        async with fastmcp.Client(server) as connected:
            if hasattr(connected, "server_info"):
                session = connected.session
                yield lambda: implementation(session.server_info, session.instructions, session.server_capabilities), session
            else:
                said = connected.initialize_result
                yield lambda: implementation(said.serverInfo, said.instructions, said.capabilities), connected.session
    elif (not hasattr(server, "_mcp_server") and not hasattr(server, "list_tools")) or type(server).__name__ == "MCPServer":
        from mcp import Client

        async with Client(server) as connected:
            yield (
                lambda: implementation(connected.server_info, connected.instructions, connected.server_capabilities),
                connected,
            )
    else:
        import anyio
        from mcp.client.session import ClientSession
        from mcp.shared.memory import create_client_server_memory_streams

        low = server if type(server).__name__ == "Server" else server._mcp_server
        async with create_client_server_memory_streams() as (ours, theirs), anyio.create_task_group() as group:
            group.start_soon(low.run, *theirs, options() if options else low.create_initialization_options())
            async with ClientSession(*ours) as session:
                said = await session.initialize()
                yield lambda: implementation(said.serverInfo, said.instructions, said.capabilities), session
            group.cancel_scope.cancel()


main()
