"""pba, by its system document."""

import pytest
from msgspec.structs import replace

from systems.making import INT, STR, FakeProgram, codes, function, mark, param, spelled
from toolc.program import ConstantValue, MappingValue, Unknown
from toolc.signature import NONE, Union
from toolc.systems.pba import SYSTEM


def test_the_caller_is_no_argument() -> None:
    doc = "Send a message.\n\n    Args:\n        text: What to say.\n    "
    tool = spelled(SYSTEM, param("self"), param("text", STR), param("times", Union((INT, NONE)), None), doc=doc)
    assert SYSTEM.envelope == "pba"
    assert tool.description == "Send a message.\n\nArgs:\n    text: What to say."
    assert tool.input_schema == {
        "type": "object",
        "properties": {"text": {"type": "string", "description": "What to say."}, "times": {"type": "integer"}},
        "required": ["text"],
    }


def test_any_first_name_will_do() -> None:
    assert spelled(SYSTEM, param("agent", INT), doc=None).input_schema == {
        "type": "object",
        "properties": {},
        "required": [],
    }


def test_star_args_take_the_caller() -> None:
    tool = spelled(SYSTEM, param("args", kind="var_positional"), param("a", INT, kind="keyword_only"))
    assert tool.input_schema is not None
    assert list(tool.input_schema["properties"]) == ["a"]


@pytest.mark.parametrize("kind", [None, "keyword_only", "var_keyword"])
def test_missing_caller(kind: str | None) -> None:
    tool = spelled(SYSTEM, *([param("a", INT, kind=kind)] if kind else []))
    assert codes(tool) == [("TC315", "refused")]
    assert tool.input_schema is None


def test_the_description_may_be_missing() -> None:
    assert spelled(SYSTEM, param("self"), doc=None).description is None
    assert spelled(SYSTEM, param("self"), description="Own.").description == "Own."


CALLEE = "agent.tools.Tool"
SCHEMA = {"type": "object", "properties": {"sql": {"type": "string"}}}


def test_tool_with_a_callable() -> None:
    add = function("add", "self", "a")
    program = FakeProgram({"add": add})
    for found in (
        mark(SYSTEM, CALLEE, "call", name="calculator", description="Add.", callable="@add", program=program),
        mark(SYSTEM, CALLEE, "call", "calculator", "Add.", "@add", program=program),
    ):
        assert found is not None
        assert (found.target, found.name, found.description, found.schema) == (
            add, ConstantValue("calculator"), ConstantValue("Add."), None,
        )  # fmt: skip


def test_tool_with_a_schema() -> None:
    found = mark(SYSTEM, CALLEE, "call", name="query", schema=SCHEMA, callable=None, mcp_server="db")
    assert found is not None
    assert (found.target, found.schema, found.diagnostics) == (None, ConstantValue(SCHEMA), ())


def test_a_schema_is_enough_when_the_callable_is_not_found() -> None:
    known = mark(SYSTEM, CALLEE, "call", name="q", callable="@gone", schema=SCHEMA)
    lost = mark(SYSTEM, CALLEE, "call", name="q", callable="@gone")
    assert known is not None
    assert lost is not None
    assert known.diagnostics == ()
    assert [one.code for one in lost.diagnostics] == ["TC204"]


def test_the_callable_beside_a_schema_still_describes_the_tool() -> None:
    add = function("add", "self")
    add = replace(add, stmt=replace(add.stmt, doc="Add."))
    both = mark(SYSTEM, CALLEE, "call", name="q", callable="@add", schema=SCHEMA, program=FakeProgram({"add": add}))
    assert both is not None
    assert (both.target, both.description, both.schema) == (add, ConstantValue("Add."), ConstantValue(SCHEMA))


def test_neither_callable_nor_schema() -> None:
    neither = mark(SYSTEM, CALLEE, "call", name="q", mcp_server="db")
    assert neither is not None
    assert [one.code for one in neither.diagnostics] == ["TC319"]


def test_tools_of_a_server_are_made_at_run_time() -> None:
    listed = mark(SYSTEM, f"{CALLEE}.from_mcp_tool", "call", "@tool", "db")
    assert listed is not None
    assert isinstance(listed.options["files"], Unknown)


def test_tool_files() -> None:
    one = mark(SYSTEM, f"{CALLEE}.from_file", "call", "tools/add.py")
    many = mark(SYSTEM, f"{CALLEE}.load", "call", file_name=["add", "sub"])
    assert one is not None
    assert many is not None
    assert one.options == {"files": MappingValue((("filepath", ConstantValue("tools/add.py")),))}
    assert many.options == {
        "files": MappingValue((("filepath", ConstantValue(None)), ("file_name", ConstantValue(["add", "sub"]))))
    }
    assert many.target is None


def test_a_subclass_is_no_tool() -> None:
    assert mark(SYSTEM, CALLEE, "subclass", target=function("x")) is None
