"""Which systems are executed: their registrations are found by the interpreter, those of all others by the walk."""

from toolc.systems.register import SYSTEMS

SERVED = frozenset({"mcp", "fastmcp"})
"""Those whose servers are objects of the heap, with the tools that they hold."""

EXECUTED = frozenset(SYSTEMS)
