"""Decorators between a framework and a function that may change the function's signature.

Takes a declaration, gives the first such decorator, or None. A framework reads signatures with `inspect.signature`, which
follows `functools.wraps` to the function inside; any other wrapper shows its own parameters.
"""

from collections.abc import Container

from toolc.module import Call, Const, Expr, Func, Name, Return
from toolc.program import (
    BoundAttribute,
    CallResult,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    ParameterValue,
    Program,
    ProgramPoint,
    Value,
)
from toolc.qualified_names import canonical

MAX_DEPTH = 3  # a decorator, a factory of decorators, a factory of those

WRAPS = ExternalSymbol("functools.wraps")

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
        if not _keeps(value, program, marks, 0):
            return decorator
    return None


def _keeps(value: Value, program: Program, marks: Container[str], depth: int) -> bool:
    if isinstance(value, CallResult):
        return _keeps(value.callee, program, marks, depth)
    name = _qualified_name(value)
    if name:
        return name in TRANSPARENT or name in marks
    return isinstance(value, DefinitionValue) and isinstance(value.stmt, Func) and _hands_on(value, program, depth)


def _qualified_name(value: Value) -> str:
    """Return the qualified name of a package's object, or of a method of an object of a package; "" for anything else."""
    match value:
        case ExternalSymbol(name):
            return canonical(name)
        case BoundAttribute(CallResult(ExternalSymbol(owner)), method):
            return f"{canonical(owner)}.{method}"
        case _:
            return ""


def _hands_on(function: DefinitionValue, program: Program, depth: int) -> bool:
    """Return `True` if a decorator of the program returns its argument, or a function under `functools.wraps`."""
    if depth > MAX_DEPTH or not isinstance(function.stmt, Func):
        return False
    taken = {param.name for param in function.stmt.params}
    if _alters(function, taken, program):
        return False
    for _, statement, scope in program.statements(function):
        if isinstance(statement, Return) and isinstance(statement.value, Name) and statement.value.id in taken:
            return True
        if isinstance(statement, Return) and _delegates(statement.value, taken, scope, program, depth):
            return True
        if isinstance(statement, Func):
            decorators = [program.evaluate(decorator, scope) for decorator in statement.decorators]
            if any(isinstance(made, CallResult) and made.callee == WRAPS and len(made.args) == 1 for made in decorators):
                return True
            late = ProgramPoint(scope.module, scope.within)
            inner = program.evaluate(Name(statement.name_at, statement.name_at, statement.name), late)
            if isinstance(inner, DefinitionValue) and (_shows(inner, taken, program) or _hands_on(inner, program, depth + 1)):
                return True
    return False


def _delegates(given: Expr | None, taken: set[str], scope: ProgramPoint, program: Program, depth: int) -> bool:
    """Return `True` if a decorator returns the result of another decorator, or of a factory of them, for the same arguments."""
    match given:
        case Call(_, _, func, args) if all(_is_handed_on(arg.value, taken) for arg in args):
            return _keeps(program.evaluate(func, scope), program, (), depth + 1)
        case _:
            return False


def _is_handed_on(value: Expr, taken: set[str]) -> bool:
    return isinstance(value, Const) or (isinstance(value, Name) and value.id in taken)


def _shows(wrapper: DefinitionValue, taken: set[str], program: Program) -> bool:
    """Return `True` if a wrapper gets the signature, name and docstring of the decorator's argument."""
    inner = program.unwrap(wrapper)
    return isinstance(inner, ParameterValue) and inner.name in taken


def _alters(function: DefinitionValue, taken: set[str], program: Program) -> bool:
    """Return `True` if a decorator has several results, or sets attributes of its result that frameworks read."""
    statements = [statement for _, statement, _ in program.statements(function)]
    returned = {one.value.id for one in statements if isinstance(one, Return) and isinstance(one.value, Name)}
    inner = {one.name for one in statements if isinstance(one, Func)}
    if returned & taken and returned & inner:
        return True
    return any(program.overwrites_introspection(function, name) for name in (*taken, *inner))
