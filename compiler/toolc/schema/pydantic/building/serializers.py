"""Serializers: in annotations, decorated, and those of pydantic's own types (2.14).

Takes a builder and what a serializer says, gives the `Serialization` of a node.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from toolc.schema.pydantic.defaults.writers import SERIALIZERS, encoder, whole, write_pattern
from toolc.schema.pydantic.defaults.writers import write_import as path_of
from toolc.schema.pydantic.issues import Unsupported
from toolc.schema.pydantic.node import Node, Serialization, wraps_url
from toolc.signature import Constant, Function, Serializer, Type, UnknownConstant

SECRET = "Secret"
"""The name of the validator of `Secret[T]`."""

_UNLESS_NONE = ("unless-none", "json-unless-none")


class Types(Protocol):
    """Interface of the builder for serializers."""

    def type(self, type_: Type) -> Node:
        """The validator of a type."""

    def as_written(self) -> AbstractContextManager[None]:
        """Work at what is only written."""


def serialization_of(types: Types, serializer: Serializer) -> Serialization:
    """Return the serialization by a function; without a return type it is visible in defaults only."""
    with types.as_written():
        returns = None if serializer.returns is None else types.type(serializer.returns)
    applied = serializer.plain and not serializer.informed
    return Serialization(returns, False, serializer.when_used in _UNLESS_NONE, _apply(serializer.function) if applied else None)


def annotated_serializer(of: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Serializer:
    """`PlainSerializer(func, return_type=…, when_used=…)` as a serializer."""
    given = {**dict(zip(("func", "return_type", "when_used"), args, strict=False)), **kwargs}
    returns = given.get("return_type")
    if isinstance(returns, UnknownConstant):
        returns = None
    informed = given.get("informed") is True
    return Serializer(returns, SERIALIZERS[of], informed, str(given.get("when_used", "always")), given.get("func"))


def _apply(function: Constant) -> Callable[[Constant], Constant]:
    if isinstance(function, Function):
        return lambda value: function.call(value)
    return lambda _: UnknownConstant("a serializer makes it")


def plain_validator(types: Types, source: Type, node: Node | None) -> Serialization | None:
    """Return the serialization behind a `PlainValidator`, which is that of the type; `None` if it is not known."""
    if node is None:
        return None
    if node.kind == "fixed-plain" and (node.serialization is None or not node.serialization.told):
        return Serialization(text=True, default=None if node.serialization is None else node.serialization.default)
    if node.serialization is not None:
        return node.serialization
    if _by_code(node):
        return Serialization(inner=_delegated_node(node))
    try:
        with types.as_written():
            return Serialization(types.type(source), inner=node)
    except Unsupported:
        return None


def _delegated_node(node: Node) -> Node | None:
    """Return the node to which the serializer of a type delegates, else `None`."""
    if node.kind == "skip-validation":
        return node.inner
    return Node("dict", parts=list(node.parts)) if node.kind in ("sequence", "defaultdict") else None


def _by_code(node: Node) -> bool:
    """Return `True` if a function of pydantic's writes the type, and no schema states its result."""
    return (
        wraps_url(node)
        or node.kind in ("path", "fixed", "import-string", "defaultdict", "sequence", "skip-validation")
        or node.name == SECRET
    )


def byte_size() -> Serialization:
    """A `ByteSize` is written as a whole number; a default that is a text cannot be."""
    return Serialization(Node("int", facts={"ge": 0}), default=whole)


def pattern() -> Serialization:
    """A compiled pattern is written as its text."""
    return Serialization(default=write_pattern)


def import_serialization() -> Serialization:
    """Return the serialization of an imported object: its path."""
    return Serialization(default=path_of)


def encoded_serialization(of: str, named: Constant) -> Serialization:
    """`EncodedBytes` and `EncodedStr`."""
    return Serialization(default=encoder(of, named))
