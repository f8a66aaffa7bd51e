"""Parts that are kept: taken as they were only while all they depended on is as it was, and never when damaged."""

import os
from pathlib import Path

import pytest

from toolc import lower as lowering
from toolc import tracked_files
from toolc.diagnostics import Diagnostic
from toolc.driver import parts, type_reports
from toolc.source import Span

TOOL = '''\
from mcp.server.fastmcp import FastMCP
from common.models import Limit

mcp = FastMCP("{name}")


@mcp.tool()
def {name}(query: str, limit: Limit) -> str:
    """Look for {name}."""
    return query
'''
MODEL = "from pydantic import BaseModel\n\n\nclass Limit(BaseModel):\n    count: int\n"
FILES = {
    **{f"repo/{name}/pyproject.toml": f'[project]\nname = "{name}"\n' for name in ("one", "two", "three", "lib")},
    **{f"repo/{name}/{name}_tools.py": TOOL.format(name=name) for name in ("one", "two", "three")},
    "repo/lib/common/__init__.py": "",
    "repo/lib/common/models.py": MODEL,
    "repo/lib/common/unused.py": "x = 1\n",
}
WORDS = ("generate", "repo", "--target", "mcp", "--out", "out")


def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list of the groups that are compiled from now on."""
    groups: list[str] = []
    whole = parts._Run._make_part

    def counted(self, group):
        groups.append(" ".join(sorted(Path(path).name for path in group)))
        return whole(self, group)

    monkeypatch.setattr(parts._Run, "_make_part", counted)
    return groups


@pytest.fixture
def made(write, toolc, monkeypatch: pytest.MonkeyPatch):
    """A build that is done, and a list of the groups that are compiled from then on."""
    write(FILES)
    monkeypatch.setattr(tracked_files, "SLACK", 0)
    assert toolc(*WORDS).status == 0
    return compiling(monkeypatch)


def built(toolc, here: Path) -> str:
    assert toolc(*WORDS).status in (0, 1)
    assert toolc(*WORDS[:-1], "clean", "--no-cache").status in (0, 1)
    kept, clean = (
        {path.relative_to(here / out): path.read_text() for path in (here / out).rglob("*.json")} for out in ("out", "clean")
    )
    assert kept == clean
    return "".join(kept.values())


def test_a_model_of_three_packages_rebuilds_those_three(made, write, toolc, here: Path) -> None:
    write({"repo/lib/common/models.py": MODEL.replace("int", "str")})
    toolc(*WORDS)
    assert sorted(made) == ["one_tools.py", "three_tools.py", "two_tools.py"]
    assert '"string"' in built(toolc, here)


def test_what_no_tool_reads_rebuilds_none(made, write, toolc) -> None:
    write({"repo/lib/common/unused.py": "x = 2\n"})
    toolc(*WORDS)
    assert made == []


def test_one_tool_rebuilds_its_package(made, write, toolc, here: Path) -> None:
    write({"repo/two/two_tools.py": TOOL.format(name="two").replace("Look", "Search")})
    toolc(*WORDS)
    assert made == ["two_tools.py"]
    assert "Search" in built(toolc, here)


def test_a_module_that_shadows_another_is_seen(made, write, toolc, here: Path) -> None:
    write({"repo/one/common/__init__.py": "", "repo/one/common/models.py": MODEL.replace("int", "float")})
    toolc(*WORDS)
    assert "one_tools.py" in made
    built(toolc, here)


def test_a_file_that_begins_to_import_another_part_joins_it(made, write, toolc, here: Path) -> None:
    write({"repo/one/one_tools.py": TOOL.format(name="one") + "from two_tools import mcp as other\nmcp.mount(other)\n"})
    toolc(*WORDS)
    assert "one_tools.py two_tools.py" in made
    built(toolc, here)


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:-3], lambda data: data[:40] + b"\xc1" + data[41:]])
def test_damage_is_a_miss(damage, made, write, toolc, here: Path, tmp_path_factory) -> None:
    cache = Path(os.environ["TOOLC_CACHE_DIR"])
    for path in cache.rglob("*.part"):
        path.write_bytes(damage(path.read_bytes()))
    write({"repo/lib/common/unused.py": "x = 3\n"})
    toolc(*WORDS)
    assert sorted(made) == ["one_tools.py", "three_tools.py", "two_tools.py"]
    built(toolc, here)


def test_what_is_kept_is_of_one_project(made, write, toolc, here: Path) -> None:
    """Two checkouts of one repository share no cache: paths are part of what is shown."""
    before = {path.name for path in Path(os.environ["TOOLC_CACHE_DIR"]).iterdir()}
    write({f"other/{name}": text for name, text in FILES.items()})
    os.chdir(here / "other")
    toolc(*WORDS)
    os.chdir(here)
    assert len({path.name for path in Path(os.environ["TOOLC_CACHE_DIR"]).iterdir()} - before) == 1


def test_an_untrusted_tree_uses_and_leaves_nothing(made, write, toolc, here: Path) -> None:
    write({"repo/lib/common/unused.py": "x = 4\n"})
    before = {path: path.read_bytes() for path in Path(os.environ["TOOLC_CACHE_DIR"]).rglob("*.part")}
    assert toolc("list", "repo", "--untrusted").status == 0
    assert {path: path.read_bytes() for path in Path(os.environ["TOOLC_CACHE_DIR"]).rglob("*.part")} == before
    assert made == []


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_any_number_of_processes_gives_the_same(jobs: str, made, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolc.process_pool.WORTH", 0)
    assert toolc(*WORDS[:-1], "again", "--no-cache", "-j", jobs).status == 0
    left, right = (
        {path.relative_to(here / out): path.read_bytes() for path in (here / out).rglob("*") if path.is_file()}
        for out in ("out", "again")
    )
    assert left == right


def test_a_library_file_that_is_too_large_is_read_anew_when_it_changes(write, toolc, monkeypatch, here: Path) -> None:
    """It is no part of the outcome but that it was refused, which holds as long as it is as it was."""
    groups = compiling(monkeypatch)
    write({"app.py": TOOL.format(name="one"), "lib/common/models.py": "#" * 3000 + "\n" + MODEL, "lib/common/__init__.py": ""})
    write({"toolc.toml": "max-file-size = 2000\nsearch-path = ['lib']\n"})
    words = ("ir", "app.py")
    first = toolc(*words)
    assert groups == ["app.py"]
    assert toolc(*words) == first
    assert groups == ["app.py"]
    write({"lib/common/models.py": MODEL})
    assert toolc(*words).out != first.out
    assert groups == ["app.py"] * 2


def test_a_part_that_runs_out_of_time_is_compiled_twice_and_no_more(write, toolc, monkeypatch) -> None:
    """The first time may have been the machine's fault. More time is another question."""
    groups, over = compiling(monkeypatch), [True]
    lower = lowering.lower

    def slow(*given):
        bundle, said = lower(*given)
        return bundle, (*said, *([Diagnostic("TC109", "too slow", Span("repo/one.py", 1))] if over else ()))

    monkeypatch.setattr(lowering, "lower", slow)
    write({"repo/one.py": TOOL.format(name="one")})
    for count in (1, 2, 2):
        assert "TC109" in toolc("ir", "repo").err
        assert len(groups) == count
    over.clear()
    assert "TC109" in toolc("ir", "repo").err
    write({"toolc.toml": "[limits]\nseconds = 5\n"})
    assert "TC109" not in toolc("ir", "repo", "--trust-config").err
    assert len(groups) == 3


def test_a_part_that_had_time_enough_at_last_is_kept(write, toolc, monkeypatch) -> None:
    groups, over = compiling(monkeypatch), [True]
    lower = lowering.lower

    def slow(*given):
        bundle, said = lower(*given)
        return bundle, (*said, *([Diagnostic("TC109", "too slow", Span("repo/one.py", 1))] if over else ()))

    monkeypatch.setattr(lowering, "lower", slow)
    write({"repo/one.py": TOOL.format(name="one")})
    assert "TC109" in toolc("list", "repo").err
    over.clear()
    for _ in range(2):
        assert "TC109" not in toolc("list", "repo").err
    assert len(groups) == 2


def test_types_are_kept(write, toolc, monkeypatch, here: Path) -> None:
    asked = []
    compiled = type_reports._compile_types
    monkeypatch.setattr(type_reports, "_compile_types", lambda *given, **named: (asked.append(1), compiled(*given, **named))[1])
    write({**FILES})
    first = toolc("types", "repo", "--format", "json")
    assert first.status == 0 and toolc("types", "repo", "--format", "json", "-q").out == first.out
    assert len(asked) == 1
    write({"repo/lib/common/models.py": MODEL.replace("int", "str")})
    assert toolc("types", "repo", "--format", "json").out != first.out
    assert len(asked) == 2


def test_both_sides_of_a_comparison_are_kept(write, toolc, monkeypatch) -> None:
    groups = compiling(monkeypatch)
    write({**FILES})
    first = toolc("diff", "repo/one", "repo/two")
    count = len(groups)
    assert toolc("diff", "repo/one", "repo/two") == first
    assert len(groups) == count > 0


def test_a_part_that_reads_what_is_no_file_is_kept(write, toolc, monkeypatch) -> None:
    """A folder that a program takes for a file is a folder the next time too."""
    groups = compiling(monkeypatch)
    reading = """
import os
from pathlib import Path
try:
    Path(__file__).parent.joinpath("data").read_text()
    os.listdir(Path(__file__).parent / "data" / "a.txt")
except OSError:
    pass
"""
    write({"repo/one.py": TOOL.format(name="one") + reading, "repo/data/a.txt": "a", "repo/other.py": ""})
    for number in range(2):
        write({"repo/other.py": f"x = {number}"})  # the run as a whole has changed
        assert toolc("list", "repo").status == 0
    assert groups == ["one.py"]
