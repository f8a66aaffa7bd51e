"""Parameters of a tool as `create_model` sees them, and what is said of values that cannot be known."""

import inspect
import json
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, create_model

from toolc.runtime.live import Live
from toolc.schema.pydantic import Spelling, spell_definition, spell_fields, spell_type
from toolc.signature import (
    NO_DEFAULT,
    Alias,
    CallConstant,
    Class,
    Definition,
    Factory,
    Generic,
    Given,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
    UnknownConstant,
    Unresolved,
)
from toolc.signature import Annotated as Noted
from toolc.signature import Field as Declared

INT, STR = Plain("builtins.int"), Plain("builtins.str")


class Filter(BaseModel):
    field: str
    deep: "Filter | None" = None


def search(
    query: str,
    limit: Annotated[int, Field(ge=1, description="How many")] = 10,
    filters: list[Filter] | None = None,
    tags: Annotated[list[str], Field(max_length=3)] = Field(["a"], title="Tags!", alias="tagList"),  # noqa: B008
    made: dict[str, int] = Field(default_factory=dict),  # noqa: B008
    *,
    strict: bool = False,
) -> str:
    return ""


def test_the_parameters_of_a_function_as_create_model_makes_them() -> None:
    live = Live()
    signature = live.signature(search)
    fields = [Declared(one.name, one.type or STR, one.default) for one in signature.parameters]
    spelling = spell_fields(fields, signature.definitions, title="searchArguments")
    given: dict[str, Any] = {
        name: (one.annotation, ... if one.default is inspect.Parameter.empty else one.default)
        for name, one in inspect.signature(search).parameters.items()
    }
    wanted = create_model("searchArguments", **given).model_json_schema(by_alias=True)
    assert json.dumps(spelling.schema) == json.dumps(wanted)
    assert spelling.fidelity == "exact"


def spell(*fields: Declared, **definitions: Definition) -> Spelling:
    return spell_fields(fields, {one.qualname: one for one in definitions.values()}, title="Args")


def says(spelling: Spelling, code: str, fidelity: str, where: str) -> None:
    found = [(issue.code, issue.fidelity, issue.where) for issue in spelling.issues]
    assert (code, fidelity, where) in found
    assert spelling.fidelity == fidelity


UNKNOWN = UnknownConstant("it is computed")


def test_an_undecided_default_is_left_out_and_said() -> None:
    spelling = spell(Declared("a", INT, UNKNOWN), Declared("b", INT, Given([1, UNKNOWN])), Declared("c", INT, Factory()))
    assert spelling.schema is not None
    assert "required" not in spelling.schema
    assert "default" not in spelling.schema["properties"]["a"]
    says(spelling, "TC309", "approximate", "Args.a")


@pytest.mark.parametrize("keyword", ["description", "title", "ge", "examples"])
def test_an_undecided_keyword_is_approximate(keyword: str) -> None:
    spelling = spell(Declared("a", INT, Given(CallConstant("pydantic.Field", (), {keyword: UNKNOWN}))))
    says(spelling, "TC316", "approximate", "Args.a")


@pytest.mark.parametrize("keyword", ["alias", "validation_alias", "discriminator"])
def test_an_undecided_name_leaves_the_schema_unknown(keyword: str) -> None:
    type_ = INT if keyword != "discriminator" else Union((INT, STR))
    spelling = spell(Declared("a", type_, Given(CallConstant("pydantic.Field", (), {keyword: UNKNOWN}))))
    says(spelling, "TC316", "unknown", "Args.a")


def test_code_in_json_schema_extra_is_a_hook() -> None:
    says(
        spell(Declared("a", INT, Given(CallConstant("pydantic.Field", (), {"json_schema_extra": Plain("m.f")})))),
        "TC310",
        "unknown",
        "Args.a",
    )


def test_what_could_not_be_read_is_unknown() -> None:
    says(spell(Declared("a", Unresolved("TC307", "no such name", "Nope"))), "TC307", "unknown", "Args.a")
    says(spell(Declared("a", Class("nowhere:Nope"))), "TC307", "unknown", "Args.a")
    says(spell(Declared("a", Literal((UNKNOWN,)))), "TC316", "unknown", "Args.a")
    hooked = Definition("m:H", "H", "plain", reason="custom hook __get_pydantic_core_schema__")
    says(spell(Declared("a", Class("m:H")), H=hooked), "TC310", "unknown", "Args.a")
    partial = Definition("m:P", "P", "model", reason="a base is unknown")
    says(spell(Declared("a", Class("m:P")), P=partial), "TC316", "unknown", "Args.a")


def test_what_pydantic_refuses_has_no_schema() -> None:
    spelling = spell(Declared("a", Plain("collections.abc.Callable")))
    assert spelling.schema is None
    says(spelling, "TC308", "refused", "")


def test_two_classes_of_one_name() -> None:
    first = Definition("m:f.<locals>.X", "X", "model", fields=(Declared("a", INT),))
    second = Definition("m:f.<locals>.X#2", "X", "model", fields=(Declared("b", INT),))
    spelling = spell(Declared("a", Class(first.qualname)), Declared("b", Class(second.qualname)), one=first, two=second)
    assert spelling.schema is not None
    assert list(spelling.schema["$defs"]) == ["m__f___locals___X__1", "m__f___locals___X__2"]


# --- any input has an answer -----------------------------------------------------------------------------------------


def test_deep_types_end() -> None:
    type_: Type = INT
    for _ in range(20_000):
        type_ = Generic("builtins.list", (type_,))
    assert spell(Declared("a", type_)).fidelity == "unknown"


def test_doubling_types_end() -> None:
    type_: Type = INT
    for _ in range(60):
        type_ = Generic("builtins.tuple", (type_, type_))
    assert spell(Declared("a", type_)).fidelity == "unknown"
    box = Definition("m:Box", "Box", "model", fields=(Declared("x", TypeVariable("T")),), parameters=(TypeVariable("T"),))
    assert spell(Declared("a", Class("m:Box", (type_,))), Box=box).fidelity == "unknown"


def test_generics_that_grow_end() -> None:
    inner = Class("m:G", (Generic("builtins.list", (TypeVariable("T"),)),))
    grows = Definition("m:G", "G", "model", fields=(Declared("x", inner),), parameters=(TypeVariable("T"),))
    assert spell(Declared("a", Class("m:G", (INT,))), G=grows).fidelity == "unknown"


def test_circles_end() -> None:
    one = Definition("m:A", "A", "alias", value=Alias("m:B"))
    two = Definition("m:B", "B", "alias", value=Alias("m:A"))
    assert isinstance(spell(Declared("a", Alias("m:A")), A=one, B=two), Spelling)
    new = Definition("m:N", "N", "new_type", value=Class("m:N"))
    assert spell(Declared("a", Class("m:N")), N=new).fidelity == "unknown"
    var = TypeVariable("T", bound=Class("m:M"))
    model = Definition("m:M", "M", "model", fields=(Declared("x", var), Declared("y", Class("m:M", (INT,)))), parameters=(var,))
    assert isinstance(spell(Declared("a", Class("m:M")), M=model), Spelling)


@pytest.mark.parametrize(
    "made",
    [
        CallConstant("pydantic.Field", (1, 2, 3), {"ge": "x", "alias": 7, "examples": CallConstant("x"), "deprecated": []}),
        CallConstant("annotated_types.Len", ("a", "b")),
        CallConstant("annotated_types.Interval", (1, 2, 3, 4, 5, 6)),
        CallConstant("pydantic.Discriminator"),
        CallConstant("pydantic.json_schema.WithJsonSchema", (3,)),
        CallConstant("pydantic.AliasChoices", (None, 3)),
        CallConstant("pydantic.UrlConstraints", (1,)),
        Plain("pydantic.Json"),
        None,
        3,
    ],
    ids=repr,
)
def test_odd_metadata_has_an_answer(made: Any) -> None:
    for type_ in (INT, STR, Union((INT, STR)), Generic("builtins.list", (INT,))):
        assert isinstance(spell(Declared("a", Noted(type_, (made,)), Given(made))), Spelling)


@pytest.mark.parametrize(
    "of", ["decimal.Decimal", "datetime.date", "uuid.UUID", "re.compile", "builtins.dict", "builtins.set", "x.y"]
)
@pytest.mark.parametrize("args", [(), ("nonsense",), (1, 2, 3, 4, 5, 6, 7, 8, 9), ("9" * 5_000,), (None,), ({},)], ids=repr)
def test_odd_values_have_an_answer(of: str, args: tuple[Any, ...]) -> None:
    assert isinstance(spell(Declared("a", INT, Given(CallConstant(of, args)))), Spelling)


# --- versions and modes ----------------------------------------------------------------------------------------------

PLACE = Definition("m:Place", "Place", "dataclass", doc="Somewhere.", fields=(Declared("name", STR),))


@pytest.mark.parametrize(("version", "described"), [("2.11", False), ("2.12.5", False), ("2.13", True), ("2.14.3", True)])
def test_docstrings_of_dataclasses_count_since_2_13(version: str, described: bool) -> None:
    schema = spell_definition("m:Place", {"m:Place": PLACE}, pydantic_version=version).schema
    assert schema is not None
    assert ("description" in schema) is described


@pytest.mark.parametrize(
    ("version", "facts", "pattern"),
    [
        ("2.11", {}, None),
        ("2.12", {}, r"^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$"),
        (
            "2.13",
            {"max_digits": 4, "decimal_places": 1},
            r"^(?!^[-+.]*$)[+-]?0*(?:\d{0,3}|(?=[\d.]{1,5}0*$)\d{0,3}\.\d{0,1}0*$)",
        ),
        ("2.13", {"max_digits": 4}, r"^(?!^[-+.]*$)[+-]?0*(?:\d{0,4}|(?=[\d.]{1,5}0*$)\d*\.\d*0*$)"),
        ("2.12", {"decimal_places": 2}, r"^(?!^[-+.]*$)[+-]?0*\d*\.?\d{0,2}0*$"),
        ("2.14", {}, None),
        ("not a version", {}, None),
    ],
)
def test_the_pattern_of_decimals(version: str, facts: dict[str, int], pattern: str | None) -> None:
    type_ = Noted(Plain("decimal.Decimal"), (CallConstant("pydantic.Field", (), facts),))
    schema = spell_type(type_, {}, pydantic_version=version).schema
    assert schema is not None
    assert schema["anyOf"][1] == ({"type": "string"} if pattern is None else {"type": "string", "pattern": pattern})


def test_a_field_without_a_default_is_required() -> None:
    assert (spell(Declared("a", INT, NO_DEFAULT)).schema or {})["required"] == ["a"]


@pytest.mark.parametrize("version", ["2.11.10", "2.13.5", "2.14.3"])
@pytest.mark.parametrize(
    ("origin", "args", "keyword"),
    [
        ("collections.deque", (INT,), "minItems"),
        ("collections.OrderedDict", (STR, INT), "minProperties"),
        ("collections.Counter", (STR,), "minProperties"),
        ("builtins.list", (INT,), "minItems"),
    ],
)
def test_the_length_of_collections_made_by_functions(version: str, origin: str, args: tuple[Type, ...], keyword: str) -> None:
    """Before 2.14 pydantic checked it behind them, under the keyword of texts (2.11.10, 2.13.5, run)."""
    type_ = Noted(Generic(origin, args), (CallConstant("pydantic.Field", (), {"min_length": 2}),))
    schema = spell_type(type_, {}, pydantic_version=version).schema
    assert schema is not None
    leaks = origin != "builtins.list" and version != "2.14.3"
    assert schema["minLength" if leaks else keyword] == 2
    assert (keyword in schema) is not leaks
