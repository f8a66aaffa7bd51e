"""Programs that run toolc for other people: pre-commit with this repository's hooks, and the scripts of the GitHub action.

Each installs toolc from a copy of this checkout as its users would, into an environment of its own; what toolc needs is taken
from here. That takes half a minute each, so it is done by `make programs`.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("compiler", "templates", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", ".github")
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


def steps(checkout: Path, **inputs: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The scripts of the action and their environment, with the inputs put in as GitHub does."""
    import yaml  # comes with pre-commit

    action = yaml.safe_load((checkout / ".github/actions/toolc/action.yml").read_text("utf-8"))
    given = {name: inputs.get(name, one.get("default", "")) for name, one in action["inputs"].items()}
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        if "run" in step:
            assert step["shell"] == "bash" and "${{" not in step["run"]
            env = step.get("env", {})
            for name, value in given.items():
                env = {key: text.replace(f"${{{{ inputs.{name} }}}}", value) for key, text in env.items()}
            yield step["run"], env


def test_the_action_of_github(checkout: Path, write, here: Path) -> None:
    """Its scripts run as they stand: clean, and with an annotation where an output is stale. Inputs are never run as code."""
    pytest.importorskip("yaml", reason="pre-commit is missing: `make setup`")
    write({"src/tools.py": TOOL})
    venv = here.parent / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    own = {
        "PATH": f"{venv / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_ACTION_PATH": str(checkout / ".github/actions/toolc"),
    }

    def act(**inputs: str) -> "subprocess.CompletedProcess[str]":
        done = None
        for script, env in steps(checkout, **inputs):
            if "pip install" in script and (venv / "bin/toolc").exists():
                continue  # as it was before
            done = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], here, **own, **env)
            if done.returncode:
                break
        assert done is not None
        return done

    stale = act(paths="src", arguments="--out gen --target mcp")
    assert stale.returncode == 1 and "::error title=TC620 outdated-output::" in stale.stdout, stale.stderr
    assert run([str(venv / "bin/toolc"), "generate", "src", "--out", "gen", "--target", "mcp"], here).returncode == 0
    assert act(paths="src", arguments="--out gen --target mcp").returncode == 0
    assert act(paths="src; touch harmed", arguments="$(touch harmed) --out gen").returncode != 0
    assert not (here / "harmed").exists()
