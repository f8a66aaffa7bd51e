"""TC420 to TC429, TC451 to TC499: what providers make of tools."""

from toolc.codes.code import Code, Scene

_MCP = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'
_FIELD = "from typing import Annotated\n\nfrom pydantic import Field\n"


def _tool(parameters: str, provider: str, imports: str = "", doc: str = "Search.") -> Scene:
    body = f'@mcp.tool()\ndef search({parameters}) -> str:\n    """{doc}"""\n    return ""\n'
    return Scene(imports + _MCP + body, run=f"toolc check tools.py --provider {provider}")


def _written(parameters: str) -> Scene:
    body = f'@mcp.tool()\ndef search({parameters}) -> str:\n    """Search."""\n    return ""\n'
    return Scene(_FIELD + _MCP + body, run="toolc generate tools.py --target gemini --out out")


def _many(count: int) -> Scene:
    words = ", ".join(f'word_{index}: str = ""' for index in range(count))
    body = f'@mcp.tool\ndef search({words}) -> str:\n    """Search."""\n    return ""\n'
    start = 'from fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'
    return Scene(start + body, run="toolc check tools.py --provider anthropic-strict")


CODES = (
    Code(
        "TC420", "unsupported-keyword", "note",
        "The form of the provider has no keyword for a part of the schema, so arguments may come that the tool does not take.",
        _written('code: Annotated[str, Field(pattern="^[A-Z]+$")]'),
        _written("code: str"),
    ),
    Code(
        "TC451", "refused-by-provider", "error",
        "A request with this tool fails at the provider, and all other tools of the request with it.",
        _tool("labels: dict[str, int]", "openai-strict"),
        _tool("labels: list[int]", "openai-strict"),
    ),
    Code(
        "TC452", "ignored-by-provider", "note",
        "The provider takes the schema and does not read this part of it: arguments may come that the schema forbids.",
        _tool('code: Annotated[str, Field(pattern="^[A-Z]+$")]', "gemini", _FIELD),
        _tool("code: str", "gemini"),
    ),
    Code(
        "TC453", "changed-for-provider", "note",
        "The provider refuses the schema as it stands, or reads less of it; its target of toolc writes another one.",
        _tool("limit: int = 3", "openai-strict"),
        _tool("limit: int = 3", "openai"),
    ),
    Code(
        "TC454", "beyond-provider-limit", "error",
        "The provider takes only so much of it, and refuses a request that has more.",
        _tool("query: str", "openai", doc="Search. " + "The words count. " * 70),
        _tool("query: str", "anthropic", doc="Search. " + "The words count. " * 70),
    ),
    Code(
        "TC455", "beyond-request-limit", "warning",
        "One request with all tools of the package is refused by the provider; with fewer of them it is not.",
        _many(25),
        _many(2),
    ),
)  # fmt: skip
