"""Looking through a validator for how its values are written (pydantic 2.14 `GenerateJsonSchema`).

Takes nodes, gives facts about them; writes nothing itself.
"""

from toolc.schema.pydantic.node import FUNCTIONS, Node, Serialization, wraps_url
from toolc.schema.pydantic.rendering.leaves import SAID_ALONE


def says_itself(node: Node) -> bool:
    """Return `True` if a kind has its own schema however it is written: a URL's is taken from below its wrapper, that of an
    enum without members from an `enum_schema` made for it (`get_json_schema_no_cases`)."""
    empty = node.kind == "enum" and node.definition is not None and not node.definition.members
    return wraps_url(node) or node.kind in SAID_ALONE or empty


def is_nullable(node: Node) -> bool:
    """Return `True` if `None` is a value, below defaults, functions and branches (2.14 `_is_nullable_schema`)."""
    while node.kind in ("default", "json-or-python", "function-input") or node.kind in FUNCTIONS:
        inner = node.parts[0] if node.kind == "function-input" and node.parts else node.inner
        if inner is None:
            return False
        node = inner
    return node.kind == "nullable"


def default_serialization(node: Node | None) -> Serialization | None:
    """Return the serialization of a default, below validator functions (2.14 `_get_ser_schema_for_default_value`)."""
    while node is not None:
        if node.serialization is not None and node.serialization.default is not None:
            return node.serialization
        if node.kind not in FUNCTIONS and node.kind != "function-input":
            return None
        node = node.parts[0] if node.kind == "function-input" and node.parts else node.inner if node.kind in FUNCTIONS else None
    return None
