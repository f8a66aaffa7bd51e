"""autogen's profile. Expected values: autogen-core 0.7.5 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from harness import tools
from systems.making import INT, STR, codes, model, param, properties, spelled
from toolc.signature import Annotated, CallConstant, Class, Field, Generic, Type
from toolc.systems.autogen import SYSTEM

FIELD = CallConstant("pydantic.Field", (3,), {"gt": 0})
BED = model("m:Bed", "model", Field("rows", INT))
TREE = model("m:Tree", "model", Field("inner", Generic("builtins.list", (Class("m:Tree"),))))


def test_every_parameter_is_described() -> None:
    made = spelled(SYSTEM, param("a", Annotated(INT, ("How many.", "lost"))), param("b", STR, "x"))
    assert made.input_schema == {
        "type": "object",
        "properties": {
            "a": {"description": "How many.", "title": "A", "type": "integer"},
            "b": {"default": "x", "description": "b", "title": "B", "type": "string"},
        },
        "required": ["a"],
        "additionalProperties": False,
    }


def test_definitions_are_written_out_and_what_stands_beside_is_lost() -> None:
    bed = {"properties": {"rows": {"title": "Rows", "type": "integer"}}, "required": ["rows"], "title": "Bed", "type": "object"}
    assert properties(SYSTEM, param("a", Class("m:Bed")), classes=[BED]) == {"a": bed}


def test_field_as_a_default_is_no_json() -> None:
    made = spelled(SYSTEM, param("a", INT, FIELD))
    assert made.input_schema is not None and made.input_schema["required"] == []
    assert made.input_schema["properties"] == {"a": {"description": "a", "title": "A", "type": "integer"}}


@pytest.mark.parametrize(
    ("name", "type_", "options", "code"),
    [
        ("a", None, {}, "TC382"),
        ("cancellation_token", None, {}, "TC382"),
        ("a", Annotated(INT, (FIELD,)), {}, "TC390"),
        ("a", Class("m:Tree"), {}, "TC392"),
        ("model_config", INT, {}, "TC313"),
        ("_a", INT, {}, "TC313"),
    ],
)
def test_what_it_refuses(name: str, type_: Type | None, options: Any, code: str) -> None:
    made = spelled(SYSTEM, param(name, type_), options=options, classes=[TREE])
    assert (made.input_schema, codes(made)) == (None, [(code, "refused")])


def test_strict_mode_takes_no_defaults() -> None:
    assert codes(spelled(SYSTEM, param("a", INT, 1), options={"strict": True})) == [("TC391", "refused")]
    assert codes(spelled(SYSTEM, param("a", INT), options={"strict": True})) == []


def test_the_token_is_hidden() -> None:
    assert list(properties(SYSTEM, param("a", INT), param("cancellation_token", INT))) == ["a"]


SITE = {
    "autogen_core/tools/__init__.py": "from ._base import BaseTool",
    "autogen_core/tools/_base.py": "class BaseTool:\n    def __init__(self, args_type, return_type, name, description, strict=False): ...",
}


@pytest.mark.parametrize("site", [{}, SITE])
def test_a_class_of_tools_is_one_wherever_autogen_is_read(site: dict[str, str]) -> None:
    made = tools(
        """
        from autogen_core.tools import BaseTool
        from pydantic import BaseModel
        class Bed(BaseModel):
            rows: int
        class Dig(BaseTool[Bed, str]):
            def __init__(self):
                super().__init__(Bed, str, "dig", "Dig a bed.")
            async def run(self, args: Bed, cancellation_token): ...
        """,
        site=site,
    )
    assert {name: (tool.description, tool.fidelity) for name, tool in made.items()} == {"dig": ("Dig a bed.", "exact")}


DEFAULTS = """
    from autogen_core.tools import BaseTool, FunctionTool
    from pydantic import BaseModel
    class Bed(BaseModel):
        rows: int
    class Work(BaseTool[Bed, str]):
        def __init__(self, name, text="Work on a bed."):
            super().__init__(Bed, str, name, text)
        async def run(self, args: Bed, cancellation_token): ...
    class Dig(Work):
        def __init__(self, garden, name: str = "dig"):
            super().__init__(name)
    def seeds(garden, name: str = "find_seeds", text: str | None = None):
        def find(kind: str) -> str: ...
        return FunctionTool(find, description="Find seeds.", name=name)
"""


@pytest.mark.parametrize(
    ("more", "names"),
    [
        ("", {"dig", "find_seeds"}),
        ("seeds(1)", {"dig", "find_seeds"}),
        ("Dig(1, 'turn')\n    seeds(1, name='seek')", {"turn", "seek"}),
    ],
)
def test_a_name_is_the_default_where_nobody_gives_another(more: str, names: set[str]) -> None:
    made = tools(f"{DEFAULTS}    {more}\n")
    assert {name: tool.fidelity for name, tool in made.items()} == dict.fromkeys(names, "exact")
