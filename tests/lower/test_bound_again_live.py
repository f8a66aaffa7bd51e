"""Names that are bound more than once, in annotations of classes, as toolc reads them and as pydantic reports them."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check
from surface import EXTRA_HEAD
from written import HEAD as PLAIN_HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = PLAIN_HEAD + EXTRA_HEAD

RETURNED = f"""{HEAD}
class Y(BaseModel):
    f: int
class A(BaseModel):
    y: int
    z: int
    @computed_field
    @property
    def made(self) -> list[Y]: return None
    @computed_field
    @property
    def again(self) -> list['Y']: return None
    @field_serializer('y')
    def dump(self, v) -> Y: return v
    @field_serializer('z')
    def quoted(self, v) -> 'Y': return v
class Y(BaseModel):
    g: int
"""
ITSELF = f"""from __future__ import annotations
{HEAD}
class A(BaseModel):
    x: Optional[A] = None
    y: list['A'] = []
First = A
@dataclass
class D:
    x: list[D]
Second = D
class A(BaseModel):
    z: int
@dataclass
class D:
    z: int
class M(BaseModel):
    a: First
    d: Second
"""
LATER = f"""{HEAD}
class A(BaseModel):
    x: 'Y'
class Y(BaseModel):
    f: int
A.model_rebuild()
class Y(BaseModel):
    g: int
"""


def test_what_a_property_returns_is_read_where_it_stands_or_in_quotes_when_its_class_is_made() -> None:
    assert_all_exact(RETURNED)


def test_a_class_that_names_itself_means_itself() -> None:
    assert_all_exact(ITSELF)


@pytest.mark.parametrize("source", [LATER, RETURNED.replace("    y: int\n", "    y: int\n    w: 'X'\n") + "class X(Y): pass\n"])
def test_what_is_bound_twice_by_the_time_a_class_is_complete_is_not_known(source: str) -> None:
    assert types(source, "serialization", versions=LIVE)["A"].fidelity == "unknown"
    check(source)
