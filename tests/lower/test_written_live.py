"""What is written of a type (serialization mode), as toolc reads it from source and as pydantic reports it."""

import pytest

from harness import types
from live_types import assert_all_exact, model
from oracle import running
from written import HEAD

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEADER = (
    HEAD
    + """
from functools import cached_property
from pydantic import (
    Base64Bytes, Base64Str, ByteSize, PlainSerializer, PlainValidator, SerializeAsAny, WithJsonSchema, WrapSerializer,
    WrapValidator, field_serializer, model_serializer,
)
from typing_extensions import deprecated
"""
)

SERIALIZER = "@model_serializer\n    def write(self) -> dict[str, int]: ..."

SOURCES = {
    "defaults are not required": model("a: int = 1", "b: str"),
    "defaults are required": model("model_config = ConfigDict(json_schema_serialization_defaults_required=True)", "a: int = 1", "b: 'N'", "c: 'D'")
    + "\n" + model("a: int = 1", head="class N(BaseModel):") + "\nclass D(TypedDict, total=False):\n    a: int\nM.model_rebuild()",
    "aliases": model("a: int = Field(alias='x')", "b: int = Field(validation_alias='y')", "c: int = Field(serialization_alias='z')", "d: int = Field(alias='p', serialization_alias='q')"),
    "alias generator": model("model_config = ConfigDict(alias_generator=str.upper)", "a: int = Field(validation_alias='y')", "b: int", "c: int = Field(alias='z')")
    + "\n" + model("model_config = ConfigDict(alias_generator=AliasGenerator(validation_alias=str.upper, serialization_alias=str.title))", "a_b: int", head="class N(BaseModel):"),
    "excluded": model("a: int = Field(exclude=True)", "b: int = Field(1, exclude=False)", "c: Annotated[int, Field(exclude=True)] = 1", "d: int = Field(exclude_if=lambda v: not v)"),
    "standard library": model("a: date", "b: moment", "c: timedelta", "d: Decimal = Decimal('1.5')", "e: UUID", "f: Path = Path('a')", "g: bytes = b'a'", "h: Decimal | None = Field(None, gt=1)", "i: time", "j: complex"),
    "numbers of seconds": model("model_config = ConfigDict(ser_json_timedelta='float')", "a: timedelta", "b: timedelta = timedelta(1)", "c: list = [timedelta(hours=1)]", "c: list = [timedelta(2)]"),
    "temporal numbers": model("model_config = ConfigDict(ser_json_temporal='seconds')", "a: timedelta", "b: date", "c: moment", "d: time"),
    "types of pydantic": model("a: Json", "b: Json[list[int]]", "c: SecretStr = SecretStr('x')", "d: ByteSize", "e: HttpUrl", "f: Base64Bytes", "g: ByteSize | None", "h: EmailStr"),
    "encoded defaults": model("a: Base64Bytes = b'x'", "b: Base64Str = 'x'", "c: ByteSize = 3", "d: re.Pattern = re.compile('a')", "e: Base64Str = b'x'"),
    "validators": model("a: Annotated[int, PlainValidator(str)]", "b: Annotated[int, Field(gt=1), PlainValidator(str, json_schema_input_type=list[int])] = 1", "c: Annotated[list[int], BeforeValidator(list, json_schema_input_type=int | str)]", "d: Annotated[int, WrapValidator(lambda v, h: v, str)]"),
    "decorated validators": model("a: int", "b: int = 1", "@field_validator('a', mode='plain')\n    def p(cls, v): return v", "@field_validator('b', mode='before', json_schema_input_type=int | None)\n    @classmethod\n    def q(cls, v): return v")
    + "\n" + model("c: str", "@field_validator('*', mode='plain', json_schema_input_type='N')\n    def all(cls, v): return v", head="class N(M):"),
    "validator of a class without schema": "class Thing: ...\n" + model("a: Annotated[Thing, PlainValidator(str), WithJsonSchema({'type': 'string'}, mode='serialization')]"),
    "schemas for a mode": model("a: Annotated[int, WithJsonSchema({'x': 1}, mode='serialization')]", "b: Annotated[int, WithJsonSchema({'x': 2}, mode='validation')]", "c: Annotated[int, WithJsonSchema({'x': 3})]"),
    "serializers as annotations": "def text(v) -> str: ...\ndef bare(v): ...\n"
    + model("a: Annotated[int, PlainSerializer(text)]", "b: Annotated[int, PlainSerializer(bare)]", "c: Annotated[int | None, PlainSerializer(bare, return_type=list[int], when_used='unless-none')]", "d: Annotated[list[int], WrapSerializer(lambda v, h: v, return_type=str)] = []", "e: Annotated[date, PlainSerializer(lambda v: v, str)]", "f: Annotated[int, PlainSerializer(str)]", "g: SerializeAsAny[Decimal]", "h: Annotated['M', PlainSerializer(text)]", "i: Annotated[int | None, PlainSerializer(text, when_used='json-unless-none')] = None"),
    "serializers of fields": model("a: int", "b: int = 1", "c: 'M | None' = None", "d: list[int]", "@field_serializer('a', 'c')\n    def one(self, v) -> str: ...", "@field_serializer('b', mode='wrap', return_type=list[int])\n    def two(self, v, h, info): ...", "@field_serializer('d')\n    def three(self, v): ...")
    + "\n" + model("@field_serializer('a')\n    def one(self, v) -> 'N': ...", head="class N(M):") + "\n" + model("@field_serializer('*', when_used='unless-none')\n    def four(self, v, info) -> str: ...", head="class O(M):"),
    "serializer of the class": model("a: int", SERIALIZER) + "\n" + model("b: M", head="class N(BaseModel):") + "\n" + model("c: M", "@model_serializer(mode='wrap')\n    def write(self, handler): ...", head="class O(M):"),
    "serializer of a root": "class R(RootModel[int]):\n    'Outcome.'\n    @model_serializer\n    def write(self) -> str: ...\nclass S(RootModel[int]):\n    @field_serializer('root')\n    def write(self, v) -> str: ...",
    "computed fields": model("a: int", "@computed_field\n    @property\n    def some_area(self) -> 'M | None':\n        '''Outcome.\n          More.'''", "@computed_field(alias='y', title='T', description='D', examples=[1], deprecated=True)\n    @cached_property\n    def x(self) -> list[int]: ...", "@computed_field(return_type=str, json_schema_extra={'k': 1})\n    def z(self): ...", "@computed_field\n    @property\n    @deprecated('old')\n    def old(self) -> int: ...")
    + "\n" + model("model_config = ConfigDict(alias_generator=str.upper)", "@computed_field\n    @property\n    def b(self) -> int: ...", "@computed_field(alias='z')\n    @property\n    def c(self) -> int: ...", "@field_serializer('b')\n    def s(self, v) -> str: ...", head="class N(M):"),
    "computed fields of dataclasses": "@pydantic.dataclasses.dataclass\nclass D:\n    a: int\n    @computed_field\n    @property\n    def b(self) -> int: ...\n    @field_serializer('a')\n    def s(self, v) -> str: ...\n@dataclass\nclass E:\n    a: D",
    "computed generic": model("a: T", "@computed_field\n    @property\n    def b(self) -> list[T]: ...", head="class M(BaseModel, Generic[T]):") + "\n" + model("c: M[int]", head="class N(BaseModel):"),
    "computed from plain bases": "class Base:\n    @computed_field\n    @property\n    def b(self) -> int: ...\nclass M(Base, BaseModel):\n    a: int",
    "one mode for a class": model("model_config = ConfigDict(json_schema_mode_override='serialization')", "a: Decimal = Decimal(1)", "@computed_field\n    @property\n    def b(self) -> int: ...")
    + "\n" + model("a: Decimal", "m: M", head="class N(BaseModel):") + "\n" + model("model_config = ConfigDict(json_schema_mode_override='validation')", "a: Decimal", "n: N", "m: M", head="class O(BaseModel):"),
    "unused return types": model("a: int", "@field_serializer('a')\n    def one(self, v): ..."),
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_equals_pydantic(name: str) -> None:
    assert_all_exact(f"{HEADER}\nfrom pydantic import AliasGenerator\n{SOURCES[name]}\n")


def test_a_definition_that_is_written_but_was_made_to_be_read_is_missing() -> None:
    """pydantic raises KeyError: what stays a definition is made in the mode of the whole."""
    override = "model_config = ConfigDict(json_schema_mode_override='serialization')"
    source = "\n".join(
        [
            HEADER,
            model("a: Decimal"),
            model(override, "a: M", "b: M", head="class N(BaseModel):"),
            model("n: N", "m: M", head="class O(BaseModel):"),
        ]
    )
    with running(source) as module, pytest.raises(KeyError):
        module.O.model_json_schema()
    assert types(source)["O"].fidelity == "refused"


def test_a_return_type_that_is_not_known_counts_only_for_what_is_written() -> None:
    source = f"{HEADER}\nimport nowhere\n" + model("a: int", "@field_serializer('a')\n    def one(self, v) -> nowhere.X: ...")
    assert types(source)["M"].fidelity == "exact"
    assert types(source, "serialization")["M"].fidelity == "unknown"
