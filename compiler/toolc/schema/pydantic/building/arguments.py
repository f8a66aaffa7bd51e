"""The arguments of a call: the validator of `TypeAdapter(function)` (pydantic 2.11 to 2.14).

Takes a builder and the parameters, gives the node of all of them. Rule: `_generate_schema._arguments_schema`.
"""

from collections.abc import Sequence

from toolc.schema.pydantic.building.fields import Types, item
from toolc.schema.pydantic.issues import Refused
from toolc.schema.pydantic.node import Node
from toolc.signature import ANY, Class, Field, Generic, Parameter, Type, Unresolved

_REST = {"var_positional": "args", "var_keyword": "kwargs"}


def arguments(types: Types, parameters: Sequence[Parameter]) -> Node:
    """One item for each parameter; what `*args` and `**kwargs` take stands among the choices."""
    node = Node("arguments")
    for parameter in parameters:
        if parameter.kind in _REST:
            with types.at(parameter.name):
                rest = _unpack_type(types, parameter, parameters) or parameter.type or ANY
                node.choices[_REST[parameter.kind]] = types.refer(types.type(rest))
        else:
            made = item(types, Field(parameter.name, parameter.type or ANY, parameter.default))
            made.facts["kind"] = parameter.kind
            node.parts.append(made)
    _in_order(node.parts)
    return node


def _unpack_type(types: Types, parameter: Parameter, parameters: Sequence[Parameter]) -> Type | None:
    """`**kwargs: Unpack[D]`: in the schema D is what every further key holds, not what they are together."""
    if parameter.kind != "var_keyword" or not isinstance(parameter.type, Generic) or parameter.type.origin != "typing.Unpack":
        return None
    inner = parameter.type.args[0] if len(parameter.type.args) == 1 else ANY
    if isinstance(inner, Unresolved):
        return inner
    definition = types.definitions.get(inner.qualname) if isinstance(inner, Class) else None
    if definition is None or definition.kind != "typed_dict":
        raise Refused("Expected a `TypedDict` class inside `Unpack[...]`")
    keys = {field.name for field in definition.fields}
    for one in parameters:
        if one.kind != "positional_only" and one.name in keys:
            raise Refused(f"Typed dictionary '{definition.name}' overlaps with parameter '{one.name}'")
    return inner


def _in_order(parts: Sequence[Node]) -> None:
    """`b = Field(…)` without a default after an argument with one: pydantic-core refuses what Python let pass."""
    before = False
    for part in parts:
        if part.facts["kind"] != "keyword_only" and before and part.required:
            raise Refused(f"Non-default argument '{part.name}' follows default argument")
        before = before or not part.required
