"""function_to_tool's mapping, row by row, and what is not in its table."""

from typing import Any

import pytest

from toolc.schema.constants import NotJsonError, enum_schema, json_value
from toolc.schema.mapping import Mapper
from toolc.signature import (
    ANY,
    ELLIPSIS,
    NONE,
    Alias,
    Annotated,
    CallConstant,
    Class,
    Definition,
    Factory,
    Field,
    Generic,
    Given,
    Literal,
    Member,
    Plain,
    Type,
    TypeVariable,
    Union,
    UnknownConstant,
    Unresolved,
)

STR, INT, FLOAT, BOOL = (Plain(f"builtins.{name}") for name in ("str", "int", "float", "bool"))
S, I = {"type": "string"}, {"type": "integer"}  # noqa: E741
LIST, SEQUENCE, SET, FROZEN = "builtins.list", "collections.abc.Sequence", "builtins.set", "builtins.frozenset"
DICT, MAPPING, TUPLE = "builtins.dict", "collections.abc.Mapping", "builtins.tuple"

ROWS: list[tuple[Type, dict[str, Any]]] = [
    (STR, S),
    (INT, I),
    (FLOAT, {"type": "number"}),
    (BOOL, {"type": "boolean"}),
    (Plain("builtins.bytes"), {"type": "string", "contentEncoding": "base64"}),
    (Plain("datetime.datetime"), {"type": "string", "format": "date-time"}),
    (Plain("datetime.date"), {"type": "string", "format": "date"}),
    (Plain("datetime.time"), {"type": "string", "format": "time"}),
    (Generic(LIST, (INT,)), {"type": "array", "items": I}),
    (Generic(SEQUENCE, (INT,)), {"type": "array", "items": I}),
    (Generic(SET, (INT,)), {"type": "array", "items": I, "uniqueItems": True}),
    (Generic(FROZEN, (STR,)), {"type": "array", "items": S, "uniqueItems": True}),
    (Plain(LIST), {"type": "array", "items": S}),
    (Plain(SET), {"type": "array", "items": S, "uniqueItems": True}),
    (Generic(TUPLE, (INT, STR)), {"type": "array", "prefixItems": [I, S], "minItems": 2, "maxItems": 2}),
    (Generic(TUPLE, (INT, ELLIPSIS)), {"type": "array", "items": I}),
    (Generic(TUPLE, ()), {"type": "array", "minItems": 0, "maxItems": 0}),
    (Plain(TUPLE), {"type": "array", "items": S}),
    (Generic(DICT, (STR, INT)), {"type": "object", "additionalProperties": I}),
    (Generic(MAPPING, (STR, INT)), {"type": "object", "additionalProperties": I}),
    (Plain(DICT), {"type": "object", "additionalProperties": S}),
    (Literal(("a", "b", "c")), {"type": "string", "enum": ["a", "b", "c"]}),
    (Literal((1, 2, 3)), {"type": "integer", "enum": [1, 2, 3]}),
    (Literal(("a", 1, True)), {"enum": ["a", 1, True]}),
    (Literal((True, 1)), {"enum": [True, 1]}),
    (Literal((None,)), {"type": "null", "enum": [None]}),
    (Literal((Member("m:E", "A", "x"), "x")), {"type": "string", "enum": ["x"]}),
    (Union((INT, STR)), {"oneOf": [I, S]}),
    (Union((INT, NONE)), I),
    (Union((NONE, INT, STR)), {"oneOf": [I, S]}),
    (Annotated(INT, ("words",)), I),
    (Generic(LIST, (Generic(DICT, (STR, Generic(LIST, (FLOAT,)))),)), {
        "type": "array",
        "items": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "number"}}},
    }),
    (TypeVariable("T", INT), I),
    (TypeVariable("T", None, (INT, STR)), {"oneOf": [I, S]}),
    (TypeVariable("T", INT, (), STR), S),
]  # fmt: skip

UNMAPPED: list[Type] = [
    ANY,
    NONE,
    Plain("builtins.object"),
    Plain("builtins.complex"),
    Plain("uuid.UUID"),
    Plain("decimal.Decimal"),
    Generic("collections.abc.Iterable", (INT,)),
    Generic("collections.abc.Callable", (INT,)),
    TypeVariable("T"),
]


@pytest.mark.parametrize(("type_", "schema"), ROWS)
def test_row(type_: Type, schema: dict[str, Any]) -> None:
    mapper = Mapper({})
    assert mapper.schema(type_) == schema
    assert mapper.issues == []
    assert mapper.unmapped == []


@pytest.mark.parametrize("type_", UNMAPPED)
def test_fallback(type_: Type) -> None:
    mapper = Mapper({})
    assert mapper.schema(type_) == S
    assert mapper.unmapped == [type_]
    assert mapper.issues == []


def definition(kind: str, *fields: Field, name: str = "A", **more: Any) -> dict[str, Definition]:
    return {f"m:{name}": Definition(f"m:{name}", name, kind, fields=fields, **more)}  # type: ignore[arg-type]


def mapped(definitions: dict[str, Definition], *args: Type) -> dict[str, Any]:
    return Mapper(definitions).schema(Class("m:A", args))


def test_enums() -> None:
    strings = definition("enum", members=(("A", "value1"), ("B", "value2"), ("ALIAS", "value1")))
    assert mapped(strings) == {"type": "string", "enum": ["value1", "value2"]}
    assert mapped(definition("enum", members=(("A", 1), ("B", 2)))) == {"type": "integer", "enum": [1, 2]}
    assert mapped(definition("enum", members=(("A", 1), ("B", "b")))) == {"enum": [1, "b"]}


def test_an_enum_value_that_cannot_be_told() -> None:
    mapper = Mapper(definition("enum", members=(("A", UnknownConstant("computed")),)))
    assert mapper.schema(Class("m:A")) == S
    assert [(one.code, one.fidelity) for one in mapper.issues] == [("TC316", "approximate")]
    assert mapper.unmapped == []


def test_typed_dict() -> None:
    keys = definition("typed_dict", Field("a", STR, required=True), Field("b", INT, required=False))
    assert mapped(keys) == {"type": "object", "properties": {"a": S, "b": I}, "required": ["a"]}


def test_dataclass() -> None:
    fields = (
        Field("a", STR),
        Field("b", INT, Given(3)),
        Field("c", INT, Given(CallConstant("dataclasses.field", (), {"default_factory": "list"}))),
        Field("d", INT, Given(CallConstant("dataclasses.field", (), {"repr": False}))),
        Field("e", INT, Factory()),
        Field("f", INT, UnknownConstant("computed")),
    )
    schema = mapped(definition("dataclass", *fields))
    assert list(schema["properties"]) == ["a", "b", "c", "d", "e", "f"]
    assert schema["required"] == ["a", "d"]


def test_named_tuple_is_an_object() -> None:
    schema = mapped(definition("named_tuple", Field("left", INT), Field("right", STR, Given("r"))))
    assert schema == {"type": "object", "properties": {"left": I, "right": S}, "required": ["left"]}


def test_model() -> None:
    fields = (
        Field("a", STR, Given(CallConstant("pydantic.Field", (), {"alias": "from"}))),
        Field("b", Annotated(INT, (CallConstant("pydantic.Field", (), {"validation_alias": "bee", "alias": "x"}),))),
        Field("c", INT, Given(CallConstant("pydantic.Field", (3,)))),
        Field("d", INT, Given(CallConstant("pydantic.Field", (...,)))),
        Field("e", INT, Given(CallConstant("pydantic.Field", (), {"default": None}))),
        Field("f", INT, Given(CallConstant("pydantic.Field", (), {"default_factory": "f"}))),
        Field("g", Annotated(INT, (CallConstant("pydantic.Field", (), {"default": 1}),))),
        Field("h", INT, Given(...)),
        Field("_private", INT),
    )
    schema = mapped(definition("model", *fields))
    assert list(schema["properties"]) == ["from", "bee", "c", "d", "e", "f", "g", "h"]
    assert schema["required"] == ["from", "bee", "d", "h"]


def test_root_model_and_alias_are_what_they_stand_for() -> None:
    assert mapped(definition("root_model", Field("root", Generic(LIST, (INT,))))) == {"type": "array", "items": I}
    generic = definition("alias", value=Generic(LIST, (TypeVariable("T"),)), parameters=(TypeVariable("T"),))
    assert Mapper(generic).schema(Alias("m:A", (INT,))) == {"type": "array", "items": I}


def test_a_newtype_is_in_no_row() -> None:
    assert mapped(definition("new_type", value=INT)) == S


def test_generic_dataclass() -> None:
    box = definition("dataclass", Field("item", Union((TypeVariable("T"), NONE))), parameters=(TypeVariable("T"),))
    assert mapped(box, INT)["properties"] == {"item": I}
    assert mapped(box)["properties"] == {"item": S}


def test_plain_class_is_unrecognised() -> None:
    mapper = Mapper(definition("plain"))
    assert mapper.schema(Class("m:A")) == S
    assert mapper.unmapped == [Class("m:A")]


def test_recursion_is_cut_and_said() -> None:
    mapper = Mapper(definition("dataclass", Field("children", Generic(LIST, (Class("m:A"),)))))
    assert mapper.schema(Class("m:A"))["properties"] == {"children": {"type": "array", "items": {"type": "object"}}}
    assert [(one.code, one.fidelity) for one in mapper.issues] == [("TC312", "exact")]


def test_what_is_not_known_is_said() -> None:
    for type_ in (Unresolved("TC307", "Query was not found", "Query"), Unresolved("", "lost"), Class("m:Gone")):
        mapper = Mapper({})
        assert mapper.schema(type_) == S
        assert [(one.code, one.fidelity) for one in mapper.issues] == [("TC307", "approximate")]
        assert mapper.unmapped == []


def test_a_definition_read_in_part_is_said() -> None:
    mapper = Mapper(definition("dataclass", Field("a", STR), reason="a base class is computed"))
    assert mapper.schema(Class("m:A"))["properties"] == {"a": S}
    assert [(one.code, one.fidelity) for one in mapper.issues] == [("TC316", "approximate")]


def test_a_chain_of_types_does_not_explode() -> None:
    chain: dict[str, Definition] = {}
    for number in range(40):
        below: Type = Class(f"m:L{number - 1}") if number else STR
        chain |= definition("dataclass", Field("a", below), Field("b", below), name=f"L{number}")
    mapper = Mapper(chain)
    mapper.schema(Class("m:L39"))
    assert {one.code for one in mapper.issues} == {"TC316"}
    assert mapper._made < 50_000


def test_deep_nesting_ends() -> None:
    type_: Type = STR
    for _ in range(400):
        type_ = Generic(LIST, (type_,))
    mapper = Mapper({})
    mapper.schema(type_)
    assert [one.code for one in mapper.issues] == ["TC316"]


def test_the_override_goes_first_at_every_level() -> None:
    mapper = Mapper({}, lambda type_, _: {"x": 1} if type_ == INT else None)
    assert mapper.schema(Generic(LIST, (Union((INT, NONE)),))) == {"type": "array", "items": {"x": 1}}


def test_constants() -> None:
    assert json_value({"a": (1, [Member("m:E", "A", "x")])}) == {"a": [1, ["x"]]}
    assert enum_schema([1, 1.5]) == {"enum": [1, 1.5]}
    for bad in (b"x", float("nan"), {1: 2}, CallConstant("m.f"), UnknownConstant("why")):
        with pytest.raises(NotJsonError):
            json_value(bad)
