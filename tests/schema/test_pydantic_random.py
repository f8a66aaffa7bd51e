"""Random types: whatever is nested in whatever, the speller says what pydantic says."""

# ruff: noqa: UP007, UP045 -- the old spellings are meant

import dataclasses
import datetime
import decimal
import enum
import re
import uuid
import warnings
from collections import OrderedDict, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, Optional, Union

import annotated_types as at
import pydantic
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ConfigDict, Field, alias_generators, create_model
from typing_extensions import TypedDict

from effort import examples, long
from pydantic_oracle import ERRORS, assert_same

warnings.simplefilter("ignore")


class Color(enum.Enum):
    """What paint is."""

    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Point(NamedTuple):
    x: int
    y: Color = Color.RED


@dataclasses.dataclass
class Place:
    """Somewhere."""

    name: str
    tags: list[str] = dataclasses.field(default_factory=list)
    level: Level = Level.LOW


class Options(TypedDict):
    deep: bool
    place: NotRequired[Place]


class Cat(pydantic.BaseModel):
    kind: Literal["cat"] = "cat"
    place: Place | None = None


class Dog(pydantic.BaseModel):
    kind: Literal["dog", "wolf"]
    friends: list[Cat] = []


SCALARS = [
    int, str, float, bool, bytes, None, Any, datetime.date, datetime.datetime, datetime.timedelta, decimal.Decimal,
    uuid.UUID, Path, re.Pattern, complex, pydantic.EmailStr, pydantic.SecretStr, pydantic.HttpUrl, pydantic.PositiveInt,
    pydantic.ByteSize, pydantic.Json, pydantic.Base64Str, pydantic.FilePath, pydantic.UUID4, pydantic.JsonValue,
    pydantic.AwareDatetime, pydantic.IPvAnyAddress, pydantic.StrictStr,
]  # fmt: skip
CLASSES = [Color, Level, Point, Place, Options, Cat, Dog]
ATOMS = st.sampled_from([*SCALARS, *CLASSES])
VALUES = st.one_of(st.integers(-5, 5), st.sampled_from(["a", "b", "c d"]), st.booleans(), st.sampled_from(Color))
LITERALS = st.lists(VALUES, min_size=1, max_size=3).map(lambda values: Literal[tuple(values)])
KEYS = st.sampled_from([str, int, Color, uuid.UUID, Literal["x", "y"], Annotated[str, Field(pattern="^k")], at.MinLen])
KEYS = KEYS.map(lambda key: Annotated[str, at.MinLen(2)] if key is at.MinLen else key)
KEYWORDS = st.fixed_dictionaries(
    {},
    optional={
        "title": st.sampled_from(["A title", "A", "Color"]),
        "description": st.sampled_from(["words", "  more\n  words", "What paint is."]),
        "examples": st.just([1, "x"]),
        "deprecated": st.booleans(),
        "json_schema_extra": st.just({"x-order": 3}),
    },
)
BOUNDS = st.one_of(
    st.builds(at.Ge, st.integers(-3, 3)),
    st.builds(at.Lt, st.floats(-3, 3)),
    st.builds(at.MultipleOf, st.integers(1, 3)),
    st.builds(at.MinLen, st.integers(0, 3)),
    st.builds(at.MaxLen, st.integers(3, 9)),
    st.just(pydantic.StringConstraints(pattern="^a", min_length=1)),
    st.just(Field(gt=0, le=7)),
    st.just(pydantic.AfterValidator(lambda value: value)),
    st.just(pydantic.WithJsonSchema({"type": "string", "x-own": True})),
    KEYWORDS.map(lambda keywords: Field(**keywords)),
)


def containers(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """One more layer around a type."""
    return st.one_of(
        st.tuples(st.sampled_from([list, set, frozenset, deque, Sequence, Iterable]), inner).map(lambda x: x[0][x[1]]),
        st.tuples(st.sampled_from([dict, Mapping, OrderedDict, defaultdict]), KEYS, inner).map(lambda x: x[0][x[1], x[2]]),
        st.lists(inner, max_size=3).map(lambda items: tuple[tuple(items)]),
        inner.map(lambda item: tuple[item, ...]),
        inner.map(lambda item: Optional[item]),
        st.lists(inner, min_size=1, max_size=4).map(lambda members: Union[tuple(members)]),
        st.tuples(inner, st.lists(BOUNDS, min_size=1, max_size=2)).map(lambda x: Annotated[(x[0], *x[1])]),
    )


TYPES = st.recursive(st.one_of(ATOMS, LITERALS), containers, max_leaves=8)
NAMES = st.sampled_from(["a", "some_name", "camelCase", "x1y2", "a__b", "URL", "trailing_"])
DEFAULTS = st.one_of(
    st.just(...),
    st.sampled_from([None, 1, 2.5, "x", b"raw", Color.BLUE, Level.HIGH, Place("here"), Cat(), Point(1)]),
    st.sampled_from([datetime.date(2020, 1, 2), datetime.timedelta(days=400, seconds=5), decimal.Decimal("1.50"), Path("/x")]),
    st.sampled_from([["a", (1,)], {"k": {2, 1}}, {"b", "a"}, [Color.RED], {"x": Level.LOW}]),
)
CONFIGS = st.fixed_dictionaries(
    {},
    optional={
        "extra": st.sampled_from(["allow", "forbid", "ignore"]),
        "alias_generator": st.sampled_from([alias_generators.to_camel, alias_generators.to_pascal, alias_generators.to_snake]),
        "title": st.just("Configured"),
        "str_max_length": st.just(50),
        "ser_json_bytes": st.just("base64"),
        "use_enum_values": st.booleans(),
    },
).map(lambda config: ConfigDict(**config))


def fields() -> st.SearchStrategy[Any]:
    """A type and a default, bare or as `Field(…)`, some of them with an alias."""
    aliases = st.one_of(st.none(), st.sampled_from(["otherName", "id"]))
    assigned = st.tuples(DEFAULTS, KEYWORDS, aliases).map(lambda x: Field(x[0], alias=x[2], **x[1]))
    return st.tuples(TYPES, st.one_of(DEFAULTS, assigned))


def made(parts: Any) -> Any:
    """A model; None when pydantic refuses to make it."""
    members, config = parts
    try:
        return create_model("Made", __config__=config, **members)
    except ERRORS:
        return None


MODELS = st.tuples(st.dictionaries(NAMES, fields(), max_size=4), CONFIGS).map(made).filter(lambda model: model is not None)

SETTINGS = settings(max_examples=examples(500), deadline=None, suppress_health_check=list(HealthCheck), database=None)


@long
@SETTINGS
@given(TYPES)
def test_any_type(tp: Any) -> None:
    assert_same(tp)


@long
@SETTINGS
@given(MODELS)
def test_any_model(model: Any) -> None:
    assert_same(model)


@long
@SETTINGS
@given(MODELS, MODELS, CONFIGS)
def test_models_in_models(first: Any, second: Any, config: ConfigDict) -> None:
    assert_same(create_model("Outer", __config__=config, one=(first, ...), many=(list[second | first], []), place=(Place, ...)))
