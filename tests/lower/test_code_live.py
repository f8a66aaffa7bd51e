"""What classes make of themselves with code, as toolc reads it and as pydantic reports it."""

import pytest

from harness import types
from live_types import assert_all_exact, model
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEADER = HEAD + "import os\nfrom pydantic import AliasGenerator\nfrom typing_extensions import deprecated\n"
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
    "alias generator": "def camel(s: str) -> str:\n    first, *rest = s.split('_')\n    return first + ''.join(map(str.capitalize, rest))\n"
    + model("model_config = ConfigDict(alias_generator=camel)", "some_name: int", "b_c: 'D'", "kept: int = Field(alias='x_y')", "m: 'N | None' = None") + "\nclass D(TypedDict):\n    some_key: int\n"
    + model("model_config = ConfigDict(alias_generator=lambda s: s.replace('_', '-'))", "some_name: int", head="class N(M):") + "\nM.model_rebuild()",
    "alias generator by a class": "class A:\n    @staticmethod\n    def make(s): return '@' + s\n" + model("model_config = ConfigDict(alias_generator=A.make)", "a: int")
    + "\n" + model("model_config = ConfigDict(alias_generator=AliasGenerator(validation_alias=lambda s: s + '1', serialization_alias=str.upper))", "a: int", head="class N(BaseModel):"),
    "title generators": "def titled(name, info): return f\"{name.upper()} {info.description or ''}\"\n"
    + model("model_config = ConfigDict(field_title_generator=titled, model_title_generator=lambda cls: 'The ' + cls.__name__)", "a: int", "b: int = Field(title='B')", "c: int = Field(description='x')", "d: 'M | None' = None")
    + "\n" + model("a: int = Field(field_title_generator=lambda n, i: n * 2)", "b: Annotated[int, Field(field_title_generator=titled)]", "@computed_field\n    @property\n    def c(self) -> int: ...", head="class N(BaseModel):"),
    "extra as a function": "def fewer(schema):\n    for prop in schema.get('properties', {}).values():\n        prop.pop('title', None)\n    schema['x'] = {'n': len(schema['properties'])}\n"
    + model("model_config = ConfigDict(json_schema_extra=fewer)", "a: int", "b: 'N | None' = None") + "\n"
    + model("a: int = Field(json_schema_extra=lambda s: s.update(examples=[1]))", "b: 'M' = Field(json_schema_extra=lambda s: s.pop('title', None))", "@computed_field(json_schema_extra=lambda s: s.clear())\n    @property\n    def c(self) -> int: ...", head="class N(BaseModel):") + "\nM.model_rebuild()",
    "extra as a method": "def named(schema, cls): schema['name'] = cls.__name__\n" + model("model_config = ConfigDict(json_schema_extra=named)", "a: T", head="class M(BaseModel, Generic[T]):")
    + "\n" + model("m: M[int]", "class Config:\n        @staticmethod\n        def json_schema_extra(schema, model):\n            schema['required'] = []\n            del schema['title']", head="class N(BaseModel):"),
    "defaults by functions": "def words(n): return ['w'] * n\nclass E(str, Enum):\n    A = 'b'\n    B = 'a'\n" + model("a: list[str] = words(2)", "b: set[E] = set(E)", "c: list[E] = [e for e in E if e is not E.A]", "d: dict[str, int] = {k: len(k) for k in WORDS}"),
    "fields by functions": "def short(n, **more): return Field(max_length=n, **more)\ndef bounds(n): return {'ge': n, 'le': n + 1}\n" + model("a: str = short(3, description='x')", "b: Annotated[str, short(4)] = 'x'", "c: int = Field(**bounds(1))"),
    "functions whose texts say yield and await": "def short(n):\n    \"\"\"No yield, no 'await'.\n\n    A \\\"global\\\" one.\"\"\"\n    # nor a nonlocal\n    def each():\n        yield n\n    return Field(max_length=n, description='yield')\nclass Mark:\n    def __init__(self, a): self.a = a\ndef mark(a):\n    'It may yield.'\n    return Mark(a=a)\n"
    + model("a: str = short(3)", "b: Annotated[int, mark(len)] = 1"),
    "configuration by a function": "def made(**more): return ConfigDict(extra='forbid', **more)\n" + model("model_config = made(title='T')", "a: int"),
    "numbered by a function": "class Base(Enum):\n    @staticmethod\n    def _generate_next_value_(name, start, count, last_values):\n        return f'{name.lower()}-{count}'\nclass E(Base):\n    A = auto()\n    B_C = auto()\nclass F(str, Enum):\n    def _generate_next_value_(name, *args): return name.title()\n    ONE = auto()\n" + model("a: E = E.B_C"),
    "root model without a type": "class M(BaseModel): ...\nclass R(M, RootModel): ...\nclass S(RootModel):\n    'Outcome.'",
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_equals_pydantic(name: str) -> None:
    assert_all_exact(f"{HEADER}\n{SOURCES[name]}\n")


UNRESOLVED = {
    "alias generator": model("model_config = ConfigDict(alias_generator=lambda s: s + os.getcwd())", "a: int"),
    "title generator": model("model_config = ConfigDict(model_title_generator=lambda c: c.__module__ + os.getcwd())", "a: int"),
    "field title": model("a: int = Field(field_title_generator=lambda n, i: str(i))"),
    "extra": model("model_config = ConfigDict(json_schema_extra=lambda s: s.update(x=os.getcwd()))", "a: int"),
    "extra of a field": model("a: int = Field(json_schema_extra=lambda s: s.update(x=BaseModel))"),
    "order of a set": "class E(Enum):\n    A = 'a'\n    B = 'b'\n" + model("a: set[E] = set(E)"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNRESOLVED)
def test_what_is_not_followed_says_so(name: str) -> None:
    report = types(f"{HEADER}\n{UNRESOLVED[name]}\n")["M"]
    assert report.fidelity != "exact"
    assert report.diagnostics
