"""Placement of constraints: in the validator itself, or in a function behind it (pydantic 2.14's table of constraints).

Takes a node and one constraint under pydantic's name, gives a node. A constraint that does not fit the validator is checked
by a function, and leaks into the schema under its Python name (`"gt": 0`): a quirk of pydantic that is kept as it is.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from toolc.schema.pydantic.defaults.values import plain_json
from toolc.schema.pydantic.fieldinfo import CHECKS, Constraint
from toolc.schema.pydantic.issues import Notes, Refused
from toolc.schema.pydantic.limits import REGEX_ENGINE
from toolc.schema.pydantic.node import FUNCTIONS, Node, after
from toolc.signature import CallConstant, Constant, Plain
from toolc.text.regex import late

_INEQUALITY = ("gt", "ge", "lt", "le")
_NUMBERS = (*_INEQUALITY, "multiple_of", "allow_inf_nan", "strict")
_LENGTH = ("min_length", "max_length")
_TEXT = ("strip_whitespace", "to_lower", "to_upper", "pattern", "coerce_numbers_to_str", "ascii_only")
_SIZED = (*_LENGTH, "strict", "fail_fast")

_DATES = ("date", "time", "datetime")
"""Before 2.14 pydantic took `multiple_of` for them as well, of which the schema shows nothing."""

_OF_FUNCTIONS = ("deque", "ordered-dict", "counter")
"""Before 2.14 pydantic made them of lists and dicts by functions, which take no constraint but `strict`."""

_ALLOWED: dict[str, tuple[str, ...]] = {
    "str": (*_LENGTH, "strict", *_TEXT),
    "bytes": (*_LENGTH, "strict"),
    **dict.fromkeys(("list", "deque", "tuple", "set", "frozenset", "dict", "ordered-dict", "counter"), _SIZED),
    "generator": _LENGTH,
    "float": _NUMBERS,
    "int": (*_INEQUALITY, "multiple_of", "strict"),
    "decimal": (*_NUMBERS, "max_digits", "decimal_places"),
    "fraction": (*_INEQUALITY, "multiple_of", "strict"),
    **dict.fromkeys(_DATES, (*_INEQUALITY, "strict")),
    "timedelta": (*_INEQUALITY, "multiple_of", "strict"),
    **dict.fromkeys(("url", "multi-host-url"), ("max_length", "strict")),
    "union": ("union_mode",),
    **dict.fromkeys(
        ("typed-dict", "model", "bool", "uuid", "enum", "complex", "path", "defaultdict", "fixed"), ("strict",)
    ),
}  # fmt: skip

_CHECKED = frozenset({*_INEQUALITY, "multiple_of", *_LENGTH, "max_digits", "decimal_places"})
"""Constraints that a function behind the validator can check."""


_OBJECTS = {
    "gt": "Gt", "ge": "Ge", "lt": "Lt", "le": "Le", "multiple_of": "MultipleOf", "min_length": "MinLen", "max_length": "MaxLen",
    "strict": "Strict", "allow_inf_nan": "AllowInfNan", "fail_fast": "FailFast",
}  # fmt: skip
"""The classes of annotated_types and pydantic that `FieldInfo.metadata_lookup` makes of keywords; the others share one."""

_STRUCTURE = late(r"[\[\],:]")
"""Characters that separate the parts of a reference; the text of a function is used without them."""


class Types(Protocol):
    """Interface of the builder for constraints."""

    notes: Notes
    config: Mapping[str, Constant]
    version: tuple[int, ...]


def constrain(types: Types, node: Node, item: Constraint) -> Node:
    """`node` under one more object of metadata (`apply_known_metadata`): what texts are made of comes after all else."""
    kind, behind = node.kind, []
    node = node.copy()
    for name, value in item.facts:
        if name in _TEXT and name not in _ALLOWED.get(kind, ()):
            behind.append((name, value))
        else:
            node = _constrain(types, node, kind, name, value)
    for name, value in behind:
        node = Node("chain", inner=node, parts=[Node("str", facts=_facts(name, value, types.config))])
    return node


def _constrain(types: Types, node: Node, kind: str, name: str, value: Any) -> Node:
    """`node`, of which `kind` was the kind before the object's other facts, under one fact."""
    if name in CHECKS:
        return after(node)
    if name == "strict" and (kind == "secret" or node.base == {"format": "email"}):
        return node
    if kind in FUNCTIONS and name == "strict" and node.inner is not None:
        node.inner = constrain(types, node.inner, Constraint(((name, value),)))
        return node
    if kind == "function-input" and name == "strict" and node.parts:  # what says what it takes has its validator beside it
        node.parts[0] = constrain(types, node.parts[0], Constraint(((name, value),)))
        return node
    if name == "multiple_of" and kind in _DATES and types.version < (2, 14):
        return node
    if kind == "enum" and not node.ref and name == "strict":  # one without members
        raise Refused("Unable to apply constraint 'strict' to schema of type 'is-instance'")
    by_function = kind in _OF_FUNCTIONS and types.version < (2, 14)
    if name in (("strict",) if by_function else _ALLOWED.get(kind, ())):
        node.facts |= _facts(name, value, types.config)
        return node
    if name in _CHECKED:
        checked = after(node)
        checked.updates[_leaked_keyword(node, name)] = plain_json(value, types.notes, name)
        return checked
    if name == "allow_inf_nan" and value is False:
        return after(node)
    raise Refused(f"Unable to apply constraint {name!r} to schema of type {kind!r}")


def _facts(name: str, value: Any, config: Mapping[str, Constant]) -> dict[str, Any]:
    return {name: value, REGEX_ENGINE: config.get(REGEX_ENGINE)} if name == "pattern" else {name: value}


def constraint_repr(item: Constraint, notes: Notes) -> str:
    """`repr` of the object that stands for constraints: it ends the reference of a definition's constrained copy."""
    name, value = item.facts[0]
    if name in CHECKS:
        shown = value.name if isinstance(value, Plain) else repr(value)
        return f"{name}({_STRUCTURE.sub('', shown)})"
    facts = ", ".join(f"{name}={_text(value, name, notes)}" for name, value in item.facts)
    return f"{_OBJECTS.get(name, '_PydanticGeneralMetadata')}({facts})"


def _text(value: Any, name: str, notes: Notes) -> str:
    if isinstance(value, CallConstant) and value.of in ("decimal.Decimal", "datetime.date"):
        text = plain_json(value, Notes(), name)
        numbers = [int(part) for part in text.split("-")] if value.of == "datetime.date" else [text]
        return f"{value.of.removeprefix('decimal.')}({', '.join(map(repr, numbers))})"
    if value is not None and not isinstance(value, bool | int | float | str):
        notes.undecided_keyword(f"{name}: a value that is part of the name of a definition")
    return repr(value)


def _leaked_keyword(node: Node, name: str) -> str:
    """The keyword under which a constraint behind a validator shows."""
    if name not in _LENGTH:
        return name
    while node.kind in FUNCTIONS and node.inner is not None:
        node = node.inner
    side = "min" if name == "min_length" else "max"
    return side + ("Items" if node.kind in ("list", "sequence") else "Length")
