"""What all tests share: projects written to a folder of their own, and commands run in this process."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import settings
from msgspec import Struct

from forked import quick

# The suite asks the same questions on every run, so that it tells of a change and of nothing else; exploring is done by hand:
# TOOLC_EXPLORE=1 python -m pytest … asks new ones.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if os.environ.get("TOOLC_EXPLORE") else "steady")

# A shell that starts the suite in the background has it ignore interrupts, and with it every program that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_KEEPS = sys.dont_write_bytecode


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """The modules of the tests are kept as pytest compiles them, even where a shell says otherwise: a third of what collecting takes."""
    sys.dont_write_bytecode = False
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Heavy modules come first: processes that share out the others at the end all have something to do."""
    items.sort(key=lambda item: item.get_closest_marker("heavy") is None)


def pytest_collection_finish() -> None:
    """What has been collected stays to the end: whoever looks for garbage, as every test does, need not go through it again."""
    sys.dont_write_bytecode = _KEEPS
    gc.enable()
    gc.collect()
    gc.freeze()


Write = Callable[[Mapping[str, str | bytes]], Path]


class Outcome(Struct, frozen=True):
    """What a command did."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test depends on who runs it where, nor leaves anything with them."""
    monkeypatch.setenv("TOOLC_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "toolc-cache"))
    for name in ("VIRTUAL_ENV", "NO_COLOR", "FORCE_COLOR", "TOOLC_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setattr(os, "fsync", lambda _: None)  # no output of a test has to outlive the machine; disks take long for it


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that the test runs in; `.git` marks where looking upward ends."""
    (tmp_path / "here" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@pytest.fixture
def write(here: Path) -> Write:
    """Writes files by path; a path with a slash at its end is a folder."""

    def files(contents: Mapping[str, str | bytes]) -> Path:
        for name, content in contents.items():
            path = here / name
            if name.endswith("/"):
                path.mkdir(parents=True, exist_ok=True)
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return here

    return files


@pytest.fixture
def toolc(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Runs a command as `toolc` would."""
    from toolc.cli import main

    def run(*arguments: str) -> Outcome:
        capsys.readouterr()
        status = main(arguments)
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return run


@pytest.fixture(scope="session")
def quick_toolc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program `toolc`, in a folder of its own, for tests of what starts toolc many times."""
    return quick(tmp_path_factory.mktemp("quick"))
