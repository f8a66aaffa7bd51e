"""Names of a package in tables whose source stands on the search path: what an annotation means is read there."""

from harness import tools

TYPES = """
from typing import Literal
from pydantic import BaseModel, ConfigDict

class TextContent(BaseModel):
    type: Literal["text"]
    text: str
    model_config = ConfigDict(extra="allow")

class ImageContent(BaseModel):
    type: Literal["image"]

ContentBlock = TextContent | ImageContent
"""
SITE = {"mcp/__init__.py": "from .types import TextContent\n", "mcp/types.py": TYPES}
MIRROR = {
    "mcp/__init__.py": "",
    "mcp/types/__init__.py": "from mcp_types import *\n",
    "mcp_types/__init__.py": "from mcp_types._types import TextContent\n",
    "mcp_types/_types.py": TYPES,
}
V1 = {"mcp": "1.30.0", "pydantic": "2.14.3", "python": "3.13"}
V2 = {**V1, "mcp": "2.3.0"}
TOOL = """
from mcp.server.fastmcp import FastMCP
import mcp.types as types
from mcp.types import TextContent
server = FastMCP("s")

@server.tool()
def say(text: str) -> RETURNS: ...
"""
TEXT = {
    "additionalProperties": True,
    "properties": {
        "type": {"const": "text", "title": "Type", "type": "string"},
        "text": {"title": "Text", "type": "string"},
    },
    "required": ["type", "text"],
    "title": "TextContent",
    "type": "object",
}


def test_a_model_of_the_sdk_is_the_output_schema() -> None:
    for returns in ("TextContent", "types.TextContent"):
        [tool] = tools(TOOL.replace("RETURNS", returns), site=SITE, versions=V1).values()
        assert (tool.fidelity, tool.output_schema) == ("exact", TEXT)


def test_an_alias_of_the_sdk_is_what_it_stands_for() -> None:
    [tool] = tools(TOOL.replace("RETURNS", "list[types.ContentBlock]"), site=SITE, versions=V1).values()
    assert tool.fidelity == "exact"
    assert tool.output_schema is not None
    assert sorted(tool.output_schema["$defs"]) == ["ImageContent", "TextContent"]


def test_without_its_source_it_is_not_known() -> None:
    [tool] = tools(TOOL.replace("RETURNS", "TextContent"), versions=V1).values()
    assert (tool.fidelity, tool.output_schema) == ("approximate", None)
    assert [one.code for one in tool.diagnostics] == ["TC316"]


def test_a_mirror_of_another_package_is_followed() -> None:
    source = TOOL.replace("fastmcp import FastMCP", "mcpserver import MCPServer as FastMCP")
    [tool] = tools(source.replace("RETURNS", "dict[str, TextContent]"), site=MIRROR, versions=V2).values()
    assert tool.fidelity == "exact"
    assert tool.output_schema is not None
    assert tool.output_schema["$defs"] == {"TextContent": TEXT}


def test_content_has_no_output_schema_with_mcp_2() -> None:
    source = TOOL.replace("fastmcp import FastMCP", "mcpserver import MCPServer as FastMCP")
    [tool] = tools(source.replace("RETURNS", "list[TextContent]"), site=MIRROR, versions=V2).values()
    assert (tool.fidelity, tool.output_schema) == ("exact", None)


def test_content_has_no_output_schema_with_fastmcp() -> None:
    source = TOOL.replace("mcp.server.fastmcp", "fastmcp")
    [tool] = tools(source.replace("RETURNS", "list[TextContent]"), site=SITE, versions={**V1, "fastmcp": "3.4.10"}).values()
    assert (tool.fidelity, tool.output_schema) == ("exact", None)
