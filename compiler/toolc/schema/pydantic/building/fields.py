"""Fields: the validators of models, dataclasses and typed dicts, field by field, and of computed fields (2.14).

Takes a builder and a `signature.Field`, gives a node of the kind `field` or `computed-field`.
"""

import inspect
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from toolc.schema.aliases import Names, add_aliases, given_names, serialization_name, validation_alias
from toolc.schema.pydantic.building import annotations
from toolc.schema.pydantic.building.annotations import apply, extend, updates, wrap_default
from toolc.schema.pydantic.building.generics import Binding, substitute
from toolc.schema.pydantic.building.scalars import TRANSPARENT
from toolc.schema.pydantic.building.serializers import serialization_of
from toolc.schema.pydantic.code import title
from toolc.schema.pydantic.fieldinfo import Info, expand_metadata, is_group, merge_field
from toolc.schema.pydantic.issues import Refused
from toolc.schema.pydantic.node import Node
from toolc.signature import (
    Alias,
    Annotated,
    Class,
    Constant,
    Definition,
    Field,
    Generators,
    Generic,
    Given,
    NoDefault,
    PartialObject,
    Type,
    Union,
)


class Types(annotations.Types, Protocol):
    """Interface of the builder for fields."""

    def at(self, name: str) -> AbstractContextManager[None]:
        """Work at a place."""


def open_annotation(type_: Type) -> tuple[Type, tuple[Constant, ...], bool | None]:
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


def is_init_only(type_: Type) -> bool:
    """Return whether a field is an argument of `__init__` alone: `InitVar[T]`."""
    while isinstance(type_, Annotated) or (isinstance(type_, Generic) and type_.origin in TRANSPARENT and type_.args):
        if isinstance(type_, Generic) and type_.origin == "dataclasses.InitVar":
            return True
        type_ = type_.type if isinstance(type_, Annotated) else type_.args[0]
    return False


def one_field(types: Types, field: Field, bound: Binding) -> Node:
    """One field of a model, dataclass or typed dict."""
    source, metadata, required = open_annotation(substitute(field.type, bound))
    with types.at(field.name):
        info = merge_field(metadata, field.default, types.notes)
        names = _from_config(types, field, info, anew=bool(bound.types))
        node = apply(types, source, expand_metadata(info.metadata, types.notes), info.attributes.get("discriminator"))
        result = Node("field", inner=_serialize_field(types, wrap_default(node, info.default), field), name=field.name)
        result.alias = validation_alias(names, types.notes.undecided_type)
        result.facts["written"] = serialization_name(field.name, names, lambda _: None)
        result.facts |= {name: info.attributes[name] for name in ("exclude", "exclude_if") if name in info.attributes}
        if is_init_only(field.type) or info.attributes.get("init_var") is True:
            result.facts["init_only"] = True
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
    source, metadata, _ = open_annotation(field.type if bound is None else substitute(field.type, bound))
    with types.at(field.name):
        info = merge_field(metadata, field.default, types.notes)
        _check_item(types, source, field, info)
        names = _field_names(types, field.name, info, (_own(types),))
        node = wrap_default(apply(types, source, expand_metadata([info], types.notes)), info.default)
        result = Node("field", inner=node, name=field.name)
        result.alias = validation_alias(names, types.notes.undecided_type)
    result.required = node.kind != "default"
    return result


def _check_item(types: Types, source: Type, field: Field, info: Info) -> None:
    if isinstance(field.default, Given) and field.default.value == field.type:
        raise Refused("the default of a field is its own annotation")
    members = source.members if isinstance(source, Union) else (source,)
    bare = [member.type if isinstance(member, Annotated) else member for member in members]
    if any(isinstance(member, Class | Alias) for member in bare) and any(map(is_group, info.metadata)):
        types.notes.undecided_type("bounds that stand together on a class give its definition another name")


def _serialize_field(types: Types, node: Node, field: Field) -> Node:
    """A field with the serializer that is decorated for it; the last one of the class counts. Variables in what it says that it
    returns stay variables (`_apply_field_serializers`)."""
    if field.serializer is not None:
        node.serialization = serialization_of(types, field.serializer)
    return node


def computed_nodes(types: Types, definition: Definition, bound: Binding) -> list[Node]:
    """The properties that are written along with the fields (`_computed_field_schema`)."""
    return [_computed_field(types, field, bound) for field in definition.computed]


def _computed_field(types: Types, field: Field, bound: Binding) -> Node:
    with types.at(field.name), types.as_written():
        info = merge_field((), field.default, types.notes)
        names = _field_names(types, field.name, info, (*field.generators, _own(types)))
        inner = _serialize_field(types, types.refer(types.type(substitute(field.type, bound))), field)
        node = Node("computed-field", inner=inner, name=field.name)
        node.facts["written"] = serialization_name(field.name, names, types.notes.undecided_type)
        node.facts |= {name: info.attributes[name] for name in ("exclude_if",) if name in info.attributes}
        node.updates = {"readOnly": True, **updates(info, types.notes)}
        extend(node, info, types.notes)
    return node


def _from_config(types: Types, field: Field, info: Info, anew: bool) -> Names:
    """Apply the configuration of the class, and of the models that declare the field; return the field's names.

    `anew`: the class is a generic one with arguments, which makes all its fields itself (`_recreate_field_info`).
    """
    attributes = info.attributes
    documented = types.config.get("use_attribute_docstrings") is True
    if documented and field.doc is not None and attributes.get("description") is None:
        attributes["description"] = inspect.cleandoc(field.doc)
    before = () if anew else field.generators
    generators = (*before, _own(types))
    if not all(one.sure for one in before):
        orders = [_field_names(types, field.name, Info(dict(attributes)), generators[at:]) for at in range(len(generators))]
        if any(one != orders[0] for one in orders):
            types.notes.undecided_type(
                "its annotation names what comes later, and when it is read decides which alias_generator counts"
            )
    return _field_names(types, field.name, info, generators)


def _own(types: Types) -> Generators:
    return Generators(types.config.get("alias_generator"), types.config.get("field_title_generator"))


def _field_names(types: Types, name: str, info: Info, generators: Sequence[Generators]) -> Names:
    """A field once generators have gone over it, one after the other (`update_field_from_config`): its title is set."""
    attributes = info.attributes
    names = given_names(attributes)
    for one in generators:
        generator = attributes.get("field_title_generator") or one.title
        if generator is not None and attributes.get("title") is None:
            known = PartialObject({"title": None, "alias": names.alias, "description": attributes.get("description")})
            attributes["title"] = title(generator, types.notes, "field_title_generator", name, known)
        names = add_aliases(names, one.alias, name)
    return names


def field_nodes(types: Types, fields: tuple[Field, ...], bound: Binding) -> list[Node]:
    return [one_field(types, field, bound) for field in fields]
