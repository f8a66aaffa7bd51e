"""Fields: the validators of models, dataclasses and typed dicts, field by field, and of computed fields (2.14).

Takes a builder and a `signature.Field`, gives a node of the kind `field` or `computed-field`.
"""

import inspect
from contextlib import AbstractContextManager
from typing import Protocol

from msgspec import structs

from toolc.schema.aliases import serialization_name, validation_alias
from toolc.schema.pydantic import annotations
from toolc.schema.pydantic.annotations import apply, extend, updates, wrap_default
from toolc.schema.pydantic.code import title
from toolc.schema.pydantic.fieldinfo import Info, expanded, grouped, merged
from toolc.schema.pydantic.generics import Binding, substitute
from toolc.schema.pydantic.issues import Refused
from toolc.schema.pydantic.node import Node
from toolc.schema.pydantic.scalars import TRANSPARENT
from toolc.schema.pydantic.serializers import serialization_of
from toolc.signature import (
    Annotated,
    Class,
    Constant,
    Definition,
    Facts,
    Field,
    Generic,
    Given,
    NoDefault,
    Serializer,
    Type,
    Union,
)


class Types(annotations.Types, Protocol):
    """What fields need of the builder."""

    def at(self, name: str) -> AbstractContextManager[None]:
        """Work at a place."""


def opened(type_: Type) -> tuple[Type, tuple[Constant, ...], bool | None]:
    """The type of a field without qualifiers and metadata, inner metadata first; and `Required`/`NotRequired`."""
    metadata: tuple[Constant, ...] = ()
    required: bool | None = None
    while True:
        if isinstance(type_, Annotated):
            metadata = (*type_.metadata, *metadata)
            type_ = type_.type
        elif isinstance(type_, Generic) and type_.origin in TRANSPARENT and type_.args:
            required = {"typing.Required": True, "typing.NotRequired": False}.get(type_.origin, required)
            type_ = type_.args[0]
        else:
            return type_, metadata, required


def one_field(types: Types, field: Field, bound: Binding) -> Node:
    """One field of a model, dataclass or typed dict."""
    source, metadata, required = opened(substitute(field.type, bound))
    with types.at(field.name):
        info = merged(metadata, field.default, types.notes)
        _from_config(types, field, info)
        node = apply(types, source, expanded(info.metadata, types.notes), info.attributes.get("discriminator"))
        result = Node("field", inner=_written(types, wrap_default(node, info.default), field, bound), name=field.name)
        result.alias = validation_alias(field.name, info.attributes, types.config, types.notes.undecided_type)
        result.facts["written"] = serialization_name(field.name, info.attributes, types.config, lambda _: None)
        result.facts |= {name: info.attributes[name] for name in ("exclude", "exclude_if") if name in info.attributes}
        result.updates = updates(info, types.notes)
    extend(result, info, types.notes)
    wanted = required if required is not None else field.required
    if wanted is None:
        result.required = result.inner is not None and result.inner.kind != "default"
    else:
        result.required = wanted and isinstance(info.default, NoDefault)
    return result


def item(types: Types, field: Field, bound: Binding | None = None) -> Node:
    """One item of a named tuple, or one argument of a call (`_generate_parameter_schema`)."""
    source, metadata, _ = opened(field.type if bound is None else substitute(field.type, bound))
    with types.at(field.name):
        info = merged(metadata, field.default, types.notes)
        _check_item(types, source, field, info)
        _title(types, field.name, info)
        node = wrap_default(apply(types, source, expanded([info], types.notes)), info.default)
        result = Node("field", inner=node, name=field.name)
        result.alias = validation_alias(field.name, info.attributes, types.config, types.notes.undecided_type)
    result.required = node.kind != "default"
    return result


def _check_item(types: Types, source: Type, field: Field, info: Info) -> None:
    if isinstance(field.default, Given) and field.default.value == field.type:
        raise Refused("the default of a field is its own annotation")
    members = source.members if isinstance(source, Union) else (source,)
    if any(isinstance(member, Class) for member in members) and any(map(grouped, info.metadata)):
        types.notes.undecided_type("bounds that stand together on a class give its definition another name")


def _written(types: Types, node: Node, field: Field, bound: Binding) -> Node:
    """A field with the serializer that is decorated for it; the last one of the class counts."""
    if field.serializer is not None:
        node.serialization = serialization_of(types, with_types(field.serializer, bound))
    return node


def with_types(serializer: Serializer, bound: Binding) -> Serializer:
    returns = None if serializer.returns is None else substitute(serializer.returns, bound)
    return structs.replace(serializer, returns=returns)


def computed(types: Types, definition: Definition, bound: Binding) -> list[Node]:
    """The properties that are written along with the fields (`_computed_field_schema`)."""
    return [_computed_field(types, field, bound) for field in definition.computed]


def _computed_field(types: Types, field: Field, bound: Binding) -> Node:
    with types.at(field.name), types.written():
        info = merged((), field.default, types.notes)
        _title(types, field.name, info)
        inner = _written(types, types.refer(types.type(substitute(field.type, bound))), field, bound)
        node = Node("computed-field", inner=inner, name=field.name)
        attributes = {**info.attributes, "serialization_alias": info.attributes.get("alias")}
        node.facts["written"] = serialization_name(field.name, attributes, types.config, types.notes.undecided_type)
        node.facts |= {name: info.attributes[name] for name in ("exclude_if",) if name in info.attributes}
        node.updates = {"readOnly": True, **updates(info, types.notes)}
        extend(node, info, types.notes)
    return node


def _from_config(types: Types, field: Field, info: Info) -> None:
    """What the class's configuration adds to a field."""
    attributes = info.attributes
    documented = types.config.get("use_attribute_docstrings") is True
    if documented and field.doc is not None and attributes.get("description") is None:
        attributes["description"] = inspect.cleandoc(field.doc)
    _title(types, field.name, info)


def _title(types: Types, name: str, info: Info) -> None:
    """The title that `field_title_generator` makes, of the field or of its class (`update_field_from_config`)."""
    attributes = info.attributes
    generator = attributes.get("field_title_generator") or types.config.get("field_title_generator")
    if generator is not None and attributes.get("title") is None:
        known = Facts({key: attributes.get(key) for key in ("title", "alias", "description")})
        attributes["title"] = title(generator, types.notes, "field_title_generator", name, known)


def declared(types: Types, fields: tuple[Field, ...], bound: Binding) -> list[Node]:
    return [one_field(types, field, bound) for field in fields]
