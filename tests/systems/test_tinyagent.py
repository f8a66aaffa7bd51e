"""tinyagent, by its system document."""

import pytest

from systems.making import (
    BYTES,
    DICT,
    INT,
    LIST,
    STR,
    FakeProgram,
    codes,
    function,
    mark,
    model,
    param,
    properties,
    spelled,
)
from toolc.program import ConstantValue
from toolc.signature import ANY, NONE, Annotated, Class, Field, Generic, Plain, Type, TypeVariable, Union, Unresolved
from toolc.systems.tinyagent import SYSTEM


def test_search_web() -> None:
    tool = spelled(SYSTEM, param("query", STR), name="search_web", doc="Search the web for information", returns=STR)
    assert SYSTEM.envelope == "plain"
    assert (tool.name, tool.description) == ("search_web", "Search the web for information")
    assert tool.input_schema == {
        "type": "object",
        "properties": {"query": {"type": "string", "description": "Parameter query of type str"}},
        "required": ["query"],
    }
    assert tool.findings == ()


def test_custom_name() -> None:
    assert spelled(SYSTEM, param("query", STR), tool="web_search", returns=STR).name == "web_search"


def test_bad_tool() -> None:
    tool = spelled(SYSTEM, param("arg"), name="bad_tool", doc=None)
    assert codes(tool) == [("TC301", "refused"), ("TC302", "refused")]
    assert tool.input_schema is None


def test_hints_are_required_of_every_parameter() -> None:
    assert codes(spelled(SYSTEM, param("args", kind="var_positional"), returns=STR)) == [("TC301", "refused")]
    assert codes(spelled(SYSTEM, param("self"), hidden=("self",), returns=STR)) == []


def test_quiet_tool() -> None:
    tool = spelled(SYSTEM, param("arg", STR), name="quiet_tool", doc=None, returns=STR)
    assert codes(tool) == [("TC305", "exact")]
    assert tool.description == ""
    assert tool.input_schema is not None


@pytest.mark.parametrize("kind", ["class", "method", "other"])
def test_only_functions(kind: str) -> None:
    assert codes(spelled(SYSTEM, returns=STR, callable=kind)) == [("TC303", "refused")]


FILE = model("m:File", "dataclass", Field("path", Plain("pathlib.Path")))


@pytest.mark.parametrize(
    "type_",
    [
        Plain("builtins.complex"),
        Plain("uuid.UUID"),
        Generic("builtins.list", (Plain("decimal.Decimal"),)),
        Generic("collections.abc.Callable", (INT,)),
        Class("m:File"),
        Class("m:Other"),
    ],
)
def test_types_without_json(type_: Type) -> None:
    tool = spelled(SYSTEM, param("a", type_), returns=STR, classes=[FILE, model("m:Other", "plain")])
    assert codes(tool) == [("TC304", "refused")]
    assert tool.input_schema is None


@pytest.mark.parametrize(
    "type_", [ANY, NONE, Plain("builtins.object"), BYTES, LIST, DICT, Union((INT, NONE)), TypeVariable("T")]
)
def test_types_with_json(type_: Type) -> None:
    assert codes(spelled(SYSTEM, param("a", type_), returns=STR)) == []


def test_an_unresolved_type_is_not_blamed_on_the_framework() -> None:
    tool = spelled(SYSTEM, param("a", Unresolved("TC307", "Query was not found")), returns=STR)
    assert codes(tool) == [("TC307", "approximate")]
    assert tool.findings[0].diagnostic.message == "parameter `a`: Query was not found"


def test_texts_of_the_docstring_come_before_generated_ones() -> None:
    found = properties(SYSTEM, param("a", INT), param("b", INT), returns=STR, doc="Do.\n\nArgs:\n    a: A number.\n")
    assert found["a"] == {"type": "integer", "description": "A number."}
    assert found["b"] == {"type": "integer", "description": "Parameter b of type int"}


@pytest.mark.parametrize("callee", ["tinyagent.tool", "toolc.runtime.tinyagent.tool"])
def test_decorator_forms(callee: str) -> None:
    search = function("search", "query")
    program = FakeProgram({"search": search})
    bare = mark(SYSTEM, callee, "bare", target=search)
    direct = mark(SYSTEM, callee, "call", "@search", program=program)
    named = mark(SYSTEM, callee, "called", target=search, name="web_search")
    placed = mark(SYSTEM, callee, "called", "web_search", target=search)
    empty = mark(SYSTEM, callee, "called", None, target=search)
    for found in (bare, direct, named, placed, empty):
        assert found is not None
        assert found.target == search
    names = [found.name for found in (bare, direct, named, placed, empty) if found]
    assert names == [None, None, ConstantValue("web_search"), ConstantValue("web_search"), None]
    assert mark(SYSTEM, callee, "call", "web_search") is None


def test_strings_of_annotated_come_between_the_two() -> None:
    told = Annotated(INT, (3, "Annotated."))
    found = properties(SYSTEM, param("a", told), param("b", told), returns=STR, doc="Do.\n\nArgs:\n    a: A number.\n")
    assert [one["description"] for one in found.values()] == ["A number.", "Annotated."]


def test_a_newtype_is_a_string_and_judged_by_what_it_is_made_of() -> None:
    user, odd = (model(f"m:{name}", "new_type", value=value) for name, value in (("User", INT), ("Odd", Plain("uuid.UUID"))))
    assert properties(SYSTEM, param("a", Class("m:User")), returns=STR, classes=[user])["a"]["type"] == "string"
    assert codes(spelled(SYSTEM, param("a", Class("m:Odd")), returns=STR, classes=[odd])) == [("TC304", "refused")]


SCHEMA = {"type": "object", "properties": {}}


def test_tool_objects() -> None:
    search = function("search", "query")
    program = FakeProgram({"search": search})
    named = mark(
        SYSTEM, "tinyagent.Tool", "call", name="find", func="@search", description="Find.", parameters=SCHEMA, program=program
    )
    placed = mark(SYSTEM, "tinyagent.Tool", "call", "find", "@search", "Find.", SCHEMA, program=program)
    for found in (named, placed):
        assert found is not None
        assert (found.target, found.name, found.description, found.schema) == (
            search, ConstantValue("find"), ConstantValue("Find."), ConstantValue(SCHEMA),
        )  # fmt: skip
        assert found.diagnostics == ()


def test_tool_objects_with_a_lambda_and_without_parameters() -> None:
    fake = mark(SYSTEM, "tinyagent.Tool", "call", "fake", "@lambda", "Fake.", {"q": "string"})
    short = mark(SYSTEM, "tinyagent.Tool", "call", "fake", "@lambda", "Fake.")
    assert fake is not None
    assert short is not None
    assert (fake.target, fake.schema, fake.diagnostics) == (None, ConstantValue({"q": "string"}), ())
    assert [one.code for one in short.diagnostics] == ["TC319"]


def test_a_function_that_is_not_found() -> None:
    lost = mark(SYSTEM, "tinyagent.tool", "call", "@gone")
    assert lost is not None
    assert [one.code for one in lost.diagnostics] == ["TC204"]
