"""Registrations of toolc's own tools: `@tool`, `FunctionTool(f, …)`, and registries of functions or such tools.

Takes one registration, gives its declarations. Signatures: `toolc.runtime.tool` and `toolc.runtime.registry`.
"""

from msgspec.structs import replace

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
from toolc.systems.base import Mark, argument, stated_argument
from toolc.systems.shared.callables import declaration, decorator, registers

NAME = "toolc"

_TOOLS = ("toolc.tool", "toolc.runtime.tool.tool")
_CLASSES = ("toolc.FunctionTool", "toolc.runtime.tool.FunctionTool")
REGISTRIES = ("toolc.ToolRegistry", "toolc.runtime.registry.ToolRegistry")

Made = tuple[Value | None, dict[str, Value | None]]
"""The function of a tool, and the facts that override its own."""


def _declare_held(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`registry.register(x)` and `@registry.tool`."""
    return _of(registration.target or argument(registration, program, "tool", 0), registration, program, server)


def _declare_listed(registration: RegistrationSite, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
    """`ToolRegistry([x, …])`."""
    match argument(registration, program, "tools", 0):
        case None | ConstantValue():
            return ()
        case SequenceValue(_, items):
            made = (_of(item, registration, program, server) for item in items)
            return tuple(one for one in made if one is not None)
        case value:
            one = declaration(registration, program, server, NAME, value, {})
            return () if one is None else (one,)


def _of(value: Value | None, registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    function, given = _unwrap_maker(value, registration, program)
    return declaration(registration, program, server, NAME, function, given)


def _unwrap_maker(value: Value | None, registration: RegistrationSite, program: Program) -> Made:
    """Return the function behind a registry's argument, and the options of the `tool` or `FunctionTool` that wraps it."""
    match value:
        case DefinitionValue():
            for written in value.stmt.decorators:
                match program.evaluate(written, value.scope):
                    case CallResult(ExternalSymbol(name)) as call if name in _TOOLS:
                        return value, _given_arguments(call, registration, program)
        case CallResult(ExternalSymbol(name)) if name in _TOOLS or name in _CLASSES:
            return argument(_as_call(value, registration), program, "fn", 0), _given_arguments(value, registration, program)
        case CallResult(CallResult(ExternalSymbol(name)) as factory) if name in _TOOLS:
            return argument(_as_call(value, registration), program, "fn", 0), _given_arguments(factory, registration, program)
        case _:
            pass
    return value, {}


def _given_arguments(call: CallResult, registration: RegistrationSite, program: Program) -> dict[str, Value | None]:
    return {fact: stated_argument(_as_call(call, registration), program, fact) for fact in ("name", "description")}


def _as_call(call: CallResult, registration: RegistrationSite) -> RegistrationSite:
    return replace(registration, scope=call.scope, args=call.args)


MARKS: dict[str, Mark] = {
    **dict.fromkeys(_TOOLS, decorator(NAME)),
    **dict.fromkeys(_CLASSES, registers(NAME, "fn", name="name", description="description")),
    **{f"{registry}.{method}": _declare_held for registry in REGISTRIES for method in ("register", "tool")},
    **dict.fromkeys(REGISTRIES, _declare_listed),
}
