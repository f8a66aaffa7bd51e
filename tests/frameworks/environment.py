"""Real frameworks, each in an environment of its own: takes its name, gives a process that answers for it.

`<name>.txt` beside this file locks all that the environment holds; it is made on first use and kept under `.work`, or where
TOOLC_FRAMEWORKS says. `run_<framework>.py` is run in it, with JSON in and JSON out. Without a network these tests are skipped,
except where CI is set: there they fail.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from making import making

HERE = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("TOOLC_FRAMEWORKS") or HERE.parents[1] / ".work" / "frameworks")


def answers(environment: str, runner: str, questions: Any) -> Any:
    """What `run_<runner>.py` says in an environment."""
    command = [python(environment), "-W", "ignore", HERE / f"run_{runner}.py"]
    asked = json.dumps(questions)
    environ = {**compiling(), "LITELLM_LOCAL_MODEL_COST_MAP": "True"}  # else LiteLLM asks the network for its list of models
    run = subprocess.run(
        command, input=asked, capture_output=True, text=True, encoding="utf-8", timeout=600, check=False, env=environ
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return json.loads(run.stdout)


def python(environment: str) -> Path:
    """The interpreter of an environment, which is made if it is not there."""
    lock = HERE / f"{environment}.txt"
    key = hashlib.sha256(f"{sys.version_info[:2]}{lock.read_text('utf-8')}".encode()).hexdigest()[:12]
    folder = CACHE / f"{environment}-{key}"
    with making(folder) as missing:
        if missing:
            _make(folder, lock)
    return folder / "bin" / "python"


def compiling() -> dict[str, str]:
    """The environment variables of a process that keeps the modules it compiles, as shells may tell it not to."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


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
                shutil.copy(HERE / "compiled_once.py", site)
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
