"""Functions that answer requests: those of a low-level server, and those that replace what a high-level one answers.

Takes a registration, gives the declaration whose tools are what the function lists, and what the server can do with it.
Sources: `lowlevel.Server` of mcp 1.30.0 and 2.3.0; `FastMCP._mcp_server` of mcp 1.30.0 and fastmcp 2.14.7 to 4.1.6,
`MCPServer._lowlevel_server` of mcp 2.3.0.
"""

from collections.abc import Callable, Iterator, Mapping

from toolc.diagnostics import Diagnostic
from toolc.program import (
    CallResult,
    ComponentKind,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    ParameterValue,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.server_effects import ListOverride
from toolc.systems.base import Fact, Mark, argument, declare_at
from toolc.systems.fastmcp.servers import CLASSES as FASTMCP
from toolc.systems.mcp.listed import without_tools
from toolc.systems.mcp.marks import SERVERS as OFFICIAL
from toolc.systems.shared.mcp_capabilities import DECORATED, add_capability, capability, notification_mark
from toolc.systems.shared.mcp_marks import middleware, server_fact
from toolc.systems.shared.versions import numbers

NAME = "mcp-lowlevel"
SERVERS = frozenset(f"mcp.server.{name}" for name in ("Server", "lowlevel.Server", "lowlevel.server.Server"))
TOOLS = frozenset({"mcp.Tool", "mcp.types.Tool", "mcp_types.Tool"})

_INNER = tuple(f"{server}.{inner}" for server in (*OFFICIAL, *FASTMCP) for inner in ("_mcp_server", "_lowlevel_server"))
_REQUEST = "ListToolsRequest"
_INFO_1 = ("name", "version", "instructions", "website_url", "icons")
_INFO_2 = ("name", "version", "title", "description", "instructions", "website_url", "icons", "extensions")

_DECORATED = {
    "list_tools": "tools",
    "list_prompts": "prompts",
    "list_resources": "resources",
    "set_logging_level": "logging",
    "completion": "completions",
}
_GIVEN = {
    "on_list_tools": "tools",
    "on_list_prompts": "prompts",
    "on_list_resources": "resources",
    "on_set_logging_level": "logging",
    "on_completion": "completions",
    "on_subscriptions_listen": "listen",
}
_REQUESTS = {
    "ListToolsRequest": "tools",
    "ListPromptsRequest": "prompts",
    "ListResourcesRequest": "resources",
    "SetLevelRequest": "logging",
    "CompleteRequest": "completions",
}
_METHODS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "logging/setLevel": "logging",
    "completion/complete": "completions",
    "subscriptions/listen": "listen",
}
"""Capabilities of servers with a handler: by decorators and request types (mcp 1), arguments and methods (mcp 2)."""

_OPTIONS = "InitializationOptions"
_TOLD = ("server_name", "server_version", "instructions", "website_url", "icons")

Reader = Callable[[RegistrationSite, Program], Value | None]
"""Reads which value answers `tools/list`; None when the registration is about something else."""


def _decorated_handler(registration: RegistrationSite, program: Program) -> Value | None:
    """`@server.list_tools()` over the handler."""
    return registration.target


_LISTS: Mapping[str, ComponentKind] = {
    "list_prompts": "prompt",
    "list_resources": "resource",
    "list_resource_templates": "resource",
}
"""Handlers of lists of other things than tools; mcp 2 takes them as `on_list_prompts=` and so on."""


def _lists(kind: ComponentKind) -> Mark:
    """The mark of `@server.list_prompts()` and its like (mcp 1)."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        handler = None if registration.target is None else program.unwrap(registration.target)
        if not isinstance(handler, DefinitionValue):
            return None
        return declare_at(registration, NAME, server, target=handler, component=kind)

    return mark


def _constructor_facts(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...]:
    """`Server(name, on_list_tools=handler, on_list_prompts=…)` of mcp 2."""
    answered = _answers(_constructor_handler)(registration, program, server)
    facts: list[Fact] = [] if answered is None else [*answered] if isinstance(answered, tuple) else [answered]
    if registration.form == "call":
        mcp2 = numbers(program.version("mcp") or "2")[0] >= 2
        facts.append(server_fact(registration, program, server, _INFO_2 if mcp2 else _INFO_1, 1 if mcp2 else 5))
        handlers = {name: argument(registration, program, name) for name in _GIVEN}
        facts += [
            add_capability(NAME, registration, server, _GIVEN[name])
            for name, value in handlers.items()
            if value not in (None, ConstantValue(None))
        ]
    for way, kind in _LISTS.items():
        given = argument(registration, program, f"on_{way}") if registration.form == "call" else None
        handler = None if given is None else program.unwrap(given)
        if isinstance(handler, DefinitionValue):
            facts.append(declare_at(registration, NAME, server, target=handler, component=kind))
    return tuple(facts)


def _constructor_handler(registration: RegistrationSite, program: Program) -> Value | None:
    """`Server(name, on_list_tools=handler)` of mcp 2."""
    return argument(registration, program, "on_list_tools") if registration.form == "call" else None


def _set(registration: RegistrationSite, program: Program) -> Value | None:
    """`server.request_handlers[ListToolsRequest] = handler` of mcp 1."""
    request = argument(registration, program, "", 0)
    named = isinstance(request, ExternalSymbol) and request.name.rpartition(".")[2] == _REQUEST
    return argument(registration, program, "", 1) if named else None


def _added_handler(registration: RegistrationSite, program: Program) -> Value | None:
    """`server.add_request_handler("tools/list", params, handler)` of mcp 2."""
    named = registration.form == "call" and argument(registration, program, "method", 0) == ConstantValue("tools/list")
    return argument(registration, program, "handler", 2) if named else None


def _able(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """Return the capability that a server gains by a handler for a request or a method; `None` if it gains none."""
    request = argument(registration, program, "method", 0)
    if isinstance(request, ExternalSymbol):
        name = _REQUESTS.get(request.name.rpartition(".")[2])
    else:
        name = _METHODS.get(request.value) if isinstance(request, ConstantValue) and isinstance(request.value, str) else None
    return None if name is None else add_capability(NAME, registration, server, name)


def _run(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`server.run(read, write, InitializationOptions(server_name="shop", …))`: what it says of itself is told here."""
    given = argument(registration, program, "initialization_options", 2) if registration.form == "call" else None
    if isinstance(given, Unknown | ParameterValue):
        unknown = Unknown("it is handed to what runs the server")
        return add_capability(NAME, registration, server, "", dict.fromkeys(("name", "version", "changed"), unknown))
    if not (
        isinstance(given, CallResult) and isinstance(given.callee, ExternalSymbol) and given.callee.name.endswith(_OPTIONS)
    ):
        return None
    made = RegistrationSite("", "call", given.scope, given.at, given.end, None, given.args)
    told = {name.removeprefix("server_"): argument(made, program, name) for name in _TOLD}
    return add_capability(
        NAME, registration, server, "", {name: ConstantValue(None) if one is None else one for name, one in told.items()}
    )


def _set_fact(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`server.instructions = "…"` once the server is made."""
    name, value = (argument(registration, program, "", at) for at in (0, 1))
    if not isinstance(name, ConstantValue) or name.value not in _INFO_2 or value is None:
        return None
    return add_capability(NAME, registration, server, "", {name.value: value})


def _together(*marks: Mark) -> Mark:
    """The mark that reads what several read off one registration."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...]:
        found = (one(registration, program, server) for one in marks)
        return tuple(fact for one in found if one is not None for fact in (one if isinstance(one, tuple) else (one,)))

    return mark


_READERS: Mapping[str, Reader] = {
    "list_tools": _decorated_handler,
    "request_handlers.__setitem__": _set,
    "add_request_handler": _added_handler,
}


_MAJORS: Mapping[Reader, tuple[int, str, str]] = {
    _decorated_handler: (1, "AttributeError", "`Server.list_tools`: give the handler to `Server(on_list_tools=…)`"),
    _constructor_handler: (2, "TypeError", "`Server(on_list_tools=…)`: decorate the handler with `@server.list_tools()`"),
}
"""The one major version that has a way to hand over the handler, what any other raises, and what to write there instead."""


def _answers(read: Reader) -> Mark:
    """The mark of what gives a low-level server its handler."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | Diagnostic | None:
        handler = read(registration, program)
        if handler in (None, ConstantValue(None)):
            return None
        version, (major, raised, way_out) = program.version("mcp"), _MAJORS.get(read, (0, "", ""))
        if major and version is not None and numbers(version)[0] != major:
            span = program.span(registration.scope, registration.at, registration.end)
            return Diagnostic("TC334", f"this raises {raised}: mcp {version} has no {way_out}", span)
        handler = program.unwrap(handler)
        if isinstance(handler, DefinitionValue):
            return declare_at(registration, NAME, server, target=handler)
        why = f": {handler.reason}" if isinstance(handler, Unknown) else ""
        span = program.span(registration.scope, registration.at, registration.end)
        return without_tools(f"the function that lists the tools is not known{why}", span)

    return mark


def _replaces(read: Reader) -> Mark:
    """The mark of what puts a handler in the place of that of a high-level server, whose tools are then those it lists."""

    def mark(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...] | None:
        handler = read(registration, program)
        if handler is None:
            return None
        handler = program.unwrap(handler)
        fact = ListOverride(server, handler, registration.scope, registration.at, registration.end)
        if isinstance(handler, DefinitionValue) and any(
            _is_tool(one.value) for one in program.list_elements(handler, handler.scope)
        ):
            return declare_at(registration, NAME, server, target=handler), fact
        return (fact,)

    return mark


def _is_tool(value: Value) -> bool:
    return isinstance(value, CallResult) and isinstance(value.callee, ExternalSymbol) and value.callee.name in TOOLS


_OFFERS: Mapping[str, Mark] = {
    **{way: _together(capability(NAME, name), capability(NAME, DECORATED)) for way, name in _DECORATED.items()},
    **dict.fromkeys(("request_handlers.__setitem__", "add_request_handler"), _able),
    **dict.fromkeys(("create_initialization_options", "get_capabilities"), notification_mark(NAME)),
    **dict.fromkeys(("middleware.append", "middleware.insert"), middleware),
    "run": _run,
    "__setattr__": _set_fact,
}
"""Marks of the methods of a low-level server."""


def _of(server: str, handlers: Mapping[str, Mark]) -> Iterator[tuple[str, Mark]]:
    """The marks of the methods of a low-level server; what answers a request also says what the server can do."""
    for way in {**handlers, **_OFFERS}:
        marks = [one for one in (handlers.get(way), _OFFERS.get(way)) if one is not None]
        yield f"{server}.{way}", _together(*marks)


_OWN = {way: _answers(read) for way, read in _READERS.items()} | {way: _lists(kind) for way, kind in _LISTS.items()}
_REPLACING = {way: _replaces(read) for way, read in _READERS.items()}

HANDLED: Mapping[str, Mark] = {
    **dict.fromkeys(SERVERS, _constructor_facts),
    **{way: mark for server in SERVERS for way, mark in _of(server, _OWN)},
    **{way: mark for inner in _INNER for way, mark in _of(inner, _REPLACING)},
}
