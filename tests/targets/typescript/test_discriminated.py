"""Discriminated unions: the tag is asked for in types, narrowing works, and the check names a tag that is missing."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support import compile_ts, render, write

from client_bundles import bundle, tool
from toolc.ir import Bundle
from toolc.schema.view.names import Names


def _kind(name: str, required: bool, **properties: Any) -> dict[str, Any]:
    tag = {"const": name} if required else {"const": name, "default": name}
    return {
        "type": "object",
        "properties": {"kind": tag, **properties},
        "required": [*(["kind"] if required else []), *properties],
    }


def _schema(keyword: str, required: bool, **more: Any) -> dict[str, Any]:
    kinds = {
        "Card": _kind("card", required, token={"type": "string"}),
        "Invoice": _kind("invoice", required, days={"type": "integer"}),
    }
    payment = {keyword: [{"$ref": f"#/$defs/{name}"} for name in kinds], **more}
    return {"$defs": kinds, "type": "object", "properties": {"payment": payment}, "required": ["payment"]}


NAMED = {"discriminator": {"propertyName": "kind"}}
SCHEMAS = {
    "discriminator": _schema("oneOf", False, **NAMED),
    "constants": _schema("anyOf", False),
    "required": _schema("oneOf", True, **NAMED),
}

NARROWS = """
import type { PayArgs, PayResult } from "./types.ts";
export const said = ({ payment }: PayResult): string | number =>
  payment.kind === "invoice" ? payment.days : payment.token;
export const right: PayArgs = { payment: { kind: "card", token: "x" } };
// @ts-expect-error: no tag
export const untold: PayArgs = { payment: { token: "x" } };
// @ts-expect-error: not of this tag
export const other: PayArgs = { payment: { kind: "card", days: 3 } };
"""

RUN = """
import { check } from "./demo/src/runtime.js";
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync("cases.json", "utf-8"));
console.log(JSON.stringify(cases.map(([schema, value]) => check(schema, value))));
"""


def _bundle(schema: Any) -> Bundle:
    names = Names()
    return bundle([tool("pay", schema, names, schema)], names)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_tag_is_asked_for_and_narrows(name: str, tmp_path: Path) -> None:
    write({**render(_bundle(SCHEMAS[name])), "demo/src/narrows.ts": NARROWS}, tmp_path)
    assert compile_ts(tmp_path, "demo/src/index.ts", "demo/src/narrows.ts", version=7) == ""


def test_the_check_names_a_missing_tag_only_where_a_discriminator_asks_for_it(tmp_path: Path) -> None:
    write(render(_bundle(SCHEMAS["discriminator"])), tmp_path)
    assert compile_ts(tmp_path, "demo/src/index.ts", emit="built/demo/src", version=7) == ""
    cases = [(SCHEMAS[name], {"payment": {"token": "x"}}) for name in ("discriminator", "constants")]
    write({"run.mjs": RUN, "package.json": '{"type": "module"}', "cases.json": json.dumps(cases)}, tmp_path / "built")
    done = subprocess.run(["node", "run.mjs"], cwd=tmp_path / "built", capture_output=True, text=True, check=True)
    missing = {"path": "/payment/kind", "keyword": "required", "message": "is required"}
    assert json.loads(done.stdout) == [[missing], []]
