"""`toolc stats` and budgets: what is counted is what a request holds."""

import json
from pathlib import Path

import pytest

from toolc.systems.sent.absent import PROVIDERS

TOOLS = '''\
from fastmcp import FastMCP
from pydantic import BaseModel

mcp = FastMCP("shop")


class Place(BaseModel):
    """Where something is."""

    street: str
    city: str
    country: str = "GB"


@mcp.tool
def move(old: Place, new: Place) -> str:
    """Move — from one place to another."""


@mcp.tool
def find(query: str) -> str:
    """Find."""
'''


def measured(toolc, *options: str) -> list[dict]:
    return json.loads(toolc("stats", "tools.py", "--format", "json", *options).out)["tools"]


def test_bytes_are_those_of_compact_json(write, toolc) -> None:
    write({"tools.py": TOOLS})
    for target in ("openai", "anthropic", "gemini"):
        sizes = {one["tool"]: one["bytes"] for one in measured(toolc, "--target", target)}
        for name, size in sizes.items():
            document = json.loads(toolc("schema", f"tools.py::{name}", "--target", target).out)
            assert size == len(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())


def rows_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.partition("\n\n")[0].splitlines()]


def test_a_row_for_each_tool_and_a_column_for_each_provider(write, toolc) -> None:
    write({"tools.py": TOOLS})
    done = toolc("stats", "tools.py", "--target", "mcp", "--target", "anthropic")
    head, *rows = rows_of(done.out)
    assert head == ["tool", "mcp", "anthropic"]
    assert [row[0] for row in rows[:3]] == ["move", "find", "all"]
    sizes = {(one["tool"], one["target"]): one["bytes"] for one in measured(toolc, "--target", "mcp", "--target", "anthropic")}
    for name, *cells in rows[:2]:
        assert cells == [f"{sizes[name, target]:,}" for target in head[1:]]
    assert rows[2][1:] == [f"{sum(size for (_, of), size in sizes.items() if of == target):,}" for target in head[1:]]
    assert [row[0] for row in rows_of(toolc("stats", "tools.py", "--sort", "name").out)[1:3]] == ["find", "move"]
    assert "move: " in done.out and "bytes less for mcp if what repeats stood in `$defs` once" in done.out


def test_every_provider_has_a_column(write, toolc) -> None:
    write({"tools.py": TOOLS})
    head, *_ = rows_of(toolc("stats", "tools.py").out)
    assert set(PROVIDERS) - {"openai-responses"} <= {*head}  # which is OpenAI's as well


def test_what_a_provider_leaves_out_is_a_dash_and_a_footnote(write, toolc) -> None:
    write({"tools.py": TOOLS + '\n\n@mcp.tool\ndef label(labels: dict[str, int]) -> str:\n    """Label."""\n'})
    done = toolc("stats", "tools.py", "--target", "openai", "--target", "openai-strict")
    [row] = [row for row in rows_of(done.out) if row[0] == "label"]
    assert row[2] == "–" and row[1] != "–"
    assert "– openai-strict leaves out label: toolc check --provider openai-strict says why" in done.out
    assert "– openai leaves" not in done.out


def test_packages_have_sums_of_their_own(write, toolc) -> None:
    write(
        {
            "a/pyproject.toml": "[project]\nname = 'a'\n",
            "a/tools.py": TOOLS,
            "b/pyproject.toml": "[project]\nname = 'b'\n",
            "b/tools.py": TOOLS,
        }
    )
    head, *rows = rows_of(toolc("stats", ".", "--target", "mcp").out)
    assert head == ["package", "tool", "mcp"]
    assert [row[:2] for row in rows] == [["a", "move"], ["a", "find"], ["b", "move"], ["b", "find"], ["a", "all"], ["b", "all"]]


def test_what_repeats_is_said_once(write, toolc) -> None:
    """What a server sends has every model where it is used."""
    write({"tools.py": TOOLS})
    sizes = {one["tool"]: one for one in measured(toolc, "--target", "mcp")}
    assert sizes["move"]["hoisted"] < sizes["move"]["bytes"]
    assert sizes["find"]["hoisted"] == sizes["find"]["bytes"]


def test_tokens_are_counted_without_a_network(write, toolc) -> None:
    tokenizer = pytest.importorskip("bpe_openai", reason="the extra `tokens`")
    write({"tools.py": TOOLS})
    (found,) = (one for one in measured(toolc, "--target", "anthropic", "--tokens") if one["tool"] == "find")
    document = json.loads(toolc("schema", "tools.py::find", "--target", "anthropic").out)
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    assert found["tokens"] == len(tokenizer.get_encoding("o200k_base").encode(text))
    assert "tokens" not in measured(toolc, "--target", "anthropic")[0]
    shown = rows_of(toolc("stats", "tools.py", "--target", "anthropic", "--tokens").out)
    assert ["find", f"{found['tokens']:,}"] in shown


def test_without_the_extra_it_is_said(write, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "bpe_openai", None)
    write({"tools.py": TOOLS})
    done = toolc("stats", "tools.py", "--tokens")
    assert done.status == 2 and "TC608" in done.err and "toolc[tokens]" in done.err


def test_a_target_without_documents_is_refused(write, toolc) -> None:
    write({"tools.py": TOOLS})
    assert toolc("stats", "tools.py", "--target", "typescript").status == 2


def budget(here: Path, words: str) -> None:
    (here / "toolc.toml").write_text(f"[budget]\n{words}\n", "utf-8")


def test_a_budget_is_kept_or_not(write, toolc) -> None:
    here = write({"tools.py": TOOLS})
    sizes = {one["tool"]: one["bytes"] for one in measured(toolc, "--target", "mcp")}
    budget(here, f"tool-bytes = {sizes['move']}\npackage-bytes = {sum(sizes.values())}")
    assert toolc("check", "tools.py").status == 0
    budget(here, f"tool-bytes = {sizes['move'] - 1}")
    done = toolc("check", "tools.py")
    assert done.status == 1 and "TC406" in done.err and "`move`" in done.err and "would save" in done.err
    budget(here, f"package-bytes = {sum(sizes.values()) - 1}")
    done = toolc("check", "tools.py")
    assert done.status == 1 and "TC407" in done.err and "TC406" not in done.err


def test_a_budget_holds_in_the_form_of_each_provider(write, toolc) -> None:
    here = write({"tools.py": TOOLS})
    sizes = {one["target"]: one["bytes"] for one in measured(toolc) if one["tool"] == "find"}
    budget(here, f"tool-bytes = {sizes['anthropic']}")
    shown = [line for line in toolc("check", "tools.py", "--provider", "openai,anthropic").err.splitlines() if "TC406" in line]
    assert any("`find`" in line and "for openai" in line for line in shown)
    assert not any("`find`" in line and "for anthropic" in line for line in shown)


FUNCTIONS = '''
from typing import Annotated

from toolc import function_to_tool


def find(origin: str, limit: Annotated[int, "How many."] = 3) -> str:
    """Find flights.

    Args:
        origin: Where from.
    """
    return origin


TOOLS = [function_to_tool(find)]
'''


def test_what_a_framework_generates_has_its_cost(write, toolc) -> None:
    write({"shop.py": FUNCTIONS})
    generated = len("Parameter origin of type str") + len("Parameter limit of type int")
    assert f"function_to_tool: {generated} bytes are `Parameter … of type …`; generated=False" in toolc("stats", "shop.py").out
    write({"shop.py": FUNCTIONS.replace("tool(find)", "tool(find, generated=False)")})
    assert "generated" not in toolc("stats", "shop.py").out
