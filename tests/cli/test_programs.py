"""Programs that run toolc for other people: pre-commit with this repository's hooks, and what the GitHub action installs.

Each installs toolc from a copy of this checkout as its users would, into an environment of its own; what toolc needs is taken
from here. That takes half a minute each, so it is done by `make programs`.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("compiler", "templates", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", ".github", "action.yml")
WANTED = bool(os.environ.get("TOOLC_PROGRAMS"))
pytestmark = pytest.mark.skipif(not WANTED, reason="`make programs` runs these")

TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n    return query\n"
BORROWED = {"PIP_NO_DEPS": "1", "PYTHONPATH": sysconfig.get_path("purelib"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
"""The libraries of this environment, in another one: `.pth` files do not count there, so toolc itself is not among them."""


def run(words: list[str], folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, **BORROWED, **environment}
    return subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)


def git(folder: Path, *words: str) -> str:
    named = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words]
    return subprocess.run(named, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This repository as it stands, under version control."""
    folder = tmp_path_factory.mktemp("toolc")
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
        else:
            shutil.copy(ROOT / part, folder / part)
    for words in (("init", "-qb", "main"), ("add", "-A"), ("commit", "-qm", "all")):
        git(folder, *words)
    return folder


def test_pre_commit(checkout: Path, write, here: Path) -> None:
    """The hook that writes, then the one that checks: passes, and fails with a diff once a tool has changed."""
    pytest.importorskip("pre_commit", reason="pre-commit is missing: `make setup`")
    names = ("toolc-generate", "toolc-up-to-date")
    hooks = "".join(f"      - id: {name}\n        args: [src, --out, gen, --target, mcp]\n" for name in names)
    revision = git(checkout, "rev-parse", "HEAD")
    config = f"repos:\n  - repo: {checkout}\n    rev: {revision}\n    hooks:\n{hooks}"
    write({"src/tools.py": TOOL, ".pre-commit-config.yaml": config})
    (here / ".git").rmdir()
    git(here, "init", "-qb", "main")
    git(here, "add", "-A")

    def hook(name: str) -> "subprocess.CompletedProcess[str]":
        words = [sys.executable, "-m", "pre_commit", "run", name, "--all-files"]
        return run(words, here, PRE_COMMIT_HOME=str(here.parent / "pre-commit"))

    written = hook("toolc-generate")
    assert written.returncode == 0, written.stdout + written.stderr
    assert (here / "gen/mcp/here/orbiter.json").exists()
    assert hook("toolc-up-to-date").returncode == 0
    write({"src/tools.py": TOOL.replace("Search", "Look")})
    failed = hook("toolc-up-to-date")
    assert failed.returncode == 1 and "TC620" in failed.stdout and "TD150" in failed.stdout


def test_the_action_of_github(checkout: Path, write, here: Path) -> None:
    """It installs what stands beside it; what it runs then, test_action.py shows."""
    yaml = pytest.importorskip("yaml", reason="pre-commit is missing: `make setup`")
    steps = yaml.safe_load((checkout / "action.yml").read_text("utf-8"))["runs"]["steps"]
    [install] = [step["run"] for step in steps if "pip install" in step.get("run", "")]
    write({"src/tools.py": TOOL})
    outer = here.parent / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(outer)], check=True)
    own = {
        "PATH": f"{outer / 'bin'}{os.pathsep}{os.environ['PATH']}", "RUNNER_TEMP": str(here.parent / "temp"),
        "GITHUB_ACTION_PATH": str(checkout), "PYTHONPATH": "", "PIP_NO_DEPS": "",
    }  # fmt: skip
    done = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", install], here, **own)
    assert done.returncode == 0, done.stdout + done.stderr
    listed = run([str(here.parent / "temp/toolc/bin/toolc"), "list", "src"], here, PYTHONPATH="")
    assert listed.returncode == 0 and "search" in listed.stdout, listed.stderr
