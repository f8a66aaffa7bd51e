"""The guide to tools as code: what it shows runs in its order, and the files it shows are those that are written."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from documents import blocks, text_of, typed
from node import node_module

GUIDE = text_of("docs/guides/code-mode.md")

pytest.importorskip("mcp", reason="the server of the guide needs the MCP SDK")


@pytest.fixture
def shop(write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the guide, each at the path in its first line, and the type checkers on PATH."""
    named = {block.partition("\n")[0]: block for block in blocks(GUIDE, "python")}
    folder = write({f"shop/{line[2:]}": block for line, block in named.items() if line.startswith("# ")}) / "shop"
    monkeypatch.chdir(folder)
    near = (str(node_module(".bin/pyright").parent), str(Path(sys.executable).parent), os.environ["PATH"])
    monkeypatch.setenv("PATH", os.pathsep.join(near))
    return folder


def test_what_is_shown_runs(shop: Path, toolc) -> None:
    steps = typed(GUIDE)
    assert len(steps) == 3
    for step in steps:
        program, *words = shlex.split(step.command)
        if program == "toolc":
            done = toolc(*words)
            assert (done.status, done.out + done.err) == (0, step.output)
        else:
            ran = subprocess.run([sys.executable, *words], cwd=shop, capture_output=True, text=True, check=False)
            assert ran.stdout == step.output, ran.stderr


def test_the_files_shown_are_those_written(shop: Path, toolc) -> None:
    toolc("generate", "shop.py", "--target", "code-mode", "--out", ".", "--quiet")
    tree = shop / "code-mode/servers/shop"
    assert (tree / "search.py").read_text("utf-8") in blocks(GUIDE, "python")
    assert [(tree / "search.ts").read_text("utf-8")] == blocks(GUIDE, "typescript")
    rows = [line.split("`")[1::2] for line in GUIDE.splitlines() if line.startswith(("| `servers/", "| `schemas/"))]
    for row in rows:
        for name in row[:2]:
            path = name if "/" in name else f"{row[0].rpartition('/')[0]}/{name}"
            assert (shop / "code-mode" / path).exists() or "_types" in path, path


def test_the_misfit_shown_is_the_one_found(shop: Path, toolc, write) -> None:
    agent = (shop / "code-mode/agent.py").read_text("utf-8")
    write({"shop/agent.py": agent.replace('item["name"]', 'item["nam"]')})
    [shown] = blocks(GUIDE, "text")
    assert shown in toolc("check", "shop.py", "--program", "agent.py").err
