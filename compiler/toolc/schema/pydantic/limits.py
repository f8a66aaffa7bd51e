"""Values that a constraint cannot have: pydantic-core refuses to build the validator (2.14).

Takes a finished tree of validators, raises `Refused` where pydantic raises `SchemaError`. Only what stays is judged: a bound
that another one of its name replaced was never built.
"""

from collections.abc import Iterable
from typing import Any

from toolc.schema.pydantic.bounds import KINDS, bounds
from toolc.schema.pydantic.issues import Notes, Refused
from toolc.schema.pydantic.node import Node, is_needed, validators
from toolc.text.regex import late

_LENGTHS = frozenset({"min_length", "max_length"})
_BOUNDS = frozenset({"gt", "ge", "lt", "le", "multiple_of"})
_UNKNOWN_TO_RUST = late(r"\(\?(?:[=!]|<[=!])|(?<!\\)(?:\\\\)*\\[1-9]")
"""Look-around and back references, which the default engine has not."""
NO_CLASS = "no_class"
"""The fact, of what `InstanceOf` makes, that its type is none that `isinstance` takes: why it may be none, "" if it is none."""
REGEX_ENGINE = "regex_engine"
"""The fact, beside a pattern, which engine its class is configured to use."""


def check(roots: Iterable[Node], notes: Notes) -> None:
    """Refuse an impossible constraint anywhere in these trees."""
    pending, seen = list(roots), set[int]()
    while pending:
        node = pending.pop()
        if id(node) in seen or node.kind == "computed-field":  # which is only written
            continue
        seen.add(id(node))
        parts = [*node.parts, *(node.inner or node).parts] if node.kind in _NEEDING else []
        inside = [part for part in parts if part.kind != "computed-field"]
        if any(_is_omitted(node.kind, part) for part in inside):
            raise Refused(f"Error building {node.kind!r} validator: 'on_error = omit' cannot be set for required fields")
        if node.kind == "typed-dict" and any(part.required and not is_needed(part) for part in inside):
            raise Refused("Error building 'typed-dict' validator: a required field cannot have a default value")
        _check_class(node.facts.get(NO_CLASS), notes)
        for name, value in node.facts.items():
            _check(node.kind, name, value, node.facts, notes)
        pending.extend(validators(node))


_NEEDING = frozenset({"dataclass", "named-tuple", "typed-dict"})
"""Classes whose required fields an error cannot leave out; a model takes it as a missing value."""


def _is_omitted(kind: str, field: Node) -> bool:
    inner = field.inner
    leaves_out = inner is not None and inner.kind == "default" and inner.facts.get("on_error") == "omit"
    return leaves_out and (field.required or kind != "typed-dict")


def _check_class(doubt: str | None, notes: Notes) -> None:
    if doubt:
        notes.undecided_type(doubt)
    elif doubt is not None:
        raise Refused("'cls' must be valid as the first argument to 'isinstance'")


def _check(kind: str, name: str, value: Any, facts: dict[str, Any], notes: Notes) -> None:
    if name in _LENGTHS and isinstance(value, int | float | str):
        if not isinstance(value, int) or value < 0:
            raise Refused(f"Error building {kind!r} validator: {name} must be a whole number that is not negative")
    elif name in _BOUNDS and kind in KINDS:
        fits = bounds(kind, value)
        if fits is None:
            notes.undecided_type(f"whether {name!r} is a bound of a {kind}, pydantic finds out by reading it")
        elif not fits:
            raise Refused(f"Error building {kind!r} validator: {name!r} must be coercible to a {kind} instance")
    elif name == "pattern" and isinstance(value, str) and _UNKNOWN_TO_RUST.search(value):
        if facts.get(REGEX_ENGINE) == "python-re":
            return
        raise Refused(f"Error building 'str' validator: the pattern {value!r} needs look-around or a back reference")
    if name == "multiple_of" and isinstance(value, int | float) and not value > 0:
        raise Refused("multiple_of must be a finite number greater than 0")
