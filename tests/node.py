"""Programs and libraries of npm that tests run or compile against; `npm ci` in tests/typescript puts them there."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

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
