"""Same input, same bytes: whatever the hash seed, the locale, the order of arguments or the place of the checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MONOREPO = Path(__file__).resolve().parents[1] / "fixtures/monorepo"
COMMAND = [sys.executable, "-c", "import sys; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"]


def written(command: list[str], root: Path, paths: list[str], *options: str, **environment: str) -> dict[str, bytes]:
    """All that one run writes."""
    out = root / "gen"
    shutil.rmtree(out, ignore_errors=True)
    run = [*command, "generate", *paths, "--out", "gen", *options]
    done = subprocess.run(run, cwd=root, env={**os.environ, **environment}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def outputs(root: Path, paths: list[str], **environment: str) -> dict[str, bytes]:
    """Everything that runs in processes of their own write and say."""
    files = written(COMMAND, root, paths, **environment)
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


# Little work is otherwise done by one process: see `toolc.process_pool`.
EAGER = [sys.executable, "-c", f"from toolc import process_pool; process_pool.WORTH = 0; {COMMAND[2]}"]


def test_cold_warm_and_any_number_of_workers(
    tmp_path: Path, reference: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept of earlier runs, and who does the work, change no byte; nor does what is left of another tree."""
    shutil.copytree(MONOREPO, tmp_path / "monorepo")
    paths = ["monorepo/libs", "monorepo/services"]
    files = {path: content for path, content in reference.items() if path != "list"}
    monkeypatch.setenv("TOOLC_CACHE_DIR", str(tmp_path / "cache"))
    assert written(EAGER, tmp_path, paths, "-j", "3") == files  # cold
    assert written(COMMAND, tmp_path, paths) == files  # outputs are gone, parts are kept
    lookup = tmp_path / "monorepo/services/orders/src/orders/lookup.py"
    text = lookup.read_text()
    lookup.write_text(text.replace("def get_order", "def fetch_order"))
    assert written(COMMAND, tmp_path, paths) != files
    lookup.write_text(text)
    assert written(COMMAND, tmp_path, paths) == files  # some parts are of another tree
