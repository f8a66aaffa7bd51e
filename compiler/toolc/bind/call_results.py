"""Results of calls of the program's functions, and the function that a framework sees behind its wrappers.

Takes values, gives values; one that cannot be followed stays as it is.
"""

from toolc import docstrings
from toolc.bind.links import Links
from toolc.bind.syntax_effects import GENERATOR, contains_keyword
from toolc.bind.values.call_arguments import entries, evaluate_arguments
from toolc.module import DeferredNode, Func, Lambda
from toolc.program import (
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
    value_of_key,
)

MAX_WRAPPERS = 8

_SAME_RESULT = frozenset(
    "builtins.classmethod builtins.staticmethod functools.cache functools.lru_cache typing.final typing.override".split()
)
"""Decorators under which a call still gives what the function gives back."""


def resolve_call(value: CallResult, links: Links) -> Value:
    """Return the result of a call: a function's return value, or the items of a dict's view; else the call itself."""
    callee = links.result(value.callee) if isinstance(value.callee, CallResult) else value.callee
    if isinstance(callee, BoundAttribute):
        return _dict_view(callee) or value
    if not isinstance(callee, DefinitionValue) or not _runs_when_called(callee, links, asynchronous=False):
        return value
    return _follow(value, callee, links)


def await_result(value: Value, links: Links) -> Value:
    """Return the result of awaiting a call of an asynchronous function; `Unknown` for any other value."""
    callee = value.callee if isinstance(value, CallResult) else None
    if (
        not isinstance(value, CallResult)
        or not isinstance(callee, DefinitionValue)
        or not _runs_when_called(callee, links, asynchronous=True)
    ):
        return Unknown("it is awaited")
    return _follow(value, callee, links)


def _follow(value: CallResult, callee: DefinitionValue, links: Links) -> Value:
    made = links.enter_call(callee, evaluate_arguments(value.args, value.scope, links), value.scope, value.at, value.end)
    return Unknown("it leads through too many calls") if made is None else links.returned_value(made)


def _runs_when_called(function: DefinitionValue, links: Links, asynchronous: bool) -> bool:
    """Return `True` if a function runs when called (or awaited), with no decorator that could change its result."""
    if not isinstance(function.stmt, Func) or function.stmt.is_async != asynchronous:
        return False
    if contains_keyword(GENERATOR, links.library.unit(function.module), function.node):
        return False
    for decorator in function.stmt.decorators:
        made = links.evaluate(decorator, function.scope)
        made = made.callee if isinstance(made, CallResult) else made
        if not (isinstance(made, ExternalSymbol) and made.name in _SAME_RESULT):
            return False
    return True


def _dict_view(callee: BoundAttribute) -> Value | None:
    """`.items()`, `.values()`, `.keys()` of a dict display."""
    inside = entries(callee.owner)
    if inside is None:
        return None
    match callee.name:
        case "items":
            return SequenceValue("tuple", tuple(SequenceValue("tuple", (value_of_key(key), value)) for key, value in inside))
        case "values":
            return SequenceValue("tuple", tuple(value for _, value in inside))
        case "keys":
            return value_of_key(tuple(key for key, _ in inside))
        case _:
            return None


READ_OFF_FUNCTIONS = frozenset({"__name__", "__doc__", "__qualname__", "__wrapped__"})
"""Attributes of functions that are those of the function under its wrappers."""


def function_attribute(function: DefinitionValue, name: str, links: Links) -> Value | None:
    """`function.__name__` and `function.__doc__`, as the function under its wrappers has them; None for any other name."""
    if name not in READ_OFF_FUNCTIONS or not isinstance(function.stmt, Func):
        return None
    inner = unwrap(function, links)
    if not isinstance(inner, DefinitionValue) or name == "__wrapped__":
        return inner if inner != function else None
    if name == "__doc__":
        return ConstantValue(_doc(inner, links))
    return ConstantValue(inner.stmt.name if name == "__name__" else inner.qualname)


def _doc(function: DefinitionValue, links: Links) -> str | None:
    """The docstring as the running program has it: since Python 3.13 without its margin."""
    known = isinstance(function.stmt, Func) and function.stmt.doc_held
    return function.stmt.doc if known else docstrings.held_docstring(function.stmt.doc, links.version("python"))


def unwrap(value: Value, links: Links) -> Value:
    """The function whose signature a framework reads: `inspect.signature` follows `functools.wraps` to what is inside."""
    for _ in range(MAX_WRAPPERS):
        value = _of_class(links.result(value), links)
        if not isinstance(value, DefinitionValue) or not isinstance(value.stmt, Func):
            return value
        inner = wrapped_function(value, links)
        if inner is None or isinstance(inner, Unknown):
            return value if inner is None else inner
        value = _wrapped_signature(value, inner, links)
    return Unknown("it is wrapped too many times")


def _of_class(value: Value, links: Links) -> Value:
    """A class method that is taken from its class, `Shop.find`, with the class filled in."""
    if not isinstance(value, BoundAttribute) or not isinstance(value.owner, DefinitionValue):
        return value
    found = links.class_attribute(value.owner, value.name)
    return links.method(found, value.owner) if isinstance(found, DefinitionValue) and isinstance(found.stmt, Func) else value


def wrapped_function(wrapper: DefinitionValue, links: Links) -> Value | None:
    """The function that a wrapper stands for; None when it stands for itself, Unknown when it shows something else."""
    inner = _wrapped_function(wrapper, links)
    around = wrapper.scope.within[-1] if wrapper.scope.within else None
    changes = links.library.unit(wrapper.scope.module).mutations(around, wrapper.stmt.name)
    if inner is None or not any(one.affects_introspection for one in changes):
        return inner
    return Unknown(f"`{wrapper.stmt.name}` is given another signature or docstring than the function it wraps")


def _wrapped_function(wrapper: DefinitionValue, links: Links) -> Value | None:
    """Return the argument of `functools.wraps(inner)` if that is the outermost decorator, else `None`."""
    outermost = links.evaluate(wrapper.stmt.decorators[0], wrapper.scope) if wrapper.stmt.decorators else None
    if (
        not isinstance(outermost, CallResult)
        or outermost.callee != ExternalSymbol("functools.wraps")
        or len(outermost.args) != 1
    ):
        return None
    return links.evaluate(outermost.args[0].value, outermost.scope)


def _wrapped_signature(wrapper: DefinitionValue, inner: Value, links: Links) -> Value:
    """Return the wrapped function; of a bound wrapper, `inspect.signature` removes the inner function's first parameter."""
    inner = links.result(inner)
    if wrapper.frame is None or not wrapper.frame.bound or not isinstance(inner, DefinitionValue):
        return inner
    if inner.frame is not None and inner.frame.bound:
        return Unknown(f"`{wrapper.stmt.name}` is bound twice")
    owner = next(iter(wrapper.frame.values.values()), None)
    return inner if owner is None else links.method(inner, owner)


def arity(function: Value, links: Links) -> int:
    """How many parameters a function or lambda has."""
    match function:
        case DefinitionValue(stmt=Func(params=params)):
            return len(params)
        case Thunk(DeferredNode() as expr, scope):
            inside = links.expand(expr, scope)
            return len(inside.params) if isinstance(inside, Lambda) else 0
        case _:
            return 0
