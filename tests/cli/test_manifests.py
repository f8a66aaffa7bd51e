"""`toolc report --out manifest.json`: the tools of an MCP bundle's manifest, and nothing else of it."""

import json
from pathlib import Path

import pytest
from test_report_command import SHOP

MANIFEST = {
    "manifest_version": "0.3",
    "name": "shop",
    "version": "1.0.0",
    "author": {"name": "Zoë"},
    "server": {"type": "python", "entry_point": "shop.py"},
    "tools": [{"name": "gone", "description": "x"}],
    "keywords": ["é"],
}
TOOLS = [
    {"name": "search", "description": "Search the catalogue."},
    {"name": "ping", "description": "Say that it is there."},
]


@pytest.mark.parametrize("indent", [2, 4, "\t"])
def test_the_tools_are_replaced_and_nothing_else(indent: int | str, write, toolc, here: Path) -> None:
    before = json.dumps(MANIFEST, indent=indent, ensure_ascii=False) + "\n"
    write({"shop.py": SHOP, "manifest.json": before})
    assert toolc("report", "shop.py", "--out", "manifest.json", "--check").status == 1
    assert toolc("report", "shop.py", "--out", "manifest.json").status == 0
    after = (here / "manifest.json").read_text()
    assert json.loads(after) == {**MANIFEST, "tools": TOOLS} and list(json.loads(after)) == list(MANIFEST)
    assert after == json.dumps({**MANIFEST, "tools": TOOLS}, indent=indent, ensure_ascii=False) + "\n"
    assert toolc("report", "shop.py", "--out", "manifest.json", "--check").status == 0
    write({"shop.py": SHOP.replace("Search the", "Look through the")})
    done = toolc("report", "shop.py", "--out", "manifest.json", "--check")
    assert done.status == 1 and "TC620" in done.err and (here / "manifest.json").read_text() == after


@pytest.mark.parametrize(
    "text", ["{}", "[]", "{", '{"manifest_version": "0.3", "name": "a", "name": "b"}', '{"name": "an extension of a browser"}']
)
def test_what_is_no_manifest_is_left_alone(text: str, write, toolc, here: Path) -> None:
    write({"shop.py": SHOP, "manifest.json": text})
    done = toolc("report", "shop.py", "--out", "manifest.json")
    assert done.status == 2 and "TC647" in done.err and (here / "manifest.json").read_text() == text


def test_a_manifest_is_not_made_of_nothing(write, toolc, here: Path) -> None:
    write({"shop.py": SHOP})
    done = toolc("report", "shop.py", "--out", "manifest.json")
    assert done.status == 2 and "TC647" in done.err and not (here / "manifest.json").exists()


def test_a_bundle_is_checked_before_it_is_packed_and_read_after(write, toolc, here: Path) -> None:
    from packed import zipped

    write({"shop.py": SHOP, "manifest.json": json.dumps(MANIFEST)})
    toolc("report", "shop.py", "--out", "manifest.json")
    (here / "shop.mcpb").write_bytes(zipped({name: (here / name).read_text() for name in ("shop.py", "manifest.json")}))
    names = {one["name"] for one in json.loads(toolc("list", "shop.mcpb", "--format", "json").out)["tools"]}
    assert names == {"ping", "search"}


# --- SKILL.md ---------------------------------------------------------------------------------------------------------


def test_a_skill_has_a_head_and_the_tools_between_markers(write, toolc, here: Path) -> None:
    write({"shop.py": SHOP})
    assert toolc("report", "--out", "SKILL.md").status == 0
    _, head, text = (here / "SKILL.md").read_text().split("---\n", 2)
    name, about = (line.partition(": ")[2] for line in head.splitlines())
    assert name == "here" and "search: Search the catalogue." in json.loads(about)
    assert "| `search` |" in text and toolc("report", "--out", "SKILL.md", "--check").status == 0
    (here / "SKILL.md").write_text((here / "SKILL.md").read_text().replace("# Tools of here", "# Mine"))
    write({"shop.py": SHOP.replace("def ping", "def pong")})
    assert toolc("report", "--out", "SKILL.md", "--check").status == 1
    assert toolc("report", "--out", "SKILL.md").status == 0
    assert "# Mine" in (here / "SKILL.md").read_text() and "`pong`" in (here / "SKILL.md").read_text()


def test_the_head_of_a_skill_holds_whatever_texts_say(write, toolc, here: Path) -> None:
    text = 'Do it.---\\nname: evil\\n<b> "quoted" \\u202e ' + "x" * 2_000
    write({"shop.py": SHOP.replace("Search the catalogue.", text)})
    toolc("report", "--out", "SKILL.md")
    _, head, _ = (here / "SKILL.md").read_text().split("---\n", 2)
    [name, about] = head.splitlines()
    told = json.loads(about.partition(": ")[2])
    assert name == "name: here" and len(told) <= 1_024 and not {"<", ">", "\u202e"} & set(told)
