"""langchain's profile. Expected values: langchain-core 1.8.1 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from harness import bundle, program, tools
from systems.making import BOOL, INT, STR, FakeProgram, codes, function, mark, model, param, properties, spelled
from toolc.program import ConstantValue
from toolc.signature import Annotated, CallConstant, Class, Field, Given, Plain, Type
from toolc.systems.base import System
from toolc.systems.langchain import SYSTEM
from toolc.systems.register import SYSTEMS

FIELD = "pydantic.Field"
CORE = "langchain_core.tools"
SEARCH = function("search", "query")


def field(**keywords: Any) -> CallConstant:
    return CallConstant(FIELD, (), keywords)


@pytest.mark.parametrize(
    ("type_", "default", "expected"),
    [
        (Annotated(INT, ("First.", "Second.")), 1, {"title": "A", "type": "integer", "default": 1, "description": "First."}),
        (Annotated(INT, (field(description="Told."),)), field(description="Lost."), {"description": "Told."}),
        (INT, field(default=3, title="Lost", ge=1, examples=[1]), {"default": 3, "minimum": 1, "title": "A"}),
        (Annotated(STR, (field(alias="lost", max_length=3),)), "", {"maxLength": 3, "title": "A", "default": ""}),
        (INT, None, {"type": "integer", "default": None}),
    ],
)
def test_what_a_copied_field_keeps(type_: Type, default: Any, expected: dict[str, Any]) -> None:
    shown = properties(SYSTEM, param("a", type_, default))["a"]
    assert expected.items() <= shown.items()
    assert not {"examples", "deprecated"} & shown.keys()


def test_a_deprecated_parameter_may_not_hide_the_fields() -> None:
    made = spelled(SYSTEM, param("model_fields", INT, field(default=1, deprecated=True)), doc="D.")
    assert codes(made) == [("TC308", "refused")]


@pytest.mark.parametrize("system", [SYSTEM, *(SYSTEMS[name] for name in ("agent-framework", "crewai", "google-adk"))])
def test_a_default_that_is_its_own_type(system: System) -> None:
    """pydantic takes it for a slip, and raises."""
    assert codes(spelled(system, param("a", INT, INT), doc="D.")) == [("TC308", "refused")]
    assert codes(spelled(system, param("a", INT, STR), doc="D.")) == []


def test_a_default_of_none_before_python_3_11() -> None:
    versions = {"python": "3.10.4"}
    shown = properties(SYSTEM, param("a", INT, None), version=versions.get)["a"]
    assert shown["anyOf"] == [{"type": "integer"}, {"type": "null"}]


def test_descriptions() -> None:
    doc = "Do it.\n\n        More.\n    "
    assert spelled(SYSTEM, doc=doc, version={"python": "3.12"}.get).description == "Do it.\n\n        More."
    assert spelled(SYSTEM, doc=doc, version={"python": "3.13"}.get).description == "Do it.\n\nMore."
    told = spelled(SYSTEM, doc=doc, description="  Given.\n ")
    assert told.description == "Given." and told.input_schema is not None and told.input_schema["description"] == "Given."
    empty = spelled(SYSTEM, doc=doc, description="")
    assert empty.description == "" and empty.input_schema is not None
    assert empty.input_schema["description"] == "Do it.\n\nMore."
    assert codes(spelled(SYSTEM, doc=None)) == [("TC306", "refused")]


def test_the_tool_gives_the_title() -> None:
    schema = spelled(SYSTEM, param("a", INT), tool="my tool").input_schema
    assert schema is not None and schema["title"] == "my tool"


@pytest.mark.parametrize(
    ("type_", "hidden"),
    [
        (Annotated(STR, (Plain(f"{CORE}.InjectedToolArg"),)), True),
        (Annotated(STR, (CallConstant(f"{CORE}.InjectedToolCallId"),)), True),
        (Annotated(STR, (CallConstant("demo:Own"),)), True),
        (Annotated(STR, (Class("demo:Own"),)), True),
        (Annotated(STR, (CallConstant("demo:Other"),)), False),
        (Plain("langgraph.prebuilt.ToolRuntime"), True),
    ],
)
def test_injected(type_: Type, hidden: bool) -> None:
    own = model("demo:Own", "plain", ancestors=(f"{CORE}.InjectedToolArg",))
    other = model("demo:Other", "plain")
    shown = properties(SYSTEM, param("a", type_), param("b", BOOL), classes=(own, other))
    assert ("a" not in shown) is hidden and "b" in shown


def test_only_the_first_config_is_hidden() -> None:
    config = Plain("langchain_core.runnables.RunnableConfig")
    assert not properties(SYSTEM, param("settings", config))
    assert ("TC307", "unknown") in codes(spelled(SYSTEM, param("one", config), param("two", config)))
    assert ("TC307", "unknown") in codes(spelled(SYSTEM, param("one", config), options={"maker": "class"}))


def test_a_model_is_shown_by_its_own_names() -> None:
    named = field(alias="from", description="Where.")
    fields = [Field("from_", STR, Given(named)), Field("only", STR, Given(field(validation_alias="x")))]
    given = model("demo:In", "model", *fields, doc="In.", config={"title": "Lost", "extra": "forbid"})
    tool = spelled(SYSTEM, doc=None, classes=(given,), options={"args_schema": Class("demo:In")}, tool="t")
    assert tool.description == "In."
    assert tool.input_schema == {
        "type": "object",
        "title": "t",
        "description": "In.",
        "properties": {"from_": {"title": "From", "type": "string", "description": "Where."}},
        "required": ["from_"],
    }
    assert codes(tool) == [("TC314", "exact")]


def test_registrations() -> None:
    named = mark(SYSTEM, f"{CORE}.tool", "called", "find", target=SEARCH, parse_docstring=True)
    assert (
        named is not None and named.name == ConstantValue("find") and named.options == {"parse_docstring": ConstantValue(True)}
    )
    assert mark(SYSTEM, f"{CORE}.tool", "call", "later") is None
    made = mark(
        SYSTEM, f"{CORE}.StructuredTool.from_function", "call", None, "@search", "find", program=FakeProgram({"search": SEARCH})
    )
    assert made is not None and made.name == ConstantValue("find") and made.options["maker"] == ConstantValue("structured")


@pytest.mark.parametrize("made", ["StructuredTool.from_function(f, description=text)", "tool('f', description=text)(f)"])
def test_a_description_that_nobody_knows_is_one(made: str) -> None:
    source = (
        "from langchain_core.tools import StructuredTool, tool\ndef make(text):\n    def f(a: int) -> int: ...\n    return "
    )
    one = tools(source + made)["f"]
    assert (one.fidelity, [found.code for found in one.diagnostics]) == ("approximate", ["TC202"])
    assert one.input_schema is not None and one.input_schema["required"] == ["a"]


OBJECTS = """
from typing import Any
from langchain_core.tools import BaseTool
from pydantic import BaseModel

class Create(BaseModel):
    a: int

class Action(BaseTool):
    name: str = ""
    description: str = ""
    args_schema: type[BaseModel] | None = None

    def _run(self, **kwargs: Any) -> str: ...

class Plain(BaseTool):
    name: str
    description: str = "Plain."

    def _run(self, b: int) -> str: ...

class Named(BaseTool):
    name: str = "named"
    description: str = "Named."

    def _run(self, b: int) -> str: ...
"""
ROWS = "ROWS = [{'name': 'create', 'about': 'Creates.'}, {'name': 'drop', 'about': 'Drops.'}]\n"
MADE = "[Action(name=row['name'], description=row['about'], args_schema=Create) for row in ROWS]"


def test_objects_of_a_class_without_a_name_are_the_tools() -> None:
    """As langchain-core 1.8.1 reports them, run."""
    text = f"{OBJECTS}{ROWS}def kit():\n    return [*{MADE}, Plain(name='plain'), Named(), Named(description='Other.')]\n"
    made = [tool for package in bundle(text).packages for server in package.servers for tool in server.tools]
    assert sorted((one.name, one.description) for one in made) == [
        ("create", "Creates."),
        ("drop", "Drops."),
        ("named", "Named."),
        ("named", "Other."),
        ("plain", "Plain."),
    ]
    found = tools(text)
    assert all(one.fidelity == "exact" for one in found.values())
    assert found["drop"].input_schema == {
        "description": "Drops.",
        "properties": {"a": {"title": "A", "type": "integer"}},
        "required": ["a"],
        "title": "drop",
        "type": "object",
    }


def test_objects_of_a_loop_whose_names_nobody_knows_are_said() -> None:
    found = program(OBJECTS + "def kit(rows):\n    return [Plain(name=row.name) for row in rows]")
    assert [one.name for one in found.tools] == [ConstantValue("named")]
    assert "TC212" in {one.code for one in found.diagnostics}


@pytest.mark.parametrize(("fact", "fidelity"), [("metadata", "exact"), ("description", "approximate")])
def test_what_is_set_for_tracing_is_not_sent(fact: str, fidelity: str) -> None:
    source = "from langchain_core.tools import tool\n@tool\ndef f(a: int) -> int:\n    'F.'\n"
    assert tools(source + f"f.{fact} = {{}}\n")["f"].fidelity == fidelity
