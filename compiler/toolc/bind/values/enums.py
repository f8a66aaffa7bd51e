"""Enum members as values.

Takes the definition of an enum, gives its members and what their values are, as CPython's `enum` computes them: aliases,
`auto()` (last value plus one; names in lower case for `StrEnum`; powers of two for flags).
"""

import re

from msgspec import structs

from toolc.bind.links import Links
from toolc.module import AnnAssign, Assign, Class, Const, Expr, Name, Operation, SequenceExpr
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    ProgramPoint,
    Thunk,
    Unknown,
    Value,
)

_DATA_TYPES: dict[str, type] = {
    "enum.StrEnum": str,
    "builtins.str": str,
    "enum.IntEnum": int,
    "enum.IntFlag": int,
    "builtins.int": int,
    "builtins.float": float,
    "builtins.bytes": bytes,
    "builtins.complex": complex,
    "builtins.tuple": tuple,
    "builtins.dict": dict,
    "builtins.list": list,
}
_NO_DATA = ("enum.", "abc.", "typing.", "collections.abc.", "builtins.object")
"""Modules of classes that give a member no data type (`EnumType._find_data_type_`)."""
NEXT_VALUE = "_generate_next_value_"
ENUM_BASES = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag", "enum.ReprEnum"})
_MOST_BITS = 10_000


def is_enum(definition: DefinitionValue, links: Links) -> bool:
    """Return `True` if a class derives from `enum.Enum`."""
    return bool(enum_bases(definition, links))


def enum_bases(definition: DefinitionValue, links: Links) -> set[str]:
    """The qualified names of the enum classes, and of the builtin types mixed in, that a class descends from."""
    if definition.node.kind != "class":
        return set()
    names = {base.name for base in links.ancestors(definition) if isinstance(base, ExternalSymbol)}
    return names if names & ENUM_BASES else set()


def members(definition: DefinitionValue, links: Links) -> dict[str, Value]:
    """Every member name, aliases included, with its value, in source order. A value may be `Unknown`."""
    known = links.library.unit(definition.module).members
    if definition.node.at not in known:
        known[definition.node.at] = _members(definition, links)
    return known[definition.node.at]


def _members(definition: DefinitionValue, links: Links) -> dict[str, Value]:
    scope = ProgramPoint(definition.module, (*definition.scope.within, definition), None)
    bases = enum_bases(definition, links)
    found = _Before()  # before the data type that is mixed in makes them its own
    ignored = {"_ignore_"}
    for node, statement, _ in links.statements(definition):
        for name, expr in _assignments(statement):
            if name == "_ignore_":
                ignored |= _ignored_names(links.evaluate(expr, scope))
            if _is_member(name) and name not in ignored:
                found[name] = _value(name, expr, ProgramPoint(scope.module, scope.within, node.at), bases, found, links)
    made = {name: value for name, value in found.items() if name not in ignored and not _is_descriptor(value)}
    if _method("__new__", definition, links) is not None:
        return _resolve_aliases({name: _value_from_new(name, definition, links) for name in made})
    if (unknown := _data_type(definition, bases, links)) is not None:
        return dict.fromkeys(made, unknown)
    return _resolve_aliases({name: _convert_value(value, bases) for name, value in made.items()})


def _data_type(definition: DefinitionValue, bases: set[str], links: Links) -> Unknown | None:
    """Return `Unknown` if values are instances of a mixed-in class; `None` if they are as written, or of a builtin class."""
    for name in sorted(bases):
        if name not in _DATA_TYPES and not name.startswith(_NO_DATA):
            return Unknown(f"the values are instances of `{name}`")
    for base in links.ancestors(definition):
        if (
            isinstance(base, DefinitionValue)
            and isinstance(base.stmt, Class)
            and base.stmt.decorators
            and not is_enum(base, links)
        ):
            return Unknown(f"the values may be instances of `{base.stmt.name}`")
    return None


class _Before(dict[str, Value]):
    """Members so far, with what `auto()` asks of all of them, so that a large enum is read in one go."""

    def __init__(self) -> None:
        super().__init__()
        self.told = True  # whether every value is known
        self.largest: int | None = None
        self.bits = 0

    def __setitem__(self, name: str, value: Value) -> None:
        super().__setitem__(name, value)
        if not isinstance(value, ConstantValue):
            self.told = False
        elif isinstance(value.value, int):
            self.largest = int(value.value) if self.largest is None else max(self.largest, value.value)
            self.bits = max(self.bits, value.value.bit_length())


def _resolve_aliases(found: dict[str, Value]) -> dict[str, Value]:
    """A member whose value equals that of an earlier one *is* the earlier one: `1` after `True` is `True`."""
    kept: list[Value] = []
    simple: dict[object, Value] = {}
    for name, value in found.items():
        if isinstance(value, ConstantValue) and isinstance(value.value, (str, bytes, int, float)):
            found[name] = simple.setdefault(value.value, value)
            continue
        found[name] = next((one for one in kept if isinstance(value, ConstantValue) and one == value), value)
        kept.append(found[name])
    return found


def distinct(definition: DefinitionValue, links: Links) -> tuple[EnumMember, ...] | None:
    """Return the members that a loop over an enum visits, without aliases. Returns `None` if a value is not known, since it
    may make an alias, or if a metaclass overrides `__iter__`."""
    if has_metaclass_method(definition, "__iter__", links):
        return None
    kept: dict[str, Value] = {}
    for name, value in members(definition, links).items():
        if isinstance(value, Unknown):
            return None
        if value not in kept.values():
            kept[name] = value
    return tuple(EnumMember(definition, name) for name in kept)


def has_metaclass_method(definition: DefinitionValue, method: str, links: Links) -> bool:
    """Return `True` if a metaclass of the program defines a method, such as `__getitem__` for `Color["RED"]`."""
    lineage = [cls for cls in (definition, *links.ancestors(definition)) if isinstance(cls, DefinitionValue)]
    for cls in lineage:
        for arg in cls.stmt.args if isinstance(cls.stmt, Class) else ():
            meta = links.evaluate(arg.value, cls.scope) if arg.name == "metaclass" else None
            every = (meta, *links.ancestors(meta)) if isinstance(meta, DefinitionValue) else ()
            if any(isinstance(one, DefinitionValue) and links.class_attribute(one, method) is not None for one in every):
                return True
    return False


def _assignments(statement: object) -> list[tuple[str, Expr]]:
    match statement:
        case Assign(_, targets, value):
            pairs = [(target.id, value) for target in targets if isinstance(target, Name)]
            for target in targets:
                if (
                    isinstance(target, SequenceExpr)
                    and isinstance(value, SequenceExpr)
                    and len(target.items) == len(value.items)
                ):
                    pairs += [(t.id, v) for t, v in zip(target.items, value.items, strict=True) if isinstance(t, Name)]
            return pairs
        case AnnAssign(_, Name(_, _, name), _, value) if value is not None:
            return [(name, value)]
        case _:
            return []


def _ignored_names(value: Value) -> set[str]:
    if not isinstance(value, ConstantValue):
        return set()
    names = value.value.replace(",", " ").split() if isinstance(value.value, str) else value.value
    return {name for name in names if isinstance(name, str)}


def _is_member(name: str) -> bool:
    """Dunder, sunder and private names are never members (CPython `enum._is_dunder` and kin); underscores alone are."""
    if not name.strip("_"):
        return True
    private = name.startswith("__") and not name.endswith("__")
    return not (private or re.fullmatch(r"__[^_](.*[^_])?__|_[^_](.*[^_])?_", name))


def _is_descriptor(value: Value) -> bool:
    return isinstance(value, CallResult) and value.callee in (
        ExternalSymbol("builtins.property"),
        ExternalSymbol("enum.nonmember"),
    )


def _value(name: str, expr: Expr, scope: ProgramPoint, bases: set[str], before: _Before, links: Links) -> Value:
    value = links.result(links.evaluate(_number_auto(expr, before), scope))
    if isinstance(value, CallResult) and value.callee == ExternalSymbol("enum.auto"):
        return _auto(name, bases, before, _method(NEXT_VALUE, scope.within[-1], links), links)
    if isinstance(value, CallResult) and value.callee == ExternalSymbol("enum.member") and value.args:
        return links.evaluate(value.args[0].value, scope)
    if isinstance(value, EnumMember):
        return member_value(value, links)
    return Unknown("the value is an expression") if isinstance(value, Thunk) else value


def _number_auto(expr: Expr, before: dict[str, Value]) -> Expr:
    """`BOTH = READ | WRITE`: an `auto()` is a number from its own line on."""
    match expr:
        case Operation():
            return structs.replace(expr, items=tuple(_number_auto(item, before) for item in expr.items))
        case Name(at, end, id) if isinstance(value := before.get(id), ConstantValue) and type(value.value) is int:
            return Const(at, end, "int", str(value.value))
        case _:
            return expr


def _convert_value(value: Value, bases: set[str]) -> Value:
    """`class E(str, Enum)`: the value is what the data type makes of what is written (`EnumType.__new__`)."""
    kind = next((kind for base, kind in _DATA_TYPES.items() if base in bases), None)
    if kind is None or not isinstance(value, ConstantValue) or type(value.value) is kind:
        return value
    if isinstance(value.value, tuple):
        return Unknown("the value is made from several arguments")
    try:
        return ConstantValue(kind(value.value))
    except (TypeError, ValueError):
        return Unknown("the value does not fit the enum's data type")


def _method(name: str, definition: DefinitionValue, links: Links) -> Value | None:
    """A method of a class or of the nearest base class of the program that has it."""
    for cls in (definition, *links.ancestors(definition)):
        if isinstance(cls, DefinitionValue) and name in links.library.unit(cls.module).index(cls).by_name:
            return links.lookup(name, ProgramPoint(cls.module, (*cls.scope.within, cls)))
    return None


def _value_from_new(name: str, definition: DefinitionValue, links: Links) -> Value:
    """The value that the `__new__` of an enum gives a member."""
    value = None if links.executed is None else links.executed.member_value(definition, name)
    return Unknown(f"`{definition.stmt.name}` makes its values in __new__") if value is None else value


def _auto(name: str, bases: set[str], before: _Before, numbering: Value | None, links: Links) -> Value:
    """Return the value of `auto()`; `_generate_next_value_` receives name, start, count and the last values."""
    if numbering is None and "enum.StrEnum" in bases:
        return ConstantValue(name.lower())
    if not before.told:
        return Unknown("auto() follows a value only the running program knows")
    if numbering is not None:
        return links.call_concretely(
            numbering, (name, 1, len(before), [value.value for value in before.values() if isinstance(value, ConstantValue)])
        )
    if bases & {"enum.Flag", "enum.IntFlag"}:
        return (
            ConstantValue(1 << before.bits)
            if before.bits < _MOST_BITS
            else Unknown("the number is beyond any that toolc computes")
        )
    return ConstantValue((before.largest or 0) + 1)


def member_by_value(definition: DefinitionValue, value: ConstantValue | EnumMember, links: Links) -> Value | None:
    """`Color("red")`: the member that has the value."""
    if has_metaclass_method(definition, "__call__", links):
        return Unknown(f"a metaclass says what calls of `{definition.stmt.name}` give")
    if isinstance(value, EnumMember):
        return value
    for name, own in members(definition, links).items():
        if isinstance(own, ConstantValue) and own == value and type(own.value) is type(value.value):
            return EnumMember(definition, name)
    return Unknown(f"the enum `{definition.stmt.name}` has no such value")


def member_value(member: EnumMember, links: Links) -> Value:
    """The value of a member."""
    return members(member.enum, links).get(member.name, Unknown("there is no such member"))
