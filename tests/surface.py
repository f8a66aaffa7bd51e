"""What random modules are made of beyond `written`: texts of types, metadata, defaults, members and whole bodies."""

EXTRA_HEAD = """
import collections
import dataclasses
import fractions
import ipaddress
import sys
import zoneinfo
from collections import Counter
from dataclasses import InitVar
from fractions import Fraction
from typing import TYPE_CHECKING, Hashable, Pattern, TypeAlias
from pydantic import (
    UUID1, AliasPath, AllowInfNan, AnyHttpUrl, Base64Bytes, Base64UrlStr, Discriminator, FailFast, FileUrl, FutureDate,
    GetPydanticSchema, ImportString, InstanceOf, IPvAnyNetwork, NaiveDatetime, NewPath, NonPositiveFloat, OnErrorOmit,
    PastDatetime, PlainSerializer, PlainValidator, PostgresDsn, RedisDsn, SecretBytes, Strict, Tag, UrlConstraints,
    WithJsonSchema, WrapSerializer, WrapValidator, condate, confrozenset, create_model, field_serializer, model_serializer,
    with_config,
)
from pydantic.alias_generators import to_snake
from pydantic.json_schema import Examples, SkipJsonSchema

U = TypeVar("U")
B = TypeVar("B", bound=int)
C = TypeVar("C", int, str)

def titled(name, info): return f"{name.upper()}!"
def marked(schema): schema["x-marked"] = True
def fewer(schema, cls): schema.pop("title", None)
def shortened(name): return name[:2]
def double(value): return value * 2
def named(value: str) -> str: return value
"""

EXTRA_LEAVES = """Fraction zoneinfo.ZoneInfo ipaddress.IPv4Address ipaddress.IPv6Network IPvAnyNetwork UUID1 AnyHttpUrl FileUrl
    PostgresDsn RedisDsn SecretBytes Base64Bytes Base64UrlStr NewPath NonPositiveFloat PastDatetime NaiveDatetime FutureDate
    ImportString Counter Counter[str] Hashable Pattern Pattern[str] re.Pattern[bytes] fractions.Fraction
    collections.OrderedDict collections.deque type type[int] Type Type[Any] Type[Callable] Type[Tuple] Type[typing.Dict]
    typing.Hashable typing.Collection[int] datetime.timezone U B C bytearray range Exception BaseModel typing.Text""".split()

WRAPPERS = [
    "dict[{1}, {0}]", "Mapping[{1}, {0}]", "SkipJsonSchema[{0}]", "{0} | SkipJsonSchema[None]", "OnErrorOmit[{0}]", "InstanceOf[{0}]",
    "Annotated[{0}, Strict()]", "Annotated[{0}, WithJsonSchema({{'type': 'string', 'x': 1}})]", "Secret[{0}]", "ImportString[int]",
    "Annotated[list[{0}], at.MinLen(1)]", "Annotated[{0}, PlainValidator(lambda v: v)]", "Type[{0}]", "type[{0}]",
    "Annotated[{0}, PlainSerializer(named)]", "Annotated[{0}, WrapSerializer(lambda v, h: h(v), return_type=int)]", "Union[{0}]",
    "Annotated[{0}, BeforeValidator(double, json_schema_input_type=str)]", "Annotated[{0}, Examples([1, 2])]", "typing.Iterable[{0}]",
    "Annotated[{0}, WrapValidator(lambda v, h: h(v), json_schema_input_type=int)]", "confrozenset({0}, min_length=1)",
    "Annotated[{0}, PlainSerializer(str, when_used='json')]", "Annotated[{0}, PlainSerializer(lambda v: v, return_type=list[int])]",
    "defaultdict[{1}, {0}]", "typing.Generator[{0}, None, None]", "tuple[int, {0}, str]", "Optional[Annotated[{0}, Field(description='in')]]",
    "Json[list[{0}]]", "Union[{0}, Literal['x', 1]]", "list[{0}] | dict[str, {0}]", "typing.AbstractSet[{0}]", "typing.Deque[{0}]",
    "typing.Mapping[{1}, {0}]", "typing.Union['{0}', int]", "Annotated[{0}, GetPydanticSchema(lambda s, h: h(int))]",
]  # fmt: skip
KEYS = ["Annotated[str, Field(pattern='^k')]", "Decimal", "Path", "bool", "float", "Literal[1, 2]", "constr(max_length=3)", "UUID1",
    "Annotated[str, Field(title='Key', min_length=1)]", "timedelta", "Optional[str]", "int | str", "bytes", "SecretStr", "HttpUrl"]  # fmt: skip

EXTRA_MARKS = [
    "Strict()", "AllowInfNan(False)", "UrlConstraints(max_length=9)", "WithJsonSchema({'type': 'array'}, mode='serialization')",
    "PlainSerializer(named)", "PlainSerializer(double, return_type=str)", "PlainValidator(double, json_schema_input_type=int)", "Tag('t')",
    "WrapValidator(lambda v, h: h(v))", "Examples([{'a': 1}])", "at.Unit('m')", "at.Timezone(None)", "Field(alias='al', title='Ti')",
    "Field(default=3)", "Field(default_factory=list)", "Field(ge=1), Field(ge=2)", "Field(gt=0), at.Le(5), Field(description='last')",
    "Field(max_length=4), Field(max_length=3)", "Field(pattern='^a'), Field(pattern='b$')", "StringConstraints(to_lower=True)", "at.doc('words')",
    "Field(json_schema_extra=marked)", "SkipJsonSchema()", "at.MaxLen(3), AfterValidator(double), at.MinLen(1)",
    "AfterValidator(double), at.Ge(1)", "Field(strict=False)", "Field(union_mode='left_to_right')", "Field(coerce_numbers_to_str=True)",
]  # fmt: skip
EXTRA_FACTS = [
    "validation_alias=AliasPath('a', 0)", "validation_alias=AliasChoices('b', AliasPath('c', 'd'))", "alias_priority=1", "alias='al', alias_priority=2",
    "field_title_generator=titled", "json_schema_extra=marked", "json_schema_extra=lambda s: s.pop('title', None)", "examples=['x']",
    "deprecated='Old.'", "deprecated=False", "exclude_if=lambda v: v is None", "validate_default=True", "union_mode='left_to_right'",
    "json_schema_extra={'examples': [1], 'deep': {'$k': [None]}}", "fail_fast=True", "description='  spaced\\n  out '",
    "title=''", "description=''", "coerce_numbers_to_str=True", "alias='a-b c'", "serialization_alias='Out', validation_alias='In'",
]  # fmt: skip
EXTRA_BOUNDS = ["ge=1.5", "lt=LIMIT + 0.5", "max_digits=3", "decimal_places=1", "allow_inf_nan=False", "gt=date(2020, 1, 1)", "le=timedelta(1)",
    "max_length=0", "pattern=re.compile('^b')", "multiple_of=0.5", "ge=float('-inf')"]  # fmt: skip
EXTRA_DEFAULTS = [
    "frozenset({'b', 'a'})", "{3, 1, 2}", "deque([1, 2])", "OrderedDict(a=1)", "defaultdict(int, {'a': 1})", "moment(2020, 1, 2, 3, 4, 5)",
    "time(1, 2, 3)", "re.compile('a+')", "Fraction(1, 3)", "complex(1, 2)", "1j", "ipaddress.IPv4Address('1.2.3.4')", "SecretStr('s')",
    "AnyUrl('https://x.y/z')", "HttpUrl('https://x.y')", "b'\\xff'", "bytearray(b'a')", "range(3)", "timedelta(days=-1, hours=2)", "Decimal('NaN')",
    "{'a': {'b': [1, {'c': None}]}}", "[[], {}, ()]", "{1: 'a', True: 'b'}", "{None: 1, 2.5: 2}", "{(1, 2): 3}", "-0.0", "1e22", "10 ** 20 / 3",
    "'\\u00e9\\n\\t'", "int('7')", "str(LIMIT)", "max(1, LIMIT)", "list(WORDS)", "tuple(reversed(WORDS))", "sorted(WORDS)", "'{}-{}'.format(1, 2)",
    "lambda: 3", "double", "len", "...", "Ellipsis", "NotImplemented", "zoneinfo.ZoneInfo('UTC')", "Path('/a') / 'b'", "Path('/a', 'b').name",
    "date.today", "moment.min", "date.max", "timedelta.max", "sys.maxsize", "UUID('12345678123456781234567812345678')", "Counter('aab')",
]  # fmt: skip
EXTRA_CONFIGS = [
    "alias_generator=to_snake", "alias_generator=shortened", "alias_generator=AliasGenerator(alias=to_camel, serialization_alias=str.upper)",
    "field_title_generator=titled", "model_title_generator=lambda cls: cls.__name__.lower()", "json_schema_extra=marked", "json_schema_extra=fewer",
    "json_schema_serialization_defaults_required=True", "validate_by_name=True", "strict=True",
    "validate_by_alias=False, validate_by_name=True", "serialize_by_alias=True", "ser_json_temporal='seconds'", "str_min_length=1", "loc_by_alias=False",
    "coerce_numbers_to_str=True", "allow_inf_nan=False", "ser_json_inf_nan='strings'", "val_json_bytes='base64'", "ser_json_bytes='hex'",
    "regex_engine='python-re'", "protected_namespaces=()", "revalidate_instances='always'", "use_enum_values=True", "arbitrary_types_allowed=True",
    "str_max_length=3, str_to_lower=True", "json_schema_extra={'title': 'Over', 'properties': {}}", "title='A [b] c'", "extra='ignore'",
]  # fmt: skip

FIELD_LINES = [
    "@field_validator('{0}')\n@classmethod\ndef check(cls, v): return v",
    "@field_validator('{0}', mode='before')\n@classmethod\ndef check(cls, v): return v",
    "@field_validator('{0}', mode='plain')\n@classmethod\ndef check(cls, v): return v",
    "@field_validator('{0}', mode='wrap')\n@classmethod\ndef check(cls, v, h): return h(v)",
    "@field_validator('{0}', mode='before', json_schema_input_type={1})\n@classmethod\ndef check(cls, v): return v",
    "@field_validator('{0}', mode='plain', json_schema_input_type={1})\n@classmethod\ndef check(cls, v): return v",
    "@field_validator('*', mode='wrap', json_schema_input_type=int)\n@classmethod\ndef check(cls, v, h): return h(v)",
    "@field_serializer('{0}')\ndef dump(self, v) -> {1}: return v",
    "@field_serializer('{0}')\ndef dump(self, v): return v",
    "@field_serializer('{0}', mode='wrap')\ndef dump(self, v, h) -> {1}: return h(v)",
    "@field_serializer('{0}', when_used='unless-none', return_type={1})\ndef dump(self, v): return v",
    "@field_serializer('*', when_used='json-unless-none')\ndef dump(self, v) -> str: return str(v)",
    "@model_serializer\ndef whole(self) -> dict[str, {1}]: return {{}}",
    "@model_serializer(mode='wrap')\ndef whole(self, h): return h(self)",
    "@model_serializer(mode='plain')\ndef whole(self): return 1",
    "@model_validator(mode='before')\n@classmethod\ndef first(cls, v): return v",
    "@model_validator(mode='after')\ndef last(self): return self",
    "@model_validator(mode='wrap')\n@classmethod\ndef around(cls, v, h): return h(v)",
]  # fmt: skip
COMPUTED = [
    "@computed_field\n@property\ndef made(self) -> {0}: return None",
    "@computed_field({1})\n@property\ndef made(self) -> {0}:\n    '''Told here.'''\n    return None",
    "@computed_field(return_type={0}, alias='madeUp', title='Made up', description='Outcome.')\ndef made(self): return None",
    "@computed_field\ndef made(self): return None",
    "@computed_field(examples=[1], deprecated='x', json_schema_extra={{'y': 1}})\n@property\ndef made_up(self) -> {0}: return None",
]  # fmt: skip
CLASS_LINES = [
    "__pydantic_extra__: dict[str, int]", "def method(self): return 1", "kept: ClassVar[dict] = {}", "_own: int = 3", "f0 = 5", "f0 = Field(5)", "f0: str",
    "late: 'list[int]' = []", "class Config:\n    extra = 'forbid'\n    title = 'Old'", "self_: Optional[Self] = None", "fixed: Final[int] = 3",
    "fixed: Final = 'x'", "fixed: Final[int]", "model_x: int = 1", "__doc__ = 'Set.'", "def __init__(self, **data): super().__init__(**data)",
    "@property\ndef prop(self) -> int: return 1", "x: int = 1\nx: str", "kind: Literal['k'] = 'k'", "Alias = int\nuses: Alias = 1", "a: int; b: str = 'x'",
]  # fmt: skip
DATACLASS_LINES = [
    "late: int = field(default=3, kw_only=True)", "made: list[int] = field(default_factory=lambda: [1])", "out: int = field(init=False, default=1)",
    "once: InitVar[int] = 1", "told: int = field(default=1, metadata={'title': 'T', 'description': 'D', 'x': 1})", "_: KW_ONLY\nlast: str",
    "shared: ClassVar[int] = 1", "_own: int = 1", "noted: Annotated[int, Field(ge=1)] = 1", "rich: int = Field(default=1, title='R', kw_only=True)",
    "fac: dict = Field(default_factory=dict)", "def __post_init__(self): pass", "again: 'Any' = None", "hid: int = field(default=1, repr=False, compare=False)",
]  # fmt: skip

ENUMS = [
    "str, Enum\nA = 'a'\nB = A\nC = 'c'", "Enum\n'''Outcome.'''\nA = 1\n_x = 2\n__y = 3", "IntEnum\nA = auto()\nB = 7\nC = auto()", "StrEnum\nA = auto()\nB_C = auto()\nD = 'D' + A",
    "Enum\ndef _generate_next_value_(name, start, count, last_values): return name.lower()\nA = auto()\nB = auto()", "Flag\nA = auto()\nB = 4\nC = auto()\nD = A | B",
    "enum.IntFlag\nA = 1\nB = 2\nAB = 3", "Enum\nA = (1, 'x')\nB = (2, 'y')\ndef __init__(self, n, s): self.n = n", "float, Enum\nA = 1.5\nB = 2",
    "Enum\nA = {'k': 1}\nB = [1]", "Enum\nA = None\nB = False\nC = 0", "Enum\nA = date(2020, 1, 2)\nB = Decimal('1.5')", "Enum\n'''Empty.'''\npass", "Enum\npass",
    "int, Enum\n_ignore_ = ['B']\nA = 1\nB = 2", "Enum\nA = auto()\nB = 'x'", "str, Enum\nA = 'x'\ndef __str__(self): return self.value\n@property\ndef up(self): return 1",
    "bytes, Enum\nA = b'a'", "Enum\nA = enum.member(1)\nB = enum.nonmember(2)", "StrEnum\nA = 'a'\n@classmethod\ndef _missing_(cls, v): return cls.A", "Enum\nA = 1.0\nB = 1\nC = True",
    "str, Enum\nA = 'a', 'ascii'\nB = 'b'", "str, Enum\nA = 'a', 'told'\nB = 'b', 'more'\ndef __new__(cls, value, told):\n    made = str.__new__(cls, value)\n    made._value_ = value\n    made.told = told\n    return made",
    "Enum\nA = 1, 'x'\nB = 2, 'y'\ndef __new__(cls, number, label):\n    made = object.__new__(cls)\n    made._value_ = label\n    return made",
]  # fmt: skip
