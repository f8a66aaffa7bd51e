"""The arguments of a call: the validator and schema of `TypeAdapter(function)` (pydantic 2.11 to 2.14).

Takes a builder or renderer and the parameters, gives an object that is passed by name, or an array where that cannot be. Rules:
`_generate_schema._arguments_schema`, `json_schema.GenerateJsonSchema.arguments_schema`.
"""

from collections.abc import Callable, Sequence

from toolc.ir import JsonSchema
from toolc.schema.aliases import title_of
from toolc.schema.pydantic.classes import Rendering, titled
from toolc.schema.pydantic.fields import Types, item
from toolc.schema.pydantic.issues import Invalid, Refused
from toolc.schema.pydantic.node import Node
from toolc.signature import ANY, Class, Field, Generic, Parameter, Type, Unresolved

_REST = {"var_positional": "args", "var_keyword": "kwargs"}


def arguments(types: Types, parameters: Sequence[Parameter]) -> Node:
    """One item for each parameter; what `*args` and `**kwargs` take stands among the choices."""
    node = Node("arguments")
    for parameter in parameters:
        if parameter.kind in _REST:
            with types.at(parameter.name):
                rest = _unpacked(types, parameter, parameters) or parameter.type or ANY
                node.choices[_REST[parameter.kind]] = types.refer(types.type(rest))
        else:
            made = item(types, Field(parameter.name, parameter.type or ANY, parameter.default))
            made.facts["kind"] = parameter.kind
            node.parts.append(made)
    _in_order(node.parts)
    return node


def _unpacked(types: Types, parameter: Parameter, parameters: Sequence[Parameter]) -> Type | None:
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


def schema(rendering: Rendering, node: Node) -> JsonSchema:
    """By name if every argument has one, else by position, else there is no schema."""
    kinds = {part.facts["kind"] for part in node.parts}
    if "positional_only" not in kinds and "args" not in node.choices:
        return _by_name(rendering, node)
    if "keyword_only" not in kinds and "kwargs" not in node.choices:
        return _by_position(rendering, node)
    raise Invalid("arguments that are positional-only and arguments that are keyword-only have no common JSON form")


def _by_name(rendering: Rendering, node: Node) -> JsonSchema:
    properties = {_name(rendering, part): _argument(rendering, part) for part in node.parts}
    required = [_name(rendering, part) for part in node.parts if part.required]
    result: JsonSchema = {"type": "object", "properties": properties}
    if required:
        result["required"] = required
    if "kwargs" not in node.choices:
        result["additionalProperties"] = False
    elif rest := rendering.render(node.choices["kwargs"]):
        result["additionalProperties"] = rest
    return result


def _by_position(rendering: Rendering, node: Node) -> JsonSchema:
    items = [_argument(rendering, part) for part in node.parts]
    result: JsonSchema = {"type": "array"}
    if items:
        result["prefixItems"] = items
    if least := sum(1 for part in node.parts if part.required):
        result["minItems"] = least
    if "args" not in node.choices:
        result["maxItems"] = len(items)
    elif rest := rendering.render(node.choices["args"]):
        result["items"] = rest
    return result


def _argument(rendering: Rendering, part: Node) -> JsonSchema:
    rendering.notes.trail.append(part.name)
    try:
        made = dict(rendering.render(part))
    finally:
        rendering.notes.trail.pop()
    if rendering.version < (2, 12) or ("title" not in made and titled(part.inner or part)):  # before, whatever it was
        made["title"] = title_of(_name(rendering, part))
    return made


def _name(rendering: Rendering, part: Node) -> str:
    """An alias of several choices or a path names nothing here."""
    return part.alias if rendering.by_alias is not False and isinstance(part.alias, str) else part.name


METHODS: dict[str, Callable[[Rendering, Node], JsonSchema]] = {"arguments": schema}
