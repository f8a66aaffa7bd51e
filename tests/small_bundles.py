"""Bundles made by hand, for tests of the stages after lowering."""

from typing import Any

from toolc.ir import Bundle, Package, Server, Tool
from toolc.source import Span

QUERY: dict[str, Any] = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
HOSTILE = '*/"}]\n</script>{{ 7*7 }}{% raw %}\u202e\u2028\x00\ud800\U000e0041'


def tool(name: str = "search", line: int = 1, schema: dict[str, Any] | None = None, **facts: Any) -> Tool:
    facts = {"description": "Search.", "input_schema": QUERY if schema is None else schema} | facts
    return Tool(name=name, qualname=f"shop.tools:{name}", system="mcp", span=Span("shop/tools.py", line), **facts)


def server(*tools: Tool, name: str = "main", envelope: str = "mcp") -> Server:
    return Server(name, "mcp", envelope, tools=tools)


def bundle(*servers: Server, package: str = "shop") -> Bundle:
    return Bundle((Package(package, servers),))
