"""Packages of a monorepo that have configurations of their own, found from the root."""

import json
from pathlib import Path

import pytest

TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef {name}(query: str) -> str:\n    '''Search.'''\n    return query\n"
PROJECT = '[project]\nname = "{name}"\n\n[tool.toolc]\n{table}\n'


def package(name: str, table: str = "") -> dict[str, str]:
    project = PROJECT.format(name=name, table=table)
    return {f"services/{name}/pyproject.toml": project, f"services/{name}/src/{name}.py": TOOL.format(name=name)}


def outputs(here: Path) -> list[str]:
    lists = sorted(here.rglob(".toolc-outputs.json"))
    owned = [(one, unit) for one in lists for unit in json.loads(one.read_text())["packages"].values()]
    return sorted(f"{one.parent.relative_to(here)}: {file}" for one, unit in owned for file in unit["files"])


def test_each_has_its_own_targets_options_and_folder(write, toolc, here: Path) -> None:
    write({
        "toolc.toml": 'out = "gen"\ntargets = ["mcp"]\n',
        **package("one", 'extends = "../../toolc.toml"\ntargets = ["typescript"]\noptions.typescript.layout = "single"'),
        **package("two", 'out = "made"\ntargets = ["openai"]'),
        "services/three/pyproject.toml": '[project]\nname = "three"\n', "services/three/three.py": TOOL.format(name="three"),
    })  # fmt: skip
    done = toolc("generate", ".")
    assert done.status == 0 and "in 2 folders" in done.err, done.err
    assert outputs(here) == [
        "gen: mcp/three/orbiter.json",
        "gen: typescript/one.ts",
        "services/two/made: openai/two/tools.json",
    ]
    assert "wrote services/two/made/openai/two/tools.json" in done.out
    assert toolc("generate", ".", "--check", "--no-cache").status == 0
    listed = toolc("generate", ".", "--list-outputs").out.split()
    assert sorted(listed) == ["gen/mcp/three/orbiter.json", "gen/typescript/one.ts", "services/two/made/openai/two/tools.json"]


def test_what_is_made_from_the_root_is_what_is_made_in_the_package(write, toolc, here: Path, monkeypatch) -> None:
    write({"toolc.toml": "", **package("one", 'targets = ["openai"]')})
    assert toolc("generate", ".").status == 0
    before = {path: path.read_bytes() for path in here.rglob("services/one/tool-clients/**/*") if path.is_file()}
    monkeypatch.chdir(here / "services/one")
    done = toolc("generate", ".")
    assert done.status == 0 and "0 written" in done.err and len(before) == 2


def test_the_command_line_wins(write, toolc, here: Path) -> None:
    write({**package("one", 'out = "made"\ntargets = ["openai"]'), **package("two", 'targets = ["anthropic"]')})
    assert toolc("generate", "services", "--out", "all", "--target", "mcp").status == 0
    assert outputs(here) == ["all: mcp/one/orbiter.json", "all: mcp/two/orbiter.json"]


def test_outputs_of_a_package_that_has_no_tools_any_more_go(write, toolc, here: Path) -> None:
    write({**package("one", 'targets = ["openai"]'), **package("two")})
    assert toolc("generate", ".").status == 0 and len(outputs(here)) > 1
    write({"services/one/src/one.py": "x = 1\n"})
    assert toolc("generate", ".", "--check").status == 1
    assert toolc("generate", ".").status == 0
    assert outputs(here) and not any("openai/one" in one for one in outputs(here))


def test_a_run_of_which_nothing_changed_sees_a_package_begin_to_be_configured(write, toolc, here: Path) -> None:
    write({"toolc.toml": "targets = ['mcp']\n", **package("one")})
    (here / "services/one/pyproject.toml").write_text('[project]\nname = "one"\n')
    assert toolc("generate", ".").status == 0
    write(package("one", 'targets = ["openai"]'))
    assert toolc("generate", ".").status == 0
    assert outputs(here) == ["services/one/tool-clients: openai/one/tools.json"]


def test_one_that_is_wrong_ends_the_run_before_anything_is_written(write, toolc, here: Path) -> None:
    write({**package("one", "targts = 1"), **package("two")})
    done = toolc("generate", ".")
    assert done.status == 2 and "services/one/pyproject.toml:5" in done.err and outputs(here) == []
    write({"services/one/src/one.py": "", "services/two/toolc.toml": ""})  # it holds for nothing any more
    assert toolc("generate", ".").status == 0


def test_none_holds_where_one_is_named_or_nobody_vouches_for_them(write, toolc, here: Path) -> None:
    write({"own.toml": 'targets = ["mcp"]\nout = "own"\n', **package("one", 'out = "../../../stray"')})
    assert "TC617" in toolc("generate", "services").err
    assert toolc("generate", "services", "--config", "own.toml").status == 0
    assert toolc("generate", "services", "--untrusted", "--out", "safe", "--target", "mcp").status == 0
    assert outputs(here) == ["own: mcp/one/orbiter.json", "safe: mcp/one/orbiter.json"]


def test_how_sources_are_read_is_said_where_the_run_begins(write, toolc, here: Path) -> None:
    write({"toolc.toml": "", **package("one", 'python = "elsewhere"\nassume = { mcp = "1.2" }')})
    done = toolc("generate", ".")
    assert done.status == 0 and "services/one/pyproject.toml:5:1: warning TC628" in done.err
    assert "python, assume" in done.err or "assume, python" in done.err
    write({"toolc.toml": 'assume = { mcp = "1.2" }\n', **package("one", 'extends = "../../toolc.toml"\ntargets = ["mcp"]')})
    assert "TC628" not in toolc("generate", ".").err


def test_extends_across_a_repository_needs_no_trust(write, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"base.toml": 'out = "gen"\n', **package("one", 'extends = "../../base.toml"')})
    monkeypatch.chdir(here / "services/one")
    assert toolc("generate", "src").status == 0 and (here / "gen/mcp").is_dir()
    done = toolc("list", "src", "--untrusted")  # nobody vouches for it, and base.toml is not compiled
    assert done.status == 0 and "warning TC618" in done.err and "outside of what is compiled" in done.err


def test_where_each_key_is_said(write, toolc, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    write({
        "toolc.toml": 'targets = ["mcp"]\n\n[options.typescript]\nlayout = "single"\n',
        **package("one", 'extends = "../../toolc.toml"\nstrict = true\nsystems = { "a/*.py" = "pba" }'),
    })  # fmt: skip
    done = toolc("config", "services/one", "--show-origin", "--assume", "mcp=1.2", "--fail-on", "warning")
    rows = {line.split()[0]: line.split()[-1] for line in done.out.splitlines()}
    assert done.status == 0
    assert {key: rows[key] for key in ("targets", "strict", 'systems."a/*.py"', "options.typescript.layout", "assume.mcp")} == {
        "targets": "toolc.toml:1",
        "strict": "services/one/pyproject.toml:6",
        'systems."a/*.py"': "services/one/pyproject.toml:7",
        "options.typescript.layout": "toolc.toml:4",
        "assume.mcp": "--assume",
    }
    assert (rows["fail-on"], rows["lock"], rows["limits.tools"]) == ("--fail-on", "default", "default")
    untrusted = toolc("config", "services/one", "--show-origin", "--untrusted").out
    assert next(line for line in untrusted.splitlines() if line.startswith("targets")).split()[-1] == "default"
