"""Classes with hooks: the validator that `__get_pydantic_core_schema__` makes, and `__get_pydantic_json_schema__` (2.14).

Takes a builder and a definition, gives a node or a hook; what a hook does that cannot be told is noted.
"""

import copy
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from toolc.ir import JsonSchema
from toolc.schema.pydantic.building.coreschemas import NotFollowed, core_schema
from toolc.schema.pydantic.building.coreschemas import Types as Written
from toolc.schema.pydantic.building.generics import MODELS
from toolc.schema.pydantic.code import is_json
from toolc.schema.pydantic.node import FUNCTIONS, Hook, Node
from toolc.signature import (
    SOURCE,
    CallConstant,
    Class,
    Constant,
    Definition,
    Function,
    Generic,
    Handler,
    HookedMetadata,
    PartialObject,
    Plain,
    Type,
    UnknownConstant,
)

_CORE = "__get_pydantic_core_schema__"
_JSON = "__get_pydantic_json_schema__"


class Types(Written, Protocol):
    """Interface of the builder for hooks."""

    definitions: Mapping[str, Definition]


def build_hooked(types: Types, definition: Definition, args: tuple[Type, ...], own: Callable[[], Node]) -> Node:
    """The validator of a class with a core hook; `own` gives the one the class would have without it."""
    if args or definition.parameters:
        return _decline(types, definition.name, "the class is generic")

    asks: list[Type] = []

    def handler(type_: Type | CallConstant, whole: bool) -> Node:
        if isinstance(type_, CallConstant):
            raise NotFollowed("it asks for a value that is not a type")
        asks.append(type_)
        if type_ != Class(definition.qualname):
            other = types.definitions.get(type_.qualname) if isinstance(type_, Class) else None
            if not whole and other is not None and (other.core_hook is not None or other.json_hook is not None):
                raise NotFollowed("it asks for a class without the hooks of that class")
            return types.type(type_)
        if whole:
            raise NotFollowed("it asks for itself with its hooks")
        return own()

    try:
        node = core_schema(types, definition.core_hook, handler)
    except NotFollowed as reason:
        return _decline(types, definition.name, str(reason))
    if definition.kind == "plain" or _shows_own(node, definition):
        return node
    if all(isinstance(one, Plain) for one in asks):
        if definition.json_hook is not None and definition.kind != "enum":
            node.hooks.append(json_hook(types, definition.name, definition.json_hook))
        return node
    return _decline(types, definition.name, "it makes a validator of another kind")


def _shows_own(node: Node, definition: Definition) -> bool:
    """Return `True` if a validator only adds functions to the class's own, which a second use takes without the hook.

    A class with a JSON hook, as every model has, may not even add those: the hook then opens the reference in place.
    """
    opens = definition.kind in MODELS or definition.json_hook is not None
    while not opens and node.kind in FUNCTIONS and node.inner is not None and node.serialization is None:
        node = node.inner
    return node.kind in ("definition-ref", "enum")


def _decline(types: Types, name: str, reason: str) -> Node:
    types.notes.hook(f"`{name}` defines {_CORE}, which toolc does not follow: {reason}")
    return Node("any")


def alone(item: Constant) -> bool:
    """Return `True` if a hook of an annotation never requests the validator of the type it annotates."""
    return isinstance(item, HookedMetadata) and item.core is not None and not _asks(item.core)


def _asks(core: Constant) -> bool:
    if isinstance(core, CallConstant):
        return core == CallConstant(SOURCE) or any(map(_asks, (*core.args, *core.kwargs.values())))
    return any(map(_asks, core.values() if isinstance(core, dict) else core if isinstance(core, list | tuple) else ()))


def annotated_by_hook(types: Types, source: Type, node: Node | None, item: HookedMetadata, first: bool) -> Node:
    """Return the validator that an annotation's core hook makes of that of `source`; the `first` one is next to the type."""
    if item.core is None:
        return node or Node("any")

    def handler(type_: Type | CallConstant, whole: bool) -> Node:
        if isinstance(type_, CallConstant) and type_.args:
            type_ = _argument(source, type_.args[0])
        if not isinstance(type_, CallConstant):
            if not (first or whole):
                raise NotFollowed("the annotations before it go to another type")
            return types.type(type_)
        if whole:
            raise NotFollowed("it asks for the bare type")
        if node is None:
            raise NotFollowed("it asks for a type without a validator")
        return node

    try:
        return core_schema(types, item.core, handler)
    except NotFollowed as reason:
        return _decline(types, item.name, str(reason))


def _argument(source: Type, at: int) -> Type:
    args = source.args if isinstance(source, Generic | Class) else ()
    if at >= len(args):
        raise NotFollowed("it asks for an argument of a type that has none")
    return args[at]


def _nothing(type_: Type | CallConstant, whole: bool) -> Node:
    raise NotFollowed("it asks for a type")


def json_hook(types: Types, name: str, function: Function, opened: bool = True) -> Hook:
    """`__get_pydantic_json_schema__`. Its handler gives the schema of what it stands on.

    That of a class is `opened`: pydantic merges a reference that it gives into what it refers to; an annotation's stays.
    """

    def change(inside: Callable[..., JsonSchema], mode: str) -> JsonSchema:
        schema = PartialObject({})

        def handler(given: Any) -> Any:
            try:
                return copy.deepcopy(inside() if given is schema else inside(core_schema(types, given, _nothing)))
            except NotFollowed as reason:
                return UnknownConstant(str(reason))

        def resolve(given: Any) -> Any:
            return given if isinstance(given, dict) and "$ref" not in given else UnknownConstant("it resolves a reference")

        made = function.call(schema, Handler({"resolve_ref_schema": resolve, "mode": mode}, handler))
        if isinstance(made, dict) and not (opened and "$ref" in made) and is_json(made):
            return made
        reason = made.reason if isinstance(made, UnknownConstant) else "it gives a reference or no JSON"
        types.notes.hook(f"`{name}` defines {_JSON}, which toolc does not follow: {reason}")
        return inside()

    return change
