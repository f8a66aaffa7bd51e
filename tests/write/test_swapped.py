"""Another process puts a link into the place of a folder while outputs are written: nothing is written or removed through it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from toolc.emit import OutputFile
from toolc.write import Outputs
from toolc.write import write as write_outputs
from toolc.write.anchor import Anchor
from toolc.write.record import MANIFEST

MANY = bool(os.environ.get("TOOLC_ATTACKS"))
CALLS = ("open", "stat", "replace", "unlink", "mkdir", "rmdir", "listdir")
OLD = [OutputFile("mcp/shop/main.json", "{}\n"), OutputFile("mcp/gone/old.json", "{}\n")]
NEW = [OutputFile("mcp/shop/main.json", "new\n"), OutputFile("mcp/shop/other.json", "new\n"), OutputFile("mcp/more/x.json", "")]
PRECIOUS = {"shop/main.json": "precious", "gone/old.json": "precious", "shop/.toolc-999999999-0.tmp": "precious"}

pytestmark = pytest.mark.skipif(os.open not in os.supports_dir_fd, reason="folders cannot be held open here")


def write(made, out):
    return write_outputs([Outputs("shop", tuple(made))], out)


def precious(victim: Path) -> None:
    for name, text in PRECIOUS.items():
        (victim / name).parent.mkdir(parents=True, exist_ok=True)
        (victim / name).write_text(text)


def files(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def swapped(folder: Path, moment: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Writes while `mcp` becomes a link just before some call of the system; whether there were as many calls."""
    out, victim, calls = folder / "out", folder / "victim", 0
    write(OLD, out)
    precious(victim)

    def watched(real):
        def call(*args, **named):
            nonlocal calls
            calls += 1
            if calls == moment:
                (out / "mcp").rename(folder / "aside")
                (out / "mcp").symlink_to(victim)
            return real(*args, **named)

        return call

    with monkeypatch.context() as patched:
        for name in CALLS:
            patched.setattr(os, name, watched(getattr(os, name)))
        write(NEW, out)
    assert files(victim) == PRECIOUS, moment
    return calls >= moment


def test_a_folder_that_becomes_a_link_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = 0
    while swapped(tmp_path / str(moments), moments + 1, monkeypatch):
        moments += 1
    assert moments > 30


def test_the_next_run_says_that_there_is_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    swapped(tmp_path, 20, monkeypatch)
    [said] = write(NEW, tmp_path / "out").diagnostics
    assert said.code == "TC605" and "symbolic link" in said.message


RACING = """
import os, sys
out, victim, aside = sys.argv[1:]
while True:
    try:
        os.rename(f"{out}/mcp", aside)
        os.symlink(victim, f"{out}/mcp")
        os.unlink(f"{out}/mcp")
        os.rename(aside, f"{out}/mcp")
    except OSError:
        os.path.exists(aside) and not os.path.lexists(f"{out}/mcp") and os.rename(aside, f"{out}/mcp")
"""


def test_a_process_that_swaps_folders_for_links_all_the_time(tmp_path: Path) -> None:
    out, victim, aside = (tmp_path / name for name in ("out", "victim", "aside"))
    write(OLD, out)
    precious(victim)
    racing = subprocess.Popen([sys.executable, "-c", RACING, str(out), str(victim), str(aside)])
    try:
        for number in range(3_000 if MANY else 150):
            (tmp_path / "list").write_text(json.dumps({"packages": {"shop": {"files": {one.path: "" for one in OLD}}}}))
            shutil.copyfile(tmp_path / "list", out / MANIFEST)
            write([OutputFile(one.path, str(number)) for one in NEW], out)
    finally:
        racing.kill()
        racing.wait()
    assert files(victim) == PRECIOUS


def test_a_folder_held_open_is_the_one_that_was_there(tmp_path: Path) -> None:
    (tmp_path / "out/a").mkdir(parents=True)
    with Anchor(tmp_path / "out") as anchor:
        assert anchor.read("a/x") is None
        (tmp_path / "out").rename(tmp_path / "moved")
        (tmp_path / "victim/a").mkdir(parents=True)
        (tmp_path / "out").symlink_to(tmp_path / "victim")
        anchor.create("a/x", b"1")
    assert (files(tmp_path / "moved"), files(tmp_path / "victim")) == ({"a/x": "1"}, {})
