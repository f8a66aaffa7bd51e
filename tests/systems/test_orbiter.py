"""orbiter, by its system document."""

import pytest

from systems.making import (
    BOOL,
    DICT,
    FLOAT,
    INT,
    LIST,
    STR,
    FakeProgram,
    assign,
    class_,
    function,
    mark,
    param,
    properties,
    spelled,
)
from toolc.program import ConstantValue, ExternalSymbol, Unknown
from toolc.signature import ANY, NONE, Annotated, Generic, Literal, Type, Union
from toolc.systems.orbiter import SYSTEM

S = {"type": "string"}


def test_create_user() -> None:
    doc = """Create a new user.

    Args:
        name: The user's full name.
        age: The user's age in years.
        tags: Optional tags for the user.
    """
    tags = Generic("builtins.list", (STR,))
    tool = spelled(
        SYSTEM, param("name", STR), param("age", INT), param("tags", tags, []), name="create_user", doc=doc, returns=STR
    )
    assert SYSTEM.envelope == "openai"
    assert (tool.name, tool.description) == ("create_user", "Create a new user.")
    assert tool.input_schema == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "The user's full name."},
            "age": {"type": "integer", "description": "The user's age in years."},
            "tags": {"type": "array", "items": {"type": "string"}, "description": "Optional tags for the user."},
        },
        "required": ["name", "age"],
    }


ROWS: list[tuple[Type | None, dict[str, object]]] = [
    (STR, S),
    (INT, {"type": "integer"}),
    (FLOAT, {"type": "number"}),
    (BOOL, {"type": "boolean"}),
    (Generic("builtins.list", (INT,)), {"type": "array", "items": {"type": "integer"}}),
    (Generic("builtins.dict", (STR, INT)), {"type": "object"}),
    (DICT, {"type": "object"}),
    (Generic("builtins.list", (DICT,)), {"type": "array", "items": {"type": "object"}}),
    (Union((INT, NONE)), {"type": "integer"}),
    (Union((DICT, NONE)), {"type": "object"}),
    (None, S),
    (ANY, S),
    # not in the document: as function_to_tool has it
    (LIST, {"type": "array", "items": S}),
    (Union((INT, STR)), {"oneOf": [{"type": "integer"}, S]}),
    (Literal(("a",)), {"type": "string", "enum": ["a"]}),
    (Annotated(INT, ("text",)), {"type": "integer"}),
]


@pytest.mark.parametrize(("type_", "schema"), ROWS)
def test_row(type_: Type | None, schema: dict[str, object]) -> None:
    assert properties(SYSTEM, param("a", type_))["a"] == schema


def test_descriptions() -> None:
    assert spelled(SYSTEM, doc="\n    One.\n    Two.\n").description == "One."
    assert spelled(SYSTEM, doc=None).description == ""
    assert spelled(SYSTEM, description="Own.").description == "Own."
    assert spelled(SYSTEM, tool="web_search").name == "web_search"


@pytest.mark.parametrize("module", ["orbiter.tool", "toolc.runtime.orbiter"])
def test_decorator_overloads(module: str) -> None:
    search = function("search", "query")
    bare = mark(SYSTEM, f"{module}.tool", "bare", target=search)
    empty = mark(SYSTEM, f"{module}.tool", "called", target=search)
    full = mark(SYSTEM, f"{module}.tool", "called", target=search, name="web_search", description="Search the internet.")
    for found in (bare, empty):
        assert found is not None
        assert (found.target, found.name, found.description) == (search, None, None)
    assert full is not None
    assert (full.name, full.description) == (ConstantValue("web_search"), ConstantValue("Search the internet."))


def test_function_tool() -> None:
    calculate = function("calculate", "expression")
    program = FakeProgram({"calculate": calculate})
    found = mark(SYSTEM, "orbiter.tool.FunctionTool", "call", "@calculate", name="calculator", program=program)
    lost = mark(SYSTEM, "orbiter.tool.FunctionTool", "call", "@gone", name="search")
    assert found is not None
    assert (found.target, found.name, found.description) == (calculate, ConstantValue("calculator"), None)
    assert lost is not None
    assert (lost.target, [one.code for one in lost.diagnostics]) == (None, ["TC204"])
    assert mark(SYSTEM, "orbiter.tool.FunctionTool", "subclass", target=class_("Mine")) is None


SQL = {"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]}
TOOL = ExternalSymbol("orbiter.tool.Tool")


def test_database_query() -> None:
    body = [assign("self.name", "db_query"), assign("self.description", "Run SQL."), assign("self.parameters", SQL)]
    program = FakeProgram(
        bodies={"Query.__init__": [*body, assign("self._conn_str", "@connection_string")], "Query": []},
        bases={"Query": (TOOL,)},
        attributes={("Query", "__init__"): function("Query.__init__", "self", "connection_string")},
    )
    found = mark(SYSTEM, "orbiter.tool.Tool", "subclass", target=class_("Query"), program=program)
    assert found is not None
    assert (found.name, found.description, found.schema) == (
        ConstantValue("db_query"),
        ConstantValue("Run SQL."),
        ConstantValue(SQL),
    )
    assert found.target == class_("Query")


def test_class_attributes_and_inheritance() -> None:
    program = FakeProgram(
        bodies={"Base": [assign("name", "base"), assign("parameters", SQL)], "Query": [assign("name", "query")]},
        bases={"Query": (class_("Base"), TOOL)},
    )
    found = mark(SYSTEM, "orbiter.tool.Tool", "subclass", target=class_("Query"), program=program)
    assert found is not None
    assert (found.name, found.description, found.schema) == (ConstantValue("query"), None, ConstantValue(SQL))


def test_abstract_subclass() -> None:
    program = FakeProgram(bodies={"Base": [assign("name", "base")]})
    assert mark(SYSTEM, "orbiter.tool.Tool", "subclass", target=class_("Base"), program=program) is None
    assert mark(SYSTEM, "orbiter.tool.Tool", "call") is None


def test_computed_parameters_are_declared_as_unknown() -> None:
    program = FakeProgram(bodies={"Query": [assign("parameters", "@loaded")]})
    found = mark(SYSTEM, "orbiter.tool.Tool", "subclass", target=class_("Query"), program=program)
    assert found is not None
    assert isinstance(found.schema, Unknown)


def test_only_attributes_of_the_instance_count() -> None:
    program = FakeProgram(
        bodies={"Query": [assign("parameters", SQL)], "Query.__init__": [assign("other.parameters", {})]},
        attributes={("Query", "__init__"): function("Query.__init__", "self")},
    )
    found = mark(SYSTEM, "orbiter.tool.Tool", "subclass", target=class_("Query"), program=program)
    assert found is not None
    assert found.schema == ConstantValue(SQL)


def test_a_subclass_without_a_name() -> None:
    program = FakeProgram(bodies={"Query": [assign("parameters", SQL)]})
    found = mark(SYSTEM, "orbiter.tool.Tool", "subclass", target=class_("Query"), program=program)
    assert found is not None
    assert isinstance(found.name, Unknown)
