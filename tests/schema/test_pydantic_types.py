"""A table of types, each spelled as pydantic spells it."""

# ruff: noqa: PIE796, UP007, UP045 -- the old spellings are meant

import datetime
import decimal
import enum
import fractions
import ipaddress
import re
import uuid
import zoneinfo
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from pathlib import Path, PurePath
from typing import Annotated, Any, ForwardRef, Generic, Literal, Never, Optional, TypeVar, Union

import annotated_types as at
import pydantic
import pytest
from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, StringConstraints, WithJsonSchema, WrapValidator
from pydantic.json_schema import Examples, SkipJsonSchema
from typing_extensions import TypeAliasType, TypedDict

from pydantic_oracle import assert_same, spelled

T = TypeVar("T")


class Flavour(enum.Enum):
    """How it tastes."""

    SWEET = "sweet"
    SOUR = "sour"
    ACID = "sour"


class Mixed(enum.Enum):
    A = 1
    B = "b"
    C = (1, 2)


class Leaf(pydantic.BaseModel):
    kind: Literal["leaf"]
    size: int = 1


class Twig(pydantic.BaseModel):
    kind: Literal["twig", "stick"]
    leaves: list[Leaf] = []


class Empty:
    """Nothing pydantic knows."""


class Box(pydantic.BaseModel, Generic[T]):
    """A box."""

    content: T
    more: "Box[T] | None" = None


class Movie(TypedDict, Generic[T]):
    title: str
    rating: T


Named = TypeAliasType("Named", int | list["Named"])
Pair = TypeAliasType("Pair", tuple[T, T], type_params=(T,))
LeafAlias = TypeAliasType("LeafAlias", Leaf)

TYPES = [
    # scalars
    int, str, float, bool, bytes, complex, None, Any, object, Hashable, datetime.date, datetime.time, datetime.datetime,
    datetime.timedelta, decimal.Decimal, fractions.Fraction, uuid.UUID, Path, PurePath, re.Pattern, re.Pattern[str],
    zoneinfo.ZoneInfo, ipaddress.IPv4Address, ipaddress.IPv6Network, pydantic.IPvAnyAddress, pydantic.EmailStr,
    pydantic.NameEmail, pydantic.AnyUrl, pydantic.HttpUrl, pydantic.PostgresDsn, pydantic.RedisDsn, pydantic.SecretStr,
    pydantic.SecretBytes, pydantic.Secret[int], pydantic.ByteSize, pydantic.Json, pydantic.Json[list[int]],
    pydantic.ImportString, pydantic.ImportString[Any], pydantic.Base64Bytes, pydantic.Base64UrlStr, pydantic.UUID7,
    pydantic.NewPath, pydantic.DirectoryPath, pydantic.PositiveInt, pydantic.NonPositiveFloat, pydantic.FiniteFloat,
    pydantic.StrictBool, pydantic.PastDate, pydantic.FutureDatetime, pydantic.JsonValue, type[int], type[Leaf],
    # containers
    list, dict, set, frozenset, tuple, deque, list[int], set[str], frozenset[int], tuple[int, str], tuple[int, ...],
    tuple[()], Sequence[int], MutableSequence[str], Iterable[Leaf], Generator[int, None, None], dict[str, int], dict[int, Any],
    Mapping[str, Leaf], OrderedDict[str, int], defaultdict[str, list[int]], Counter[str], dict[Flavour, int],
    dict[uuid.UUID, int], dict[Literal["a", "b"], int], dict[Annotated[str, StringConstraints(pattern="^x")], int],
    dict[Annotated[str, at.MaxLen(3)], Any],
    # unions, literals, enums
    Union[int, str], Optional[int], None | int | str, Optional[Any], Union[Callable[[], int], int], Optional[list[Leaf]],
    Union[Leaf, Twig, None], Literal["a"], Literal[1, 2], Literal["a", 1], Literal[None], Literal[True, None], Literal[b"x"],
    Literal[Flavour.SOUR], Literal[1, 2], Flavour, Mixed, list[Flavour], Optional[Flavour],
    # constraints
    Annotated[int, at.Ge(1), at.Lt(5)], Annotated[int, at.Lt(0.5), at.Lt(0.0)], Annotated[int, at.Lt(0.0), at.Lt(0.5)], Annotated[float, Field(gt=float("-inf"), multiple_of=0.5)],
    Annotated[str, Field(min_length=1, pattern=r"^\w+$")], Annotated[str, Field(pattern=re.compile("^a"))],
    Annotated[list[int], at.Len(1, 4)], Annotated[dict[str, int], Field(max_length=3)], Annotated[bytes, at.MinLen(2)],
    Annotated[int | None, Field(ge=1)], Annotated[int | float, Field(gt=0)], Annotated[Any, Field(ge=2)],
    Annotated[int, AfterValidator(abs), Field(le=3)], Annotated[decimal.Decimal, Field(ge=1, max_digits=4)],
    Annotated[Sequence[int], at.MinLen(1)], Annotated[defaultdict[str, int], at.MinLen(1)],
    Annotated[pydantic.HttpUrl, pydantic.UrlConstraints(max_length=9)], Annotated[int, at.Interval(ge=1, lt=3)],
    Annotated[int, at.Predicate(bool)], Annotated[datetime.timedelta, at.Ge(datetime.timedelta(1))], pydantic.conint(gt=2),
    pydantic.conlist(int, min_length=2), pydantic.constr(to_upper=True, max_length=2), Annotated[int, at.MinLen(3)],
    # metadata
    Annotated[int, Field(title="T", description=" d ", examples=[1], deprecated="old", json_schema_extra={"x": 1})],
    Annotated[int, Field(default=3)], Annotated[int, WithJsonSchema({"type": "x"}), Field(title="lost")],
    Annotated[int, Examples([1, 2])], Union[int, SkipJsonSchema[None]], Annotated[Leaf, Field(description="d")],
    list[Annotated[Flavour, Field(description="d")]], Annotated[int, BeforeValidator(int, json_schema_input_type=str)],
    Annotated[int, PlainValidator(int)], Annotated[Leaf, WrapValidator(lambda v, h: h(v))], pydantic.SkipValidation[Leaf],
    pydantic.SkipValidation[Annotated[int, Field(description="d", ge=1)]], dict[str, pydantic.SkipValidation[Leaf]],
    pydantic.SkipValidation[pydantic.SkipValidation[int]], pydantic.SkipValidation[Flavour],
    pydantic.SerializeAsAny[Leaf], pydantic.InstanceOf[Leaf], Union[Annotated[int | str, Field(description="d")], bytes],
    tuple[Flavour, Annotated[Flavour, at.Ge(decimal.Decimal("1.5"))]], tuple[Leaf, Annotated[Leaf, Field(strict=True)]],
    Annotated[Box[int], at.MinLen(1)], Annotated[list[Flavour], at.MinLen(1)],
    tuple[Annotated[Box[int], at.MultipleOf(2)], Box[int], Annotated[Flavour, at.Gt(datetime.date(2020, 1, 2))]],
    # discriminated unions
    Annotated[Leaf | Twig, Field(discriminator="kind")], Annotated[Leaf | Twig | None, pydantic.Discriminator("kind")],
    Annotated[Leaf, Field(discriminator="kind")], list[Annotated[Leaf | Twig, Field(discriminator="kind")]],
    Annotated[
        Annotated[Leaf, pydantic.Tag("l")] | Annotated[int, pydantic.Tag("i")], pydantic.Discriminator(lambda value: "i")
    ],
    # generics and aliases
    Box[int], Box[Leaf], Box[list[str]], Box[Box[int]], Box, Movie[int], list[Movie[Leaf]], Named, list[Named], Pair[int],
    Union[Pair[int], Pair[str]], LeafAlias, list[LeafAlias], tuple[LeafAlias, Leaf], pydantic.RootModel[int],
    pydantic.RootModel[Leaf], Annotated[LeafAlias, Field(description="d")], T, list[T],
]  # fmt: skip

REFUSED = [
    Callable, Callable[[int], str], Optional[Callable[[], None]], list[Callable[[], None]], type, Empty, list[Empty], bytearray,
    range, Iterator[int], ChainMap, Never, Optional[Empty], defaultdict[str, Leaf],
    Annotated[str, Field(pattern="(?=x)")], Annotated[int, at.Ge(1.5)], Annotated[int, at.Ge(decimal.Decimal("1.5"))], Annotated[str, at.MinLen(-1)],
    Annotated[int | str, Field(discriminator="kind")], SkipJsonSchema[int], pydantic.InstanceOf[Empty],
]  # fmt: skip


def _words(tp: Any) -> str:
    """The type as Python shows it, the same in every process."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(tp))


@pytest.mark.parametrize("tp", TYPES, ids=_words)
def test_as_pydantic(tp: Any) -> None:
    assert_same(tp)


@pytest.mark.parametrize("tp", REFUSED, ids=_words)
def test_refused_as_pydantic_does(tp: Any) -> None:
    assert_same(tp)


def test_an_unknown_name_is_not_exact() -> None:
    spelling = spelled(ForwardRef("Nowhere"))
    assert spelling.fidelity == "unknown"
    assert [issue.code for issue in spelling.issues] == ["TC307"]
