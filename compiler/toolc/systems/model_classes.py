"""Tools that are classes of pydantic: takes a class and its bases, gives what their bodies say of a field.

For frameworks whose tools are objects of a subclass of a model, `BaseTool` (langchain, crewai).
"""

from collections.abc import Collection, Iterator, Mapping

from toolc.diagnostics import Diagnostic
from toolc.module import Ann, Assign, Attr, Call, Do, Func, Name, Stmt
from toolc.program import Called, Definition, External, Known, Program, Unknown, Value
from toolc.systems import plain_init
from toolc.systems.base import find_argument

_ABSTRACT = External("abc.abstractmethod")
_FIELDS = (External("pydantic.Field"), External("pydantic.v1.Field"))


def lineage(cls: Definition, program: Program) -> list[Definition]:
    """The class and those of its bases that toolc can read."""
    return [one for one in (cls, *program.ancestors(cls)) if isinstance(one, Definition)]


def unannotated(classes: list[Definition], fields: Mapping[str, str], program: Program) -> Iterator[Diagnostic]:
    """pydantic raises where a body gives a field of a base class a value, but no type; `fields` are their types."""
    for cls in classes:
        assigned = [target for _, one, _ in program.statements(cls) if isinstance(one, Assign) for target in one.targets]
        for target in assigned:
            if isinstance(target, Name) and target.id in fields:
                message = f"`{cls.stmt.name}` sets the field `{target.id}` without a type: pydantic raises PydanticUserError"
                span = program.span(cls.scope, target.at, target.end)
                yield Diagnostic("TC354", message, span, help=f"write `{target.id}: {fields[target.id]} = …`")


def method(name: str, classes: list[Definition], program: Program) -> Definition | None:
    """The nearest function of that name."""
    for cls in classes:
        value = program.own(cls, name)
        if isinstance(value, Definition) and isinstance(value.stmt, Func):
            return value
    return None


def abstract(classes: list[Definition], program: Program) -> bool:
    """Whether a method that a base class calls abstract is still so."""
    names = {name for cls in classes for name in program.own_names(cls)}
    methods = (method(name, classes, program) for name in names)
    return any(one is not None and _is_abstract(one, program) for one in methods)


def _is_abstract(method: Definition, program: Program) -> bool:
    return any(program.evaluate(decorator, method.scope) == _ABSTRACT for decorator in method.stmt.decorators)


def fact(name: str, classes: list[Definition], program: Program, plain: bool = False) -> Value | None:
    """The default of a field: what the nearest class gives it, unless `__init__` gives objects another.

    `plain`: what `__init__` gives only to an object that is made with arguments does not count.
    """
    for cls in classes:
        if name in set_by_init(cls, program, plain):
            return Unknown(f"`__init__` sets `{name}`")
        if name in program.own_names(cls):
            return _default(name, cls, program)
    return None


def _default(name: str, cls: Definition, program: Program) -> Value | None:
    """The right-hand side in a class body, `Field(default=…)` opened; an annotation alone asks for a value."""
    if not any(_assigns(name, statement) for _, statement, _ in program.statements(cls)):
        defined = isinstance(program.own(cls, name), Definition)  # a property or function
        return Unknown(f"`{cls.stmt.name}` declares `{name}` in a way toolc does not follow") if defined else None
    value = program.own(cls, name)
    if isinstance(value, Called) and value.callee in _FIELDS:
        given = find_argument(value.args, "default", 0)
        value = program.evaluate(given.value, value.scope) if given is not None else Unknown("a factory makes it")
    return None if value == Known(None) else value


def _assigns(name: str, statement: object) -> bool:
    match statement:
        case Assign(targets=targets):
            return any(isinstance(target, Name) and target.id == name for target in targets)
        case Ann(target=Name(id=target), value=value):
            return target == name and value is not None
        case _:
            return False


def set_by_init(cls: Definition, program: Program, plain: bool = False) -> Collection[str]:
    """What a class's own `__init__` assigns to its object, or hands on to `super().__init__`; `plain`: without arguments."""
    init = program.own(cls, "__init__")
    if not isinstance(init, Definition) or not isinstance(init.stmt, Func):
        return ()
    run = plain_init.statements(init, program) if plain else (statement for _, statement, _ in program.statements(init))
    return {name for statement in run for name in _set_by(statement)}


def _set_by(statement: Stmt) -> Iterator[str]:
    match statement:
        case Assign(targets=targets):
            yield from (target.attr for target in targets if isinstance(target, Attr))
        case Ann(target=Attr(attr=attribute)):
            yield attribute
        case Do(value=Call(args=args)):
            yield from (arg.name for arg in args if arg.name is not None)
