"""Subclasses of orbiter's `Tool`: takes a class, gives the declaration its literal attributes make.

Document, "Tool ABC Subclassing": `name`, `description` and `parameters` are class attributes or set in `__init__`. A class
that sets no parameters is abstract and declares no tool; one that sets no name has none that callers could say.
"""

from collections.abc import Iterator

from toolc.module import AnnAssign, Assign, Attribute, Expr, Func, Name
from toolc.program import Declaration, DefinitionValue, Program, ProgramPoint, RegistrationSite, ServerKey, Unknown, Value
from toolc.systems.base import declare_at

_FACTS = ("name", "description", "parameters")


def subclass(registration: RegistrationSite, program: Program, server: ServerKey) -> Declaration | None:
    """The tool that one subclass declares; None for calls of the abstract class and for abstract subclasses."""
    target = registration.target
    if registration.form != "subclass" or not isinstance(target, DefinitionValue):
        return None
    facts = attributes(target, program)
    if "parameters" not in facts:
        return None
    return declare_at(
        registration,
        "orbiter",
        server,
        target=target,
        name=facts.get("name", Unknown("no class sets `name`")),
        description=facts.get("description"),
        schema=facts["parameters"],
    )


def attributes(target: DefinitionValue, program: Program) -> dict[str, Value]:
    """The three facts as an instance has them: the nearest class wins, and within a class what `__init__` sets."""
    facts: dict[str, Value] = {}
    for class_ in (target, *program.ancestors(target)):
        if isinstance(class_, DefinitionValue):
            facts = {**_own(class_, program), **facts}
    return facts


def _own(class_: DefinitionValue, program: Program) -> dict[str, Value]:
    facts: dict[str, Value] = {}
    for target, value, scope in _assignments(class_, program):
        if isinstance(target, Name) and target.id in _FACTS:
            facts[target.id] = program.evaluate(value, scope)
    return {**facts, **_set_by_init(class_, program)}


def _set_by_init(class_: DefinitionValue, program: Program) -> dict[str, Value]:
    """Return the attributes that the class's own `__init__` assigns on its first parameter."""
    init = program.attribute(class_, "__init__")
    if not isinstance(init, DefinitionValue) or not isinstance(init.stmt, Func) or not init.stmt.params:
        return {}
    own = init.stmt.params[0].name
    facts: dict[str, Value] = {}
    for target, value, scope in _assignments(init, program):
        match target:
            case Attribute(value=Name(id=receiver), attr=attribute) if receiver == own and attribute in _FACTS:
                facts[attribute] = program.evaluate(value, scope)
    return facts


def _assignments(definition: DefinitionValue, program: Program) -> Iterator[tuple[Expr, Expr, ProgramPoint]]:
    """Targets and values of all assignments in a body; an annotation without a value assigns nothing."""
    for _, statement, scope in program.statements(definition):
        match statement:
            case Assign(targets=targets, value=value):
                yield from ((target, value, scope) for target in targets)
            case AnnAssign(target=target, value=value) if value is not None:
                yield target, value, scope
