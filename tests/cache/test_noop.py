"""The run of which nothing has changed: it is right before it is fast."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from toolc import __version__, tracked_files
from toolc.cache import manifest, up_to_date

TOOL = '''\
from orbiter.tool import tool
from models import Limit

@tool
def search(query: str, limit: Limit = 3) -> str:
    """Search the web.

    Args:
        query: What to look for.
        limit: How many.
    """
    return query
'''
FILES = {
    "src/tools.py": TOOL,
    "src/models.py": "Limit = int\n",
    "src/pkg/other.py": "x = 1\n",
    "pyproject.toml": "[tool.toolc]\n",
}
WORDS = ("generate", "src", "--out", "out")


@pytest.fixture
def built(write, toolc, monkeypatch: pytest.MonkeyPatch):
    """A project built long ago, as far as the clock of its files tells: nothing of it is too fresh to be believed."""
    write(FILES)
    monkeypatch.setattr(tracked_files, "SLACK", 0)
    toolc(*WORDS)
    first = toolc(*WORDS)  # outputs are there now, and whatever was made beside them
    assert first.status == 0
    assert up_to_date.replay(list(WORDS), __version__) == 0
    return write


def replayed(*words: str) -> bool:
    return up_to_date.replay(list(words or WORDS), __version__) is not None


def test_says_what_the_run_would_say(built, toolc) -> None:
    again, fresh = toolc(*WORDS), toolc(*WORDS, "--no-cache")
    assert (again.status, again.out, again.err) == (fresh.status, fresh.out, fresh.err)
    assert "0 written" in again.err


def test_imports_hardly_anything(built) -> None:
    program = "import sys; from toolc.cli import main; assert main(sys.argv[1:]) == 0; print(*sorted(sys.modules))"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", program, *WORDS], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert not {"typer", "msgspec", "toolc.discover", "toolc.diagnostics", "json", "hashlib"} & set(loaded)


CHANGES = {
    "a constant in another file": lambda here: (here / "src/models.py").write_text("Limit = str\n"),
    "a file that had nothing to say": lambda here: (here / "src/pkg/other.py").write_text(TOOL.replace("search", "find")),
    "a new file": lambda here: (here / "src/pkg/new.py").write_text(""),
    "a new folder": lambda here: (here / "src/pkg/deep").mkdir(),
    "a file that is gone": lambda here: (here / "src/pkg/other.py").unlink(),
    "a file that moved": lambda here: (here / "src/models.py").rename(here / "src/pkg/models.py"),
    "a module that shadows": lambda here: ((here / "src/models").mkdir(), (here / "src/models/__init__.py").write_text("Limit = str")),
    "what is ignored": lambda here: (here / "src/.gitignore").write_text("*.py\n"),
    "the configuration": lambda here: (here / "pyproject.toml").write_text('[tool.toolc]\ntargets = ["mcp"]\n'),
    "a nearer configuration": lambda here: (here / "src/toolc.toml").write_text('targets = ["mcp"]\n'),
    "an environment that appears": lambda here: ((here / ".venv").mkdir(), (here / ".venv/pyvenv.cfg").write_text("")),
    "an output that was edited": lambda here: next((here / "out").rglob("*.ts")).write_text("edited"),
    "an output that is gone": lambda here: next((here / "out").rglob("*.json")).unlink(),
    "the list of outputs": lambda here: (here / "out/.toolc-outputs.json").unlink(),
    "a link in the place of a file": lambda here: ((here / "src/models.py").unlink(), (here / "src/models.py").symlink_to("tools.py")),
    "a folder that cannot be told from before by size": lambda here: (here / "src/pkg").rename(here / "src/pkh"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_change_is_seen(change, built, toolc, here: Path) -> None:
    change(here)
    assert not replayed()
    assert toolc(*WORDS).status in (0, 1)
    assert toolc(*WORDS, "--check", "--no-cache").status in (0, 1)


def test_same_size_and_time_are_no_proof(built, here: Path) -> None:
    """As a copy that keeps times, or a clock that was set back, would leave it."""
    place = here / "src/models.py"
    state = place.stat()
    place.write_text("Limit = str\n")
    os.utime(place, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert place.stat().st_size == state.st_size
    assert not replayed()


def test_what_was_only_touched_is_read_and_found_the_same(built, here: Path) -> None:
    for place in (here / "src/models.py", here / "src/tools.py"):
        place.touch()
    (here / "src/pkg/gone.py").touch()
    (here / "src/pkg/gone.py").unlink()
    assert replayed()


def test_what_was_written_in_the_moment_of_the_run_is_not_believed(write, toolc, here: Path, monkeypatch) -> None:
    """Within one tick of the clock a file can change without looking different; so it is read until it is older."""
    write(FILES)
    toolc(*WORDS)
    toolc(*WORDS)
    monkeypatch.setattr(manifest.tracked_files, "signature_of", lambda state: "1 1 1 1")  # nothing ever looks different
    path = up_to_date.Invocation(list(WORDS), __version__).path
    kept = manifest.decode(Path(path).read_bytes())
    assert kept is not None and "!" in kept.looks.split("\n")
    (here / "src/models.py").write_text("Limit = str\n")
    assert not replayed()


@pytest.mark.parametrize("words", [("generate", "src"), (*WORDS, "--target", "mcp"), (*WORDS, "-q"), (*WORDS, "--strict")])
def test_another_command_line_is_another_run(words, built) -> None:
    assert not replayed(*words)


def test_another_version_or_folder_is_another_run(built, monkeypatch, here: Path) -> None:
    assert up_to_date.replay(list(WORDS), "0.2.0") is None
    monkeypatch.setenv("VIRTUAL_ENV", str(here))
    assert not replayed()
    monkeypatch.delenv("VIRTUAL_ENV")
    monkeypatch.chdir(here / "src")
    assert not replayed()


def test_any_damage_is_a_miss(built) -> None:
    path = Path(up_to_date.Invocation(list(WORDS), __version__).path)
    whole = path.read_bytes()
    for at in range(0, len(whole), max(len(whole) // 60, 1)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :], whole[:at] + b"\n" + whole[at:]):
            path.write_bytes(damaged)
            assert not replayed()
    path.write_bytes(whole)
    assert replayed()


def test_nothing_is_kept_of_a_run_that_failed(write, toolc, here: Path) -> None:
    write({**FILES, "out": "no folder"})
    assert toolc(*WORDS).status == 2
    assert not replayed()


def test_standard_input_is_always_read() -> None:
    assert not up_to_date.repeatable(["generate", "-"])
    assert not up_to_date.repeatable(["generate", "src", "--no-cache"])
    assert not up_to_date.repeatable(["generate", "src", "--untrusted"])
    assert not up_to_date.repeatable(["ir", "src"])


READING = [
    ("list", "src"),
    ("list", "src", "--format", "json"),
    ("check", "src", "--statistics"),
    ("types", "src"),
    ("stats", "src"),
]


@pytest.mark.parametrize("words", [*READING, ("lock", "src")], ids=" ".join)
def test_commands_that_read_say_the_same_again(words, write, toolc, monkeypatch, here: Path) -> None:
    write({**FILES, "src/models.py": "class Limit(int): ...\n"})
    monkeypatch.setattr(tracked_files, "SLACK", 0)
    first, second = toolc(*words), toolc(*words)
    assert first.status == 0 and replayed(*words)
    third, fresh = toolc(*words), toolc(*words, "--no-cache")
    assert second == third == fresh
    assert words[0] == "lock" or first == second
    (here / "src/models.py").write_text("Limit = str\n")
    assert not replayed(*words)
    assert toolc(*words) == toolc(*words, "--no-cache") or words[0] == "lock"  # which changes what it reads


def test_a_lock_that_someone_changed_is_written_again(write, toolc, monkeypatch, here: Path) -> None:
    write(FILES)
    monkeypatch.setattr(tracked_files, "SLACK", 0)
    toolc("lock", "src")
    written = (here / "toolc.lock").read_bytes()
    toolc("lock", "src")
    assert replayed("lock", "src")
    (here / "toolc.lock").unlink()
    assert "toolc.lock written" in toolc("lock", "src").err
    assert (here / "toolc.lock").read_bytes() == written


def test_comments_that_leave_findings_out_are_read_again(write, toolc, monkeypatch, here: Path) -> None:
    source = TOOL.replace("Limit = 3", "Nowhere = 3")
    write({**FILES, "src/tools.py": source})
    monkeypatch.setattr(tracked_files, "SLACK", 0)
    assert toolc("check", "src") == toolc("check", "src") and replayed("check", "src")
    (here / "src/tools.py").write_text(source.replace("-> str:", "-> str:  # toolc: ignore"))
    assert toolc("check", "src") == toolc("check", "src", "--no-cache")


def test_findings_are_said_again_with_their_status(write, toolc, monkeypatch) -> None:
    write({**FILES, "src/broken.py": "from orbiter import ("})
    monkeypatch.setattr(tracked_files, "SLACK", 0)
    first, second, third = toolc(*WORDS), toolc(*WORDS), toolc(*WORDS)
    assert first.status == second.status == third.status == 1
    assert "TC110" in second.err and second.err == third.err


def test_a_cache_that_cannot_be_written_is_no_fault(write, toolc, monkeypatch, here: Path) -> None:
    write({**FILES, "file": ""})
    monkeypatch.setenv("TOOLC_CACHE_DIR", str(here / "file" / "below"))
    assert toolc(*WORDS).status == 0
    assert toolc(*WORDS).status == 0


def test_a_repeated_run_prints_any_text_and_ends_where_nobody_reads(write, here: Path) -> None:
    write({**FILES, "src/tools.py": TOOL.replace("the web", "the wéb" + "b" * 200_000)})
    command = [sys.executable, "-m", "toolc", "list", "src", "--format", "json"]
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    first, second = (subprocess.run(command, capture_output=True, env=environment, check=True).stdout for _ in range(2))
    assert first == second and "wéb" in first.decode()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reader:
        assert reader.stdout is not None and reader.stderr is not None
        reader.stdout.close()
        said = reader.stderr.read()
    assert (reader.returncode, b"Traceback" in said) == (141, False)
