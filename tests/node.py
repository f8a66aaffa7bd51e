"""Programs and libraries of npm that tests run or compile against; `npm ci` in tests/typescript puts them there."""

import json
import os
import shutil
import socket
import subprocess
from pathlib import Path

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
    node_module("typescript/lib/typescript.js")
    command = [*NODE, Path(__file__).with_name("compiling.mjs")]
    with socket.socket(socket.AF_UNIX) as asking, asking.makefile("rb") as answer:
        asking.connect(str(lasting("typescript", command)))
        asking.sendall(json.dumps({"folder": str(folder.resolve()), "words": words}).encode())
        asking.shutdown(socket.SHUT_WR)
        return answer.read().decode()
