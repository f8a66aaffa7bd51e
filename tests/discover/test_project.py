"""`discover/project.py`: what `bind` is given."""

import os
from pathlib import Path

import pytest

from toolc.config import Config, merge_options
from toolc.discover import Project, discover
from toolc.driver import Request, survey_files
from toolc.source import SourceFile

WORDS = frozenset({"toolkit"})


def project(*paths: str, **options: object) -> Project:
    return discover(paths, Config(**options))[0]


def names(sources) -> list[str]:
    return [source.path for source in sources]


def test_only_files_with_a_word_are_candidates_and_each_once(write) -> None:
    write({"p/a.py": "import toolkit", "p/b.py": "import other", "c.py": ""})
    found = project("p", "c.py")
    assert names(found.files_with_words(WORDS)) == ["c.py", "p/a.py"]  # what is named itself always counts
    assert names(found.files_with_words(WORDS | {"other"})) == ["p/b.py"]
    assert names(found.files_with_words(WORDS)) == []
    assert names(found.everything()) == ["c.py", "p/a.py", "p/b.py"]
    assert found.count == 3


def test_what_cannot_be_read_is_said_once(write, here: Path) -> None:
    write({"a.py": "x" * 50, "b.py": "# coding: utf-7\n", "c.py": "toolkit\0", "d.py": b"toolkit \xff", "e.py": "toolkit"})
    found = project(".", max_file_size=40)
    assert names(found.files_with_words(WORDS)) == ["e.py"]
    assert names(found.everything()) == ["e.py"]
    assert [(d.span.path, d.code) for d in found.diagnostics] == [
        ("a.py", "TC104"), ("b.py", "TC105"), ("c.py", "TC105"), ("d.py", "TC105"),
    ]  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_a_pipe_in_place_of_a_file_does_not_block(write, here: Path) -> None:
    write({"a.py": ""})
    found = project("a.py")
    (here / "a.py").unlink()
    os.mkfifo(here / "a.py")
    assert names(found.everything()) == []
    assert [d.code for d in found.diagnostics] == ["TC103"]


def test_module_names(write) -> None:
    write({
        "src/app/__init__.py": "", "src/app/sub/__init__.py": "", "src/app/sub/tools.py": "", "script.py": "",
        "site/google/adk/tools.py": "", "site/google/adk/deep/__init__.py": "",
    })  # fmt: skip
    found = project("src", "script.py", "site", search_path=("site",))
    assert {source.path: source.module for source in found.everything()} == {
        "script.py": "script",
        "site/google/adk/deep/__init__.py": "google.adk.deep",
        "site/google/adk/tools.py": "google.adk.tools",
        "src/app/__init__.py": "app",
        "src/app/sub/__init__.py": "app.sub",
        "src/app/sub/tools.py": "app.sub.tools",
    }


def test_find(write) -> None:
    write({
        "src/app/__init__.py": "", "src/app/tools.py": "", "src/helper.py": "", "docs/text.md": "",
        "site/lib/__init__.py": "", "site/lib/core.py": "", "site/ns/part.py": "", "site/one.py": "", "site/stub.pyi": "",
    })  # fmt: skip
    found = project("src/app", search_path=("site",))
    places = {
        "app": "src/app/__init__.py", "app.tools": "src/app/tools.py", "helper": "src/helper.py", "lib": "site/lib/__init__.py",
        "lib.core": "site/lib/core.py", "ns": "site/ns", "ns.part": "site/ns/part.py", "one": "site/one.py",
    }  # fmt: skip
    for module, path in places.items():
        source = found.find(module)
        assert source and (source.module, source.path) == (module, path)
        assert found.find(module) is source
    assert found.find("lib").package and found.find("ns").package and not found.find("one").package
    for absent in ("json", "stub", "docs", "app.nothing", "..app", "a/b", "", "x" * 5000):
        assert found.find(absent) is None


def test_modules_of_one_name_are_told_apart(write) -> None:
    write({"svc/a/tools.py": "1", "svc/b/tools.py": "2", "svc/b/own.py": "", "svc/a/util.py": "3", "svc/b/util.py": "4"})
    found = project("svc/a/tools.py", "svc/b/tools.py", "svc/b/own.py")
    assert [source.module for source in found.everything()] == ["a/tools", "b/own", "b/tools"]
    assert found.find("tools", near="svc/b/own.py").text == "2"
    assert found.find("a/tools").text == "1"
    first, second = found.find("util", near="svc/a/tools.py"), found.find("util", near="svc/b/tools.py")
    assert (first.text, second.text) == ("3", "4") and first.module != second.module


def test_links_that_leave_a_root_are_not_followed_by_imports(write, here: Path) -> None:
    write({"p/tools.py": "", "secret.py": "password"})
    (here / "p/stolen.py").symlink_to("../secret.py")
    assert project("p/tools.py").find("stolen") is None


@pytest.mark.parametrize("python", [None, "app/.venv", "app/.venv/bin/python"])
def test_virtual_environment(write, here: Path, python: str | None) -> None:
    site = "app/.venv/lib/python3.11/site-packages"
    write({
        "app/.venv/pyvenv.cfg": "", f"{site}/pydantic/__init__.py": "", "app/src/tools.py": "",
        f"{site}/Pydantic_Core-2.14.3.dist-info/METADATA": "Name: pydantic-core\nVersion: 2.14.3\n\nVersion: 9\n",
    })  # fmt: skip
    (here / "app/.venv/bin").mkdir()
    (here / "app/.venv/bin/python").symlink_to("/usr/bin/env")
    found = project("app/src", python=python)
    assert found.find("pydantic").path == f"{site}/pydantic/__init__.py"
    assert found.version("pydantic.core") == "2.14.3"
    assert found.version("mcp") is None


def test_assumed_versions_come_first(write) -> None:
    write({"a.py": ""})
    assert project("a.py", assume={"Pydantic_Core": "1.0"}).version("pydantic-core") == "1.0"


def test_packages(write) -> None:
    write({
        "services/billing/pyproject.toml": '[project]\nname = "acme-billing"\n', "services/billing/src/t.py": "",
        "services/bare/pyproject.toml": "", "services/bare/t.py": "",
        "services/broken/pyproject.toml": "[", "services/broken/t.py": "",
        "loose/deep/t.py": "", "set/t.py": "",
    })  # fmt: skip
    found = project("services", "loose", "set/t.py", packages={"chosen": "set"})
    assert {source.path: found.package(source.path) for source in found.everything()} == {
        "loose/deep/t.py": "here",
        "services/bare/t.py": "bare",
        "services/billing/src/t.py": "acme-billing",
        "services/broken/t.py": "broken",
        "set/t.py": "chosen",
    }


def test_declared_systems(write) -> None:
    write({"tools/a.py": "", "other/b.py": "", "c.py": ""})
    by_glob = Config(systems={"tools/*.py": "pba"})
    found = discover(["."], by_glob)[0]
    assert [found.declared_system(path) for path in ("tools/a.py", "other/b.py", "c.py")] == ["pba", None, None]
    found = discover(["tools", "c.py"], merge_options(by_glob, system="orbiter"))[0]
    assert [found.declared_system(path) for path in ("tools/a.py", "other/b.py", "c.py")] == ["orbiter", None, "orbiter"]
    assert [(source.path, system) for source, system in found.declared_files()] == [
        ("c.py", "orbiter"),
        ("tools/a.py", "orbiter"),
    ]


def test_standard_input_is_a_file_like_others() -> None:
    stdin = SourceFile("<stdin>", "stdin", "x = 1\n")
    found, diagnostics = discover([], Config(systems={"**": "pba"}), stdin)
    assert not diagnostics and found.count == 1
    assert list(found.everything()) == list(found.files_with_words(WORDS)) == [stdin]
    assert (found.find("stdin"), found.package("<stdin>"), found.declared_system("<stdin>")) == (stdin, "stdin", "pba")


def test_the_environment_tells_its_python(write) -> None:
    here = write({"tools.py": "", "env/lib/python3.12/site-packages/": ""})
    project, _ = discover(["tools.py"], Config(python=str(here / "env")), None)
    assert project.version("python") == "3.12"
    assumed, _ = discover(["tools.py"], Config(python=str(here / "env"), assume={"python": "3.11"}), None)
    assert assumed.version("python") == "3.11"


def test_files_that_mention_a_word_are_those_below_a_package_and_one_that_is_a_package_of_itself(write) -> None:
    write({"p/__init__.py": "", "p/a.py": "toolkit", "p/b.py": "", "alone.py": "toolkit"})
    found = project(".")
    assert names(found.package_files_with_words("p", ["toolkit"])) == ["p/a.py"]
    assert names(found.package_files_with_words("alone", ["toolkit", "other"])) == ["alone.py"]
    assert names(found.package_files_with_words("alone", ["other"])) == []


def test_beside_an_installed_module_that_is_asked_for_the_other_packages_are_libraries(write) -> None:
    site = "here/lib/python3.12/site-packages"
    write({
        f"{site}/server.py": "import big", f"{site}/big/__init__.py": "", f"{site}/shop/__init__.py": "", f"{site}/shop/b.py": "",
        f"{site}/big-1.0.dist-info/METADATA": "Name: big\nVersion: 1.0\n", f"{site}/pyproject.toml": "",
    })  # fmt: skip
    config = Config(python="here")
    files = [f"{site}/{name}" for name in ("server.py", "shop/__init__.py", "big/__init__.py", "shop/b.py")]
    for paths, owned in ((files[:1], files[:1]), (files[:2], [*files[:2], files[3]]), ([site], files)):
        found = Project(survey_files(Request(paths, config)), config)
        assert [path for path in files if found.owns(path)] == owned
