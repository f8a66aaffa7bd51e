"""Types as toolc reads them against pydantic itself: hand-written sources."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check, model
from oracle import canonical, reported, running
from written import HEAD

pydantic = pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

DOC = '"""Outcome."""'


SOURCES = {
    "required and default": model("a: int", "b: str = 'x'", "c: float | None = None"),
    "docstring": model(DOC, "a: int"),
    "redefined keeps the default": model("a: int = 3", "b: int", "a: str"),
    "redefined keeps the place": model("a: int", "b: int", "a: str = 'x'"),
    "assigned after annotating": model("a: int", "a = 3"),
    "inherited and narrowed": model("a: int = 1", "b: str") + "\n" + model("b: Literal['x'] = 'x'", "c: int", head="class N(M):"),
    "mixin gives fields": "class Mixin:\n    a: int = 1\n" + model("b: int", head="class M(Mixin, BaseModel):"),
    "mixin attribute is the default": "class Mixin:\n    a = 5\n" + model("a: int", head="class M(Mixin, BaseModel):"),
    "overridden without default": model("a: int = 1") + "\n" + model("a: str", head="class N(M):"),
    "class variables": model("a: ClassVar[int] = 1", "b: Final[int] = 2", "_c: int = 3", "d: int"),
    "nested class": model("class Inner(BaseModel):\n        x: int", "a: Inner"),
    "forward reference": model("a: 'N | None' = None") + "\n" + model("b: list['M']", head="class N(BaseModel):") + "\nM.model_rebuild()",
    "recursive": model("children: list['M'] = []"),
    "alias generator around pydantic's": "from pydantic.alias_generators import to_camel\ndef camel(name): return to_camel(name.rstrip('_'))\n"
    + model("model_config = ConfigDict(alias_generator=camel)", "some_name: int", "in_: str"),
    "aliases": model("a: int = Field(alias='x')", "b: int = Field(validation_alias='y')", "c: int = Field(serialization_alias='z')"),
    "alias generator": model("model_config = ConfigDict(alias_generator=str.upper)", "some_name: int"),
    "config inherited": model("model_config = ConfigDict(extra='forbid', title='T')", "a: int") + "\n" + model("b: int", head="class N(M):"),
    "config in the header": model("a: int", head="class M(BaseModel, extra='allow'):"),
    "class Config": model("a: int", "class Config:\n        extra = 'forbid'"),
    "extra keywords": model("model_config = ConfigDict(json_schema_extra={'x': [1, None]})", "a: int = Field(1, json_schema_extra={'y': 2})"),
    "string limits are not inherited by shared definitions": "class D(TypedDict):\n    a: str\n" + model("model_config = ConfigDict(str_max_length=3)", "a: str", "b: D", "c: list[D]"),
    "a pydantic dataclass keeps its own configuration": "@pydantic.dataclasses.dataclass\nclass D:\n    a: str\n" + model("model_config = ConfigDict(str_max_length=3, extra='forbid')", "b: D"),
    "attribute docstrings": model("model_config = ConfigDict(use_attribute_docstrings=True)", "a: int", DOC) + "\n" + model("b: int", '"""Mine."""', head="class N(M):"),
    "attribute docstrings are asked for too late": model("a: int", DOC) + "\n" + model("model_config = ConfigDict(use_attribute_docstrings=True)", "b: int", '"""Mine."""', head="class N(M):"),
    "constraints": model("a: int = Field(ge=1, lt=9)", "b: str = Field(min_length=1, pattern='^a')", "c: list[int] = Field(max_length=3)"),
    "annotated": model("a: Annotated[int, Field(gt=0), at.Le(5)] = 3", "b: Annotated[str, StringConstraints(max_length=4)]"),
    "constants in constraints": model("a: int = Field(LIMIT, le=LIMIT * 2)", "b: str = Field(TEXT, description=f'{TEXT}: {LIMIT}')"),
    "constrained calls": model("a: conint(ge=1)", "b: constr(max_length=3) = ''", "c: conlist(int, min_length=1)"),
    "literals": model("a: Literal['x', 1, None]", "b: Literal[True]", "c: Literal[*WORDS]", "d: Literal[Literal['p'], 'q']"),
    "containers": model("a: list", "b: dict[str, list[int]]", "c: tuple[int, ...]", "d: tuple[int, str]", "e: set[int]", "f: frozenset[str] = frozenset()"),
    "typing containers": model("a: List[int]", "b: Dict[int, str]", "c: Tuple[()]", "d: Sequence[int]", "e: Mapping[str, Any]", "f: Optional[Iterable[int]]"),
    "standard library": model("a: date", "b: moment", "c: timedelta = timedelta(days=1)", "d: Decimal = Decimal('1.5')", "e: UUID", "f: Path = Path('a')"),
    "unions": model("a: int | str", "b: Union[int, None, str] = None", "c: Optional[Union[int, None]]", "d: int | int"),
    "enum": "class E(Enum):\n    A = 'a'\n    B = 'b'\n" + model("a: E", "b: E = E.A", "c: list[E] = [E.B]"),
    "string enum": "class E(StrEnum):\n    ONE = auto()\n    TWO = 'x'\n" + model("a: E = E.ONE"),
    "mixed enum": "class E(str, Enum):\n    A = 1\n" + model("a: E"),
    "numbered enum": "class E(IntEnum):\n    A = 4\n    B = auto()\n    C = A\n" + model("a: E = E.B"),
    "enum with methods": "class E(Enum):\n    A = 1\n    @property\n    def label(self): return self.name\n    _ignore_ = ['B']\n    B = 2",
    "enum by a call": "E = Enum('E', 'A B')\nF = Enum('F', {'A': 'x'})\nG = Enum('G', [('A', 1.5)])",
    "dataclass": "@dataclass\nclass D:\n    a: int\n    b: str = 'x'\n    c: list[int] = field(default_factory=list)",
    "dataclass keyword-only": "@dataclass\nclass D:\n    a: int = 1\n    _: KW_ONLY\n    b: int\n@dataclass(kw_only=True)\nclass E(D):\n    c: int\n    d: int = Field(1)",
    "dataclass inherits the attribute": "@dataclass\nclass D:\n    a: int = 3\n@dataclass\nclass E(D):\n    a: str",
    "dataclass inheritance skips the undecorated": "@dataclass\nclass D:\n    a: int\nclass Mid(D):\n    b: int\n@dataclass\nclass E(Mid):\n    c: int",
    "dataclass fields that are no arguments": "@dataclass\nclass D:\n    a: int = field(init=False)\n    b: int = field(init=False, default=1)\n    c: ClassVar[int] = 1",
    "typed dict": "class D(TypedDict):\n    a: int\n    b: NotRequired[str]\nclass E(D, total=False):\n    c: Required[int]\n    d: int",
    "typed dict by a call": "D = TypedDict('D', {'a b': int, 'c': NotRequired[str]}, total=False)",
    "enum of named tuples": "class N(NamedTuple):\n    a: int\n    b: str = 'x'\nclass E(Enum):\n    A = N(1)\n    B = N(2, 'y')\n" + model("a: E = E.A", "b: Literal[E.B]"),
    "enum of computed values": "class E(IntEnum):\n    A = int(hex(77), 16)\n    B = ord('a')",
    "enum whose base calls auto": "class Base(str, Enum):\n    @staticmethod\n    def _generate_next_value_(name, *_): return name\n    @staticmethod\n    def auto(): return auto()\nclass E(Base):\n    A = Base.auto()\n    B = Base.auto()\n" + model("a: E = E.B"),
    "extra reference": "class D(TypedDict):\n    a: int\n" + model("model_config = ConfigDict(json_schema_extra={'x': {'$ref': 'https://d'}, 'examples': [{'$ref': '#/$defs/D'}]})", "a: D"),
    "fields that say themselves whether they are keyword-only": "K = Annotated[int, Field(kw_only=True)]\n@dataclass\nclass D:\n    c: K\n    a: K = Field(gt=1)\n    b: K = Field(kw_only=False)\n"
    "    d: int = 3\n@dataclass\nclass E:\n    b: Annotated[K, Field(kw_only=False), Field(kw_only=True)] = Field()\n    a: Annotated[K, Field(kw_only=None)] = Field()\n    c: K = field(default=1, kw_only=False)\n"
    "    d: int = 3\n@pydantic.dataclasses.dataclass\nclass F:\n    b: K\n    a: K = Field(gt=1)\n    c: int = Field()\n    d: int = 3",
    "defaults whose fields are made by builtins": "class F(BaseModel):\n    a: list[int] = Field(default_factory=list)\n    b: dict = Field(default_factory=dict)\n"
    "    c: set[int] = Field(default_factory=set)\n    d: str = Field(default_factory=str)\n    e: float = Field(default_factory=int)\n    f: tuple[int, ...] = Field(default_factory=tuple)\n"
    "@dataclass\nclass D:\n    a: list[int] = field(default_factory=list)\n@pydantic.dataclasses.dataclass\nclass E:\n    a: dict = field(default_factory=dict)\n"
    "class M(BaseModel):\n    a: F = F()\n    b: F = F(a=[1])\n    c: D = D()\n    d: E = E()",
    "decorators of the program": "REG = {}\ndef shown(cls):\n    cls = dataclass(cls)\n    cls.__repr__ = lambda self: ''\n    return cls\ndef keyed(cls): return dataclass(frozen=True, kw_only=True)(cls)\n"
    "def named(name):\n    def wrap(cls):\n        REG[name] = cls\n        return cls\n    return wrap\n"
    "@shown\nclass A:\n    a: int\n    b: str = 'x'\n@keyed\nclass B:\n    a: int = 1\n    b: str\n@named('c')\n" + model("a: A", "b: B"),
    "base that sets attributes under computed names": "UNIT = '{}_unit'\n" + model("a: int", "def __init_subclass__(cls, **more):\n        for name in list(cls.__annotations__):\n            setattr(cls, UNIT.format(name), property(lambda self: 1))\n            setattr(cls, f'has_{name}', True)\n            setattr(cls, name + '_kind', 'k')")
    + "\n" + model("b: int", head="class N(M):"),
    "base that wraps the methods of its subclasses": "def traced(function): return function\n" + model("a: int", "def __init_subclass__(cls, **more):\n        for name, value in list(cls.__dict__.items()):\n            if not callable(value) or name == 'x':\n                continue\n            setattr(cls, name, traced(value))").replace("list(cls.__dict__.items())", "cls.__dict__.items()")
    + "\n" + model("b: int = 1", "def run(self): return 1", head="class N(M):"),
    "base that makes objects of its subclasses": "class Builder:\n    def __init__(self, cls): self.cls = cls\ndef build(cls, name='x'):\n    builder = Builder(cls=cls)\n"
    + model("a: int", "def __init_subclass__(cls, **more): build(cls, **more)") + "\n" + model("b: int", head="class N(M):"),
    "base that registers its subclasses": model("subs: ClassVar[dict] = {}", "a: int", "def __init_subclass__(cls, **more):\n        super().__init_subclass__(**more)\n        M.subs[cls.__name__] = cls\n        cls.tag = 3") + "\n" + model("b: int", head="class N(M):"),
    "instance whose default is validated": "class A(BaseModel):\n    t: bool = False\n    m: int | None = None\nclass C(BaseModel):\n    a: Annotated[A | None, Field(validate_default=True)] = {'t': True}\n    b: A = {'t': True}\n"
    + model("c: C = C()", "d: C = C(b={'m': 1})"),
    "named tuple with hints of other classes": "import collections\nclass A(collections.namedtuple('A', 'x y z')):\n    x: int\n    w: str\n"
    "class B(collections.namedtuple('B', 'x y')):\n    y: str | None\nclass C(collections.namedtuple('C', 'x y z'), B): ...\nclass D(NamedTuple):\n    a: int\nclass E(D):\n    a: float\n    b: int",
    "named tuple": "class N(NamedTuple):\n    a: int\n    b: str = 'x'",
    "named tuple by a call": "N = NamedTuple('N', [('a', int), ('b', list[str])])",
    "new type": "N = NewType('N', int)\n" + model("a: N", "b: list[N] = [N(1)]"),
    "alias": "A = dict[str, list[int]]\nB = Optional[A]\n" + model("a: A", "b: B = None"),
    "named alias": "A = TypeAliasType('A', list[int])\n" + model("a: A", "b: A | None = None"),
    "generic alias": "A = dict[str, T]\n" + model("a: A[int]"),
    "generic model": model("a: T", "b: list[T]", head="class M(BaseModel, Generic[T]):") + "\n" + model("c: M[int]", "d: M[M[str]]", head="class N(BaseModel):"),
    "names of generics as they are written": model("x: T", head="class G(BaseModel, Generic[T]):") + "\n"
    + model("a: G[List[int]]", "b: G[list[int]]", "c: G[Optional[Dict[str, Tuple[int, ...]]]]", "d: G[Sequence[int]]")
    + "\n" + model("e: G[Annotated[int, Field(title='t', description='d')]]", "f: G[Annotated[str, StringConstraints(min_length=1), 'text']]", head="class N(BaseModel):"),
    "generic base": model("a: T", head="class M(BaseModel, Generic[T]):") + "\n" + model("c: int", head="class N(M[str]):"),
    "root model": "class R(RootModel[list[int]]):\n    pass\nclass S(RootModel):\n    root: dict[str, int] = {}",
    "tagged union": model("kind: Literal['a']", head="class A(BaseModel):") + "\n" + model("kind: Literal['b']", head="class B(BaseModel):") + "\n" + model("x: Union[A, B] = Field(discriminator='kind')"),
    "default that is an instance": model("a: int = 1") + "\n" + model("m: M = M(a=2)", head="class N(BaseModel):"),
    "default factory": model("a: list[int] = Field(default_factory=list)", "b: int = Field(..., ge=1)"),
    "validators leave it alone": model("a: int", "@field_validator('a')\n    def check(cls, v): return v"),
    "types of pydantic": model("a: PositiveInt", "b: HttpUrl", "c: SecretStr", "d: StrictInt", "e: EmailStr", "f: Json"),
    "names of generics as typing writes them": "class G(BaseModel, Generic[T]):\n    a: T\nclass N(G[Tuple[int, str]]): ...\nB = G[Optional[List[int]]]\n"
    + model("a: G[List[int]]", "b: G[list[int]]", "c: G[Dict[str, typing.Sequence[int]]]", "d: G[List]", "e: G[Union[int, Set[str]]]", "f: 'G[Type[int]]'", "g: G[typing.Iterable]"),
    "docstring by assignment": model(DOC, "__doc__ = TEXT", "a: int") + "\n" + model("__doc__ = None", "a: int", head="class N(BaseModel):"),
    "enums without members": 'class E(Enum):\n    """Outcome."""\nclass F(IntEnum):\n    def name_(self): ...\n' + model("a: E", "b: list[F] = []", "c: Optional[IntEnum] = None", "d: Annotated[E, Field(title='D')]"),
    "class Config in a typed dict": "class D(TypedDict):\n    a: int\n    class Config:\n        extra = 'forbid'",
    "values in the body of a typed dict": "class D(TypedDict):\n    a: int = 3\n    b: str = Field('x', description='y')",
    "a defaultdict as default": model("a: Dict[str, int] = defaultdict(int, a=1)", "b: List[Any] = [defaultdict(int, {'a': 1}, b=2)]"),
    "serializers below functions that say the schema": model(
        *(f"f{at}: Annotated[{kind}, pydantic.PlainSerializer(lambda v: v, return_type=int)]" for at, kind in enumerate(
            ["HttpUrl", "EmailStr", "Path", "SecretStr", "IPvAnyAddress", "re.Pattern", "FilePath", "ByteSize", "pydantic.ImportString[int]"])),
        "w: Annotated[HttpUrl, pydantic.WrapSerializer(lambda v, h: h(v), return_type=List[int])]"),
    "what PlainValidator leaves to write": model(*(f"f{at}: Annotated[{kind}, pydantic.PlainValidator(lambda v: v)]" for at, kind in enumerate(["IPvAnyAddress", "re.Pattern", "int", "ByteSize"]))),
    "texts made of other types": model("a: Annotated[int, StringConstraints(to_lower=True)]", "b: Annotated[List[int], StringConstraints(strip_whitespace=False)]", "c: Annotated[str, StringConstraints(True, None, None, None, 1)]"),
    "imported objects": model("a: pydantic.ImportString[int]", "b: pydantic.ImportString", "c: Annotated[pydantic.ImportString[FilePath], at.MinLen(1)]", "model_config = ConfigDict(str_max_length=9)") + "\n" + model("a: pydantic.ImportString[M]", head="class N(BaseModel):"),
    "bounds are read as any input": "HALF = Decimal('1.5')\n" + model(*(f"a{at}: Annotated[{kind}, at.Ge({bound})]" for at, (kind, bound) in enumerate(
        [("time", "HALF"), ("time", "3"), ("moment", "HALF"), ("moment", "date(2020, 1, 1)"), ("timedelta", "HALF"), ("timedelta", "True"), ("date", "'2020-01-01'"), ("time", "'12:00'"), ("timedelta", "Decimal(-3)")]))),
    "bounds of what is only written": model("a: Annotated[date, Field(gt=0), pydantic.PlainValidator(lambda v: v)]"),
    "checks of a definition make another one": "class N(NamedTuple):\n    a: int\n" + model("a: Union[Annotated[N, at.Predicate(str.islower)], N]", "b: Annotated[N, at.Not(len)]"),
    "constraints without a class stand together": model("a: list[int] | None = Field(pattern='^a', decimal_places=1)", "b: int = Field(max_digits=3, pattern='x')"),
    "constraints without a class on a definition": "class N(NamedTuple):\n    a: int\n" + model("a: N = Field(max_digits=3, decimal_places=1)", "b: N"),
    "aliases of JsonValue": "A = TypeAliasType('A', JsonValue)\nB = TypeAliasType('B', A)\n" + model("a: A", "b: list[B]"),
    "names in quotes among type arguments": "T = TypeVar('T')\nclass X(BaseModel):\n    a: int\nclass G(BaseModel, Generic[T]):\n    t: T\n@dataclass\nclass D(Generic[T]):\n    t: T\n"
    + model("a: G['X']", "b: G[list['X']]", "c: G[List['X']]", "d: G[Optional['X']]", "e: G[Dict[str, 'list[X]']]", "f: 'G[list[\"X\"]]'", "g: D[List['X']]", "h: G[Annotated['X', 1]]"),
    "subclasses of what a variable is bound to": "T = TypeVar('T')\nclass G(BaseModel, Generic[T]):\n    t: T\nB = TypeVar('B', bound=G[int])\nC = TypeVar('C', int, str)\nU = TypeVar('U', bound=Union[int, G[int]])\n" + model("a: Type[B]", "b: Type[C]", "c: Type[U]", "d: Type[G[int]]"),
    "Json of bare Json": model("a: Json[Json[Json]]", "b: Json[Json[int]]"),
    "SkipValidation below what states its schema": model("a: SkipValidation[pydantic.ImportString[int]]", "b: Optional[SkipValidation[pydantic.ImportString[list[int]]]]"),
    "a value in place of a computed field": "@dataclass\nclass D:\n    @pydantic.computed_field\n    @property\n    def made(self) -> int: return 1\n    made: list[int] = field(default_factory=list)",
    "a pattern that is a text": model("a: re.Pattern = Path('a')", "b: re.Pattern = 'x'", "model_config = ConfigDict(arbitrary_types_allowed=True)"),
    "a variable with a bound below a plain validator": "B = TypeVar('B', bound=int)\n" + model("a: B", "b: B = 3"),
    "enums with a data type": "class A(tuple, Enum):\n    X = (1, 2)\nclass B(IntEnum):\n    X = True\nclass C(float, Enum):\n    X = 1\nclass D(bytes, Enum):\n    X = b'a'\nclass E(dict, Enum):\n    X = {'a': 1}\nclass F(list, Enum):\n    X = [1]",
    "enums that make their members": "class B(Enum):\n    def __new__(cls, value, label=''):\n        made = object.__new__(cls)\n        made._value_ = value\n        made.label = label\n        return made\n"
    "class E(B):\n    A = 1, 'one'\n    B = 'two'\n    C = 1, 'uno'\nclass F(str, Enum):\n    A = 'a', 'b'\n    def __new__(cls, value, more):\n        made = str.__new__(cls, value)\n        made._value_ = value.upper()\n        return made\n" + model("a: E = E.C", "b: F = F.A"),
    "classes below those of pydantic": "class U(HttpUrl): ...\nclass S(SecretStr): ...\nclass E(EmailStr): ...\n" + model("a: U", "b: S", "c: list[E]"),
    "names of generics with what a Field says": "class G(BaseModel, Generic[T]):\n    t: T\n" + model("a: G[Annotated[int, Field(ge=1)]]", "b: G[Annotated[str, Field(max_length=3, title='T', pattern='^a')]]", "c: G[Annotated[str, pydantic.Strict()]]", "d: G[Annotated[float, pydantic.AllowInfNan(False)]]"),
    "secret bytes below limits of texts": model("model_config = ConfigDict(str_min_length=1)", "a: pydantic.SecretBytes", "b: SecretStr"),
    "model_config where there is no model": "class D(TypedDict):\n    model_config = ConfigDict(extra='forbid', title='X')\n    a: int\n@dataclass\nclass E:\n    model_config = ConfigDict(extra='forbid', title='X')\n    a: int\n    class Config:\n        title = 'Y'\n"
    "@pydantic.dataclasses.dataclass\nclass F:\n    model_config = ConfigDict(extra='forbid')\n    a: int\nclass Mixin:\n    model_config = ConfigDict(extra='forbid')\n" + model("a: int", head="class M(Mixin, BaseModel):"),
    "bounds of a computed field": model("a: int", "@pydantic.computed_field\n    @property\n    def made(self) -> Annotated[int, at.Gt(1.5)]: return 1"),
    "the name of Ellipsis": model("a: int = Ellipsis", "b: int = Field(Ellipsis, ge=1)"),
    "star imports of what is never read": "from typing import *\nfrom enum import *\nfrom pydantic import *\nfrom collections import *\nfrom dataclasses import dataclass\nclass E(StrEnum):\n    A = auto()\n"
    + model("a: Optional[OrderedDict[str, PositiveInt]] = None", "b: conint(ge=1)", "c: E") + "\n@dataclass\nclass D:\n    a: NonNegativeFloat",
    "types that write their schema last": "A = Union[Annotated[re.Pattern, Field(description='lost')], int]",
    "dataclasses of pydantic are built before what uses them": "class D(TypedDict): ...\n@pydantic.dataclasses.dataclass(config={'extra': 'forbid'})\nclass P:\n    a: D\n    b: list[int] = field(default_factory=list)\n"
    "@dataclass\nclass Q(P):\n    'Told.'\n    c: D = field(default_factory=dict)\n" + model("a: tuple[P, D]", "b: D") + "\n" + model("a: Q", "b: D", head="class N(BaseModel):"),
    "an instance of a plain dataclass is written by its attributes": "@dataclass\nclass D:\n    'Told.'\n    a: int = 1\n    b: Annotated[int, Field(exclude=True), pydantic.PlainSerializer(str)] = 2\n    @pydantic.field_serializer('a')\n    def text(self, v) -> str: return 'x'\n"
    "@dataclass\nclass E:\n    'Told.'\n    a: int = Field(1)\n" + model("a: D = D()", "b: E = E()", "c: E = E(2)"),
    "Json of itself forgets what stands before": model("a: Annotated[Json[Json], Field(ge=1)] = Field(gt=0)", "b: Annotated[Json, at.Ge(1)] = Field(0, gt=0)"),
    "strict beside what a validator takes": "A = TypeAliasType('A', Annotated[tuple[int, ...], BeforeValidator(list, json_schema_input_type=str), Field(strict=False)])\n" + model("a: A"),
    "URLs of pydantic-core": "from pydantic_core import MultiHostUrl, Url\n" + model("a: Url", "b: Annotated[Url, pydantic.UrlConstraints(max_length=9)]", "c: Optional[MultiHostUrl] = None"),
    "imports as defaults": model("a: pydantic.ImportString[Any] = int", "b: pydantic.ImportString = int", "c: pydantic.ImportString = 'x.y'", "d: pydantic.ImportString[Any] = None"),
    "metaclasses that leave classes alone": "import abc\nclass Meta(abc.ABCMeta):\n    def __instancecheck__(cls, value): return True\n@dataclass\nclass D(metaclass=Meta):\n    'Told.'\n    a: int\n@dataclass\nclass E(metaclass=abc.ABCMeta):\n    'Told.'\n    a: int",
    "a decorator with and without brackets": "def record(cls=None, /, *, eq=True, slots=True):\n    def wrap(target):\n        return dataclass(target, slots=slots, eq=eq, unsafe_hash=eq)\n    return wrap if cls is None else wrap(cls)\n"
    "@record\nclass A:\n    'Told.'\n    a: int\n@record(eq=False)\nclass B:\n    'Told.'\n    a: int",
    "a part of what a starred target takes apart": "major, minor, *_, last = '2.14.3.x'.split('.')\nNEW = int(major) >= 2\nif NEW:\n    A = int\nelse:\n    A = str\n" + model("a: A", "b: str = last", "c: int = int(minor)"),
    "a call of a TypedDict": "class T(TypedDict, total=False):\n    title: str\n    x: int\n@dataclass\nclass D:\n    'Told.'\n    a: int = field(default=1, metadata=T(title='A', x=1))\n" + model("a: T = T(x=3)"),
    "a literal of a tuple": "A = ('a', 'b')\nB = (*A, 1)\nL = Literal[A]\n" + model("a: L", "b: Optional[Literal[B]]", "c: Literal[tuple(sorted(A))]", "d: Literal[('x',)]"),
    "members of an enum that are named with underscores": "class E(Enum):\n    _ = 1\n    __ = 2\n    ___ = 3\n    _a = 4\n    _b__ = 5\n    c__ = 6\n    __d = 7\n" + model("a: E"),
    "titles of the items of a named tuple": "class N(NamedTuple):\n    a: int\n    b: Annotated[int, Field(title='B')]\n    c: int = 1\n" + model("model_config = ConfigDict(field_title_generator=lambda name, info: name.upper())", "a: N"),
    "names of generics with constrained types": "A = TypeAliasType('A', dict[str, T] | T, type_params=(T,))\nclass G(BaseModel, Generic[T]):\n    t: T\n" + model(*(
        f"{letter}{at}: {letter}[{kind}]" for letter in "AG" for at, kind in enumerate(
            ["conint()", "conint(ge=1, strict=True)", "conbytes(max_length=3)", "constr()", "confloat(allow_inf_nan=False)", "condecimal(max_digits=3)", "condecimal(gt=1)",
             "pydantic.condate(gt=date(2020, 1, 1))", "conlist(int)", "conlist(int, min_length=0)", "conset(int, max_length=2)"]))),
    "names of generics with callables": "A = TypeAliasType('A', dict[str, T] | T, type_params=(T,))\n" + model("a: A[Callable[[int, str], bool]]", "b: A[Callable[..., bool]]", "c: A[Callable[[], bool]]", "d: A[Callable]"),
    "what SkipValidation leaves is built for no value": model("a: SkipValidation[Annotated[date, Field(gt=0)]]", "b: ByteSize = '3'"),
    "what is only written is built for no value": model("a: int", "@pydantic.computed_field\n    @property\n    def made(self) -> pydantic.InstanceOf[Annotated[Any, Field(title='T')]]: return 1"),
    "SkipValidation of a model that holds itself": "class R(BaseModel):\n    r: Optional['R'] = None\n" + model("a: SkipValidation[R]", "b: R"),
    "an enum without members that is written otherwise": "class E(Enum): ...\n" + model("a: E", "@pydantic.field_serializer('a')\n    def dump(self, v) -> str: return str(v)", "@pydantic.computed_field\n    @property\n    def made(self) -> Annotated[E, pydantic.PlainSerializer(str)]: return 1"),
    "bounds of a fraction": model("a: Annotated[Fraction, Field(ge=1.5, lt=Decimal(3))]", "b: Annotated[Fraction, Field(multiple_of='1/2')]").replace("class M", "from fractions import Fraction\nclass M"),
    "types that functions give back": "def at_least(low): return Annotated[int, Field(ge=low)]\ndef some(kind, low=1):\n    inner = Annotated[kind, Field(ge=low)]\n    return Optional[list[inner]]\ndef either(flag):\n    if flag: kind = int\n    else: kind = str\n    return list[kind]\n"
    "A = at_least(3)\n" + model("a: A", "b: at_least(4)", "c: some(int)", "d: some(float, low=2) = None", "e: either(True)", "f: either(False)", "g: some(A)", "h: 'some(some(int))'"),
    "classes that functions make": "def made(value):\n    class X(BaseModel):\n        a: Literal[value]\n    return X\ndef held(kind):\n    class H(BaseModel):\n        items: list[kind]\n    return Annotated[H, 1]\nX1 = made(1)\nX2 = made(2)\n"
    + model("a: X1", "b: X2", "c: list[X1]", "d: made(3)", "e: made(3)", "f: held(X2)", "g: held(int)") + "\n" + model("a: list[X2]", head="class N(BaseModel):"),
    "patterns with flags": model("a: re.Pattern = re.compile('a', re.DOTALL)", "b: Any = re.compile('b', re.I)", "c: str = Field(pattern=re.compile('^b', re.S))", "d: int = re.DOTALL"),
    "default of an alias": "A = TypeAliasType('A', Annotated[int, Field(default=3)])\n@dataclass\nclass D:\n    a: A\nclass N(NamedTuple):\n    a: A\nclass K(TypedDict, total=False):\n    a: A\n" + model("a: A") + "\n" + model("a: A", "b: list[A]", head="class O(BaseModel):"),
    "docstrings of attributes that a dataclass inherits": "@dataclass\nclass D:\n    'Told.'\n    a: int = 1\n    'Told a.'\n@dataclass\nclass E(D):\n    'Told.'\n    b: int = 1\n    'Told b.'\nclass K(TypedDict):\n    a: int\n    'Told a.'\n"
    "class L(K):\n    b: int\n    'Told b.'\n" + model("model_config = ConfigDict(use_attribute_docstrings=True)", "a: E", "b: L"),
    "texts that names of generics stand for": "class X(BaseModel):\n    a: int\nclass G(BaseModel, Generic[T]):\n    t: T\nS = 'X'\nL = 'list[X]'\n"
    + model("a: G[S]", "b: G[list[S]]", "c: G[List[S]]", "d: G[Optional[L]]", "e: G[tuple[int, L]]", "f: G[Annotated[L, 1]]", "g: G[Union[S, int]]"),
    "a union with Any in place of a variable": "class G(BaseModel, Generic[T]):\n    a: T | None\n    b: Union[T, int]\n" + model("a: G[Union[bool, Any]]", "b: G[Any]"),
    "defaults that no field would take": "class L(IntEnum):\n    A = 1\n" + model(
        "a: float = 1", "b: int = True", "c: Optional[float] = L.A", "d: Union[float, str] = 1", "e: Union[str, int] = True", "f: Union[float, int] = True", "g: list[float] = [1, 'x']",
        "h: dict[int, float] = {True: 1}", "i: Sequence[float] = (1, 2)", "j: Base64Str = 'x'", "k: tuple[int, float] = (True, 1, 1)", "l: set[float] = {1}", "m: Mapping[str, float] = OrderedDict(a=1)",
        head="class D(BaseModel):") + "\n" + model("a: re.Pattern = 'x'", head="class E(BaseModel):") + "\n" + model("a: Any = D()", "b: Any = E()"),
    "instances of pydantic's dataclasses": "@pydantic.dataclasses.dataclass(config=ConfigDict(alias_generator=to_camel))\nclass D:\n    some_name: float = 1\n    b: float = Field(1, serialization_alias='c')\n"
    "@dataclass\nclass E:\n    'Told.'\n    a: float = 1\n    b: Any = 1\nclass K(TypedDict):\n    a: float\n" + model("d: D = D(2)", "e: E = E()", "k: list[K] = [{'a': 1}]", head="class H(BaseModel):")
    + "\n" + model("a: D = D(someName=2)", "b: H = H()", "c: E = E()"),
    "names in quotes that are bound again": "X = int\n" + model("a: 'X'", "b: list['X']", "c: 'Later'") + "\nX = str\n" + model("x: 'X'", head="class N(BaseModel):")
    + "\nclass Later(BaseModel):\n    n: 'N'\n@dataclass\nclass D:\n    'Told.'\n    n: 'N'\n@pydantic.dataclasses.dataclass\nclass E:\n    n: 'N'\n" + model("y: int", head="class N(BaseModel):"),
}  # fmt: skip

REFUSED = {
    "strict enum without members": "class E(Enum): ...\n" + model("a: Annotated[E, pydantic.Strict()]"),
    "default that is the type": model("a: date = date"),
    "SkipValidation under another serializer": "class D(BaseModel):\n    a: int\n" + model("a: Annotated[SkipValidation[D], pydantic.PlainSerializer(str)]") + "\nM.model_json_schema()",
    "bases of a TypedDict without an order": "class A(TypedDict):\n    a: int\nclass B(A):\n    b: int\nclass C(A, B):\n    c: int\nTypeAdapter(C)",
    "alias bound by no fraction": "from fractions import Fraction\nA = TypeAliasType('A', Annotated[Fraction, Field(ge=float('-inf'))])\nTypeAdapter(A)",
    "default of an alias in a TypedDict": "A = TypeAliasType('A', Annotated[int, Field(default=3)])\nclass D(TypedDict):\n    a: A\nTypeAdapter(D)",
    "final key of a TypedDict": "class D(TypedDict):\n    a: 'Final[int]'\nTypeAdapter(D)",
    "final item of a named tuple": "class D(NamedTuple):\n    a: Annotated[Final[int], 1]\nTypeAdapter(D)",
    "below a generic that names itself": "class G(BaseModel, Generic[T]):\n    next: 'Optional[G[T]]' = None\n    value: T\nclass M(G[int]): ...\nM.model_json_schema()",
    "field without annotation": model("a = 1"),
    "a codec behind a constraint": "@dataclass\nclass D:\n    a: Base64Str = Field(ge=1)\nTypeAdapter(D)",
    "a version of a UUID behind a constraint": "@dataclass\nclass D:\n    a: UUID4 = Field(ge=1)\nTypeAdapter(D)",
    "field overridden without annotation": model("a: int = 1") + "\n" + model("a = 2", head="class N(M):"),
    "dataclass order": "@dataclass\nclass M:\n    a: int = 1\n    b: int",
    "dataclass order, inherited": "@dataclass\nclass B:\n    a: int = 1\n@dataclass\nclass M(B):\n    b: int",
    "dataclass order with Field": "@dataclass\nclass M:\n    a: int = Field(init=False)\n    b: int",
    "mutable default": "@dataclass\nclass M:\n    a: list[int] = []",
    "mutable default in field": "@dataclass\nclass M:\n    a: dict = field(default={})",
    "unhashable instance": "@dataclass\nclass B:\n    pass\n@dataclass\nclass M:\n    a: B = B()",
    "omitting where a value must be": "class D(TypedDict):\n    a: pydantic.OnErrorOmit[int]\npydantic.TypeAdapter(D)",
    "omitting an item of a named tuple": "class N(NamedTuple):\n    a: pydantic.OnErrorOmit[int]\npydantic.TypeAdapter(N)",
    "default and factory": "@dataclass\nclass D:\n    a: Annotated[list, Field(default_factory=list)] = 0\nTypeAdapter(D)",
    "type of a variable bound to no class": "B = TypeVar('B', bound=Mapping[str, int])\n" + model("a: Type[B]"),
    "type of a variable bound to a quoted name": "B = TypeVar('B', bound='X')\nclass X: ...\n" + model("a: Type[B]"),
    "enum of exceptions": "class E(Exception, Enum):\n    A = 'a'\nTypeAdapter(E).json_schema()",
    "type of what only type checkers know": "if typing.TYPE_CHECKING:\n    class X: ...\n" + model("a: 'type[X]'") + "\nM.model_json_schema()",
    "metadata as a type": "@dataclass(frozen=True)\nclass A(AfterValidator): ...\nTypeAdapter(A)",
    "type of JsonValue": model("a: Type[JsonValue]"),
    "instance of a named alias": "A = TypeAliasType('A', int)\n" + model("a: pydantic.InstanceOf[A]"),
    "instance of JsonValue": model("a: pydantic.InstanceOf[JsonValue]"),
    "instance of a variable": model("a: pydantic.InstanceOf[T]"),
    "bound that cannot be read": model("a: Annotated[moment, at.Ge(float('inf'))]"),
    **{f"{form} of what only type checkers know": "if typing.TYPE_CHECKING:\n    class X: ...\n" + model(f"a: '{form}'") + "\nM.model_json_schema()"
       for form in ("Callable[[X], int] | str", "Callable[..., list[X]] | str", "Generator[int, X, None]", "Callable[[Callable[[X], int]], int] | str")},
    "type of no class": model("a: Type[Tuple]"),
    "type of a protocol of typing": model("a: Type[typing.Hashable]"),
    "instance of no class": model("a: pydantic.InstanceOf[Literal[1]]"),
    "instance of a TypedDict": "class T(TypedDict):\n    a: int\n" + model("a: pydantic.InstanceOf[T]"),
    "strict where a function validates": model("a: IPvAnyAddress = Field(strict=True)"),
    "plain alias of itself": "A = Union[None, Mapping[str, 'A'], Sequence[Mapping[str, 'A']]]\n" + model("a: A"),
    "plain alias of itself in two steps": "A = list['B']\nB = dict[str, A]\n" + model("a: A"),
    "enum of objects": "class E(Enum):\n    A = object()\n" + "TypeAdapter(E).json_schema()",
    "reference of one's own": "class D(BaseModel):\n    a: int\n" + model("model_config = ConfigDict(json_schema_extra={'x': {'$ref': '#/$defs/D'}})", "a: D") + "\nM.model_json_schema()",
    "named tuple order": "class M(NamedTuple):\n    a: int = 1\n    b: int",
}  # fmt: skip

MADE_OTHERWISE = {
    "members by a metaclass": "class Meta(type(Enum)):\n    def __new__(mcs, name, bases, space):\n        space['B'] = 'b'\n        return super().__new__(mcs, name, bases, space)\nclass M(Enum, metaclass=Meta):\n    A = 'a'",
    "hook by a metaclass, at times": "class Meta(type(Enum)):\n    def __new__(mcs, name, bases, space):\n        cls = super().__new__(mcs, name, bases, space)\n        if name != 'M': cls.__get_pydantic_core_schema__ = None\n        return cls\n"
    "class M(Enum, metaclass=Meta):\n    A = 'a'",
    "fields by a metaclass": "class Meta(type):\n    def __new__(mcs, name, bases, space): return super().__new__(mcs, name, bases, {**space, 'b': 1})\n@dataclass\nclass M(metaclass=Meta):\n    a: int",
    "a model in place of the type": "class D(BaseModel):\n    a: int\n" + model("a: Annotated[dict, D]"),
    "keywords of a dataclass that are not known": "def record(cls=None, **more):\n    def wrap(target): return dataclass(target, **more)\n    return wrap if cls is None else wrap(cls)\n@record(kw_only=True)\nclass M:\n    a: int",
    "member of a class that its metaclass makes": "class Meta(type):\n    def __new__(mcs, name, bases, space): return super().__new__(mcs, name, bases, {**space, 'A': 'b'})\nclass B(metaclass=Meta):\n    A = 'a'\n" + model("a: Literal[B.A]"),
    "annotation by the base": "class B(BaseModel):\n    def __init_subclass__(cls, **more):\n        super().__init_subclass__(**more)\n        cls.__annotations__['kind'] = Literal['k']\n" + model("a: int", head="class M(B):"),
    "default by a method of the base": "class B(BaseModel):\n    def __init_subclass__(cls, **more): cls._fill()\n    @classmethod\n    def _fill(cls): cls.a = 3\n" + model("a: int", head="class M(B):"),
    "attributes by name": "class B(BaseModel):\n    def __init_subclass__(cls, **more):\n        for name in ('a',): setattr(cls, name, 3)\n" + model("a: int", head="class M(B):"),
    "attributes under names that may be fields": "class B(BaseModel):\n    def __init_subclass__(cls, **more):\n        for name in list(cls.__annotations__): setattr(cls, f'{name}', 3)\n" + model("a: int", head="class M(B):"),
    "attributes under names that end like a field": "class B(BaseModel):\n    def __init_subclass__(cls, **more):\n        for name in ('a',): setattr(cls, f'{name}_b', 3)\n" + model("a: int", "a_b: int", head="class M(B):"),
    "another class by a decorator": "def d(cls):\n    class N(cls):\n        b: int\n    return N\n@d\n" + model("a: int"),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE_OTHERWISE)
def test_what_code_makes_of_a_class_is_not_exact(name: str) -> None:
    assert types(f"{HEAD}\n{MADE_OTHERWISE[name]}\n", versions=LIVE)["M"].fidelity == "unknown"


def test_metadata_of_a_class_below_that_of_pydantic_counts_as_that() -> None:
    source = "\n".join([
        HEAD, "@dataclass(frozen=True)", "class A(AfterValidator):", "    def __str__(self): return ''", "class S(pydantic.PlainSerializer): ...",
        model("a: Annotated[int, A(lambda v: v)]", "b: Annotated[int, S(lambda v: v, return_type=str)]"), "",
    ])  # fmt: skip
    reports = types(source, versions=LIVE)
    assert reports["M"].fidelity == "exact" and reports["A"].fidelity == "unknown"
    check(source)


DEFERRED = "model_config = ConfigDict(defer_build=True, arbitrary_types_allowed=True)"
DEFERRING = "\n".join([
    HEAD, "class Odd: ...", model(DEFERRED, head="class D(BaseModel):"), model("a: int", head="class P(BaseModel):"),
    model("x: Optional[Odd] = None", head="class H(D):"), model("h: Optional[H]", head="class L(D):"),
    model("h: Optional[H]", "l: L", head="class C(D):"), model("h: H", "l: L", head="class E(D):"),
    "Once = Union[H, P]", "Twice = Union[C, P]", "Seen = Union[E, P]",
])  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_equals_pydantic(name: str) -> None:
    assert_all_exact(f"{HEAD}\n{SOURCES[name]}\n")


def test_deferred_models_are_built_with_what_uses_them() -> None:
    """A model that two others hold is a definition then, and a definition without a schema is not left out of a union."""
    reports = types(DEFERRING, versions=LIVE)
    assert reports["Twice"].fidelity == "refused"
    with running(DEFERRING) as module, pytest.raises(pydantic.errors.PydanticInvalidForJsonSchema):
        reported(module.Twice)
    for name in ("Once", "Seen"):
        with running(DEFERRING) as module:
            assert canonical(reports[name].schema) == canonical(reported(getattr(module, name)))


SHARED = "\n".join([
    HEAD, model("a: int", "next: 'Optional[R]' = None", head="class R(BaseModel):"), model("a: int", head="class P(BaseModel):"),
    model("a: list[Annotated[R, Field(description='Told.')]]", "b: list[Annotated[P, Field(description='Told.')]]"),
    model("a: R", head="class N(BaseModel):"), model("a: P", head="class O(BaseModel):"),
])  # fmt: skip


CIRCLES = {
    "a bound on a model": model("back: 'N | int'") + "\n" + model("a: Annotated[M, Field(ge=1)]", head="class N(BaseModel):") + "\nM.model_rebuild()",
    "a union in quotes in a type that is an argument": model("@pydantic.computed_field(return_type=Union['Union[None, str]', int])\n    def made(self): return None"),
    "properties that a class around them titles": "@dataclass\nclass M:\n    'Told.'\n    a: int\n    @pydantic.computed_field\n    @property\n    def made_up(self) -> int: return 1\n"
    + model("model_config = ConfigDict(field_title_generator=lambda name, info: name.upper())", "m: M", head="class N(BaseModel):"),
    "NewType of a text": "S = 'list[date]'\nM = NewType('M', S)",
    "create_model with more to say of a model that holds itself": model("a: 'Optional[M]' = None") + "\nN = pydantic.create_model('N', m=(Annotated[M, Field(description='Told.')], ...))",
}  # fmt: skip


@pytest.mark.parametrize("name", CIRCLES)
def test_what_the_order_of_classes_decides_is_declined(name: str) -> None:
    source = f"{HEAD}\n{CIRCLES[name]}\n"
    assert types(source, "serialization", versions=LIVE)["M"].fidelity in ("approximate", "unknown")
    check(source)


def test_what_is_said_of_one_use_of_a_model_that_holds_itself_shows_at_all() -> None:
    reports = types(SHARED, versions=LIVE)
    assert {name for name, report in reports.items() if report.fidelity != "exact"} == {"R", "M", "N"}
    assert {told.code for name in "RMN" for told in reports[name].diagnostics} == {"TC323"}
    with running(SHARED) as module:
        assert reported(module.R)["description"] == reported(module.N)["properties"]["a"]["description"] == "Told."
    check(SHARED)


def test_what_only_an_adapter_says_of_a_model_does_not_show_in_the_model() -> None:
    source = "\n".join([
        HEAD, model("next: 'Optional[M]' = None"), "A = list[Annotated[M, Field(description='Told.')]]",
        "@dataclass\nclass D:\n    a: list[Annotated[M, Field(description='Told.')]]",
    ])  # fmt: skip
    assert_all_exact(source)


@pytest.mark.parametrize("name", REFUSED)
def test_what_raises_is_not_exact(name: str) -> None:
    source = f"{HEAD}\n{REFUSED[name]}\n"
    with pytest.raises(Exception), running(source):  # noqa: B017 -- Python's and pydantic's errors are of many types
        pass
    assert any(report.fidelity != "exact" for report in types(source, versions=LIVE).values())
