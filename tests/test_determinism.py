"""Same input, same bytes: whatever the hash seed, the locale, the order of arguments or the place of the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MONOREPO = Path(__file__).resolve().parents[1] / "fixtures/monorepo"
COMMAND = [sys.executable, "-c", "import sys; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"]


def outputs(root: Path, paths: list[str], **environment: str) -> dict[str, bytes]:
    """Everything one run in a process of its own writes and says."""
    out = root / "gen"
    shutil.rmtree(out, ignore_errors=True)
    run = [*COMMAND, "generate", *paths, "--out", "gen"]
    done = subprocess.run(run, cwd=root, env={**os.environ, **environment}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    files = {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}
    listed = [*COMMAND, "list", *paths, "--format", "json"]
    done = subprocess.run(listed, cwd=root, env={**os.environ, **environment}, capture_output=True, check=False)
    return {**files, "list": done.stdout}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    root = tmp_path_factory.mktemp("reference")
    shutil.copytree(MONOREPO, root / "monorepo")
    return outputs(root, ["monorepo/services", "monorepo/libs"], PYTHONHASHSEED="0")


@pytest.mark.parametrize(
    ("order", "environment"),
    [
        (1, {"PYTHONHASHSEED": "1"}),
        (-1, {"PYTHONHASHSEED": "random"}),
        (1, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
        (-1, {"LC_ALL": "tr_TR.UTF-8"}),
    ],
    ids=["seed", "order", "C", "Turkish"],
)
def test_same_bytes(order: int, environment: dict[str, str], tmp_path: Path, reference: dict[str, bytes]) -> None:
    root = tmp_path / "another place" / "with a longer path"
    shutil.copytree(MONOREPO, root / "monorepo")
    assert outputs(root, ["monorepo/services", "monorepo/libs"][::order], **environment) == reference
