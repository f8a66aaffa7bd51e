"""Which systems are executed: their registrations are found by the interpreter, those of all others by the walk."""

EXECUTED = frozenset({"mcp", "fastmcp"})
