"""TC5xx: what a target cannot express."""

from toolc.codes.code import Code, Scene

_MCP = 'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'

_EXAMPLES = "anthropic --option anthropic.input-examples=true"


def _tool(decorator: str, parameters: str, target: str) -> Scene:
    annotated = "Annotated" in parameters
    imports = "from typing import Annotated\n\n" if annotated else ""
    field = "from pydantic import Field\n\n" if annotated else ""
    return Scene(
        imports
        + _MCP.replace("\n\n", f"\n{field}" if annotated else "\n\n", 1)
        + f'{decorator}\ndef search({parameters}) -> str:\n    """Search."""\n    return ""\n',
        run=f"toolc generate tools.py --target {target} --out out",
    )


def _orbiter(schema: str, target: str) -> Scene:
    return Scene(
        'from orbiter.tool import Tool\n\nclass Query(Tool):\n    name = "query"\n    description = "Run a query."\n'
        f'    parameters = {{"type": "object", "properties": {{"q": {schema}}}}}\n',
        run=f"toolc generate tools.py --target {target} --out out",
    )


def _scene_with_result(annotation: str, value: str) -> Scene:
    body = f'@mcp.tool()\ndef search(query: str) -> {annotation}:\n    """Search."""\n    return {value}\n'
    return Scene(f"import json\n\n{_MCP}{body}", run="toolc check tools.py --target code-mode")


CODES = (
    Code(
        "TC501", "refused-tool-name", "error",
        "The provider refuses a tool of this name; the tool is left out of that target.",
        _tool('@mcp.tool(name="web search")', "query: str", "openai"),
        _tool('@mcp.tool(name="web_search")', "query: str", "openai"),
    ),
    Code(
        "TC502", "open-object-in-strict-mode", "error",
        "Strict modes of providers allow closed objects only: one with arbitrary keys could only ever be empty.",
        _tool("@mcp.tool()", "labels: dict[str, int]", "openai-strict"),
        _tool("@mcp.tool()", "labels: list[int]", "openai-strict"),
    ),
    Code(
        "TC503", "keyword-outside-strict-mode", "error",
        "The schema uses a keyword that the provider's strict mode refuses, and no rewriting avoids it.",
        _orbiter('{"not": {"type": "string"}}', "openai-strict"),
        _orbiter('{"type": "string"}', "openai-strict"),
    ),
    Code(
        "TC504", "name-shared-by-servers", "note",
        "Two servers of one package have a tool of the same name. No client or model can have both under that name, "
        "so each server of the package has outputs of its own.",
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\na = FastMCP("a")\nb = FastMCP("b")\n\n'
            '@a.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n\n'
            '@b.tool(name="search")\ndef find(query: str) -> str:\n    """Find."""\n    return ""\n',
            run="toolc generate tools.py --target typescript --out out",
        ),
        Scene(
            'from mcp.server.fastmcp import FastMCP\n\na = FastMCP("a")\nb = FastMCP("b")\n\n'
            '@a.tool()\ndef search(query: str) -> str:\n    """Search."""\n    return ""\n\n'
            '@b.tool()\ndef find(query: str) -> str:\n    """Find."""\n    return ""\n',
            run="toolc generate tools.py --target typescript --out out",
        ),
    ),
    Code(
        "TC505", "renamed-identifier", "note",
        "The name is not valid in the target language, or two names became the same, so the client uses another one. Calls "
        "are still sent under the original name.",
        _tool('@mcp.tool(name="delete")', "query: str", "typescript"),
        _tool('@mcp.tool(name="remove")', "query: str", "typescript"),
    ),
    Code(
        "TC506", "inexpressible-schema", "note",
        "The schema has a constraint that no type of the client's language can express. The client checks it at run time.",
        _orbiter('{"type": "array", "contains": {"type": "string"}}', "typescript"),
        _orbiter('{"type": "array", "items": {"type": "string"}}', "typescript"),
    ),
    Code(
        "TC507", "prompt-size", "note",
        "The file is made for prompts, where every byte costs. Tokens are estimated at four bytes each.",
        _tool("@mcp.tool()", "query: str", "typescript --option typescript.layout=d.ts"),
        _tool("@mcp.tool()", "query: str", "typescript"),
    ),
    Code(
        "TC508", "unread-pattern", "note",
        "The language's regular expressions lack this feature or read it differently; those of Go have no look-around. The "
        "client does not check the pattern, the server still does.",
        _orbiter('{"type": "string", "pattern": "^(?!x)"}', "go"),
        _orbiter('{"type": "string", "pattern": "^[^x]"}', "go"),
    ),
    Code(
        "TC515", "untyped-result", "note",
        "Code that calls the tool learns nothing about its result: neither a schema nor an annotation says what is in it.",
        _scene_with_result("dict", "{}"),
        _scene_with_result("dict[str, int]", "{}"),
    ),
    Code(
        "TC516", "json-in-text", "note",
        "The function writes its result as JSON and is annotated to return text, so code that calls it has to guess what is in "
        "the text.",
        _scene_with_result("str", 'json.dumps({"count": 1})'),
        _scene_with_result("dict[str, int]", '{"count": 1}'),
    ),
    Code(
        "TC517", "invalid-example", "warning",
        "An example of arguments, in the schema or as a call in the description, does not fit the schema of its tool. It would "
        "lead models astray, and Anthropic refuses the request, so it is left out.",
        _tool("@mcp.tool()", "limit: Annotated[int, Field(le=9, examples=[10])]", _EXAMPLES),
        _tool("@mcp.tool()", "limit: Annotated[int, Field(le=9, examples=[9])]", _EXAMPLES),
    ),
)  # fmt: skip
