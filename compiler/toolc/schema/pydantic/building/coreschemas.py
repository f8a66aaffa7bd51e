"""Core schemas that a program makes itself: the functions of `pydantic_core.core_schema` as nodes (2.14, pydantic-core 2.50).

Takes a builder and a tree of `CallConstant`, gives a node; raises `NotFollowed` for whatever shows in a schema and is not known
here.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from toolc.schema.pydantic.issues import Notes, any_undecided
from toolc.schema.pydantic.node import Node, Serialization, after
from toolc.signature import HANDLER, WHOLE, CallConstant, Constant, Given, Plain, Type, UnknownConstant

_HOME = "pydantic_core.core_schema."
Asked = Callable[[Type | CallConstant, bool], Node]
"""Gives the validator of a type that a hook asks for, or of SOURCE; the second argument says if by `generate_schema`."""


class NotFollowed(Exception):
    """The core schema goes beyond the ones known here; the message says why."""


class Types(Protocol):
    """Interface of the builder for core schemas."""

    notes: Notes

    def type(self, type_: Type) -> Node:
        """The validator of a type."""

    def as_written(self) -> AbstractContextManager[None]:
        """Work at what is only written."""


Keywords = Mapping[str, Constant]
Make = Callable[["_Tree", Keywords], Node]

_POSITIONAL = {
    "literal_schema": ("expected",), "is_instance_schema": ("cls",), "is_subclass_schema": ("cls",),
    "list_schema": ("items_schema",), "set_schema": ("items_schema",), "frozenset_schema": ("items_schema",),
    "tuple_schema": ("items_schema",), "dict_schema": ("keys_schema", "values_schema"), "bool_schema": ("strict",),
    "nullable_schema": ("schema",), "union_schema": ("choices",), "chain_schema": ("steps",), "json_schema": ("schema",),
    "lax_or_strict_schema": ("lax_schema", "strict_schema"), "json_or_python_schema": ("json_schema", "python_schema"),
    "with_default_schema": ("schema",), "no_info_plain_validator_function": ("function",),
    "with_info_plain_validator_function": ("function",), "plain_serializer_function_ser_schema": ("function",),
    "wrap_serializer_function_ser_schema": ("function",), "format_ser_schema": ("formatting_string",),
    "typed_dict_schema": ("fields",), "typed_dict_field": ("schema",), "simple_ser_schema": ("type",),
    **{f"{info}_info_{when}_validator_function": ("function", "schema")
       for info in ("no", "with") for when in ("before", "after", "wrap")},
}  # fmt: skip
"""The parameters that may be given by position."""

_SILENT = frozenset(
    """
    strict strip_whitespace to_lower to_upper ascii_only regex_engine coerce_numbers_to_str allow_inf_nan fail_fast
    microseconds_precision tz_constraint now_op now_utc_offset function field_name cls_repr cls auto_collapse mode
    custom_error_type custom_error_message custom_error_context on_error validate_default default_factory_takes_data
    cls_name allowed_schemes host_required default_host default_port default_path preserve_empty_path version
    """.split()
)
"""Keywords that no JSON Schema shows."""


def core_schema(types: Types, core: Constant, asked: Asked) -> Node:
    """The node of a core schema; `asked` answers what the hook asks its handler."""
    return _Tree(types, asked).node(core)


class _Tree:
    """One core schema on its way to a node."""

    def __init__(self, types: Types, asked: Asked) -> None:
        self.types, self.asked = types, asked

    def node(self, core: Constant) -> Node:
        """The node of one part."""
        if isinstance(core, UnknownConstant):
            raise NotFollowed(core.reason)
        if not isinstance(core, CallConstant):
            raise NotFollowed("it returns something other than a call of core_schema")
        if core.of == HANDLER:
            return self.asked(core.args[0], WHOLE in core.kwargs)
        name = core.of.removeprefix(_HOME)
        make = _MAKERS.get(name)
        if make is None or len(core.args) > len(_POSITIONAL.get(name, ())):
            raise NotFollowed(f"{name} is not read")
        given = self.arguments_by_name(name, core)
        if given.get("ref") is not None or given.get("metadata"):
            raise NotFollowed(f"{name} has a ref or metadata of its own")
        node = make(self, given)
        told = given.get("serialization")
        if told is not None:
            if node.kind == "definition-ref":
                raise NotFollowed("a class is written otherwise than its own validator says")
            node.serialization = self.serialization(told)
        return node

    def arguments_by_name(self, name: str, core: CallConstant) -> Keywords:
        """The arguments by name."""
        return {**dict(zip(_POSITIONAL.get(name, ()), core.args, strict=False)), **core.kwargs}

    def serialization(self, told: Constant) -> Serialization:
        """Return the serialization of a core schema (`GenerateJsonSchema.ser_schema`)."""
        name = told.of.removeprefix(_HOME) if isinstance(told, CallConstant) else ""
        given = self.arguments_by_name(name, told) if name else {}
        when = given.get("when_used", "always")
        if isinstance(when, UnknownConstant):
            raise NotFollowed(when.reason)
        unless = when in ("unless-none", "json-unless-none")
        with self.types.as_written():
            match name:
                case "to_string_ser_schema" | "format_ser_schema":
                    return Serialization(text=True, unless_none=unless)
                case "plain_serializer_function_ser_schema" | "wrap_serializer_function_ser_schema":
                    returns = given.get("return_schema")
                    made = None if returns is None else self.node(returns)
                    plain = _compute if name.startswith("plain") and given.get("info_arg") is not True else None
                    return Serialization(made, False, unless, plain)
        raise NotFollowed(f"its serialization is {name or 'no call of core_schema'}")


def _compute(value: Constant) -> Constant:
    return UnknownConstant("a serializer makes it")


def _plain(given: Keywords, *known: str) -> dict[str, Any]:
    """The keywords that a schema shows; raises for those that are not known here."""
    shown = {key: value for key, value in given.items() if key not in _SILENT and value is not None}
    left = shown.keys() - {*known, "serialization", "ref", "metadata"}
    if left:
        raise NotFollowed(f"the keyword {min(left)} is not read")
    facts = {key: value for key, value in shown.items() if key in known}
    if (reason := any_undecided(facts)) is not None:
        raise NotFollowed(reason)
    return facts


def _leaf(name: str, *constraints: str) -> Make:
    def make(tree: _Tree, given: Keywords) -> Node:
        node = tree.types.type(Plain(name))
        node.facts.update(_plain(given, *constraints))
        return node

    return make


def _literal(tree: _Tree, given: Keywords) -> Node:
    return Node("literal", facts={"expected": list(_plain(given, "expected")["expected"])})


def _instance(tree: _Tree, given: Keywords) -> Node:
    return Node("is-instance", name="a class")


def _items(kind: str) -> Make:
    def make(tree: _Tree, given: Keywords) -> Node:
        facts = _plain({**given, "items_schema": None}, "min_length", "max_length")
        items = given.get("items_schema")
        return Node(kind, parts=[Node("any") if items is None else tree.node(items)], facts=facts)

    return make


def _dict(tree: _Tree, given: Keywords) -> Node:
    parts = [given.get("keys_schema"), given.get("values_schema")]
    facts = _plain({**given, "keys_schema": None, "values_schema": None}, "min_length", "max_length")
    return Node("dict", parts=[Node("any") if part is None else tree.node(part) for part in parts], facts=facts)


def _nodes(tree: _Tree, listed: Constant) -> list[Node]:
    if not isinstance(listed, list | tuple) or not listed:
        raise NotFollowed("a list of schemas is not known")
    return [tree.node(one) for one in listed]


def _inner(kind: str) -> Make:
    return lambda tree, given: Node(kind, inner=tree.node(given.get("schema")))


def _union(tree: _Tree, given: Keywords) -> Node:
    return Node("union", parts=_nodes(tree, given.get("choices")))


def _chain(tree: _Tree, given: Keywords) -> Node:
    """The first step is what is read, the last one what is written."""
    steps = _nodes(tree, given.get("steps"))
    return steps[0] if len(steps) == 1 else Node("chain", inner=steps[0], parts=steps[1:])


def _branches(shown: str, other: str) -> Make:
    """Two validators of which one shows; the other takes part only in counting references."""

    def make(tree: _Tree, given: Keywords) -> Node:
        if given.get("strict") not in (None, False):
            raise NotFollowed("strict_schema shows instead of lax_schema")
        return Node("json-or-python", inner=tree.node(given.get(shown)), parts=[tree.node(given.get(other))])

    return make


def _validator(kind: str) -> Make:
    """A function around a validator. One that says what it takes shows that when it is read."""

    def make(tree: _Tree, given: Keywords) -> Node:
        node = tree.node(given.get("schema"))
        takes = given.get("json_schema_input_schema")
        if takes is None or kind == "function-after":
            return after(node) if kind == "function-after" else Node(kind, inner=node)
        return Node("function-input", inner=tree.node(takes), parts=[node])

    return make


def _plain_validator(tree: _Tree, given: Keywords) -> Node:
    """A function alone has no schema (`function_plain_schema`), unless it says what it takes."""
    takes = given.get("json_schema_input_schema")
    return Node("function-plain") if takes is None else Node("function-input", inner=tree.node(takes))


def _default(tree: _Tree, given: Keywords) -> Node:
    default = given.get("default")
    node = Node("default", inner=tree.node(given.get("schema")))
    if "default" in given:
        node.default = default if isinstance(default, UnknownConstant) else Given(default)
    return node


_NUMBER = ("multiple_of", "le", "ge", "lt", "gt")
_LENGTH = ("min_length", "max_length")

_MAKERS: dict[str, Make] = {
    "any_schema": lambda tree, given: Node("any"),
    "none_schema": lambda tree, given: Node("none"),
    "bool_schema": _leaf("builtins.bool"),
    "int_schema": _leaf("builtins.int", *_NUMBER),
    "float_schema": _leaf("builtins.float", *_NUMBER),
    "decimal_schema": _leaf("decimal.Decimal", *_NUMBER, "max_digits", "decimal_places"),
    "str_schema": _leaf("builtins.str", *_LENGTH, "pattern"),
    "bytes_schema": _leaf("builtins.bytes", *_LENGTH),
    "date_schema": _leaf("datetime.date"),
    "time_schema": _leaf("datetime.time"),
    "datetime_schema": _leaf("datetime.datetime"),
    "timedelta_schema": _leaf("datetime.timedelta"),
    "uuid_schema": lambda tree, given: Node("uuid"),
    "url_schema": lambda tree, given: Node("url", facts=_plain(given, "max_length")),
    "multi_host_url_schema": lambda tree, given: Node("multi-host-url", facts=_plain(given, "max_length")),
    "literal_schema": _literal,
    "is_instance_schema": _instance,
    "is_subclass_schema": lambda tree, given: Node("is-subclass"),
    "callable_schema": lambda tree, given: Node("callable"),
    "list_schema": _items("list"),
    "set_schema": _items("set"),
    "frozenset_schema": _items("frozenset"),
    "dict_schema": _dict,
    "nullable_schema": _inner("nullable"),
    "json_schema": _inner("json"),
    "union_schema": _union,
    "chain_schema": _chain,
    "lax_or_strict_schema": _branches("lax_schema", "strict_schema"),
    "json_or_python_schema": _branches("json_schema", "python_schema"),
    "with_default_schema": _default,
    **{f"{info}_info_before_validator_function": _validator("function-before") for info in ("no", "with")},
    **{f"{info}_info_after_validator_function": _validator("function-after") for info in ("no", "with")},
    **{f"{info}_info_wrap_validator_function": _validator("function-wrap") for info in ("no", "with")},
    **{f"{info}_info_plain_validator_function": _plain_validator for info in ("no", "with")},
}
