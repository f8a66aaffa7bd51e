"""Results that are checked by their types: a newer server loses none, and a wrong type is still refused."""

import json
import subprocess
from pathlib import Path
from typing import Any

from support import write

import newer_results
from client_bundles import bundle, tool
from client_cases import CASES
from nasty import NASTY, instances
from toolc.config import TargetOptions, TypescriptOptions
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.typescript import TARGET

CALLED = """
import { readFileSync } from "node:fs";
import { createClient } from "./js/index.js";
const said = [];
for (const [name, value] of JSON.parse(readFileSync("values.json", "utf8"))) {
  for (const check of [undefined, "types", "full", "args", "off"]) {
    const client = createClient({ call: async () => ({ structuredContent: value }) }, check && { check });
    said.push(await client.call(name, {}).then(() => true, (error) => error.code !== "invalid_result" && String(error)));
  }
}
console.log(JSON.stringify(said));
"""


def _verdicts(schemas: dict[str, Any], values: list[tuple[str, Any]], folder: Path) -> list[list[Any]]:
    """Whether each value is a result of the tool with that output schema: by default, by types, in full, unchecked twice."""
    names = Names()
    tools = [tool(name, {"type": "object"}, names, schema) for name, schema in schemas.items()]
    for layout in ("package", "shared"):
        own = TargetOptions(typescript=TypescriptOptions(layout=layout))
        files, _ = emit(bundle(tools, names), [TARGET], Options(own=own))
        write({f"{layout}/{file.path.removeprefix('typescript/')}": file.text for file in files}, folder)
    (folder / "shared/node_modules").mkdir()
    (folder / "shared/node_modules/toolc-support").symlink_to("../toolc-support")
    answers = []
    for layout in ("package", "shared"):
        place = folder / layout / "demo"
        write({"called.mjs": CALLED, "values.json": json.dumps(values)}, place)
        done = subprocess.run(["node", "called.mjs"], cwd=place, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        answers.append(json.loads(done.stdout))
    assert answers[0] == answers[1]
    return [answers[0][at : at + 5] for at in range(0, len(answers[0]), 5)]


def test_results_are_checked_by_their_types(tmp_path: Path) -> None:
    found = _verdicts({"get": newer_results.SCHEMA}, [("get", value) for _, value, _, _ in newer_results.CASES], tmp_path)
    wanted = [[by_types, by_types, in_full, True, True] for _, _, by_types, in_full in newer_results.CASES]
    assert [one for one, *pair in zip(newer_results.CASES, found, wanted, strict=True) if pair[0] != pair[1]] == []


def test_all_that_fits_in_full_fits_by_its_types(tmp_path: Path) -> None:
    schemas = {name: case.schema for name, case in CASES.items() if isinstance(case.schema, dict)}
    values = [(name, value) for name, case in CASES.items() if name in schemas for value in case.valid]
    nasty = {f"nasty_{name}": case.schema for name, case in NASTY.items() if isinstance(case.schema, dict)}
    values += [(f"nasty_{name}", value) for name, value, kind in instances() if kind == "valid" and f"nasty_{name}" in nasty]
    # Content is sent where the result is no object.
    values = [(name, value) for name, value in values if isinstance(value, dict)]
    assert len(values) > 50
    found = _verdicts({**schemas, **nasty}, values, tmp_path)
    assert [one for one, verdict in zip(values, found, strict=True) if verdict[:3] != [True, True, True]] == []
