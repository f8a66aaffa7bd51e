"""Real frameworks, each in an environment of its own: takes its name, gives a process that answers for it.

`<name>.txt` beside this file locks all that the environment holds; it is made on first use and kept (`kept.py`), or where
TOOLC_FRAMEWORKS says. `run_<framework>.py` is run in it, with JSON in and JSON out. Without a network these tests are skipped,
except where CI is set: there they fail.
"""

import hashlib
import json
import os
import shutil
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kept import kept
from making import making
from warm_python import warm_python

HERE = Path(__file__).resolve().parent
ONCE = HERE / "compiled_once.py"
CACHE = Path(os.environ.get("TOOLC_FRAMEWORKS") or kept("frameworks"))

OFTEN = "crewai fastmcp2 fastmcp3 fastmcp4 langchain llama_index openai_agents providers pydantic_ai smolagents".split()
"""Environments that are asked again and again: their frameworks are loaded once."""


def answers(environment: str, runner: str, questions: Any) -> Any:
    """What `run_<runner>.py` says in an environment."""
    asked = json.dumps(questions)
    return json.loads(printed(environment, HERE / f"run_{runner}.py", given=asked))


def printed(environment: str, *words: str | Path, given: str = "") -> str:
    """What a program prints that runs in an environment: a file, or "-c" and its text."""
    run = subprocess.run(
        [*starting(environment), *words],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
        env=compiling(),
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout


def starting(environment: str) -> list[str]:
    """How a program is started in an environment, with its framework loaded where that pays."""
    if environment not in OFTEN:
        return [str(python(environment)), "-W", "ignore"]
    more = ["uvicorn"] if environment.startswith("fastmcp") else []  # which `mcp_servers.py` has fastmcp serve with
    runner = HERE / f"run_{environment.rstrip(string.digits)}.py"
    return [warm_python(python(environment), str(runner), *more)]


def python(environment: str) -> Path:
    """The interpreter of an environment, which is made if it is not there."""
    lock = HERE / f"{environment}.txt"
    made_of = [sys.version, sys.base_prefix, ONCE.read_text("utf-8"), lock.read_text("utf-8")]
    key = hashlib.sha256("\n".join(made_of).encode()).hexdigest()[:12]
    folder = CACHE / f"{environment}-{key}"
    with making(folder) as missing:
        if missing:
            _make(folder, lock)
    return folder / "bin" / "python"


def compiling() -> dict[str, str]:
    """The environment variables of a process that keeps the modules it compiles, as shells may tell it not to.

    LiteLLM has its list of models with it, and need not ask the network.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}


def locked(environment: str, distribution: str) -> str:
    """The version of a distribution in an environment."""
    lines = (HERE / f"{environment}.txt").read_text("utf-8").splitlines()
    return next(line.partition("==")[2] for line in lines if line.startswith(f"{distribution}=="))


def _make(folder: Path, lock: Path) -> None:
    """It reaches its place whole or not at all."""
    with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
        made = Path(temporary) / "env"
        said = ""
        for commands in _ways(made, lock):
            failed = next((run for run in map(_run, commands) if run.returncode), None)
            if failed is None:
                [site] = made.glob("lib/*/site-packages")
                shutil.copy(ONCE, site)
                (site / "compiled_once.pth").write_text("import compiled_once\n", "utf-8")
                made.rename(folder)
                return
            said = failed.stderr.strip()[-300:]
            shutil.rmtree(made, ignore_errors=True)
        message = f"no environment for {lock.stem}: {said}"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)


def _run(command: list[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _ways(made: Path, lock: Path) -> Iterator[list[list[str]]]:
    """Commands that make an environment: with uv, which takes a tenth of the time, and with pip, which may know other indexes.

    Neither compiles all modules of all packages: a few hundred of them are imported (`compiled_once.py`).
    """
    install = ["install", "--quiet", "--no-deps", "--requirement", str(lock)]
    beside = Path(sys.executable).with_name("uv")
    if uv := shutil.which("uv") or (str(beside) if beside.exists() else None):
        yield [
            [uv, "venv", "--quiet", "--python", sys.executable, str(made)],
            [uv, "pip", *install, "--python", str(made / "bin" / "python")],
        ]
    yield [
        [sys.executable, "-m", "venv", "--without-pip", str(made)],
        [sys.executable, "-m", "pip", "--python", str(made / "bin" / "python"), *install, "--no-compile"],
    ]
