"""`toolc report`: the tools in Markdown, on standard output or between the markers of a file that people write."""

from pathlib import Path

import pytest

BEGIN, END = "<!-- toolc: begin -->", "<!-- toolc: end -->"
SHOP = '''\
from typing import Annotated, Literal

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations
from pydantic import Field

mcp = FastMCP("shop")


@mcp.tool(annotations=ToolAnnotations(readOnlyHint=True, destructiveHint=False))
def search(
    query: Annotated[str, Field(description="What to look for.\\nOr | not.")], sort: Literal["price", "name"] = "name"
) -> list[str]:
    """Search the catalogue.

    It knows *every* product.
    """
    return []


@mcp.tool()
def ping() -> str:
    """Say that it is there."""
    return "pong"
'''
TABLE = """\
| tool | parameters | what it does |
| --- | --- | --- |
| `search` | `query`, `sort?` | Search the catalogue. |
| `ping` | – | Say that it is there. |
"""


def test_a_table_and_each_tool_behind_it(write, toolc) -> None:
    write({"shop.py": SHOP})
    done = toolc("report")
    assert done.status == 0 and done.out.startswith(TABLE)
    assert "| `query` | `string` | yes |  | What to look for. Or &#124; not. |" in done.out
    assert '| `sort` | `"price" \\| "name"` | no | `"name"` |  |' in done.out
    assert "It knows &#42;every&#42; product." in done.out
    assert "- reads only (`readOnlyHint`)\n- destroys nothing (`destructiveHint`)\n" in done.out


@pytest.mark.parametrize("asked", ["--reach", "--untrusted"])
def test_a_column_says_what_tools_may_reach(asked: str, write, toolc) -> None:
    source = SHOP.replace('return "pong"', "return requests.get(os.environ[key('URL')]).text")
    write({"shop.py": f"import os, requests\nfrom keys import key\n{source}"})
    table = TABLE.replace("it does |\n", "it does | may reach |\n").replace("| --- |\n", "| --- | --- |\n")
    table = table.replace("logue. |\n", "logue. | nothing |\n")
    done = toolc("report", asked)
    assert done.out.startswith(table.replace("there. |\n", "there. | network, environment, unread packages |\n"))
    assert "- it may reach network: `requests.get`\n- it may reach environment: `os.environ`\n" in done.out
    assert "- it calls packages that were not read: `keys`\n" in done.out
    assert "reach" not in toolc("report").out


def test_servers_have_headings_where_there_are_several(write, toolc) -> None:
    write({"shop.py": SHOP, "desk.py": SHOP.replace('"shop"', '"desk"')})
    assert [line for line in toolc("report").out.splitlines() if line.startswith("#")] == ["### `here/desk`", "### `here/shop`"]


def test_what_is_not_known_is_said(write, toolc) -> None:
    write(
        {
            "shop.py": SHOP.replace("query: Annotated", "more: elsewhere.Thing, query: Annotated").replace(
                "from typing", "import elsewhere\nfrom typing", 1
            )
        }
    )
    out = toolc("report").out
    assert "| `search` | not known | Search the catalogue. |" in out and "- unknown: TC333: " in out and "elsewhere" in out


@pytest.mark.parametrize(
    "text", ["</details><img src=x>", "@all [a](javascript:b) | `c` <!-- toolc: end -->", "# Heading\n- list"]
)
def test_texts_of_tools_are_no_markup(text: str, write, toolc) -> None:
    write({"shop.py": SHOP.replace("It knows *every* product.", text), "README.md": f"{BEGIN}\n{END}\n"})
    out = toolc("report").out
    assert "<img" not in out and "](" not in out and END not in out and out.count("</details>") == 2
    assert not any(line.startswith(("# ", "- list")) for line in out.splitlines())
    for _ in range(2):
        assert toolc("report", "--out", "README.md").status == 0


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_only_what_is_between_the_markers_changes(ends: str, write, toolc, here: Path) -> None:
    write({"shop.py": SHOP})
    before, after = f"# Shop{ends}{ends}Tools:{ends}{ends}", f"{ends}{ends}## Licence{ends}"
    (here / "README.md").write_bytes(f"{before}{BEGIN}{ends}old{ends}{END}{after}".encode())
    assert toolc("report", "--out", "README.md", "--check").status == 1
    done = toolc("report", "--out", "README.md")
    assert done.status == 0 and done.out == "" and "README.md written" in done.err
    text = (here / "README.md").read_bytes().decode()
    assert text.startswith(f"{before}{BEGIN}{ends}{TABLE.splitlines()[0]}{ends}") and text.endswith(f"{END}{after}")
    assert ends == "\n" or "\n" not in text.replace("\r\n", "")
    assert toolc("report", "--out", "README.md", "--check").status == 0
    assert "README.md unchanged" in toolc("report", "--out", "README.md").err


def test_drift_is_a_finding_and_lines_that_move_are_none(write, toolc, here: Path) -> None:
    write({"shop.py": SHOP, "README.md": f"{BEGIN}\n{END}\n"})
    toolc("report", "--out", "README.md")
    write({"shop.py": "# A comment.\n" + SHOP})
    assert toolc("report", "--out", "README.md", "--check").status == 0
    write({"shop.py": SHOP.replace("def ping", "def pong")})
    kept = (here / "README.md").read_bytes()
    done = toolc("report", "--out", "README.md", "--check")
    assert done.status == 1 and "README.md:1:1: error TC620 outdated-output" in done.err
    assert "toolc report --out README.md" in done.err and (here / "README.md").read_bytes() == kept


@pytest.mark.parametrize(
    "text", ["# Shop\n", f"{BEGIN}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{BEGIN}\n{END}\n", f"{BEGIN}\n{END}\n{END}\n"]
)
def test_a_file_without_a_place_is_left_alone(text: str, write, toolc, here: Path) -> None:
    write({"shop.py": SHOP, "README.md": text})
    done = toolc("report", "--out", "README.md")
    assert done.status == 2 and "error TC647" in done.err and (here / "README.md").read_text() == text


def test_a_new_file_is_the_report(write, toolc, here: Path) -> None:
    write({"shop.py": SHOP})
    assert toolc("report", "--out", "TOOLS.md", "--check").status == 1 and not (here / "TOOLS.md").exists()
    assert toolc("report", "--out", "TOOLS.md").status == 0
    assert (here / "TOOLS.md").read_text() == toolc("report").out


def test_where_no_tool_is_found_nothing_is_written(write, toolc, here: Path) -> None:
    write({"shop.py": SHOP, "README.md": f"{BEGIN}\n{END}\n", "empty/x.py": "x = 1\n"})
    toolc("report", "--out", "README.md")
    kept = (here / "README.md").read_bytes()
    assert toolc("report", "empty", "--out", "README.md").status == 1 and (here / "README.md").read_bytes() == kept


def test_a_check_needs_a_file(write, toolc) -> None:
    write({"shop.py": SHOP})
    done = toolc("report", "--check")
    assert done.status == 2 and "name it with --out FILE" in done.err
