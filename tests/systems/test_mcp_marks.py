"""Registrations on the MCP SDK's servers, the parameters it hides, and the versions a program's imports allow."""

import pytest

from systems.making import INT, STR, FakeProgram, function, mark, model, param, signature
from toolc.program import ConstantValue
from toolc.signature import NONE, Annotated, CallConstant, Class, Generic, Plain, Type, Union
from toolc.systems.mcp import SYSTEM
from toolc.systems.mcp.types import hidden_parameters

TOOL = "mcp.server.fastmcp.FastMCP.tool"
ADD = "mcp.server.mcpserver.MCPServer.add_tool"
SEARCH = function("search", "query")
PROGRAM = FakeProgram({"search": SEARCH})


@pytest.mark.parametrize(
    "server",
    [
        "mcp.server.fastmcp.FastMCP",
        "mcp.server.FastMCP",
        "mcp.server.fastmcp.server.FastMCP",
        "mcp.server.mcpserver.MCPServer",
        "mcp.server.MCPServer",
    ],
)
def test_names(server: str) -> None:
    assert server in SYSTEM.servers
    found = mark(SYSTEM, f"{server}.tool", "called", target=SEARCH)
    assert found is not None
    assert (found.target, found.name, found.description, dict(found.options)) == (SEARCH, None, None, {})


def test_keywords() -> None:
    hints = {"readOnlyHint": True}
    found = mark(
        SYSTEM, TOOL, "called", target=SEARCH, name="find", title="Find", description="Find it.", annotations=hints,
        structured_output=False, meta=None,
    )  # fmt: skip
    assert found is not None
    assert (found.name, found.description) == (ConstantValue("find"), ConstantValue("Find it."))
    assert found.options == {
        "title": ConstantValue("Find"),
        "annotations": ConstantValue(hints),
        "structured_output": ConstantValue(False),
    }


def test_arguments_by_position() -> None:
    found = mark(SYSTEM, TOOL, "called", "find", "Find", "Find it.", target=SEARCH)
    assert found is not None
    assert (found.name, found.options["title"], found.description) == (
        ConstantValue("find"),
        ConstantValue("Find"),
        ConstantValue("Find it."),
    )


def test_an_explicit_none_means_nothing() -> None:
    found = mark(SYSTEM, TOOL, "called", target=SEARCH, name=None, title=None)
    assert found is not None
    assert (found.name, dict(found.options)) == (None, {})


def test_the_decorator_must_be_called() -> None:
    for found in (mark(SYSTEM, TOOL, "bare", target=SEARCH), mark(SYSTEM, TOOL, "call", "@search", program=PROGRAM)):
        assert found is not None
        assert (found.target, found.options) == (SEARCH, {"uncalled": ConstantValue(True)})
    assert mark(SYSTEM, TOOL, "call", "name") is None


def test_add_tool() -> None:
    found = mark(SYSTEM, ADD, "call", "@search", "find", description="Find it.", program=PROGRAM)
    lost = mark(SYSTEM, ADD, "call", "@gone")
    assert found is not None
    assert (found.target, found.name, found.description) == (SEARCH, ConstantValue("find"), ConstantValue("Find it."))
    assert lost is not None
    assert [one.code for one in lost.diagnostics] == ["TC204"]


CONTEXT = Plain("mcp.server.fastmcp.Context")
MINE = model("app:MyContext", "plain", ancestors=("mcp.server.fastmcp.server:Context",))


@pytest.mark.parametrize(
    "type_",
    [
        CONTEXT,
        Plain("mcp.server.mcpserver.Context"),
        Union((CONTEXT, NONE)),
        Annotated(CONTEXT, ("text",)),
        Union((Annotated(CONTEXT, ("text",)), NONE)),
        Generic("builtins.list", (CONTEXT,)),
        Generic("mcp.server.fastmcp.Context", (Plain("typing.Any"), NONE)),
        Class("mcp.server.fastmcp.server:Context"),
        Class("app:MyContext"),
    ],
)
def test_hidden_context(type_: Type) -> None:
    assert hidden_parameters(signature(param("a", INT), param("any_name", type_), classes=[MINE]), 1) == {"any_name"}


def test_only_the_first_context_is_hidden() -> None:
    assert hidden_parameters(signature(param("a", INT), param("b", CONTEXT), param("c", CONTEXT)), 1) == {"b"}


@pytest.mark.parametrize("type_", [None, STR, Plain("mcp.server.context.Context"), Plain("app.Context")])
def test_what_is_no_context(type_: Type | None) -> None:
    nested = Generic("builtins.list", (Generic("builtins.list", (CONTEXT,)),))
    assert hidden_parameters(signature(param("ctx", type_), param("deep", nested)), 2) == frozenset()


def test_parameters_of_resolvers_are_hidden_with_mcp_2() -> None:
    resolved = Annotated(STR, (CallConstant("mcp.server.mcpserver.Resolve"),))
    made = signature(param("a", resolved), param("b", INT))
    assert hidden_parameters(made, 1) == frozenset()
    assert hidden_parameters(made, 2) == {"a"}


def test_versions() -> None:
    assert SYSTEM.assumed_versions(frozenset({"mcp.server.fastmcp.server", "os"}))["mcp"] == "1.30.0"
    assert SYSTEM.assumed_versions(frozenset({"mcp.server.fastmcp"}))["mcp"] == "1.30.0"
    assert SYSTEM.assumed_versions(frozenset({"mcp.server.mcpserver", "mcp.server.fastmcps"})) == SYSTEM.versions
    assert SYSTEM.versions["mcp"] == "2.3.0"
