"""`typing.get_type_hints`, which frameworks read annotations with.

Takes a parameter and the version of Python, gives its type; takes a signature, gives what raises.
"""

from toolc.program import UNDEFINED
from toolc.signature import ANY, NONE, Annotated, Default, Given, Parameter, Signature, Type, Union, Unresolved
from toolc.systems.base import Finding, make_finding
from toolc.systems.shared.types import parts
from toolc.types.operations import union


def hint(parameter: Parameter, python: tuple[int, ...]) -> Type:
    """The type that a framework sees of a parameter; without an annotation anything goes."""
    return add_none(parameter.type or ANY, parameter.default, python)


def add_none(type_: Type, default: Default, python: tuple[int, ...]) -> Type:
    """A default of None was part of the type before Python 3.11, unless it is in there already."""
    if python >= (3, 11) or default != Given(None):
        return type_
    inner = type_.type if isinstance(type_, Annotated) else type_
    already = inner == NONE or (isinstance(inner, Union) and NONE in inner.members)
    return type_ if already else union([type_, NONE])


def unreadable(signature: Signature) -> tuple[Finding, ...]:
    """A return type with an unbound name, or one bound for type checkers only: NameError, though it is in no schema."""
    inside = parts(signature.returns) if signature.returns is not None else ()
    for one in inside:
        if isinstance(one, Unresolved) and one.reason.endswith(UNDEFINED):
            message = f"`{signature.name}`: return type: {one.reason}"
            return (make_finding(one.code or "TC307", message, signature.span, "unknown", "import it where the program runs"),)
    return ()
