"""What classes make of themselves with code, as toolc reads it and as pydantic reports it."""

import pytest

from live_types import assert_all_exact, model
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEADER = HEAD + "import os\nfrom typing_extensions import deprecated\n"
ALLOW = "model_config = ConfigDict(extra='allow')"

SOURCES = {
    "configuration that no schema shows": model("model_config = ConfigDict(extra='forbid', defer_build=bool(os.environ.get('X')))", "a: int"),
    "deprecated model": "@deprecated('old')\n" + model("a: int") + "\n" + model("b: int", head="class N(M):"),
    "deprecated typed dict": "@deprecated('old')\nclass D(TypedDict):\n    a: str\nclass E(D):\n    b: str",
    "deprecated keeps the configuration around": "@deprecated('old')\n@dataclass\nclass D:\n    a: str\n"
    + model("model_config = ConfigDict(extra='forbid', str_max_length=4)", "a: D"),
    "typed extra fields": model(ALLOW, "__pydantic_extra__: dict[str, list[int]] = Field(init=False)") + "\n" + model("b: int", head="class N(M):"),
    "extra fields of any type": model(ALLOW, "__pydantic_extra__: dict[str, int]") + "\n" + model("__pydantic_extra__: Dict[str, Any]", head="class O(M):"),
    "typed extra fields are ignored": model("__pydantic_extra__: dict[str, int]", "a: int"),
    "typed extra fields of a class": model("a: int") + "\n" + model(ALLOW, "__pydantic_extra__: dict[str, M]", head="class P(BaseModel):"),
    "generic extra fields": model("__pydantic_extra__: dict[str, T]", head="class Q(BaseModel, Generic[T], extra='allow'):")
    + "\nclass R(Q[int]): ...\n" + model("b: Q[R]", head="class S(BaseModel):"),
    "root model without a type": "class M(BaseModel): ...\nclass R(M, RootModel): ...\nclass S(RootModel):\n    'Said.'",
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_equals_pydantic(name: str) -> None:
    assert_all_exact(f"{HEADER}\n{SOURCES[name]}\n")
