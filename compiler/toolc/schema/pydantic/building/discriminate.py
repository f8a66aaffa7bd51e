"""Discriminated unions: the mapping from values of a key to members (pydantic 2.14's `_discriminated_union`).

Takes a node and a discriminator, gives the node with its union tagged. Where a member is still being built the work is put off
to a `deferred` node, which the second pass resolves.
"""

from collections.abc import Mapping
from typing import Any

from toolc.schema.pydantic.finalize import complete
from toolc.schema.pydantic.issues import Notes, Refused
from toolc.schema.pydantic.node import FUNCTIONS, Node
from toolc.signature import CallConstant, Constant, Member, UnknownConstant

_OBJECTS = frozenset({"model", "dataclass", "typed-dict"})


class _Missing(Exception):
    """A member's definition is not finished."""


def discriminate(node: Node, discriminator: Constant, defs: Mapping[str, Node], notes: Notes) -> Node:
    """`node` with the union in it tagged.

    What waits for a member is done once all are there, but not to a reference alone, which stays as it is (`finalize_schema`:
    pydantic-core 2.50 does not gather what references ask for).
    """
    if isinstance(discriminator, CallConstant):
        discriminator = discriminator.args[0] if discriminator.args else discriminator.kwargs.get("discriminator")
    if isinstance(discriminator, UnknownConstant):
        notes.undecided_type(f"discriminator: {discriminator.reason}")
        return node
    try:
        if not isinstance(discriminator, str):
            return _by_function(node, defs)
        work = _Work(discriminator, defs, notes)
        result = work.root(node)
        if not work.choices:  # fails where a serializer is built too, which the arguments of a function have not
            notes.undecided_type("a discriminator for `None` alone")
        if node.kind == "definition-ref" and not complete(node, defs, frozenset()):
            notes.undecided_type("a discriminator for one model that leads back here: which was complete first decides")
    except _Missing:
        if node.kind == "definition-ref":
            return node
        return Node("deferred", inner=node, facts={"discriminator": discriminator})
    return Node("nullable", inner=result) if work.nullable and result.kind != "nullable" else result


def _union_of(node: Node, defs: Mapping[str, Node]) -> Node:
    """The union that is tagged; a single type counts as a union of one, a named union is opened."""
    if node.kind == "definition-ref":
        target = defs.get(node.target)
        if target is None:
            raise _Missing
        if target.kind == "union":
            node = target.copy()
            node.ref = ""
    return node if node.kind == "union" else Node("union", parts=[node])


def _by_function(node: Node, defs: Mapping[str, Node]) -> Node:
    """A function chooses by tag: each member must carry one, and no key is named."""
    union = _union_of(node, defs)
    choices: dict[str, Node] = {}
    for part in union.parts:
        if not part.tag:
            raise Refused("`Tag` not provided for a member of a union with callable `Discriminator`")
        choices[part.tag] = part
    return Node("tagged-union", choices=choices, updates=dict(union.updates), extra=dict(union.extra))


class _Work:
    """One union being tagged."""

    def __init__(self, key: str, defs: Mapping[str, Node], notes: Notes) -> None:
        self.key = key
        self.nullable = False
        self._defs = defs
        self._notes = notes
        self._chosen: dict[Constant, Node] = {}
        self._alias: str | None = None
        self.choices: dict[str, Node] = {}

    def root(self, node: Node) -> Node:
        """The tagged union in place of the union, wrappers kept."""
        if node.kind == "nullable" and node.inner is not None:
            wrapper = node.copy()
            wrapper.inner = self.root(node.inner)
            return wrapper
        union = _union_of(node, self._defs)
        for part in union.parts:
            self._choice(part)
        keys = [self.key] if self._alias in (None, self.key) else [self.key, self._alias]
        tagged = Node("tagged-union", facts={"keys": keys}, choices=self.choices)
        tagged.updates, tagged.extra, tagged.hooks = dict(union.updates), dict(union.extra), list(union.hooks)
        return tagged

    def _choice(self, node: Node) -> None:
        match node.kind:
            case "none":
                self.nullable = True
            case "nullable":
                self.nullable = True
                self._choice(_inner(node))
            case "union":
                for part in node.parts:
                    self._choice(part)
            case "tagged-union" if self.key in node.facts.get("keys", ()):
                for part in {id(part): part for part in node.choices.values()}.values():
                    self._choice(part)
            case _:
                for value in self._values(node):
                    self._choose(value, node)

    def _choose(self, value: Constant, node: Node) -> None:
        """A value means one member (`_set_unique_choice_for_values`); of two values with one text, the later one counts."""
        key, text = (value.enum, value.name) if isinstance(value, Member) else value, _text(value)
        known = self._chosen.get(key)
        if known is not None and _target(known) != _target(node):
            raise Refused(f"Value {value!r} for discriminator {self.key!r} mapped to multiple choices")
        others = any(isinstance(one, tuple) != isinstance(key, tuple) for one in self._chosen)
        if (known not in (None, node) and not _bare(known, node)) or (known is None and text in self.choices and others):
            self._notes.undecided_type(f"which member of a union {text!r} means")
        if known is None:
            self._chosen[key] = self.choices[text] = node

    def _values(self, node: Node) -> list[Any]:
        """All values of the key that mean this member."""
        if node.kind in _OBJECTS:
            return self._object_values(node)
        if node.kind == "definition-ref":
            target = self._defs.get(node.target)
            if target is None:
                raise _Missing
            return self._values(target)
        if node.kind in FUNCTIONS or node.kind == "nullable":
            self.nullable |= node.kind == "nullable"
            return self._values(_inner(node))
        if node.kind in ("union", "tagged-union"):
            parts = node.parts or list(node.choices.values())
            return [value for part in parts for value in self._values(part)]
        raise Refused(f"The core schema type {node.kind!r} is not a valid discriminated union variant")

    def _object_values(self, node: Node) -> list[Any]:
        if node.inner is not None and node.definition is not None and node.definition.kind == "root_model":
            return self._values(node.inner)
        fields = node.parts if node.inner is None else node.inner.parts
        field = next((field for field in fields if field.name == self.key), None)
        name = node.definition.name if node.definition is not None else ""
        if field is None:
            raise Refused(f"Model {name!r} needs a discriminator field for key {self.key!r}")
        alias = self.key if field.alias is None else field.alias
        if not isinstance(alias, str):
            raise Refused(f"Alias {alias!r} is not supported in a discriminated union")
        if self._alias not in (None, alias):
            raise Refused(f"Aliases for discriminator {self.key!r} must be the same")
        self._alias = alias
        return self._literals(_inner(field), name)

    def _literals(self, node: Node, owner: str) -> list[Any]:
        """The values of a field: a literal, a union of literals, or `None`."""
        if node.kind == "literal":
            return list(node.facts["expected"])
        if node.kind == "none":
            return [None]
        if node.kind == "union":
            return [value for part in node.parts for value in self._literals(part, owner)]
        if node.kind in ("default", "function-after", "model"):
            return self._literals(_inner(node), owner)
        if node.kind == "definition-ref":
            target = self._defs.get(node.target)
            if target is None:
                raise _Missing
            return self._literals(target, owner)
        raise Refused(f"Model {owner!r} needs field {self.key!r} to be of type `Literal`")


def _target(node: Node) -> str | int:
    """The class that a member is in the end."""
    while not node.target and node.inner is not None:
        node = node.inner
    return node.target or id(node)


def _bare(*nodes: Node) -> bool:
    """Return `True` if all nodes are plain references, without changes of their own."""
    told = (one.updates or one.extra or one.hooks or one.serialization or one.change for one in nodes)
    return all(one.kind == "definition-ref" for one in nodes) and not any(told)


def _inner(node: Node) -> Node:
    return node if node.inner is None else node.inner


def _text(value: Constant) -> str:
    """A value as key of the mapping."""
    if isinstance(value, Member):
        return str(value.value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)
