"""Results that functions declare are what pydantic says of values of that type; what is no data, or not certain, has none."""

import json
import sys
from types import ModuleType
from typing import Any

import pydantic
import pytest

START = '''
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Generic, Literal, NamedTuple, Optional, TypeVar
from typing_extensions import TypedDict
from uuid import UUID

from pydantic import BaseModel, Field, computed_field

T = TypeVar("T")


class Colour(Enum):
    RED = "red"


class Item(BaseModel):
    """An item."""

    id: UUID
    price: Decimal = Decimal("1")
    colour: Colour = Field(Colour.RED, serialization_alias="color")

    @computed_field
    @property
    def double(self) -> float:
        return 2.0


class Page(BaseModel, Generic[T]):
    items: list[T]
    following: "Page[T] | None" = None


@dataclass
class Point:
    x: float
    at: datetime


class Row(TypedDict, total=False):
    name: str


class Pair(NamedTuple):
    a: int
    b: str
'''

DATA = [
    "str", "None", "int", "list[str]", "dict", "list", "dict[str, int]", "Item", "list[Item]", "Optional[Item]", "Page[int]",
    "Page[Item]", "Point", "Row", "Pair", "Colour", 'Literal["a", 1]', "date", "Decimal", "tuple[int, str]", "set[int]",
    "Annotated[int, Field(ge=1)]", "int | str", "dict[Colour, list[Point]]", "bytes", "dict[str, Any]", "list[Any]", "bool | None",
]  # fmt: skip
NOTHING = [
    "",
    "Any",
    "Iterator[int]",
    "AsyncIterator[str]",
    "list[Missing]",
    "list[TextContent]",
    "CallToolResult",
    "Image",
    "object()",
]


def declared(write, toolc, result: str, more: str = "") -> Any:
    returns = f" -> {result}" if result else ""
    source = f'{START}{more}\n\nfrom langchain_core.tools import tool\n\n@tool\ndef f(q: str){returns}:\n    """F."""\n'
    write({"tools.py": source})
    done = toolc("ir", "tools.py")
    [package] = json.loads(done.out)["packages"]
    [tool] = package["servers"][0]["tools"]
    assert "output_schema" not in tool
    return tool.get("declared_result")


@pytest.mark.parametrize("result", DATA)
def test_data(result: str, write, toolc, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("tools")
    monkeypatch.setitem(sys.modules, "tools", module)  # models look there for their names
    exec(compile(START, "tools.py", "exec"), vars(module))
    wanted = pydantic.TypeAdapter(eval(result, vars(module))).json_schema(mode="serialization")
    assert declared(write, toolc, result) == wanted


@pytest.mark.parametrize("result", NOTHING)
def test_what_is_no_data_or_not_certain(result: str, write, toolc) -> None:
    imports = "from mcp.server.fastmcp import Image\nfrom mcp.types import CallToolResult, TextContent\n"
    assert declared(write, toolc, result, imports) is None


def test_what_the_server_reports_is_not_said_twice(write, toolc) -> None:
    server = (
        'from mcp.server.fastmcp import FastMCP\n\nmcp = FastMCP("m")\n\n@mcp.tool({})\ndef f(q: str) -> str:\n    """F."""\n'
    )
    for option, key in (("", "output_schema"), ("structured_output=False", "declared_result")):
        write({"tools.py": server.format(option)})
        [package] = json.loads(toolc("ir", "tools.py").out)["packages"]
        [tool] = package["servers"][0]["tools"]
        assert {"output_schema", "declared_result"} & {*tool} == {key}
