"""The first steps, typed as they stand into a terminal in a fresh folder: every output there is what is printed.

toolc is installed as the page says by `make programs`, which takes half a minute; else it is there already. `TOOLC_GOLDEN=1` writes
the outputs of the page anew.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from documents import ROOT, Typed, blocks, typed
from terminal import Shell
from test_packaging import copied, distributions
from toolc import __version__

PAGE = ROOT / "docs/start.md"
INSTALLED = bool(os.environ.get("TOOLC_PROGRAMS"))
GOLDEN = bool(os.environ.get("TOOLC_GOLDEN"))
COMMANDS = ("init", "generate", "check", "lock", "diff", "watch")
UNSTEADY = (
    (r"\[\d\d:\d\d:\d\d\]", "[09:41:00]"),
    (r"\d+\.\d+ s\b", "0.25 s"),
    (r"\d+ folders?\b", "4 folders"),
)
"""What differs from run to run: the time, how long it took, where packages are."""


def steady(output: str) -> str:
    for pattern, stand_in in UNSTEADY:
        output = re.sub(pattern, stand_in, output)
    return output


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    """A shell in a fresh folder, with the file that the page shows; the wheel of this checkout stands for what an index has."""
    pip = {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if INSTALLED:
        (tmp_path / "constraints.txt").write_text(f"toolc=={__version__}\n")
        made = distributions(copied(tmp_path / "source"), tmp_path / "dist")
        pip |= {"PIP_FIND_LINKS": str(made), "PIP_CONSTRAINT": str(tmp_path / "constraints.txt")}
    folder = tmp_path / "shop"
    folder.mkdir()
    [source] = blocks(PAGE.read_text("utf-8"), "python")
    assert source.startswith("# shop.py\n")
    (folder / "shop.py").write_text(source)
    own = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    path = os.environ["PATH"] if INSTALLED else own
    cache = str(tmp_path / "cache")
    opened = Shell(folder, PATH=path, TOOLC_CACHE_DIR=cache, VIRTUAL_ENV_DISABLE_PROMPT="1", **pip)
    try:
        yield opened
    finally:
        opened.close()


def test_the_first_steps_are_what_is_printed(shell: Shell) -> None:
    pytest.importorskip("watchfiles", reason="the extra `watch`")
    done: list[tuple[Typed, str]] = []
    for step in typed(PAGE.read_text("utf-8")):
        if step.command.startswith(("python3 -m venv", "pip install")) and not INSTALLED:
            continue
        printed = shell.typed(step.command, "Ctrl-C ends" if step.command == "toolc watch" else "", seconds=300)
        done.append((step, steady(printed)))
    if GOLDEN:
        text = PAGE.read_text("utf-8")
        for step, printed in done:
            text = text.replace(f"$ {step.command}\n{step.output}", f"$ {step.command}\n{printed}", 1)
        PAGE.write_text(text, "utf-8")
    assert [step.command.split()[1] for step, _ in done if step.command.startswith("toolc ")] == list(COMMANDS)
    now = {step.command: step.output for step in typed(PAGE.read_text("utf-8"))}
    for step, printed in done:
        assert printed == now[step.command], step.command


def test_the_first_steps_begin_with_the_installation() -> None:
    commands = [step.command for step in typed(PAGE.read_text("utf-8"))]
    assert commands[0].startswith("python3 -m venv") and commands[1].startswith("pip install")
