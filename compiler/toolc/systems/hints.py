"""`typing.get_type_hints`, which frameworks read annotations with.

Takes a parameter and the version of Python, gives its type; takes a signature, gives what raises.
"""

from toolc.generics import union
from toolc.program import UNDEFINED
from toolc.signature import ANY, NONE, Given, Parameter, Signature, Type, Unresolved
from toolc.systems.base import Finding, found
from toolc.systems.mcp_types import parts


def hint(parameter: Parameter, python: tuple[int, ...]) -> Type:
    """A default of None was part of an annotation before Python 3.11; without an annotation anything goes."""
    if parameter.type is None:
        return ANY
    if python < (3, 11) and parameter.default == Given(None):
        return union([parameter.type, NONE])
    return parameter.type


def unreadable(signature: Signature) -> tuple[Finding, ...]:
    """A return type whose name nobody binds, or only where types are checked: NameError, though it shows in no schema."""
    inside = parts(signature.returns) if signature.returns is not None else ()
    for one in inside:
        if isinstance(one, Unresolved) and one.reason.endswith(UNDEFINED):
            message = f"`{signature.name}`: return type: {one.reason}"
            return (found("TC307", message, signature.span, "unknown", "import it where the program runs"),)
    return ()
