"""openai's profile. Expected values: openai 3.54.0 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from systems.making import DICT, INT, codes, model, spelled
from toolc.signature import CallConstant, Class, Field, Given
from toolc.systems.openai import SYSTEM

LOAF = model("demo:Loaf", "model", Field("grams", INT, Given(3)), doc="A loaf.\n\n    Sliced.")


def tool(*classes: Any, **more: Any) -> Any:
    options = {"model": Class(classes[0].qualname)}
    return spelled(SYSTEM, name=classes[0].name, callable="class", classes=classes, options=options, **more)


def test_every_key_is_required() -> None:
    made = tool(LOAF)
    assert (made.name, made.description) == ("Loaf", "A loaf.\n\nSliced.")
    assert made.input_schema == {
        "additionalProperties": False,
        "description": "A loaf.\n\nSliced.",
        "properties": {"grams": {"default": 3, "title": "Grams", "type": "integer"}},
        "required": ["grams"],
        "title": "Loaf",
        "type": "object",
    }


def test_names_and_descriptions() -> None:
    assert tool(LOAF, tool="other").name == "other"
    assert tool(LOAF, description="").description == ""
    assert tool(LOAF, version={"python": "3.12"}.get).description == "A loaf.\n\n    Sliced."
    assert tool(model("demo:Bare", "model")).description is None


def test_what_the_api_refuses_is_said() -> None:
    made = tool(model("demo:Open", "model", Field("words", DICT)))
    assert codes(made) == [("TC363", "exact")]
    assert made.input_schema is not None and made.input_schema["properties"]["words"]["additionalProperties"] is True


@pytest.mark.parametrize(
    "refused",
    [
        model("demo:Data", "dataclass", Field("grams", INT)),
        model(
            "demo:Layer",
            "model",
            Field("next", Class("demo:Layer"), Given(CallConstant("pydantic.Field", (), {"title": "Below"}))),
        ),
    ],
)
def test_what_raises(refused: Any) -> None:
    made = tool(refused)
    assert made.input_schema is None and [fidelity for _, fidelity in codes(made)] == ["refused"]
