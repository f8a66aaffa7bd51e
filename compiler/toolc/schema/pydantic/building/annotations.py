"""Metadata on a type: the effect of each item of `Annotated[…]` on the annotated validator (pydantic 2.14).

Takes a builder, a type and its expanded metadata, gives a node. Items apply from left to right, the first one innermost.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from toolc.schema.pydantic.building.constraints import constrain, constraint_repr
from toolc.schema.pydantic.building.discriminate import discriminate
from toolc.schema.pydantic.building.generics import MODELS
from toolc.schema.pydantic.building.hooked import alone, annotated_by_hook, json_hook
from toolc.schema.pydantic.building.hooks import hook_of
from toolc.schema.pydantic.building.serializers import (
    annotated_serializer,
    encoded_serialization,
    import_serialization,
    plain_validator,
    serialization_of,
)
from toolc.schema.pydantic.defaults.values import plain_json
from toolc.schema.pydantic.defaults.writers import SERIALIZERS
from toolc.schema.pydantic.fieldinfo import Constraint, Info
from toolc.schema.pydantic.issues import Notes, Refused, Unsupported
from toolc.schema.pydantic.limits import NO_CLASS
from toolc.schema.pydantic.node import Hook, Node, Serialization, after
from toolc.signature import (
    ANY,
    Alias,
    CallConstant,
    Class,
    Constant,
    Default,
    Definition,
    Factory,
    Given,
    HookedMetadata,
    Literal,
    NoDefault,
    Plain,
    Type,
    TypeVariable,
    Union,
    UnknownConstant,
)

PLAIN = "pydantic.PlainValidator"
JSON = "pydantic.Json"


class Types(Protocol):
    """The part of the builder that annotations use."""

    notes: Notes
    defs: dict[str, Node]
    definitions: Mapping[str, Definition]
    config: Mapping[str, Constant]
    version: tuple[int, ...]
    owners: list[Type]

    def type(self, type_: Type) -> Node:
        """The validator of a type."""

    def refer(self, node: Node, ref: str = "") -> Node:
        """Put a node among the definitions and refer to it."""

    def as_written(self) -> AbstractContextManager[None]:
        """Work at what is only written."""

    def say(self, node: Node, only_written: bool = False) -> None:
        """Note that a use of a class adds keywords to it; `only_written` if they only show in the serialization schema."""


def apply(types: Types, source: Type, metadata: Sequence[Any], discriminator: Constant = None) -> Node:
    """The validator of `source` under its metadata. A field's discriminator goes to the innermost type."""
    node: Node | None = None
    if source == Plain(JSON):  # given itself, `Json` asks for nothing that stands before: it is the text of anything
        metadata = metadata[max((at + 1 for at, item in enumerate(metadata) if _constraint_name(item) == JSON), default=0) :]
    instances = any(_constraint_name(item) == "pydantic.InstanceOf" for item in metadata)
    refused = _no_class(types, source) if instances else None
    last = max(
        (at for at, item in enumerate(metadata) if _constraint_name(item) == PLAIN or isinstance(item, HookedMetadata)),
        default=-1,
    )
    heard: list[Any] = []
    try:
        if last < 0 or not alone(metadata[last]):
            node = _inner(types, source, metadata[: max(last, 0)], discriminator, heard)
    except Unsupported:
        takes = next((at for at, item in enumerate(metadata) if _constraint_name(item) == "pydantic.InstanceOf"), -1)
        if takes >= 0:  # takes instances, of which JSON has none
            node, last = Node("is-instance", name=source.qualname if isinstance(source, Class) else ""), max(last, takes)
        elif last < 0 or isinstance(metadata[last], HookedMetadata):
            raise
    if last >= 0:
        node = types.refer(_item(types, source, node, metadata, last))
    for item in metadata[last + 1 :]:
        node = types.refer(_annotate(types, node or Node("any"), item))
    heard += metadata[max(last, 0) :]
    hooks = [_hook(types, item) for item in heard if isinstance(item, CallConstant | Plain | HookedMetadata)]
    node = node or Node("any")
    if refused is not None:
        node = Node("function-after", facts={NO_CLASS: refused}, inner=node)
    if told := [hook for hook in hooks if hook is not None]:
        types.say(node)
        node.hooks.extend(told)
    return node


def _inner(types: Types, source: Type, metadata: Sequence[Any], discriminator: Constant, heard: list[Any]) -> Node:
    """The type under the metadata that stands before its last `PlainValidator`.

    `heard` are the items so far: what an item does to the schema counts once there is a validator for it (2.14
    `_get_wrapped_inner_schema`), which a `PlainValidator` goes without if it has to.
    """
    node = types.refer(types.type(source))
    if discriminator is not None:
        node = discriminate(node, discriminator, types.defs, types.notes)
    for at, item in enumerate(metadata):
        node = types.refer(_item(types, source, node, metadata, at))
        heard.append(item)
    return node


def _item(types: Types, source: Type, node: Node | None, metadata: Sequence[Any], at: int) -> Node:
    """One item; `node` is None where nothing of the type is known or needed."""
    item = metadata[at]
    if isinstance(item, HookedMetadata):
        return annotated_by_hook(types, source, node, item, at == 0)
    if _constraint_name(item) == PLAIN:
        return _plain(types, source, node, item)
    return _annotate(types, node or Node("any"), item)


def _no_class(types: Types, source: Type) -> str | None:
    """Return why `isinstance` may not accept the argument of `InstanceOf`; "" if it certainly does not, else `None`.

    A union is a class only if it is written with `|`.
    """
    definition = types.definitions.get(source.qualname) if isinstance(source, Class) else None
    if isinstance(source, Union):
        return "InstanceOf takes a union that is written with `|`, and no other"
    none = definition is not None and definition.kind in ("typed_dict", "new_type")
    none |= isinstance(source, Literal | Alias | TypeVariable) or source in (ANY, Plain("pydantic.JsonValue"))
    return "" if none else None


def _hook(types: Types, item: CallConstant | Plain | HookedMetadata) -> Hook | None:
    """Return the change that an item makes to the finished JSON schema. `None` if it makes none."""
    if isinstance(item, HookedMetadata):
        return None if item.json is None else json_hook(types, item.name, item.json, opened=False)
    return hook_of(item, types.notes)


def _constraint_name(item: Any) -> str:
    return item.of if isinstance(item, CallConstant) else item.name if isinstance(item, Plain) else ""


def _plain(types: Types, source: Type, node: Node | None, item: Any) -> Node:
    """A `PlainValidator` takes anything, or what it says; `node` is None for a type without a validator."""
    takes = _input_type(types, item.kwargs if isinstance(item, CallConstant) else {})
    how = plain_validator(types, source, node)
    return Node("function-input", inner=Node("any") if takes is None else types.type(takes), serialization=how)


def wrap_default(node: Node, default: Default) -> Node:
    """A default is a validator of its own, outside all others. A factory's value shows in no schema of pydantic's."""
    match default:
        case NoDefault():
            return node
        case Given(value):
            return Node("default", inner=node, default=Given(value))
        case Factory(by):
            return Node("default", inner=node, facts={"factory": by})
        case UnknownConstant():
            return Node("default", inner=node, default=default)


def _annotate(types: Types, node: Node, item: Any) -> Node:
    match item:
        case Constraint():
            return single(types, node, item)
        case Info():
            discriminator = item.attributes.get("discriminator")
            if discriminator is not None:
                node = discriminate(node, discriminator, types.defs, types.notes)
            if mark(node, item, types.notes):
                types.say(node)
            return node
        case CallConstant(of, args, kwargs):
            return _by_name(types, node, of, args, kwargs)
        case Plain(name):
            return _by_name(types, node, name, (), {})
        case Class(qualname):
            _no_model(types, qualname)
        case UnknownConstant(reason):
            types.notes.undecided_keyword(f"metadata: {reason}")
    return node


def _no_model(types: Types, qualname: str) -> None:
    """A model as metadata takes the place of the type (2.14 `BaseModel.__get_pydantic_core_schema__`), definitions and all."""
    definition = types.definitions.get(qualname)
    if definition is not None and definition.kind in MODELS:
        types.notes.undecided_type(f"the model {definition.name} is not metadata: pydantic takes it for the type")


def single(types: Types, node: Node, item: Constraint) -> Node:
    """One object of metadata. It passes through `Optional`; on a definition it makes a second definition."""
    if node.kind == "nullable" and node.inner is not None:
        node.inner = single(types, node.inner, item)
        return node
    for name, value in item.facts:
        if node.kind in ("int", "float") and isinstance(value, CallConstant):
            types.notes.undecided_keyword(f"{name}: pydantic shows the value itself, which JSON cannot hold")
    ref = node.ref or node.target
    target = node if node.ref else types.defs.get(node.target)
    if target is None:
        if node.target and len(types.owners) > 1:  # whether it is copied depends on which model was complete first
            types.notes.undecided_type("a constraint on a model, inside another one that it holds")
        return constrain(types, node, item)
    second = f"{ref}_{constraint_repr(item, types.notes)}"
    if second in types.defs:
        return types.defs[second]
    copied = target.copy()
    copied.ref = second
    return constrain(types, copied, item)


def mark(node: Node, info: Info, notes: Notes) -> bool:
    """Title, description and the like of a `Field` on a type; whether it has any."""
    told = updates(info, notes)
    node.updates.update(told)
    extend(node, info, notes)
    return bool(told) or info.attributes.get("json_schema_extra") is not None


def extend(node: Node, info: Info, notes: Notes) -> None:
    """`json_schema_extra` of a `Field`: keywords, or a function that changes the schema."""
    extra = info.attributes.get("json_schema_extra")
    if isinstance(extra, dict):
        node.extra.update(extra)
        if node.change is not None:
            notes.hook("a dict and a function for `json_schema_extra` do not go together")
    elif extra is not None:
        node.change = extra
        if node.extra:
            notes.hook("a dict and a function for `json_schema_extra` do not go together")


def updates(info: Info, notes: Notes) -> dict[str, Any]:
    """The keywords that a `Field` adds to a schema."""
    given = info.attributes
    deprecated = given.get("deprecated")
    shown: dict[str, Any] = {
        "title": given.get("title"),
        "description": given.get("description"),
        "deprecated": True if deprecated or deprecated == "" else None,
        "examples": plain_json(given.get("examples"), notes, "examples"),
    }
    return {key: value for key, value in shown.items() if value is not None}


# --- annotations that are validators themselves ----------------------------------------------------------------------

_AFTER = {"pydantic.AfterValidator", "pydantic.PathType"}
_ENCODED = {"pydantic.EncodedBytes", "pydantic.EncodedStr"}
_ONLY_ON = {"pydantic.EncodedBytes": "bytes", "pydantic.EncodedStr": "str", "pydantic.UuidVersion": "uuid"}
"""The validators that some annotations stand directly on (2.14 `_check_annotated_type`)."""


def _by_name(types: Types, node: Node, of: str, args: tuple[Any, ...], kwargs: Any) -> Node:
    if of in _AFTER:
        return after(node)
    if of in SERIALIZERS:
        types.say(node, only_written=True)
        node.serialization = serialization_of(types, annotated_serializer(of, args, kwargs))
        node.serialization.told = True
        return node
    if of == "pydantic.SerializeAsAny":
        types.say(node, only_written=True)
        node.serialization = Serialization()
        return node
    if node.kind != _ONLY_ON.get(of, node.kind):
        raise Refused(f"{of.rpartition('.')[2]!r} cannot annotate {node.kind!r}.")
    if of in _ENCODED:
        written = encoded_serialization(of, args[0] if args else kwargs.get("encoder"))
        return Node("function-after", inner=node, serialization=written)
    simple: dict[str, Callable[[], Node]] = {
        JSON: lambda: Node("json", inner=node),
        "pydantic.ImportString": lambda: Node("function-before", inner=node, serialization=import_serialization()),
        "pydantic.SkipValidation": lambda: Node("skip-validation", inner=node),
        "pydantic.InstanceOf": lambda: Node("json-or-python", inner=node),
        "pydantic.OnErrorOmit": lambda: Node("default", inner=node, facts={"on_error": "omit"}),
        "pydantic.Discriminator": lambda: discriminate(node, CallConstant(of, args, kwargs), types.defs, types.notes),
        "pydantic.UrlConstraints": lambda: _url_constraints(node, args, kwargs),
        "pydantic.Tag": lambda: _tag_union(node, args, kwargs),
        "pydantic.BeforeValidator": lambda: _function(types, "function-before", node, kwargs),
        "pydantic.WrapValidator": lambda: _function(types, "function-wrap", node, kwargs),
    }
    definition = types.definitions.get(of)
    if definition is not None and definition.doubt:
        types.notes.hook(f"{definition.name}: {definition.doubt}")
    _no_model(types, of)
    make = simple.get(of)
    return node if make is None else make()


def _tag_union(node: Node, args: tuple[Any, ...], kwargs: Any) -> Node:
    tag = args[0] if args else kwargs.get("tag", "")
    node.tag = str(tag)
    return node


def _function(types: Types, kind: str, node: Node, kwargs: Any) -> Node:
    """A validator function; `json_schema_input_type` replaces what it takes."""
    takes = _input_type(types, kwargs)
    return Node(kind, inner=node) if takes is None else Node("function-input", inner=types.type(takes), parts=[node])


def _input_type(types: Types, kwargs: Any) -> Type | None:
    takes: Type | UnknownConstant | None = kwargs.get("json_schema_input_type")
    if isinstance(takes, UnknownConstant):
        types.notes.undecided_type(f"json_schema_input_type: {takes.reason}")
        return None
    return takes


def _url_constraints(node: Node, args: tuple[Any, ...], kwargs: Any) -> Node:
    inner = node.inner if node.kind == "function-wrap" and node.inner is not None else node
    if inner.kind not in ("url", "multi-host-url"):
        raise Refused(f"'UrlConstraints' cannot annotate '{inner.kind}'.")
    length = args[0] if args else kwargs.get("max_length")
    if length is not None:
        inner.facts["max_length"] = length
    return node
