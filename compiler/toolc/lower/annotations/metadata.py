"""Metadata whose arguments are types: `PlainSerializer(f, return_type=X)`, `BeforeValidator(f, json_schema_input_type=X)`.

Takes an item of `Annotated[…]` as a value, gives a constant in which such arguments are resolved types.
"""

from typing import Protocol

from toolc.lower.annotations.subscripts import laid_open
from toolc.lower.source_text import text_of
from toolc.lower.values import constant
from toolc.module import Const, DeferredNode, Expr, Func, Operation, SubscriptExpr
from toolc.program import Argument, CallResult, DefinitionValue, ExternalSymbol, Program, ProgramPoint, Value
from toolc.qualified_names import canonical
from toolc.signature import CallConstant, Class, Constant, Plain, Type, Union, UnknownConstant, Unresolved

_TYPED = {
    "pydantic.PlainSerializer": "return_type",
    "pydantic.WrapSerializer": "return_type",
    "pydantic.BeforeValidator": "json_schema_input_type",
    "pydantic.PlainValidator": "json_schema_input_type",
    "pydantic.WrapValidator": "json_schema_input_type",
}
"""The keyword that is a type; it is the second parameter of all of them."""


class Resolver(Protocol):
    """Resolution of annotations, as far as metadata needs it."""

    program: Program

    def resolve(self, expr: Expr, scope: ProgramPoint) -> Type:
        """The type an annotation stands for."""

    def from_value(self, value: Value, text: str = "") -> Type:
        """The type that a value stands for in an annotation."""


def metadata(value: Value, resolver: Resolver) -> Constant:
    """One item of metadata."""
    made = constant(value, resolver.program)
    if not isinstance(value, CallResult) or not isinstance(value.callee, ExternalSymbol):
        return made
    name = canonical(value.callee.name)
    keyword = _TYPED.get(name)
    if keyword is None or any(arg.star for arg in value.args):
        return made
    positional = [arg for arg in value.args if arg.name is None]
    given = {arg.name: arg for arg in value.args if arg.name is not None}
    typed = given.get(keyword) or (positional[1] if len(positional) > 1 else None)
    function = given.get("func") or (positional[0] if positional else None)
    told = {
        name: constant(resolver.program.evaluate(arg.value, value.scope), resolver.program)
        for name, arg in given.items()
        if name
    }
    if typed is not None:
        told[keyword] = argument_type(typed, value.scope, resolver)
    elif keyword == "return_type" and function is not None:
        told |= _of_function(function, value.scope, resolver, name == "pydantic.PlainSerializer")
    return CallConstant(name, (), told)


def _of_function(function: Argument, scope: ProgramPoint, resolver: Resolver, plain: bool) -> dict[str, Constant]:
    """Return the return type of a serializer's function, and whether it takes `info`."""
    if isinstance(function.value, DeferredNode) and function.value.kind == "lambda":
        return {}
    match resolver.program.evaluate(function.value, scope):
        case DefinitionValue(stmt=Func() as statement, scope=inside):
            returns = _resolve_return(statement, inside, resolver)
            told: dict[str, Constant] = {"informed": len(statement.params) > (1 if plain else 2)}
            return told if returns is None else {**told, "return_type": returns}
        case (DefinitionValue() | ExternalSymbol()) as cls if isinstance(type_ := resolver.from_value(cls), (Class, Plain)):
            return {"return_type": type_}
        case _:
            return {"return_type": Unresolved("TC316", "the function of a serializer is not known")}


def argument_type(arg: Argument, scope: ProgramPoint, resolver: Resolver) -> Type | UnknownConstant:
    """Resolve an argument that is a type. `typing` does not evaluate strings in it, so a union in quotes is not merged into
    another.
    """
    if _union_in_quotes(arg.value, scope, resolver):
        return Unresolved("TC316", "a union in quotes stands inside another one")
    return resolver.resolve(arg.value, scope)


def _union_in_quotes(expr: Expr, scope: ProgramPoint, resolver: Resolver) -> bool:
    if isinstance(expr, Operation):
        return any(_union_in_quotes(item, scope, resolver) for item in expr.items)
    if not isinstance(expr, SubscriptExpr):
        return False
    items = laid_open(expr)
    joined = text_of(expr.value).rpartition(".")[2] in ("Union", "Optional")
    quoted = [item for item in items if joined and isinstance(item, Const) and item.kind == "str"]
    return any(isinstance(resolver.resolve(item, scope), Union) for item in quoted) or any(
        _union_in_quotes(item, scope, resolver) for item in items
    )


def _resolve_return(function: Func, scope: ProgramPoint, resolver: Resolver) -> Type | None:
    """Resolve a function's return annotation as of the end of the scope around it; `None` without one."""
    return None if function.returns is None else resolver.resolve(function.returns, ProgramPoint(scope.module, scope.within))
