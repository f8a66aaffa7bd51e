"""Decorators between a framework and a function that may change the function's signature.

Takes a declaration, gives the first such decorator, or None. A framework reads signatures with `inspect.signature`, which
follows `functools.wraps` to the function inside; any other wrapper shows its own parameters.
"""

from collections.abc import Container

from toolc.module import Expr, Func
from toolc.program import (
    BoundAttribute,
    CallResult,
    Declaration,
    ExternalSymbol,
    Program,
    Value,
)
from toolc.qualified_names import canonical

# Decorators that give back the function, or a wrapper that `functools.wraps` marks (their sources, 2026).
TRANSPARENT = frozenset(
    """abc.abstractmethod asyncio.coroutine backoff.on_exception backoff.on_predicate builtins.classmethod builtins.staticmethod
    cachetools.cached contextlib.asynccontextmanager contextlib.contextmanager functools.cache functools.lru_cache
    functools.wraps logfire.instrument opentelemetry.trace.start_as_current_span pydantic.validate_call tenacity.retry
    typing.deprecated typing.final typing.no_type_check typing.overload typing.override warnings.deprecated""".split()
)


def replaced_signature(declaration: Declaration, program: Program, marks: Container[str]) -> Expr | None:
    """Return the decorator whose effect on the signature is not known; `None` if there is none.

    `marks` are the qualified names of decorators that register tools: those pass the function on.
    """
    target = declaration.target
    if target is None or not isinstance(target.stmt, Func):
        return None
    places = [decorator.at for decorator in target.stmt.decorators]
    first = places.index(declaration.at) + 1 if declaration.at in places else 0
    for decorator in target.stmt.decorators[first:]:
        value = program.evaluate(decorator, target.scope)
        name = _qualified_name(value)
        if name not in TRANSPARENT and name not in marks:
            return decorator
    return None


def _qualified_name(value: Value) -> str:
    """Return the qualified name of a package's object, or of a method of an object of a package; "" for anything else."""
    match value:
        case CallResult(callee):
            return _qualified_name(callee)
        case ExternalSymbol(name):
            return canonical(name)
        case BoundAttribute(CallResult(ExternalSymbol(owner)), method):
            return f"{canonical(owner)}.{method}"
        case _:
            return ""
