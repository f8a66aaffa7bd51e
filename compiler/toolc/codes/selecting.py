"""TC404 to TC414: comments that speak to toolc, budgets, words that were never written."""

from toolc.codes.code import Code, Scene

_MCP = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'


def _tool(parameters: str, comment: str) -> Scene:
    body = f'@mcp.tool()\ndef search({parameters}) -> str:{comment}\n    """Search."""\n    return ""\n'
    return Scene(_MCP + body, run="toolc check tools.py")


def _budget(table: str) -> Scene:
    tool = '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n'
    return Scene(_MCP + tool, run="toolc check tools.py", files={"toolc.toml": f"[budget]\n{table}\n"})


def _scene_with_description(text: str) -> Scene:
    doc = f'    """Search.\n\n    Args:\n        query: {text}\n    """\n'
    return Scene(f"{_MCP}@mcp.tool()\ndef search(query: str) -> str:\n{doc}")


CODES = (
    Code(
        "TC404", "unused-ignore", "warning",
        "The comment suppresses a finding that does not exist; it would hide the same finding once it appears.",
        _tool("query: str", "  # toolc: ignore[TC332] the plugin binds it"),
        _tool("query: Query", "  # toolc: ignore[TC332] the plugin binds it"),
    ),
    Code(
        "TC405", "misunderstood-comment", "warning",
        "The comment is addressed to toolc but cannot be understood, or names a code that does not exist or cannot be "
        "suppressed.",
        _tool("query: str", "  # toolc: ignore everything"),
        _tool("query: Query", "  # toolc: ignore[TC332] the plugin binds it"),
    ),
    Code(
        "TC406", "tool-over-budget", "error",
        "The tool takes more bytes than the configuration allows, and every request to a model pays for them.",
        _budget("tool-bytes = 100"),
        _budget("tool-bytes = 1000"),
    ),
    Code(
        "TC407", "package-over-budget", "error",
        "The tools of the package take more bytes than the configuration allows, and every request to a model pays for them.",
        _budget("package-bytes = 100"),
        _budget("package-bytes = 1000"),
    ),
    Code(
        "TC408", "placeholder-text", "warning",
        "The text is a placeholder, such as TODO. Models take it for the description.",
        _scene_with_description("TODO: say what this is"),
        _scene_with_description("Words to look for."),
    ),
)  # fmt: skip
