"""Sessions with servers, running or started for it: takes a command or an address, gives their lists and answers.

Works with mcp 1 and 2. A command is started as a child that speaks MCP over its standard input and output; what it writes to
standard error is shown.
"""

import asyncio
import os
import shlex
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client

from toolc.diagnostics import Diagnostic

Listed = dict[str, Any]
"""A tool as `tools/list` has it."""


def is_address(target: str) -> bool:
    return target.startswith(("http://", "https://"))


def is_python(target: str) -> bool:
    """Return `True` if a target is a Python file, and not a command that contains one."""
    return not is_address(target) and target.endswith(".py") and (Path(target).is_file() or len(target.split()) == 1)


def ask_server(target: str, seconds: float, ask: "Callable[[Session], Awaitable[Any]]") -> Any:
    """Return what `ask` finds out from a server, or a diagnostic that says why there is no answer."""
    try:
        return asyncio.run(_ask(target, seconds, ask))
    except (Exception, BaseExceptionGroup) as error:
        words = _words(_first(error), seconds)
        help_ = "the address is that of a streamable HTTP server: http://127.0.0.1:8000/mcp" if is_address(target) else (
            "give the command that starts the server: it must speak MCP on its standard input and output"
        )  # fmt: skip
        return Diagnostic("TC660", f"`{target}` does not answer as an MCP server: {words}", help=help_)


class Session:
    """A session with a server."""

    def __init__(self, session: ClientSession) -> None:
        self._session = session

    async def tools(self) -> list[Listed]:
        """Return all tools, page by page."""
        list_tools: Any = self._session.list_tools
        page = _plain(await list_tools())
        found: list[Listed] = page["tools"]
        while (cursor := page.get("nextCursor")) is not None:
            page = _plain(await list_tools(params=types.PaginatedRequestParams(cursor=cursor)))
            found += page["tools"]
        return found

    async def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Return the result of a call."""
        return _plain(await self._session.call_tool(name, arguments))


async def _ask(target: str, seconds: float, ask: Callable[[Session], Awaitable[Any]]) -> Any:
    async with asyncio.timeout(seconds), _streams(target) as streams, ClientSession(*streams[:2]) as session:
        await session.initialize()
        return await ask(Session(session))


@asynccontextmanager
async def _streams(target: str) -> AsyncIterator[Any]:
    if is_address(target):
        from mcp.client import streamable_http  # brings a client for HTTP, which commands need none of

        connect: Any = getattr(streamable_http, "streamable_http_client", None) or streamable_http.streamablehttp_client
        async with connect(target) as streams:
            yield streams
        return
    command, *arguments = shlex.split(target)
    parameters = StdioServerParameters(command=command, args=arguments, env=dict(os.environ))
    async with stdio_client(parameters, errlog=_log()) as streams:
        yield streams


def _log() -> Any:
    """Standard error as a child can have it: what stands in for it may be no file."""
    try:
        sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return sys.__stderr__
    return sys.stderr


def _plain(made: Any) -> dict[str, Any]:
    """The JSON that an object of the SDK stands for."""
    plain: dict[str, Any] = made.model_dump(mode="json", by_alias=True, exclude_none=True)
    return plain


def _first(error: BaseException) -> BaseException:
    """The first exception of a group of them."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _words(error: BaseException, seconds: float) -> str:
    if isinstance(error, TimeoutError):
        return f"nothing came within {seconds:g} seconds"
    if isinstance(error, FileNotFoundError):
        return "there is no such command"
    return f"{type(error).__name__}: {error}".rstrip(": ")
