"""The fields a class ends up with: order, defaults, qualifiers, keyword-only."""

# ruff: noqa: E501 -- a table reads best with one source a line

import pytest

from harness import types
from written import HEAD

FIELDS = {
    "in source order": ("class X(BaseModel):\n    b: int\n    a: int", "b! a!"),
    "bases first": ("class A(BaseModel):\n    a: int\nclass X(A):\n    b: int", "a! b!"),
    "several bases": ("class A(BaseModel):\n    a: int\nclass B(BaseModel):\n    b: int\nclass X(A, B):\n    c: int", "b! a! c!"),
    "no class variables": ("class X(BaseModel):\n    a: ClassVar[int] = 1\n    b: ClassVar = 2\n    c: int", "c!"),
    "no private names": ("class X(BaseModel):\n    _a: int = 1\n    __b: int = 2\n    c: int", "c!"),
    "no Final with a default": ("class X(BaseModel):\n    a: Final[int] = 1\n    b: Final[int]", "b!"),
    "guarded": ("import sys\nclass X(BaseModel):\n    if sys.version_info >= (3, 12):\n        a: int\n    else:\n        b: int", "b!"),
    "dataclass keeps private names": ("@dataclass\nclass X:\n    _a: int", "_a!"),
    "KW_ONLY last": ("@dataclass\nclass X:\n    a: int\n    _: KW_ONLY\n    b: int\n    c: int = field(default=1, kw_only=False)", "a! c b!"),
    "TypedDict totality per class": ("class A(TypedDict, total=False):\n    a: int\nclass X(A):\n    b: int", "a b!"),
    "Required and NotRequired": ("class X(TypedDict, total=False):\n    a: Required[Annotated[int, 1]]\n    b: Annotated[Required[int], 1]\n    c: int", "a! b! c"),
    "other statements are none": ("class X(BaseModel):\n    a: int\n    def b(self): ...\n    class C: ...\n    print('x')", "a!"),
}  # fmt: skip


@pytest.mark.parametrize("name", FIELDS)
def test_fields(name: str) -> None:
    source, expected = FIELDS[name]
    report = types(f"{HEAD}\n{source}\n")["X"]
    assert report.fidelity == "exact" and report.schema is not None
    required = report.schema.get("required", [])
    assert " ".join(f"{one}{'!' * (one in required)}" for one in report.schema["properties"]) == expected
