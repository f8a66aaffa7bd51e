"""Whatever happens to a run, the outputs are the old set or the new set, and the next run needs no cleaning.

Runs are real processes: killed at any moment, out of space, beside each other, interrupted, misled by links.
"""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

MANY = bool(os.environ.get("TOOLC_ATTACKS"))
TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef search_{0}(query: str) -> str:\n    '''{1}.'''\n    return query\n"
TARGETS = "mcp,openai,anthropic,typescript"


def sources(tree: Path, words: str) -> None:
    tree.mkdir(exist_ok=True)
    for number in range(6):
        (tree / f"t{number}.py").write_text(TOOL.format(number, words), "utf-8")


def start(folder: Path, limit: Callable[[], None] | None = None) -> "subprocess.Popen[bytes]":
    words = [sys.executable, "-m", "toolc", "generate", "tree", "--out", "out", "--target", TARGETS]
    return subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limit)


def outputs(folder: Path) -> dict[str, bytes]:
    out = folder / "out"
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def whole(found: dict[str, bytes]) -> dict[str, bytes]:
    return {path: content for path, content in found.items() if not path.endswith(".tmp")}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The outputs of the old sources and of the new ones, made once."""
    folder = tmp_path_factory.mktemp("made")
    for words in ("Old", "New"):
        sources(folder / "tree", words)
        assert start(folder).wait() == 0
        (folder / "out").rename(folder / words)
    return folder


Built = tuple[Path, dict[str, bytes], dict[str, bytes]]


@pytest.fixture
def built(tmp_path: Path, made: Path) -> Built:
    """A folder with the old outputs of sources that have changed, and both sets."""
    shutil.copytree(made / "tree", tmp_path / "tree")
    sets = []
    for words in ("New", "Old"):
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        shutil.copytree(made / words, tmp_path / "out")
        sets.append(outputs(tmp_path))
    return tmp_path, sets[1], sets[0]


def test_killed_at_any_moment(built: Built, made: Path) -> None:
    folder, old, new = built
    began = time.monotonic()
    assert start(folder).wait() == 0
    lasts = time.monotonic() - began
    moments = random.Random(7)
    for _ in range(100 if MANY else 6):
        shutil.rmtree(folder / "out")
        shutil.copytree(made / "Old", folder / "out")
        run = start(folder)
        time.sleep(moments.uniform(0.5, 1.05) * lasts)
        run.send_signal(signal.SIGKILL)
        run.wait()
        assert whole(outputs(folder)) in (old, new)
    assert start(folder).wait() == 0
    assert outputs(folder) == new


def test_interrupted(built: Built) -> None:
    folder, old, new = built
    run = start(folder)
    time.sleep(0.6)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate()
    assert run.returncode in (0, 130, -signal.SIGINT) and b"toolc failed" not in said
    assert outputs(folder) in (old, new)


def test_no_space(built: Built) -> None:
    """A limit on the size of files stands for a full disk: some fit, the largest does not."""
    folder, old, _ = built

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    run = start(folder, limit)
    _, said = run.communicate()
    assert run.returncode == 2 and b"TC605" in said and b"Traceback" not in said
    assert outputs(folder) == old


def test_many_at_once(built: Built) -> None:
    folder, _, new = built
    runs = [start(folder) for _ in range(8 if MANY else 4)]
    assert [run.communicate()[1] and run.returncode for run in runs] == [0] * len(runs)
    assert outputs(folder) == new


@pytest.mark.parametrize("link", ["out/mcp", "out/mcp/tree"])
def test_no_link_is_followed(built: Built, link: str) -> None:
    folder, _, _ = built
    victim = folder / "victim"
    victim.mkdir()
    shutil.rmtree(folder / link)
    (folder / link).symlink_to(victim)
    run = start(folder)
    run.communicate()
    assert run.returncode == 2 and not list(victim.iterdir())
