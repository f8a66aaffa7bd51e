"""TC4xx: the bundle as a whole."""

from toolc.codes.code import Code, Scene

_ONE = '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n\n'
_MCP = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'
_TWO = '@mcp.tool(name="{}")\ndef find(query: str) -> str:\n    """Find."""\n    return ""\n'

_EITHER = (
    'if catalogue.is_open():\n    @mcp.tool()\n    def search(query: str) -> str:\n        """Search."""\n\n'
    'else:\n    @mcp.tool()\n    def search({}) -> str:\n        """Search."""\n'
)
_CHAIN = (
    'from langchain_core.tools import tool\n\n@tool\ndef search(query: str) -> str:\n    """Search."""\n\n'
    '@tool("{}")\ndef look_up(word: str) -> str:\n    """Look a word up."""\n'
)

_DOCUMENTED = '@mcp.tool()\ndef search(query: str, limit: int = 3) -> str:\n    """Search.\n\n    Args:\n        {}\n    """\n'


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
        "A schema is not valid JSON Schema 2020-12, so no client can rely on it: the tool is listed as it is, but is in no "
        "output.",
        _literal('{"type": "objekt", "properties": {}}'),
        _literal('{"type": "object", "properties": {}}'),
    ),
    Code(
        "TC403", "dangling-reference", "error",
        "A `$ref` of the schema points at nothing inside it; toolc never fetches references.",
        _literal('{"type": "object", "properties": {"q": {"$ref": "#/$defs/Missing"}}}'),
        _literal('{"type": "object", "properties": {"q": {"$ref": "#/$defs/Q"}}, "$defs": {"Q": {"type": "string"}}}'),
    ),
    Code(
        "TC415", "alternative-tool", "warning",
        "Two tools of a server have the same name, and the running program decides which one is registered. The first is "
        "described.",
        Scene(_MCP + _EITHER.format("limit: int")),
        Scene(_MCP + _EITHER.format("query: str")),
    ),
    Code(
        "TC416", "shared-tool-name", "note",
        "Two separate tools have the same name. Each is fine alone, but no model can be given both.",
        Scene(_CHAIN.format("search")),
        Scene(_CHAIN.format("find")),
    ),
    Code(
        "TC417", "unmatched-docstring-parameter", "note",
        "The docstring describes a parameter that the function does not have: it is misspelled, or was removed.",
        Scene(_MCP + _DOCUMENTED.format("words: What to look for.")),
        Scene(_MCP + _DOCUMENTED.format("query: What to look for.\n        limit: How many.")),
    ),
    Code(
        "TC418", "undescribed-argument", "note",
        "The docstring describes other parameters but not this one, so models learn nothing about it.",
        Scene(_MCP + _DOCUMENTED.format("query: What to look for.")),
        Scene(_MCP + _DOCUMENTED.format("query: What to look for.\n        limit: How many.")),
    ),
    Code(
        "TC419", "outdated-tuple", "warning",
        "Drafts before 2020-12 wrote tuples as a list in `items`. Clients read it so; 2020-12 validators refuse the schema.",
        _literal('{"type": "object", "properties": {"p": {"type": "array", "items": [{"type": "number"}]}}}'),
        _literal('{"type": "object", "properties": {"p": {"type": "array", "prefixItems": [{"type": "number"}]}}}'),
    ),
)  # fmt: skip
