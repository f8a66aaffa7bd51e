"""The reference says what the program says: systems, targets, configuration, limits, codes, the commands and the library."""

import importlib
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

import assemble
from documents import DOCS, blocks, first_column, section, text_of
from frameworks.environment import compiling, python
from frameworks.test_registry import PATH
from toolc.cli.commands.register import COMMANDS
from toolc.codes import CODES as ALL_CODES
from toolc.config import Config, TargetOptions
from toolc.contract.rules import RULES
from toolc.ir import Package, Server, Tool
from toolc.limits import CODES, DEFAULTS, KEYS
from toolc.providers.register import PROVIDERS
from toolc.systems.register import SYSTEMS
from toolc.targets.register import TARGETS

CONFIGURATION, SYSTEMS_PAGE, TARGETS_PAGE, IR, LIBRARY = (
    text_of(f"docs/reference/{name}.md") for name in ("configuration", "systems", "targets", "ir", "library")
)


def test_every_system_target_and_key_has_its_place() -> None:
    headings = re.findall(r"^## (.*)$", SYSTEMS_PAGE, re.MULTILINE)
    assert headings == sorted(SYSTEMS) == re.findall(r"^\| \[([^\]]+)\]", SYSTEMS_PAGE, re.MULTILINE)
    assert first_column(TARGETS_PAGE.split("\n## ")[0]) == list(TARGETS)
    assert first_column(section(CONFIGURATION, "Keys")) == [field.encode_name for field in fields(Config)]


def test_every_limit_has_a_row() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| ([\d,]+) \| (TC\d+) \|", section(CONFIGURATION, "Limits"), re.MULTILINE)
    assert rows == [(KEYS[name], f"{getattr(DEFAULTS, name):,}", CODES[name]) for name in KEYS]


def test_defaults_in_the_table_are_those_of_the_configuration() -> None:
    rows = dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", section(CONFIGURATION, "Keys"), re.MULTILINE))
    assert len(rows) > 10
    for field in fields(Config):
        if (shown := rows.get(field.encode_name)) is not None:
            default = field.default_factory() if field.default_factory in (dict, list) else field.default
            assert json.loads(shown) == json.loads(json.dumps(default)), field.encode_name


def test_every_option_of_a_target_has_a_row() -> None:
    rows = re.findall(r"^\| `([\w-]+\.[\w-]+)` \| `([^`]+)` \|", section(TARGETS_PAGE, "Options"), re.MULTILINE)
    told = [(name, json.loads(default)) for name, default in rows]
    assert sorted(told, key=str) == sorted(_options(), key=str)


def _options() -> Iterator[tuple[str, object]]:
    for target in fields(TargetOptions):
        own = json.loads(msgspec.json.encode(getattr(TargetOptions(), target.name)))
        yield from ((f"{target.encode_name}.{name}", default) for name, default in own.items())


@pytest.mark.parametrize("name", SYSTEMS)
def test_modules_whose_names_register_tools_are_reported(name: str) -> None:
    told = section(SYSTEMS_PAGE, name)
    modules = {re.sub(r"\.([A-Z].*|\w+)$", "", mark) for mark in SYSTEMS[name].marks}
    inner = {one for one in modules if one.startswith("toolc.runtime.") or one.endswith(".server")}
    assert [module for module in modules - inner if f"`{module}" not in told] == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_newest_version_that_is_followed_is_reported(name: str) -> None:
    told = section(SYSTEMS_PAGE, name).strip().splitlines()[0]
    [row] = [line for line in SYSTEMS_PAGE.splitlines() if line.startswith(f"| [{name}](#{name}) | ")]
    system = SYSTEMS[name]
    newest = system.versions.get(system.distribution)
    if newest is None:
        assert told in ("Follows the text of its documentation.", "Part of this package.")
    else:
        assert told.startswith(f"Follows {system.distribution} ") and newest in told and newest in row


def test_every_provider_has_a_row() -> None:
    rows = text_of("docs/guides/agents.md")
    assert [name for name in PROVIDERS if f"`{name}`" not in rows] == []


@pytest.mark.parametrize("path", assemble.WRITTEN)
def test_generated_pages_are_in_step(path: str) -> None:
    """`python docs/assemble.py write` writes them; `make golden` does it too."""
    assert (DOCS / path).read_text("utf-8") == assemble.WRITTEN[path]()


def test_commands_and_codes_are_whole() -> None:
    commands = assemble.commands_page()
    assert re.findall(r"^## toolc (.*)$", commands, re.MULTILINE) == [name for name, one in COMMANDS.items() if one.group]
    codes = re.findall(r"^\| (T[CD]\d{3}) \|", assemble.codes_page(), re.MULTILINE)
    assert sorted(codes) == sorted([*ALL_CODES, *RULES])


@pytest.mark.parametrize(("path", "page"), [*assemble.code_pages()], ids=[*ALL_CODES, *RULES])
def test_a_page_of_a_code_is_what_explain_says(path: str, page: str, toolc) -> None:
    head, _, why, *said = toolc("explain", Path(path).stem).out.splitlines()
    shown = {line.rstrip() for line in page.splitlines()}
    assert page.splitlines()[0] == f"# {head.rpartition(' (')[0]}" and why in shown
    source = [assemble.visible(line.removeprefix("  | ")) for line in said if line.startswith("  | ")]
    assert [line for line in source if line not in shown] == []
    assert [line for line in said if line.startswith(("Raises it:", "Fixed:")) and line.partition(":  ")[2] not in shown] == []


def test_the_representation_is_reported(write, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    [source] = blocks(text_of("docs/start.md"), "python")
    monkeypatch.chdir(write({"shop/shop.py": source}) / "shop")
    [shown] = blocks(IR, "json")
    assert toolc("ir", "shop.py").out.startswith(shown)
    for struct in (Package, Server, Tool):
        [row] = [line for line in IR.splitlines() if line.startswith(f"| `{struct.__name__}` |")]
        told = set(re.findall(r"`(\w+)`", row.split("|")[2]))
        assert told and told <= {field.encode_name for field in fields(struct)}


def test_the_library_is_reported() -> None:
    for module, names in re.findall(r"^\| `([\w.]+)` \| (.*) \|$", section(LIBRARY, "Names"), re.MULTILINE):
        there = importlib.import_module(module)
        told = re.findall(r"`(\w+)`", names)
        assert [name for name in told if not hasattr(there, name)] == [], module
        assert module != "toolc" or sorted(told) == sorted(there.__all__)


def runs(source: str) -> dict[str, Any]:
    """A program whose last line is a remark with what the line before it gives."""
    *body, call, said = source.rstrip().splitlines()
    space: dict[str, Any] = {}
    exec(compile("\n".join(body), "library.md", "exec"), space)
    assert f"# {eval(call, space)!r}" == said
    return space


def test_the_programs_of_the_library_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, framework, compiled = blocks(LIBRARY, "python")
    space = runs(source)
    [others] = re.findall(r"# or (.*)$", source, re.MULTILINE)
    assert all(space["registry"].schemas(target=target) for target in others.split(", "))
    monkeypatch.chdir(tmp_path)
    Path("tools.json").write_text(json.dumps(space["registry"].schemas("openai")), "utf-8")
    runs(compiled)
    run = [python("langchain"), "-c", f"{WITH_TOOLC}\n{framework.partition('registry.dispatch')[0]}\n{PRINTED}"]
    said = subprocess.run(run, capture_output=True, text=True, check=True, env=compiling()).stdout
    assert f"# {said.strip()}" == framework.rstrip().splitlines()[-1]


WITH_TOOLC = f"import sys; sys.path += {PATH!r}"
PRINTED = 'print(registry.dispatch({"type": "tool_use", "id": "1", "name": "search", "input": {"query": "lamp"}}))'
