"""The action for GitHub, run as its runner would: the step's script with the variables it sets, a real clone, and a `gh` that keeps
comments in a file. `make programs` also installs toolc as the action does (test_programs.py)."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / "action.yml"
yaml = pytest.importorskip("yaml", reason="pre-commit is missing: `make setup`")
pytestmark = pytest.mark.skipif(shutil.which("jq") is None, reason="jq is missing, which stands in for gh's own")

TOOL = '''\
from typing import Literal

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool()
def pay(amount: int, currency: Literal["EUR", "USD", "CHF"] = "EUR") -> str:
    """Pay."""
    return ""


@mcp.tool()
def owed(currency: Literal["EUR", "USD", "CHF"]) -> int:
    """What is owed."""
    return 0
'''
PROJECT = '[project]\nname = "shop"\nversion = "1.4.2"\n'
FEWER = TOOL.replace(', "CHF"', "")
LINES = 15
GH = '''\
#!{python}
"""`gh api` over a file of comments."""
import json, os, subprocess, sys
from pathlib import Path

words, store = sys.argv[2:], Path(os.environ["COMMENTS"])
if os.environ["GH_TOKEN"] != "may write" and "--method" in words:
    sys.exit("HTTP 403")
comments = json.loads(store.read_text()) if store.exists() else []
if "--method" not in words:
    found = subprocess.run(["jq", "-r", words[words.index("--jq") + 1]], input=json.dumps(comments), text=True)
    sys.exit(found.returncode)
body = Path(words[words.index("--field") + 1].removeprefix("body=@")).read_text()
if words[words.index("--method") + 1] == "POST":
    comments.append({{"id": len(comments) + 1, "user": {{"type": "Bot"}}, "body": body}})
else:
    [mine] = [one for one in comments if words[2].endswith(f"/{{one['id']}}")]
    mine["body"] = body
store.write_text(json.dumps(comments))
'''


def git(folder: Path, *words: str) -> str:
    named = ["git", "-c", "user.name=t", "-c", "user.email=t@t.example", "-c", "protocol.file.allow=always", *words]
    return subprocess.run(named, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


class Job(Struct, frozen=True):
    """What a run of the action left: its log, its exit status, its summary, its outputs and the comments of the pull request."""

    log: str
    status: int
    summary: str
    outputs: str
    comments: list[str]


class Runner:
    """A repository with a branch `main` and a pull request, and the machine that runs the action for it."""

    def __init__(self, folder: Path, toolc: Path) -> None:
        self.folder, self.origin, self.work, self.toolc = folder, folder / "origin", folder / "work", str(toolc)
        self.origin.mkdir()
        git(self.origin, "init", "-qb", "main")
        (folder / "bin").mkdir()
        (folder / "bin/gh").write_text(GH.format(python=sys.executable))
        (folder / "bin/gh").chmod(0o755)

    def commit(self, **files: str) -> None:
        for name, text in files.items():
            place = self.origin / name.replace("__", "/").replace("_py", ".py").replace("_toml", ".toml")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
        subprocess.run([self.toolc, "generate", "--quiet"], cwd=self.origin, check=False, capture_output=True)
        git(self.origin, "add", "-A")
        git(self.origin, "commit", "-qm", "x")

    def run(self, *, event: str = "pull_request", token: str = "may write", **inputs: str) -> Job:
        """One run, in a clone without history, as actions/checkout makes it."""
        shutil.rmtree(self.work, ignore_errors=True)
        branch = git(self.origin, "branch", "--show-current")
        git(self.folder, "clone", "-q", "--depth=1", "--branch", branch, f"file://{self.origin}", str(self.work))
        temp = self.folder / "temp"
        shutil.rmtree(temp, ignore_errors=True)
        temp.mkdir()
        action = yaml.safe_load(ACTION.read_text("utf-8"))
        given = {
            f"inputs.{name}": inputs.get(name.replace("-", "_"), one.get("default", ""))
            for name, one in action["inputs"].items()
        }
        pull = event == "pull_request"
        given |= {"github.event.pull_request.number": "7" if pull else "", "runner.temp": str(temp), "inputs.token": token}
        step = action["runs"]["steps"][-1]
        assert "${{" not in step["run"]

        def filled(text: str) -> str:
            return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: given[found[1]], text)

        environment = {
            **os.environ,
            **{key: filled(text) for key, text in step["env"].items()},
            "TOOLC": self.toolc,
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "RUNNER_TEMP": str(temp),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_STEP_SUMMARY": str(temp / "summary"),
            "GITHUB_OUTPUT": str(temp / "outputs"),
            "GITHUB_REPOSITORY": "acme/shop",
            "GITHUB_BASE_REF": "main" if pull else "",
            "COMMENTS": str(self.folder / "comments.json"),
            "CI": "true",
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.work / filled(step["working-directory"]), env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        kept = self.folder / "comments.json"
        comments = [one["body"] for one in json.loads(kept.read_text())] if kept.exists() else []
        texts = [(temp / name).read_text() if (temp / name).exists() else "" for name in ("summary", "outputs")]
        return Job(done.stdout + done.stderr, done.returncode, *texts, comments)


@pytest.fixture
def runner(tmp_path: Path, quick_toolc: Path) -> Runner:
    """A pull request that takes a member of an enum away, two commits behind main."""
    runner = Runner(tmp_path, quick_toolc)
    runner.commit(src__shop_py=TOOL, toolc_toml='out = "gen"\n', pyproject_toml=PROJECT)
    git(runner.origin, "switch", "-qc", "change")
    return runner


def test_nothing_changed(runner: Runner) -> None:
    runner.commit(README="x")
    job = runner.run()
    assert (job.status, job.log, job.comments) == (0, "", []), job.log
    assert job.summary.count(": passed") == 3 and "breaking=false" in job.outputs


def test_one_member_of_an_enum(runner: Runner) -> None:
    runner.commit(src__shop_py=FEWER)
    git(runner.origin, "switch", "-q", "main")
    runner.commit(README="later")  # main has moved on
    git(runner.origin, "switch", "-q", "change")
    job = runner.run()
    assert job.status == 1 and len(job.log.splitlines()) <= LINES, job.log
    errors = re.findall(r"^::error file=(\S+?),line=(\d+),", job.log, re.MULTILINE)
    assert errors == [("src/shop.py", "15"), ("src/shop.py", "9")]
    [comment] = job.comments
    assert comment.startswith("<!-- toolc: . -->\n### Tool contract: ") and '"CHF"' in comment.replace("&#34;", '"')
    assert "shop: major, at least 2.0.0 (was 1.4.2)" in comment and len(comment.splitlines()) <= 25
    assert comment.partition("\n")[2].strip() in job.summary and "`toolc diff`: failed" in job.summary
    assert "breaking=true" in job.outputs


def test_the_comment_is_brought_up_to_date(runner: Runner) -> None:
    runner.commit(src__shop_py=FEWER)
    runner.run()
    stranger = {"id": 9, "user": {"type": "User"}, "body": "<!-- toolc: . --> mine"}
    kept = runner.folder / "comments.json"
    kept.write_text(json.dumps([stranger, *json.loads(kept.read_text())]))
    runner.commit(src__shop_py=TOOL)
    job = runner.run()
    assert job.status == 0 and job.comments[0] == stranger["body"]
    [_, comment] = job.comments
    assert "no changes" in comment


def test_outputs_that_are_not_up_to_date(runner: Runner) -> None:
    runner.commit(src__shop_py=FEWER)
    for path in (runner.origin / "gen/mcp").rglob("*.json"):
        path.write_text("{}\n")
    git(runner.origin, "commit", "-qam", "stale")
    job = runner.run(commands="generate")
    assert job.status == 1 and "::error title=TC620 outdated-output::" in job.log and len(job.log.splitlines()) <= LINES
    assert "`toolc generate`: failed" in job.summary and job.comments == []


def test_a_lock_that_does_not_hold(runner: Runner) -> None:
    subprocess.run([runner.toolc, "lock"], cwd=runner.origin, check=True, capture_output=True)
    runner.commit()
    assert runner.run(commands="lock").status == 0
    runner.commit(src__shop_py=FEWER)
    job = runner.run(commands="lock")
    assert job.status == 1 and "::error file=src/shop.py,line=9" in job.log


def test_a_push_is_compared_with_the_commit_before(runner: Runner) -> None:
    runner.commit(src__shop_py=FEWER)
    job = runner.run(event="push", commands="diff")
    assert job.status == 1 and "TD112" in job.log and job.comments == []


def test_a_fork_may_not_comment(runner: Runner) -> None:
    runner.commit(src__shop_py=FEWER)
    job = runner.run(token="may read", commands="diff")
    assert job.status == 1 and "::notice title=toolc::the comment could not be written" in job.log and job.comments == []


def test_the_first_commit_has_nothing_to_be_compared_with(tmp_path: Path, quick_toolc: Path) -> None:
    runner = Runner(tmp_path, quick_toolc)
    runner.commit(src__shop_py=TOOL, toolc_toml='out = "gen"\n', pyproject_toml=PROJECT)
    job = runner.run(event="push", commands="diff")
    assert job.status == 0 and "::notice title=toolc::there is no earlier commit" in job.log


def test_a_folder_and_paths(runner: Runner) -> None:
    runner.commit(one__two__shop_py=TOOL, one__toolc_toml='out = "gen"\n')
    job = runner.run(working_directory="one", paths="two", commands="check diff")
    assert job.status == 0 and "TD104" in job.log and job.comments[0].startswith("<!-- toolc: one -->")


def test_inputs_are_never_run(runner: Runner) -> None:
    runner.commit(README="x")
    for inputs in (
        {"paths": "src; touch harmed"}, {"arguments": "$(touch harmed)"}, {"commands": "$(touch harmed)"}, {"against": "`touch harmed`"},
    ):  # fmt: skip
        job = runner.run(**inputs)
        assert job.status == 2 or "::error" in job.log or job.status == 1
        assert not list(runner.folder.rglob("harmed"))


def test_a_command_that_there_is_not(runner: Runner) -> None:
    runner.commit(README="x")
    job = runner.run(commands="lint")
    assert job.status == 2 and 'there is no command "lint"; there are generate, check, lock and diff' in job.log


def test_what_the_guide_shows_can_be_pasted() -> None:
    guide = (ROOT / "docs/guides/monorepo.md").read_text("utf-8")
    shown = {
        text.partition("\n")[0]: yaml.safe_load(text)
        for text in re.findall(r"^```yaml\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    }
    [job] = shown["# .github/workflows/tools.yml"]["jobs"].values()
    [step] = [step for step in job["steps"] if step["uses"].startswith("OWNER/toolc@")]
    inputs = yaml.safe_load(ACTION.read_text("utf-8"))["inputs"]
    assert step["with"].keys() <= inputs.keys() and step["with"]["commands"] == inputs["commands"]["default"]
    hooks = {one["id"] for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    [repository] = shown["# .pre-commit-config.yaml"]["repos"]
    assert {one["id"] for one in repository["hooks"]} <= hooks
    readme = (ROOT / "README.md").read_text("utf-8")
    used, asked = (yaml.safe_load(text) for text in re.findall(r"^```yaml\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL))
    assert used == [{"uses": step["uses"]}] and asked == shown["# .pre-commit-config.yaml"]
    rule = (ROOT / "compiler/toolc/cli/bazel/toolc.bzl").read_text("utf-8")
    for page in (guide, readme):
        [call] = re.findall(r"^toolc_generate\(.*?\)\n(?=```)", page, re.MULTILINE | re.DOTALL)
        [expression] = ast.parse(call).body
        given = {word.arg for word in expression.value.keywords}
        assert given <= {"name", *re.findall(r'"(\w+)": attr\.', rule)}
