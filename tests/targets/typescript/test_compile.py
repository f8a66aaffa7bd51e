"""The package compiles, takes every valid instance, refuses what a type can refuse; `check` agrees with jsonschema."""

import json
import subprocess
from pathlib import Path

import jsonschema
import pytest
from support import compile_ts, literal, render, write

from client_bundles import bundle, tool
from client_cases import CASES
from filling import filled
from toolc.ir import Bundle
from toolc.schema.view.names import Names


def _all() -> Bundle:
    names = Names()
    tools = [tool(name, {"type": "object", "properties": {}}, names, case.schema) for name, case in CASES.items()]
    objects = [tool(f"to_{name}", case.schema, names) for name, case in CASES.items() if isinstance(case.schema, dict)]
    return bundle([*tools, *objects], names)


def _assignments() -> str:
    lines = ['import type * as t from "./types.ts";']
    for name, case in CASES.items():
        own = f't.Tools["{name}"]["result"]'
        for at, value in enumerate(case.valid):
            lines.append(f"export const {name}_valid_{at}: {own} = {literal(filled(case.schema, value))};")
        for at, value in enumerate(case.invalid):
            lines.append("// @ts-expect-error: not valid")
            lines.append(f"export const {name}_invalid_{at}: {own} = {literal(filled(case.schema, value))};")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", CASES)
def test_the_instances_are_what_they_claim(name: str) -> None:
    validator = jsonschema.Draft202012Validator(CASES[name].schema)
    if name == "tuple_draft7":
        validator = jsonschema.Draft7Validator(CASES[name].schema)  # type: ignore[assignment]
    if name not in ("recursive_bare", "documented"):
        assert all(validator.is_valid(value) for value in CASES[name].valid)
        assert not any(validator.is_valid(value) for value in (*CASES[name].invalid, *CASES[name].late))


def test_every_package_compiles_and_types_agree_with_instances(tmp_path: Path) -> None:
    write(render(_all(), open_objects="index"), tmp_path)
    write({"demo/src/instances.ts": _assignments()}, tmp_path)
    assert compile_ts(tmp_path, "demo/src/index.ts", "demo/src/instances.ts") == ""


RUN = """
import { readFileSync } from "node:fs";
import { check } from "./demo/src/runtime.js";
const cases = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(JSON.stringify(cases.map(([schema, value]) => check(schema, value).length === 0)));
"""


def test_check_agrees_with_jsonschema(tmp_path: Path) -> None:
    write(render(_all()), tmp_path)
    assert compile_ts(tmp_path, "demo/src/index.ts", emit="built/demo/src") == ""
    write({"built/run.mjs": RUN, "built/package.json": '{"type": "module"}'}, tmp_path)
    pairs = [
        (name, case.schema, value, right)
        for name, case in CASES.items()
        for right, values in ((True, case.valid), (False, case.invalid), (False, case.late))
        for value in values
    ]
    (tmp_path / "cases.json").write_text(json.dumps([[schema, value] for _, schema, value, _ in pairs]))
    answer = _node(tmp_path / "built/run.mjs", tmp_path / "cases.json")
    said = json.loads(answer)
    assert [pair for pair, one in zip(pairs, said, strict=True) if one is not pair[-1]] == []


def _node(script: Path, *arguments: Path) -> str:
    done = subprocess.run(["node", str(script), *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
