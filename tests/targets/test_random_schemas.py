"""Random schemas: the types of TypeScript refuse no value that jsonschema takes, and the checks of both clients say what it says."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from client_bundles import bundle, tool
from node import tsc
from toolc.emit import Options, emit
from toolc.schema.view.names import Names
from toolc.targets.register import TARGETS

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "typescript"), str(HERE.parent / "schema")]

from schemas import VALUES, documents  # noqa: E402 - beside the tests of the view
from support import FLAGS, literal, write  # noqa: E402

HOW_MANY = 60
RUN = """
import { readFileSync } from "node:fs";
import { check } from "./index.js";
const cases = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(JSON.stringify(cases.map(([schema, value]) => check(schema, value).length === 0)));
"""


def _drawn() -> list[tuple[Any, list[Any]]]:
    """The same schemas with values in every run: compilers are started once for all of them."""
    found: list[tuple[Any, list[Any]]] = []

    @seed(6)
    @settings(
        max_examples=HOW_MANY, database=None, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
    )
    @given(documents(), st.lists(VALUES, min_size=6, max_size=6))
    def draw(schema: Any, values: list[Any]) -> None:
        found.append((schema, values))

    draw()
    return found


def test_types_and_checks_agree_with_jsonschema(tmp_path: Path) -> None:
    drawn = _drawn()
    names = Names()
    given_tools = [tool(f"t{at}", {"type": "object"}, names, schema) for at, (schema, _) in enumerate(drawn)]
    files, _ = emit(bundle(given_tools, names), [TARGETS["typescript"], TARGETS["python"]], Options())
    texts = {file.path: file.text for file in files}
    cases = [
        (at, schema, value, jsonschema.Draft202012Validator(schema).is_valid(value))
        for at, (schema, values) in enumerate(drawn)
        for value in values
    ]
    assert 40 < sum(right for *_, right in cases) < len(cases) - 40, "values of both kinds"
    assert _by_python(texts["python/demo_client.py"], cases) == [right for *_, right in cases]
    assert _by_typescript(texts, cases, tmp_path) == [right for *_, right in cases]


def _by_python(source: str, cases: list[Any]) -> list[bool]:
    module: dict[str, Any] = {"__name__": "demo"}
    sys.modules["demo"] = type(sys)("demo")
    sys.modules["demo"].__dict__.update(module)
    exec(compile(source, "demo.py", "exec"), sys.modules["demo"].__dict__)
    return [not sys.modules["demo"].check(schema, value) for _, schema, value, _ in cases]


def _by_typescript(texts: Mapping[str, str], cases: list[Any], folder: Path) -> list[bool]:
    lines = ['import type { Tools } from "./types.ts";']
    lines += [
        f'export const _{number}: Tools["t{at}"]["result"] = {literal(value)};'
        for number, (at, _, value, right) in enumerate(cases)
        if right
    ]
    write(texts, folder)
    source = folder / "typescript/demo/src"
    write({"instances.ts": "\n".join(lines) + "\n"}, source)
    assert tsc(source, *FLAGS, "--outDir", str(folder / "built"), "index.ts", "instances.ts") == ""
    write({"run.mjs": RUN, "package.json": '{"type": "module"}'}, folder / "built")
    write({"cases.json": json.dumps([(schema, value) for _, schema, value, _ in cases])}, folder)
    ran = subprocess.run(["node", "built/run.mjs", "cases.json"], cwd=folder, capture_output=True, text=True, check=True)
    said: list[bool] = json.loads(ran.stdout)
    return said
