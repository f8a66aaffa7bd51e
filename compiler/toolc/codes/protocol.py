"""TC470 to TC489: what versions of the Model Context Protocol ask of tools."""

from toolc.codes.code import Code, Scene

_FAST = 'from fastmcp import FastMCP\n\nmcp = FastMCP("demo")\n\n'
_FIELD = "from typing import Annotated\n\nfrom pydantic import Field\n"
_LOW = (
    'from mcp.server.lowlevel import Server\nfrom mcp.types import Tool\n\nserver = Server("demo")\n\n\n'
    "@server.list_tools()\nasync def tools() -> list[Tool]:\n"
)


def _header(annotation: str, more: str = "") -> Scene:
    body = f'@mcp.tool\ndef search(region: {annotation}{more}) -> str:\n    """Search."""\n    return ""\n'
    return Scene(_FIELD + _FAST + body, run="toolc check tools.py --provider mcp@2026-07-28")


def _scene_with_name(name: str, type_: str = "str", more: str = "") -> Scene:
    return _header(f"Annotated[{type_}, Field(json_schema_extra={{'x-mcp-header': '{name}'}})]", more)


def _scene_with_list(input_schema: str, output_schema: str = "", version: str = "2025-11-25", name: str = "search") -> Scene:
    given = f"name={name!r}, description='Search.', inputSchema={input_schema}"
    given += f", outputSchema={output_schema}" if output_schema else ""
    return Scene(f"{_LOW}    return [Tool({given})]\n", run=f"toolc check tools.py --provider mcp@{version}")


_APP = (
    _FAST + '@mcp.tool(meta={"ui": {"resourceUri": "ui://demo/map.html"}})\n'
    'def show(place: str) -> str:\n    """Show a place."""\n    return ""\n'
)
_CONTEXT = 'import logging\n\nfrom fastmcp import Context, FastMCP\n\nmcp = FastMCP("demo")\n\n'


def _scene_with_log(body: str) -> Scene:
    tool = f'@mcp.tool\nasync def search(query: str, ctx: Context) -> str:\n    """Search."""\n    {body}\n    return query\n'
    return Scene(_CONTEXT + tool, run="toolc check tools.py --provider mcp@2026-07-28")


_OBJECT = "{'type': 'object', 'properties': {'q': %s}}"
_DEEP = "{'type': 'array', 'items': " * 22 + "{}" + "}" * 22

CODES = (
    Code(
        "TC470", "result-root-not-object", "error",
        "Until 2025-11-25 a structured result is an object, and clients refuse a tool whose `outputSchema` says anything else; "
        "2026-07-28 takes any schema (SEP-2106).",
        _scene_with_list(_OBJECT % "{}", "{'anyOf': [{'type': 'object'}, {'type': 'null'}]}"),
        _scene_with_list(_OBJECT % "{}", "{'type': 'object', 'properties': {'hits': {}}}"),
    ),
    Code(
        "TC471", "empty-header-name", "error",
        "`x-mcp-header` must not be empty: clients of 2026-07-28 over HTTP drop the tool (SEP-2243).",
        _scene_with_name(""),
        _scene_with_name("Region"),
    ),
    Code(
        "TC472", "malformed-header-name", "error",
        "`x-mcp-header` must be a token of RFC 9110, without spaces or control characters: clients over HTTP drop the tool "
        "(MCP 2026-07-28, SEP-2243).",
        _scene_with_name("Re gion"),
        _scene_with_name("Region"),
    ),
    Code(
        "TC473", "repeated-header-name", "error",
        "Two parameters have one `x-mcp-header`, upper and lower case being the same: clients over HTTP drop the tool "
        "(MCP 2026-07-28, SEP-2243).",
        _scene_with_name("Region", more=", place: Annotated[str, Field(json_schema_extra={'x-mcp-header': 'REGION'})]"),
        _scene_with_name("Region", more=", place: Annotated[str, Field(json_schema_extra={'x-mcp-header': 'Place'})]"),
    ),
    Code(
        "TC474", "header-of-other-type", "error",
        "`x-mcp-header` is for integers, strings and booleans; a number has no single text: clients over HTTP drop the "
        "tool (MCP 2026-07-28, SEP-2243).",
        _scene_with_name("Limit", "float"),
        _scene_with_name("Limit", "int"),
    ),
    Code(
        "TC475", "header-out-of-reach", "error",
        "`x-mcp-header` must be reached from the root through `properties` alone, not in items, unions or definitions: clients "
        "over HTTP drop the tool (MCP 2026-07-28, SEP-2243).",
        _header("list[Annotated[str, Field(json_schema_extra={'x-mcp-header': 'Region'})]]"),
        _scene_with_name("Region"),
    ),
    Code(
        "TC476", "header-with-secret", "warning",
        "The value is sent as an HTTP header, which proxies and logs see: passwords, keys and tokens should not be sent this "
        "way (MCP 2026-07-28, SEP-2243).",
        _scene_with_name("Api-Key"),
        _scene_with_name("Region"),
    ),
    Code(
        "TC478", "foreign-dialect", "warning",
        "Since 2025-11-25 every client supports JSON Schema 2020-12, and need not support another dialect.",
        _scene_with_list("{'$schema': 'http://json-schema.org/draft-07/schema#', 'type': 'object'}"),
        _scene_with_list("{'$schema': 'https://json-schema.org/draft/2020-12/schema', 'type': 'object'}"),
    ),
    Code(
        "TC479", "schema-beyond-bounds", "warning",
        "The specification asks clients to bound the depth and size of the schemas they take; this one nests more than 20 "
        "levels deep, or holds more than 10,000 schemas.",
        _scene_with_list(_OBJECT % _DEEP),
        _scene_with_list(_OBJECT % "{'type': 'array'}"),
    ),
    Code(
        "TC480", "app-without-resource", "warning",
        "Hosts open the address in `_meta.ui.resourceUri` as the tool's user interface: it must be a `ui://` resource of the "
        "server (MCP Apps, SEP-1865).",
        Scene(_APP),
        Scene(_APP + '\n\n@mcp.resource("ui://demo/map.html")\ndef page() -> str:\n    """A map."""\n    return "<p>"\n'),
    ),
    Code(
        "TC481", "deprecated-feature", "warning",
        "MCP 2026-07-28 deprecates roots, sampling and logging (SEP-2577), and HTTP+SSE has been deprecated since 2025-03-26 "
        "(SEP-2596): new servers should not use them, and a later version may remove them.",
        _scene_with_log("await ctx.info(query)"),
        _scene_with_log("logging.info(query)"),
    ),
    Code(
        "TC482", "name-beyond-rule", "note",
        "Names of tools should have 1 to 128 characters from A-Z, a-z, 0-9, _, . and - (SEP-986, in the specification since "
        "2025-11-25); clients may warn of others, or change them.",
        _scene_with_list("{'type': 'object'}", name="search books"),
        _scene_with_list("{'type': 'object'}", name="search_books"),
    ),
    Code(
        "TC483", "arguments-root-not-object", "error",
        'Arguments are one object, and every version of the specification wants `"type": "object"` at the root of '
        "`inputSchema` (\"Tools\"); clients refuse the list.",
        _scene_with_list("{'anyOf': [{'type': 'object'}]}"),
        _scene_with_list("{'type': 'object', 'anyOf': [{'required': ['q']}]}"),
    ),
)  # fmt: skip
