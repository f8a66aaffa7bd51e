"""Types made by a call: `NewType`, `type X = …`, and the functional forms of TypedDict, NamedTuple and Enum.

Takes the call, gives a `signature.Definition`.
"""

from toolc.lower.annotations.resolve import Annotations
from toolc.lower.annotations.spelling import is_unevaluated
from toolc.lower.annotations.subscripts import items_of
from toolc.lower.values import argument, constant
from toolc.module import Class as ClassStatement
from toolc.module import Const, Dict, Expr, SequenceExpr, SubscriptExpr
from toolc.program import Argument, CallResult, ConstantValue, DefinitionValue, ExternalSymbol, ProgramPoint
from toolc.qualified_names import canonical
from toolc.schema.class_fact_keys import QUOTED
from toolc.signature import (
    ANY,
    NO_DEFAULT,
    Constant,
    Definition,
    DefinitionKind,
    Field,
    Generic,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)
from toolc.types.operations import variables

_KEYWORDS = {
    "typing.TypedDict": (None, "total"),
    "typing.NamedTuple": (None,),
    "collections.namedtuple": (None, "module"),
    **dict.fromkeys(("enum.Enum", "enum.IntEnum", "enum.StrEnum"), (None, "module", "qualname", "start", "type")),
}
"""The keywords that change nothing or are read; with any other (`type`, `start`, `defaults` …) a call is not followed."""


CALLED_ENUMS: dict[str, type | None] = {"enum.Enum": None, "enum.IntEnum": int, "enum.StrEnum": str}
"""Enums that are made by a call, each with the type of its values."""

_WITH_FIELDS = ("typing.TypedDict", "typing.NamedTuple", "collections.namedtuple")


def define_call(qualname: str, call: CallResult, annotations: Annotations) -> Definition:
    """The definition a call makes."""
    callee = canonical(call.callee.name) if isinstance(call.callee, ExternalSymbol) else ""
    name = qualname.rpartition(":")[2].rpartition(".")[2].partition("#")[0]
    place = annotations.program.span(call.scope, call.at, call.end)
    second = call.args[1] if len(call.args) > 1 else None
    if callee in ("typing.NewType", "typing.TypeAliasType") and second is not None:
        kind: DefinitionKind = "new_type" if callee == "typing.NewType" else "alias"
        value = annotations.resolve(second.value, ProgramPoint(call.scope.module, call.scope.within))
        if kind == "new_type" and _read_one_by_one(second.value, value, call.scope, annotations):
            value = Unresolved("TC316", f"a name in quotes and what it stands for are two members of the union `{name}`")
        quoted = kind == "new_type" and is_unevaluated(second.value, call.scope, annotations.program)
        return Definition(
            qualname, name, kind, value=value, parameters=_parameters(call, value, annotations), span=place,
            config={QUOTED: True} if quoted else {},
        )  # fmt: skip
    if any(arg.star or arg.name not in _KEYWORDS.get(callee, (None,)) for arg in call.args):
        second = None
    if callee == "typing.TypedDict" and second is not None and isinstance(second.value, Dict):
        keys = _typed_dict(call, second.value, annotations)
        if keys is not None:
            return Definition(qualname, name, "typed_dict", fields=keys, span=place)
    if callee in ("typing.NamedTuple", "collections.namedtuple") and second is not None:
        fields = _named_tuple(call, second, annotations)
        if fields is not None:
            return Definition(qualname, name, "named_tuple", fields=fields, span=place)
    if callee in CALLED_ENUMS and second is not None:
        members = _enum(call, callee, second, annotations)
        if members is not None:
            return Definition(qualname, name, "enum", members=members, span=place)
    return Definition(qualname, name, "plain", reason=f"`{name}` is made by a call toolc does not follow", span=place)


def _read_one_by_one(expr: Expr, value: Type, scope: ProgramPoint, annotations: Annotations) -> bool:
    """Return `True` if members of a union merge only once names in quotes are evaluated, which a `NewType` does for each
    (2.14).
    """
    asked = annotations.program.evaluate(expr.value, scope) if isinstance(expr, SubscriptExpr) else None
    if not isinstance(asked, ExternalSymbol) or canonical(asked.name) not in ("typing.Union", "typing.Optional"):
        return False
    items = items_of(expr) if isinstance(expr, SubscriptExpr) else ()
    members = value.members if isinstance(value, Union) else (value,)
    return any(isinstance(item, Const) and item.kind == "str" for item in items) and len(items) > len(members)


def called_bases(definition: DefinitionValue, annotations: Annotations) -> list[Definition]:
    """The TypedDicts and named tuples made in the header of a class: `class P(NamedTuple("P", [("x", int)])):`."""
    arguments = definition.stmt.args if isinstance(definition.stmt, ClassStatement) else ()
    values = [annotations.program.evaluate(arg.value, definition.scope) for arg in arguments if arg.name is None]
    return [define_call(":_", value, annotations) for value in values if isinstance(value, CallResult) and _makes_fields(value)]


def _makes_fields(call: CallResult) -> bool:
    return isinstance(call.callee, ExternalSymbol) and canonical(call.callee.name) in _WITH_FIELDS


def _parameters(call: CallResult, value: Type, annotations: Annotations) -> tuple[TypeVariable, ...]:
    """The type parameters of an alias: those of `type_params=`, else the variables of its value in order."""
    given = next((arg.value for arg in call.args if arg.name == "type_params"), None)
    if isinstance(given, SequenceExpr):
        named = [annotations.resolve(item, call.scope) for item in given.items]
        return tuple(var for var in named if isinstance(var, TypeVariable))
    return tuple(variables(value))


def _typed_dict(call: CallResult, display: Dict, annotations: Annotations) -> tuple[Field, ...] | None:
    total = next((argument(arg, call.scope, annotations.program) for arg in call.args if arg.name == "total"), True)
    if not isinstance(total, bool):
        return None
    found = []
    for pair in display.items:
        key = annotations.program.evaluate(pair.key, call.scope) if pair.key is not None else None
        if not isinstance(key, ConstantValue) or not isinstance(key.value, str):
            return None
        type_, required = annotations.resolve(pair.value, ProgramPoint(call.scope.module, call.scope.within)), total
        if isinstance(type_, Generic) and type_.origin in ("typing.Required", "typing.NotRequired"):
            required, type_ = type_.origin == "typing.Required", type_.args[0]
        found.append(Field(key.value, type_, NO_DEFAULT, required))
    return tuple(found)


def _named_tuple(call: CallResult, second: Argument, annotations: Annotations) -> tuple[Field, ...] | None:
    """`NamedTuple("P", [("x", int)])`, or `namedtuple("P", "x y")` whose items have no type."""
    if isinstance(second.value, SequenceExpr) and all(
        isinstance(item, SequenceExpr) and len(item.items) == 2 for item in second.value.items
    ):
        pairs = [(item.items[0], item.items[1]) for item in second.value.items if isinstance(item, SequenceExpr)]
        return tuple(
            Field(_text(key, call, annotations), annotations.resolve(value, ProgramPoint(call.scope.module, call.scope.within)))
            for key, value in pairs
        )
    names = _names(argument(second, call.scope, annotations.program))
    return None if names is None else tuple(Field(name, ANY) for name in names)


def _enum(call: CallResult, callee: str, second: Argument, annotations: Annotations) -> tuple[tuple[str, Constant], ...] | None:
    """`Enum("E", "A B")` counts from 1, `StrEnum` takes the names; pairs and dicts bring their values.

    Returns `None` if a value is not of the type that is mixed in, which would convert it.
    """
    program, mixed_in = annotations.program, CALLED_ENUMS[callee]
    start: Constant = 1
    for arg in call.args:
        if arg.name == "start":
            start = argument(arg, call.scope, program)
        if arg.name == "type":
            asked = program.evaluate(arg.value, call.scope)
            name = canonical(asked.name) if isinstance(asked, ExternalSymbol) else ""
            if mixed_in is not None or name not in ("builtins.str", "builtins.int"):
                return None
            mixed_in = str if name == "builtins.str" else int
    given = argument(second, call.scope, program)
    pairs: list[tuple[Constant, Constant]]
    if isinstance(given, dict):
        pairs = list(given.items())
    elif isinstance(given, (list, tuple)) and all(isinstance(item, (list, tuple)) and len(item) == 2 for item in given):
        pairs = [(key, value) for key, value in given]
    elif (names := _names(given)) is not None and type(start) is int:
        pairs = [(name, name.lower() if callee == "enum.StrEnum" else number) for number, name in enumerate(names, start)]
    else:
        return None
    if mixed_in is not None and not all(type(value) is mixed_in for _, value in pairs):
        return None
    return tuple((str(key), value) for key, value in pairs)


def _names(given: Constant) -> list[str] | None:
    if isinstance(given, str):
        return given.replace(",", " ").split()
    if isinstance(given, (list, tuple)) and all(isinstance(item, str) for item in given):
        return list(given)
    return None


def _text(expr: Expr, call: CallResult, annotations: Annotations) -> str:
    value = constant(annotations.program.evaluate(expr, call.scope), annotations.program)
    return value if isinstance(value, str) else "_"
