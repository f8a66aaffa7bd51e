"""MCP: what clients may expect of `tools/list`. Source: the specification of 2025-11-25, "Tools"; names: SEP-986."""

from collections.abc import Iterator

from toolc.ir import JsonSchema
from toolc.providers.base import Finding, NameRule, Provider, root_object

NAMES = NameRule(r"[A-Za-z0-9_.-]{1,128}", "1 to 128 characters out of A-Z, a-z, 0-9, _, . and -")


def judge(schema: JsonSchema) -> Iterator[Finding]:
    """`inputSchema` is an object at the root; any keyword may stand inside."""
    yield from root_object(schema)


MCP = Provider("mcp", "clients of the Model Context Protocol", "mcp", judge, NAMES, strict_names=False)
