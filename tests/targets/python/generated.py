"""Helpers: the module of a bundle, and what type checkers and ruff say of it."""

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import node
from making import MYPY_CACHE, making
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.targets.python import TARGET

ROOT = Path(__file__).parents[3]
_numbers = count()


def texts(given: Bundle, options: Options | None = None) -> dict[str, str]:
    """Every file of the target by the name of its package, without what tells a client from its server."""
    files, _ = emit(given, [TARGET], options or Options())
    return {file.path.removeprefix("python/").replace("_client.py", ".py"): file.text for file in files}


def text(given: Bundle, options: Options | None = None) -> str:
    (only,) = texts(given, options).values()
    return only


def write(files: Mapping[str, str], folder: Path) -> None:
    for path, content in files.items():
        (folder / path).write_text(content, encoding="utf-8", newline="\n")


def result_type(source: str, tool: str) -> str:
    """The type of what a tool of a module gives back."""
    (found,) = set(re.findall(rf'name: Literal\["{tool}"\],.*?\) -> (\w+): \.\.\.', source, re.DOTALL))
    return str(found)


def imported(source: str, folder: Path) -> Any:
    """The module of some source text."""
    name = f"generated_{next(_numbers)}"
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def mypy(folder: Path, *files: str) -> list[tuple[str, int, str]]:
    """What mypy says in strict mode: file, line, message."""
    options = ["--strict", "--config-file=", f"--cache-dir={MYPY_CACHE}", "--no-error-summary", "--hide-error-context"]
    command = [sys.executable, "-m", "mypy", *options, "--output=json", *files]
    with making(MYPY_CACHE):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [(one["file"], one["line"], one["message"]) for one in found if one["severity"] == "error"]


def pyright(folder: Path, *files: str) -> list[tuple[str, int, str]]:
    """What pyright says: file, line (from 1), message. A skip where it is not installed, a failure in CI."""
    said = node.pyright(folder, *files)["generalDiagnostics"]
    return [(Path(one["file"]).name, one["range"]["start"]["line"] + 1, one["message"]) for one in said]


def ruff(folder: Path) -> str:
    """What ruff would change or complain of, with nothing configured."""
    run = [sys.executable, "-m", "ruff"]
    formatted = subprocess.run([*run, "format", "--isolated", "--diff", "."], cwd=folder, capture_output=True, text=True)
    command = [*run, "check", "--isolated", "--no-cache", "--output-format=concise", "."]
    checked = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return (formatted.stdout if formatted.returncode else "") + (checked.stdout if checked.returncode else "")
