"""What makes tools of toolc: `@tool`, `FunctionTool(f, …)`, and registries that are given functions or such tools.

Takes one registration, gives its declarations. Signatures: `toolc.runtime.tool` and `toolc.runtime.registry`.
"""

from msgspec.structs import replace

from toolc.program import Called, Declaration, Definition, External, Items, Known, Program, Registration, ServerKey, Value
from toolc.systems.base import Mark, argument
from toolc.systems.shared.callables import declaration, decorator, registers

NAME = "toolc"

_TOOLS = ("toolc.tool", "toolc.runtime.tool.tool")
_CLASSES = ("toolc.FunctionTool", "toolc.runtime.tool.FunctionTool")
REGISTRIES = ("toolc.ToolRegistry", "toolc.runtime.registry.ToolRegistry")

Made = tuple[Value | None, dict[str, Value | None]]
"""The function of a tool, and the facts that override its own."""


def _held(registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    """`registry.register(x)` and `@registry.tool`."""
    return _of(registration.target or argument(registration, program, "tool", 0), registration, program, server)


def _listed(registration: Registration, program: Program, server: ServerKey) -> tuple[Declaration, ...]:
    """`ToolRegistry([x, …])`."""
    match argument(registration, program, "tools", 0):
        case None | Known():
            return ()
        case Items(_, items):
            made = (_of(item, registration, program, server) for item in items)
            return tuple(one for one in made if one is not None)
        case value:
            one = declaration(registration, program, server, NAME, value, {})
            return () if one is None else (one,)


def _of(value: Value | None, registration: Registration, program: Program, server: ServerKey) -> Declaration | None:
    function, given = _made(value, registration, program)
    return declaration(registration, program, server, NAME, function, given)


def _made(value: Value | None, registration: Registration, program: Program) -> Made:
    """What a registry is given: a function, or what `tool` or `FunctionTool` made of one and named."""
    match value:
        case Definition():
            for written in value.stmt.decorators:
                match program.evaluate(written, value.scope):
                    case Called(External(name)) as call if name in _TOOLS:
                        return value, _given(call, registration, program)
        case Called(External(name)) if name in _TOOLS or name in _CLASSES:
            return argument(_as_call(value, registration), program, "fn", 0), _given(value, registration, program)
        case Called(Called(External(name)) as factory) if name in _TOOLS:
            return argument(_as_call(value, registration), program, "fn", 0), _given(factory, registration, program)
        case _:
            pass
    return value, {}


def _given(call: Called, registration: Registration, program: Program) -> dict[str, Value | None]:
    facts = {fact: argument(_as_call(call, registration), program, fact) for fact in ("name", "description")}
    return {fact: None if value == Known(None) else value for fact, value in facts.items()}


def _as_call(call: Called, registration: Registration) -> Registration:
    return replace(registration, scope=call.scope, args=call.args)


MARKS: dict[str, Mark] = {
    **dict.fromkeys(_TOOLS, decorator(NAME)),
    **dict.fromkeys(_CLASSES, registers(NAME, "fn", name="name", description="description")),
    **{f"{registry}.{method}": _held for registry in REGISTRIES for method in ("register", "tool")},
    **dict.fromkeys(REGISTRIES, _listed),
}
