"""Quickstarts in READMEs: their arguments fit, and what they show compiles."""

import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import harness
from client_cases import CASES
from nasty import NASTY
from node import tsc
from toolc.config import GoOptions, JvmOptions, PythonOptions, TargetOptions
from toolc.emit import Options, emit_package, place_packages
from toolc.targets.examples import example
from toolc.targets.register import TARGETS

SHOP = """
from typing import Annotated, Literal
from uuid import UUID
from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field
mcp = FastMCP("shop")
class Card(BaseModel):
    kind: Literal["card"] = "card"
    token: str
class Invoice(BaseModel):
    kind: Literal["invoice"] = "invoice"
    days: int = 30
class Line(BaseModel):
    sku: str = Field(min_length=3)
    parts: list["Line"] = []
Payment = Annotated[Card | Invoice, Field(discriminator="kind")]
@mcp.tool()
def place_order(lines: list[Line], payment: Payment, retries: Card | Invoice | None = None) -> int: ...
@mcp.tool()
def get_order(id: UUID) -> Line: ...
@mcp.tool()
def pay(by: Card | Invoice) -> Line: ...
"""
NAMED = TargetOptions(
    python=PythonOptions(distribution="{package}"),
    go=GoOptions(module="example.com/{package}"),
    java=JvmOptions(package="com.acme.{package}"),
    kotlin=JvmOptions(package="com.acme.{package}"),
)
SCHEMAS: dict[str, Any] = {name: one.schema for name, one in (CASES | NASTY).items()}


def _readme(language: str) -> dict[str, str]:
    target = TARGETS[language]
    ((package, places),) = place_packages(harness.bundle(SHOP), [target])
    return {file.path: file.text for file in emit_package(package, places, [target], Options(own=NAMED))[0]}


@pytest.mark.parametrize("name", SCHEMAS)
def test_an_example_fits(name: str) -> None:
    found = example(SCHEMAS[name])
    if found is not None and name != "tuple_draft7":
        jsonschema.Draft202012Validator(SCHEMAS[name]).validate(found)


def test_the_quickstart_of_typescript_compiles(tmp_path: Path) -> None:
    files = _readme("typescript")
    for path, text in files.items():
        place = tmp_path / "node_modules" / Path(path).relative_to("typescript")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    (readme,) = (text for path, text in files.items() if path.endswith("README.md"))
    (code,) = re.findall(r"```ts\n(.*?)```", readme, re.DOTALL)
    assert 'payment: { kind: "card", token: "text" }' in code and "client.pay(" in code
    (tmp_path / "use.ts").write_text(code, "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', "utf-8")
    flags = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"]
    assert tsc(tmp_path, *flags, "use.ts") == ""


@pytest.mark.parametrize(
    ("language", "call"),
    [
        ("python", "client.pay(by={'kind': 'card', 'token': 'text'})"),
        ("go", "client.GetOrder(ctx, "),
        ("rust", 'client.get_order(&GetOrderArgs::new("123e'),
        ("java", 'client.getOrder(new GetOrderArgs("123e'),
        ("kotlin", 'client.getOrder(GetOrderArgs(id = "123e'),
    ],
)
def test_calls_in_types_come_first(language: str, call: str) -> None:
    (readme,) = (text for path, text in _readme(language).items() if path.endswith("README.md"))
    assert call.replace("'", '"') in readme
