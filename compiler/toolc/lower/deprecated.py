"""Functions and classes marked with `@warnings.deprecated("…")` (PEP 702).

Takes the definition behind a tool, gives the text of the decorator. No framework passes it on to callers of tools.
"""

from toolc.lower.values import constant
from toolc.module import Class, Func
from toolc.program import CallResult, DefinitionValue, ExternalSymbol, Program
from toolc.qualified_names import canonical

_DECORATORS = frozenset({"typing.deprecated", "warnings.deprecated"})


def deprecation_message(target: DefinitionValue | None, program: Program) -> str | None:
    """Return the decorator's message, "" if it is not known; `None` without such a decorator."""
    if target is None or not isinstance(target.stmt, Func | Class):
        return None
    for decorator in target.stmt.decorators:
        value = program.evaluate(decorator, target.scope)
        if (
            isinstance(value, CallResult)
            and isinstance(value.callee, ExternalSymbol)
            and canonical(value.callee.name) in _DECORATORS
        ):
            given = next((arg for arg in value.args if arg.name in (None, "message")), None)
            told = None if given is None else constant(program.evaluate(given.value, value.scope), program)
            return told if isinstance(told, str) else ""
    return None
