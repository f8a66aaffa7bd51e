"""`typing.get_type_hints`, which frameworks read annotations with: takes a parameter and the Python, gives its type."""

from toolc.generics import union
from toolc.signature import ANY, NONE, Given, Parameter, Type


def hint(parameter: Parameter, python: tuple[int, ...]) -> Type:
    """A default of None was part of an annotation before Python 3.11; without an annotation anything goes."""
    if parameter.type is None:
        return ANY
    if python < (3, 11) and parameter.default == Given(None):
        return union([parameter.type, NONE])
    return parameter.type
