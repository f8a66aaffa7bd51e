"""`toolc init`: a configuration that changes nothing yet, and that is never put over another one."""

import json
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from toolc.config import Config
from toolc.discover import load_config

TOOL = "from orbiter.tool import tool\n\n\n@tool\ndef search(query: str) -> str:\n    '''Search.'''\n    return query\n"


def test_what_is_written_is_what_held_before(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL, "src/pyproject.toml": '[project]\nname = "shop"\n'})
    before = load_config(["."]).config
    done = toolc("init")
    assert (done.status, done.out) == (0, "wrote toolc.toml: 1 tool (1 of orbiter) in 1 package.\nnext: toolc generate\n"), (
        done.err
    )
    assert before and load_config(["."]).config == replace(before, root=".", fail_on="warning")  # "." is where the file is
    assert '# "shop" = "src"\n' in (here / "toolc.toml").read_text()


def test_editors_find_the_schema_beside_the_file(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL})
    done = toolc("init", "--schema")
    assert (done.status, done.out.splitlines()[1:]) == (0, ["wrote toolc.schema.json", "next: toolc generate"])
    text = (here / "toolc.toml").read_text()
    assert text.startswith("#:schema ./toolc.schema.json\n") and "toolc config --schema > toolc.schema.json\n" in text
    assert (here / "toolc.schema.json").read_text() == toolc("config", "--schema").out
    Draft202012Validator(json.loads((here / "toolc.schema.json").read_text())).validate(tomllib.loads(text))


def test_no_schema_is_named_that_is_not_there(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL})
    toolc("init")
    lines = (here / "toolc.toml").read_text().splitlines()
    assert not any(line.startswith("#:schema") for line in lines) and not (here / "toolc.schema.json").exists()
    assert "# #:schema ./toolc.schema.json" in lines and "`toolc config --schema > toolc.schema.json`" in lines[0]


def test_a_schema_that_is_there_is_not_written_over(write, toolc, here: Path) -> None:
    write({"toolc.schema.json": "{}"})
    assert toolc("init", "--schema").status == 2
    assert [path.name for path in here.iterdir() if path.is_file()] == ["toolc.schema.json"]


def test_what_is_commented_out_can_be_put_in(write, toolc, here: Path) -> None:
    write({"tools.py": TOOL})
    toolc("init")
    lines = (here / "toolc.toml").read_text().splitlines()
    keys = [line.removeprefix("# ") for line in lines if line.startswith(("# [", '# "')) or (" = " in line and "`" not in line)]
    tomllib.loads("\n".join(keys))
    (here / "toolc.toml").write_text("\n".join(keys))
    assert load_config(["."]).config is not None


@pytest.mark.parametrize("files", [{"toolc.toml": "strict = true\n"}, {"pyproject.toml": "[tool.toolc]\nstrict = true\n"}])
def test_nothing_is_written_over(files: dict[str, str], write, toolc, here: Path) -> None:
    write(files)
    assert toolc("init").status == 2
    assert {path.name: path.read_text() for path in here.iterdir() if path.is_file()} == files


def test_a_configuration_above_is_extended(write, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"toolc.toml": 'assume = { mcp = "1.9.0" }\n', "services/one/tools.py": TOOL})
    monkeypatch.chdir(here / "services/one")
    assert toolc("init").status == 0
    config = load_config(["."]).config
    assert config is not None and config.assume == {"mcp": "1.9.0"} and config.out == "tool-clients"


def test_names_of_packages_write_no_keys(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL, "src/pyproject.toml": '[project]\nname = "x\\nout = \\"/stray\\""\n'})
    assert toolc("init").status == 0
    config = load_config(["."]).config
    assert config is not None and config.out == Config().out


def test_a_project_without_warnings_begins_strict(write, toolc, here: Path) -> None:
    write({"src/tools.py": TOOL})
    toolc("init")
    assert '\nfail-on = "warning"\n' in (here / "toolc.toml").read_text()
    assert toolc("generate").status == 0
    write({"src/tools.py": "from shelf import Query\n" + TOOL.replace("query: str", "query: Query")})
    done = toolc("generate")
    assert done.status == 1 and "warning TC333" in done.err


def test_warnings_that_are_there_do_not_fail_the_first_run(write, toolc, here: Path) -> None:
    write({"src/tools.py": "from shelf import Query\n" + TOOL.replace("query: str", "query: Query")})
    toolc("init")
    text = (here / "toolc.toml").read_text()
    assert '# There is 1 warning now (toolc check); without any:\n# fail-on = "warning"\n' in text
    assert toolc("generate").status == 0


def test_a_configuration_above_says_what_fails_a_run(write, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write({"toolc.toml": 'fail-on = "never"\n', "services/one/tools.py": TOOL})
    monkeypatch.chdir(here / "services/one")
    toolc("init")
    config = load_config(["."]).config
    assert config is not None and config.fail_on == "never"
