"""Nasty schemas: all compile with both compilers, no valid value is refused, no wrong one taken where a type can tell; the
check at run time has no error either way."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from jsonschema.validators import validator_for
from support import compile_ts, literal, render, write

from client_bundles import bundle, tool
from filling import filled
from nasty import NASTY, instances
from node import unformatted
from toolc.ir import Bundle
from toolc.schema.view.names import Names

ROWS = list(instances())
UNKNOWN_KEY = ("2353", "2559", "2561")
"""Errors of the compiler that are about keys which no type declares: excess, nothing in common, did you mean."""
WIDER = {
    "default_is_optional": "a result may have null where that is the default",
    "default_but_required": "a key that is missing is filled in",
    "words_beside_an_old_reference": "a key that is missing is filled in",
}
"""Cases with a wrong value that is right once its defaults are filled in."""

OPEN = ("inherited_in_an_open_object", "open_without_tag", "exactly_one_object")
"""Cases with a key that its type does not declare, but every object inherits, or another alternative has."""

RUN = """
import { readFileSync } from "node:fs";
import { check } from "./runtime.js";
const cases = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(JSON.stringify(cases.map(([schema, value]) => check(schema, value).length === 0)));
"""


def _bundle() -> Bundle:
    names = Names()
    results = [tool(name, {"type": "object"}, names, case.schema) for name, case in NASTY.items()]
    inputs = [tool(f"to_{name}", case.schema, names) for name, case in NASTY.items() if isinstance(case.schema, dict)]
    return bundle([*results, *inputs], names)


@pytest.fixture(scope="module", params=["none", "index"])
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp(f"nasty_{request.param}")
    write(render(_bundle(), open_objects=request.param), folder)
    return folder


def _validator(schema: Any) -> Any:
    return validator_for(schema, default=jsonschema.Draft202012Validator)(schema)


def test_the_instances_are_what_they_claim() -> None:
    assert len(NASTY) >= 90
    assert len(ROWS) >= 700
    wrong = [
        (name, value) for name, value, kind in ROWS if _validator(NASTY[name].schema).is_valid(value) is not (kind == "valid")
    ]
    assert wrong == []


@pytest.mark.parametrize("version", [5, 7])
def test_types_agree_with_instances(version: int, package: Path) -> None:
    lines = ['import type * as t from "./types.ts";']
    values = [(name, filled(NASTY[name].schema, value)) for name, value, _ in ROWS]
    lines += [f'export const _{at}: t.Tools["{name}"]["result"] = {literal(value)};' for at, (name, value) in enumerate(values)]
    write({"demo/src/instances.ts": "\n".join(lines) + "\n"}, package)
    said = compile_ts(package, "demo/src/index.ts", "demo/src/instances.ts", version=version)
    places = re.findall(r"^(\S+?)\((\d+),.*?error TS(\d+)", said, re.M)
    assert {file for file, _, _ in places} == {"demo/src/instances.ts"}
    refused = {int(line) - 2: code for _, line, code in places}
    denied = [(row, refused[at]) for at, row in enumerate(ROWS) if row[2] == "valid" and at in refused]
    odd = [row for row, code in denied if "index" in package.name or not (code in UNKNOWN_KEY or row[0] in OPEN)]
    assert odd == []
    assert bool(denied) is ("none" in package.name)
    assert {row[0] for at, row in enumerate(ROWS) if row[2] == "wrong" and at not in refused} == set(WIDER)


def test_the_check_has_no_error_either_way(package: Path, tmp_path: Path) -> None:
    assert compile_ts(package, "demo/src/index.ts", emit=str(tmp_path)) == ""
    cases = [(NASTY[name].schema, value) for name, value, _ in ROWS]
    write({"run.mjs": RUN, "package.json": '{"type": "module"}', "cases.json": json.dumps(cases)}, tmp_path)
    command = ["node", "run.mjs", "cases.json"]
    said = json.loads(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout)
    assert [row for row, right in zip(ROWS, said, strict=True) if right is not (row[2] == "valid")] == []


def test_packages_are_formatted(tmp_path: Path) -> None:
    write(render(_bundle()), tmp_path)
    assert unformatted(tmp_path) == ""
