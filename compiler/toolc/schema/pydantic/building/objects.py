"""Classes and aliases: the validators of models, dataclasses, typed dicts, named tuples, enums and named aliases (2.14).

Takes a builder and a definition with its type arguments, gives a reference to the definition's validator.
"""

import inspect
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

from toolc.schema.class_fact_keys import BUILT, CODED, COLLECTED, EXTRA, REPORTED, SERIALIZED, TYPING, VALIDATED
from toolc.schema.pydantic.building.fields import computed_nodes, field_nodes, item, one_field
from toolc.schema.pydantic.building.generics import MODELS, Binding, Names, bindings, substitute
from toolc.schema.pydantic.building.hooked import build_hooked, json_hook
from toolc.schema.pydantic.building.scalars import inherited_scalar
from toolc.schema.pydantic.building.serializers import serialization_of
from toolc.schema.pydantic.issues import Notes, Refused, any_undecided
from toolc.schema.pydantic.members import enum_facts
from toolc.schema.pydantic.node import Node, Serialization, reference
from toolc.signature import (
    ANY,
    Alias,
    CallConstant,
    Class,
    Constant,
    Definition,
    Field,
    Generic,
    Given,
    Plain,
    Type,
    Union,
    UnknownConstant,
    Unresolved,
)
from toolc.types.operations import without_forward_marks

_NOT_CONFIG = frozenset(
    {
        "closed",
        "extra_items",
        "slots",
        "__required_keys__",
        "__deprecated__",
        VALIDATED,
        BUILT,
        COLLECTED,
        CODED,
        REPORTED,
        TYPING,
        SERIALIZED,
    }
)
"""Keys of `Definition.config` that are facts of the class, no configuration for what is inside it."""


class Types(Protocol):
    """Interface of the builder for definitions."""

    notes: Notes
    defs: dict[str, Node]
    definitions: Mapping[str, Definition]
    names: Names
    config: Mapping[str, Constant]
    version: tuple[int, ...]
    owners: list[Type]

    def type(self, type_: Type) -> Node:
        """The validator of a type."""

    def refer(self, node: Node, ref: str = "") -> Node:
        """Put a node among the definitions and refer to it."""

    def as_written(self) -> AbstractContextManager[None]:
        """Work at what is only written."""

    def define(self, ref: str, make: Callable[[], Node]) -> Node:
        """A reference to a definition that is made once."""

    def define_alone(self, ref: str, make: Callable[[], Node]) -> Node:
        """A reference to a model, which is built apart from what uses it."""

    def say(self, node: Node, only_written: bool = False) -> None:
        """A use of something is told more than the thing itself says."""

    def unknown_class(self, name: str) -> Node:
        """A class without a validator."""

    def use_config(self, config: Mapping[str, Constant] | None) -> AbstractContextManager[None]:
        """Work under another configuration."""

    def at(self, name: str) -> AbstractContextManager[None]:
        """Work at a place."""


def build_definition(types: Types, type_: Class | Alias, definition: Definition, args: tuple[Type, ...]) -> Node:
    """The validator of one class or alias."""
    if definition.reason:
        _report(types.notes, definition)
    _check(types.notes, definition)
    if definition.core_hook is None:
        node = _by_kind(types, type_, definition, args)
    else:
        node = build_hooked(types, definition, args, lambda: _by_kind(types, type_, definition, args))
    if definition.json_hook is not None and definition.kind not in _DEFINED:
        if node.kind == "definition-ref":
            types.notes.hook(f"{definition.name}: __get_pydantic_json_schema__ changes the schema of another class")
        else:
            node.hooks.append(json_hook(types, definition.name, definition.json_hook))
    return node


def _by_kind(types: Types, type_: Class | Alias, definition: Definition, args: tuple[Type, ...]) -> Node:
    """The validator of one class or alias, without what its hooks make of it."""
    kind = definition.kind
    if kind == "new_type":
        return types.type(definition.value or ANY)
    if kind == "plain" and not definition.reason and (base := inherited_scalar(definition.ancestors)) is not None:
        return base
    if kind == "plain":
        return Node("any") if definition.reason else types.unknown_class(definition.name)
    if kind == "enum":
        return _enum(types, definition)
    makers: dict[str, Callable[[Types, Definition, tuple[Type, ...]], Node]] = {
        "alias": _alias,
        "model": _model,
        "root_model": _root_model,
        "dataclass": _dataclass,
        "typed_dict": _typed_dict,
        "named_tuple": _named_tuple,
    }

    def make() -> Node:
        if kind != "alias":
            types.owners.append(type_)
        try:
            with types.at(definition.name):
                node = makers[kind](types, definition, args)
                if definition.json_hook is not None:
                    node.hooks.append(json_hook(types, definition.name, definition.json_hook))
                return node
        finally:
            if kind != "alias":
                types.owners.pop()

    ref = types.names.ref(definition, args)
    alone = is_built_at_once(definition) and (
        definition.kind in MODELS or not args
    )  # a parametrised model is a class, a dataclass is not
    return types.define_alone(ref, make) if alone else types.define(ref, make)


def is_built_at_once(definition: Definition) -> bool:
    """Return `True` if a class has a validator when it is created (`__pydantic_core_schema__`)."""
    return (definition.kind in MODELS or BUILT in definition.config) and definition.config.get("defer_build") is not True


def _report(notes: Notes, definition: Definition) -> None:
    text = f"{definition.name}: {definition.reason}"
    if notes.muting and "raises" in definition.reason:
        raise Refused(text)  # whoever asks, and be it for what is only written
    if "hook" in definition.reason or "__get_" in definition.reason:
        notes.hook(text)
    else:
        notes.undecided_type(text)


_DEFINED = ("model", "root_model", "dataclass", "typed_dict", "named_tuple", "alias")
"""Kinds that become a definition, which is what their `__get_pydantic_json_schema__` changes."""

_DECISIVE = (
    "undecided", "extra", "use_enum_values", "arbitrary_types_allowed", "str_min_length", "str_max_length",
    "ser_json_bytes", "use_attribute_docstrings", "validate_by_alias", "closed", "extra_items",
)  # fmt: skip


def _check(notes: Notes, definition: Definition) -> None:
    """Note what of a class is there but not known. A configuration that cannot be read stands under `undecided`."""
    reason = any_undecided([member for _, member in definition.members])
    if reason is not None:
        notes.undecided_type(f"{definition.name}: {reason}")
    for name in _DECISIVE:
        value = definition.config.get(name)
        if isinstance(value, UnknownConstant):
            notes.undecided_type(f"{definition.name}: the configuration {name}: {value.reason}")


# --- kinds of classes ------------------------------------------------------------------------------------------------


def _enum(types: Types, definition: Definition) -> Node:
    if not definition.members:  # an instance check, which is no definition
        return Node("enum", definition=definition, hooks=[lambda inside, _: {**inside(), **enum_facts(definition)}])
    node = Node("enum", definition=definition, ref=types.names.ref(definition))
    if types.config.get("use_enum_values") is not True:
        return node
    return Node("function-after", inner=node, serialization=Serialization())  # written by a function that says no schema


_BY_CONTEXT = frozenset({"str_max_length", "str_min_length", "ser_json_bytes", "ser_json_temporal", "ser_json_timedelta"})
"""Configuration that shows in what stands in a class itself, and not in a definition that it shares (2.14: a named alias is
put in place where only one reference leads to it; `int | None` is another object wherever it is written)."""


def _alias(types: Types, definition: Definition, args: tuple[Type, ...]) -> Node:
    """A named alias gets a definition of its own, holding what it stands for."""
    value = definition.value
    if value is None:
        types.notes.undecided_type(f"the value of {definition.name} is not known")
        value = ANY
    if any(isinstance(arg, Union) for arg in args) and not _BY_CONTEXT.isdisjoint(types.config):
        types.notes.undecided_type(f"{definition.name}[…]: which of its uses are one depends on the object its argument is")
    node = types.type(substitute(value, bindings(definition, args, types.definitions)))
    if node.kind == "json-value":  # which is a union of lists and dicts of itself
        node.parts = [reference(types.names.ref(definition, args))]
    return node


def _class_node(types: Types, kind: str, definition: Definition, args: tuple[Type, ...]) -> Node:
    return Node(kind, definition=definition, name=types.names.class_name(definition, args))


def _model(types: Types, definition: Definition, args: tuple[Type, ...]) -> Node:
    node = _class_node(types, "model", definition, args)
    node.config = definition.config
    bound = bindings(definition, args, types.definitions)
    with types.use_config(definition.config):
        extra = definition.config.get(EXTRA)
        if extra is not None and definition.config.get("extra") == "allow":
            _extras(types, node, substitute(extra, bound))
        node.inner = Node(
            "model-fields", parts=[*field_nodes(types, definition.fields, bound), *computed_nodes(types, definition, bound)]
        )
        _as_a_whole(types, node, definition)
    return node


def _as_a_whole(types: Types, node: Node, definition: Definition) -> None:
    """A serializer of the class itself (`_apply_model_serializers`)."""
    if definition.serializer is not None:
        node.serialization = serialization_of(types, definition.serializer)


def _extras(types: Types, node: Node, annotation: Type) -> None:
    """Add the validator of extra fields: `__pydantic_extra__` must be a `dict[str, …]` (2.14 `_model_schema`)."""
    if not isinstance(annotation, Generic) or annotation.origin != "builtins.dict" or len(annotation.args) != 2:
        if isinstance(annotation, Unresolved):
            types.notes.undecided_type(f"__pydantic_extra__: {annotation.reason}")
            return
        raise Refused("The type annotation for `__pydantic_extra__` must be `dict[str, ...]`")
    key, value = annotation.args
    if key != Plain("builtins.str"):
        types.type(key)
    if value != ANY:
        node.choices["extras"] = types.type(value)


def _root_model(types: Types, definition: Definition, args: tuple[Type, ...]) -> Node:
    """The root field's keywords are written onto the model; a docstring beats the field's description."""
    if definition.qualname.startswith("pydantic.") and any(without_forward_marks(arg) != arg for arg in args):
        types.notes.undecided_type("what is in quotes in `RootModel[…]` is read where pydantic stands")
    node = _class_node(types, "model", definition, args)
    node.config = definition.config
    root = next((field for field in definition.fields if field.name == "root"), None)
    if root is None:
        types.notes.undecided_type(f"the root of {definition.name} is not known")
        root = Field("root", ANY)
    bound = bindings(definition, args, types.definitions)
    with types.use_config(definition.config):
        field = one_field(types, root, bound)
        _as_a_whole(types, node, definition)
    node.inner, node.updates, node.extra, node.change = field.inner, field.updates, field.extra, field.change
    if definition.doc and node.updates.get("description"):
        node.updates["description"] = inspect.cleandoc(definition.doc)
    return node


def own_config(definition: Definition) -> Mapping[str, Constant] | None:
    """The configuration of a dataclass or typed dict; None when it takes that of the class around it."""
    config = {key: value for key, value in definition.config.items() if key not in _NOT_CONFIG}
    return config or None


def _dataclass(types: Types, definition: Definition, args: tuple[Type, ...]) -> Node:
    node = _class_node(types, "dataclass", definition, args)
    node.config = own_config(definition)
    fields = tuple(field for field in definition.fields if _is_argument(field))
    with types.use_config(node.config):
        if types.config.get("extra") == "allow" and any(_keyword(field, "init") is False for field in fields):
            raise Refused('a dataclass field has `init=False` and the configuration `extra="allow"`')
        node.facts["extra"] = types.config.get("extra")
        bound = bindings(definition, args, types.definitions)
        node.inner = Node(
            "model-fields", parts=[*_arguments(types, definition, fields, bound), *computed_nodes(types, definition, bound)]
        )
        _as_a_whole(types, node, definition)
    return node


def _arguments(types: Types, definition: Definition, fields: tuple[Field, ...], bound: Binding) -> list[Node]:
    """pydantic reads the fields of a dataclass as they are declared, and puts them in order then."""
    names = definition.config.get(COLLECTED) or [field.name for field in fields]
    read = tuple(sorted(fields, key=lambda field: names.index(field.name)))
    made = dict(zip((field.name for field in read), field_nodes(types, read, bound), strict=True))
    return [made[field.name] for field in fields]


def _keyword(field: Field, name: str) -> Constant:
    made = field.default.value if isinstance(field.default, Given) else None
    known = isinstance(made, CallConstant) and made.of in ("dataclasses.field", "pydantic.Field")
    return made.kwargs.get(name) if known and isinstance(made, CallConstant) else None


def _is_argument(field: Field) -> bool:
    """`KW_ONLY` is a marker; a field that is neither given nor has a default is no argument."""
    if field.type == Plain("dataclasses.KW_ONLY"):
        return False
    made = field.default.value if isinstance(field.default, Given) else None
    if isinstance(made, CallConstant) and made.of == "dataclasses.field" and made.kwargs.get("init") is False:
        return "default" in made.kwargs or "default_factory" in made.kwargs
    return True


def _typed_dict(types: Types, definition: Definition, args: tuple[Type, ...]) -> Node:
    if definition.config.get(TYPING):
        raise Refused("Please use `typing_extensions.TypedDict` instead of `typing.TypedDict` on Python < 3.12.")
    node = _class_node(types, "typed-dict", definition, args)
    node.config = own_config(definition)
    bound = bindings(definition, args, types.definitions)
    with types.use_config(node.config):
        node.inner = Node(
            "model-fields", parts=[*field_nodes(types, definition.fields, bound), *computed_nodes(types, definition, bound)]
        )
        closed, items = definition.config.get("closed"), definition.config.get("extra_items")
        behaviour = "forbid" if closed is True else "allow" if items is not None else None
        extras = types.type(substitute(items, bound)) if items is not None else Node("any")
        if extras.kind != "any":
            node.choices["extras"] = extras
        extra = types.config.get("extra")
        if extra in ("allow", "forbid") and behaviour is None:
            behaviour = str(extra)
        node.facts["extra"] = behaviour
        _as_a_whole(types, node, definition)
    return node


def _named_tuple(types: Types, definition: Definition, args: tuple[Type, ...]) -> Node:
    """An item keeps its keywords on its type, unlike a field of a model."""
    node = _class_node(types, "named-tuple", definition, args)
    bound = bindings(definition, args, types.definitions)
    node.parts = [item(types, field, bound) for field in definition.fields]
    return node
