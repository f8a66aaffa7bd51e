"""The public test suite of JSON Schema 2020-12: every schema gives code that compiles, no valid value is refused by its type,
and the check at run time says what the suite says.

The suite comes with the sources of `jsonschema`, fetched once into `.work/suites`. Left out: what needs a second document or
a base address, which no schema of a tool has (`$id`, anchors, dynamic references, vocabularies).
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, compile_ts, write

from toolc.cli import main

RELEASE, DIGEST = "4.26.0", "0c26707e2efad8aa1bfc5b7ce170f3fccc2e4918ff85989ba9ffa9facb2be326"
CACHE = ROOT / ".work" / "suites"
PIP = ["-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--no-binary=jsonschema"]
ELSEWHERE = re.compile(r'"\$(?:id|anchor|dynamicRef|dynamicAnchor|vocabulary)":|"\$ref": "(?!#["/])|localhost')

RUN = """
import { readFileSync } from "node:fs";
import { check } from "./index.js";
const cases = JSON.parse(readFileSync(process.argv[2], "utf-8"));
console.log(JSON.stringify(cases.map(([schema, value]) => check(schema, value).length === 0)));
"""


def suite() -> Path:
    """The folder of the suite; a skip where there is no network, a failure in CI."""
    folder = CACHE / f"jsonschema-{RELEASE}" / "json" / "tests" / "draft2020-12"
    if not folder.is_dir():
        CACHE.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, *PIP, f"--dest={CACHE}", f"jsonschema=={RELEASE}"]
        pip = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        archive = CACHE / f"jsonschema-{RELEASE}.tar.gz"
        if not archive.exists():
            (pytest.fail if os.environ.get("CI") else pytest.skip)(f"the suite cannot be fetched: {pip.stderr[-200:]}")
        assert hashlib.sha256(archive.read_bytes()).hexdigest() == DIGEST
        with tarfile.open(archive) as sources:
            sources.extractall(CACHE, filter="data")
    return folder


def groups() -> dict[str, dict[str, Any]]:
    found = {}
    for path in sorted(suite().glob("*.json")):
        for at, group in enumerate(json.loads(path.read_text("utf-8"))):
            if not ELSEWHERE.search(json.dumps(group["schema"])):
                found[f"{path.stem}_{at}"] = group
    assert len(found) > 280
    return found


def literal(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"[{json.dumps(key)}]: {literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return json.dumps(value)


def test_the_suite(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = groups()
    tools = [
        {"name": name, "inputSchema": {"type": "object"}, "outputSchema": group["schema"]} for name, group in found.items()
    ] + [
        {"name": f"in_{name}", "inputSchema": group["schema"]} for name, group in found.items()
    ]  # fmt: skip
    write({"suite.json": json.dumps({"tools": tools})}, here)
    assert main(["generate", "suite.json", "--target", "typescript", "--out", "out"]) == 0, capsys.readouterr().err
    cases = [(name, group["schema"], test) for name, group in found.items() for test in group["tests"]]
    lines = ['import type { Tools } from "./types.ts";']
    lines += [
        f'export const _{at}: Tools["{name}"]["result"] = {literal(test["data"])};'
        for at, (name, _, test) in enumerate(cases)
        if test["valid"]
    ]
    source = here / "out" / "typescript" / "suite" / "src"
    write({"instances.ts": "\n".join(lines) + "\n"}, source)
    assert compile_ts(source, "index.ts", "instances.ts") == ""
    assert compile_ts(source, "index.ts", emit=str(here / "built")) == ""
    write({"run.mjs": RUN, "package.json": '{"type": "module"}'}, here / "built")
    write({"cases.json": json.dumps([(schema, test["data"]) for _, schema, test in cases])}, here)
    ran = subprocess.run(["node", "built/run.mjs", "cases.json"], cwd=here, capture_output=True, text=True, check=True)
    wrong = [
        (name, test["description"])
        for (name, _, test), right in zip(cases, json.loads(ran.stdout), strict=True)
        if right is not test["valid"]
    ]
    assert wrong == []
