"""Keys that tell classes or aliases of one name apart: their position, and the calls of the functions around them.

Takes definitions and scopes, gives keys.
"""

from typing import TypeAlias

from toolc.program import CallContext, DefinitionValue, ProgramPoint, Thunk, Value

Frames: TypeAlias = tuple[CallContext, ...]
Place: TypeAlias = tuple[str, str, int, Frames]
"""Module, name and offset of an alias, and the calls it is in."""


def is_type(value: Value) -> bool:
    """Return `True` if a function's result is an alias or a class of the program."""
    return isinstance(value, Thunk) or (isinstance(value, DefinitionValue) and value.node.kind == "class")


def class_site(definition: DefinitionValue) -> tuple[int, Frames]:
    """A class statement, and the calls that run it: each makes another class."""
    return definition.node.at, frames(definition.scope)


def frames(scope: ProgramPoint) -> Frames:
    """The calls that a scope is in."""
    return tuple(around.frame for around in scope.within if around.frame is not None)


def local(definition: DefinitionValue) -> tuple[str, ...]:
    """Return the part of a qualified name that follows that of a function: `<locals>`."""
    return ("<locals>",) if definition.node.kind == "def" else ()
