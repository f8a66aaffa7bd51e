"""Registrations of prompts and resources, and options of servers: takes one, returns its declaration.

Sources: `FastMCP.prompt`, `resource`, `add_prompt`, `add_resource` and `__init__` of mcp 1.30.0, `MCPServer` of mcp 2.3.0, and
`FastMCP` of fastmcp 2.14.7, 3.4.10 and 4.1.6.
"""

from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from toolc.diagnostics import Diagnostic
from toolc.program import (
    CallResult,
    ComponentKind,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    Program,
    RegistrationSite,
    ServerKey,
    Value,
)
from toolc.server_effects import ListOverride
from toolc.systems.base import Fact, Mark, argument, declare_at, find_argument
from toolc.systems.shared.callables import declaration

READY = {
    "TextResource": "text/plain",
    "BinaryResource": "text/plain",
    "FunctionResource": "text/plain",
    "FileResource": "text/plain",
    "HttpResource": "application/json",
    "DirectoryResource": "application/json",
}
"""Classes of resources that programs make objects of, with the MIME type that they have by default."""


def decorator_mark(
    system: str, kind: ComponentKind, keywords: Sequence[str], first: str, positional: bool, server: Sequence[str] = ()
) -> Mark:
    """The mark of `@server.prompt(…)` and `@server.resource(…)`.

    `keywords` are the facts, `first` is the one that also comes first, `positional`: so do the others, in order. `server` are
    options of the server that count.
    """

    def mark(registration: RegistrationSite, program: Program, key: ServerKey) -> Declaration | None:
        given = {
            name: argument(registration, program, name, at if positional or name == first else None)
            for at, name in enumerate(keywords)
        }
        target: Value | None = registration.target
        if registration.form == "call":
            target = argument(registration, program, "name_or_fn", 0)
            given[first] = argument(registration, program, first)
        elif registration.form != "bare" and kind == "prompt" and not positional:
            before = argument(registration, program, "name_or_fn", 0)
            given[first] = given[first] if before in (None, ConstantValue(None)) else before
        known = {name: value for name, value in given.items() if value not in (None, ConstantValue(None))}
        return _component(
            registration, program, key, system, kind, target, {**known, **server_options(registration, program, server)}
        )

    return mark


def adding_mark(
    system: str, kind: ComponentKind, keyword: str, keywords: Sequence[str], first: str, server: Sequence[str] = ()
) -> Mark:
    """The mark of `server.add_prompt(…)` and `server.add_resource(…)`: an object of a ready class, or made of a function."""
    read = component_object(system, kind, keywords, first, server)

    def mark(registration: RegistrationSite, program: Program, key: ServerKey) -> Fact | None:
        if registration.form != "call":
            return None
        return read(registration, program, key, argument(registration, program, keyword, 0))

    return mark


Reader = Callable[[RegistrationSite, Program, ServerKey, Value | None], Fact | None]


def component_object(
    system: str, kind: ComponentKind, keywords: Sequence[str], first: str, server: Sequence[str] = ()
) -> Reader:
    """Return what reads a prompt or resource that is given to a server as an object."""

    def read(registration: RegistrationSite, program: Program, key: ServerKey, value: Value | None) -> Fact | None:
        if isinstance(value, CallResult) and isinstance(value.callee, ExternalSymbol):
            made = structs.replace(registration, args=value.args, scope=value.scope)
            last = value.callee.name.rpartition(".")[2]
            given: dict[str, Value | None] = {name: argument(made, program, name) for name in keywords}
            given = {name: one for name, one in given.items() if one not in (None, ConstantValue(None))}
            given |= server_options(registration, program, server)
            if last == "from_function":
                function = argument(made, program, "fn", 0)
                if first != "name":
                    given[first] = argument(made, program, first, 1)
                return _component(registration, program, key, system, kind, function, given)
            if last in READY:
                known = {name: one for name, one in given.items() if one is not None}
                options: dict[str, Value] = {**known, "ready": ConstantValue(READY[last])}
                text = argument(made, program, "text") if last == "TextResource" else None
                options |= {"text": text} if isinstance(text, ConstantValue) else {}
                name, description = options.pop("name", None), options.pop("description", None)
                return declare_at(
                    registration, system, key, name=name, description=description, options=options, component=kind
                )
        span = program.span(registration.scope, registration.at, registration.end)
        return Diagnostic("TC240", f"the {kind} that is added here is made in a way that toolc does not follow", span)

    return read


def server_fact(
    registration: RegistrationSite, program: Program, key: ServerKey, keywords: Sequence[str], positional: int
) -> Declaration:
    """Return the declaration of a server's constructor; the first `positional` of `keywords` are also passed by position."""
    given = {name: argument(registration, program, name, at if at < positional else None) for at, name in enumerate(keywords)}
    known = {name: value for name, value in given.items() if value not in (None, ConstantValue(None))}
    return declare_at(registration, key.system, key, options=known, component="server")


def server_options(registration: RegistrationSite, program: Program, names: Sequence[str]) -> Mapping[str, Value]:
    """Return the options of the constructor of a registration's server."""
    server = registration.receiver
    if not isinstance(server, CallResult):
        return {}
    made = structs.replace(registration, args=server.args, scope=server.scope)
    given = {name: argument(made, program, name) for name in names}
    return {name: value for name, value in given.items() if value not in (None, ConstantValue(None))}


def _component(
    registration: RegistrationSite,
    program: Program,
    key: ServerKey,
    system: str,
    kind: ComponentKind,
    target: Value | None,
    given: Mapping[str, Value | None],
) -> Declaration | None:
    if given.get("enabled") == ConstantValue(False):
        return None
    found = declaration(registration, program, key, system, target, dict(given))
    return None if found is None else structs.replace(found, component=kind)


def middleware(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Fact, ...]:
    """`middleware=[f]` and `server.middleware.append(f)`: functions around every request, which see the list of tools too.

    Source: `ServerMiddleware` of mcp 2.3.0, a callable of a context and of what goes on.
    """
    if registration.callee.endswith((".append", ".insert")):
        added = argument(registration, program, "object", 0 if registration.callee.endswith(".append") else 1)
        values = [] if added is None else [added]
    else:
        given = find_argument(registration.args, "middleware")
        values = [one.value for one in program.list_elements(given.value, registration.scope)] if given is not None else []
    found: list[Fact] = []
    for value in map(program.unwrap, values):
        handler = value if isinstance(value, DefinitionValue) else program.attribute(value, "__call__")
        if isinstance(handler, DefinitionValue):
            found.append(ListOverride(server, handler, registration.scope, registration.at, registration.end))
    return tuple(found)
