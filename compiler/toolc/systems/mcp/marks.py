"""Registrations on the MCP SDK's servers: `@server.tool(…)`, `server.add_tool(f, …)` and `FastMCP(tools=[…])`.

Takes one registration, gives its declaration. Signatures: mcp 1.30.0 `FastMCP.tool`, `FastMCP.add_tool`, `FastMCP` and
`Tool.from_function`; mcp 2.3.0 has the same.
"""

from msgspec import structs

from toolc.diagnostics import Diagnostic
from toolc.program import (
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    Program,
    RegistrationSite,
    SequenceValue,
    ServerKey,
    Value,
)
from toolc.systems.base import Fact, Mark, argument, declare_at, stated_argument
from toolc.systems.shared.callables import declaration
from toolc.systems.shared.mcp_capabilities import capability
from toolc.systems.shared.mcp_marks import adding_mark, component_object, decorator_mark, middleware, server_fact
from toolc.systems.shared.removals import remove_tool, removes

_UNSENT = ("fn", "context_kwarg")
_KEYWORDS = ("name", "title", "description", "annotations", "icons", "meta", "structured_output")

SERVERS = frozenset(
    f"mcp.server.{name}"
    for name in (
        "fastmcp.FastMCP",
        "FastMCP",
        "fastmcp.server.FastMCP",
        "mcpserver.MCPServer",
        "MCPServer",
        "mcpserver.server.MCPServer",
    )
)

_FACTORIES = frozenset(
    f"mcp.server.{name}.Tool.from_function"
    for name in ("fastmcp.tools", "fastmcp.tools.base", "mcpserver.tools", "mcpserver.tools.base")
)
_FROM_FUNCTION = ("fn", "name", "title", "description", "context_kwarg", "annotations", "icons", "meta", "structured_output")


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`tool` must be called: given a function it raises TypeError, which the option `uncalled` tells the speller."""
    given = _given_arguments(registration, program, 0)
    passed = given["name"]
    target = registration.target or passed
    if registration.form == "bare" or isinstance(passed, DefinitionValue):
        if not isinstance(target, DefinitionValue):
            return None
        return declare_at(registration, "mcp", server, target=target, options={"uncalled": ConstantValue(True)})
    if registration.target is None:
        return None  # the decorator alone, e.g. kept in a variable
    return declaration(registration, program, server, "mcp", registration.target, given)


def _add_tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    function = argument(registration, program, "fn", 0)
    return declaration(registration, program, server, "mcp", function, _given_arguments(registration, program, 1))


def _server(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...] | None:
    """`FastMCP(tools=[Tool.from_function(f), …])`."""
    if registration.form != "call":
        return None
    mcp2 = "MCPServer" in registration.callee
    info = server_fact(registration, program, server, _INFO_2 if mcp2 else _INFO_1, 7 if mcp2 else 4)
    facts: list[Fact] = [info]
    for keyword in ("tools", "resources"):
        listed = argument(registration, program, keyword)
        if listed in (None, ConstantValue(None), ConstantValue([]), ConstantValue(())):
            continue
        if not isinstance(listed, SequenceValue):
            span = program.span(registration.scope, registration.at, registration.end)
            code = "TC219" if keyword == "tools" else "TC240"
            facts.append(Diagnostic(code, f"which `{keyword}` this server is made with is not known", span))
            continue
        for one in listed.items:
            made = (
                _declare_made(registration, program, server, one)
                if keyword == "tools"
                else _ADDED(registration, program, server, one)
            )
            facts += [] if made is None else [made]
    return (*facts, *middleware(registration, program, server))


def _declare_made(registration: RegistrationSite, program: Program, server: ServerKey, tool: Value) -> Declaration | None:
    """A tool that was made of a function; of any other one nothing is known (TC204)."""
    if not (isinstance(tool, CallResult) and isinstance(tool.callee, ExternalSymbol) and tool.callee.name in _FACTORIES):
        return declaration(registration, program, server, "mcp", None if isinstance(tool, DefinitionValue) else tool, {})
    place = structs.replace(registration, args=tool.args, scope=tool.scope)
    found = declaration(
        place, program, server, "mcp", argument(place, program, "fn", 0), _given_arguments(place, program, 0, _FROM_FUNCTION)
    )
    return None if found is None else structs.replace(found, scope=registration.scope)


def _given_arguments(
    registration: RegistrationSite, program: Program, shift: int, keywords: tuple[str, ...] = _KEYWORDS
) -> dict[str, Value | None]:
    """Return the relevant arguments, by name or position; an explicit `None` counts as absent."""
    places = {one: at for at, one in enumerate(keywords, shift) if one not in _UNSENT}
    return {one: stated_argument(registration, program, one, at) for one, at in places.items()}


_INFO_1 = ("name", "instructions", "website_url", "icons")
_INFO_2 = ("name", "title", "description", "instructions", "website_url", "icons", "version", "extensions")
_PROMPT = ("name", "title", "description", "icons")
_RESOURCE = ("uri", "name", "title", "description", "mime_type", "icons", "annotations", "meta")

_ADDED = component_object("mcp", "resource", _RESOURCE, "uri")

MARKS: dict[str, Mark] = {
    **{f"{server}.prompt": decorator_mark("mcp", "prompt", _PROMPT, "name", positional=True) for server in SERVERS},
    **{f"{server}.resource": decorator_mark("mcp", "resource", _RESOURCE, "uri", positional=False) for server in SERVERS},
    **{f"{server}.add_prompt": adding_mark("mcp", "prompt", "prompt", _PROMPT, "name") for server in SERVERS},
    **{f"{server}.add_resource": adding_mark("mcp", "resource", "resource", _RESOURCE, "uri") for server in SERVERS},
    **dict.fromkeys(SERVERS, _server),
    **{f"{server}.middleware.{method}": middleware for server in SERVERS for method in ("append", "insert")},
    **{f"{server}.completion": capability("mcp", "completions") for server in SERVERS},
    **{f"{server}.tool": _tool for server in SERVERS},
    **{f"{server}.{holder}add_tool": _add_tool for server in SERVERS for holder in ("", "_tool_manager.")},
    **{f"{server}.remove_tool": remove_tool for server in SERVERS},
    **{f"{server}.remove_prompt": removes("prompt", "name") for server in SERVERS},
}
