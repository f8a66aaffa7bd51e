"""Machines and trees that are not as they should be: nothing is lost, and each is said in one line with what to do."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from toolc import __version__

TOOL = '''\
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("{server}")


@mcp.tool()
def {tool}(query: str) -> str:
    """Search."""
    return ""
'''
RECORD = "tool-clients/.toolc-outputs.json"
CONFLICT = "<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> theirs\n"


def service(folder: str, name: str) -> dict[str, str]:
    return {
        f"{folder}/pyproject.toml": f'[project]\nname = "{name}"\n',
        f"{folder}/server.py": TOOL.format(server=name, tool=f"find_{name}"),
    }


@pytest.fixture
def company(write, toolc) -> Path:
    """Two services with their outputs and their lock."""
    here = write({"toolc.toml": 'targets = ["mcp"]\n', **service("a", "billing"), **service("b", "catalog")})
    assert toolc("generate").status == toolc("lock").status == 0
    return here


def state(here: Path) -> dict[str, bytes]:
    kept = [*(here / "tool-clients").rglob("*"), here / "toolc.lock"]
    return {path.relative_to(here).as_posix(): path.read_bytes() for path in kept if path.is_file()}


def finding(err: str, code: str) -> tuple[str, str]:
    """The one finding of a code, and what to do about it."""
    [found] = [line for line in err.splitlines() if re.match(rf"(\S+: )?(error|warning) {code} ", line)]
    [told] = [line for line in err.splitlines() if line.startswith(f"{code}: ")]
    assert "Traceback" not in err and "TC901" not in err
    return found, told.partition(f" (toolc explain {code})")[0]


# --- the file that names a package -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage", [CONFLICT.format(text='name = "billing"\n'), "[project]\nname = \n", "[project]\nname = \xff"]
)
def test_a_package_whose_name_cannot_be_read_keeps_its_outputs(damage: str, company: Path, toolc) -> None:
    before = state(company)
    (company / "a/pyproject.toml").write_bytes(damage.encode("latin-1"))
    for words in (("generate",), ("generate", "--clean"), ("generate", "a"), ("lock",), ("lock", "--clean")):
        done = toolc(*words)
        found, told = finding(done.err, "TC132")
        assert done.status == 1 and found.startswith("a/pyproject.toml:") and "its outputs stay as they are" in told
        assert state(company) == before, words
    assert toolc("list").status == 1
    assert toolc("generate", "b", "--clean").status == 0 and state(company) == before


def test_what_is_not_broken_is_written(company: Path, toolc) -> None:
    (company / "a/pyproject.toml").write_text("<<<<<<< HEAD\n")
    (company / "b/server.py").write_text(TOOL.format(server="catalog", tool="find_catalog").replace("Search", "Look"))
    toolc("generate")
    assert "Look" in (company / "tool-clients/mcp/catalog/catalog.json").read_text()
    assert sorted(path.name for path in (company / "tool-clients/mcp").iterdir()) == ["billing", "catalog"]


def test_a_package_that_the_configuration_names_needs_no_other_file(company: Path, write, toolc) -> None:
    write({"toolc.toml": 'targets = ["mcp"]\n[packages]\nbilling = "a"\ncatalog = "b"\n', "a/pyproject.toml": "<<<<<<<\n"})
    before = state(company)
    assert toolc("generate").status == 0 and state(company) == before


@pytest.mark.parametrize("file", ["toolc.toml", "a/pyproject.toml"])
def test_a_byte_order_mark_is_no_fault(file: str, company: Path, toolc) -> None:
    before = state(company)
    (company / file).write_bytes(b"\xef\xbb\xbf" + (company / file).read_bytes())
    assert toolc("generate").status == 0 and state(company) == before


def test_lines_of_windows_make_the_same(company: Path, toolc) -> None:
    before = state(company)
    for path in company.rglob("*"):
        if path.suffix in (".py", ".toml"):
            path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert toolc("generate").status == toolc("lock").status == 0 and state(company) == before
    for path in before:
        (company / path).write_bytes(before[path].replace(b"\n", b"\r\n"))
    for words in (("--check",), (), ("--check",)):
        done = toolc("generate", *words, "--fail-on", "warning")
        assert (done.status, "TC642" in done.err) == (0, False), done.err
    assert toolc("diff", "toolc.lock").status == 0


# --- the record ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", ["", "{", CONFLICT.format(text="{}\n"), "[]"])
def test_a_damaged_record_is_written_again_by_a_whole_run_only(damage: str, company: Path, toolc) -> None:
    right = state(company)
    (company / RECORD).write_text(damage)
    before = state(company)
    for words in ((), ("--clean",), ("--check",)):
        done = toolc("generate", "a", *words)
        found, told = finding(done.err, "TC650")
        assert done.status == 2 and RECORD in found and "over all packages" in told and state(company) == before
    done = toolc("generate")
    assert (done.status, "0 errors, 0 warnings" in done.err) == (0, True) and state(company) == right


def test_a_record_takes_nothing_away_that_toolc_did_not_write(company: Path, write, toolc) -> None:
    mine = {"tool-clients/src/mine.ts": "mine\n", "server.py": "mine = 1\n"}
    write(mine)
    record = json.loads((company / RECORD).read_text())
    record["packages"]["gone"] = {
        "files": dict.fromkeys(["src/mine.ts", "../server.py", "mcp/../../server.py", "/etc/hosts"], "x")
    }
    (company / RECORD).write_text(json.dumps(record))
    done = toolc("generate", "--clean")
    found, told = finding(done.err, "TC642")
    assert done.status == 0 and "src/mine.ts is not made any more, and was changed by hand: it stays" in found and told
    assert {path: (company / path).read_text() for path in mine} == mine
    assert "TC642" not in toolc("generate", "--clean").err


def test_an_output_that_was_changed_by_hand_outlives_its_tool(company: Path, toolc) -> None:
    place = company / "tool-clients/mcp/billing/billing.json"
    place.write_text("mine\n")
    (company / "a/pyproject.toml").write_text('[project]\nname = "money"\n')
    assert toolc("generate").status == 0
    done = toolc("generate", "--clean")
    assert "stays, as yours" in finding(done.err, "TC642")[0] and place.read_text() == "mine\n"


def test_what_stood_there_before_is_told_apart_from_what_was_changed(company: Path, write, toolc) -> None:
    (company / RECORD).unlink()
    write({"tool-clients/mcp/billing/billing.json": "mine\n"})
    assert "no record says that toolc wrote it" in finding(toolc("generate").err, "TC642")[0]


def test_outputs_of_a_newer_toolc_are_said(company: Path, toolc) -> None:
    record = json.loads((company / RECORD).read_text())
    assert record["toolc"] == __version__
    (company / RECORD).write_text(json.dumps({**record, "toolc": "999.1"}))
    for words in (("--check",), ()):
        found, told = finding(toolc("generate", *words).err, "TC651")
        assert "toolc 999.1" in found and __version__ in found and "999.1 or newer" in told
    assert "TC651" not in toolc("generate").err and json.loads((company / RECORD).read_text()) == record
    (company / RECORD).write_text(json.dumps({**record, "toolc": "<b>9"}))
    assert toolc("generate").err.count("TC") == 0


# --- what stands in the way ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stands", "words", "told"),
    [
        ("a link to nothing", "is a link that leads nowhere", "remove the link"),
        ("a link to itself", "is a link that leads nowhere", "remove the link"),
        ("a file", "is a file, and no folder", "--out DIR"),
        ("a folder for an output", "there is something else than a file", "move away what stands there"),
        ("a folder for the record", "there is something else than a file", "move away what stands there"),
        ("a link for an output", "there is a symbolic link", "remove the link"),
    ],
)
@pytest.mark.parametrize("command", [(), ("--check",)])
def test_what_stands_in_the_way_is_named(
    stands: str, words: str, told: str, command: tuple[str, ...], write, toolc, here
) -> None:
    write(
        {"a/server.py": TOOL.format(server="shop", tool="search"), "toolc.toml": 'targets = ["mcp"]\n[packages]\nshop = "a"\n'}
    )
    out = here / "tool-clients"
    match stands:
        case "a link to nothing":
            out.symlink_to("nowhere")
        case "a link to itself":
            out.symlink_to("tool-clients")
        case "a file":
            write({"tool-clients": "mine"})
        case "a folder for an output":
            write({"tool-clients/mcp/shop/shop.json/mine": "mine"})
        case "a folder for the record":
            write({f"{RECORD}/mine": "mine"})
        case "a link for an output":
            write({"tool-clients/mcp/shop/": "", "mine": "mine"})
            (out / "mcp/shop/shop.json").symlink_to(here / "mine")
    before = sorted(here.rglob("*"))
    done = toolc("generate", *command)
    found, help_ = finding(done.err, "TC605")
    assert done.status == 2 and words in found and told in help_
    assert sorted(here.rglob("*")) == before


def test_sources_in_the_output_folder_are_said_not_to_be_read(write, toolc) -> None:
    write({"src/server.py": TOOL.format(server="shop", tool="search")})
    assert "--out DIR" in finding(toolc("generate", "--out", "src").err, "TC102")[1]


@pytest.mark.parametrize("words", [("lock",), ("init",), ("init", "--bazel"), ("report", "--out", "x.md")])
def test_a_folder_that_takes_no_file_says_what_to_do(words: tuple[str, ...], write, toolc, monkeypatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "there")

    write({"server.py": TOOL.format(server="shop", tool="search")})
    monkeypatch.setattr("toolc.write.single.replace_all", refused)
    monkeypatch.setattr(Path, "mkdir", refused)
    done = toolc(*words)
    assert done.status == 2 and "make it writable" in done.err and "TC605" in done.err and "TC901" not in done.err


# --- where a run stands ----------------------------------------------------------------------------------------------


def test_a_package_outside_of_the_root_is_not_gone_while_it_is_there(company: Path, write, toolc, tmp_path: Path) -> None:
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside/server.py").write_text(TOOL.format(server="beside", tool="search"))
    assert toolc("generate", "../beside").status == toolc("lock", "../beside").status == 0
    before = state(company)
    for words in (("generate",), ("generate", "--clean"), ("lock",), ("lock", "--clean"), ("generate", "--locked")):
        done = toolc(*words)
        assert (done.status, "TC643" in done.err) == (0, False), done.err
        assert state(company) == before, words
    (tmp_path / "beside/server.py").unlink()
    (tmp_path / "beside").rmdir()
    assert "TC643" in toolc("generate").err and toolc("generate", "--clean").status == 0
    assert not (company / "tool-clients/mcp/beside").exists()


def test_errors_are_said_before_what_they_took_from_the_lock(company: Path, toolc) -> None:
    (company / "a/server.py").write_text(TOOL.format(server="billing", tool="find_billing") + "def (\n")
    done = toolc("generate", "--locked")
    assert done.status == 1 and "TC110" in done.err and "TD101" not in done.err and "TC701" not in done.err


@pytest.mark.parametrize("side", ["git:HEAD", "git:main"])
def test_a_revision_that_is_not_there_says_what_to_name(side: str, company: Path, toolc) -> None:
    (company / ".git").rmdir()
    assert "compare with a lock" in finding(toolc("diff", side).err, "TC630")[1]
    subprocess.run(["git", "init", "-q"], cwd=company, check=True)
    assert "git log" in finding(toolc("diff", side).err, "TC630")[1]


@pytest.mark.parametrize("home", ["", "/proc/nowhere", "a/server.py"])
def test_a_home_that_takes_nothing_is_done_without(home: str, company: Path) -> None:
    names = ("HOME", "XDG_CACHE_HOME", "TOOLC_CACHE_DIR")
    plain = {name: value for name, value in os.environ.items() if name not in names}
    for named in ("HOME", "TOOLC_CACHE_DIR"):
        run = [sys.executable, "-m", "toolc", "generate", "--check"]
        done = subprocess.run(run, env={**plain, named: home}, capture_output=True, text=True, check=False)
        assert (done.returncode, "2 up to date" in done.stderr) == (0, True), done.stderr


def test_a_path_given_twice_is_read_once(company: Path, toolc) -> None:
    before = state(company)
    done = toolc("generate", "a", "./a", "a/server.py", str(company / "a"), ".")
    assert (done.status, "2 files, 2 tools" in done.err) == (0, True) and state(company) == before


def test_names_may_have_spaces_and_letters_of_any_script(write, toolc, here: Path) -> None:
    write({"my tools/ünï 日本/sérver one.py": TOOL.format(server="shop", tool="search"), "toolc.toml": 'targets = ["mcp"]\n'})
    assert toolc("generate", "my tools/ünï 日本", "--out", "out put/ö").status == 0
    assert [path.name for path in (here / "out put/ö/mcp").rglob("*.json")] == ["shop.json"]
