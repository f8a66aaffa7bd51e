"""Registrations of fastmcp: `@server.tool`, `server.add_tool(…)`, the free `@tool` and `Tool.from_function`.

Takes one registration, gives its declaration. Signatures: `FastMCP.tool` and `FastMCP.add_tool` of fastmcp 2.14.7, 3.4.10 and
4.1.6; `fastmcp.tools.tool` since 3.
"""

from collections.abc import Collection, Mapping

from msgspec import structs

from toolc.diagnostics import Diagnostic
from toolc.program import (
    BoundAttribute,
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    Program,
    RegistrationSite,
    SequenceValue,
    ServerKey,
    Unknown,
    Value,
)
from toolc.systems.base import UNPACKS, Fact, Mark, argument, find_argument, stated_argument
from toolc.systems.fastmcp import servers
from toolc.systems.fastmcp.servers import CONSTRUCTED, FACTORIES, FREE, SERVERS, list_change, list_effects, providers
from toolc.systems.shared.callables import declaration
from toolc.systems.shared.mcp_capabilities import capability
from toolc.systems.shared.mcp_marks import adding_mark, decorator_mark, server_fact, server_options

NAME = "fastmcp"
_SENT = ("icons", "tags", "meta", "version", "app", "task")
_OPTIONS = ("title", "annotations", "exclude_args", "output_schema", "enabled", *_SENT)
_FACTS = ("name", "description", *_OPTIONS)
_GIVEN_NONE = ("output_schema",)
_TRANSFORMS = ("transforms", "tool_transformations", "include_tags", "exclude_tags")  # tags until 2
_SERVER = ("dereference_schemas", "include_fastmcp_meta")
"""Options of a server that count for what it lists."""
_DECORATES = (*_SERVER, "tasks")
"""Options that affect registrations by its decorators."""
_INFO = ("name", "instructions", "version", "website_url", "icons", "experimental_capabilities")
_COMPONENT = ("title", "description", "icons", "tags", "meta", "version", "enabled")
_PROMPT = ("name", *_COMPONENT)
_RESOURCE = ("uri", "name", *_COMPONENT, "mime_type", "annotations", "app")
_TEMPLATE = ("uri_template", *_RESOURCE[1:])
_NOTHING: Mapping[str, Value | None] = {}


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`@server.tool`, `@server.tool()`, `@server.tool("name")` and `server.tool(f, name="name")`."""
    given = _given_arguments(registration, program)
    first = argument(registration, program, "name_or_fn", 0)
    if first == Unknown(UNPACKS) and not any(arg.star == "*" for arg in registration.args):
        first = None  # it is given by its place; nobody writes it into the dict that is unpacked
    if registration.form == "call":
        target: Value | None = first
        if isinstance(first, ConstantValue) or first is None:
            return None  # a decorator that is kept for later
    else:
        target = registration.target
        given["name"] = given["name"] if first in (None, ConstantValue(None)) else first
    if given["enabled"] == ConstantValue(False):
        return None
    checked = {"checked": ConstantValue(True)} if registration.callee not in FREE else {}
    return declaration(
        registration, program, server, NAME, target, {**given, **checked, **_sends(registration, program, _DECORATES)}
    )


def _from_function(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`Tool.from_function(f, name="name")`."""
    given = _given_arguments(registration, program)
    if given["enabled"] == ConstantValue(False):
        return None
    return declaration(registration, program, server, NAME, argument(registration, program, "fn", 0), given)


def _add_tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """Before 2.7 the facts came as keywords."""
    added = argument(registration, program, "tool", 0) or argument(registration, program, "fn")
    given = {fact: value for fact, value in _given_arguments(registration, program).items() if value is not None}
    return None if added is None else _declare_added(added, registration, program, server, given)


def _declare_added(
    added: Value,
    registration: RegistrationSite,
    program: Program,
    server: ServerKey,
    given: Mapping[str, Value | None] = _NOTHING,
) -> Declaration | None:
    """A tool made on the spot, or a function."""
    if isinstance(added, CallResult) and _makes(added.callee, program):
        made = structs.replace(registration, args=added.args, scope=added.scope)
        found = _from_function(made, program, server)
        return None if found is None else structs.replace(found, scope=registration.scope)
    return declaration(registration, program, server, NAME, added, {**given, **_sends(registration, program)})


def _server(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...] | None:
    """`FastMCP(tools=[…], providers=[…])`: functions, tools made on the spot, and servers."""
    if registration.form != "call":
        return None
    found: list[Fact] = [] if registration.callee.endswith("LocalProvider") else [_info(registration, program, server)]
    _listed_elements(registration, program, "tools", found)
    if any(argument(registration, program, one) not in (None, ConstantValue(None)) for one in _TRANSFORMS):
        found.append(list_change(registration, server))
    layers = find_argument(registration.args, "middleware")
    for layer in program.list_elements(layers.value, registration.scope) if layers is not None else ():
        found.extend(list_effects(registration, program, server, layer.value))
    return *found, *providers(registration, program, server, _listed_elements(registration, program, "providers", found))


def _info(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration:
    return server_fact(registration, program, server, _INFO, 2)


def _listed_elements(registration: RegistrationSite, program: Program, keyword: str, found: list[Fact]) -> tuple[Value, ...]:
    """Return the elements of a list passed to a server's constructor; one that is not known is reported."""
    match argument(registration, program, keyword):
        case None | ConstantValue(None):
            return ()
        case SequenceValue(_, inside):
            return inside
        case ConstantValue(list() | tuple() as constants):
            return tuple(map(ConstantValue, constants))
        case _:
            span = program.span(registration.scope, registration.at, registration.end)
            found.append(Diagnostic("TC219", f"which `{keyword}` this server is made with is not known", span))
            return ()


def _makes(callee: Value, program: Program) -> bool:
    """`Tool.from_function`, that of a subclass of the program too which has none of its own."""
    if isinstance(callee, BoundAttribute) and isinstance(callee.owner, DefinitionValue):
        bases = program.ancestors(callee.owner)
        return any(isinstance(one, ExternalSymbol) and f"{one.name}.{callee.name}" in FACTORIES for one in bases)
    return _is(callee, FACTORIES)


def _is(callee: Value, names: Collection[str]) -> bool:
    return isinstance(callee, ExternalSymbol) and callee.name in names


def _sends(registration: RegistrationSite, program: Program, options: tuple[str, ...] = _SERVER) -> dict[str, Value | None]:
    """Return the options of the server's constructor that affect its tools."""
    return dict(server_options(registration, program, options))


def _given_arguments(registration: RegistrationSite, program: Program) -> dict[str, Value | None]:
    """Return the relevant keyword arguments; an explicit `None` counts as absent, except for the output schema."""
    return {one: (argument if one in _GIVEN_NONE else stated_argument)(registration, program, one) for one in _FACTS}


MARKS: dict[str, Mark] = {
    **servers.MARKS,
    **dict.fromkeys(CONSTRUCTED, _server),
    **{
        f"{server}.{way}": capability(NAME, "completions")
        for server in SERVERS
        for way in ("completion", "add_completion_handler")
    },
    **{f"{server}.add_extension": capability(NAME, "extensions") for server in SERVERS},
    **{f"{server}.prompt": decorator_mark(NAME, "prompt", _PROMPT, "name", False, _DECORATES) for server in SERVERS},
    **{f"{server}.resource": decorator_mark(NAME, "resource", _RESOURCE, "uri", False, _DECORATES) for server in SERVERS},
    **{f"{server}.add_prompt": adding_mark(NAME, "prompt", "prompt", _PROMPT, "name", _SERVER) for server in SERVERS},
    **{f"{server}.add_resource": adding_mark(NAME, "resource", "resource", _RESOURCE, "uri", _SERVER) for server in SERVERS},
    **{
        f"{server}.add_template": adding_mark(NAME, "resource", "template", _TEMPLATE, "uri_template", _SERVER)
        for server in SERVERS
    },
    **{f"{server}.tool": _tool for server in SERVERS},
    **{f"{server}.add_tool": _add_tool for server in SERVERS},
    **dict.fromkeys(FREE, _tool),
    **dict.fromkeys(FACTORIES, _from_function),
}
