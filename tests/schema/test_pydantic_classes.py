"""A table of classes, each spelled as pydantic spells it: models, dataclasses, typed dicts, named tuples, nested and alone."""

import dataclasses
import datetime
import decimal
import enum
import typing
from collections import namedtuple
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, NewType, NotRequired, Required, TypeVar

import pydantic
import pytest
from pydantic import AliasChoices, AliasGenerator, AliasPath, BaseModel, ConfigDict, Field, RootModel, alias_generators
from typing_extensions import TypedDict

from pydantic_oracle import assert_same

T = TypeVar("T")


class Tone(enum.StrEnum):
    LOW = enum.auto()
    HIGH = enum.auto()


class Deep(BaseModel):
    model_config = ConfigDict(alias_generator=alias_generators.to_camel)

    some_name: int = 1
    other: Annotated[str, Field(serialization_alias="written")] = "x"


@dataclasses.dataclass
class Plain:
    """A plain one."""

    some_name: str
    when: datetime.date = datetime.date(2020, 1, 2)
    tags: list[str] = dataclasses.field(default_factory=list)
    note: str = dataclasses.field(default="n", metadata={"description": "A note", "title": "N"})
    count: dataclasses.InitVar[int] = 3
    last: int = dataclasses.field(default=0, kw_only=True)
    hidden: int = dataclasses.field(init=False)
    shown: int = dataclasses.field(init=False, default=2)
    shared: ClassVar[int] = 1


@dataclasses.dataclass
class Undocumented(Plain):
    extra: Tone = Tone.LOW


class Keys(TypedDict, total=False):
    a: Required[int]
    b: Annotated[str, Field(description="B", alias="bee")]
    c: NotRequired[Annotated[list[int], Field(default=[1])]]


class Closed(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid", title="Shut")  # type: ignore[misc]

    some_key: Plain


class Spot(NamedTuple):
    """Not shown."""

    x: int
    y: Annotated[Tone | None, Field(title="Why", description="d")] = None
    deep: Deep = Deep()


Untyped = namedtuple("Untyped", "a b_c")
UserId = NewType("UserId", int)


class Aliases(BaseModel):
    a: int = Field(alias="A1")
    b: int = Field(validation_alias="bee", alias="other")
    c: int = Field(validation_alias=AliasChoices(AliasPath("deep", 0), "sea", "see"))
    d: int = Field(validation_alias=AliasPath("deep", 1))
    e: int = Field(serialization_alias="written")


class Generated(BaseModel):
    model_config = ConfigDict(
        alias_generator=AliasGenerator(validation_alias=alias_generators.to_pascal, serialization_alias=str.upper)
    )

    some_name: int
    kept: int = Field(alias="stays")
    weak: int = Field(alias="goes", alias_priority=1)
    plain: Plain
    keys: Keys


class Defaults(BaseModel):
    a: int = Field(default_factory=int)
    b: int | None = None
    c: int = "wrong"  # type: ignore[assignment]
    d: decimal.Decimal = decimal.Decimal("1.50")
    e: Path = Path("/tmp")
    f: datetime.timedelta = datetime.timedelta(days=800, seconds=61, microseconds=1200)
    g: Tone = Tone.HIGH
    h: set[str] = {"b", "a"}
    i: tuple[int, ...] = (1, 2)
    j: bytes = b"ab"
    k: bytes = b"\xff"
    m: pydantic.SecretStr = pydantic.SecretStr("s")
    n: Deep = Deep(someName=4)
    o: Plain | None = None
    p: Any = object()
    q: dict[Any, Any] = {1: [Tone.LOW], "x": {"y": None}}
    r: Deep | None = Field(Deep(), description="d", title="Deep")
    s: int = ...  # type: ignore[assignment]
    t: complex = 1 + 2j
    u: Any = Spot(1)


class Described(BaseModel):
    """First line.

    indented
    """

    model_config = ConfigDict(use_attribute_docstrings=True, json_schema_extra={"x": [Tone.LOW]}, extra="allow")
    __pydantic_extra__: dict[str, int]

    a: int
    """About a.

        more
    """
    b: Annotated[int, Field(description="own")] = Field(1, title="Bee", json_schema_extra={"default": 7})
    c: Annotated[int, Field(ge=1, description="first"), Field(le=5, description="second")] = Field(gt=0, deprecated=True)
    d: Tone = Field(Tone.LOW, description="d")
    e: Deep = Field(title="Deep", description="e")


class Child(Described, extra="forbid"):
    c: str
    f: list["Child"] = []


class Sized(BaseModel):
    model_config = ConfigDict(str_min_length=1, str_max_length=9, ser_json_bytes="base64", title="Size")

    a: str
    b: Annotated[str, Field(max_length=3)]
    c: Plain
    d: bytes = b"ab"
    e: Path
    f: Deep
    g: dict[str, str]


class Names(RootModel[list[UserId]]):
    """All of them."""


class Rooted(RootModel[Deep]):
    root: Deep = Field(Deep(), description="the root")


class Lit(BaseModel):
    kind: Literal["lit"] = Field(alias="the kind")


class Lamp(BaseModel):
    kind: Literal["lamp", Tone.LOW] = Field(alias="the kind")
    inner: "Annotated[Lit | Lamp, Field(discriminator='kind')] | None" = None


class House(BaseModel):
    light: Lit | Lamp = Field(discriminator="kind")
    lights: list[Annotated[Lit | Lamp, Field(discriminator="kind")]] = []


class Checked(BaseModel):
    a: int
    b: str
    c: Deep

    @pydantic.field_validator("a", mode="plain")
    @classmethod
    def _a(cls, value: Any) -> Any:
        return value

    @pydantic.field_validator("b", mode="before", json_schema_input_type=int | str)
    @classmethod
    def _b(cls, value: Any) -> Any:
        return value


class Page(BaseModel, Generic[T]):
    items: list[T]
    next: "Page[T] | None" = None
    deep: Deep


class Pages(BaseModel):
    a: Page[int]
    b: Page[Tone]
    c: Page[Page[Deep]]
    d: Page


class Self_(BaseModel):  # noqa: N801
    me: typing.Self | None = None


class Outer:
    class Deep(BaseModel):
        x: int


class Clash(BaseModel):
    one: Deep
    two: Outer.Deep
    three: list[Outer.Deep]


class Titles(BaseModel):
    camelCase: int  # noqa: N815
    x1y2: int
    a__b: int
    trailing_: list[Deep]
    ref: Deep | None
    two: Deep | Plain
    spot: Spot
    wrapped: Annotated[Deep, pydantic.AfterValidator(lambda value: value)]
    skipped: pydantic.SkipValidation[Deep]


@pydantic.dataclasses.dataclass(config=ConfigDict(extra="forbid"))
class Own:
    """Its own."""

    some_name: int = Field(ge=1, description="d")
    rest: list[str] = Field(default_factory=list)
    last: int = Field(default=1, kw_only=True)


class Inherits(BaseModel):
    model_config = ConfigDict(extra="forbid", alias_generator=alias_generators.to_camel)

    plain_one: Plain
    own_one: Own
    keys_one: Keys
    closed_one: Closed


CLASSES = [
    Deep, Plain, Undocumented, Keys, Closed, Spot, Untyped, UserId, Aliases, Generated, Defaults, Described, Child, Sized,
    Names,
    Rooted, Lit, Lamp, House, Checked, Page, Page[int], Pages, Self_, Clash, Titles, Own, Inherits,
]  # fmt: skip


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: getattr(cls, "__name__", repr(cls)))
def test_alone(cls: Any) -> None:
    assert_same(cls)


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: getattr(cls, "__name__", repr(cls)))
def test_nested(cls: Any) -> None:
    assert_same(list[cls])
    assert_same(dict[str, cls | None])


def test_all_at_once() -> None:
    assert_same(tuple[tuple(CLASSES)])
