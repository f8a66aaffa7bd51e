"""`typing.get_type_hints`: takes a parameter and Python's version, gives the type that a framework sees through it."""

from toolc.generics import union
from toolc.signature import ANY, NONE, Annotated, Given, Parameter, Type, Union


def hint(parameter: Parameter, python: tuple[int, ...]) -> Type:
    """A default of None was part of the type before Python 3.11, unless `Annotated` has it already."""
    type_ = parameter.type or ANY
    if python >= (3, 11) or parameter.default != Given(None):
        return type_
    inner = type_.type if isinstance(type_, Annotated) else type_
    already = inner == NONE or (isinstance(inner, Union) and NONE in inner.members)
    return type_ if already else union([type_, NONE])
