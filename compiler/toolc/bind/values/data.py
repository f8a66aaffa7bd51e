"""Results of followed calls that are pure data, and can replace the call wherever it is used.

Takes a value, gives it, or None: an instance of a class that a system knows is identified by its allocation site.
"""

from collections.abc import Iterable

from toolc.bind.links import Links
from toolc.module import ValueExpr
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


def as_pure_data(value: Value, links: Links) -> Value | None:
    """Return a value if it is pure data: constants, instances of classes that no system knows, and models; else `None`."""
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
                pending.extend(arg.value.value for arg in args if isinstance(arg.value, ValueExpr))
            case DefinitionValue() | ExternalSymbol() as thing if thing is not value:
                pass
            case _:
                return None
    return value


def _is_data(callee: Value, links: Links) -> bool:
    """Return `True` if an instance is determined by its arguments: of a library's class, or of a model of the program."""
    if isinstance(callee, ExternalSymbol):
        return callee.name not in links.known
    if not isinstance(callee, DefinitionValue) or callee.node.kind != "class":
        return False
    bases = links.ancestors(callee)
    return ExternalSymbol("pydantic.BaseModel") in bases and made_by_pydantic(bases)


def made_by_pydantic(bases: Iterable[Value]) -> bool:
    """Return `True` if all bases of a model are the program's own, pydantic's or Python's."""
    return all(
        isinstance(base, DefinitionValue) or (isinstance(base, ExternalSymbol) and base.name in _OF_MODELS) for base in bases
    )
