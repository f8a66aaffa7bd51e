"""orbiter's document, statement by statement."""

import asyncio
import inspect
import threading
from typing import Any, Optional

import pytest

from toolc.runtime.orbiter import Agent, FunctionTool, Tool, ToolCall, ToolError, tool


def test_create_user() -> None:
    @tool
    def create_user(name: str, age: int, tags: list[str] = []) -> str:  # noqa: B006
        """Create a new user.

        Args:
            name: The user's full name.
            age: The user's age in years.
            tags: Optional tags for the user.
        """
        return f"Created {name}"

    assert isinstance(create_user, FunctionTool)
    assert create_user.parameters == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "The user's full name."},
            "age": {"type": "integer", "description": "The user's age in years."},
            "tags": {"type": "array", "items": {"type": "string"}, "description": "Optional tags for the user."},
        },
        "required": ["name", "age"],
    }
    assert asyncio.run(create_user.execute(name="Ann", age=3)) == "Created Ann"


def search(query: str) -> str:
    """Search the web.

    More about it.
    """
    return f"Results for: {query}"


def test_overloads() -> None:
    full = tool(name="web_search", description="Search the internet for information")(search)
    assert [(one.name, one.description) for one in (tool(search), tool()(search), full)] == [
        ("search", "Search the web."),
        ("search", "Search the web."),
        ("web_search", "Search the internet for information"),
    ]


def test_function_tool() -> None:
    made = FunctionTool(search, name="finder", description="Find")
    assert (made.name, made.description, FunctionTool(search).name) == ("finder", "Find", "search")
    with pytest.raises(Exception, match="no name of its own"):
        FunctionTool(lambda query: query)
    assert FunctionTool(lambda query: query, name="echo").name == "echo"


def test_first_line() -> None:
    assert FunctionTool(search).description == "Search the web."


def test_sync_and_async() -> None:
    @tool
    def sync_lookup() -> str:
        return threading.current_thread().name

    @tool
    async def async_lookup() -> str:
        return threading.current_thread().name

    assert inspect.iscoroutinefunction(sync_lookup.execute)
    assert asyncio.run(async_lookup.execute()) == threading.main_thread().name
    assert asyncio.run(sync_lookup.execute()) != threading.main_thread().name


S, INT = {"type": "string"}, {"type": "integer"}
ROWS = [
    (str, S), (int, INT), (float, {"type": "number"}), (bool, {"type": "boolean"}), (list[int], {"type": "array", "items": INT}),
    (dict[str, int], {"type": "object"}), (int | None, INT), (Optional[int], INT), (Any, S), (None, None),  # noqa: UP045
]  # fmt: skip


@pytest.mark.parametrize(("tp", "schema"), ROWS)
def test_type(tp: Any, schema: dict[str, Any] | None) -> None:
    def act(a): ...  # type: ignore[no-untyped-def]

    if tp is not None:
        act.__annotations__ = {"a": tp}
    assert tool(act).parameters["properties"]["a"] == (schema or S)


class DatabaseQuery(Tool):
    """Query a database with SQL."""

    def __init__(self, connection_string: str) -> None:
        self.name = "db_query"
        self.description = "Execute a SQL query against the database."
        self.parameters = {
            "type": "object",
            "properties": {"sql": {"type": "string"}, "limit": {"type": "integer"}},
            "required": ["sql"],
        }
        self._conn_str = connection_string

    async def execute(self, **kwargs: Any) -> str:
        return f"Query returned {kwargs.get('limit', 100)} rows"


def test_subclass() -> None:
    query = DatabaseQuery("db")
    assert query.to_schema() == {
        "type": "function",
        "function": {"name": query.name, "description": query.description, "parameters": query.parameters},
    }
    good, bad = Agent(tools=[query]).execute_tools_sync(
        [ToolCall("1", "db_query", {"sql": "x"}), ToolCall("2", "db_query", {"sql": 1})]
    )
    assert good.content == "Query returned 100 rows"
    assert bad.error is not None
    assert "sql: must be of type string" in bad.error


def test_abstract() -> None:
    with pytest.raises(TypeError):
        Tool()  # type: ignore[abstract]


@tool
def divide(a: float, b: float) -> str:
    """Divide two numbers."""
    if b == 0:
        raise ToolError("Cannot divide by zero")
    return str(a / b)


def test_divide() -> None:
    with pytest.raises(ToolError, match=r"^Cannot divide by zero$"):
        asyncio.run(divide.execute(a=1, b=0))


def test_wraps() -> None:
    with pytest.raises(ToolError, match="ValueError") as caught:
        asyncio.run(tool(int_of).execute(text="x"))
    assert isinstance(caught.value.__cause__, ValueError)


def int_of(text: str) -> int:
    """A number."""
    return int(text)


def test_agent() -> None:
    agent = Agent(name="numbers", tools=[divide, tool(int_of)], max_steps=5)
    calls = [
        ToolCall("1", "divide", {"a": 1, "b": 0}), ToolCall("2", "divide", {"a": "6", "b": 2}), ToolCall("3", "int_of", {"text": "x"}),
        ToolCall("4", "nothing", {}),
    ]  # fmt: skip
    results = agent.execute_tools_sync(calls)
    assert [(one.tool_call_id, one.content) for one in results] == [("1", None), ("2", "3.0"), ("3", None), ("4", None)]
    assert [bool(one.error) for one in results] == [True, False, True, True]
    assert results[0].error == "Cannot divide by zero"
    with pytest.raises(TypeError):
        Agent(tools=[int_of])  # type: ignore[list-item]


def test_concurrent() -> None:
    barrier = threading.Barrier(2, timeout=10)

    @tool
    def meet(name: str) -> str:
        barrier.wait()
        return name

    results = Agent(tools=[meet]).execute_tools_sync(
        [ToolCall("1", "meet", {"name": "a"}), ToolCall("2", "meet", {"name": "b"})]
    )
    assert [one.content for one in results] == ["a", "b"]


def test_execute_checks_arguments() -> None:
    """The document is silent on them; a model is told as of any other failure."""

    @tool
    def double(number: int) -> int:
        """Double."""
        return number * 2

    assert asyncio.run(double.execute(number="4")) == 8
    with pytest.raises(ToolError, match="number: input should be a valid integer"):
        asyncio.run(double.execute(number="many"))
