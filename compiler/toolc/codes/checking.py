"""TC4xx: the bundle as a whole."""

from toolc.codes.code import Code, Scene

_ONE = '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n\n'
_MCP = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'
_TWO = '@mcp.tool(name="{}")\ndef find(query: str) -> str:\n    """Find."""\n    return ""\n'


def _literal(schema: str) -> Scene:
    return Scene(
        "from orbiter.tool import Tool\n\nclass Query(Tool):\n"
        f'    name = "query"\n    description = "Run a query."\n    parameters = {schema}\n'
    )


CODES = (
    Code(
        "TC401", "duplicate-tool-name", "error",
        "Two tools of one server have the same name, so callers cannot tell them apart. The first is kept.",
        Scene(_MCP + _ONE + _TWO.format("search")),
        Scene(_MCP + _ONE + _TWO.format("find")),
    ),
    Code(
        "TC402", "malformed-schema", "error",
        "A schema written by hand is not valid JSON Schema 2020-12, so no client can rely on it.",
        _literal('{"type": "objekt", "properties": {}}'),
        _literal('{"type": "object", "properties": {}}'),
    ),
    Code(
        "TC403", "dangling-reference", "error",
        "A `$ref` of the schema points at nothing inside it; toolc never fetches references.",
        _literal('{"type": "object", "properties": {"q": {"$ref": "#/$defs/Missing"}}}'),
        _literal('{"type": "object", "properties": {"q": {"$ref": "#/$defs/Q"}}, "$defs": {"Q": {"type": "string"}}}'),
    ),
)  # fmt: skip
