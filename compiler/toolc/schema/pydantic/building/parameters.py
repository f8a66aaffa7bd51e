"""Parameters as the keys of a typed dict that has no class, in the way of pydantic-ai (2.68.0 `_function_schema`).

Takes a builder and the parameters with their texts, gives the node of all of them; of a parameter that stands for all of them
(`alone`) that of its type.
"""

from collections.abc import Mapping, Sequence

from toolc.schema.pydantic.building.fields import Types, one_field
from toolc.schema.pydantic.building.generics import Binding
from toolc.schema.pydantic.issues import Refused
from toolc.schema.pydantic.node import Node
from toolc.signature import ANY, Field, Generic, Given, NoDefault, Parameter


def parameters(types: Types, given: Sequence[Parameter], texts: Mapping[str, str]) -> Node:
    """One key for each parameter; a text describes what has no description. `**kwargs` are what other keys may hold."""
    node, unbound = Node("parameters"), Binding({}, types.definitions)
    for one in given:
        type_ = ANY if one.type is None else one.type
        if one.kind == "var_keyword":
            with types.at(one.name):
                node.choices["rest"] = types.type(type_)
            continue
        if one.kind == "var_positional":
            type_ = Generic("builtins.list", (type_,))
        if isinstance(one.default, Given) and one.default.value == type_:
            raise Refused("the default of a field is its own annotation")
        required = isinstance(one.default, NoDefault)
        made = one_field(types, Field(one.name, type_, one.default, required=required, span=one.span), unbound)
        if one.name in texts:
            made.updates = {"description": texts[one.name], **made.updates}
        node.parts.append(made)
    return node


def alone(types: Types, one: Parameter) -> Node:
    """The type of the one parameter, with its default; its text is lost."""
    field = Field(one.name, ANY if one.type is None else one.type, one.default)
    return one_field(types, field, Binding({}, types.definitions)).inner or Node("any")
