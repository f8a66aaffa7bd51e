"""Whether a decorator says that a function or class is to go: `@warnings.deprecated("…")` (PEP 702).

Takes what a tool is made of, gives the words of the decorator. No framework passes them on to callers of tools.
"""

from toolc.lower.values import constant
from toolc.module import Class, Func
from toolc.names import canonical
from toolc.program import Called, Definition, External, Program

_DECORATORS = frozenset({"typing.deprecated", "warnings.deprecated"})


def deprecated(target: Definition | None, program: Program) -> str | None:
    """Return what the decorator says, "" if that is not known; `None` where there is no such decorator."""
    if target is None or not isinstance(target.stmt, Func | Class):
        return None
    for decorator in target.stmt.decorators:
        value = program.evaluate(decorator, target.scope)
        if isinstance(value, Called) and isinstance(value.callee, External) and canonical(value.callee.name) in _DECORATORS:
            given = next((arg for arg in value.args if arg.name in (None, "message")), None)
            told = None if given is None else constant(program.evaluate(given.value, value.scope), program)
            return told if isinstance(told, str) else ""
    return None
