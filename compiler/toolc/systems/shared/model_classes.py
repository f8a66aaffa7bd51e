"""Tools that are pydantic classes: takes a class and its bases, gives the value of a field from their bodies.

For frameworks whose tools are objects of a subclass of a model, `BaseTool` (langchain, crewai).
"""

from collections.abc import Callable, Collection, Iterator, Mapping

from toolc.diagnostics import Diagnostic
from toolc.module import AnnAssign, Assign, Attribute, Call, Const, Dict, ExprStmt, Func, Name, Stmt, SubscriptExpr
from toolc.program import (
    BoundAttribute,
    CallResult,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    Program,
    RegistrationSite,
    ServerKey,
    Unknown,
    Value,
)
from toolc.systems.base import OneMark, argument, find_argument
from toolc.systems.shared import init_with_defaults
from toolc.systems.shared.classes import assigns

_FIELDS = (ExternalSymbol("pydantic.Field"), ExternalSymbol("pydantic.v1.Field"))

Declares = Callable[[RegistrationSite, Program, ServerKey, DefinitionValue | None, Mapping[str, Value]], Declaration | None]
"""Makes the declaration of a class, or of an object of it with facts of its own; the class is None where a call made it."""


def lineage(cls: DefinitionValue, program: Program) -> list[DefinitionValue]:
    """The class and those of its bases that toolc can read."""
    return [one for one in (cls, *program.ancestors(cls)) if isinstance(one, DefinitionValue)]


def unannotated_fields(classes: list[DefinitionValue], fields: Mapping[str, str], program: Program) -> Iterator[Diagnostic]:
    """pydantic raises where a body gives a field of a base class a value, but no type; `fields` are their types."""
    for cls in classes:
        assigned = [target for _, one, _ in program.statements(cls) if isinstance(one, Assign) for target in one.targets]
        for target in assigned:
            if isinstance(target, Name) and target.id in fields:
                message = f"`{cls.stmt.name}` sets the field `{target.id}` without a type: pydantic raises PydanticUserError"
                span = program.span(cls.scope, target.at, target.end)
                yield Diagnostic("TC354", message, span, help=f"write `{target.id}: {fields[target.id]} = …`")


def fact(name: str, classes: list[DefinitionValue], program: Program, plain: bool = False) -> Value | None:
    """The default of a field: what the nearest class gives it, unless `__init__` gives objects another.

    `plain`: what `__init__` gives only to an object that is made with arguments does not count; validators and other methods
    that it may run do.
    """
    for cls in classes if plain else ():
        if name in set_by_methods(cls, program):
            return Unknown(f"a method of `{cls.stmt.name}` sets `{name}`")
    for cls in classes:
        if name in set_by_init(cls, program, plain):
            return _passed_constant(name, cls, program) or Unknown(f"`__init__` sets `{name}`")
        if name in program.class_attribute_names(cls):
            return _default(name, cls, program)
    return None


def class_marks(declares: Declares, facts: Collection[str]) -> tuple[OneMark, OneMark]:
    """The marks of a class of tools and of its `__init__`: the class is a tool, and so is an object with facts of its own."""

    def subclass(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        target = registration.target
        if registration.form != "subclass" or not isinstance(target, DefinitionValue):
            return None
        return declares(registration, program, server, target, {})

    def declare_class(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
        made = registration.receiver
        if registration.form != "call" or not isinstance(made, CallResult | Unknown):
            return None
        standalone = ServerKey(server.package, server.system, server.system, standalone=True)  # an object stands on no other
        if isinstance(made, CallResult) and isinstance(made.callee, DefinitionValue):
            given = _own_values(registration, made, program, facts)
            return declares(registration, program, standalone, made.callee, given) if given else None
        return declares(registration, program, standalone, None, dict(registration.fields))

    return subclass, declare_class


def _own_values(registration: RegistrationSite, made: CallResult, program: Program, names: Collection[str]) -> dict[str, Value]:
    """Return what an object has of its own: what it is made with, and the attributes that its class does not have alike."""
    if any(arg.star for arg in registration.args) and not registration.fields:
        return {}
    assert isinstance(made.callee, DefinitionValue)
    classes = lineage(made.callee, program)
    found: dict[str, Value] = {}
    for name in names:
        given = argument(registration, program, name) if made.at == registration.at else None
        held = registration.fields.get(name)
        if held is not None and not isinstance(held, Unknown | BoundAttribute) and held != fact(name, classes, program):
            given = held
        if given is not None and given != ConstantValue(None):
            found[name] = given
    return found


def _default(name: str, cls: DefinitionValue, program: Program) -> Value | None:
    """The right-hand side in a class body, `Field(default=…)` opened; an annotation alone asks for a value."""
    if not any(assigns(name, statement) for _, statement, _ in program.statements(cls)):
        defined = isinstance(program.class_attribute(cls, name), DefinitionValue)  # a property or function
        return Unknown(f"`{cls.stmt.name}` declares `{name}` in a way toolc does not follow") if defined else None
    value = program.class_attribute(cls, name)
    if isinstance(value, CallResult) and value.callee in _FIELDS:
        given = find_argument(value.args, "default", 0)
        value = program.evaluate(given.value, value.scope) if given is not None else Unknown("a factory makes it")
    return None if value == ConstantValue(None) else value


def set_by_init(cls: DefinitionValue, program: Program, plain: bool = False) -> Collection[str]:
    """Return the names a class's own `__init__` assigns or passes to `super().__init__`; `plain`: called without arguments."""
    init = program.class_attribute(cls, "__init__")
    if not isinstance(init, DefinitionValue) or not isinstance(init.stmt, Func):
        return ()
    run = init_with_defaults.statements(init, program) if plain else (statement for _, statement, _ in program.statements(init))
    return {name for statement in run for name in _set_by(statement)}


def _passed_constant(name: str, cls: DefinitionValue, program: Program) -> Value | None:
    """Return the constant `__init__` passes to `super().__init__` for a name; `None` if another statement sets it too."""
    init = program.class_attribute(cls, "__init__")
    found = program.statements(init) if isinstance(init, DefinitionValue) else ()
    setting = [(statement, scope) for _, statement, scope in found if name in _set_by(statement)]
    match setting:
        case [(ExprStmt(value=Call(func=Attribute(attr="__init__", value=Call(func=Name(id="super"))), args=args)), scope)]:
            given = next((arg.value for arg in args if arg.name == name), None)
            value = program.evaluate(given, scope) if given is not None else None
            return value if isinstance(value, (ConstantValue, DefinitionValue)) and value != ConstantValue(None) else None
        case _:
            return None


def set_by_methods(cls: DefinitionValue, program: Program) -> Collection[str]:
    """Return the names methods assign on the object, or in a dict of its fields, apart from methods that run the tool."""
    methods = (
        program.class_attribute(cls, name) for name in program.class_attribute_names(cls) - {"__init__", "_run", "_arun"}
    )
    found = [one for one in methods if isinstance(one, DefinitionValue) and isinstance(one.stmt, Func)]
    return {name for method in found for _, statement, _ in program.statements(method) for name in _assigned_names(statement)}


def _assigned_names(statement: Stmt) -> Iterator[str]:
    """Attributes and keys that are assigned: `self.name = …`, `values["name"] = …`."""
    targets = statement.targets if isinstance(statement, Assign) else ()
    for target in (*targets, *((statement.target,) if isinstance(statement, AnnAssign) else ())):
        match target:
            case Attribute(_, _, Name(), attribute):
                yield attribute
            case SubscriptExpr(_, _, Name() | Attribute(_, _, Name(), "__dict__"), (Const(_, _, "str", key),)):
                yield str(key)


def _set_by(statement: Stmt) -> Iterator[str]:
    """Yield the names a statement of `__init__` assigns, writes into a dict, or passes on by keyword or as a string."""
    yield from _assigned_names(statement)
    match statement:
        case ExprStmt(value=Call(args=args)):
            yield from (arg.name for arg in args if arg.name is not None)
            yield from (str(arg.value.value) for arg in args if isinstance(arg.value, Const) and arg.value.kind == "str")
        case Assign(targets=(Name(),), value=Dict(_, _, items)):
            yield from (str(pair.key.value) for pair in items if isinstance(pair.key, Const) and pair.key.kind == "str")
