"""openai-agents' profile. Expected values: openai-agents 0.24.0 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from systems.making import BOOL, INT, STR, codes, param, properties, spelled
from toolc.docstrings import Style
from toolc.signature import Annotated, CallConstant, Generic, Plain, Type
from toolc.systems.openai_agents import SYSTEM
from toolc.systems.openai_agents.docs import describe_parts

CONTEXT = Plain("agents.RunContextWrapper")
LOOSE = {"strict_mode": False}


def field(**keywords: Any) -> CallConstant:
    return CallConstant("pydantic.Field", (), keywords)


@pytest.mark.parametrize(
    ("type_", "default", "doc", "text"),
    [
        (Annotated(INT, ("Noted.", "Lost.")), 1, "", "Noted."),
        (Annotated(INT, ("Lost.",)), 1, "Told.", "Told."),
        (Annotated(INT, (field(description="Lost."),)), 1, "Told.", "Told."),
        (Annotated(INT, (field(description="Lost."),)), field(description="Kept."), "Told.", "Kept."),
        (Annotated(INT, ("Lost.",)), field(description="Lost."), "Told.", "Told."),
        (INT, field(default=1, description="Lost."), "Told.", "Told."),
        (INT, field(default=1, description="Kept."), "", "Kept."),
    ],
)
def test_whose_text_describes_a_parameter(type_: Type, default: Any, doc: str, text: str) -> None:
    about = f"Do it.\n\nArgs:\n    a: {doc}\n" if doc else "Do it."
    assert properties(SYSTEM, param("a", type_, default), doc=about)["a"]["description"] == text


def test_strict_schemas_require_every_key() -> None:
    schema = spelled(SYSTEM, param("a", INT, 3), param("b", STR, None)).input_schema
    assert schema is not None and schema["required"] == ["a", "b"] and schema["additionalProperties"] is False
    assert schema["properties"] == {
        "a": {"default": 3, "title": "A", "type": "integer"},
        "b": {"title": "B", "type": "string"},
    }


def test_what_is_not_strict() -> None:
    rest = param("rest", INT, kind="var_keyword")
    schema = spelled(SYSTEM, param("a", INT, None), rest, options=LOOSE).input_schema
    assert schema is not None and schema["additionalProperties"] is False and "required" not in schema
    assert schema["properties"]["rest"]["additionalProperties"] == {"type": "integer"}
    assert codes(spelled(SYSTEM, rest)) == [("TC360", "refused")]
    assert codes(spelled(SYSTEM, param("a", Plain("builtins.dict")))) == [("TC360", "refused")]


def test_constraints_of_starred_parameters_hold_for_each_value() -> None:
    type_ = Annotated(INT, (field(ge=1, description="Lost.", title="Lost"),))
    shown = properties(SYSTEM, param("some", type_, kind="var_positional"))["some"]
    assert shown == {"items": {"minimum": 1, "type": "integer"}, "title": "Some", "type": "array"}


@pytest.mark.parametrize("type_", [CONTEXT, Generic("agents.ToolContext", (BOOL,)), Annotated(CONTEXT, ("about it",))])
def test_the_context_comes_first(type_: Type) -> None:
    assert not properties(SYSTEM, param("c", type_))
    assert codes(spelled(SYSTEM, param("a", INT), param("c", type_))) == [("TC361", "refused")]


@pytest.mark.parametrize("name", ["model_config", "model_dump", "_a"])
def test_names_that_pydantic_refuses(name: str) -> None:
    assert codes(spelled(SYSTEM, param(name, INT, 1))) == [("TC313", "refused")]


def test_names_and_descriptions() -> None:
    told = spelled(SYSTEM, tool="other", description="", doc="Do it.", name="f")
    assert (told.name, told.description) == ("other", "Do it.")
    assert told.input_schema is not None and told.input_schema["title"] == "other_args"
    assert spelled(SYSTEM, doc=None).description == ""
    assert spelled(SYSTEM, doc="Do it.", options={"use_docstring_info": False}).description == ""


@pytest.mark.parametrize(
    ("doc", "style", "text", "texts"),
    [
        ("A.\n\nArgs:\n    a: One.", None, "A.", {"a": "One."}),
        ("A.\nArgs:\n    a: One.", None, "A.", {"a": "One."}),
        ("\nArgs:\n    a: One.", None, None, {"a": "One."}),
        ("A.\nArgs:\na: One.", None, "A.\nArgs:\na: One.", {}),
        ("A.\n\nArgs:\n    *a: One.\n    a: Two.", None, "A.", {"a": "Two."}),
        ("A.\n\n:param a: One.", None, "A.", {"a": "One."}),
        ("A.\n\nParameters\n----------\na : int\n    One.", None, "A.", {"a": "One."}),
        ("A.\n\nArgs:\n    a: One.\n\n:param a: Two.", None, "A.\n\nArgs:\n    a: One.", {"a": "Two."}),
        ("A.\n\nArgs:\n    a: One.\n\n:param a: Two.", "google", "A.", {"a": "One."}),
        ("", None, None, {}),
    ],
)
def test_docstrings(doc: str, style: Style | None, text: str | None, texts: dict[str, str]) -> None:
    found = describe_parts(doc, style)
    assert (found.text, found.parameters) == (text, texts)


def test_blank_lines_without_end_are_read_at_once() -> None:
    assert describe_parts("Parameters" + "\n" * 60_000 + "x", None).known
