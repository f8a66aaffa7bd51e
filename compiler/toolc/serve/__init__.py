"""Tools that run: a module as an MCP server, and calls of tools wherever they are. The one part of toolc that runs other code.

Takes a module or file, gives a running server; takes a module, a command or an address, gives what its tools list and answer.
Needs the extra `mcp`. The stages of the compiler never come here.
"""

from toolc.serve.app import offer
from toolc.serve.calling import called_in_file, called_on_server
from toolc.serve.loading import importing, is_file
from toolc.serve.mock import mock_server
from toolc.serve.sessions import ask_server, is_address, is_python
from toolc.serve.streams import claimed
from toolc.serve.transports import address, is_local, listener, over_http, over_stdio

__all__ = [
    "address",
    "ask_server",
    "called_in_file",
    "called_on_server",
    "claimed",
    "importing",
    "is_address",
    "is_file",
    "is_local",
    "is_python",
    "listener",
    "mock_server",
    "offer",
    "over_http",
    "over_stdio",
]
