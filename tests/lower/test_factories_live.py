"""Defaults that are instances with fields made by factories, as toolc reads them and as pydantic reports them."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEADER = (
    HEAD
    + "from abc import ABC\nfrom typing import AbstractSet, MutableMapping, MutableSequence, MutableSet, Protocol\nfrom uuid import uuid4\n"
)
MADE = """
class P(BaseModel):
    a: list[int] = Field(default_factory=list)
    b: dict[str, int] = Field(default_factory=dict)
    c: set[str] = Field(default_factory=set)
class Q(BaseModel):
    p: P = Field(default_factory=P)
    q: P = Field(default_factory=lambda: P(a=[1, 2]))
@dataclass
class D:
    x: list[int] = field(default_factory=list)
    y: P = field(default_factory=P)
class M(BaseModel):
    a: P = P()
    b: Q = Q()
    c: P = P(a=[3])
    d: D = D()
    e: Any = D()
"""
UNWRITTEN = """
class Asked(Protocol):
    def f(self): ...
class Own(Asked):
    def __init__(self): self.x = 1
class Base(ABC, Generic[T]): ...
class Below(Base[int]): ...
class M(BaseModel):
    a: Any = Own()
    b: Optional[Any] = Below()
"""


SHARED = """
@dataclass
class D:
    seen: ClassVar[set[str]] = set()
    kinds: ClassVar[list[int]] = []
    a: int = 1
"""
OF_MEMBERS = """
class J(Enum):
    A = 1
    B = 2
class X(StrEnum):
    j: J
    def __new__(cls, value, j):
        made = str.__new__(cls, value)
        made._value_ = value
        made.j = j
        return made
    F = "s", J.A
    G = "r", J.B
"""


ABSTRACT = """
class A(BaseModel):
    a: MutableMapping[str, float] = {'k': 1}
    b: Mapping[str, float] = {'k': 1}
    c: MutableSequence[float] = [1]
    d: MutableSequence[float] = (1,)
    e: MutableSet[float] = {1}
    f: AbstractSet[float] = {1}
class M(BaseModel):
    a: A = A()
    b: Any = A()
"""


@pytest.mark.parametrize("source", [ABSTRACT, MADE, UNWRITTEN, SHARED, OF_MEMBERS])
def test_equals_pydantic(source: str) -> None:
    assert_all_exact(HEADER + source)


TOLD = """
class P(BaseModel):
    a: str = 'q'
    b: str = Field(default_factory=lambda data: data['a'] + 'z')
    c: str = 'x'
class U(BaseModel):
    a: str = Field(default_factory=lambda: str(uuid4()))
class M(BaseModel):
    p: P = P()
class N(BaseModel):
    u: U = U()
"""


def test_what_only_the_running_program_makes_is_said() -> None:
    told = types(HEADER + TOLD, versions=LIVE)
    assert {name for name, one in told.items() if one.fidelity != "exact"} == {"M", "N"}
    check(HEADER + TOLD)
