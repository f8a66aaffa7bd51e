"""The typed view of one tool, read off the very schemas it carries.

Takes schemas and the `Names` of the package, gives `ir` parameters and types.
"""

from toolc.ir import Anything, JsonSchema, Object, Parameter, Type
from toolc.schema.view import Names, arguments, parameters, view
from toolc.signature import Signature, display


def typed_parameters(schema: JsonSchema, signature: Signature | None, names: Names) -> tuple[Parameter, ...]:
    """The arguments one by one, each with its annotation as people write it where it comes from a signature."""
    shown = {param.name: display(param.type) for param in signature.parameters} if signature is not None else {}
    return tuple(Parameter(property_, shown.get(property_.name, "")) for property_ in parameters(schema, names))


def whole_arguments(schema: JsonSchema, names: Names) -> Type | None:
    """The arguments as one type, where a list of parameters does not say it all: unions, typed or patterned keys."""
    whole = arguments(schema, names)
    plain = isinstance(whole, Object) and whole.extra in (None, Anything()) and not whole.prefixed
    return None if plain else whole


def typed_result(output: JsonSchema, unwrap: str, names: Names) -> Type | None:
    """What a caller gets: the wrapped value itself where the framework wraps results that are no objects."""
    if not unwrap:
        return view(output, names)
    return next((property_.type for property_ in parameters(output, names) if property_.name == unwrap), None)
