"""`discover/walk.py`: which files belong to a run, and how they are shown."""

import os
from pathlib import Path

import pytest

from toolc.config import Config, resolve_folders
from toolc.discover.walk import Walk


def walked(*paths: str, config: Config = Config()) -> list[str]:  # noqa: B008
    return [found.shown for found in Walk(config).files(paths)]


def codes(*paths: str, config: Config = Config()) -> list[str]:  # noqa: B008
    walk = Walk(config)
    walk.files(paths)
    return [diagnostic.code for diagnostic in walk.diagnostics]


def test_folders_are_read_in_order_without_what_is_no_source(write) -> None:
    write({
        "b.py": "", "a.py": "", "sub/c.py": "", "notes.txt": "", "node_modules/x.py": "", "__pycache__/y.py": "",
        ".git/hook.py": "", "venv/pyvenv.cfg": "", "venv/lib/z.py": "", "tool-clients/out.py": "",
    })  # fmt: skip
    assert walked(".") == ["a.py", "b.py", "sub/c.py"]


def test_an_invalid_pattern_matches_nothing_and_costs_no_other(write, toolc) -> None:
    write(
        {".gitignore": "\\\nb.py\n!\n", "a.py": "", "b.py": "", "c.py": "", "toolc.toml": 'exclude = ["\\\\", "c.py", "!"]\n'}
    )
    assert walked(".") == ["a.py", "c.py"]
    assert "1 file," in toolc("list", ".").err


def test_gitignore_nested_and_negated(write) -> None:
    write({
        ".gitignore": "*_gen.py\n/top/\nlogs\n", "a_gen.py": "", "keep/.gitignore": "!b_gen.py\n", "keep/b_gen.py": "",
        "keep/c_gen.py": "", "top/d.py": "", "sub/top/e.py": "", "logs/f.py": "",
    })  # fmt: skip
    assert walked(".") == ["keep/b_gen.py", "sub/top/e.py"]
    assert walked("keep") == ["keep/b_gen.py"]


def test_what_is_named_is_read_though_ignored(write) -> None:
    write({".gitignore": "build/\n*.py\n", "build/x/a.py": "", "b.py": ""})
    assert walked("b.py") == ["b.py"]
    write({".gitignore": "build/\n"})
    assert walked("build/x", "b.py") == ["b.py", "build/x/a.py"]


def test_include_and_exclude_count_from_the_root(write) -> None:
    write({"app/src/a.py": "", "app/tests/b.py": "", "app/setup.py": ""})
    config = Config(include=("src/**/*.py", "tests/*.py"), exclude=("tests/",))
    assert walked("app", config=resolve_folders(config, "app")) == ["app/src/a.py"]
    assert walked("app/setup.py", config=resolve_folders(config, "app")) == ["app/setup.py"]


def test_paths_shown_do_not_depend_on_order_or_spelling(write, here: Path) -> None:
    write({"p/a.py": ""})
    ways = (str(here / "p/a.py"), "./p/a.py", "p/../p/a.py", "p")
    assert {tuple(walked(*order)) for order in (ways, ways[::-1])} == {("p/a.py",)}


def test_outside_the_current_directory_paths_are_as_given(write, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"p/a.py": "", "q/": ""})
    monkeypatch.chdir(here / "q")
    assert walked("../p") == ["../p/a.py"]
    assert walked(str(here / "p")) == [f"{here}/p/a.py"]


def test_missing_empty_and_odd_paths(write, here: Path) -> None:
    write({"empty/": "", "folder.py/": "", "a.py": ""})
    assert codes("nope.py") == ["TC101"]
    assert codes("empty") == ["TC102"]
    assert codes("a.py", "folder.py") == ["TC103"]
    assert codes("a.py", "x" * 5000, "nul\0byte") == ["TC101", "TC101"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_links_and_pipes(write, here: Path) -> None:
    write({"p/a.py": "", "secret/s.py": ""})
    (here / "p/in.py").symlink_to("a.py")
    assert walked("p") == ["p/a.py", "p/in.py"]
    (here / "p/out.py").symlink_to("../secret/s.py")
    (here / "p/folder").symlink_to("../secret")
    (here / "p/self.py").symlink_to("self.py")
    os.mkfifo(here / "p/pipe.py")
    walk = Walk(Config())
    assert [found.shown for found in walk.files(["p"])] == ["p/a.py", "p/in.py"]
    assert sorted(d.span.path for d in walk.diagnostics) == ["p/folder", "p/out.py", "p/pipe.py", "p/self.py"]
    assert {d.code for d in walk.diagnostics} == {"TC103"}


def test_names_that_are_no_text_can_be_shown(here: Path) -> None:
    try:
        Path(os.fsdecode(b"bad\xff.py")).write_text("")
    except OSError:
        pytest.skip("the file system takes UTF-8 names only")
    assert walked(".") == ["bad\\udcff.py"]
