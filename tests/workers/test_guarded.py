"""A worker reads as this process does, what kills it costs one file, and behind its walls there is nothing."""

import os
import platform
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolc import pipeline, read
from toolc.cli import main
from toolc.config import Config
from toolc.module import Node
from toolc.ports import Unavailable
from toolc.source import SourceFile
from toolc.workers import Guarded, client

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
# A worker that dies of one text, stalls over another, and tells of a third what it may still do.
TREACHEROUS = """
import os, sys, json, socket, time
sys.path += json.loads(sys.argv[1])
from toolc.workers import server
from toolc.diagnostics import Diagnostic
from toolc.workers.messages import Answer
answered = server._answered
tries = {
    "read": lambda: open(__import__("toolc").__file__),
    "list": lambda: os.listdir("/"),
    "write": lambda: open(sys.argv[3], "w"),
    "connect": lambda: socket.create_connection(("127.0.0.1", 9)),
    "socket": lambda: socket.socket(socket.AF_UNIX),
    "fork": lambda: os.fork(),
    "run": lambda: os.execv("/bin/true", ["true"]),
    "kill": lambda: os.kill(os.getppid(), 0),
    "limit": lambda: __import__("resource").prlimit(os.getppid(), 7),
}
def attempt(ask, source):
    if "KILL" in source.text: os.abort()
    while "STALL" in source.text: time.sleep(1)
    if "LIE" in source.text: return {"module": 5}
    if "PROBE" not in source.text: return answered(ask, source)
    done = []
    for name, act in tries.items():
        try: act(); done.append(Diagnostic("TC110", name))
        except OSError as error: done += [Diagnostic("TC110", name)] if error.errno not in (1, 13) else []
    return Answer(diagnostics=tuple(done))
server._answered = attempt
server.main(sys.argv[2])
"""


def source(text: str, path: str = "tools.py") -> SourceFile:
    return SourceFile(path, path.removesuffix(".py"), text)


def every(nodes: tuple[Node, ...]) -> Iterator[Node]:
    for node in nodes:
        yield node
        for block in node.blocks:
            yield from every(block.nodes)


@pytest.fixture(scope="module")
def guarded() -> Iterator[Guarded]:
    found = Guarded()
    yield found
    found.close()


@pytest.fixture
def treacherous(monkeypatch: pytest.MonkeyPatch) -> Iterator[Guarded]:
    monkeypatch.setattr(client, "_BOOT", TREACHEROUS)
    monkeypatch.setattr(client, "WALL_SECONDS", 8.0)
    found = Guarded()
    yield found
    found.close()


def test_the_same_is_read(guarded: Guarded) -> None:
    paths = sorted(FIXTURES.rglob("input.py"))[::9]
    assert len(paths) > 20
    for path in paths:
        one, two = (source(path.read_text("utf-8"), str(path)) for _ in range(2))
        (here, said), (there, told) = read.read(one), guarded.read(two)
        assert (there, told) == (here, said)
        for node in every(here.outline if here else ()):
            assert here and there and guarded.define(two, there, node) == read.define(one, here, node)
    for text in ("list['é'] | None", "x = 1", "(", "'\\ud800'", "\ud800"):
        assert guarded.expression(text) == read.expression(text)


def test_the_same_is_compiled() -> None:
    paths = [str(path) for path in sorted((FIXTURES / "monorepo").glob("*")) if path.is_dir() and path.name != "expected"][:2]
    assert pipeline.compile_tools(paths, Config(), sandbox="auto") == pipeline.compile_tools(paths, Config())


def test_a_death_costs_one_file(treacherous: Guarded) -> None:
    good, bad, slow, false = (source(f"x = '{word}'\n", f"{word}.py") for word in ("GOOD", "KILL", "STALL", "LIE"))
    for one in (bad, good, slow, good, false, bad, slow):  # the last two are not tried again
        module, _ = treacherous.read(one)
        assert (module is None) == (one is not good)
    assert [(one.code, one.span and one.span.path) for one in treacherous.diagnostics] == [
        ("TC113", "KILL.py"), ("TC113", "STALL.py"), ("TC113", "LIE.py"),
    ]  # fmt: skip


def test_a_worker_that_is_killed_is_replaced(guarded: Guarded) -> None:
    text = source("def f(x: int): ...\n", "killed.py")
    module, _ = guarded.read(text)
    assert module is not None and guarded._process is not None
    os.kill(guarded._process.pid, 9)
    assert guarded.define(text, module, module.outline[0]).name == "f"  # type: ignore[union-attr]
    assert guarded.diagnostics == []


@pytest.mark.skipif(platform.system() != "Linux", reason="other systems have no such walls")
def test_behind_the_walls(treacherous: Guarded, tmp_path: Path) -> None:
    if not (treacherous.hello.files and treacherous.hello.calls):
        pytest.skip("this kernel has none")
    _, done = treacherous.read(source("x = 'PROBE'\n"))
    assert [one.message for one in done] == []


def test_no_walls_where_none_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Guarded("off")
    assert (found.hello.files, found.hello.calls) == (0, False)
    found.close()
    monkeypatch.setattr(client, "_BOOT", client._BOOT.replace("main(sys.argv[2])", "main('off')"))
    with pytest.raises(Unavailable):
        Guarded("require")


def test_no_worker_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(client, "_BOOT", "raise SystemExit(1)")
    assert main(["list", str(tmp_path / "a.py"), "--untrusted"]) == 2
    assert "TC616" in capsys.readouterr().err
    assert main(["doctor"]) == 1


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    assert "sandbox" in capsys.readouterr().out
