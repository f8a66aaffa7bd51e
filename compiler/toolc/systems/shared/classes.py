"""Tool classes: takes classes of the program, gives their methods and the assignments in their bodies."""

from collections.abc import Iterator

from toolc.diagnostics import Diagnostic
from toolc.module import AnnAssign, Assign, Class, Func, Name
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, ParameterValue, Program, RegistrationSite, Value
from toolc.source import imported_name

_ABSTRACT = ExternalSymbol("abc.abstractmethod")


def method(name: str, lineage: list[DefinitionValue], program: Program) -> DefinitionValue | None:
    """The function of that name as an object has it: the nearest class wins, and what the program puts there later."""
    for cls in lineage:
        for value in (program.late_class_attribute(cls, name), program.class_attribute(cls, name)):
            if isinstance(value, DefinitionValue) and isinstance(value.stmt, Func):
                return value
    return None


def replaced_methods(name: str, lineage: list[DefinitionValue], program: Program) -> Iterator[Diagnostic]:
    """Report each class in which the program later puts something else than a function in the place of a method."""
    for cls in lineage:
        later = program.late_class_attribute(cls, name)
        if later is not None and not (isinstance(later, DefinitionValue) and isinstance(later.stmt, Func)):
            message = f"`{cls.stmt.name}.{name}` is replaced once the class is made, by what toolc does not follow"
            span = program.span(cls.scope, cls.stmt.name_at, cls.name_end)
            yield Diagnostic("TC215", message, span, help="define the method in the class")


def abstract(lineage: list[DefinitionValue], program: Program) -> bool:
    """Return `True` if an abstract method of a base class is not overridden."""
    names = {name for cls in lineage for name in program.class_attribute_names(cls)}
    found = (method(name, lineage, program) for name in names)
    return any(one is not None and _is_abstract(one, program) for one in found)


def _is_abstract(method: DefinitionValue, program: Program) -> bool:
    return any(program.evaluate(decorator, method.scope) == _ABSTRACT for decorator in method.stmt.decorators)


def receiver(run: DefinitionValue | None, program: Program) -> tuple[str, ...]:
    """The parameter that the object itself goes into."""
    if run is None or not isinstance(run.stmt, Func) or not run.stmt.params:
        return ()
    decorators = [program.evaluate(decorator, run.scope) for decorator in run.stmt.decorators]
    return () if ExternalSymbol("builtins.staticmethod") in decorators else (run.stmt.params[0].name,)


def assigns(name: str, statement: object) -> bool:
    """Return `True` if a statement of a class body assigns a name; an annotation alone does not."""
    match statement:
        case Assign(targets=targets):
            return any(isinstance(target, Name) and target.id == name for target in targets)
        case AnnAssign(target=Name(id=target), value=value):
            return target == name and value is not None
        case _:
            return False


def class_around(registration: RegistrationSite) -> DefinitionValue | None:
    """The class whose `__init__` makes the tool: that of the object where one is made, else the one around."""
    receiver = registration.receiver
    if isinstance(receiver, CallResult) and isinstance(receiver.callee, DefinitionValue):
        return receiver.callee
    around = [one for one in registration.scope.within if isinstance(one.stmt, Class)]
    if isinstance(receiver, ParameterValue) and receiver.function.scope.within:
        around = [one for one in receiver.function.scope.within if isinstance(one.stmt, Class)] or around
    return around[-1] if around else None


def dotted_name(value: Value) -> str:
    """The name of a class by which programs import it, be its source read or not; "" for any other value."""
    if isinstance(value, DefinitionValue):
        return f"{imported_name(value.module)}.{value.qualname}"
    return value.name if isinstance(value, ExternalSymbol) else ""
