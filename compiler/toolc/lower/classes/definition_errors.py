"""Class statements that raise, in Python or pydantic.

Takes a class definition with its fields, gives the reason in words, or "". Sources: CPython's `dataclasses` and `typing`,
pydantic 2.14 `_model_construction.inspect_namespace` and `_fields.collect_model_fields`.
"""

from collections.abc import Mapping, Sequence, Set

from toolc.lower.classes.defaults import dataclass_call, is_class_variable, is_kept
from toolc.module import AnnAssign, Class, Const, Expr, SequenceExpr, SubscriptExpr
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    Program,
    ProgramPoint,
    SequenceValue,
    Value,
)
from toolc.qualified_names import canonical
from toolc.schema.pydantic import is_own_default
from toolc.signature import CallConstant, Default, Field, Given


def definition_error(
    definition: DefinitionValue, kind: str, fields: Sequence[Field], named_only: set[str], program: Program
) -> str:
    """Return the exception that the class statement itself raises and its cause, or ""."""
    match kind:
        case "dataclass":
            call = dataclass_call(definition, program)
            makers = ("dataclasses.field", *(("pydantic.Field",) if call and call[0].startswith("pydantic") else ()))
            positional = [field for field in fields if field.name not in named_only and not _no_argument(field.default, makers)]
            return (
                _out_of_order(definition, positional) or _mutable(definition, program) or _clashing_default(definition, fields)
            )
        case "named_tuple":
            return _out_of_order(definition, fields) or _qualifier_error(definition, program, {field.name for field in fields})
        case "typed_dict":
            return _base_order_error(definition, program) or _qualifier_error(definition, program)
        case "model":
            return _unannotated_attribute(definition, program) or _clashing_default(definition, fields)
        case _:
            return ""


def _base_order_error(definition: DefinitionValue, program: Program) -> str:
    """Python makes a TypedDict of bases in any order, pydantic does not (`_decorators.mro_for_bases`)."""
    for cls in [definition, *program.ancestors(definition)]:
        if not isinstance(cls, DefinitionValue) or not isinstance(cls.stmt, Class):
            continue
        place = {_place(one): at for at, one in enumerate(program.ancestors(cls)) if isinstance(one, DefinitionValue)}
        named = [program.evaluate(arg.value, cls.scope) for arg in cls.stmt.args if arg.name is None and not arg.star]
        bases = [one for one in named if isinstance(one, DefinitionValue)]
        rows: list[Sequence[object]] = [bases, *((base, *program.ancestors(base)) for base in bases)]
        for row in rows:
            places = [place[_place(one)] for one in row if isinstance(one, DefinitionValue) and _place(one) in place]
            if places != sorted(places):
                return f"pydantic raises TypeError: the bases of `{cls.stmt.name}` have no consistent order"
    return ""


_QUALIFIERS = frozenset({"typing.Final", "typing.ClassVar"})
_AROUND = frozenset({"typing.Annotated", "typing.Required", "typing.NotRequired", "typing.ReadOnly"})


def _qualifier_error(definition: DefinitionValue, program: Program, items: Set[str] | None = None) -> str:
    """Return the TypeError that Python or pydantic raises for `Final` or `ClassVar` on a key of a TypedDict or item of a tuple,
    or "".

    Below a named tuple, annotations of names that are not among its `items` are not evaluated (2.14 `_namedtuple_schema`).
    """
    for cls in [definition, *program.ancestors(definition)]:
        if not isinstance(cls, DefinitionValue):
            continue
        read = None if items is None or _makes_items(cls, program) else items
        for node, statement, scope in program.statements(cls):
            counts = isinstance(statement, AnnAssign) and (read is None or not read.isdisjoint(node.names))
            if isinstance(statement, AnnAssign) and counts and _qualifies(statement.annotation, scope, program):
                return f"pydantic raises TypeError: a qualifier of variables stands in `{definition.stmt.name}`"
    return ""


def _makes_items(cls: DefinitionValue, program: Program) -> bool:
    """Return `True` if the annotations of a class are the items of a named tuple, as it derives from `NamedTuple` directly."""
    bases = cls.stmt.args if isinstance(cls.stmt, Class) else ()
    return any(program.evaluate(base.value, cls.scope) == ExternalSymbol("typing.NamedTuple") for base in bases)


def _qualifies(annotation: Expr, scope: ProgramPoint, program: Program) -> bool:
    expr: Expr | None = annotation
    while expr is not None:
        if isinstance(expr, Const):
            expr = program.expression(str(expr.value)) if expr.kind == "str" else None
            continue
        found = program.evaluate(expr.value if isinstance(expr, SubscriptExpr) else expr, scope)
        name = canonical(found.name) if isinstance(found, ExternalSymbol) else ""
        if name in _QUALIFIERS:
            return True
        first = expr.items[0] if isinstance(expr, SubscriptExpr) and expr.items and name in _AROUND else None
        expr = first.items[0] if isinstance(first, SequenceExpr) and first.items else first
    return False


def _place(definition: DefinitionValue) -> tuple[str, int]:
    return definition.full_name, definition.node.at


def _out_of_order(definition: DefinitionValue, fields: Sequence[Field]) -> str:
    before = ""
    for field in fields:
        if _has_default(field.default):
            before = before or field.name
        elif before:
            return f"`{definition.stmt.name}` raises TypeError: `{field.name}` has no default and follows `{before}`, which has"
    return ""


def _keywords(default: Default, *functions: str) -> Mapping[str, object] | None:
    made = default.value if isinstance(default, Given) else None
    return made.kwargs if isinstance(made, CallConstant) and made.of in functions else None


def _no_argument(default: Default, makers: tuple[str, ...]) -> bool:
    """`init=False`; dataclasses read it from pydantic's `Field` only in pydantic's own dataclasses."""
    keywords = _keywords(default, *makers)
    return keywords is not None and keywords.get("init") is False


def _has_default(default: Default) -> bool:
    """To dataclasses everything on the right-hand side is a default, pydantic's `Field(…)` included."""
    keywords = _keywords(default, "dataclasses.field")
    return isinstance(default, Given) if keywords is None else bool({"default", "default_factory"} & keywords.keys())


def _mutable(definition: DefinitionValue, program: Program) -> str:
    """A default without a hash would be shared by all instances: dataclasses raise ValueError."""
    annotated = program.class_attribute_names(definition)
    for name in sorted(annotated):
        value = program.class_attribute(definition, name)
        if value is not None and _is_field(definition, name, program) and _unhashable(value, program):
            return f"`{definition.stmt.name}` raises ValueError: the default of `{name}` is mutable, use default_factory"
    return ""


def _is_field(definition: DefinitionValue, name: str, program: Program) -> bool:
    annotated = any(node.kind == "ann" and name in node.names for node, _, _ in program.statements(definition))
    return annotated and not is_class_variable(name, definition, program)


def _unhashable(value: Value, program: Program) -> bool:
    match value:
        case ConstantValue(constant):
            return isinstance(constant, (list, dict, set))
        case SequenceValue(kind, _):
            return kind != "tuple"
        case MappingValue():
            return True
        case CallResult(ExternalSymbol("dataclasses.field"), args, scope):
            given = next((arg.value for arg in args if arg.name == "default"), None)
            return given is not None and _unhashable(program.evaluate(given, scope), program)
        case CallResult(DefinitionValue() as cls):
            call = dataclass_call(cls, program)
            hashed = ("__hash__" in program.class_attribute_names(cls)) or call is None
            return not hashed and call is not None and call[1].get("eq") is not False and not _is_frozen(call[1])
        case _:
            return False


def _is_frozen(keywords: Mapping[str, object]) -> bool:
    return bool(keywords.get("frozen")) or bool(keywords.get("unsafe_hash"))


def _clashing_default(definition: DefinitionValue, fields: Sequence[Field]) -> str:
    """A field whose default is its type, as in `date: date = date`."""
    for field in fields:
        if is_own_default(field.type, field.default):
            return f"`{definition.stmt.name}` raises PydanticUserError: the default of `{field.name}` is its type"
    return ""


def _unannotated_attribute(definition: DefinitionValue, program: Program) -> str:
    """A public attribute of a model must be annotated; functions, nested classes and descriptors are let be."""
    for node, _, _ in program.statements(definition):
        for name in node.names if node.kind == "assign" else ():
            if name.startswith("_") or name == "model_config" or _is_declared(definition, name, program):
                continue
            if _is_data(program.class_attribute(definition, name)):
                return f"`{definition.stmt.name}` raises PydanticUserError: `{name}` has no annotation"
    return ""


def _is_declared(definition: DefinitionValue, name: str, program: Program) -> bool:
    """Annotated in the body itself, or a class variable of a base class."""
    if _is_field(definition, name, program):
        return True
    bases = (base for base in program.ancestors(definition) if isinstance(base, DefinitionValue))
    return any(is_kept(name, base, program) for base in bases)


def _is_data(value: Value | None) -> bool:
    return isinstance(value, (ConstantValue, SequenceValue, MappingValue, EnumMember)) or (
        isinstance(value, CallResult) and value.callee == ExternalSymbol("pydantic.Field")
    )
