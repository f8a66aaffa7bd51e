"""The guide in ten lines each: what it shows runs in its order, and prints what it shows."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from documents import blocks, section, text_of, typed
from frameworks.environment import compiling, python
from frameworks.test_registry import PATH
from node import node_module

GUIDE = text_of("docs/guides/ten-lines.md")
TOPICS = re.findall(r"^## (.*)$", GUIDE, re.MULTILINE)

pytest.importorskip("mcp", reason="the server of the guide needs the MCP SDK")


@pytest.fixture
def shop(write, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files of the guide, each at the path in its first line; programs and type checkers on PATH."""
    named = {block.partition("\n")[0].removeprefix("# "): block for block in blocks(GUIDE, "python")}
    folder = write({f"shop/{name}": block for name, block in named.items()}) / "shop"
    monkeypatch.chdir(folder)
    near = (str(node_module(".bin/pyright").parent), str(Path(sys.executable).parent), os.environ["PATH"])
    monkeypatch.setenv("PATH", os.pathsep.join(near))
    return folder


def test_commands_print_what_is_shown(shop: Path, toolc) -> None:
    steps = typed(GUIDE)
    for step in steps:
        program, *words = shlex.split(step.command)
        if program == "toolc":
            done = toolc(*words)
            assert done.out + done.err == step.output, step.command
        else:
            ran = subprocess.run([sys.executable, *words], cwd=shop, capture_output=True, text=True, check=False)
            assert (program, ran.stdout) == ("python", step.output), ran.stderr
    for program, interpreter in (("registry.py", python("langchain")), ("compiled.py", Path(sys.executable))):
        _prints_its_remarks(shop / program, interpreter)


def _prints_its_remarks(program: Path, interpreter: Path) -> None:
    head = f"import sys; sys.path += {PATH!r}\n"
    command = [interpreter, "-W", "ignore", "-c", head + program.read_text("utf-8")]
    ran = subprocess.run(command, cwd=program.parent, capture_output=True, text=True, check=False, env=compiling())
    said = re.findall(r"^print.*\n# (.*)$", program.read_text("utf-8"), re.MULTILINE)
    assert ran.stdout.splitlines() == said and said, ran.stderr


@pytest.mark.parametrize("topic", TOPICS)
def test_each_topic_is_about_ten_lines(topic: str) -> None:
    written = [block for language in ("python", "console") for block in blocks(section(GUIDE, topic), language)]
    lines = [line for block in written for line in block.splitlines() if line.strip()]
    assert 0 < len(lines) <= 16
