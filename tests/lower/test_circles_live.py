"""Models that hold each other, where it shows which was complete first, as toolc reads them and as pydantic reports them."""

import pytest

from harness import LIVE, types
from live_types import MODES, check
from surface import EXTRA_HEAD
from written import HEAD as PLAIN_HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = PLAIN_HEAD + EXTRA_HEAD

TOLD_BESIDE = """
class A(BaseModel):
    back: 'Optional[Y]' = None
class Y(BaseModel):
    all: list[A]
A.model_rebuild()
class M(BaseModel):
    model_config = ConfigDict(json_schema_mode_override='validation')
    one: Annotated[Y, WrapSerializer(lambda v, h: h(v), return_type=int)]
"""
ALONE = """
class A(BaseModel):
    later: 'Y' = Field(discriminator='kind')
class Y(BaseModel):
    kind: list[str]
    @computed_field
    @property
    def made(self) -> A: return None
"""
TAGGED = """
class A(BaseModel):
    later: 'Y' = Field(discriminator='kind')
class Y(BaseModel):
    kind: Literal['a']
    all: list[A] = []
class X(BaseModel):
    later: 'Optional[D]' = Field(discriminator='kind')
class D(BaseModel):
    kind: Literal['a']
    all: list[X] = []
"""
DROPPED = """
class A(BaseModel):
    later: 'Y | int'
class Y(BaseModel):
    back: list[A] = []
    one: Callable[..., int]
A.model_rebuild()
"""
INSIDE = """
class Y(BaseModel):
    back: 'list[A]' = []
    one: Callable[..., int]
class A(BaseModel):
    later: Y | int
class X(BaseModel):
    x: Y | int
"""


def inexact(source: str, mode: str) -> set[str]:
    reports = types(f"{HEAD}\n{source}", mode, versions=LIVE)
    return {name for name, report in reports.items() if report.fidelity not in ("exact", "refused")}


@pytest.mark.parametrize(
    ("source", "reading", "writing"),
    [
        (TOLD_BESIDE, {"M"}, {"A", "Y", "M"}),
        (ALONE, set(), set()),
        (TAGGED, {"A"}, {"A"}),
        (DROPPED, {"A"}, {"A"}),
        (INSIDE, {"A", "X"}, {"A", "X"}),
    ],
    ids=["what a use says", "nothing to choose from", "one to choose from", "no schema", "no schema, first"],
)
def test_what_the_first_complete_one_decides_is_not_exact(source: str, reading: set[str], writing: set[str]) -> None:
    assert tuple(inexact(source, mode) for mode in MODES) == (reading, writing)
    check(f"{HEAD}\n{source}")
