"""The schema of `TypeAdapter(function)`: arguments by name, or by position where that cannot be (pydantic 2.11 to 2.14).

Takes the node of the arguments and the rendering around it. Rule: `json_schema.GenerateJsonSchema.arguments_schema`.
"""

from collections.abc import Callable

from toolc.ir import JsonSchema
from toolc.schema.aliases import title_of
from toolc.schema.pydantic.issues import Invalid
from toolc.schema.pydantic.node import Node
from toolc.schema.pydantic.rendering.classes import Rendering, gets_title


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
    if rendering.version < (2, 12) or ("title" not in made and gets_title(part.inner or part)):  # before, whatever it was
        made["title"] = title_of(_name(rendering, part))
    return made


def _name(rendering: Rendering, part: Node) -> str:
    """An alias of several choices or a path names nothing here."""
    return part.alias if rendering.by_alias is not False and isinstance(part.alias, str) else part.name


METHODS: dict[str, Callable[[Rendering, Node], JsonSchema]] = {"arguments": schema}
