"""Registrations of fastmcp: `@server.tool`, `server.add_tool(…)`, the free `@tool` and `Tool.from_function`.

Takes one registration, gives its declaration. Signatures: `FastMCP.tool` and `FastMCP.add_tool` of fastmcp 2.14.7, 3.4.10 and
4.1.6; `fastmcp.tools.tool` since 3.
"""

from msgspec import structs

from toolc.program import Called, Declaration, Definition, External, Known, Program, Registration, ServerKey, Value
from toolc.systems.base import Mark, argument
from toolc.systems.callables import declaration

NAME = "fastmcp"
_OPTIONS = ("title", "annotations", "exclude_args", "output_schema", "enabled")
_FACTS = ("name", "description", *_OPTIONS)
_GIVEN_NONE = ("output_schema",)

SERVERS = frozenset(
    f"fastmcp.{name}"
    for name in (
        "FastMCP",
        "server.FastMCP",
        "server.server.FastMCP",
        "server.providers.LocalProvider",
    )
)
_FREE = ("fastmcp.tools.tool", "fastmcp.tools.function_tool.tool")
_FACTORIES = tuple(
    f"fastmcp.tools.{name}.from_function"
    for name in ("Tool", "FunctionTool", "tool.Tool", "tool.FunctionTool", "base.Tool", "function_tool.FunctionTool")
)


def _tool(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    """`@server.tool`, `@server.tool()`, `@server.tool("name")` and `server.tool(f, name="name")`."""
    given = _given(registration, program)
    first = argument(registration, program, "name_or_fn", 0)
    if registration.form == "call":
        target: Value | None = first
        if isinstance(first, Known) or first is None:
            return None  # a decorator that is kept for later
    else:
        target = registration.target
        given["name"] = given["name"] if first in (None, Known(None)) else first
    if given["enabled"] == Known(False):
        return None
    checked = {"checked": Known(True)} if registration.callee not in _FREE else {}
    return declaration(registration, program, server, NAME, target, {**given, **checked})


def _from_function(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    function = argument(registration, program, "fn", 0)
    return declaration(registration, program, server, NAME, function, _given(registration, program))


def _add_tool(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    """A function, with what a free `@tool` on it says, or a tool made on the spot (before 2.7: the facts as keywords)."""
    added = argument(registration, program, "tool", 0) or argument(registration, program, "fn")
    if isinstance(added, Called) and _is(added.callee, _FACTORIES):
        made = structs.replace(registration, args=added.args, scope=added.scope)
        found = _from_function(made, program, server)
        return None if found is None else structs.replace(found, scope=registration.scope)
    given = {fact: value for fact, value in _given(registration, program).items() if value is not None}
    noted = _noted(added, program) if isinstance(added, Definition) else {}
    if noted.get("enabled") == Known(False):
        return None
    return declaration(registration, program, server, NAME, added, {**noted, **given})


def _noted(function: Definition, program: Program) -> dict[str, Value | None]:
    """What the free decorator `@tool(…)` on a function keeps for the server that the function is added to."""
    for decorator in function.stmt.decorators:
        value = program.evaluate(decorator, function.scope)
        if isinstance(value, Called) and _is(value.callee, _FREE):
            place = Registration(_FREE[0], "called", value.scope, value.at, value.end, function, value.args)
            given = _given(place, program)
            first = argument(place, program, "name_or_fn", 0)
            return {**given, "name": given["name"] if first in (None, Known(None)) else first}
    return {}


def _is(callee: Value, names: tuple[str, ...]) -> bool:
    return isinstance(callee, External) and callee.name in names


def _given(registration: Registration, program: Program) -> dict[str, Value | None]:
    """What the keywords that matter were given; an explicit None means nothing, but for the output schema."""
    values = {one: argument(registration, program, one) for one in _FACTS}
    return {one: None if value == Known(None) and one not in _GIVEN_NONE else value for one, value in values.items()}


MARKS: dict[str, Mark] = {
    **{f"{server}.tool": _tool for server in SERVERS},
    **{f"{server}.add_tool": _add_tool for server in SERVERS},
    **dict.fromkeys(_FREE, _tool),
    **dict.fromkeys(_FACTORIES, _from_function),
}
