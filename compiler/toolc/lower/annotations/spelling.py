"""The syntax of an annotation, where frameworks look at the object itself and not only at the type it denotes.

Takes an expression and its scope, gives whether it is an alias of `typing`, and the names in it that are still strings when the
function is created.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from toolc.lower.annotations.constrained import CONSTRAINED
from toolc.module import Attribute, Call, Const, Expr, Name, Operation, SequenceExpr, SubscriptExpr
from toolc.program import (
    Argument,
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    Program,
    ProgramPoint,
    Thunk,
    Value,
)
from toolc.types.aliases import WRAPPERS

_DEEPEST = 50
_HOLDING = ("builtins.list", "builtins.set", "builtins.frozenset")
_TEXT = "builtins.str"  # `typing.Text` is no alias but the class itself


def is_typing_alias(expr: Expr, scope: ProgramPoint, program: Program) -> bool:
    """Return `True` if the outermost name is `typing.Dict`, `typing.List` …: the same type as the builtin, another object."""
    match expr:
        case Const(_, _, "str"):
            inner = program.expression(str(expr.value))
            return inner is not None and is_typing_alias(inner, _end_of_scope(scope), program)
        case SubscriptExpr(_, _, value, items):
            outer = program.evaluate(value, scope)
            noted = _annotated_type(outer, items)
            return is_typing_alias(noted, scope, program) if noted is not None else _is_alias(outer, program)
        case Name() | Attribute():
            return _is_alias(program.evaluate(expr, scope), program)
        case _:
            return False


def _annotated_type(outer: Value, items: Sequence[Expr]) -> Expr | None:
    """Return the type in `Annotated[T, …]`, or in pydantic's shorthand for it (`SkipValidation[T]`); else `None`."""
    if not items or not isinstance(outer, ExternalSymbol) or outer.name not in {"typing.Annotated", *WRAPPERS}:
        return None
    first = items[0]
    return first.items[0] if isinstance(first, SequenceExpr) and first.items else first


def _is_alias(value: Value, program: Program) -> bool:
    match value:
        case ExternalSymbol(name, spelled):
            return spelled.startswith(("typing.", "typing_extensions.")) and not name.startswith("typing.") and name != _TEXT
        case Thunk(expr, scope):
            return is_typing_alias(expr, scope, program)
        case _:
            return False


def bare_alias(expr: Expr, scope: ProgramPoint, program: Program, depth: int = 0) -> bool:
    """Return `True` if an annotation contains an alias of `typing` without arguments, or is nested too deeply to tell."""
    if depth > _DEEPEST:
        return True
    match expr:
        case Const(_, _, "str"):
            inner = program.expression(str(expr.value))
            return inner is not None and bare_alias(inner, _end_of_scope(scope), program, depth + 1)
        case SubscriptExpr(_, _, outer, _) if _is_call_of(program.evaluate(outer, scope), "typing.Literal"):
            return False  # its strings are values
        case SubscriptExpr(_, _, _, items) | Operation(_, _, _, _, items) | SequenceExpr(_, _, _, items):
            return any(bare_alias(item, scope, program, depth + 1) for item in items)
        case Name() | Attribute():
            value = program.evaluate(expr, scope)
            if isinstance(value, Thunk):
                return bare_alias(value.expr, value.scope, program, depth + 1)
            return _is_alias(value, program)
        case _:
            return False


def union_style(expr: Expr, scope: ProgramPoint, program: Program, depth: int = 0) -> Literal["bar", "typing"] | None:
    """Return the kind of the outermost union: "bar" for `X | Y` of classes (`types.UnionType`), "typing" for one of `typing`.

    Returns `None` if neither is certain.
    """
    if depth > _DEEPEST:
        return None
    match expr:
        case Const(_, _, "str"):
            inner = program.expression(str(expr.value))
            return None if inner is None else union_style(inner, _end_of_scope(scope), program, depth + 1)
        case SubscriptExpr(_, _, value, items):
            outer = program.evaluate(value, scope)
            if (noted := _annotated_type(outer, items)) is not None:
                return union_style(noted, scope, program, depth + 1)
            return "typing" if _is_call_of(outer, "typing.Optional") or _is_call_of(outer, "typing.Union") else None
        case Operation(_, _, "binary", _, items):
            uncertain = [item for item in items if not _is_class(item, scope, program)]
            if not uncertain:
                return "bar"
            return "typing" if all(_is_typing(item, scope, program) for item in uncertain) else None
        case _:
            return None


def _is_typing(expr: Expr, scope: ProgramPoint, program: Program) -> bool:
    """`Dict[str, int]`, `Literal["a"]`: where one is an operand of `|`, the whole is a `typing.Union`."""
    outer = program.evaluate(expr.value, scope) if isinstance(expr, SubscriptExpr) else None
    return isinstance(outer, ExternalSymbol) and (outer.spelled or outer.name).startswith("typing.")


def _is_class(expr: Expr, scope: ProgramPoint, program: Program) -> bool:
    """A class, one with arguments, or None: what `|` makes no union of `typing` of."""
    match expr:
        case Operation(_, _, "binary", _, items):
            return all(_is_class(item, scope, program) for item in items)
        case SubscriptExpr(_, _, value, _):
            outer = program.evaluate(value, scope)
            return isinstance(outer, ExternalSymbol) and outer.name.startswith("builtins.") and not outer.spelled
        case Const(_, _, kind):
            return kind == "none"
        case _:
            found = program.evaluate(expr, scope)
            builtin = isinstance(found, ExternalSymbol) and found.name.startswith("builtins.") and not found.spelled
            return builtin or (isinstance(found, DefinitionValue) and found.node.kind == "class")


def stays_string(expr: Expr, scope: ProgramPoint, program: Program, deferred: bool) -> bool:
    """Return `True` if a class or other name of the program stays a string after the annotation was evaluated once.

    `list["Item"]` holds a forward reference, `"list[Item]"` does not; under `from __future__ import annotations` every
    annotation is a string already, and quotes in it are one level too many. Names of builtins can be read anywhere.
    """
    if isinstance(expr, Const) and expr.kind == "str" and not deferred:
        inner = program.expression(str(expr.value))
        return inner is not None and stays_string(inner, _end_of_scope(scope), program, True)
    return any(_is_local(text, scope, program) for text in _strings(expr, scope, program))


def unread_alias(expr: Expr, scope: ProgramPoint, program: Program) -> bool:
    """Return `True` if an alias holds an unevaluated name in quotes, be it in the bound of a type variable."""
    return any(_is_local(text, scope, program) for text in _strings(expr, scope, program, variables=True))


def is_unevaluated(expr: Expr, scope: ProgramPoint, program: Program) -> bool:
    """Return `True` if an argument that is a type holds unevaluated names, or is a string with such names itself."""
    value = program.evaluate(expr, scope) if isinstance(expr, (Name, Attribute)) else None
    if isinstance(value, ConstantValue) and isinstance(value.value, str):
        return _is_local(value.value, scope, program)
    return stays_string(expr, scope, program, True)


def in_quotes(expr: Expr, scope: ProgramPoint, program: Program) -> bool:
    """Return `True` if an annotation, or an alias that it names, contains strings."""
    return any(True for _ in _strings(expr, scope, program))


def _strings(expr: Expr, scope: ProgramPoint, program: Program, variables: bool = False) -> Iterator[str]:
    """The texts in quotes inside an annotation and the aliases it names, in no order; `variables`: those of variables too."""
    seen: set[tuple[str, int]] = set()  # aliases that were looked into already, by place
    whole, waiting = expr, [(expr, scope)]
    while waiting:
        expr, scope = waiting.pop()
        match expr:
            case Const(_, _, "str"):
                yield str(expr.value)
            case SubscriptExpr(_, _, value, items):
                outer = program.evaluate(value, scope)
                if _is_call_of(outer, "typing.Literal"):
                    continue
                if len(items) == 1 and isinstance(items[0], SequenceExpr):
                    items = items[0].items
                waiting += [(item, scope) for item in (items[:1] if _is_call_of(outer, "typing.Annotated") else items)]
            case Operation(_, _, "binary", _, items) | SequenceExpr(_, _, _, items):
                waiting += [(item, scope) for item in items]
            case Call(_, _, func, args):
                given = [Argument(arg.name, arg.value, arg.star) for arg in args]
                waiting += [(item, scope) for item in item_types(program.evaluate(func, scope), given)]
            case Name() | Attribute():
                alias = program.evaluate(expr, scope)
                if isinstance(alias, CallResult):
                    waiting += [(item, alias.scope) for item in item_types(alias.callee, alias.args)]
                if isinstance(alias, Thunk) and (alias.scope.module, alias.expr.at) not in seen:
                    seen.add((alias.scope.module, alias.expr.at))
                    waiting.append((alias.expr, alias.scope))
                elif variables and isinstance(alias, CallResult) and alias.callee == ExternalSymbol("typing.TypeVar"):
                    waiting += [
                        (arg.value, alias.scope) for at, arg in enumerate(alias.args) if at and arg.name in (None, "bound")
                    ]
                elif isinstance(alias, ConstantValue) and isinstance(alias.value, str) and expr is not whole:
                    yield alias.value  # `Items: TypeAlias = "list[Item]"`, named by another
            case _:
                pass


def item_types(callee: Value, args: Sequence[Argument]) -> list[Expr]:
    """The types of the items in a call such as `conlist(Item)`."""
    if not isinstance(callee, ExternalSymbol) or CONSTRAINED.get(callee.name) not in _HOLDING:
        return []
    return [arg.value for at, arg in enumerate(args) if arg.name == "item_type" or (at == 0 and arg.name is None)]


def _is_call_of(value: Value, name: str) -> bool:
    return isinstance(value, ExternalSymbol) and value.name == name


def _is_local(text: str, scope: ProgramPoint, program: Program) -> bool:
    expr = program.expression(text)
    if expr is None:
        return True
    pending: list[Expr] = [expr]
    while pending:
        match pending.pop():
            case SubscriptExpr(_, _, value, items):
                pending.extend((value, *items))
            case Operation(_, _, _, _, items) | SequenceExpr(_, _, _, items):
                pending.extend(items)
            case Const(_, _, "str", quoted):  # quotes within quotes
                within = program.expression(str(quoted))
                pending.extend([within] if within is not None else [])
            case Const():
                pass
            case inner:
                found = program.evaluate(inner, _end_of_scope(scope))
                if not (isinstance(found, ExternalSymbol) and found.name.startswith("builtins.") and not found.spelled):
                    return True
    return False


def _end_of_scope(scope: ProgramPoint) -> ProgramPoint:
    return ProgramPoint(scope.module, scope.within, None)
