"""Hooks by which classes make their own schemas, as toolc reads them and as pydantic reports what they make."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check, model
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEADER = (
    HEAD
    + "from pydantic import GetPydanticSchema, InstanceOf, PlainSerializer, PlainValidator, RootModel, WithJsonSchema\nfrom pydantic.json_schema import Examples\nfrom pydantic_core import core_schema\nimport pydantic_core\n"
)


def core(*body: str, head: str = "class X(str):", before: str = "") -> str:
    """A class with a core hook of these lines."""
    inside = "\n        ".join(body)
    return f"{head}\n    {before or 'pass'}\n    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler):\n        {inside}\n"


def json(*body: str, head: str = "class X(BaseModel):", before: str = "a: int") -> str:
    """A class with a JSON hook of these lines."""
    inside = "\n        ".join(body)
    return f"{head}\n    {before}\n    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        {inside}\n"


ADD = ("js = handler(schema)", "js['x'] = 1", "return js")
SERIALIZED = "return core_schema.no_info_after_validator_function(cls, core_schema.str_schema(), serialization=core_schema."
USES = "\n" + model("a: X", "b: X | None = None", "c: list[X] = []", "d: dict[str, X]", head="class M(BaseModel):")

META = """import enum
class Meta(enum.EnumMeta):
    def __call__(cls, value, *args, **more):
        try:
            return super().__call__(value, *args, **more)
        except ValueError:
            return value
    def __new__(mcs, name, bases, namespace, **more):
        cls = super().__new__(mcs, name, bases, namespace, **more)
        def hook(owner, source, handler):
            def lax(v): return v
            number = False
            for base in owner.__mro__:
                if base is int:
                    number = True
                    break
            schema = core_schema.int_schema() if number else core_schema.str_schema()
            steps = core_schema.chain_schema([schema, core_schema.no_info_plain_validator_function(lax)])
            return core_schema.lax_or_strict_schema(lax_schema=steps, strict_schema=steps)
        setattr(cls, "__get_pydantic_core_schema__", classmethod(hook))
        return cls
"""
"""A metaclass of enums that take values they do not have, as generated clients have it."""

OBJECT = "return {'type': 'object', 'properties': {'@class': {'enum': [cls.__name__], 'type': 'string'}}}"
SAVED = json(OBJECT, head="class S:", before="@classmethod\n    def made(cls, v, _): return v") + core(
    "try:\n            from pydantic_core import core_schema",
    "except ImportError as error:\n            raise RuntimeError() from error",
    "s = core_schema.with_info_plain_validator_function(cls.made)",
    "return core_schema.json_or_python_schema(json_schema=s, python_schema=s)",
    head="",
).lstrip("\n").replace("    pass\n", "")
"""A class that says what it is whatever its subclasses hold, as monty's `MSONable` does."""

EXACT = {
    "what stands before a validator that asks for nothing": "class F: ...\n" + core("return core_schema.int_schema()", head="class H:")
    + model("a: Annotated[F, Examples([1]), PlainValidator(str), PlainSerializer(len, return_type=int)]", "b: Annotated[int, Examples([1]), H, Examples([2])]", "c: Annotated[F, Examples([1]), InstanceOf(), WithJsonSchema({'x': 1})]", "d: Annotated[int, Examples([1]), PlainValidator(str)]").replace("PlainValidator(str)", "PlainValidator(str, json_schema_input_type=int)"),
    "dataclass below a class that says what it is": SAVED + "@dataclass\nclass X(S):\n    a: int\n    b: 'X | None' = None\n" + USES,
    "arguments of the annotated type": "from typing_extensions import get_args\n"
    + core("(item,) = get_args(source) or (Any,)", "return core_schema.no_info_wrap_validator_function(cls.make, core_schema.list_schema(handler.generate_schema(item)))", head="class X:", before="make = staticmethod(lambda v, handler: handler(list(v)))")
    + core("k, v = get_args(source)", "return core_schema.dict_schema(handler.generate_schema(k), handler(v))", head="class D:")
    + "I = Annotated[Iterable[T], X]\nL = I[Literal['a', 'b']]\nclass O(BaseModel):\n    x: int\nclass M(BaseModel):\n    a: I[int]\n    b: I[O] = Field(description='x')\n    c: Optional[I[Optional[O]]] = None\n    d: Annotated[Iterable, X]\n    e: Annotated[Dict[str, O], D()]\nclass G(BaseModel, Generic[T]):\n    a: I[T]\nclass H(G[O]): ...\n",
    "hook of pydantic 1 beside one of pydantic 2": SAVED + "    @classmethod\n    def __modify_schema__(cls, schema): schema['x'] = 1\n@dataclass\nclass X(S):\n    a: int\n" + USES,
    "model below a class that says what it is": SAVED + "class X(S, BaseModel):\n    a: int\n" + USES,
    "dataclass that is a text with words of its own": core("return core_schema.str_schema(max_length=3)", head="@dataclass\nclass X:", before="a: int") + "    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        return handler(schema) | {'examples': ['a']}\n" + USES,
    "model that is a text": core("return core_schema.str_schema(max_length=3)", head="class X(BaseModel):", before="'Words.'\n    a: int") + USES,
    "enum with hooks that ask for nothing": core("return core_schema.str_schema(max_length=3)", head="class X(Enum):", before="A = 'a'\n    B = 'b'") + "    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        js = handler(core_schema.str_schema())\n        js['enum'] = [one.value for one in cls]\n        return js\n" + USES,
    "dataclass that is a text": core("return core_schema.str_schema(max_length=3)", head="@dataclass\nclass X:", before="a: int") + USES,
    "hook for several versions of pydantic": core("if hasattr(core_schema, 'with_info_after_validator_function'):", "    return core_schema.with_info_after_validator_function(cls.make, core_schema.str_schema())", "return core_schema.general_after_validator_function(cls.make, core_schema.str_schema())", before="make = classmethod(lambda cls, v, info: cls(v))") + USES,
    "text with a validator": core("return core_schema.no_info_after_validator_function(cls.make, core_schema.str_schema(min_length=2))", before="make = classmethod(lambda cls, v: cls(v))") + USES,
    "method of the class": core("return core_schema.no_info_after_validator_function(cls.make, core_schema.str_schema(pattern=cls.text()))", before="@classmethod\n    def text(cls): return '^' + cls.__name__\n    @classmethod\n    def make(cls, v): return cls(v)") + USES,
    "fallback of an open enum": core(
        "def lax(v):\n            return v if isinstance(v, cls) else cls(str(v))",
        "return core_schema.lax_or_strict_schema(lax_schema=core_schema.chain_schema([core_schema.str_schema(), core_schema.no_info_plain_validator_function(lax)]), strict_schema=core_schema.none_schema(), serialization=written(cls))",
    ) + "def written(cls):\n    def write(v, handler, info): return handler(v)\n    return core_schema.wrap_serializer_function_ser_schema(write, info_arg=True, schema=core_schema.str_schema())\n"
    + model("a: Literal['p', 'q'] | X", head="class M(BaseModel):"),
    "import in the hook": core("from pydantic_core import core_schema as cs", "import pydantic_core.core_schema", "return cs.no_info_before_validator_function(cls, handler(str))") + USES,
    "an instance check in a union": core("return core_schema.is_instance_schema(cls)", head="class X:") + "\n" + model("a: int | X", head="class M(BaseModel):"),
    "written otherwise": core(
        "py = core_schema.chain_schema([core_schema.dict_schema(core_schema.str_schema(), core_schema.float_schema(ge=0)), core_schema.no_info_plain_validator_function(cls)])",
        "return core_schema.json_or_python_schema(json_schema=py, python_schema=core_schema.union_schema([core_schema.is_instance_schema(cls), py]), serialization=core_schema.plain_serializer_function_ser_schema(lambda g: g.x, return_schema=core_schema.list_schema(core_schema.int_schema())))",
        head="class X:",
    ) + USES,
    "written as text": core(SERIALIZED + "to_string_ser_schema())") + "\n" + model("a: X", "b: X | None = None", head="class M(BaseModel):"),
    "many kinds": core(
        "return core_schema.union_schema([core_schema.list_schema(core_schema.url_schema(), min_length=1), core_schema.set_schema(core_schema.datetime_schema()), core_schema.dict_schema(), core_schema.frozenset_schema(), core_schema.literal_schema(['a', 1]), core_schema.json_schema(core_schema.uuid_schema()), core_schema.is_subclass_schema(int), core_schema.decimal_schema(ge=1), core_schema.with_default_schema(core_schema.bool_schema(), default=True), core_schema.nullable_schema(core_schema.bytes_schema(max_length=3))])",
        head="class X:",
    ) + USES,
    "what a validator takes": core("return core_schema.no_info_plain_validator_function(cls, json_schema_input_schema=core_schema.int_schema(), serialization=core_schema.to_string_ser_schema())", head="class X:") + USES,
    "inherited by a class with another value": core("return core_schema.str_schema(max_length=cls.size)", head="class B(str):", before="size = 3") + "class X(B):\n    size = 5\n" + USES,
    "another class": "class B(BaseModel):\n    a: int\n" + core("return core_schema.no_info_after_validator_function(cls, handler(B))", head="class X:") + USES,
    "only for subclasses": core("if cls is not B:\n            return core_schema.no_info_before_validator_function(str, handler(source))", "return handler(source)", head="@dataclass\nclass B:", before="b: int") + "@dataclass\nclass X(B):\n    c: str\n" + USES + "\n    e: B",
    "validators for v1 beside": core("return core_schema.str_schema(max_length=2)", before="@classmethod\n    def __get_validators__(cls): yield cls") + USES,
    "configuration around": core("return core_schema.str_schema()") + model("model_config = ConfigDict(str_max_length=7)", "a: X"),
    "dataclass with a validator": core("return core_schema.no_info_wrap_validator_function(lambda v, h: h(v), handler(source))", head="@dataclass\nclass X:", before="a: int") + USES,
    "enum with a validator": core("return core_schema.no_info_before_validator_function(lambda v: v, handler(source))", head="class X(Enum):", before="A = 'a'") + USES,
    "keyword of a model": json(*ADD) + USES,
    "reference resolved": json("js = handler(schema)", "js = handler.resolve_ref_schema(js)", "js.update(examples=[{'a': 1}])", "del js['properties']['a']['title']", "return js") + USES,
    "nothing of the schema": json("return {'type': 'string', 'format': cls.__name__}") + USES,
    "mode": json("return {**handler(schema), 'mode': handler.mode}") + USES,
    "inherited by a model": json(*ADD, head="class B(BaseModel):") + "class X(B):\n    b: int\n" + USES,
    "recursive model": json(*ADD, before="a: 'list[X]' = []") + USES,
    "root model, enum, dataclass": json(*ADD, head="class X(RootModel[list[int]]):", before="pass") + json(*ADD, head="class E(Enum):", before="A = 1") + json(*ADD, head="@dataclass\nclass D:") + USES + "\n    e: E\n    f: D\n    g: list[D]",
    "both hooks of a plain class": core("return core_schema.str_schema()") + "    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        return handler(schema) | {'format': 'x'}\n" + USES,
    "no schema but a hook": core("return core_schema.no_info_plain_validator_function(cls)", head="class X:") + "    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        return {'type': 'x'}\n" + USES,
    "annotation": "class T: ...\n" + core("return core_schema.chain_schema([core_schema.int_schema(), core_schema.no_info_plain_validator_function(lambda v: T())])", head="class H:")
    + "    @classmethod\n    def __get_pydantic_json_schema__(cls, _schema, handler):\n        return handler(core_schema.int_schema(ge=2))\n" + model("a: Annotated[T, H] ", "b: Annotated[T, H(), Field(description='x')]"),
    "annotation around a type": "class I(BaseModel):\n    a: int\nclass H:\n    def __init__(self, f): self.f = f\n    def __get_pydantic_core_schema__(self, source, handler):\n        return core_schema.no_info_after_validator_function(self.f, handler(source))\n"
    + "class N(BaseModel):\n    a: Annotated[int, Field(ge=1), H(abs)]\n    b: Annotated[I, H(abs)]\n    c: Annotated[I | None, H(abs), Field(description='d')] = None\n    d: Annotated[int, H(abs), Field(ge=3)] = 3\n",
    "annotation with a text": "class H:\n    def __init__(self, text): self.text = text\n    def __get_pydantic_json_schema__(self, schema, handler):\n        js = handler(schema)\n        js['x'] = self.text\n        return js\nclass I(BaseModel):\n    a: int\n"
    + model("a: Annotated[int, H('p')]", "b: Annotated[I, H('q')]", "c: Annotated[list[I], H('r')] = []"),
    "GetPydanticSchema": model("a: Annotated[int, GetPydanticSchema(lambda tp, h: core_schema.no_info_after_validator_function(abs, h(tp)))]", "b: Annotated[str, GetPydanticSchema(lambda tp, h: h(int))]", "c: Annotated[str, GetPydanticSchema(get_pydantic_json_schema=lambda s, h: {'type': 'y'})]"),
}  # fmt: skip

DECLINED = {
    "model with a validator": core("return core_schema.no_info_before_validator_function(lambda v: v, handler(source))", head="class X(BaseModel):", before="a: int"),
    "dataclass written otherwise": core("return core_schema.no_info_before_validator_function(str, handler(source), serialization=core_schema.to_string_ser_schema())", head="@dataclass\nclass X:", before="a: int"),
    "dataclass with both hooks": core("return core_schema.no_info_before_validator_function(str, handler(source))", head="@dataclass\nclass X:", before="a: int") + "    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        return handler(schema)\n",
    "a dict": core("return {'type': 'str'}"),
    "nothing": core("return None"),
    "metadata": core("return core_schema.str_schema(metadata={'pydantic_js_updates': {'x': 1}})"),
    "strict shows": core("return core_schema.lax_or_strict_schema(core_schema.str_schema(), core_schema.int_schema(), strict=True)"),
    "generic": core("return core_schema.str_schema()", head="class X(Generic[T]):"),
    "set later": "class X(str): ...\nX.__get_pydantic_core_schema__ = classmethod(lambda cls, s, h: core_schema.int_schema())",
    "assigned": "class X(str):\n    __get_pydantic_core_schema__ = classmethod(lambda cls, s, h: core_schema.int_schema())",
    "bare class with hooks": core("return core_schema.int_schema()", head="class B:") + core("return handler(B)", head="class X:"),
    "changed schema": core("schema = handler(str)", "schema['pattern'] = 'x'", "return schema"),
    "another reference": core("return handler(B)", head="class X:") + "    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        return handler(schema)\nclass B(BaseModel):\n    a: int\n",
    "inherited from pydantic": "from pydantic.types import PathType\nclass H(PathType): ...\nX = Annotated[Path, H('dir')]",
    "reads the core schema": json("return {'type': schema['type']}"),
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_equals_pydantic(name: str) -> None:
    assert_all_exact(f"{HEADER}\n{EXACT[name]}\n")


@pytest.mark.parametrize("name", DECLINED)
def test_what_is_not_followed_names_the_hook(name: str) -> None:
    found = types(f"{HEADER}\n{DECLINED[name]}\nclass M(BaseModel):\n    m: X\n")["M"]
    assert found.fidelity == "unknown"
    assert any(one.code == "TC310" and "_schema__" in one.message for one in found.diagnostics)


def test_a_metaclass_sets_the_hook_of_its_enums() -> None:
    """What is written of them has no schema: a function makes it last."""
    enums = META + "class X(str, Enum, metaclass=Meta):\n    A = 'a'\nclass Y(enum.IntEnum, metaclass=Meta):\n    A = 1\n"
    source = f"{HEADER}\n{enums}\n{model('x: X', 'y: dict[str, Y] = {}')}\n"
    assert {name for name, report in types(source).items() if report.fidelity == "exact"} >= {"M", "X", "Y"}
    assert check(source)


OF_PYDANTIC_1 = """
from pydantic import v1
class S(str):
    @classmethod
    def __get_validators__(cls): yield cls
class J(S):
    @classmethod
    def __get_pydantic_json_schema__(cls, schema, handler): return {"type": "string"}
class V(v1.BaseModel):
    a: int
class X(BaseModel):
    s: S
class M(BaseModel):
    a: S | int
    b: list[J]
    c: int | V | None = None
    d: X | str
"""


def test_validators_of_pydantic_1_say_nothing_of_what_they_take() -> None:
    reports = types(HEADER + OF_PYDANTIC_1, versions=LIVE)
    assert {name: reports[name].fidelity for name in ("X", "M")} == {"X": "refused", "M": "exact"}
    check(HEADER + OF_PYDANTIC_1)
