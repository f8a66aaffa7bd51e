"""Whatever happens to a run, the outputs are the old set or the new set, and the next run needs no cleaning.

Runs are real processes: killed at any moment, out of space, beside each other, interrupted, misled by links.
"""

import contextlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

MANY = bool(os.environ.get("TOOLC_ATTACKS"))
TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef search_{0}(query: str) -> str:\n    '''{1}.'''\n    return query\n"
TARGETS = "mcp,openai,anthropic,typescript"
TOOLC = (sys.executable, "-m", "toolc")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux which processes there are, and for disks of its own")


def sources(tree: Path, words: str) -> None:
    tree.mkdir(exist_ok=True)
    (tree / "pyproject.toml").write_text("[project]\nname = 'shop'\n", "utf-8")
    for number in range(6):
        (tree / f"t{number}.py").write_text(TOOL.format(number, words), "utf-8")


def start(folder: Path, limit: Callable[[], None] | None = None, more: Sequence[str] = ()) -> "subprocess.Popen[bytes]":
    words = [*TOOLC, "generate", "tree", "--out", "out", "--target", TARGETS, *more]
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


def test_killed_while_it_keeps_what_it_found(built: Built, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever stands in the cache then, the next run says and makes what a run without it does."""
    folder, _, _ = built
    monkeypatch.setenv("TOOLC_CACHE_DIR", str(folder / "cache"))
    moments = random.Random(11)
    for number in range(40 if MANY else 2):
        sources(folder / "tree", f"Text {number}")
        run = start(folder)
        time.sleep(moments.uniform(0.3, 1.2))
        run.kill()
        run.wait()
        assert start(folder).wait() == 0
        found = outputs(folder)
        shutil.rmtree(folder / "out")
        assert start(folder, more=["--no-cache"]).wait() == 0
        assert found == outputs(folder)


def children(of: int) -> set[int]:
    found = set()
    for place in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, _, rest = place.read_text().partition(" ")
            state, parent = rest.rpartition(")")[2].split()[:2]
            if int(parent) == of and state != "Z":
                found.add(int(number))
    return found


@LINUX
@pytest.mark.parametrize("how", [["--jobs", "2", "--no-cache"], ["--untrusted"]], ids=["jobs", "worker"])
def test_nobody_outlives_a_run_that_is_killed(tmp_path: Path, how: list[str]) -> None:
    for number in range(90):
        (tmp_path / "tree" / f"p{number}").mkdir(parents=True)
        (tmp_path / "tree" / f"p{number}" / "pyproject.toml").write_text(f"[project]\nname = 'p{number}'\n", "utf-8")
        (tmp_path / "tree" / f"p{number}" / "t.py").write_text(TOOL.format(number, "Some"), "utf-8")
    run = start(tmp_path, more=how)
    while run.poll() is None and not (left := children(run.pid)):
        time.sleep(0.01)
    assert run.poll() is None
    run.kill()
    run.communicate()
    until = time.monotonic() + 20
    while (left := {one for one in left if Path(f"/proc/{one}").exists()}) and time.monotonic() < until:
        time.sleep(0.05)
    assert left == set()


# A disk of 400 KB with the old outputs on it; then what is asked for, and what must hold after it.
DISK = """
set -e
mount -t tmpfs -o size=400k none out
cp -r Old/. out/
{before}
set +e
{toolc} generate tree --out out --target {targets} > said 2>&1
echo $? > status
cp -r out seen
{after}
{toolc} generate tree --out out --target {targets} >> said 2>&1 || exit 9
cp -r out again
"""
DISKS = {
    "full": ("dd if=/dev/zero of=out/filler bs=1k count=4000 2> /dev/null || true", "rm out/filler seen/filler"),
    "nearly full": ("dd if=/dev/zero of=out/filler bs=1k count=4000 2> /dev/null || true; truncate -s -12k out/filler", "rm out/filler seen/filler"),
    "read-only": ("mount -o remount,ro out", "mount -o remount,rw out"),
}  # fmt: skip


@LINUX
@pytest.mark.parametrize("disk", DISKS if MANY else ["full", "read-only"])
def test_a_disk_that_takes_nothing(built: Built, made: Path, disk: str) -> None:
    folder, old, new = built
    shutil.copytree(made / "Old", folder / "Old")
    before, after = DISKS[disk]
    script = DISK.format(before=before, after=after, toolc=" ".join(TOOLC), targets=TARGETS)
    apart = ["unshare", "--user", "--map-root-user", "--mount", "sh"]
    if subprocess.run([*apart, "-c", "mount -t tmpfs none /mnt"], capture_output=True, check=False).returncode:
        pytest.skip("this system lets nobody mount a disk of their own")
    done = subprocess.run([*apart, "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    said = (folder / "said").read_text()
    assert (done.returncode, (folder / "status").read_text()) == (0, "2\n"), done.stderr + said
    assert "TC605" in said and "Traceback" not in said
    for name, held in (("seen", old), ("again", new)):
        shutil.rmtree(folder / "out")
        (folder / name).rename(folder / "out")
        assert outputs(folder) == held


@pytest.mark.parametrize("link", ["out/mcp", "out/mcp/shop"])
def test_no_link_is_followed(built: Built, link: str) -> None:
    folder, _, _ = built
    victim = folder / "victim"
    victim.mkdir()
    shutil.rmtree(folder / link)
    (folder / link).symlink_to(victim)
    run = start(folder)
    run.communicate()
    assert run.returncode == 2 and not list(victim.iterdir())
