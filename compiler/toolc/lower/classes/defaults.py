"""The default a field of a class ends up with.

Takes a class definition and the name of a field, gives what `getattr(cls, name)` finds when its fields are collected: the last
value the body gives the name, wherever it is annotated, else what the class inherits.
"""

from toolc.lower.effects.changes import effective_decorators
from toolc.lower.lineage import is_model, lineage
from toolc.lower.values import as_default, constant
from toolc.module import AnnAssign, Func, SubscriptExpr
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, Program, ProgramPoint, Value
from toolc.signature import NO_DEFAULT, CallConstant, Default, Given, Plain, UnknownConstant

STANDARD = "dataclasses.dataclass"
DATACLASS_DECORATORS = frozenset({STANDARD, "pydantic.dataclasses.dataclass"})


def field_default(name: str, definition: DefinitionValue, kind: str, program: Program) -> Default:
    """Return a field's default: `x: int = 3` followed by `x: str` has 3, as an annotation alone keeps the class attribute.

    Values in the body of a TypedDict have no effect.
    """
    if kind == "typed_dict":
        return NO_DEFAULT
    value = program.class_attribute(definition, name)
    if value is not None:
        return _given_default(value, program)
    if kind == "named_tuple":
        return NO_DEFAULT
    return _inherited_default(name, definition, kind, program)


def found_default(name: str, definition: DefinitionValue, program: Program) -> Default:
    """Return the default that a model finds under the name of an inherited field: its own function, or another base's
    attribute.
    """
    value = program.class_attribute(definition, name)
    return _given_default(value, program) if value is not None else _inherited_default(name, definition, "model", program)


def _inherited_default(name: str, definition: DefinitionValue, kind: str, program: Program) -> Default:
    """dataclasses and pydantic read the attribute, not the body: a base class that still has it gives the default.

    Models remove the defaults of their fields from the class, dataclasses those made by `field(default_factory=…)`; a class
    with slots has descriptors in their place, which count as no default.
    """
    for base in program.ancestors(definition):
        value = program.class_attribute(base, name) if isinstance(base, DefinitionValue) else None
        if not isinstance(base, DefinitionValue):
            continue
        if value is None:
            if _has_slot(name, base, program):
                return NO_DEFAULT
            continue
        if kind != "dataclass" and _is_removed(name, base, program):
            if _is_deprecated(value, program):
                return NO_DEFAULT
            continue
        call = dataclass_call(base, program)
        if call is not None and call[1].get("slots") is True and _annotations(name, base, program):
            return NO_DEFAULT
        default = _method(value, program) if kind == "dataclass" else None
        default = default or _given_default(value, program)
        made = default.value if isinstance(default, Given) else None
        if isinstance(made, CallConstant) and made.of == "dataclasses.field":
            if "default" in made.kwargs:
                return Given(made.kwargs["default"])
            continue
        if isinstance(made, CallConstant) and made.of == "pydantic.Field" and not (kind == "model" and call is None):
            return UnknownConstant(f"`{name}` takes over what `{base.stmt.name}` made of Field(…)")
        return default
    return NO_DEFAULT


_METHODS = frozenset(
    {*(f"builtins.{one}" for one in ("property", "classmethod", "staticmethod")), "functools.cached_property"}
    | {"abc.abstractmethod", "typing.override", "typing_extensions.override", "typing.final"}
)
"""Decorators that replace a function by an object that JSON cannot show."""


def _method(value: Value, program: Program) -> Default | None:
    """A property or method of a base, which a dataclass takes for the default as it does any other attribute."""
    if not isinstance(value, DefinitionValue) or not isinstance(value.stmt, Func):
        return None
    made = [program.evaluate(one, value.scope) for one in value.stmt.decorators]
    known = all(isinstance(one, ExternalSymbol) and one.name in _METHODS for one in made)
    return Given(Plain("builtins.property")) if made and known else None


def _given_default(value: Value, program: Program) -> Default:
    if isinstance(value, DefinitionValue) and isinstance(value.stmt, Func) and value.stmt.decorators:
        return UnknownConstant(f"`{value.stmt.name}` is what decorators make of a function")
    return as_default(value, program)


def _is_removed(name: str, definition: DefinitionValue, program: Program) -> bool:
    """Return `True` if pydantic removes the attribute as a field of a model; a class variable or a method stays where it is."""
    if not is_model(definition, program):
        return False
    annotated = next((cls for cls in lineage(definition, program) if _annotations(name, cls, program)), None)
    return annotated is not None and not is_kept(name, annotated, program)


def _has_slot(name: str, definition: DefinitionValue, program: Program) -> bool:
    """Return `True` if a dataclass with `slots=True` has a slot for a field that it inherits."""
    call = dataclass_call(definition, program)
    slots = call is not None and call[1].get("slots") is True
    return slots and any(_annotations(name, cls, program) for cls in lineage(definition, program))


def _is_deprecated(value: Value, program: Program) -> bool:
    """Return `True` if the field's value marks it as deprecated: pydantic puts a descriptor in its place that raises
    AttributeError, whatever bases define (2.14 `set_deprecated_descriptors`).
    """
    default = _given_default(value, program)
    made = default.value if isinstance(default, Given) else None
    told = made.kwargs.get("deprecated") if isinstance(made, CallConstant) and made.of == "pydantic.Field" else None
    return told is not None and told is not False


def is_class_variable(name: str, definition: DefinitionValue, program: Program) -> bool:
    """Return `True` if the body of a class annotates a name as `ClassVar`."""
    return _qualifier(name, definition, program)[0] == "typing.ClassVar"


def is_kept(name: str, definition: DefinitionValue, program: Program) -> bool:
    """Return `True` if a model treats an annotated name as a class variable: `ClassVar`, or `Final` with a value (2.14
    `_is_finalvar_with_default_val`).
    """
    return is_class_variable(name, definition, program) or _qualifier(name, definition, program) == ("typing.Final", True)


def _qualifier(name: str, definition: DefinitionValue, program: Program) -> tuple[str, bool]:
    """The outermost name of an annotation in the body of a class, and whether a value stands with it."""
    for statement, scope in _annotations(name, definition, program):
        outer = statement.annotation.value if isinstance(statement.annotation, SubscriptExpr) else statement.annotation
        value = program.evaluate(outer, scope)
        return value.name if isinstance(value, ExternalSymbol) else "", statement.value is not None
    return "", False


def _annotations(name: str, definition: DefinitionValue, program: Program) -> list[tuple[AnnAssign, ProgramPoint]]:
    here = ((one, scope) for node, one, scope in program.statements(definition) if name in node.names)
    return [(one, scope) for one, scope in here if isinstance(one, AnnAssign)]


def dataclass_call(definition: DefinitionValue, program: Program) -> tuple[str, dict[str, object]] | None:
    """Return the dataclass decorator of a class, with its keywords; `None` if it has none.

    If the keywords are not known, `init` stands for all of them.
    """
    for value in effective_decorators(definition, program):
        if isinstance(value, CallResult) and isinstance(value.callee, ExternalSymbol):
            name, made = value.callee.name, constant(value, program)
            if name in DATACLASS_DECORATORS:
                return name, dict(made.kwargs) if isinstance(made, CallConstant) else {"init": made}
        elif isinstance(value, ExternalSymbol) and value.name in DATACLASS_DECORATORS:
            return value.name, {}
    return None
