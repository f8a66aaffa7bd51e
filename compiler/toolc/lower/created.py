"""Models that `pydantic.create_model` makes of a call.

Takes the call, gives the definition of the model, or one with a reason for not following it. Source: `create_model` of
pydantic 2.14.
"""

from collections.abc import Callable, Iterator

from msgspec import structs

from toolc.lower.annotations.resolve import Annotations
from toolc.lower.values import as_default, constant, model_name
from toolc.module import Dict, Expr, SequenceExpr, ValueExpr
from toolc.program import (
    Argument,
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    MappingValue,
    SequenceValue,
    Value,
)
from toolc.signature import NO_DEFAULT, CallConstant, Constant, Definition, Field

_OPTIONS = frozenset({"__base__", "__config__", "__doc__", "__module__"})
_PLAIN = frozenset({"pydantic.BaseModel", "builtins.NoneType"})


class Unfollowed(Exception):
    """The result of a call is not known; the message is the reason."""


Pair = tuple[Expr, Expr | None]


def define_created(
    qualname: str, call: CallResult, annotations: Annotations, define: Callable[[str], Definition | None]
) -> Definition:
    """The model that one call of `create_model` makes; `define` gives the definition of a class that was reached."""
    name = model_name(call, annotations.program) or ""
    place = annotations.program.span(call.scope, call.at, call.end)
    try:
        given = dict(_keywords(call, annotations))
        base = _base(given.get("__base__"), call, annotations, define)
        fields = [_field(key, expr, call, annotations) for key, expr in given.items() if not key.startswith("__")]
        config = _constant(given.get("__config__"), call, annotations)
        config = dict(config.kwargs) if isinstance(config, CallConstant) and config.of == "pydantic.ConfigDict" else config
        doc = _constant(given.get("__doc__"), call, annotations)
        if given.keys() - {one.name for one in fields} - _OPTIONS:
            raise Unfollowed("an argument of `create_model` is not followed")
        if not isinstance(config, (dict, type(None))) or not isinstance(doc, (str, type(None))):
            raise Unfollowed("its configuration or docstring is known only at run time")
    except Unfollowed as why:
        return Definition(qualname, name, "model", reason=str(why), span=place)
    if base is None:
        ancestors = ("pydantic.BaseModel",)
        settings = {key: value for key, value in (config or {}).items() if isinstance(key, str)}
        return Definition(qualname, name, "model", doc, tuple(fields), settings, ancestors=ancestors, span=place, hinted=True)
    merged = {one.name: one for one in (*base.fields, *fields)}
    reason = _clash(base, fields, config) or base.reason
    return structs.replace(
        base,
        qualname=qualname,
        name=name,
        doc=doc,
        fields=tuple(merged.values()),
        ancestors=(base.qualname, *base.ancestors),
        reason=reason,
        span=place,
    )


def _keywords(call: CallResult, annotations: Annotations) -> Iterator[tuple[str, Expr]]:
    """Yield the keyword arguments, unpacked ones included, each with an expression for its value."""
    positional = 0
    for arg in call.args:
        if arg.star == "**":
            yield from _unpack_fields(arg, call, annotations)
        elif arg.name is None and not arg.star and not positional:
            positional += 1
        elif arg.name is None:
            raise Unfollowed("`create_model` takes one positional argument")
        elif arg.name != "model_name":
            yield arg.name, arg.value


def _unpack_fields(arg: Argument, call: CallResult, annotations: Annotations) -> Iterator[tuple[str, Expr]]:
    if isinstance(arg.value, Dict):
        for pair in arg.value.items:
            key = None if pair.key is None else annotations.program.evaluate(pair.key, call.scope)
            if not isinstance(key, ConstantValue) or not isinstance(key.value, str):
                raise Unfollowed("the name of a field is known only at run time")
            yield key.value, pair.value
        return
    value = annotations.program.evaluate(arg.value, call.scope)
    items: list[tuple[object, Value]] = []
    if isinstance(value, MappingValue):
        items = list(value.items)
    elif isinstance(value, ConstantValue) and isinstance(value.value, dict):
        items = [(key, ConstantValue(one)) for key, one in value.value.items()]
    else:
        raise Unfollowed("its fields are known only at run time")
    for name, one in items:
        if not isinstance(name, str):
            raise Unfollowed("the name of a field is known only at run time")
        yield name, ValueExpr(arg.value.at, arg.value.end, one)


def _field(name: str, expr: Expr, call: CallResult, annotations: Annotations) -> Field:
    """`name=type` or `name=(type, default)`."""
    if name.startswith("_"):
        raise Unfollowed(f"`{name}` is not a name of a field")
    annotation, default = _pair(expr, call, annotations)
    written = annotations.program.evaluate(annotation, call.scope)
    if isinstance(written, ConstantValue) and written.value is not None:
        raise Unfollowed(f"the type of `{name}` is in quotes")
    place = annotations.program.span(call.scope, call.at, call.end)
    program = annotations.program
    given = NO_DEFAULT if default is None else as_default(program.evaluate(default, call.scope), program)
    return Field(name, annotations.resolve(annotation, call.scope), given, span=place)


def _pair(expr: Expr, call: CallResult, annotations: Annotations) -> Pair:
    if isinstance(expr, SequenceExpr) and expr.kind == "tuple":
        items: list[Expr] = list(expr.items)
    else:
        value = annotations.program.evaluate(expr, call.scope)
        if isinstance(value, SequenceValue) and value.kind == "tuple":
            items = [ValueExpr(expr.at, expr.end, one) for one in value.items]
        elif isinstance(value, ConstantValue) and isinstance(value.value, tuple):
            items = [ValueExpr(expr.at, expr.end, ConstantValue(one)) for one in value.value]
        else:
            return expr, None
    if len(items) != 2:
        raise Unfollowed("a field is a type, or a type and a default")
    return items[0], items[1]


def _base(
    expr: Expr | None, call: CallResult, annotations: Annotations, define: Callable[[str], Definition | None]
) -> Definition | None:
    """The definition of `__base__`; None for `BaseModel` itself."""
    if expr is None:
        return None
    value = annotations.program.evaluate(expr, call.scope)
    if value == ConstantValue(None) or (isinstance(value, ExternalSymbol) and value.name in _PLAIN):
        return None
    if not isinstance(value, (DefinitionValue, CallResult)):
        raise Unfollowed("its base class is known only at run time")
    type_ = annotations.from_value(value)
    found = define(getattr(type_, "qualname", ""))
    if found is None or found.kind != "model" or found.parameters:
        raise Unfollowed("its base class is not followed")
    return found


def _clash(base: Definition, fields: list[Field], config: Constant) -> str:
    """Return the reason why fields of a base class, or its validators and hooks, may differ in the model; "" if they do not."""
    if {one.name for one in base.fields} & {one.name for one in fields}:
        return "it declares a field of its base class again"
    if config is not None:
        return "pydantic takes no `__config__` beside `__base__`"
    return ""


def _constant(expr: Expr | None, call: CallResult, annotations: Annotations) -> Constant:
    return None if expr is None else constant(annotations.program.evaluate(expr, call.scope), annotations.program)
