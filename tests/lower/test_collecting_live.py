"""What a class collects from its bases, against pydantic itself: fields, configurations, generators of names and titles."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = """
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Optional, TypeVar, Union

import pydantic.dataclasses
from pydantic import AliasGenerator, BaseModel, ConfigDict, Field, Secret, SecretStr, computed_field
from pydantic.alias_generators import to_camel, to_pascal
from typing_extensions import Required, TypeAliasType, TypedDict

T = TypeVar("T")

class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, field_title_generator=lambda name, info: name.upper())
    some_a: int
    some_b: int = Field(serialization_alias="out")
    some_c: int = Field(alias="cc", alias_priority=1)
"""

SOURCES = {
    "a generator goes over what that of the base has made": """
class A(Camel):
    model_config = ConfigDict(alias_generator=str.upper, field_title_generator=lambda name, info: name + "!")
    own_name: int
class B(Camel):
    model_config = ConfigDict(alias_generator=None, field_title_generator=None)
    own_name: int
class C(A, B): ...
class D(B, A): ...
class E(Camel):
    some_a: str
""",
    "a title generator is shown the alias that a base has made": """
class A(BaseModel):
    model_config = ConfigDict(alias_generator=AliasGenerator(validation_alias=to_pascal))
    some_a: int
    some_b: int = Field(validation_alias="b")
class B(A):
    model_config = ConfigDict(alias_generator=AliasGenerator(serialization_alias=str.upper))
class C(B):
    model_config = ConfigDict(alias_generator=to_camel)
class D(C):
    model_config = ConfigDict(field_title_generator=lambda name, info: f"of {info.alias}")
    some_e: int
""",
    "a generic model with arguments makes its fields anew": """
class G(Camel, Generic[T]):
    model_config = ConfigDict(alias_generator=None)
    own_name: T
class A(G[int]):
    model_config = ConfigDict(alias_generator=str.upper)
class B(G[T], Generic[T]):
    model_config = ConfigDict(alias_generator=str.upper)
class M(BaseModel):
    a: G[int]
    b: G
    c: B
Named = G[int]
class C(Named): ...
""",
    "computed fields are handed on as well": """
class A(Camel):
    @computed_field
    @property
    def some_x(self) -> int: return 1
    @computed_field(alias="zz")
    @property
    def some_y(self) -> int: return 1
class B(A):
    model_config = ConfigDict(alias_generator=to_pascal, field_title_generator=lambda name, info: name + "!")
    @computed_field
    @property
    def some_z(self) -> int: return 1
class C(A):
    model_config = ConfigDict(alias_generator=None, field_title_generator=None)
""",
    "a computed field is written whatever its type says of a default": """
class A(BaseModel):
    @computed_field
    @property
    def x(self) -> Annotated[Any, Field(default=3)]: return None
    @computed_field
    @property
    def y(self) -> Optional[Annotated[int, Field(default=3)]]: return None
""",
    "of two bases the first gives the field, of two configurations the last counts": """
class A(BaseModel):
    model_config = ConfigDict(extra="forbid")
    x: int
class B(A): ...
class C(A):
    model_config = ConfigDict(extra="allow", title="Titled")
    x: str = "c"
class D(B, C): ...
class E(C, B): ...
class F(B, C):
    model_config = ConfigDict(title="Own")
""",
    "what is beside the models counts where they have no value": """
class Hinted:
    x: str
class Valued:
    x: str = "v"
class Bare:
    x = 3
class A(BaseModel):
    x: int
class B(Hinted, A): ...
class C(Valued, A): ...
class D(Bare, A): ...
class E(A, Valued): ...
""",
    "class variables and methods under the name of a field": """
class A(BaseModel):
    x: ClassVar[int] = 3
    y: int
    def m(self): return 1
class B(A):
    x: int
    m: int
class C(A):
    y: ClassVar[int] = 3
class D(C):
    y: str
class E(BaseModel):
    m: int
class F(A, E): ...
class G(E):
    def m(self): return 2
class H(G): ...
""",
    "class Config inherits, and only that of the model itself counts": """
class Shared:
    extra = "forbid"
    alias_generator = to_camel
class A(BaseModel):
    some_x: int
    class Config(Shared):
        title = "Titled"
class B(A):
    class Config(A.Config):
        extra = "allow"
class Old:
    class Config:
        extra = "forbid"
class New:
    model_config = ConfigDict(extra="forbid")
class C(Old, BaseModel): ...
class D(New, BaseModel): ...
class E(BaseModel, New): ...
""",
    "private names": """
class A(TypedDict, total=False):
    __kind: Required[int]
    __b__: int
    _c: int
class B(A):
    __kind: str
class _C(TypedDict):
    __x: int
class __(TypedDict):
    __x: int
""",
    "a factory that is empty": """
@dataclass
class A:
    b: list[int] = field(default_factory=[])
    c: list[int] = field(default_factory=list)
    d: int = field(default_factory=0)
@pydantic.dataclasses.dataclass
class B:
    b: list[int] = field(default_factory=[])
class M(BaseModel):
    b: list[int] = Field(default_factory=[])
    c: list[int] = Field(default_factory=list)
""",
    "a function is a default without JSON": """
def always(error): return True
class N(NamedTuple):
    a: int = 0
    b: Union[type[Exception], Callable[[Exception], bool]] = always
class M(BaseModel):
    a: Any = always
    n: N = N()
""",
}


@pytest.mark.parametrize("name", SOURCES)
def test_equals_pydantic(name: str) -> None:
    assert_all_exact(HEAD + SOURCES[name])


def test_an_annotation_that_is_read_later_may_have_missed_a_generator() -> None:
    source = HEAD + "\n".join([
        "class A(Camel):",
        "    early: 'Optional[A]' = Field(serialization_alias='x')",
        "    late: 'Later' = Field(serialization_alias='y')",
        "class B(A):",
        "    model_config = ConfigDict(alias_generator=str.upper)",
        "class C(A):",
        "    model_config = ConfigDict(alias_generator=to_camel)",
        "class Later(BaseModel): ...",
    ])  # fmt: skip
    reports = types(source, versions=LIVE)
    assert {name for name, report in reports.items() if report.fidelity != "exact"} == {"B"}
    assert [told.code for told in reports["B"].diagnostics] == ["TC316"]
    check(source)


def test_a_union_with_any_that_typing_may_have_forgotten() -> None:
    """pydantic takes `Annotated` for replaced where it is another object, and typing remembers 128 of them."""
    source = HEAD + "\n".join([
        "class G(BaseModel, Generic[T]):",
        "    a: T",
        "    b: Union[str, Any, Annotated[int, Field(gt=0)]]",
        "class M(BaseModel):",
        "    g: G[int]",
    ])  # fmt: skip
    reports = types(source, versions=LIVE)
    assert {name for name, report in reports.items() if report.fidelity != "exact"} == {"M"}
    check(source)


def test_an_alias_of_a_union_that_is_another_object_at_every_use() -> None:
    source = HEAD + "\n".join([
        "A = TypeAliasType('A', Union[dict[str, T], T], type_params=(T,))",
        "class M(BaseModel):",
        "    model_config = ConfigDict(str_max_length=9)",
        "    c: A[int | None]",
        "    d: Union[A[int | None], bool]",
        "class N(BaseModel):",
        "    c: A[int | None]",
        "    d: Union[A[int | None], bool]",
    ])  # fmt: skip
    reports = types(source, versions=LIVE)
    assert {name for name, report in reports.items() if report.fidelity != "exact"} == {"M"}
    check(source)


def test_what_is_written_of_a_field_of_secrets_that_holds_none() -> None:
    source = HEAD + "\n".join([
        "class A(BaseModel):",
        "    a: Secret[list[int]] = [1]",
        "class B(BaseModel):",
        "    a: Optional[SecretStr] = None",
        "    b: SecretStr = SecretStr('x')",
        "class M(BaseModel):",
        "    a: A = A()",
        "class N(BaseModel):",
        "    b: B = B()",
    ])  # fmt: skip
    reports = types(source, versions=LIVE)
    assert {name for name, report in reports.items() if report.fidelity != "exact"} == {"M"}
    check(source)
