"""The schema of the keys that parameters are, in the way of pydantic-ai (2.68.0 `_function_schema`).

Takes the node of the parameters and the rendering around it, gives an object.
"""

from collections.abc import Callable

from toolc.ir import JsonSchema
from toolc.schema.pydantic.node import Node
from toolc.schema.pydantic.rendering import classes
from toolc.schema.pydantic.rendering.classes import Rendering


def schema(rendering: Rendering, node: Node) -> JsonSchema:
    """No title; no other keys without `**kwargs`, whose type says nothing if it is `Any`."""
    result = classes.fields(rendering, node)
    rest = node.choices.get("rest")
    if rest is None:
        result["additionalProperties"] = False
    else:
        result["additionalProperties"] = True if rest.kind == "any" else rendering.render(rest)
    return result


METHODS: dict[str, Callable[[Rendering, Node], JsonSchema]] = {"parameters": schema}
