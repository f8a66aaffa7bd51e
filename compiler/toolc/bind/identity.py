"""Identity of values and scopes as short keys, which are cheap to compare."""

from toolc.module import ValueExpr
from toolc.program import (
    BoundAttribute,
    CallResult,
    DefinitionValue,
    MappingValue,
    ParameterValue,
    ProgramPoint,
    SequenceValue,
    Value,
)


def identity(value: Value) -> tuple[object, ...]:
    """Return a key that distinguishes values without comparing everything they refer to."""
    match value:
        case DefinitionValue(module, _, node, _, scope, frame):
            return "definition", module, node.at, frame, *calling_context(scope)
        case CallResult(callee, args, scope, at, end):
            held = [
                identity(one.value.value) for one in args if isinstance(one.value, ValueExpr)
            ]  # one call, executed many times
            owner = identity(callee) if isinstance(callee, (BoundAttribute, CallResult)) else ()
            return "called", scope.module, at, end, owner, *held, *calling_context(scope)
        case ParameterValue(function, name):
            return "received", identity(function), name
        case BoundAttribute(owner, name):
            return "attribute", identity(owner), name
        case SequenceValue(kind, inside):
            return kind, *map(identity, inside)
        case MappingValue(inside):
            return "dict", *((key, identity(one)) for key, one in inside)
        case _:
            return "value", repr(value)


def calling_context(scope: ProgramPoint) -> tuple[object, ...]:
    """Return the calls and iterations of loops that a scope is inside of. Frames are compared by identity."""
    return *((d.node.at, d.frame) for d in scope.within), scope.loops
