"""A worker reads as this process does, what kills it costs one file, and behind its walls there is nothing."""

import os
import platform
import resource
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from toolc import pipeline, read
from toolc.cli import main
from toolc.config import Config
from toolc.diagnostics import Diagnostic
from toolc.driver import Request
from toolc.interfaces import Unavailable
from toolc.module import OutlineNode
from toolc.source import SourceFile
from toolc.workers import Guarded, Hello, child, client, server
from toolc.workers.messages import Answer, Ask

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
answered = server._answer
TRIES: dict[str, Callable[[], object]] = {
    "read": lambda: open(server.__file__),  # noqa: PTH123, SIM115
    "list": lambda: os.listdir("/"),  # noqa: PTH208
    "write": lambda: open("/tmp/toolc-stray", "w"),  # noqa: PTH123, SIM115
    "connect": lambda: socket.create_connection(("127.0.0.1", 9)),
    "socket": lambda: socket.socket(socket.AF_UNIX),
    "fork": os.fork,
    "run": lambda: os.execv("/bin/true", ["true"]),
    "kill": lambda: os.kill(os.getppid(), 0),
    "limit": lambda: resource.prlimit(os.getppid(), 7),
}


def attempt(ask: Ask, source: SourceFile) -> Answer:
    """A worker that dies of one text, stalls over another, and tells of a third what it may still do."""
    if "KILL" in source.text:
        os.abort()
    while "STALL" in source.text:
        time.sleep(1)
    if "LIE" in source.text:
        return {"module": 5}  # type: ignore[return-value]
    if "HOLDS" in source.text:
        held = list(os.environ)
        held += [str(handle) for handle in range(3, 300) if _open(handle) and not _is_pipe(handle)]
        return Answer(diagnostics=tuple(Diagnostic("TC110", one) for one in held))
    if "PROBE" not in source.text:
        return answered(ask, source)
    done = []
    for name, act in TRIES.items():
        try:
            act()
            done.append(Diagnostic("TC110", name))
        except OSError as error:
            done += [Diagnostic("TC110", name)] if error.errno not in (1, 13) else []
    return Answer(diagnostics=tuple(done))


def _open(handle: int) -> bool:
    try:
        os.fstat(handle)
    except OSError:
        return False
    return True


def _is_pipe(handle: int) -> bool:
    return stat.S_ISFIFO(os.fstat(handle).st_mode)


def source(text: str, path: str = "tools.py") -> SourceFile:
    return SourceFile(path, path.removesuffix(".py"), text)


def every(nodes: tuple[OutlineNode, ...]) -> Iterator[OutlineNode]:
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
    if not child.FORKS:
        pytest.skip("the worker is another program here")
    monkeypatch.setattr(server, "_answer", attempt)
    monkeypatch.setattr(client, "WALL_SECONDS", 8.0)
    found = Guarded()
    yield found
    found.close()


def test_the_same_is_read(guarded: Guarded) -> None:
    paths = sorted(FIXTURES.rglob("input.py"))[::9]
    assert len(paths) > 20
    for path in paths:
        one, two = (source(path.read_text("utf-8", "replace"), str(path)) for _ in range(2))
        (here, said), (there, told) = read.read(one), guarded.read(two)
        assert (there, told) == (here, said)
        for node in every(here.outline if here else ()):
            assert here and there and guarded.define(two, there, node) == read.define(one, here, node)
    for text in ("list['é'] | None", "x = 1", "(", "'\\ud800'", "\ud800"):
        assert guarded.expression(text) == read.expression(text)


def test_the_same_is_compiled() -> None:
    paths = [str(path) for path in sorted((FIXTURES / "monorepo").glob("*")) if path.is_dir() and path.name != "expected"][:2]
    apart, plain = (pipeline.compile_tools(Request(paths, Config(), sandbox=sandbox)) for sandbox in ("auto", None))
    assert (apart.bundle, apart.diagnostics, apart.files) == (plain.bundle, plain.diagnostics, plain.files)


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
    assert module is not None and guarded._child is not None
    os.kill(guarded._child.pid, 9)
    assert guarded.define(text, module, module.outline[0]).name == "f"  # type: ignore[union-attr]
    assert guarded.diagnostics == []


@pytest.mark.skipif(platform.system() != "Linux", reason="other systems have no such walls")
def test_behind_the_walls(treacherous: Guarded, tmp_path: Path) -> None:
    hello = treacherous.ready()
    if not (hello.files and hello.calls):
        pytest.skip("this kernel has none")
    _, done = treacherous.read(source("x = 'PROBE'\n"))
    assert [one.message for one in done] == []


def test_a_worker_holds_nothing_of_its_parent(treacherous: Guarded, tmp_path: Path) -> None:
    with (tmp_path / "secret").open("w"):
        treacherous.close()
        treacherous._start()
        _, held = treacherous.read(source("x = 'HOLDS'\n"))
    assert [one.message for one in held] == []


def test_no_walls_where_none_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Guarded("off")
    assert (found.ready().files, found.ready().calls) == (0, False)
    found.close()
    monkeypatch.setattr("toolc.workers.sandbox.shut", Hello)
    found = Guarded("require")
    if child.FORKS:
        with pytest.raises(Unavailable):
            found.ready()
    found.close()


@pytest.mark.parametrize("forks", [True, False])
def test_no_worker_at_all(
    forks: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(11, "no more processes")

    (tmp_path / "a.py").write_text("x = 1\n")
    monkeypatch.setattr(child, "FORKS", forks)
    monkeypatch.setattr("os.fork" if forks else "subprocess.Popen", refused)
    for command in ("list", "types"):
        assert main([command, str(tmp_path / "a.py"), "--untrusted"]) == 2
        assert "TC616" in capsys.readouterr().err
    assert main(["doctor"]) == 1


def test_a_worker_that_says_nothing_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(child, "FORKS", False)
    monkeypatch.setattr(child, "_BOOT", "raise SystemExit(1)")
    (tmp_path / "a.py").write_text("import orbiter\n")
    assert main(["list", str(tmp_path / "a.py"), "--untrusted"]) == 2
    assert "TC616" in capsys.readouterr().err


def test_a_worker_that_is_started_anew_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "FORKS", False)
    found = Guarded()
    one = source("def f(x: 'list[int]' = [1]): ...\n")
    assert found.read(one) == read.read(one)
    found.close()


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    assert "sandbox" in capsys.readouterr().out


ASKS = """
from toolc.module import DeferredNode
from toolc.source import SourceFile
from toolc.workers import Guarded

reader = Guarded()
text = "lambda a, b=1: a.x"
print(type(reader.expand(SourceFile("a.py", "a", text), DeferredNode(0, len(text), "lambda"))).__name__)
print(type(reader.expression("list[int]")).__name__)
for text in ("type A[T] = list[T]\\n", "x = f'{a['b']}'\\n"):  # newer than the oldest Python that runs this
    print(reader.code(SourceFile("b.py", "b", text)) is not None)
print(len(reader.diagnostics))
reader.close()
"""


def test_nothing_is_left_to_be_loaded_behind_the_walls() -> None:
    """In a process of its own: this one may have loaded what a worker lacks."""
    done = subprocess.run([sys.executable, "-c", ASKS], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["Lambda", "SubscriptExpr", "True", "True", "0"]
