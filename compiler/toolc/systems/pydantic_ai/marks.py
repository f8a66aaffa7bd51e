"""Registrations of pydantic-ai: `@agent.tool`, `@toolset.tool_plain`, `toolset.add_function(f)`, `Agent(tools=[f])`, `Tool(f)`.

Takes one registration, gives its declarations. Signatures: pydantic-ai-slim 2.68.0.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from toolc.diagnostics import Diagnostic
from toolc.program import CallResult, ConstantValue, Declaration, ExternalSymbol, Program, RegistrationSite, ServerKey, Value
from toolc.systems.base import Mark, OneMark, argument, declare_at, find_argument, stated_argument
from toolc.systems.pydantic_ai import toolsets
from toolc.systems.shared.callables import declaration
from toolc.systems.shared.classes import class_around, dotted_name
from toolc.systems.shared.listed import functions

NAME = "pydantic-ai"

_AGENTS = ("pydantic_ai.Agent", "pydantic_ai.agent.Agent")
_TOOLSETS = (
    "pydantic_ai.FunctionToolset",
    "pydantic_ai.toolsets.FunctionToolset",
    "pydantic_ai.toolsets.function.FunctionToolset",
)
_TOOLS = ("pydantic_ai.Tool", "pydantic_ai.tools.Tool")
_ABSTRACT = frozenset(f"pydantic_ai.{module}AbstractToolset" for module in ("", "toolsets.", "toolsets.abstract."))
_EMPTY = ConstantValue({"type": "object", "properties": {}})
_FACTS = ("name", "description", "docstring_format", "require_parameter_descriptions", "schema_generator", "strict")
_INHERITED = _FACTS[2:]
"""Options of a toolset that hold for all of its tools."""

_SHOWN = toolsets.marks(_TOOLSETS)
_HOLDERS = (*_AGENTS, *_TOOLSETS)
SERVERS = frozenset({*_HOLDERS, *_SHOWN})


def _method(takes_ctx: bool) -> OneMark:
    """`@agent.tool`, `@agent.tool(…)`, `agent.tool(f)` and the same of toolsets."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        target: Value | None = registration.target
        if registration.form == "call":
            target = argument(registration, program, "func", 0)
        given = {**_given_arguments(registration, program), "takes_ctx": ConstantValue(takes_ctx)}
        return declaration(registration, program, server, NAME, target, given)

    return mark


def _add_function(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`toolset.add_function(func, takes_ctx, name, description, …)`."""
    places = {"name": 2, "description": 3}
    return _function(registration, program, server, "func", {**places, "takes_ctx": 1})


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Tool(function, takes_ctx=…, name=…, …)`."""
    return _function(registration, program, server, "function", {"takes_ctx": None})


def _function(
    registration: RegistrationSite, program: Program, server: ServerKey, keyword: str, places: dict[str, int | None]
) -> Declaration | None:
    if registration.form != "call":
        return None
    given = _given_arguments(registration, program)
    given |= {name: stated_argument(registration, program, name, place) for name, place in places.items()}
    return declaration(registration, program, server, NAME, argument(registration, program, keyword, 0), given)


def _from_schema(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Tool.from_schema(function, name, description, json_schema)`; the function adds nothing."""
    schema = argument(registration, program, "json_schema", 3)
    if registration.form != "call" or schema is None:
        return None
    name, description = (stated_argument(registration, program, one, at) for one, at in (("name", 1), ("description", 2)))
    return declare_at(registration, NAME, server, name=name, description=description, options={"json_schema": schema})


def _declare_definition(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
    """`ToolDefinition(name, parameters_json_schema, description)` in a toolset of the program, which offers it as it stands."""
    cls = class_around(registration)
    bases = program.ancestors(cls) if registration.form == "call" and cls is not None else ()
    if _ABSTRACT.isdisjoint(map(dotted_name, bases)):
        return None
    places = {"name": 0, "parameters_json_schema": 1, "description": 2}
    name, schema, description = (stated_argument(registration, program, fact, place) for fact, place in places.items())
    if not isinstance(name, ConstantValue):
        message = "which tools are made here is not known: the name is computed while the program runs"
        return Diagnostic("TC212", message, program.span(registration.scope, registration.at, registration.end))
    return declare_at(registration, NAME, server, name=name, description=description, options={"json_schema": schema or _EMPTY})


def _declare_listed(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
    """`Agent(tools=[f, …])`; a `Tool` in the list is declared where it is made."""
    return tuple(functions(registration, program, server, NAME, "tools"))


def _declare_held(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
    """`FunctionToolset([f, Tool(g), …])`: what a toolset holds is shown under other names where that is shown so."""
    options = {one: stated_argument(registration, program, one) for one in _INHERITED}
    made = functions(registration, program, server, NAME, "tools", 0, options=options)
    return (*made, *_objects(registration, program, server))


def _objects(registration: RegistrationSite, program: Program, server: ServerKey) -> Iterator[Declaration]:
    """The `Tool`s in the list, of which a toolset says nothing more."""
    given = find_argument(registration.args, "tools", 0) if registration.form == "call" else None
    for one in program.list_elements(given.value, registration.scope) if given is not None else ():
        tool = one.value
        if isinstance(tool, CallResult) and isinstance(tool.callee, ExternalSymbol) and tool.callee.name in _TOOLS:
            made = _tool(replace(registration, receiver=None, args=tool.args, scope=tool.scope), program, server)
            if made is not None:
                yield replace(made, scope=registration.scope)


def _given_arguments(registration: RegistrationSite, program: Program) -> dict[str, Value | None]:
    """Return the keyword arguments, with those of the toolset as defaults."""
    values = {one: stated_argument(registration, program, one) for one in _FACTS}
    if isinstance(toolset := registration.receiver, CallResult):
        made = replace(registration, args=toolset.args, scope=toolset.scope)
        missing = [one for one in _INHERITED if values[one] is None]
        values |= {one: stated_argument(made, program, one) for one in missing}
    return values


MARKS: dict[str, Mark] = {
    **_SHOWN,
    **{f"{owner}.tool": _method(True) for owner in _HOLDERS},
    **{f"{owner}.tool_plain": _method(False) for owner in _HOLDERS},
    **{f"{owner}.add_function": _add_function for owner in _TOOLSETS},
    **dict.fromkeys(_TOOLS, _tool),
    **{f"{tool}.from_schema": _from_schema for tool in _TOOLS},
    **dict.fromkeys(("pydantic_ai.ToolDefinition", "pydantic_ai.tools.ToolDefinition"), _declare_definition),
    **dict.fromkeys(_AGENTS, _declare_listed),
    **dict.fromkeys(_TOOLSETS, _declare_held),
    **{f"{owner}.__init__": _declare_held for owner in _TOOLSETS},
}
OBJECTS = dict.fromkeys(_TOOLSETS, ("__init__",))
