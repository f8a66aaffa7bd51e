"""Generated Go at work: modules are written, formatted, vetted, built and run by Go itself."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

MODULE = "module example.com/company\n\ngo 1.22\n"


def go(*words: str, folder: Path, given: str = "") -> str:
    """What a command of Go prints; a skip where there is no Go, a failure in CI."""
    found = shutil.which("go")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("Go is missing: no generated Go can be compiled")
    program = str(Path(found).with_name("gofmt")) if words[0] == "gofmt" else found
    arguments = words[1:] if words[0] == "gofmt" else words
    done = subprocess.run([program, *arguments], cwd=folder, input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def accepted(files: Mapping[str, str], folder: Path) -> None:
    """Writes a module of these files, which gofmt would leave as they are and vet has nothing to say of."""
    for path, text in {"go.mod": MODULE, **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    assert go("gofmt", "-l", ".", folder=folder) == ""
    go("vet", "./...", folder=folder)
