"""Registrations of strands' tools: takes one registration, gives its declaration.

Sources: strands-agents 1.62.0 `tools/decorator.py`, and `load_tools_from_module` of `tools/loader.py`.
"""

from toolc.module import Name
from toolc.program import (
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    MappingValue,
    Program,
    ProgramPoint,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.signature import Class, Generic, Plain, Type
from toolc.systems.base import Mark, argument, declare_at
from toolc.systems.shared.callables import declaration

NAME = "strands"
_FACTS = ("name", "description", "inputSchema", "context")


def is_context(type_: Type | None) -> bool:
    """`ToolContext` itself; in `Annotated` or a union it is none (`_validate_signature`)."""
    match type_:
        case Plain(name) | Generic(name) | Class(name):
            return name.startswith("strands.") and name.replace(":", ".").endswith(".ToolContext")
        case _:
            return False


def _tool(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`@tool`, `@tool(…)`, `tool(f, …)`."""
    given = {fact: argument(registration, program, fact) for fact in _FACTS}
    function = registration.target or argument(registration, program, "func", 0)
    return declaration(registration, program, server, NAME, function, given)


_DECORATORS = ("strands.tool", "strands.tools.tool", "strands.tools.decorator.tool")


def _module(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """`TOOL_SPEC` beside a function named as the module; where that is decorated, the loader takes the decorated one."""
    module = registration.scope.module
    function = program.evaluate(Name(0, 0, module.rpartition(".")[2]), ProgramPoint(module))
    if not isinstance(function, DefinitionValue) or function.node.kind != "def" or _is_decorated(function, program):
        return None
    spec = program.evaluate(Name(0, 0, "TOOL_SPEC"), ProgramPoint(module))
    schema = _entry(spec, "inputSchema")
    inner = _entry(schema, "json")
    facts = {"name": _entry(spec, "name"), "description": _entry(spec, "description"), "schema": inner or schema}
    missing = [fact for fact, value in facts.items() if value is None]
    if missing and not isinstance(spec, Unknown):
        return None
    unknown = Unknown("`TOOL_SPEC` is made while the program runs")
    facts = {fact: value or unknown for fact, value in facts.items()}
    return declare_at(registration, NAME, server, target=function, **facts)


def _entry(value: Value | None, key: str) -> Value | None:
    match value:
        case ConstantValue(dict() as items):
            return ConstantValue(items[key]) if key in items else None
        case MappingValue(items):
            return dict(items).get(key)
        case _:
            return None


def _is_decorated(function: DefinitionValue, program: Program) -> bool:
    made = [program.evaluate(one, function.scope) for one in function.stmt.decorators]
    callees = [one.callee if isinstance(one, CallResult) else one for one in made]
    return any(isinstance(one, ExternalSymbol) and one.name in _DECORATORS for one in callees)


MARKS: dict[str, Mark] = dict.fromkeys(_DECORATORS, _tool)
ASSIGNED: dict[str, Mark] = {"TOOL_SPEC": _module}
