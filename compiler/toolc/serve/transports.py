"""The two ways to a server: takes one, answers on standard input and output, or over HTTP, until it is told to end.

HTTP is MCP's "streamable HTTP" at `/mcp`. Nothing else of the network is touched.
"""

import asyncio
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.routing import Route

from toolc.diagnostics import Diagnostic
from toolc.serve.lines import Answers, Lines

PATH = "/mcp"
_LOCAL = ("127.0.0.1", "localhost", "[::1]")
_THREADS = 40
"""How many synchronous tools may run at once."""
_GRACE = 2.0
"""Seconds that calls under way have to end, once the server is told to."""
_INTERRUPTED = 130


def over_stdio(server: Any, wire: tuple[int, int]) -> None:
    """Answers what is read from one descriptor on the other, until there is nothing more to read."""
    _run(lambda: _stdio(server, *wire))


def over_http(server: Any, listener: socket.socket) -> None:
    """Answers requests that come in at a socket, until the program is interrupted."""
    _run(lambda: _http(server, listener))


def listener(host: str, port: int) -> socket.socket | Diagnostic:
    """A socket that listens at an address; 0 is any port that is free."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        made = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        return _unusable(host, port, error)
    try:
        if os.name == "posix":  # elsewhere the option would share a port that is in use
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
        made.listen()
    except (OSError, OverflowError) as error:
        made.close()
        return _unusable(host, port, error)
    return made


def address(listener: socket.socket) -> str:
    """Return the server's URL."""
    host, port, *_ = listener.getsockname()
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{PATH}"


def is_local(listener: socket.socket) -> bool:
    """Return `True` if only programs of this machine reach the socket."""
    host = str(listener.getsockname()[0])
    return host.startswith("127.") or host == "::1"


def _unusable(host: str, port: int, error: Exception) -> Diagnostic:
    why = getattr(error, "strerror", None) or str(error)
    return Diagnostic("TC612", f"{host}, port {port}: {why}", help="name another one with --port or --host; --port 0 takes any")


async def _stdio(server: Any, wire_in: int, wire_out: int) -> None:
    lines = Lines(wire_in)
    with open(wire_out, "w", encoding="utf-8", newline="\n", closefd=False) as out:
        files: tuple[Any, Any] = lines, Answers(out, lines)
        async with stdio_server(*files) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())


async def _http(server: Any, listener: socket.socket) -> None:
    logging.getLogger("mcp.server.streamable_http").setLevel(logging.CRITICAL)  # a client that leaves is no error
    manager = StreamableHTTPSessionManager(app=server, security_settings=_security(listener))

    class Endpoint:
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            await manager.handle_request(scope, receive, send)

    app = Starlette(routes=[Route(PATH, endpoint=Endpoint())], lifespan=lambda app: manager.run())
    config = uvicorn.Config(app, log_config=None, log_level="critical", access_log=False, timeout_graceful_shutdown=int(_GRACE))
    await uvicorn.Server(config).serve(sockets=[listener])


def _security(listener: socket.socket) -> TransportSecuritySettings:
    """A local server takes no request that a web page smuggles to it under another host name (DNS rebinding)."""
    if not is_local(listener):
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    hosts = [*_LOCAL, str(listener.getsockname()[0])]
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[f"{host}:*" for host in hosts],
        allowed_origins=[f"http://{host}:*" for host in hosts],
    )


def _run(serving: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Runs a server to its end. A synchronous tool cannot be stopped: the program does not wait for it longer than `_GRACE`."""
    last = threading.Timer(_GRACE, _leave)
    last.daemon = True

    async def main() -> None:
        starting.close()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(_THREADS, "tool"))
        try:
            await serving()
        finally:
            last.start()

    with ExitStack() as starting:
        starting.enter_context(_interrupts_held())
        try:
            asyncio.run(main())
        finally:
            last.cancel()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """An interrupt waits for the end of this: half a loop cannot be closed, one that runs knows how to end.

    Only POSIX has such a thing. Nothing may start a thread meanwhile: it would never be interrupted.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave() -> None:
    sys.stderr.flush()
    os._exit(_INTERRUPTED)
