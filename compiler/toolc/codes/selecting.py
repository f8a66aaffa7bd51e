"""TC404 to TC414: comments that speak to toolc, budgets, words that were never written."""

from toolc.codes.code import Code, Scene

_MCP = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'


def _tool(parameters: str, comment: str) -> Scene:
    body = f'@mcp.tool()\ndef search({parameters}) -> str:{comment}\n    """Search."""\n    return ""\n'
    return Scene(_MCP + body, run="toolc check tools.py")


def _budget(table: str) -> Scene:
    tool = '@mcp.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n'
    return Scene(_MCP + tool, run="toolc check tools.py", files={"toolc.toml": f"[budget]\n{table}\n"})


def _described(text: str) -> Scene:
    doc = f'    """Search.\n\n    Args:\n        query: {text}\n    """\n'
    return Scene(f"{_MCP}@mcp.tool()\ndef search(query: str) -> str:\n{doc}")


CODES = (
    Code(
        "TC404", "unused-ignore", "warning",
        "A comment asks not to hear of something that is not there; it would hide the same finding when it comes.",
        _tool("query: str", "  # toolc: ignore[TC332] the plugin binds it"),
        _tool("query: Query", "  # toolc: ignore[TC332] the plugin binds it"),
    ),
    Code(
        "TC405", "misunderstood-comment", "warning",
        "A comment speaks to toolc in words that it does not know, or names a code that there is not or that is never hidden.",
        _tool("query: str", "  # toolc: ignore everything"),
        _tool("query: Query", "  # toolc: ignore[TC332] the plugin binds it"),
    ),
    Code(
        "TC406", "tool-over-budget", "error",
        "Every request of a model pays for the tool's text, and the configuration says how much one may take.",
        _budget("tool-bytes = 100"),
        _budget("tool-bytes = 1000"),
    ),
    Code(
        "TC407", "package-over-budget", "error",
        "Every request of a model pays for the text of all tools it is given, and the configuration says how much that may be.",
        _budget("package-bytes = 100"),
        _budget("package-bytes = 1000"),
    ),
    Code(
        "TC408", "placeholder-text", "warning",
        "Models are shown a text that somebody meant to write later; they take it for the description.",
        _described("TODO: say what this is"),
        _described("Words to look for."),
    ),
)  # fmt: skip
