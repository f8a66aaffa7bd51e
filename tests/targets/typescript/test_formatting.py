"""Generated packages are formatted as prettier would leave them, so a format check of a repository does not trip over them."""

import json
import shutil
from pathlib import Path

import pytest
from support import ROOT, render, write

from client_bundles import PRIORITY, bundle, tell_priority, tool
from client_cases import CASES
from json_schema_suite import groups
from node import unformatted
from toolc.schema.view.names import Names

LONG = "a_name_that_goes_on_and_on_until_it_fills_most_of_a_line_of_eighty_columns"
SCHEMAS = {
    LONG: {"type": "object", "properties": {LONG: {"type": "string", "default": "x" * 90}, "k": {"const": "y" * 90}}},
    f"{LONG}_2": {"type": "object", "properties": {f"{LONG}_and_more": {"anyOf": [{"$ref": "#/$defs/Box"}, {"type": "null"}]}},
                  "$defs": {"Box": {"type": "object", "properties": {"a": {"type": "array", "items": {"enum": ["b" * 20, "c" * 20, "d" * 25]}}}}}},
    "quotes": {"type": "object", "properties": {'"': {"const": "'\""}, "'": {"enum": ['"', "'", "\\"]}, "__proto__": {}}},
}  # fmt: skip


def test_packages_are_formatted(tmp_path: Path) -> None:
    names = Names()
    tell_priority(names)
    inputs = {
        "priority": PRIORITY,
        **{name: case.schema for name, case in CASES.items() if isinstance(case.schema, dict)},
        **SCHEMAS,
    }
    tools = [tool(name, schema, names, schema, description=name) for name, schema in inputs.items()]
    write(render(bundle(tools, names)), tmp_path)
    assert unformatted(tmp_path) == ""


def test_schemas_of_the_public_suite_are_formatted(tmp_path: Path) -> None:
    names = Names()
    tools = [tool(name, {"type": "object"}, names, group["schema"]) for name, group in groups().items()]
    write(render(bundle(tools, names)), tmp_path)
    assert unformatted(tmp_path) == ""


@pytest.mark.parametrize("topic", ["targets", "snapshots"])
def test_fixtures_are_formatted(topic: str, tmp_path: Path) -> None:
    for package in (ROOT / "fixtures" / topic).glob("*/expected/typescript"):
        shutil.copytree(package, tmp_path / package.parts[-3])
    assert unformatted(tmp_path) == ""


def test_names_of_every_length_are_formatted(tmp_path: Path) -> None:
    names, tools = Names(), []
    for length in range(40, 100):
        name = (LONG * 2)[:length]
        one_of_two = {"enum": ["q" * length, "r"]}
        row = {"type": "object", "properties": {"a" * length: {"type": "string"}, "b" * length: {"type": "null"}}}
        results = {
            "list": {"type": "array", "items": one_of_two},
            "rows": {"type": "array", "items": row},
            "pair": {"type": "array", "items": one_of_two, "prefixItems": [one_of_two, {"type": "array", "items": row}]},
            "none": None,
        }
        tools += [tool(f"{name}{ending}", {"type": "object"}, names, result) for ending, result in results.items()]
    write(render(bundle(tools, names)), tmp_path)
    assert unformatted(tmp_path) == ""


def test_a_formatter_is_at_hand(tmp_path: Path) -> None:
    write({"bad.ts": f"export   const a={json.dumps(1)}"}, tmp_path)
    assert unformatted(tmp_path) == "bad.ts\n"
