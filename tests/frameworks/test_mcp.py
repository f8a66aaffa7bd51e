"""Functions as toolc reads them against both major versions of the MCP SDK, which the environments of fastmcp bring along."""

import pytest

from effort import long
from frameworks.comparing import SEEDS, compare
from frameworks.mixed import modules
from frameworks.test_agents import Agents

VERSIONS = {"1.30.0": ("fastmcp3", "mcp.server.fastmcp"), "2.3.0": ("fastmcp4", "mcp.server.mcpserver")}


class Functions1(Agents):
    """Modules of functions with a context of the SDK."""

    HEAD = "from mcp.server.fastmcp import Context, Image\n\nT = TypeVar"
    CONTEXTS = ("Context", "'Context'", "Annotated[Context, 'c']")


class Functions2(Functions1):
    """The same for the second version."""

    HEAD = Functions1.HEAD.replace("fastmcp", "mcpserver")


@long
@pytest.mark.parametrize("version", VERSIONS)
def test_random_functions(version: str) -> None:
    environment, module = VERSIONS[version]
    writer = Functions1 if module.endswith("fastmcp") else Functions2
    texts = modules(writer, SEEDS, f"from {module} import Context", Functions1.CONTEXTS)
    assert compare("mcp", {"mcp": version}, texts, environment) > len(texts)


WRITTEN_OTHERWISE = """
import dataclasses
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, Optional

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer, RootModel, computed_field, field_serializer, model_serializer
from typing_extensions import TypedDict

Cents = Annotated[int, PlainSerializer(lambda value: value / 100, return_type=float)]


class Money(BaseModel):
    amount: Decimal
    tax: Decimal = Decimal("1.5")
    when: datetime
    took: timedelta
    cents: Cents
    secret: str = Field("x", exclude=True)

    @computed_field
    @property
    def total(self) -> Decimal:
        return self.amount + self.tax

    @field_serializer("when")
    def seconds(self, value: datetime) -> int:
        return int(value.timestamp())


class Named(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    a: int = Field(validation_alias="a_in", serialization_alias="a_out")
    b: Money = Field(alias="bee")


class Tree(BaseModel):
    weight: Decimal
    parts: list["Tree"] = []


class Prices(RootModel[list[Decimal]]):
    pass


class Short(BaseModel):
    a: int

    @model_serializer
    def short(self) -> str:
        return str(self.a)


@dataclasses.dataclass
class Line:
    price: Decimal
    count: int = 2


class Row(TypedDict):
    price: Decimal


def money() -> Money: ...
def named() -> Named: ...
def listed() -> list[Money]: ...
def by_name() -> dict[str, Decimal]: ...
def maybe() -> Optional[Money]: ...
def tree() -> Tree: ...
def prices() -> Prices: ...
def line() -> Line: ...
def row() -> Row: ...
def cents() -> Cents: ...
def pair() -> tuple[Decimal, Money]: ...
def plain() -> int: ...
"""


@pytest.mark.parametrize("version", VERSIONS)
def test_results_that_are_written_otherwise_than_they_are_taken(version: str) -> None:
    environment, _ = VERSIONS[version]
    assert compare("mcp", {"mcp": version}, [WRITTEN_OTHERWISE], environment) >= 11
