"""Outputs are written whole or not at all, and only where they belong."""

import json
import os
import subprocess
import sys
import textwrap
import threading

import pytest

import toolc.write
from toolc.emit import OutputFile
from toolc.tracked_files import digest
from toolc.write import Outputs, Written, damage, record_of
from toolc.write import compare as compare_outputs
from toolc.write import write as write_outputs
from toolc.write.anchor import Anchor
from toolc.write.record import MANIFEST, Unit, read_record, record_bytes

A = OutputFile("mcp/shop/main.json", "{}\n")
B = OutputFile("openai/shop/tools.json", "[]\n")
C = OutputFile("mcp/shop/other.json", "{}\n")


def write(files, out, targets=()):
    """The outputs of one package, as a run of some targets writes them."""
    return write_outputs([Outputs("shop", tuple(files), frozenset(targets))], out)


def compare(files, out):
    return compare_outputs([Outputs("shop", tuple(files))], out)


def listing(*paths, package="shop", text="precious"):
    """A record in which one package owns some paths, each as a file with some text."""
    return json.dumps({"packages": {package: {"files": dict.fromkeys(paths, digest(text.encode())), "tools": {}}}})


def tree(folder):
    """Every file with its text, links as the text of their target."""
    return {
        path.relative_to(folder).as_posix(): f"-> {path.readlink()}" if path.is_symlink() else path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


def refused(result):
    assert (result.written, result.unchanged, result.removed) == ((), (), ())
    [diagnostic] = result.diagnostics
    assert diagnostic.code == "TC605"
    return diagnostic.message


def test_writes_files_and_the_list_of_what_is_ours(tmp_path):
    out = tmp_path / "deep" / "out"
    assert write([A, B], out) == Written((A.path, B.path))
    assert tree(out) == {
        A.path: "{}\n",
        B.path: "[]\n",
        MANIFEST: record_bytes({"shop": Unit({A.path: digest(b"{}\n"), B.path: digest(b"[]\n")})}).decode(),
    }


def test_a_second_run_touches_nothing(tmp_path):
    write([A, B], tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    inodes = {path: path.stat().st_ino for path in tmp_path.rglob("*")}
    assert write([B, A], tmp_path) == Written(unchanged=(A.path, B.path))
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
    assert {path: path.stat().st_ino for path in tmp_path.rglob("*")} == inodes


def test_only_what_differs_is_written(tmp_path):
    write([A, B], tmp_path)
    assert write([OutputFile(A.path, "new\n"), B], tmp_path) == Written((A.path,), (B.path,))
    assert tree(tmp_path)[A.path] == "new\n"


def test_what_is_no_longer_made_is_removed_with_its_empty_folder(tmp_path):
    write([A, B, OutputFile("mcp/gone/x.json", "")], tmp_path)
    result = write([A, B], tmp_path)
    assert result.removed == ("mcp/gone/x.json",)
    assert not (tmp_path / "mcp/gone").exists()
    assert set(tree(tmp_path)) == {A.path, B.path, MANIFEST}


def test_files_of_others_stay(tmp_path):
    (tmp_path / "mcp/shop").mkdir(parents=True)
    (tmp_path / "mcp/shop/mine.txt").write_text("mine")
    write([A, C], tmp_path)
    write([A], tmp_path)
    assert tree(tmp_path)["mcp/shop/mine.txt"] == "mine"


def test_a_run_of_some_targets_leaves_the_others_alone(tmp_path):
    write([A, B, C], tmp_path)
    assert write([A], tmp_path).removed == (C.path,)
    assert set(tree(tmp_path)) == {A.path, B.path, MANIFEST}
    assert set(record_of(tmp_path)["shop"].files) == {A.path, B.path}


def test_a_target_that_makes_nothing_any_more_is_named(tmp_path):
    write([A, B], tmp_path)
    assert write([A], tmp_path, ["mcp", "openai"]).removed == (B.path,)


def test_nothing_to_write_makes_no_folder(tmp_path):
    assert write([], tmp_path / "out") == Written()
    assert not (tmp_path / "out").exists()


def test_compare_says_the_same_and_touches_nothing(tmp_path):
    write([A, C], tmp_path)
    before = tree(tmp_path)
    assert compare([OutputFile(A.path, "new\n"), B], tmp_path) == Written((A.path, B.path), (), (C.path,))
    assert tree(tmp_path) == before
    assert compare([A], tmp_path / "nowhere") == Written((A.path,))
    assert not (tmp_path / "nowhere").exists()


# --- packages ----------------------------------------------------------------------------------------------------------


def test_what_belongs_to_another_package_stays(tmp_path):
    other = OutputFile("mcp/other/main.json", "{}\n")
    write([A, C], tmp_path)
    write_outputs([Outputs("other", (other,))], tmp_path)
    assert write([A], tmp_path).removed == (C.path,)
    assert set(tree(tmp_path)) == {A.path, other.path, MANIFEST}
    assert write_outputs([Outputs("other", (), frozenset({"mcp"}))], tmp_path).removed == (other.path,)
    assert set(record_of(tmp_path)) == {"shop"}


def test_a_package_that_is_dropped_goes_whole_whatever_the_targets(tmp_path):
    write([A, B], tmp_path)
    write_outputs([Outputs("other", (C,))], tmp_path)
    assert compare_outputs([], tmp_path, ["shop"]).removed == (A.path, B.path)
    assert write_outputs([], tmp_path, ["shop"]).removed == (A.path, B.path)
    assert set(tree(tmp_path)) == {C.path, MANIFEST}


def test_a_file_that_another_package_makes_now_is_that_ones(tmp_path):
    write([A, B], tmp_path)
    assert write_outputs([Outputs("other", (A,))], tmp_path) == Written((), (A.path,))
    assert {name: set(unit.files) for name, unit in record_of(tmp_path).items()} == {"shop": {B.path}, "other": {A.path}}


def test_a_file_that_packages_have_in_common_stays_while_one_makes_it(tmp_path):
    old, new = (OutputFile("code-mode/runtime.ts", text, common=True) for text in ("old\n", "new\n"))
    write_outputs([Outputs("shop", (old,)), Outputs("other", (old,))], tmp_path)
    assert write_outputs([Outputs("shop", (new,))], tmp_path) == Written((new.path,))
    assert compare_outputs([Outputs("other", (old,))], tmp_path).edited == ()
    assert write_outputs([], tmp_path, ["shop"]).removed == ()
    assert write_outputs([], tmp_path, ["other"]).removed == (new.path,)


def test_what_somebody_changed_is_told_apart_from_what_toolc_wrote(tmp_path):
    write([A, B], tmp_path)
    new = OutputFile(A.path, "new\n")
    assert compare([new, B], tmp_path).edited == ()
    (tmp_path / A.path).write_text("by hand\n")
    (tmp_path / C.path).write_text("by hand\n")
    found = compare([new, B, C], tmp_path)
    assert (found.edited, found.foreign) == ((A.path,), (C.path,))
    (tmp_path / A.path).write_text("new\n")
    assert compare([new, B], tmp_path).edited == ()


def test_what_somebody_changed_stays_when_it_is_no_longer_made(tmp_path):
    write([A, B, C], tmp_path)
    (tmp_path / C.path).write_text("by hand\n")
    assert compare([B], tmp_path).left == ()  # of a target of this run only
    done = write([B], tmp_path, ["mcp"])
    assert (done.removed, done.left) == ((A.path,), (C.path,))
    assert (tmp_path / C.path).read_text() == "by hand\n"
    assert set(record_of(tmp_path)["shop"].files) == {B.path}
    assert write([B], tmp_path, ["mcp"]).left == ()  # it is theirs now


def test_lines_that_git_ends_for_windows_are_no_change(tmp_path):
    lines = OutputFile(A.path, "{\n}\n")
    write([lines, B], tmp_path)
    kept = record_of(tmp_path)
    for path in (A.path, MANIFEST):
        (tmp_path / path).write_bytes((tmp_path / path).read_bytes().replace(b"\n", b"\r\n"))
    assert write([lines, B], tmp_path) == Written((), (A.path, B.path))
    assert (tmp_path / A.path).read_bytes() == b"{\r\n}\r\n" and record_of(tmp_path) == kept
    assert write([OutputFile(A.path, "{ }\n"), B], tmp_path).edited == ()
    (tmp_path / A.path).write_bytes(b"{ }\r\n")
    assert write([B], tmp_path, ["mcp"]).removed == (A.path,)


def test_of_two_runs_at_once_neither_forgets_the_other(tmp_path, monkeypatch):
    """The second begins while the first is about to write, by what the first has read."""
    write([A], tmp_path)
    began, replace_all = threading.Event(), toolc.write.replace_all

    def read(listed):
        if threading.current_thread() is not threading.main_thread():
            began.set()
        return read_record(listed)

    def replace(anchor, contents):
        if not second.is_alive() and not began.is_set():
            second.start()
            began.wait(0.5)
        replace_all(anchor, contents)

    second = threading.Thread(target=write_outputs, args=([Outputs("two", (C,))], tmp_path))
    monkeypatch.setattr(toolc.write, "read_record", read)
    monkeypatch.setattr(toolc.write, "replace_all", replace)
    write_outputs([Outputs("one", (B,))], tmp_path)
    second.join()
    assert set(record_of(tmp_path)) == {"shop", "one", "two"}
    assert tree(tmp_path).keys() == {A.path, B.path, C.path, MANIFEST}


def test_the_record_comes_back_as_it_was():
    record = {"a": Unit({A.path: "1"}, {"main/search": "exact"}, ("src",), True), "b": Unit({B.path: "2"})}
    assert read_record(record_bytes(record)) == record


# --- what stands in the way ------------------------------------------------------------------------------------------


def test_a_file_in_place_of_the_folder(tmp_path):
    (tmp_path / "out").write_text("a file")
    assert "no folder" in refused(write([A], tmp_path / "out"))
    assert (tmp_path / "out").read_text() == "a file"
    refused(write([A], tmp_path / "out" / "below"))
    refused(compare([A], tmp_path / "out"))


def test_a_folder_in_place_of_a_file_and_a_file_in_place_of_a_folder(tmp_path):
    (tmp_path / A.path).mkdir(parents=True)
    refused(write([B, A], tmp_path))
    (tmp_path / "openai").write_text("x")
    refused(write([B], tmp_path))
    assert set(tree(tmp_path)) == {"openai"}


@pytest.mark.parametrize("link", ["mcp", "mcp/shop", A.path, MANIFEST])
def test_a_link_inside_is_refused_and_its_target_untouched(tmp_path, link):
    victim = tmp_path / "victim"
    out = tmp_path / "out"
    (out / link).parent.mkdir(parents=True)
    is_file = link.endswith(".json")
    if is_file:
        victim.write_text("precious")
    else:
        victim.mkdir()
    (out / link).symlink_to(victim)
    assert "symbolic link" in refused(write([A, B], out))
    assert (victim.read_text() == "precious") if is_file else not any(victim.iterdir())
    assert not (out / B.path).exists()


def test_nothing_is_removed_through_a_link(tmp_path):
    out, victim = tmp_path / "out", tmp_path / "victim"
    victim.mkdir()
    (victim / "main.json").write_text("precious")
    (victim / ".toolc-999999999-0.tmp").write_text("precious")
    write([B], out)
    (out / "mcp").mkdir()
    (out / "mcp/shop").symlink_to(victim)
    (out / MANIFEST).write_text(listing(A.path, B.path))
    assert write([B], out, ["mcp", "openai"]).removed == ()
    assert len(list(victim.iterdir())) == 2


@pytest.mark.parametrize(
    "entry", ["../victim", "mcp/../../victim", "/etc/passwd", "mcp//x", ".toolc-outputs.json", "", "mcp\\..\\x", "victim"]
)
def test_a_hostile_list_removes_nothing_outside(tmp_path, entry):
    out = tmp_path / "out"
    (tmp_path / "victim").write_text("precious")
    write([A], out)
    (out / "victim").write_text("precious")
    (out / MANIFEST).write_text(listing(entry))
    assert write([A], out, ["mcp", "..", "", "/", "victim"]).removed == ()
    assert write_outputs([], out, ["shop"]).removed == (A.path,)
    assert (tmp_path / "victim").exists()
    assert (out / "victim").exists()


_BROKEN = ('{"packages": 5}', '{"packages": {"shop": 5}}', '{"packages": {"shop": {"files": [1], "tools": 1, "sources": [2]}}}')


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 5}', "[" * 100_000, "\udcff", "<<<<<<< HEAD\n{}", *_BROKEN])
def test_a_broken_list_is_written_anew(tmp_path, text):
    write([A], tmp_path)
    assert damage(tmp_path) == ""
    (tmp_path / MANIFEST).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert bool(damage(tmp_path)) == (text not in _BROKEN[1:])
    assert write([A], tmp_path).unchanged == (A.path,)
    assert set(record_of(tmp_path)["shop"].files) == {A.path}


def test_a_stale_name_that_is_a_new_file_in_other_letters_stays(tmp_path):
    """What a file system that ignores case shows; a hard link stands for it."""
    old, new = OutputFile("mcp/shop/Search.json", "1\n"), OutputFile("mcp/shop/search.json", "1\n")
    write([old], tmp_path)
    os.link(tmp_path / old.path, tmp_path / new.path)
    assert write([new], tmp_path) == Written((), (new.path,))
    assert (tmp_path / old.path).exists()


# --- what fails half way ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder(tmp_path):
    write([A], tmp_path)
    (tmp_path / "mcp/shop").chmod(0o555)
    refused(write([OutputFile(A.path, "new\n"), B], tmp_path))
    (tmp_path / "mcp/shop").chmod(0o755)
    assert set(tree(tmp_path)) == {A.path, MANIFEST}
    assert tree(tmp_path)[A.path] == "{}\n"


@pytest.mark.parametrize("at", [1, 2, 3, 4])
@pytest.mark.parametrize("step", ["create", "rename"])
def test_a_failure_leaves_the_old_set(tmp_path, monkeypatch, step, at):
    """The file system refuses the `at`-th temporary or the `at`-th rename: two files are old, one is new, and the list."""
    write([A, B], tmp_path)
    before = tree(tmp_path)
    calls = []
    real = getattr(Anchor, step)

    def sometimes(*args):
        calls.append(args)
        if len(calls) == at:
            raise OSError(28, "No space left on device", args[1])
        return real(*args)

    monkeypatch.setattr(Anchor, step, sometimes)
    result = write([OutputFile(A.path, "new\n"), OutputFile(B.path, "new\n"), C, OutputFile("x/y", "")], tmp_path)
    assert "No space left" in refused(result)
    monkeypatch.undo()
    assert tree(tmp_path) == before
    assert not (tmp_path / "x").exists()


KILLED = """
    import os
    from pathlib import Path
    from toolc.emit import OutputFile
    from toolc.write import Outputs, write
    from toolc.write.anchor import Anchor

    renames = 0
    real = Anchor.rename

    def rename(self, path, new):
        global renames
        renames += 1
        if renames > {survive}:
            os._exit(9)  # as kill -9: nothing is tidied up
        return real(self, path, new)

    Anchor.rename = rename
    files = (OutputFile("mcp/shop/main.json", "new\\n"), OutputFile("mcp/shop/z.json", "new\\n"))
    write([Outputs("shop", files)], Path({out!r}))
"""


@pytest.mark.parametrize("survive", [0, 1, 2])
def test_a_killed_run_leaves_whole_files_and_the_next_one_sweeps(tmp_path, survive):
    write([A], tmp_path)
    code = textwrap.dedent(KILLED.format(survive=survive, out=str(tmp_path)))
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    left = tree(tmp_path)
    assert any(path.endswith(".tmp") for path in left)
    assert left[A.path] == ("{}\n" if survive == 0 else "new\n")
    assert left.get("mcp/shop/z.json", "new\n") == "new\n"
    write([A, C], tmp_path)
    assert set(tree(tmp_path)) - {"mcp/shop/z.json"} == {A.path, C.path, MANIFEST}


def test_temporaries_of_a_living_run_stay(tmp_path):
    write([A], tmp_path)
    other = tmp_path / f"mcp/shop/.toolc-{os.getppid()}-0.tmp"
    other.write_text("at work")
    write([OutputFile(A.path, "new\n")], tmp_path)
    assert other.exists()


def test_a_link_where_a_temporary_goes_is_not_followed(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    out = tmp_path / "out"
    (out / "mcp/shop").mkdir(parents=True)
    (out / f"mcp/shop/.toolc-{os.getpid()}-0.tmp").symlink_to(victim)
    assert write([A], out).written == (A.path,)
    assert victim.read_text() == "precious"
    assert tree(out)[A.path] == "{}\n"


def test_what_users_add_to_a_shared_file_stays(tmp_path):
    def package(text):
        return OutputFile("typescript/shop/package.json", text, ("name", "version", "private"))

    place = tmp_path / "typescript/shop/package.json"
    write([package('{\n  "name": "shop",\n  "version": "1.0.0",\n  "private": true\n}\n')], tmp_path)
    place.write_text(
        '{"author": "Ann", "name": "shop", "version": "1.0.0", "private": true, "scripts": {"test": "node --test"}}'
    )
    by_hand = place.with_name("helpers.ts")
    by_hand.write_text("export const one = 1;\n")
    same = package('{\n  "name": "shop",\n  "version": "1.0.0",\n  "private": true\n}\n')
    assert write([same], tmp_path) == Written(unchanged=(same.path,))
    newer = package('{\n  "name": "shop",\n  "version": "2.0.0",\n  "scripts": {"build": "tsc"}\n}\n')
    assert compare([newer], tmp_path).written == (newer.path,)
    assert write([newer], tmp_path) == Written(written=(newer.path,))
    merged = {"name": "shop", "version": "2.0.0", "scripts": {"test": "node --test", "build": "tsc"}, "author": "Ann"}
    assert list(json.loads(place.read_text()).items()) == list(merged.items())
    assert write([newer], tmp_path).written == () and by_hand.exists()
    place.write_text("no JSON")
    assert write([newer], tmp_path).edited == (newer.path,)
    assert place.read_text() == newer.text
