"""The public test suite of JSON Schema 2020-12: every schema gives code that compiles, no valid value is refused by its type,
and the check at run time says what the suite says.

How the suite is fetched, and what is left out of it, is in tests/json_schema_suite.py.
"""

import json
import subprocess
from pathlib import Path

import pytest
from support import compile_ts, literal, write

from json_schema_suite import groups
from toolc.cli import main

RUN = """
import { readFileSync } from "node:fs";
import { check } from "./index.js";
const cases = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(JSON.stringify(cases.map(([schema, value]) => check(schema, value).length === 0)));
"""


def _complete(schema: object, data: object) -> bool:
    """Whether a result has all keys with a default, as clients give it: they fill in what a server leaves out."""
    properties = schema.get("properties", {}) if isinstance(schema, dict) else {}
    defaults = [key for key, one in properties.items() if isinstance(one, dict) and "default" in one]
    return not isinstance(data, dict) or all(key in data for key in defaults)


def test_the_suite(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = groups()
    tools = [
        {"name": name, "inputSchema": {"type": "object"}, "outputSchema": group["schema"]} for name, group in found.items()
    ] + [
        {"name": f"in_{name}", "inputSchema": group["schema"]} for name, group in found.items()
    ]  # fmt: skip
    write({"suite.json": json.dumps({"tools": tools})}, here)
    # One schema has a NUL among its constants, which is reported (TC432) and changes no output.
    # The suite's values have keys that their schemas do not name, which only open types take.
    words = ["--target", "typescript", "--option", "typescript.open-objects=index", "--out", "out", "--fail-on", "never"]
    done = main(["generate", "suite.json", *words])
    assert done == 0, capsys.readouterr().err
    cases = [(name, group["schema"], test) for name, group in found.items() for test in group["tests"]]
    lines = ['import type { Tools } from "./types.ts";']
    lines += [
        f'export const _{at}: Tools["{name}"]["result"] = {literal(test["data"])};'
        for at, (name, schema, test) in enumerate(cases)
        if test["valid"] and _complete(schema, test["data"])
    ]
    source = here / "out" / "typescript" / "suite" / "src"
    write({"instances.ts": "\n".join(lines) + "\n"}, source)
    assert compile_ts(source, "index.ts", "instances.ts", emit=str(here / "built")) == ""
    write({"run.mjs": RUN, "package.json": '{"type": "module"}'}, here / "built")
    write({"cases.json": json.dumps([(schema, test["data"]) for _, schema, test in cases])}, here)
    ran = subprocess.run(["node", "built/run.mjs", "cases.json"], cwd=here, capture_output=True, text=True, check=True)
    wrong = [
        (name, test["description"])
        for (name, _, test), right in zip(cases, json.loads(ran.stdout), strict=True)
        if right is not test["valid"]
    ]
    assert wrong == []
