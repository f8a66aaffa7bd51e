"""toolc's own system; it needs pydantic's spelling."""

import pytest

from systems.making import INT, STR, codes, function, mark, param, spelled
from toolc.program import ConstantValue
from toolc.signature import NONE, Annotated, CallConstant, Union, Unresolved
from toolc.systems.toolc import SYSTEM

DOC = """Search the index.

    Longer text.

    Args:
        query: The words.
        limit: How many.
    """


def test_schema() -> None:
    pytest.importorskip("toolc.schema.pydantic")
    described = Annotated(Union((INT, NONE)), (CallConstant("pydantic.Field", (), {"description": "From Field.", "ge": 1}),))
    tool = spelled(SYSTEM, param("query", STR), param("limit", described, 5), param("any"), name="search", doc=DOC)
    assert SYSTEM.envelope == "openai"
    assert tool.description == "Search the index.\n\nLonger text."
    assert tool.input_schema == {
        "type": "object",
        "properties": {
            "query": {"title": "Query", "type": "string", "description": "The words."},
            "limit": {
                "anyOf": [{"minimum": 1, "type": "integer"}, {"type": "null"}],
                "default": 5,
                "description": "From Field.",
                "title": "Limit",
            },
            "any": {"title": "Any"},
        },
        "required": ["query", "any"],
        "additionalProperties": False,
    }


def test_a_parameter_with_an_alias_is_described() -> None:
    pytest.importorskip("toolc.schema.pydantic")
    aliased = Annotated(STR, (CallConstant("pydantic.Field", (), {"alias": "q"}),))
    schema = spelled(SYSTEM, param("query", aliased), doc=DOC).input_schema
    assert schema is not None
    assert schema["properties"]["q"]["description"] == "The words."


def test_what_cannot_be_told_has_no_schema() -> None:
    pytest.importorskip("toolc.schema.pydantic")
    tool = spelled(SYSTEM, param("a", Unresolved("TC307", "Query was not found")))
    fidelity = {fidelity for _, fidelity in codes(tool)}
    assert (tool.input_schema is None) == bool(fidelity & {"unknown", "refused"})
    assert codes(tool)


def test_mark() -> None:
    search = function("search", "query")
    found = mark(SYSTEM, "toolc.tool", "called", target=search, name="find", description="Find it.")
    assert found is not None
    assert (found.target, found.name, found.description) == (search, ConstantValue("find"), ConstantValue("Find it."))
