"""`toolc worker`, without Bazel: the protocol, and that an action sees what it names and nothing else."""

import json
import os
from io import BytesIO
from pathlib import Path

import pytest

from toolc import __version__
from toolc.cli.bazel.action import perform
from toolc.cli.bazel.requests import serve

TOOL = """\
from mcp.server.fastmcp import FastMCP
from models import Order

mcp = FastMCP("shop")


@mcp.tool()
def place(order: Order) -> str:
    '''Place an order.'''
    return ""
"""
MODEL = "from pydantic import BaseModel\n\n\nclass Order(BaseModel):\n    count: int\n"
WORDS = ("--out=made", "--path=src", "--target=mcp", "--search-path=lib", "--assume=mcp=1.26.0", "--input=src/shop.py")
BOTH = (*WORDS, "--input=lib/models.py")


@pytest.fixture
def tree(write) -> Path:
    return write({"src/shop.py": TOOL, "lib/models.py": MODEL})


def outputs(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_an_action_writes_what_a_build_writes(tree: Path, toolc) -> None:
    (tree / "src/pyproject.toml").write_text('[project]\nname = "orders"\n')
    assert perform((*BOTH, "--input=src/pyproject.toml")) == (0, "")
    assert Path.cwd() == tree
    toolc("generate", "src", "--target", "mcp", "--search-path", "lib", "--assume", "mcp=1.26.0", "--out", "whole")
    assert outputs(tree / "made") == outputs(tree / "whole") != {}


def test_what_is_not_named_is_not_there(tree: Path) -> None:
    status, said = perform(WORDS)
    assert status == 0 and "TC333" in said and "src/shop.py:8" in said


def test_outputs_do_not_tell_where_they_were_made(tree: Path, write, monkeypatch: pytest.MonkeyPatch) -> None:
    perform(BOTH)
    write({"elsewhere/src/shop.py": TOOL, "elsewhere/lib/models.py": MODEL, "toolc.toml": "not = toml"})
    monkeypatch.chdir(tree / "elsewhere")
    assert perform(BOTH) == (0, "")
    assert outputs(tree / "elsewhere/made") == outputs(tree / "made")


def test_links_of_a_sandbox_are_read(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "box/src").mkdir(parents=True)
    (tree / "box/lib").mkdir()
    (tree / "box/src/shop.py").symlink_to(tree / "src/shop.py")
    (tree / "box/lib/models.py").symlink_to(tree / "lib/models.py")
    monkeypatch.chdir(tree / "box")
    assert perform(BOTH) == (0, "") and outputs(tree / "box/made")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--input=src/shop.py",), "no --out"),
        (("--out=made", "--verbose=yes"), "--verbose=yes"),
        (("--out=made", "src"), '"src" is not an argument'),
        (("--out=made", "--input=/etc/hosts"), "/etc/hosts"),
        (("--out=made", "--input=../secret"), "../secret"),
        (("--out=made", "--input=gone.py"), "gone.py"),
        (("--out=made", "--target=nothing", "--input=src/shop.py"), "TC602"),
    ],
)
def test_what_cannot_be_carried_out(words: tuple[str, ...], said: str, tree: Path) -> None:
    status, text = perform(words)
    assert status == 2 and said in text and "Traceback" not in text and not (tree / "made").exists()


def test_another_version_than_the_build_asks_for(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLC_EXPECTED", "0.0.1")
    assert perform(BOTH)[0] == 2
    monkeypatch.setenv("TOOLC_EXPECTED", __version__)
    assert perform(BOTH)[0] == 0


class Slow(BytesIO):
    """A stream that gives what comes piece by piece."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(7)


def test_requests_need_no_line_ends(tree: Path) -> None:
    inputs = [{"path": "src/shop.py", "digest": "aaa"}]
    asked = [
        {"arguments": BOTH, "inputs": inputs, "verbosity": 10},
        {"arguments": ["--whät"], "requestId": 7},
        {"cancel": True, "requestId": 8},
        {"arguments": list(BOTH), "requestId": 9},
    ]
    answers = BytesIO()
    assert serve(Slow("".join(json.dumps(one, ensure_ascii=False) for one in asked).encode()), answers) == 0
    told = [json.loads(line) for line in answers.getvalue().splitlines()]
    assert [(one["requestId"], one["exitCode"]) for one in told] == [(0, 0), (7, 2), (9, 0)]
    assert "whät" in told[1]["output"] and told[2]["output"] == ""


@pytest.mark.parametrize("text", ["nonsense", '{"arguments": ["--out', "[1]", '{"arguments": 5}'])
def test_what_is_no_request_ends_the_worker(text: str) -> None:
    assert serve(BytesIO(text.encode()), BytesIO()) == 2


def test_the_command_takes_a_file_of_arguments(tree: Path, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "action.params").write_text("\n".join(BOTH))
    monkeypatch.setenv("VIRTUAL_ENV", str(tree))
    assert toolc("worker", "@action.params").status == 0 and outputs(tree / "made")
    assert toolc("worker", "@gone").status == 2


def test_init_writes_what_bazel_needs_and_writes_over_nothing(toolc, here: Path) -> None:
    done = toolc("init", "--bazel")
    assert done.status == 0 and sorted(done.out.split()) == sorted(
        [*["wrote"] * 3, *(f"tools/toolc/{name}" for name in ("BUILD.bazel", "toolc", "toolc.bzl"))]
    )
    program = here / "tools/toolc/toolc"
    assert os.access(program, os.X_OK) and f"TOOLC_EXPECTED={__version__} exec toolc" in program.read_text()
    before = outputs(here)
    program.write_text("mine")
    assert toolc("init", "--bazel").status == 2
    assert outputs(here) == before | {"tools/toolc/toolc": b"mine"}
