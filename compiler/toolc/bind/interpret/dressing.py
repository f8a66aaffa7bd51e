"""A class under its decorators: functions of the program that are given a class, and give it back with more on it.

Takes the definition of a class, gives what they set on it. Decorators of libraries are no functions that can be run: who asks
knows them by name.
"""

from typing import Any

from toolc import docstrings
from toolc.bind.interpret.frame import Frame, Fresh, Stop
from toolc.bind.interpret.machine import Machine
from toolc.bind.links import Links
from toolc.program import Called, Definition, External, Scope, Value

SET = True
"""What stands for a value that only says that it was set."""


def dressed(cls: Definition, links: Links) -> Value:
    """The attributes by name, the docstring among them as it is in the end; Unknown with the reason."""
    machine = Machine(links)
    return machine.outcome(lambda: _dressed(cls, machine))


def _dressed(cls: Definition, machine: Machine) -> dict[str, Any]:
    links = machine.links
    if links.own(cls, "__doc__") is not None:
        raise Stop("its body gives the class a `__doc__`")
    made = Fresh(cls)
    made.attributes["__doc__"] = docstrings.held(cls.stmt.doc, links.version("python"))
    for decorator in reversed(cls.stmt.decorators):
        value = links.evaluate(decorator, cls.scope)
        if isinstance(value.callee if isinstance(value, Called) else value, External):
            if made.attributes["__doc__"] is None:
                raise Stop("a decorator may write its docstring")
            continue
        frame = Frame(Scope(cls.module, cls.scope.within), {}, frozenset())
        if machine.apply(machine.eval(decorator, frame), [made], {}) is not made:
            raise Stop("a decorator gives back another class")
    return {name: value if name == "__doc__" else SET for name, value in made.attributes.items()}
