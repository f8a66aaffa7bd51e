"""Members of unions and arguments of generics, as toolc reads them and as pydantic reports them."""

import pytest

from harness import LIVE, types
from live_types import assert_all_exact, check, differing, model
from written import HEAD as PLAIN

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEAD = PLAIN + "from typing import TypeAlias\n"
BOX = (
    model("x: T", head="class G(BaseModel, Generic[T]):")
    + "\nA = TypeAliasType('A', dict[str, T] | list[T], type_params=(T,))\n"
)
KINDS = "".join(
    f"class {name}(BaseModel):\n    kind: Literal[{values}]\n"
    for name, values in (("P", "'a', 'b'"), ("Q", "'b'"), ("R", "'c'"))
)
CALLS = model("f: Callable", head="class C(BaseModel):") + "\n"

EXACT = {
    "a NewType shows as the class of its kind": BOX + "N = NewType('N', int)\nO = NewType('O', List['int'])\n"
    + model("a: G[N]", "b: G[O]", "c: dict[str, G[list[N]]]", "d: A[Tuple[N, Literal['x']]]", "e: G[G[N]]"),
    "a text shows as it stands": "P: TypeAlias = 'list[Q]'\nclass Q(BaseModel): ...\n@dataclass\nclass D(Generic[T]):\n    x: T\n" + BOX
    + model("a: G['Annotated[Q, at.Gt(1)]']", "b: G['Q | None']", "c: G[P]", "d: G[D['Q']]", "e: G[D[Q]]", "f: G['Q']", "g: D['Q']"),
    "arguments of an alias show as typing writes them": BOX + "class P(BaseModel): ...\n"
    + model("a: G[A[P]]", "b: G[A[tuple[int, ...]]]", "c: G[A[UUID]]", "d: G[A[Tuple[()]]]", "e: G[A[List[P]]]", "f: G[A[A[int]]]"),
    "metadata of OnErrorOmit show as the class they are of": BOX + model("a: G[pydantic.OnErrorOmit[int]]", "b: A[Union[dict, pydantic.OnErrorOmit[str]]]"),
    "texts in a NewType that are no members": "N = NewType('N', Annotated[str, 'x y'])\nO = NewType('O', dict['str', 'int'])\nP = NewType('P', Literal['a', 'a'])\n" + model("a: N", "b: O", "c: P"),
    "an ellipsis in a union has no JSON": "from types import EllipsisType\n" + model("a: Union[int, EllipsisType, None] = None", "b: list[Union[int, EllipsisType]] = []", "c: Union[str, EllipsisType] = ..."),
    "fields that hide their types": model("date: Optional[date] = None", "Any: Any = None") + "\n" + model("str: str = None", "moment: 'moment' = None", head="class N(BaseModel):")
    + "\n@dataclass\nclass D:\n    int: int = None\n    x: date = None\n",
    "a value that a base keeps for good": model("fixed: Final = 'x'", "other: Final[int] = 1") + "\n" + model("fixed: Final[int]", "other: int", head="class N(M):"),
    "a serializer in front of a validator of anything": "import zoneinfo\n" + model(*(f"f{at}: Annotated[{kind}, pydantic.PlainSerializer(len, return_type=int), pydantic.PlainValidator(str, json_schema_input_type=str)]" for at, kind in enumerate(["zoneinfo.ZoneInfo", "pydantic.IPvAnyAddress", "re.Pattern", "int"]))),
    "an empty tuple shows as nothing": BOX + model("a: G[tuple[()]]", "b: G[List[Tuple[()]]]", "c: A[tuple[()]]"),
    "one member in quotes and without": CALLS + "class U(RootModel[Union[C, 'C', int]]): ...\nclass V(RootModel[Union[List['int'], List[int]]]): ...",
    "generics without variables of their own": model("x: T", head="class G(BaseModel, Generic[T]):")
    + "\nclass P(G): ...\nclass Q(G[list[T]]): ...\nclass R(Q): ...\nclass S(pydantic.RootModel[Tuple[int, T]]): ...\nclass Mixin: ...\nclass U(Mixin, G): ...\n"
    + model("a: P", "b: Q", "c: R", "d: S", "e: U", head="class H(BaseModel, Generic[T]):") + "\n" + model("a: H[int]", "b: Q[str]", "c: P[bool]", "d: R")
    + "\nclass V(Q[int]): ...\nclass W(R[str]): ...\nclass X(S[int]): ...\n",
    "generic dataclasses without variables of their own": "@dataclass\nclass D(Generic[T]):\n    x: T\n@dataclass\nclass E(D[list[T]]):\n    y: T\n" + model("a: E", "b: E[int]"),
    "properties of a TypedDict that may be left out": "class D(TypedDict):\n    a: int\n    @computed_field\n    @property\n    def b(self) -> pydantic.OnErrorOmit[int]: ...",
    "members of one value among tagged ones": KINDS + "class S(BaseModel):\n    kind: Literal[True, 1]\n" + model("z: Annotated[P | S, Field(discriminator='kind')]", "a: Annotated[P | R | P, Field(discriminator='kind')]", "b: Annotated[Annotated[P | R, Field(discriminator='kind')] | P, Field(discriminator='kind')]"),
}  # fmt: skip

OF_METHODS = """
U = TypeVar("U")
class Pair(BaseModel, Generic[T, U]):
    one: T
    two: U
class H(BaseModel, Generic[T]):
    x: T
    @computed_field
    def made(self) -> T: return None
    @computed_field(return_type=list[Optional[Pair]])
    def pairs(self): return None
class M(H[int]): ...
class N(H[U], Generic[U]):
    y: Optional[H] = None
    @pydantic.field_serializer("x")
    def written(self, value) -> list[U]: return []
class O(N[str]): ...
class P(BaseModel):
    a: N[int]
    b: H[str]
class Q(O): ...
"""
DATACLASS = "@dataclass(kw_only=True)\nclass D:\n    a: defaultdict[str, Literal['x']]\n    b: int = Field(fail_fast=True)\n"
REFUSED = {
    **{f"two uses of what is no schema, one of them behind a function and {kind}": CALLS + model("a: Union[C, int]", f"b: Annotated[{kind}, pydantic.PlainValidator(lambda v: v)]")
       for kind in ("SkipValidation[C]", "Sequence[C]", "list[C]", "defaultdict[str, Annotated[C, Field(default_factory=C)]]")},
    "a value of two members": KINDS + "M = Annotated[P | Q, Field(discriminator='kind')]",
    "a value of two members, of which one has no schema": KINDS.replace("class Q(BaseModel):", "class Q(BaseModel):\n    f: Callable") + "M = Annotated[P | Q, Field(discriminator='kind')]",
    "a property of a TypedDict whose property says no type": "class D(TypedDict):\n    @computed_field\n    def x(self): ...\n@dataclass\nclass M:\n    @computed_field\n    @property\n    def d(self) -> D: ...",
    "two members that are no schema": CALLS + "class M(RootModel[Union[C, list['C'], int]]): ...",
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_equals_pydantic(name: str) -> None:
    source = f"{HEAD}\n{EXACT[name]}\n"
    if "Callable" in EXACT[name]:
        assert check(source)
        assert {one for one, report in types(source).items() if report.fidelity == "exact"} >= {"U", "V"}
    else:
        assert_all_exact(source)


@pytest.mark.parametrize("field", ["N", "G[A[Optional[int]]]", "G[A[HttpUrl]]", "pydantic.RootModel['list[P]']"])
def test_names_that_depend_on_more_than_the_type_are_not_known(field: str) -> None:
    source = f"{HEAD}\n{BOX}class P(BaseModel): ...\nN = NewType('N', Union['P', P])\n{model(f'a: {field}')}\n"
    assert {told.code for told in types(source, versions=LIVE)["M"].diagnostics} == {"TC316"}
    check(source)


@pytest.mark.parametrize("name", REFUSED)
def test_what_raises_is_refused(name: str) -> None:
    source = f"{HEAD}\n{REFUSED[name]}\n"
    assert types(source, versions=LIVE)["M"].fidelity == "refused"
    check(source)


def test_what_methods_of_generic_bases_return() -> None:
    """Computed fields take what stands for the variables, serializers leave them as they are."""
    assert_all_exact(HEAD + OF_METHODS)


BASES = """
from typing import Optional
from pydantic import BaseModel
class Open(BaseModel):
    later: 'Optional[Late]'
class Rebuilt(BaseModel):
    later: 'Optional[Late]'
class Itself(BaseModel):
    again: 'Optional[Itself]' = None
class Late(BaseModel):
    x: int
Rebuilt.model_rebuild()
"""
BELOW = """
class A(Rebuilt): ...
class B(Itself): ...
class C(Open):
    later: int
class D(Open): ...
class E(C, Open): ...
"""


@pytest.mark.parametrize(("more", "told"), [("", "unknown"), (", Late", "exact")])
def test_fields_left_open_are_read_where_a_class_below_is_made(more: str, told: str) -> None:
    app = HEAD + f"from pk.bases import Itself, Open, Rebuilt{more}\n" + BELOW
    reports = types({"pk/__init__.py": "", "pk/bases.py": BASES, "app.py": app}, versions=LIVE)
    assert {name: reports[name].fidelity for name in "ABCDE"} == {**dict.fromkeys("ABCE", "exact"), "D": told}
    source = HEAD + f"from other import Itself, Open, Rebuilt{more}\n" + BELOW
    live = differing({"D": reports["D"]}, "validation", source, BASES)
    assert live == (["D"] if told == "unknown" else [])


def test_a_model_that_names_itself_as_self_holds_itself_too() -> None:
    """What one use says of how it is written, others may show."""
    made = "from typing_extensions import Self\nclass N(BaseModel):\n    a: Optional[Self] = None\n"
    used = "class M(BaseModel):\n    b: Annotated[N, pydantic.PlainSerializer(len, return_type=int)]\n"
    for more, told in (("", "exact"), (used, "approximate")):
        assert types(HEAD + made + more, "serialization", versions=LIVE)["N"].fidelity == told


def test_what_is_written_of_what_is_not_known_is_not_refused() -> None:
    made = "MADE = open('x').read()\nclass M(BaseModel):\n    @computed_field(return_type=Annotated[MADE, Strict()])\n"
    told = types(HEAD + "from pydantic import Strict\n" + made + "    def b(self): return None\n", versions=LIVE)["M"]
    assert told.fidelity == "unknown"


def test_fields_of_a_dataclass_are_read_as_they_are_declared() -> None:
    """The first of two that have no validator decides whether a function that validates everything makes up for it."""
    source = HEAD + DATACLASS + model("d: Annotated[D, pydantic.PlainValidator(str, json_schema_input_type=int)]") + "\n"
    assert types(source, versions=LIVE)["M"].fidelity == "exact"
    check(source)


def test_a_serializer_of_a_class_is_under_its_configuration() -> None:
    config = "model_config = ConfigDict(arbitrary_types_allowed=True)"
    source = (
        HEAD + model(config, "a: int", "@pydantic.model_serializer\n    def whole(self) -> dict[str, bytearray]: ...") + "\n"
    )
    assert types(source, versions=LIVE)["M"].fidelity == "exact"
    check(source)


def test_values_of_enums_are_written_by_a_function_that_says_no_schema() -> None:
    """So behind a validator that takes anything nothing is known of what is written."""
    source = (
        HEAD
        + "class E(Enum):\n    A = 1\n"
        + model("model_config = ConfigDict(use_enum_values=True)", "e: Annotated[E, pydantic.PlainValidator(str)]")
    )
    assert types(source, "serialization", versions=LIVE)["M"].fidelity == "refused"
    check(source + "\n")
