"""Generated Rust at work: crates are written, formatted, held to clippy, built and run by cargo itself.

All tests share what cargo has built, in `.work/cargo`; cargo lets one of its processes in at a time.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

BUILT = Path(__file__).resolve().parents[1] / ".work/cargo"


def cargo(*words: str, folder: Path, given: str = "") -> str:
    """What a command of cargo prints; a skip where there is no cargo, a failure in CI."""
    found = shutil.which("cargo", path=f"{os.environ.get('PATH', '')}{os.pathsep}{Path.home() / '.cargo/bin'}")
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("cargo is missing: no generated Rust can be compiled")
    path = f"{Path(found).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    # What Cargo.lock would say is the machine's; what is built in one folder must not depend on the folder of a test.
    environment = {
        **os.environ,
        "PATH": path,
        "CARGO_TARGET_DIR": str(BUILT),
        "CARGO_TERM_COLOR": "never",
        "CARGO_INCREMENTAL": "0",
    }
    done = subprocess.run(
        [found, *words], cwd=folder, input=given, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


def written(files: Mapping[str, str], folder: Path) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")


def accepted(folder: Path, *features: str) -> None:
    """A crate, and those in the same workspace, that rustfmt would leave as they are and clippy has nothing to say of."""
    cargo("fmt", "--all", "--check", folder=folder)
    cargo("clippy", "--quiet", "--workspace", *features, "--", "-D", "warnings", folder=folder)
