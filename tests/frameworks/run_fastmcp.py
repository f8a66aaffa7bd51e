"""fastmcp's answers: takes modules as source text, gives what fastmcp makes of each one's functions and servers.

Run in an environment with fastmcp: a JSON list of texts on standard input, a JSON list of answers on standard output. An answer
is null where the module itself raises, else `functions` by name and `servers` by variable; in place of a tool stands the name
of the exception.
"""

import asyncio
import inspect
import json
import linecache
import sys
import types
import typing

from fastmcp import FastMCP
from fastmcp.tools import Tool


def main():
    print(json.dumps([answer(text, "app") for text in json.load(sys.stdin)]))


def answer(text, name):
    module = types.ModuleType(name)
    sys.modules[name] = module
    place = module.__file__ = f"<{name}>"
    linecache.cache[place] = (len(text), None, text.splitlines(keepends=True), place)
    for forget in typing._cleanups:
        forget()
    try:
        exec(compile(text, place, "exec", dont_inherit=True), module.__dict__)
    except Exception:
        return None
    members = [(key, value) for key, value in vars(module).items() if not key.startswith("_")]
    functions = {key: kept(value) for key, value in members if inspect.isfunction(value) and value.__module__ == name}
    servers = {key: asyncio.run(tools(value)) for key, value in members if isinstance(value, FastMCP)}
    return {"functions": functions, "servers": servers}


def kept(function):
    try:
        return facts(Tool.from_function(function), function.__name__)
    except Exception as error:
        return {"name": function.__name__, "error": type(error).__name__}


async def tools(server):
    """As the server keeps them, under the names that a client sees, before any middleware."""
    if hasattr(server, "get_tools"):
        return [facts(tool, name) for name, tool in (await server.get_tools()).items() if tool.enabled]
    return [facts(tool, tool.name) for tool in await server.list_tools(run_middleware=False)]


def facts(tool, name):
    hints = tool.annotations.model_dump(mode="json", by_alias=True, exclude_none=True) if tool.annotations else None
    try:
        title = tool.to_mcp_tool(name=name).title
    except ValueError:
        title = None
    said = {
        "name": name,
        "description": tool.description,
        "title": title,
        "annotations": hints,
        "input_schema": tool.parameters,
        "output_schema": tool.output_schema,
    }
    try:
        json.dumps(said)
    except ValueError as error:  # a schema that contains itself
        return {"name": name, "error": type(error).__name__}
    return said


if __name__ == "__main__":
    main()
