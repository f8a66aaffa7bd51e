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
    run = subprocess.run(command, input=asked, capture_output=True, text=True, encoding="utf-8", timeout=600, check=False)
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


def locked(environment: str, distribution: str) -> str:
    """The version of a distribution in an environment."""
    lines = (HERE / f"{environment}.txt").read_text("utf-8").splitlines()
    return next(line.partition("==")[2] for line in lines if line.startswith(f"{distribution}=="))


def _make(folder: Path, lock: Path) -> None:
    """It reaches its place whole or not at all."""
    with tempfile.TemporaryDirectory(dir=CACHE) as temporary:
        made = Path(temporary) / "env"
        for command in _commands(made, lock):
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode:
                message = f"no environment for {lock.stem}: {run.stderr.strip()[-300:]}"
                pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
        made.rename(folder)


def _commands(made: Path, lock: Path) -> list[list[str]]:
    install = ["install", "--quiet", "--no-deps", "--requirement", str(lock)]
    if uv := shutil.which("uv"):
        return [
            [uv, "venv", "--quiet", "--python", sys.executable, str(made)],
            [uv, "pip", *install, "--python", str(made / "bin" / "python")],
        ]
    return [[sys.executable, "-m", "venv", str(made)], [str(made / "bin" / "python"), "-m", "pip", *install]]
