"""What classes take over, against pydantic itself: generic bases, bases made by a call, configuration from outside the class."""

from pathlib import Path

import pytest

from harness import LIVE, types
from live_types import check
from oracle import canonical, installed, reported

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = """
import enum
import logging
import math
import string
import sys
from collections import namedtuple
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Optional, TypeVar, Union

import pydantic.dataclasses
from pydantic import (
    BaseModel, ConfigDict, Field, Json, JsonValue, PlainSerializer, computed_field, field_serializer, model_serializer,
    with_config,
)
from pydantic.json_schema import JsonSchemaMode, JsonSchemaValue
from typing_extensions import Required, TypeAliasType, TypedDict

T = TypeVar("T")
"""

SOURCES = {
    "fields of a class that is no model": """
        class Mixin:
            a: Optional[int] = Field(default=None, description="Which.", ge=1)
            b: list[int] = Field(default_factory=list, alias="B", json_schema_extra={"x": 1})
        class M(BaseModel, Mixin):
            y: int
        class N(Mixin, BaseModel):
            a: str
        class O(M, Mixin): ...
    """,
    "only models substitute in their bases": """
        @dataclass
        class A(Generic[T]):
            x: T
            y: Optional[T]
        @dataclass
        class B(A[int]):
            z: int
        @pydantic.dataclasses.dataclass
        class C(Generic[T]):
            x: T
        @pydantic.dataclasses.dataclass
        class D(C[int]):
            z: int
        class E(TypedDict, Generic[T]):
            x: T
        class F(E[int]):
            z: int
        class Mixin(Generic[T]):
            x: T
        class G(Mixin[int], BaseModel):
            z: int
        class H(BaseModel, Generic[T]):
            x: T
        class I(H[int]):
            a: A[str]
            e: E[str]
        """,
    "what stands for a variable holds for all that inherit": """
        class P(BaseModel):
            a: int = 1
        class Q(BaseModel):
            b: int = 1
        B = TypeVar("B", bound=BaseModel)
        class G(BaseModel, Generic[B]):
            o: Optional[B] = None
        class H(G[P]): ...
        class I(H): ...
        class J(G[Q]): ...
        class K(H, J): ...
        class L(J, H): ...
        class M(BaseModel):
            x: int
        class N(M, J, G[P]): ...
        class O(H, G):
            y: int
        """,
    "a bare generic model takes part in what stands for variables": """
        U = TypeVar("U")
        class G(BaseModel, Generic[T, U]):
            one: T
            two: U
        class H(G[int, U], Generic[U]):
            bare: Optional[list[G]] = None
        class I(H[str]): ...
        class J(I): ...
        """,
    "a union with Any is Any once variables are replaced": """
        class G(BaseModel, Generic[T]):
            a: Optional[T] = None
            b: Union[T, int]
            c: list[Union[T, int]]
        class H(G[Any]):
            pass
        Maybe = Optional[T]
        Nullable = TypeAliasType("Nullable", Union[T, None], type_params=(T,))
        class M(BaseModel):
            a: G[Any]
            b: Maybe[Any]
            c: Nullable[Any]
            d: Nullable[int]
            e: Optional[Any]
        """,
    "bases made by a call": """
        class A(NamedTuple("A", [("x", int), ("y", str)])):
            pass
        class B(TypedDict("B", {"from": str, "class": int}, total=False)):
            z: int
        _C = TypedDict("_C", {"from": str}, total=False)
        class C(_C, total=False):
            z: Required[int]
        class Q(namedtuple("Q", "x y")):
            x: int
            C: ClassVar[set[int]] = {1}
        class P(namedtuple("P", "x y")):
            pass
        class M(BaseModel):
            p: P
        """,
    "properties and methods of a base are defaults of a dataclass": """
        class P:
            @property
            def y(self) -> int: return 1
            @staticmethod
            def z(): ...
            @classmethod
            def w(cls): ...
        @dataclass
        class A(P):
            y: int
            z: int
            w: int
        @dataclass(slots=True, frozen=True)
        class D:
            x: int = 1
            @property
            def y(self) -> int: return 1
        @dataclass(slots=True, frozen=True)
        class E(D):
            x: int
            y: int
    """,
    "what a subclass of a named tuple annotates is no field": """
        class A(NamedTuple):
            x: int
            y: str = "a"
        class B(A):
            z: int
        """,
    "configuration by a decorator": """
        @with_config(ConfigDict(extra="forbid"))
        class A(TypedDict):
            x: int
        @with_config(extra="allow", title="Named")
        @dataclass
        class B:
            x: int
        @with_config(config={"extra": "forbid"})
        class C(TypedDict):
            x: int
        """,
    "configuration set after the class": """
        class A(TypedDict):
            x: int
        A.__pydantic_config__ = ConfigDict(extra="forbid")
        class B(A):
            y: int
        def configure(kind: Any, config: ConfigDict) -> None:
            setattr(kind, "__pydantic_config__", config)
        class C(TypedDict):
            x: int
        configure(C, {"extra": "allow"})
        class M(BaseModel):
            a: A
            b: B
            c: C
        """,
    "extra items that may be anything": """
        class A(TypedDict, extra_items=object):
            x: int
        class B(TypedDict, extra_items=Any):
            x: int
        class C(TypedDict, extra_items=Optional[Any]):
            x: int
        """,
    "JsonValue has a definition": """
        class M(BaseModel):
            a: JsonValue
            b: list[JsonValue] = []
            c: Optional[JsonValue] = None
            d: dict[str, JsonValue] = {}
            e: Annotated[JsonValue, Field(description="x")] = 1
            f: Json[JsonValue]
        class N(TypedDict, extra_items=JsonValue):
            a: int
        Alias = JsonValue
        """,
    "sets of enum members": """
        class Color(str, enum.Enum):
            RED = "r"
            BLUE = "b"
            AZURE = "b"
        class M(BaseModel):
            a: set[Color] = {Color.RED, Color.BLUE}
            b: set[Color] = set(Color)
            c: list[Color] = list(Color)
            d: frozenset[int] = frozenset({3, 1})
        """,
    "constants of the standard library": """
        class M(BaseModel):
            a: int = Field(sys.maxsize, le=sys.maxsize)
            b: float = math.pi / 2
            c: int = logging.INFO
            d: str = string.digits
        """,
    "pydantic's own names": """
        class M(BaseModel):
            a: Union[BaseModel, None] = None
            b: JsonSchemaValue
            c: JsonSchemaMode = "validation"
            d: BaseModel
        """,
    "a union of callables has nothing left": """
        Handler = Union[Callable[[int], str], Callable[[str], str]]
        """,
    "defaults of classes that no annotation names": """
        class Plain: ...
        class Other(BaseModel):
            x: int = 1
        class M(BaseModel):
            a: Any = Plain()
            b: Any = Field(default=Other(x=2))
            c: list[Any] = [Other()]
            d: Any = int
        """,
    "a default that writes itself": """
        SENTINEL = "~unset~"
        class Unset(BaseModel):
            @model_serializer(mode="plain")
            def write(self):
                return SENTINEL
        UNSET = Unset()
        class M(BaseModel):
            a: Union[int, Unset] = UNSET
        """,
}

UNRESOLVED = {
    "field_serializer": """
        class A(BaseModel):
            x: int = 1
            @field_serializer("x")
            def write(self, value): return str(value)
        """,
    "computed_field": """
        class A(BaseModel):
            x: int = 1
            @computed_field
            @property
            def y(self) -> int: return 2
        """,
    "model_serializer that computes": """
        class A(BaseModel):
            x: int = 1
            @model_serializer
            def write(self): return {"x": self.x}
        """,
    "PlainSerializer": """
        class A(BaseModel):
            x: Annotated[int, PlainSerializer(str)] = 1
        """,
}


def text(source: str) -> str:
    lines = source.splitlines()
    return HEAD + "\n".join(line.removeprefix(" " * 8) for line in lines) + "\n"


@pytest.mark.parametrize("name", SOURCES)
def test_equals_pydantic(name: str, tmp_path: Path) -> None:
    source = text(SOURCES[name])
    reports = types(source, versions=LIVE)
    assert {one: report.diagnostics for one, report in reports.items() if report.fidelity != "exact"} == {}
    with installed({"app.py": source}, tmp_path) as modules:
        for one, report in reports.items():
            assert canonical(report.schema) == canonical(reported(getattr(modules["app"], one))), one


@pytest.mark.parametrize("name", UNRESOLVED)
def test_a_default_written_by_code_is_not_known(name: str) -> None:
    source = text(UNRESOLVED[name]) + "class M(BaseModel):\n    a: A = A()\n"
    assert types(source, versions=LIVE)["M"].fidelity == "approximate"


def test_a_set_in_the_order_of_its_hashes_is_not_known() -> None:
    source = text(
        "class Color(enum.Enum):\n    RED = 1\n    BLUE = 2\nclass M(BaseModel):\n    a: set[Color] = {Color.RED, Color.BLUE}"
    )
    assert types(source, versions=LIVE)["M"].fidelity == "approximate"


def test_a_variable_may_be_bound_to_a_name_in_quotes() -> None:
    source = text(
        """
        class P(BaseModel):
            a: int
        B = TypeVar("B", bound="P")
        class Index(list[B]): ...
        class G(Generic[B]): ...
        @dataclass
        class D(G[B]):
            one: B
        @dataclass
        class E(D[P]):
            all: Optional[Index[P]] = None
        """
    )
    reports = types(source, versions=LIVE)
    assert {name: one.fidelity for name, one in reports.items() if name not in ("B", "T")} == {
        "P": "exact",
        "D": "exact",
        "E": "refused",
    }
    assert check(source) >= 4
