"""The release workflow: what it builds it has compared and tried, only its own jobs publish, and its scripts do what they say."""

import re
import subprocess
from pathlib import Path

import pytest

from toolc import __version__

yaml = pytest.importorskip("yaml", reason="pre-commit is missing: `make setup`")
ROOT = Path(__file__).resolve().parents[1]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
JOBS = WORKFLOW["jobs"]


def scripts(job: str) -> list[str]:
    return [step["run"] for step in JOBS[job]["steps"] if "run" in step]


def test_packages_are_published_by_jobs_of_their_own_after_all_others() -> None:
    assert WORKFLOW["permissions"] == {}
    writes = {name: [key for key, value in job["permissions"].items() if value == "write"] for name, job in JOBS.items()}
    publishing = {"publish": ["id-token"], "publish-npm": ["id-token"], "announce": ["contents"]}
    assert {name: keys for name, keys in writes.items() if keys} == publishing
    assert set(JOBS["publish"]["needs"]) == {"same-bytes", "try", "sbom"}
    assert JOBS["publish-npm"]["needs"] == JOBS["announce"]["needs"] == "publish"
    assert not any("secrets." in str(job) for job in JOBS.values())


def test_every_python_is_tried_that_toolc_takes() -> None:
    [lowest] = re.findall(r'^requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert JOBS["try"]["strategy"]["matrix"]["python"][0] == f"3.{lowest}"


@pytest.mark.parametrize(("tag", "status"), [(f"v{__version__}", 0), ("v0.0.1", 1)])
def test_the_tag_is_the_version(tag: str, status: int) -> None:
    [script] = [one for one in scripts("build") if "GITHUB_REF_NAME" in one]
    command = ["bash", "-eo", "pipefail", "-c", script.replace("python -c", "python3 -c")]
    done = subprocess.run(command, cwd=ROOT, env={"PATH": "/usr/bin:/bin", "GITHUB_REF_NAME": tag}, check=False)
    assert done.returncode == status


def test_the_notes_are_those_of_the_version(tmp_path: Path) -> None:
    [script] = scripts("announce")
    notes = script[: script.index("gh release")]
    (tmp_path / "CHANGELOG.md").write_text((ROOT / "CHANGELOG.md").read_text("utf-8"), "utf-8")
    environment = {"PATH": "/usr/bin:/bin", "GITHUB_REF_NAME": f"v{__version__}"}
    subprocess.run(["bash", "-eo", "pipefail", "-c", notes], cwd=tmp_path, env=environment, check=True)
    text = (tmp_path / "notes.md").read_text("utf-8")
    assert len(text.splitlines()) > 5 and "\n## " not in text and f"[{__version__}]" not in text


def test_what_is_tried_works_here(tmp_path: Path, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    [script] = scripts("try")
    [program] = [line for line in script.splitlines() if line.startswith("printf")]
    subprocess.run(["bash", "-c", program], cwd=tmp_path, check=True)
    monkeypatch.chdir(tmp_path)
    assert "exact" in toolc("list", "tools.py").out
