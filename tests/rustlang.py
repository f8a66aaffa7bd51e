"""Generated Rust at work: crates are written, formatted, held to clippy, built and run by cargo itself.

Each test has a folder in `.work/rust` that it holds alone, and all share what cargo has built, which lets one process in at a
time. Both stay: what has not changed is not built again.
"""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

WORK = Path(__file__).resolve().parents[1] / ".work/rust"
BUILT = WORK / "built"
_DENY = "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__"
"""`-D warnings`, as `cargo clippy` hands it on."""


def cargo(*words: str, folder: Path, given: str = "", **settings: str) -> str:
    """What a command of cargo prints; a skip where there is no cargo, a failure in CI."""
    path = f"{os.environ.get('PATH', '')}{os.pathsep}{Path.home() / '.cargo/bin'}"
    if shutil.which("cargo", path=path) is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("cargo is missing: no generated Rust can be compiled")
    usual = {"CARGO_TARGET_DIR": str(BUILT), "CARGO_INCREMENTAL": "0", "CARGO_PROFILE_DEV_DEBUG": "0"}
    done = subprocess.run(
        ["cargo", *words],
        cwd=folder,
        input=given,
        env={**os.environ, **usual, **settings, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


@contextmanager
def workspace(name: str, files: Mapping[str, str]) -> Iterator[Path]:
    """A folder with these files and no others, for whoever asked first. Generated crates in `rust` are its members."""
    folder = WORK / name
    folder.mkdir(parents=True, exist_ok=True)
    with (WORK / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for old in folder.rglob("*"):
            if old.is_file() and old.name != "Cargo.lock" and old.relative_to(folder).as_posix() not in files:
                old.unlink()
        for path, text in files.items():
            here = folder / path
            here.parent.mkdir(parents=True, exist_ok=True)
            if not here.exists() or here.read_text("utf-8") != text:
                here.write_text(text, "utf-8")
        yield folder


def built(folder: Path, crates: Sequence[str]) -> None:
    """Builds a workspace that rustfmt would leave as it is and clippy has nothing to say of; its own program may be formatted as
    it likes.

    clippy stands in for the compiler here, as `cargo clippy` has it stand in for one that only checks: one pass does both.
    """
    cargo("fmt", *(word for crate in crates for word in ("-p", crate)), "--", "--check", "--color", "never", folder=folder)
    cargo("build", "--quiet", "--workspace", folder=folder, RUSTC_WORKSPACE_WRAPPER="clippy-driver", CLIPPY_ARGS=_DENY)
