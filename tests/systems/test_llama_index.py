"""llama-index's profile. Expected values: llama-index-core 0.14.25 with pydantic 2.14.3, run."""

from typing import Any

import pytest

from harness import servers, tools
from systems.making import INT, STR, codes, param, properties, spelled
from toolc.signature import Annotated, CallConstant, Generic, Plain, Shown
from toolc.systems.llama_index import SYSTEM

HEAD = "from llama_index.core.tools import FunctionTool, ToolMetadata\nfrom pydantic import BaseModel\n"
DOC = "Do it.\n\na (int): From the docstring."


def field(**keywords: Any) -> CallConstant:
    return CallConstant("pydantic.Field", (), keywords)


@pytest.mark.parametrize(
    ("type_", "default", "expected"),
    [
        (INT, 1, {"type": "integer", "description": "From the docstring.", "default": 1}),
        (Annotated(INT, ("Its own.", field(ge=1))), 1, {"type": "integer", "description": "Its own.", "default": 1}),
        (Annotated(INT, (field(ge=1),)), 1, {"type": "integer", "description": "From the docstring.", "default": 1}),
        (
            Annotated(INT, (CallConstant("annotated_types.Ge", (1,)), "Late.")),
            1,
            {"type": "integer", "description": "From the docstring.", "default": 1},
        ),
        (
            Annotated(INT, (field(description="", json_schema_extra={"x": 2}),)),
            1,
            {"type": "integer", "description": "", "default": 1, "x": 2},
        ),
        (INT, field(default=2, ge=1), {"type": "integer", "description": "From the docstring.", "default": 2, "minimum": 1}),
        (INT, field(default=2, description="Field's."), {"type": "integer", "description": "Field's.", "default": 2}),
    ],
)
def test_what_is_left_of_a_parameter(type_: Any, default: Any, expected: dict[str, Any]) -> None:
    assert properties(SYSTEM, param("a", type_, default), doc=DOC)["a"] == {**expected, "title": "A"}


def test_contexts_are_hidden_where_they_stand_alone() -> None:
    context = Plain("workflows.Context")
    shown = [param("ctx", context), param("typed", Generic("workflows.Context", (STR,))), param("self"), param("a", INT)]
    assert list(properties(SYSTEM, *shown)) == ["a"]
    assert list(properties(SYSTEM, *shown, options={"partial_params": {"a": 1}})) == []
    quoted = spelled(SYSTEM, param("ctx", context), string_annotations=frozenset({"ctx"}), shown=Shown({"ctx": "'Context'"}))
    assert ("TC370", "refused") in codes(quoted)


@pytest.mark.parametrize(("text", "said"), [("'int | None'", []), ("'Optional[int]'", []), ("'Decimal'", ["TC370"])])
def test_names_in_quotes(text: str, said: list[str]) -> None:
    made = spelled(SYSTEM, param("a", INT), string_annotations=frozenset({"a"}), shown=Shown({"a": text}))
    assert [code for code, _ in codes(made)] == said


@pytest.mark.parametrize("name", ["_a", "model_dump", "model_config"])
def test_names_that_pydantic_refuses(name: str) -> None:
    assert ("TC313", "refused") in codes(spelled(SYSTEM, param(name, INT), shown=Shown()))


def test_a_field_is_no_default() -> None:
    taken_off = param("b", INT, field(default=1))
    assert ("TC373", "refused") in codes(spelled(SYSTEM, param("a", INT, 1), taken_off))
    assert ("TC373", "refused") not in codes(spelled(SYSTEM, taken_off, param("a", INT, 1)))
    keyword = param("b", INT, field(default=1), kind="keyword_only")
    assert ("TC373", "refused") not in codes(spelled(SYSTEM, param("a", INT, 1), keyword))


@pytest.mark.parametrize(
    ("call", "name", "description", "asked"),
    [
        ("FunctionTool.from_defaults(f)", "f", "f(a: int)\nDo it.", ["a"]),
        ("FunctionTool.from_defaults(f, None, '')", "f", "", ["a"]),
        ("FunctionTool.from_defaults(async_fn=f, name='x y')", "x_y", "x y(a: int)\nDo it.", ["a"]),
        ("FunctionTool.from_defaults(f, fn_schema=M)", "f", "f(a: int)\nDo it.", ["b"]),
        ("FunctionTool.from_defaults(f, partial_params={'a': 1})", "f", "f()\nDo it.", []),
        ("FunctionTool.from_defaults(f, tool_metadata=ToolMetadata('D', 'n', M))", "n", "D", ["b"]),
        ("FunctionTool(f, ToolMetadata(name='n', description='D'))", "n", "D", ["input"]),
        ("FunctionTool(async_fn=f, metadata=ToolMetadata('D', 'n', fn_schema=None))", "n", "D", ["input"]),
    ],
)
def test_registrations(call: str, name: str, description: str, asked: list[str]) -> None:
    source = f'{HEAD}class M(BaseModel):\n    b: int\ndef f(a: int):\n    """Do it."""\n{call}\n'
    ((found, tool),) = tools(source).items()
    assert (found, tool.description, tool.fidelity) == (name, description, "exact")
    assert tool.input_schema is not None and list(tool.input_schema["properties"]) == asked
    assert set(tool.input_schema) <= {"type", "properties", "required", "$defs"}


def test_metadata_that_is_computed_is_not_guessed() -> None:
    made = tools(f"{HEAD}def f(a: int): ...\nFunctionTool(f, metadata=load())\n")
    assert [tool.fidelity for tool in made.values()] == ["unknown"]


def test_functions_of_agents() -> None:
    source = """
        from elsewhere import some_tool
        from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent

        def one(a: int): ...
        def two(a: int): ...
        def three(a: int): ...

        FunctionAgent(tools=[one])
        ReActAgent(tools=[two, some_tool], llm=None)
        AgentWorkflow.from_tools_or_functions([three])
    """
    assert sorted(tools(source)) == ["one", "three", "two"]


def test_each_class_is_a_set_of_tools() -> None:
    source = """
        from llama_index.core.tools.tool_spec.base import BaseToolSpec

        class One(BaseToolSpec):
            spec_functions = ["load"]

            def load(self, a: int): ...

        class Two(One):
            def load(self, b: str): ...
    """
    assert servers(source) == {"One": ["load"], "Two": ["load"]}
