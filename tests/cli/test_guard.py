"""`cli/guard.py`: nothing a user can cause is a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def test_an_unexpected_exception_is_a_line_and_a_hint(toolc, compiled, write, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"t.py": ""})
    compiled.error = ValueError("\x1b[31m odd")
    done = toolc("list", "t.py")
    assert done.status == 2 and done.out == ""
    assert done.err.startswith("error TC901 internal-error: ValueError: \\x1b[31m odd\nTC901: please report")
    monkeypatch.setenv("TOOLC_TRACEBACK", "1")
    with pytest.raises(ValueError, match="odd"):
        toolc("list", "t.py")


@pytest.mark.parametrize(("error", "status"), [(KeyboardInterrupt(), 130), (BrokenPipeError(), 141), (RecursionError(), 2)])
def test_interruptions_are_quiet(toolc, compiled, write, monkeypatch: pytest.MonkeyPatch, error, status) -> None:
    write({"t.py": ""})
    monkeypatch.setattr("toolc.cli.guard._forget_output", lambda: None)
    compiled.error = error
    done = toolc("list", "t.py")
    assert done.status == status and "Traceback" not in done.err
    assert done.err == "" or status == 2


def test_a_closed_pipe(here) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-m", "toolc", "explain"], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_full_disk(here) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "toolc", "explain"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and done.stderr.startswith(b"error TC605") and done.stderr.count(b"\n") == 2


def test_any_locale(here) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "toolc", "explain", "größe\udcff"],
        capture_output=True, check=False, env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip
    assert done.returncode == 2 and b"TC606" in done.stderr and b"Traceback" not in done.stderr


def test_version_imports_little(here) -> None:
    program = (
        "import sys; from toolc.cli import main; main(['--version']);"
        "print(sorted({'typer', 'rich', 'libcst', 'jinja2', 'msgspec', 'jsonschema'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("toolc ") and done.stdout.endswith("[]\n")


@pytest.mark.parametrize("command", ["", "generate", "schema", "list", "types", "ir", "explain", "config"])
def test_help(toolc, command: str) -> None:
    done = toolc(*command.split(), "--help")
    assert done.status == 0 and "Usage: toolc" in done.out
    assert not command or "Example" in done.out
