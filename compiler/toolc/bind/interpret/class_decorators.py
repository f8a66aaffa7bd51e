"""A class under its decorators: functions of the program that are given a class, and give it back with more on it.

Takes the definition of a class, gives what they set on it. Decorators of libraries are no functions that can be run: who asks
knows them by name.
"""

from typing import Any

from toolc import docstrings
from toolc.bind.interpret.frame import Frame, NotSupported, ObjectUnderConstruction
from toolc.bind.interpret.machine import Machine
from toolc.bind.links import Links
from toolc.program import (
    CallResult,
    ClassDecoration,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    MappingValue,
    ProgramPoint,
    SequenceValue,
    Unknown,
    Value,
)

_SET = True
"""Placeholder for a value of which only the assignment is known."""

_APPLIED = "@"


def decorate_class(cls: DefinitionValue, links: Links) -> Value:
    """Return the class with its decorators applied, as `as_dressed` reads it; `Unknown` if a decorator is not followed."""
    machine = Machine(links)
    return machine.outcome(lambda: _decoration(cls, machine))


def as_dressed(told: Value) -> ClassDecoration | None:
    """The answer of `decorate_class`; None where there is none."""
    if not isinstance(told, (ConstantValue, MappingValue)):
        return None
    parts = (
        dict(told.items)
        if isinstance(told, MappingValue)
        else {name: ConstantValue(value) for name, value in told.value.items()}
    )
    applied = parts.pop(_APPLIED)
    doc = parts.pop("__doc__", Unknown("Python writes its docstring"))
    return ClassDecoration(doc, frozenset(parts), applied.items if isinstance(applied, SequenceValue) else ())


def _decoration(cls: DefinitionValue, machine: Machine) -> dict[str, Any]:
    links = machine.links
    if links.class_attribute(cls, "__doc__") is not None:
        raise NotSupported("its body gives the class a `__doc__`")
    made = ObjectUnderConstruction(cls)
    made.attributes["__doc__"] = docstrings.held_docstring(cls.stmt.doc, links.version("python"))
    for decorator in reversed(cls.stmt.decorators):
        value = links.evaluate(decorator, cls.scope)
        if isinstance(value.callee if isinstance(value, CallResult) else value, ExternalSymbol):
            if made.attributes.get("__doc__") is None:  # `dataclass` writes one
                made.attributes.pop("__doc__", None)
            continue
        frame = Frame(ProgramPoint(cls.module, cls.scope.within), {}, frozenset())
        if machine.apply(machine.eval(decorator, frame), [made], {}) is not made:
            raise NotSupported("a decorator returns another class")
    told = {name: value if name == "__doc__" else _SET for name, value in made.attributes.items()}
    return {**told, _APPLIED: made.applied[::-1]}
