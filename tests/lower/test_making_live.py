"""Defaults that are instances whose class has code that makes or checks them, against pydantic itself."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check, model
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

CORE = HEAD + "from pydantic_core import core_schema\n"
MODEL = "class P(BaseModel):\n    'Told.'\n    a: int = 1\n"
VALIDATED = MODEL + "    @field_validator('a'{})\n    @classmethod\n    def check(cls, v):\n        {}\n"
DATACLASS = "@dataclass\nclass P:\n    'Told.'\n    a: int = 1\n"

KEPT = {
    "keywords are handed on": MODEL + "    def __init__(self, **data):\n        super().__init__(**data)\n",
    "a validator that looks": VALIDATED.format("", "if v < 0: raise ValueError(str(v))\n        return v"),
    "a validator of another field": MODEL + "    b: int = 2\n    @field_validator('b')\n    @classmethod\n    def check(cls, v): return v + 1\n",
    "a model validator that looks": MODEL + "    @model_validator(mode='after')\n    def check(self):\n        if self.a < 0: raise ValueError\n        return self\n",
    "a model validator that looks before": MODEL + "    @model_validator(mode='before')\n    @classmethod\n    def check(cls, data):\n        if isinstance(data, dict) and data.get('b'): raise ValueError\n        return data\n",
    "code behind the making that sets no field": MODEL + "    _b: int = 0\n    def model_post_init(self, context): self._b = 2\n",
    "no __init__ of a base below a decorator": "class B:\n    def __init__(self): self.a = 9\n@dataclass\nclass P(B):\n    'Told.'\n    a: int = 1\n",
    "a root that is given": "class P(RootModel[str]):\n    pass\n",
}  # fmt: skip

CHANGED = {
    "an __init__": MODEL + "    def __init__(self, a=5): super().__init__(a=a + 1)\n",
    "an inherited __init__": MODEL.replace("P", "B") + "    def __init__(self, a=5): super().__init__(a=a + 1)\nclass P(B):\n    pass\n",
    "keywords and more": MODEL + "    def __init__(self, **data):\n        data['a'] = 4\n        super().__init__(**data)\n",
    "a validator": VALIDATED.format("", "return v + 1"),
    "a validator that wraps": MODEL + "    @field_validator('a', mode='wrap')\n    @classmethod\n    def check(cls, v, handler): return v + 1\n",
    "a validator of all fields": MODEL + "    @field_validator('*')\n    @classmethod\n    def check(cls, v): return v + 1\n",
    "a validator in the annotation": "class P(BaseModel):\n    a: Annotated[float, AfterValidator(lambda v: v + 1)] = 1\n",
    "a model validator": MODEL + "    @model_validator(mode='after')\n    def check(self):\n        self.a = 6\n        return self\n",
    "a model validator before": MODEL + "    @model_validator(mode='before')\n    @classmethod\n    def check(cls, data):\n        data['a'] = 7\n        return data\n",
    "a model validator that wraps": MODEL + "    @model_validator(mode='wrap')\n    @classmethod\n    def check(cls, data, handler):\n        return handler({'a': 8})\n",
    "code behind the making": MODEL + "    def model_post_init(self, context): self.a = 9\n",
    "code behind the making of a dataclass": DATACLASS + "    def __post_init__(self): self.a = 10\n",
    "code behind the making of a frozen dataclass": DATACLASS.replace("@dataclass", "@dataclass(frozen=True)") + "    def __post_init__(self): object.__setattr__(self, 'a', 11)\n",
    "an __init__ of a dataclass": DATACLASS + "    def __init__(self, a=0): self.a = 12\n",
    "a __new__": DATACLASS + "    def __new__(cls, *args, **more):\n        made = super().__new__(cls)\n        return made\n    def __post_init__(self): vars(self)['a'] = 3\n",
    "a root with a default": "class P(RootModel[str]):\n    root: str = 'x'\n    def __init__(self, *args, **more): super().__init__('y')\n",
}  # fmt: skip


def _holder(made: str) -> str:
    return model(f"p: P = {made}")


@pytest.mark.parametrize("name", KEPT)
def test_code_that_leaves_instances_alone_is_no_doubt(name: str) -> None:
    made = "P('x')" if "root" in name else "P(a=3)"
    assert_all_exact(f"{HEAD}\n{KEPT[name]}{_holder(made)}\n")


@pytest.mark.parametrize("name", CHANGED)
def test_what_code_makes_of_an_instance_is_not_exact(name: str) -> None:
    source = f"{HEAD}\n{CHANGED[name]}{_holder('P()' if 'root' in name else 'P(a=3)')}\n"
    reports = types(source, versions=LIVE)
    assert reports["M"].fidelity == "approximate" and {told.code for told in reports["M"].diagnostics} == {"TC309"}
    check(source)


BELOW = "class X({}):\n    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler): return {}\n"
AFTER = "core_schema.no_info_after_validator_function(cls, {})"
FACTORIES = MODEL + "    b: list[int] = Field(default_factory=list)\n    c: dict = Field(default_factory=lambda: {'k': [1]})\n"

MADE = {
    "factories": FACTORIES + model("p: P = Field(default_factory=P)", "q: P = Field(default_factory=lambda: P(a=3))", head="class Q(BaseModel):")
    + "\n" + model("q: Q = Q()", "r: list[P] = [P(b=[1])]"),
    "factories of dataclasses": DATACLASS + "    b: list[int] = field(default_factory=list)\n    c: float = field(default=2)\n"
    + DATACLASS.replace("@", "@pydantic.dataclasses.").replace("P", "Q") + "    b: set[int] = field(default_factory=set)\n    c: float = field(default=2)\n"
    + model("p: P = P()", "q: Q = Q(a=2)", "r: Any = P(a=3)"),
    "more than the fields": MODEL + MODEL.replace("P(BaseModel)", "Q(BaseModel, extra='allow')") + model("p: P = P(a=2, b=3)", "q: Q = Q(b=[P()], c=None)"),
    "a text with a validator": BELOW.format("str", AFTER.format("handler(str)")) + model("a: X = X('x')", "b: list[X] = [X(1)]", "c: Any = X()"),
    "a number with a validator": BELOW.format("int", AFTER.format("core_schema.int_schema(ge=1)")) + model("a: X = X('3')", "b: dict[str, X] = {'k': X(4)}"),
    "a text without a validator": "class X(str): ...\n" + model("a: Any = X('x')", "b: list[Any] = [X('x')]")
    + "\n" + model("a: Any = X('x')", "model_config = ConfigDict(arbitrary_types_allowed=True)", head="class N(BaseModel):"),
    "a function": MODEL + "def make(): return P(a=2)\n" + model("p: P = make()", "q: list[P] = [make(), P()]"),
    "a class method": MODEL + "    @classmethod\n    def make(cls, a=3): return cls(a=a)\nclass Q(P):\n    'Q.'\n    b: int = 4\n"
    + model("p: P = P.make()", "q: P = Field(default=Q.make(5))"),
    "a static method": MODEL + "    @staticmethod\n    def make(): return P()\n" + model("p: P = P.make()"),
    "copies of members and instances": "class E(Enum):\n    A = 1\n    B = 2\nX = {E.A}\nY = {'a': E.A}\n" + MODEL + "Z = [P()]\n"
    + model("x: set[E] = X.copy()", "y: dict[str, E] = Y.copy()", "z: list[P] = Z.copy()"),
    "a class method that gives a constant": "class C:\n    SIZE = 2\n    @classmethod\n    def size(cls, by=3): return cls.SIZE * by\n" + model("a: int = C.size()"),
}  # fmt: skip


@pytest.mark.parametrize("source", MADE.values(), ids=MADE.keys())
def test_what_functions_make_is_written_as_what_stands_there(source: str) -> None:
    source = CORE + source
    reports = types(source, versions=LIVE)
    assert {name: one.diagnostics for name, one in reports.items() if one.fidelity != "exact"} == {}
    assert check(source) == 2 * len(reports)


UNRESOLVED = {
    "a text of its own making": BELOW.format("str", AFTER.format("handler(str)")) + "    def __new__(cls, v): return str.__new__(cls, v * 2)\n",
    "a text written by a function": BELOW.format("str", "core_schema.str_schema(serialization=core_schema.plain_serializer_function_ser_schema(len))"),
    "a text read as another type": BELOW.format("str", AFTER.format("core_schema.date_schema()")),
    "a factory that tells the time": model("a: date = Field(default_factory=date.today)", head="class X(BaseModel):") + "\n",
}  # fmt: skip


@pytest.mark.parametrize("source", UNRESOLVED.values(), ids=UNRESOLVED.keys())
def test_an_instance_that_code_makes_or_writes_is_not_known(source: str) -> None:
    made = model("x: X = X()" if "factory" in source else "x: X = X('a')")
    source = f"{CORE}{source}{made}\n"
    assert {told.code for told in types(source, versions=LIVE)["M"].diagnostics} == {"TC309"}
    check(source)


def test_what_is_set_on_an_instance_behind_its_making_is_not_known() -> None:
    source = HEAD + MODEL + "def make():\n    p = P()\n    p.a = 2\n    return p\n" + model("p: P = make()")
    assert types(source, versions=LIVE)["M"].fidelity != "exact"
