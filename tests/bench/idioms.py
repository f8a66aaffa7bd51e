"""`make bench`: what types in TypeScript do for those who use them, beside other generators.

python tests/bench/idioms.py

All generators see the schemas that one server reports. Each idiom is a few lines that a developer would write, which have to compile,
or a mistake, which must not; the compiler of TypeScript decides.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from clients import HERE, STRICT, TSC

SERVER = '''
from enum import Enum
from typing import Annotated, Literal

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel, Field

mcp = FastMCP("shop")


class Status(str, Enum):
    OPEN = "open"
    PAID = "paid"


class Address(BaseModel):
    street: str
    city: str
    country: str = "AT"


class Line(BaseModel):
    sku: str
    quantity: int = 1


class Card(BaseModel):
    kind: Literal["card"] = "card"
    token: str


class Invoice(BaseModel):
    kind: Literal["invoice"] = "invoice"
    billing: Address


class Order(BaseModel):
    id: str
    status: Status = Status.OPEN
    lines: list[Line]
    payment: Annotated[Card | Invoice, Field(discriminator="kind")]


@mcp.tool()
def place_order(
    lines: Annotated[list[Line], Field(min_length=1)],
    payment: Annotated[Card | Invoice, Field(discriminator="kind")],
    ship_to: Address | None = None,
) -> Order:
    """Place an order."""
    raise NotImplementedError
'''

IMPORT = 'import type { Order } from "./Order.ts";\nimport type { PlaceOrderArgs } from "./PlaceOrderArgs.ts";\n'
CARD = '{ kind: "card", token: "t" }'

IDIOMS = {
    "an argument mistyped": (
        False,
        f"export const args: PlaceOrderArgs = {{ lines: [{{ sku: 'a' }}], payment: {CARD}, ship_too: null }};",
    ),
    "a key of a model mistyped": (
        False,
        "export const args: PlaceOrderArgs = "
        f"{{ lines: [{{ sku: 'a' }}], payment: {CARD}, ship_to: {{ street: 's', city: 'c', contry: 'AT' }} }};",
    ),
    "a read mistyped": (False, "declare const order: Order;\nexport const total = order.totl;"),
    "a tag left out": (
        False,
        "export const args: PlaceOrderArgs = { lines: [{ sku: 'a' }], payment: { token: 't' } };",
    ),
    "a tag narrows": (
        True,
        "declare const order: Order;\n"
        "export const paid: string = order.payment.kind === 'invoice' ? order.payment.billing.city : order.payment.token;",
    ),
    "a result is complete": (
        True,
        "declare const order: Order;\nexport const said: string = order.status;\n"
        "export const first: number[] = order.lines.map((line) => line.quantity);",
    ),
    "arrays are plain": (
        True,
        f"export const args = (skus: string[]): PlaceOrderArgs => ({{ lines: skus.map((sku) => ({{ sku }})), payment: {CARD} }});",
    ),
}
"""Whether they have to compile, and what is written."""


def types(folder: Path) -> dict[str, Path]:
    """A folder for each generator, with a module for each of the two types."""
    (folder / "shop.py").write_text(SERVER, "utf-8")
    command = [
        sys.executable,
        "-m",
        "toolc",
        "generate",
        "shop.py",
        "--target",
        "typescript",
        "--target",
        "mcp",
        "--out",
        "gen",
    ]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (tools,) = (folder / "gen/mcp").rglob("*.json")
    listed: list[dict[str, Any]] = json.loads(tools.read_text("utf-8"))["tools"]
    sides = {"PlaceOrderArgs": listed[0]["inputSchema"], "Order": listed[0]["outputSchema"]}
    (ours,) = (folder / "gen/typescript").rglob("src")
    found = {"toolc": ours}
    for side, schema in sides.items():
        (ours / f"{side}.ts").write_text(f'export type {{ {side} }} from "./types.ts";\n', "utf-8")
        given = folder / f"{side}.json"
        given.write_text(json.dumps({"tools": [{"name": side, "inputSchema": {**schema, "title": side}}]}), "utf-8")
        for name in ("quicktype", "json-schema-to-typescript", "hey-api"):
            found[name] = folder / name
            found[name].mkdir(exist_ok=True)
            words = [str(HERE / f"{name}.mjs"), str(given), str(found[name] / f"{side}.ts")]
            subprocess.run(["node", *words], check=True)
    return found


def holding(folder: Path) -> set[str]:
    """The idioms that hold for the types in a folder."""
    numbered = {f"idiom{at}.ts": idiom for at, idiom in enumerate(IDIOMS)}
    for file, idiom in numbered.items():
        (folder / file).write_text(IMPORT + IDIOMS[idiom][1] + "\n", "utf-8")
    words = [*STRICT, "--allowImportingTsExtensions", "--skipLibCheck", *numbered]
    done = subprocess.run(["node", str(TSC), *words], cwd=folder, capture_output=True, text=True, check=False)
    assert all(line.startswith(("idiom", " ")) for line in done.stdout.splitlines()), done.stdout
    return {idiom for file, idiom in numbered.items() if (f"{file}(" not in done.stdout) == IDIOMS[idiom][0]}


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        found = {name: holding(folder) for name, folder in types(Path(made)).items()}
    print("types in TypeScript: mistakes that do not compile, and code that does")
    print(f"  {'':28}" + "".join(f"{name:>27}" for name in found))
    for idiom, (compiles, _) in IDIOMS.items():
        words = idiom if compiles else f"{idiom} is refused"
        print(
            f"  {words:38}"
            + "".join(f"{'yes' if idiom in held else 'no':>{27 if at else 17}}" for at, held in enumerate(found.values()))
        )


if __name__ == "__main__":
    main()
