"""`toolc serve`: the tools of a module as an MCP server. The one part of toolc that imports the code it is given.

Takes a module or file, gives a running server; needs the extra `mcp`. The stages of the compiler never come here.
"""

from toolc.serve.loading import importing, is_file
from toolc.serve.offer import offer
from toolc.serve.streams import claimed
from toolc.serve.transports import address, is_local, listener, over_http, over_stdio

__all__ = ["address", "claimed", "importing", "is_file", "is_local", "listener", "offer", "over_http", "over_stdio"]
