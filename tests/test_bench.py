"""The benchmarks run, whatever other libraries are there. How long anything takes is no question for a test."""

import subprocess
import sys
from pathlib import Path

import pytest

from effort import heavy

pytestmark = heavy

BENCH = Path(__file__).parent / "bench"


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("calls.py 1", "toolc FunctionTool.call"),
        ("startup.py 1", "from toolc import tool"),
        ("typed_calls.py 1 Python TypeScript Go", "full"),
    ],
)
def test_runs(script: str, words: str) -> None:
    name, *arguments = script.split()
    done = subprocess.run([sys.executable, BENCH / name, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    assert "Traceback" not in done.stderr


def test_types_runs() -> None:
    """It compares every schema with pydantic's before it measures."""
    done = subprocess.run([sys.executable, BENCH / "types.py", "40", "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "one package of 200" in done.stdout
