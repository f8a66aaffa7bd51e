"""The package for npm: it runs toolc in its own version, by uv or pipx, and hands on words, streams and the exit status."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from toolc import __version__

NPM = Path(__file__).resolve().parents[1] / "npm"
NODE = shutil.which("node") or ""
needs_node = pytest.mark.skipif(not NODE, reason="Node is missing")


def run(path: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [NODE, str(NPM / "toolc.js"), *words]
    return subprocess.run(command, env={"PATH": str(path), **environment}, capture_output=True, text=True, check=False)


def runner(folder: Path, name: str, status: int = 0) -> None:
    """A program of that name, which prints its words."""
    program = folder / name
    program.write_text(f'#!/bin/sh\necho {name} "$@"\nexit {status}\n', "utf-8")
    program.chmod(0o755)


def test_its_version_is_that_of_toolc() -> None:
    assert json.loads((NPM / "package.json").read_text("utf-8"))["version"] == __version__
    assert set(re.findall(r"==([\d.]+)", (NPM / "README.md").read_text("utf-8"))) == {__version__}


@needs_node
def test_uv_runs_that_version(tmp_path: Path) -> None:
    runner(tmp_path, "uvx", 1)
    runner(tmp_path, "pipx")
    done = run(tmp_path, "check", "a b", "--quiet")
    assert (done.stdout, done.stderr, done.returncode) == (f"uvx --from toolc=={__version__} toolc check a b --quiet\n", "", 1)


@needs_node
def test_without_uv_pipx_does(tmp_path: Path) -> None:
    runner(tmp_path, "pipx")
    done = run(tmp_path, "list", TOOLC_SPEC="toolc[watch]")
    assert (done.stdout, done.returncode) == ("pipx run --spec toolc[watch] toolc list\n", 0)


@needs_node
def test_without_either_it_says_so(tmp_path: Path) -> None:
    done = run(tmp_path, "list")
    assert done.returncode == 2 and "uv or pipx" in done.stderr and "  at " not in done.stderr


@pytest.mark.skipif(not shutil.which("npm"), reason="npm is missing")
def test_the_package_has_its_files(tmp_path: Path) -> None:
    environment = {**os.environ, "npm_config_cache": str(tmp_path / "cache"), "npm_config_offline": "true"}
    command = ["npm", "pack", "--dry-run", "--json"]
    done = subprocess.run(command, cwd=NPM, env=environment, capture_output=True, text=True, check=True)
    [packed] = json.loads(done.stdout)
    assert sorted(one["path"] for one in packed["files"]) == ["README.md", "package.json", "toolc.js"]
    assert packed["name"] == "toolc"
