"""`toolc list --kind`: prompts, resources and what servers say of themselves."""

import json


def test_list_of_another_kind(toolc, write) -> None:
    write(
        {
            "t.py": "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('web', instructions='Ask.')\n"
            "@mcp.prompt()\ndef ask(what: str) -> str: ...\n@mcp.resource('web://{page}')\ndef page(page: str) -> str: ...\n"
        }
    )
    listed = {kind: toolc("list", "t.py", "--kind", kind, "--format", "json") for kind in ("prompt", "resource", "server")}
    found = {kind: json.loads(done.out)[f"{kind}s"] for kind, done in listed.items()}
    assert [one["arguments"] for one in found["prompt"]] == [[{"name": "what", "description": None, "required": True}]]
    assert [(one["uri"], one["template"], one["line"]) for one in found["resource"]] == [("web://{page}", True, 6)]
    assert [(one["name"], one["instructions"]) for one in found["server"]] == [("web", "Ask.")]
    table = toolc("list", "t.py", "--kind", "resource")
    assert table.out == "name          system  place   fidelity\nweb://{page}  mcp     t.py:6  exact\n"
    assert table.err == "1 file, 1 resource, 0 errors, 0 warnings\n"


def test_long_lists_show_what_models_read(toolc, write) -> None:
    write(
        {
            "t.py": "from typing import Annotated\nfrom pydantic import Field\nfrom mcp.server.fastmcp import FastMCP\n"
            "from mcp.types import ToolAnnotations\nmcp = FastMCP('web')\n"
            "@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True))\n"
            "def find(words: Annotated[list[str], Field(description='What to\\nlook for')], limit: int = 5) -> str:\n"
            "    '''Find pages.\n\n    Hidden: \u202e.\n    '''\n"
        }
    )
    done = toolc("list", "t.py", "--long")
    assert done.out == (
        "here/web (mcp)\n\n"
        "  find  t.py:7, exact, reads only\n"
        "    Find pages.\n\n    Hidden: \\u202e.\n"
        "    - words: array of string: What to look for\n"
        "    - limit: integer = 5\n"
    )
    assert "TC430" in done.err
