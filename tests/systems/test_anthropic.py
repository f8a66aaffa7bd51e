"""anthropic's profile. Expected values: anthropic 2.10.0 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from systems.making import INT, STR, codes, function, mark, model, param, properties, spelled
from toolc.program import ConstantValue
from toolc.signature import Annotated, CallConstant, Class, Field
from toolc.systems.anthropic import SYSTEM

DOC = "Do it.\n\n    Long.\n\n    Args:\n        a: From the docstring.\n        other: By its alias.\n    "


def field(**keywords: Any) -> CallConstant:
    return CallConstant("pydantic.Field", (), keywords)


def test_the_annotation_describes_before_the_docstring() -> None:
    shown = properties(SYSTEM, param("a", INT), param("b", Annotated(STR, (field(alias="other"),))), doc=DOC)
    assert shown["a"] == {"title": "A", "type": "integer", "description": "From the docstring."}
    assert shown["other"] == {"title": "Other", "type": "string", "description": "By its alias."}
    told = properties(SYSTEM, param("a", Annotated(INT, (field(description="Its own."),))), doc=DOC)
    assert told["a"]["description"] == "Its own."


@pytest.mark.parametrize(
    ("doc", "given", "expected"),
    [
        (DOC, None, "Do it.\n\nLong."),
        (DOC, "", "Do it.\n\nLong."),
        (DOC, " Given. ", " Given. "),
        (None, None, ""),
        ("Do\nit.", None, "Do\n\nit."),
    ],
)
def test_descriptions(doc: str | None, given: str | None, expected: str) -> None:
    assert spelled(SYSTEM, doc=doc, description=given).description == expected


def test_the_root() -> None:
    closed = spelled(SYSTEM, param("a", INT)).input_schema
    assert closed is not None and closed["additionalProperties"] is False and "title" not in closed
    opened = spelled(SYSTEM, param("a", INT), param("more", INT, kind="var_keyword")).input_schema
    assert opened is not None and opened["additionalProperties"] == {"type": "integer"}


def test_by_position() -> None:
    made = spelled(SYSTEM, param("a", INT), param("rest", STR, kind="var_positional"))
    assert made.input_schema is not None and made.input_schema["type"] == "array"
    assert codes(made) == [("TC356", "exact")]
    assert codes(spelled(SYSTEM, param("a", kind="positional_only"), param("b", kind="keyword_only"))) == [("TC308", "refused")]


def test_a_docstring_too_long_for_the_library() -> None:
    made = spelled(SYSTEM, param("a", INT), doc="Do it. " + "x" * 3_000)
    assert codes(made) == [("TC344", "approximate")]


def test_a_given_schema_stands_as_it_is() -> None:
    literal = {"type": "object", "properties": {"z": {}}}
    assert spelled(SYSTEM, param("a", INT), options={"input_schema": literal}).input_schema == literal
    coin = model("demo:Coin", "model", Field("value", INT))
    made = spelled(SYSTEM, param("a", INT), classes=(coin,), options={"input_schema": Class("demo:Coin")})
    assert made.input_schema == {
        "properties": {"value": {"title": "Value", "type": "integer"}},
        "required": ["value"],
        "title": "Coin",
        "type": "object",
    }


def test_registrations() -> None:
    weigh = function("weigh", "coin")
    made = mark(SYSTEM, "anthropic.beta_async_tool", "called", target=weigh, name="w", input_schema={"type": "object"})
    assert (
        made is not None
        and made.name == ConstantValue("w")
        and made.options == {"input_schema": ConstantValue({"type": "object"})}
    )
    assert (bare := mark(SYSTEM, "anthropic.beta_tool", "bare", target=weigh)) is not None and bare.name is None
