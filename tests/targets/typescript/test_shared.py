"""Layout `shared`: one package of support code and types, which npm installs with each client, and which belongs to all."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support import ROOT, compile_ts, write
from test_ready import JUDGED

from client_bundles import MEMBERS, PRIORITY, bundle, tell_priority, tool
from node import MODULES
from toolc import __version__
from toolc.config import TargetOptions, TypescriptOptions
from toolc.emit import Options, emit
from toolc.ir import Bundle, Package
from toolc.schema.view.names import Names
from toolc.targets.typescript import TARGET
from toolc.targets.typescript.shared import KEYWORDS, WORDED

ITEM = {
    "type": "object",
    "properties": {"sku": {"type": "string"}, "parts": {"type": "array", "items": {"$ref": "#/$defs/Item"}}},
    "required": ["sku"],
}
ORDER = {
    "type": "object",
    "properties": {"id": {"type": "string", "minLength": 2}, "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}}},
    "required": ["id", "items"],
    "$defs": {"Item": ITEM},
}
ASKED = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"], "additionalProperties": False}
OTHER = {**ORDER, "$defs": {"Item": {**ITEM, "required": ["sku", "parts"]}}}


def _package(name: str, order: Any = ORDER) -> Package:
    names = Names()
    tell_priority(names)
    tools = [tool("get_order", ASKED, names, {**order, "title": "Order"}), tool("raise_to", PRIORITY, names)]
    return bundle(tools, names, name).packages[0]


def _files(*packages: Package, **options: Any) -> dict[str, str]:
    own = TypescriptOptions(layout="shared", **options)
    files, _ = emit(Bundle(packages), [TARGET], Options(own=TargetOptions(typescript=own)))
    return {file.path.removeprefix("typescript/"): file.text for file in files}


USE = """
import assert from "node:assert/strict";
import * as billing from "acme-billing";
import * as orders from "acme-orders";
import { tools } from "acme-orders/tools";

const transport = orders.localTransport({ get_order: ({ id }) => ({ id, items: [{ sku: "x" }] }) });
for (const { createClient, ToolError } of [billing, orders]) {
  const client = createClient(transport, { check: "full" });
  assert.deepEqual(await client.getOrder({ id: "o1" }), { id: "o1", items: [{ sku: "x" }] });
  await assert.rejects(client.getOrder({ id: "o" }), (error) => error instanceof ToolError && error.code === "invalid_result");
}
assert.equal(orders.ToolError, billing.ToolError);
assert.deepEqual(await orders.callTool(transport, tools[0], { id: "o1" }), { id: "o1", items: [{ sku: "x" }] });
assert.equal(orders.Priority, billing.Priority);
assert.deepEqual(Object.entries(orders.Priority), JSON.parse(process.argv[2]));
"""

TYPED = """
import { callTool, createClient, localTransport, type Item, Priority } from "acme-orders";
import { getOrder } from "acme-orders/tools";
import { Priority as Priorities, type Item as Same } from "acme-billing";
const { items } = await createClient(localTransport({})).getOrder({ id: "1" });
export const item: Item | undefined = items[0];
export const same: Same | undefined = item;
// @ts-expect-error a mistyped key
void item?.skuu;
// @ts-expect-error a mistyped argument
void createClient(localTransport({})).getOrder({ idd: "1" });
const order = await callTool(localTransport({}), getOrder, { id: "1" }, { check: "full", timeout: 5 });
export const first: Same | undefined = order.items[0];
export const urgent: Priority = Priority.HIGH;
void createClient(localTransport({})).raiseTo({ priority: Priorities.class });
// @ts-expect-error a member that the enum does not have
void Priority.HIGHEST;
// @ts-expect-error a mistyped argument
void callTool(localTransport({}), getOrder, { idd: "1" });
"""


@pytest.mark.parametrize("options", [{}, {"private": False, "version": "2.0.1"}], ids=["folders", "workspace"])
def test_npm_installs_and_runs_packages_as_they_lie_there(options: Any, tmp_path: Path) -> None:
    write(_files(_package("orders"), _package("billing"), name="acme-{package}", **options), tmp_path / "typescript")
    place = tmp_path / "typescript" if options else tmp_path
    write({"use.mjs": USE, "typed.mts": TYPED, **({} if options else {"package.json": '{"type": "module"}'})}, place)
    folders = () if options else ("./typescript/orders", "./typescript/billing")
    npm = ["npm", "install", "--offline", "--no-audit", "--no-fund", *folders]
    done = subprocess.run(npm, cwd=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    done = subprocess.run(
        ["node", "use.mjs", json.dumps(list(MEMBERS.items()))], cwd=place, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert compile_ts(place, "typed.mts") == ""
    assert compile_ts(place, "--module", "preserve", "typed.mts", version=7) == ""
    told = json.loads((tmp_path / "typescript/orders/package.json").read_text("utf-8"))["dependencies"]
    assert told == {"acme-toolc-support": "^2.0.1" if options else "file:../toolc-support"}


def test_publishing_finds_nothing_wrong(tmp_path: Path) -> None:
    options = {"scope": "@acme", "version": "2.0.1", "license": "MIT", "private": False}
    write({**_files(_package("orders"), **options), "judged.mjs": JUDGED}, tmp_path)
    (tmp_path / "node_modules").symlink_to(MODULES)
    packed = subprocess.run(
        ["npm", "pack", "--silent", "./orders", "./toolc-support"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert len(packed.stdout.split()) == 2
    for name in packed.stdout.split():
        done = subprocess.run(["node", "judged.mjs", name], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == [[], "included", []], name


def test_a_package_with_validators_is_built_against_it(tmp_path: Path) -> None:
    write(_files(_package("orders"), validators=("standard-schema",)), tmp_path)
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/toolc-support").symlink_to("../toolc-support")
    assert compile_ts(tmp_path, "orders/src/index.ts", "orders/src/standard.ts") == ""


def test_types_that_are_the_same_are_written_once_and_others_beside_them() -> None:
    files = _files(_package("orders"), _package("billing"), _package("shipping", OTHER))
    types = sorted(Path(path).name.partition("-")[0] for path in files if re.match("toolc-support/types/.*-", path))
    assert types == ["Item", "Item", "Priority", "Priority"]  # declared, and with constants
    assert sum("interface Item " in text for text in files.values()) == 2
    assert sum("class ToolError" in text for path, text in files.items() if path.endswith(".ts") and "/src/" in path) == 1
    one = _files(_package("orders"))
    assert one.items() <= files.items() and {"toolc-support/package.json", "orders/src/types.ts"} <= one.keys()


def test_no_package_has_the_folder_of_the_common_one() -> None:
    files = _files(_package("toolc-support"), _package("package.json"), private=False)
    folders = {path.partition("/")[0] for path in files}
    assert len(folders) == 4 and {"toolc-support", "package.json"} <= folders


def test_the_support_code_knows_all_that_any_schema_asks_for() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "templates/typescript").rglob("*.jinja")]
    asked = {one for text in texts for one in re.findall(r'"([$\w]+)" (?:not )?in asks', text)}
    assert len(asked) > 20 and asked | WORDED <= KEYWORDS


SERVER = """
from pydantic import BaseModel
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")


class Item(BaseModel):
    sku: str


@mcp.tool()
def get_item(sku: str) -> Item:
    return Item(sku=sku)
"""

SETTINGS = """
targets = ["typescript"]
out = "clients"

[options.typescript]
layout = "shared"
"""


def _outputs(folder: Path) -> dict[str, tuple[bytes, int]]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != ".toolc-outputs.json")
    return {path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns) for path in sorted(found)}


def test_a_package_that_is_not_compiled_keeps_what_it_shares(write: Any, toolc: Any) -> None:
    units = {f"{name}/pyproject.toml": f'[project]\nname = "{name}"\n' for name in ("orders", "billing")}
    here = write({**units, **{f"{name}/server.py": SERVER for name in ("orders", "billing")}, "toolc.toml": SETTINGS})
    assert toolc("generate", ".").status == 0
    manifest = json.loads((here / "clients/typescript/toolc-support/package.json").read_text("utf-8"))
    assert (manifest["name"], manifest["version"]) == ("toolc-support", __version__)
    before = _outputs(here / "clients")
    (here / "orders/server.py").write_text(SERVER.replace("sku: str\n\n\n@", "sku: str\n    count: int\n\n\n@"), "utf-8")
    assert toolc("generate", "orders").status == 0
    after = _outputs(here / "clients")
    changed = {path for path in before if after.get(path) != before[path]}
    assert changed and all(path.startswith("typescript/orders/") for path in changed)
    (new,) = after.keys() - before.keys()
    assert new.startswith("typescript/toolc-support/types/Item-")
    (here / "billing/server.py").unlink()
    (here / "billing/pyproject.toml").unlink()
    assert toolc("generate", ".", "--clean").status == 0
    left = _outputs(here / "clients")
    assert len([path for path in left if "toolc-support/types/Item-" in path]) == 1
    assert "typescript/toolc-support/package.json" in left
    assert not any(path.startswith("typescript/billing") for path in left)
