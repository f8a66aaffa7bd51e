"""Real servers in a process of their own: takes an environment and modules, returns what `run_servers.py` says of them."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from frameworks.environment import compiling, starting

RUNNER = Path(__file__).with_name("run_servers.py")


def ask_servers(environment: str, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Ask the servers of some modules; "" is the environment of the tests."""
    command = starting(environment) if environment else [sys.executable, "-W", "ignore"]
    run = subprocess.run(
        [*command, RUNNER],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        check=False,
        env=compiling(),
    )
    assert run.returncode == 0, run.stderr[-2000:]
    answers: list[dict[str, Any]] = json.loads(run.stdout)
    return answers
