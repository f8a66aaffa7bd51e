"""Programs and libraries of npm that tests run or compile against; `npm ci` in tests/typescript puts them there."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lasting import lasting

NODE = ("node", "--max-semi-space-size=64")
"""For compilers: looking for garbage a quarter as often saves them a tenth of their time."""

MODULES = Path(__file__).parent / "typescript" / "node_modules"


def node_module(path: str) -> Path:
    """A file of an installed package, or a skip (a failure where CI promises one)."""
    found = MODULES / path
    if not found.exists() or shutil.which("node") is None:
        message = "no Node or no TypeScript: run `npm ci` in tests/typescript"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


def node(program: str, given: str) -> str:
    """What a program prints that asks for nothing but Node; a skip where there is none (a failure in CI)."""
    if shutil.which("node") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("no Node")
    done = subprocess.run(["node", "-e", program], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def tsc(folder: Path, *words: str) -> str:
    """What `tsc` says in a folder, "" when it is content. All processes of a test run share one that has it loaded, which ends with it."""
    return _answer_of(_TYPE_CHECKERS["tsc"](), folder, words)


def unformatted(folder: Path) -> str:
    """What prettier would change in a folder, by its defaults; the process is that of `tsc`."""
    node_module("prettier/index.mjs")
    return _answer_of(_TYPE_CHECKERS["tsc"](), folder, ())


def pyright(folder: Path, *words: str) -> dict[str, Any]:
    """What `pyright --outputjson` says of files in a folder; it is shared as `tsc` is."""
    return dict(json.loads(_answer_of(_TYPE_CHECKERS["pyright"](), folder, words)))


def type_checkers(folder: Path) -> Path:
    """A folder with programs `tsc` and `pyright` that ask those that are shared."""
    folder.mkdir()
    for name, place in _TYPE_CHECKERS.items():
        (folder / name).write_text(_PROGRAM.format(python=sys.executable, place=str(place())), "utf-8")
        (folder / name).chmod(0o755)
    return folder


_PROGRAM = """\
#!{python} -IS
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as asking, asking.makefile("rb") as answer:
    asking.connect({place!r})
    asking.sendall(json.dumps({{"folder": os.getcwd(), "words": sys.argv[1:]}}).encode())
    asking.shutdown(socket.SHUT_WR)
    sys.stdout.write(answer.read().decode())
"""


def _tsc() -> Path:
    node_module("typescript/lib/typescript.js")
    return lasting("typescript", [*NODE, Path(__file__).with_name("compiling.mjs")])


def _pyright() -> Path:
    server = [*NODE, node_module("pyright/langserver.index.js"), "--stdio"]
    return lasting("pyright", [sys.executable, Path(__file__).with_name("checking.py"), *server, sys.executable])


_TYPE_CHECKERS = {"tsc": _tsc, "pyright": _pyright}


def _answer_of(place: Path, folder: Path, words: Sequence[str]) -> str:
    with socket.socket(socket.AF_UNIX) as asking, asking.makefile("rb") as answer:
        asking.connect(str(place))
        asking.sendall(json.dumps({"folder": str(folder.resolve()), "words": words}).encode())
        asking.shutdown(socket.SHUT_WR)
        return answer.read().decode()
