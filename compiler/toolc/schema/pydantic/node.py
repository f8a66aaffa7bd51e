"""The value between the two passes: a tree of validators, in the vocabulary of pydantic's core schemas.

`build` makes nodes from types, `render` makes JSON Schema from nodes. Two passes are needed because pydantic decides on the
first tree (where a constraint may go, whether a field gets a title, which member a discriminator value selects).
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field

from toolc.ir import JsonSchema
from toolc.signature import Constant, Definition

Hook: TypeAlias = Callable[[Callable[..., JsonSchema], str], JsonSchema]
"""Makes the schema of a node of what is inside, in a mode, as `__get_pydantic_json_schema__` of an annotation does.

What is inside is written only if the hook asks for it: definitions come to be where they are written first. Asked with a node,
it writes that one instead.
"""


class Serialization(Struct, eq=False):
    """Serialization of a validator's values where it differs from validation.

    `returns` is the validator of what is written, None when nothing is said of it and the schema stays; `text` when it is a
    string. `default` makes what is written of a default, None when they are written as they are. `told`: by metadata, not by
    the type itself.
    """

    returns: "Node | None" = None
    text: bool = False
    unless_none: bool = False
    default: Callable[[Constant], Constant] | None = None
    inner: "Node | None" = None  # a validator that only takes part in counting references
    told: bool = False


class Node(Struct, eq=False):
    """One validator.

    `kind` is the type of pydantic's core schema, or `fixed` for one whose JSON Schema is `base` whatever surrounds it;
    `fixed-plain` if a function alone validates it.
    `facts` are constraints under pydantic's own names. `inner` is what a wrapper wraps, `parts` are members, items or
    fields. `ref` names a node that becomes a definition, `target` is the `ref` that a reference points at.
    `updates`, `extra` and `hooks` change the finished schema, in this order. `settled` are the references inside, in order,
    where nothing inside changes any more; a copy has not got them.
    """

    kind: str
    base: JsonSchema = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    inner: "Node | None" = None
    parts: list["Node"] = field(default_factory=list)
    ref: str = ""
    target: str = ""
    name: str = ""
    alias: str | list[list[str | int]] | None = None
    required: bool = True
    default: Constant = None
    config: Mapping[str, Constant] | None = None
    definition: Definition | None = None
    choices: dict[Any, "Node"] = field(default_factory=dict)
    updates: JsonSchema = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)
    hooks: list[Hook] = field(default_factory=list)
    tag: str = ""
    serialization: Serialization | None = None
    change: Constant = None  # a function given as `json_schema_extra`
    settled: list["Node"] | None = None

    def copy(self) -> "Node":
        """A node that can take constraints without changing this one."""
        return Node(
            self.kind, dict(self.base), dict(self.facts), self.inner, list(self.parts), self.ref, self.target, self.name,
            self.alias, self.required, self.default, self.config, self.definition, dict(self.choices), dict(self.updates),
            dict(self.extra), list(self.hooks), self.tag, self.serialization,
            self.change,
        )  # fmt: skip


VALIDATION, SERIALIZATION = "validation", "serialization"
"""The two modes: what a type takes, and what is written of it."""

FUNCTIONS = frozenset({"function-before", "function-after", "function-wrap"})
"""Wrappers around a validator that leave its schema as it is."""


def after(inner: Node) -> Node:
    """`inner` followed by a function."""
    return Node("function-after", inner=inner)


def wraps_url(node: Node) -> bool:
    """Return `True` if a node is the wrapper that creates instances of URLs."""
    return node.kind == "function-wrap" and node.inner is not None and node.inner.kind in ("url", "multi-host-url")


def reference(ref: str) -> Node:
    """A use of the definition `ref`."""
    return Node("definition-ref", target=ref)


def is_needed(field: Node) -> bool:
    """Return `True` if a field is required; a default of a named alias counts once the alias is inlined."""
    return field.required and (field.inner is None or field.inner.kind != "default")


_TWICE = frozenset({"sequence", "defaultdict", "json-or-python"})
"""Validators that hold their items in two branches, which makes two references of one."""


def validators(node: Node) -> list[Node]:
    """The validators inside one; of what is only written, pydantic-core builds none."""
    found = [] if node.inner is None or node.kind == "skip-validation" else [node.inner]
    found += node.parts
    found += node.choices.values()
    return found


def children(node: Node) -> list[Node]:
    """Return the child nodes of a validator, in pydantic's order, repeated as pydantic visits them.

    `SkipValidation` holds its type for serialization alone: another serializer replaces it, and the reference is gone.
    """
    found = validators(node)
    if node.kind == "skip-validation" and node.inner is not None and node.serialization is None:
        found.append(node.inner)
    if node.serialization is not None:
        found += [one for one in (node.serialization.returns, node.serialization.inner) if one is not None]
    return found * 2 if node.kind in _TWICE else found
