"""What is left out, must be there or is taken over from elsewhere, as toolc reads it and as pydantic reports it."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check
from surface import EXTRA_HEAD
from surfeit import WIDEST_HEAD
from written import HEAD as PLAIN_HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = PLAIN_HEAD + EXTRA_HEAD + WIDEST_HEAD
IN_DEFAULTS = """
def empty(value): return not value
class A(BaseModel):
    a: Optional[int] = Field(None, exclude_if=lambda v: not v)
    b: float = Field(0, exclude_if=empty)
    c: float = Field(1, exclude_if=lambda v: v == 1)
    d: list[int] = Field([], exclude_if=lambda v: len(v) == 0)
class N(NamedTuple):
    a: int
    b: Annotated[str, Field(exclude=True)] = 'x'
class M(BaseModel):
    x: A = A()
    y: list[A] = [A(c=2, d=[1])]
    n: N = N(1)
"""
REQUIRED = """
class Own(TypedDict):
    __pydantic_config__ = ConfigDict(json_schema_serialization_defaults_required=True)
    a: int
    b: NotRequired[int]
class Plain(TypedDict):
    a: int
    b: NotRequired[int]
class M(BaseModel):
    own: Own
class Around(BaseModel):
    model_config = ConfigDict(json_schema_serialization_defaults_required=True)
    plain: Plain
    d: int = 3
class Twice(BaseModel):
    model_config = ConfigDict(json_schema_serialization_defaults_required=True)
    one: Plain
    two: Plain
"""
FOUND = """
class Base(BaseModel):
    a: Annotated[int, Field(gt=3, title='Q')]
    b: Annotated[list[Annotated[int, Field(gt=3)]], Field(min_length=1)]
    c: Optional[Annotated[int, Field(gt=3)]]
class Values:
    a = 7
    b = 3
    c = 4
class M(Base, Values): pass
class Old(BaseModel):
    a: Annotated[int, Field(gt=3)] = Field(deprecated=True, serialization_alias='out')
    b: int = Field(deprecated=False, gt=3)
class Older(Old, Values): pass
class Newer(Values, Old): pass
class Hints:
    a: Annotated[int, Field(gt=3)]
class Hinted(BaseModel, Hints): pass
class Other:
    a = 3
class Both(Hinted, Other): pass
"""

SLOTS = """
@dataclass
class Base:
    a: int = 1
    b: int = 2
@dataclass(slots=True)
class Slotted(Base):
    c: int = 3
@dataclass(kw_only=True)
class M(Slotted):
    b: int
    a: str = 'x'
    c: int = 4
@dataclass
class Plain(Base): pass
@dataclass(kw_only=True)
class Below(Plain):
    b: int
"""


@pytest.mark.parametrize(
    "source",
    [IN_DEFAULTS, REQUIRED, FOUND, SLOTS],
    ids=["in defaults", "required", "a value of another class", "behind slots"],
)
def test_as_pydantic(source: str) -> None:
    assert_all_exact(HEAD + source)


def test_what_only_running_tells_to_be_left_out_is_not_exact() -> None:
    source = HEAD + "class A(BaseModel):\n    z: float = Field(0, exclude_if=lambda v: v.is_integer())\n"
    source += "class M(BaseModel):\n    a: A = A()\n"
    assert types(source, versions=LIVE)["M"].fidelity == "approximate"
    check(source)


def test_what_the_serializer_of_a_class_makes_of_something_else_is_not_exact() -> None:
    source = HEAD + "class A(BaseModel):\n    a: int\n    @model_serializer\n    def whole(self): return None\n"
    source += "class N(NamedTuple):\n    a: int\n    b: A = 'x'\nclass M(BaseModel):\n    n: N = N(1)\n"
    assert types(source, versions=LIVE)["M"].fidelity == "approximate"
    check(source)


def test_a_class_below_a_generic_one_whose_property_names_it_may_stay_undefined() -> None:
    body = "    a: T\n    @computed_field\n    @property\n    def made(self) -> 'G[T]': return None\n"
    source = f"{HEAD}class G(BaseModel, Generic[T]):\n{body}class M(G[int]): pass\n"
    assert types(source, versions=LIVE)["M"].fidelity == "unknown"
    check(source)
