"""Bodies of classes under conditions, as toolc reads them and as pydantic reports them."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check, model
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEADER = HEAD + "import os, sys\nUNKNOWN = os.environ.get('NOBODY_SETS_THIS')\n"
SURE = """
class E(Enum):
    A = 1
    if sys.version_info >= (3, 99):
        B = 2
    else:
        C = 3
class M(BaseModel):
    a: int
    if sys.version_info >= (3, 8):
        b: E
    else:
        c: int
    if UNKNOWN:
        _private: int = 1
        CONSTANT: ClassVar[int] = 2
        def method(self): ...
        @property
        def shown(self): ...
        @classmethod
        def model_rebuild(cls, **words):
            return super().model_rebuild(**words)
"""


def test_what_python_decides_is_followed() -> None:
    assert_all_exact(HEADER + SURE.replace("        CONSTANT: ClassVar[int] = 2\n", ""))


UNSURE = {
    "field": model("a: int", "if UNKNOWN:", "    b: int"),
    "type of a field": model("a: int", "if UNKNOWN:", "    a: str"),
    "default of a field": model("a: int = 1", "if UNKNOWN:", "    a = 2"),
    "default of a field that has none": model("a: int", "if UNKNOWN:", "    a = 2"),
    "configuration": model("a: int", "if UNKNOWN:", "    model_config = ConfigDict(extra='forbid')"),
    "property in the place of a field": model("a: int = 1", "if UNKNOWN:", "    @property", "    def a(self): return 1"),
    "validator": model("a: int", "if UNKNOWN:", "    @field_validator('a', mode='plain')", "    @classmethod", "    def b(cls, v): return v"),
    "hook": model("a: int", "if UNKNOWN:", "    @classmethod", "    def __get_pydantic_json_schema__(cls, *args): return {}"),
    "inherited field": model("if UNKNOWN:", "    b: int", head="class B(BaseModel):") + "\n" + model("a: int", head="class M(B):"),
    "loop": model("a: int", "while UNKNOWN:", "    b: int"),
    "dataclass": "@dataclass\n" + model("if UNKNOWN:", "    b: int", "a: int = 1", head="class M:"),
    "typed dict": model("a: int", "if UNKNOWN:", "    b: int", head="class M(TypedDict):"),
    "named tuple": model("a: int", "if UNKNOWN:", "    b: int", head="class M(NamedTuple):"),
    "member": model("A = 1", "if UNKNOWN:", "    B = 2", head="class M(Enum):"),
    "member of a loop": model("for A in [1]: pass", head="class M(Enum):"),
    "member by import": model("import json", head="class M(Enum):"),
    "members by code": model("vars().update({'A': 1})", head="class M(Enum):"),
    "annotations by items": model("a: int", "__annotations__['b'] = str"),
    "annotations by a method": model("a: int", "__annotations__.update(b=str)"),
    "other annotations": model("a: int", "__annotations__ = {'b': str}"),
    "configuration by items": model("a: int", "model_config = ConfigDict(title='A')", "model_config['title'] = 'B'"),
    "configuration by a method": model("a: int", "model_config = ConfigDict(title='A')", "model_config.update(title='B')"),
    "more configuration": model("a: int", "model_config = ConfigDict(title='A')", "model_config |= {'title': 'B'}"),
    "configuration of a class": model("a: int", "class Config:", "    if UNKNOWN:", "        title = 'U'"),
    "fields by code": model("a: int", "locals()['__annotations__'] = {'b': int}"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNSURE)
def test_what_only_the_running_program_decides_is_said(name: str) -> None:
    source = f"{HEADER}\n{UNSURE[name]}\n"
    assert types(source, versions=LIVE)["M"].fidelity != "exact"
    check(source)
