"""TC420 to TC429, TC451 to TC499: what providers make of tools."""

from toolc.codes.code import Code, Scene

_MCP = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'
_FIELD = "from typing import Annotated\n\nfrom pydantic import Field\n"


def _tool(parameters: str, provider: str, imports: str = "", name: str = "search") -> Scene:
    body = f'@mcp.tool()\ndef {name}({parameters}) -> str:\n    """Search."""\n    return ""\n'
    return Scene(imports + _MCP + body, run=f"toolc check tools.py --provider {provider}")


def _scene_with_parameters(parameters: str) -> Scene:
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
        "The provider's form has no keyword for a part of the schema, so arguments may arrive that the tool refuses.",
        _scene_with_parameters('code: Annotated[str, Field(pattern="^[A-Z]+$")]'),
        _scene_with_parameters("code: str"),
    ),
    Code(
        "TC451", "refused-by-provider", "error",
        "The provider refuses a request with this tool, and with it all other tools of the request. `--fix` changes "
        "nothing here, since callers would get a different tool. `toolc explain cursor` gives the reason for each limit of "
        "that host.",
        _tool("labels: dict[str, int]", "openai-strict"),
        _tool("labels: list[int]", "openai-strict"),
    ),
    Code(
        "TC452", "ignored-by-provider", "note",
        "The provider accepts the schema but ignores this part of it, so arguments may arrive that the schema forbids.",
        _tool('code: Annotated[str, Field(pattern="^[A-Z]+$")]', "gemini", _FIELD),
        _tool("code: str", "gemini"),
    ),
    Code(
        "TC453", "changed-for-provider", "note",
        "The provider refuses the schema as it is, or ignores parts of it; toolc's target for the provider writes it "
        "differently.",
        _tool("limit: int = 3", "openai-strict"),
        _tool("limit: int = 3", "openai"),
    ),
    Code(
        "TC454", "beyond-provider-limit", "error",
        "The tool exceeds a limit of the provider, which refuses the request or leaves the tool out.",
        _tool("query: str", "cursor", name="search_the_catalogue_of_the_shop_for_whatever_is_asked_for"),
        _tool("query: str", "cursor"),
    ),
    Code(
        "TC455", "beyond-request-limit", "warning",
        "The provider refuses one request with all tools of the package, but not one with fewer of them.",
        _many(25),
        _many(2),
    ),
)  # fmt: skip
