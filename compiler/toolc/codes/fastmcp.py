"""TC34x: what fastmcp refuses when a tool is registered, and what is known of it only in part."""

from toolc.codes.code import Code, Scene

_HEAD = 'from fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'
_THREE = "toolc list tools.py --assume fastmcp=3.4.10"
_DATED = "from datetime import date\nfrom fastmcp import Context\n"
_TWO = "toolc list tools.py --assume fastmcp=2.14.7"
_MODEL = "from pydantic import BaseModel\n" + _HEAD + "class Tree(BaseModel):\n    children: %s = []\n\n"


def _search(parameters: str) -> str:
    return f'{_HEAD}@mcp.tool\ndef search({parameters}) -> str:\n    """Search."""\n    return ""\n'


CODES = (
    Code(
        "TC340", "parameter-without-name", "error",
        "fastmcp raises ValueError: arguments are passed by name, so a tool may not have `*args`, `**kwargs` or, since "
        "fastmcp 4, positional-only parameters.",
        Scene(_search("*words: str")),
        Scene(_search("words: list[str]")),
    ),
    Code(
        "TC341", "endless-inlining", "error",
        "fastmcp 2.14.6 and 2.14.7 write every class inline; one that contains itself makes an endless schema, and "
        "`tools/list` fails.",
        Scene(_MODEL % 'list["Tree"]' + '@mcp.tool\ndef show(tree: Tree) -> str:\n    """Show."""\n    return ""\n',
              run=_TWO),
        Scene(_MODEL % "list[dict]" + '@mcp.tool\ndef show(tree: Tree) -> str:\n    """Show."""\n    return ""\n',
              run=_TWO),
    ),
    Code(
        "TC342", "refused-keyword", "error",
        "fastmcp raises an error: `exclude_args` must name parameters that have a default, and fastmcp 4 no longer accepts it.",
        Scene(_search("query: str, key: str").replace("tool\n", 'tool(exclude_args=["key"])\n'), run=_THREE),
        Scene(_search('query: str, key: str = ""').replace("tool\n", 'tool(exclude_args=["key"])\n'), run=_THREE),
    ),
    Code(
        "TC343", "unbound-method", "error",
        "Since fastmcp 3 `server.tool` raises TypeError for a function whose first parameter is `self` or `cls`.",
        Scene(_search("self, query: str")),
        Scene(_search("query: str")),
    ),
    Code(
        "TC344", "docstring-too-long", "warning",
        "fastmcp reads descriptions of parameters from the docstring; this one is longer than toolc passes to the parser.",
        Scene(_search("query: str").replace("Search.", "Search.\n\n    Args:\n        query: " + "very " * 1_200)),
        Scene(_search("query: str")),
    ),
    Code(
        "TC345", "old-framework", "warning",
        "This version of fastmcp is older than the oldest that toolc knows. Its rules are not known, so toolc follows those of "
        "the oldest known version.",
        Scene(_search("query: str"), run="toolc list tools.py --assume fastmcp=2.3.5"),
        Scene(_search("query: str"), run="toolc list tools.py --assume fastmcp=2.11.3"),
    ),
    Code(
        "TC346", "foreign-annotation", "warning",
        "fastmcp 2.14 evaluates string annotations in one of its own modules, where the program's names are not defined.",
        Scene(_DATED + _search("day: 'date', ctx: Context"), run=_TWO),
        Scene(_DATED + _search("day: date, ctx: Context"), run=_TWO),
    ),
    Code(
        "TC347", "output-without-object", "error",
        "fastmcp raises ValueError: MCP requires that the output schema of a tool describes an object.",
        Scene(_search("query: str").replace("tool\n", 'tool(output_schema={"type": "string"})\n')),
        Scene(_search("query: str").replace("tool\n", 'tool(output_schema={"type": "object"})\n')),
    ),
    Code(
        "TC348", "generated-tools", "warning",
        "fastmcp makes the tools of this server from an OpenAPI document or another server, so they "
        "cannot be read from the source.",
        Scene(_HEAD + 'mcp.mount(FastMCP.from_openapi(load("api.json")))\n'),
        Scene(_HEAD + 'mcp.mount(FastMCP("other"))\n'),
    ),
)  # fmt: skip
