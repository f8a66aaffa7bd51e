"""Whether what following a call gave is data, which stands for the call wherever it is used.

Takes a value, gives it, or None: an instance of a class that a system knows is told by where it was made.
"""

from collections.abc import Iterable

from toolc.bind.links import Links
from toolc.module import Held
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    SequenceValue,
    Value,
)

_OF_MODELS = frozenset({"pydantic.BaseModel", "pydantic.RootModel", "typing.Generic", "abc.ABC", "builtins.object"})


def as_data(value: Value, links: Links) -> Value | None:
    """What following a call gave, if it is data: constants, calls of classes that no system knows, and models."""
    pending = [value]
    while pending:
        match pending.pop():
            case ConstantValue() | EnumMember():
                pass
            case SequenceValue(_, items):
                pending.extend(items)
            case MappingValue(items):
                pending.extend(inner for _, inner in items)
            case CallResult(callee, args) if _is_data(callee, links):
                pending.extend(arg.value.value for arg in args if isinstance(arg.value, Held))
            case DefinitionValue() | ExternalSymbol() as thing if thing is not value:
                pass
            case _:
                return None
    return value


def _is_data(callee: Value, links: Links) -> bool:
    """Whether an instance of a class is no more than what it was made with; of the program's classes, a model is."""
    if isinstance(callee, ExternalSymbol):
        return callee.name not in links.known
    if not isinstance(callee, DefinitionValue) or callee.node.kind != "class":
        return False
    bases = links.ancestors(callee)
    return ExternalSymbol("pydantic.BaseModel") in bases and made_by_pydantic(bases)


def made_by_pydantic(bases: Iterable[Value]) -> bool:
    """Whether all classes above a model are the program's own, or those that pydantic and Python put there."""
    return all(
        isinstance(base, DefinitionValue) or (isinstance(base, ExternalSymbol) and base.name in _OF_MODELS) for base in bases
    )
