"""Kinds of callables: takes any object, gives the function behind it, its name, docstring and kind.

Partials, bound methods, static methods and callable objects are looked through; what has no parameters to read is an error
that says so.
"""

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from toolc.runtime.errors import ToolDefinitionError
from toolc.signature import CallableKind


class Facts(Struct, frozen=True):
    """One callable. `behind` is the function that carries annotations, docstring and code; `name` is "" when it has none."""

    behind: Any
    name: str
    doc: str | None
    kind: CallableKind
    is_async: bool


def facts(function: Any) -> Facts:
    """The facts of a callable; a `ToolDefinitionError` for what is none."""
    if isinstance(function, classmethod):
        raise ToolDefinitionError(f"`{function.__name__}` is not bound to its class yet: pass the bound method, `Class.method`")
    if not callable(function):
        raise ToolDefinitionError(f"a tool is made of a function, not of {_article(type(function).__name__)}")
    behind, kind = _behind(function)
    name = getattr(behind, "__name__", "") if not _is_object(_unwrap(function)) else ""
    doc = getattr(behind, "__doc__", None)
    is_async = inspect.iscoroutinefunction(behind)
    return Facts(behind, "" if name == "<lambda>" else name, doc if isinstance(doc, str) else None, kind, is_async)


def readable(function: Callable[..., Any]) -> inspect.Signature:
    """The parameters of a callable; a `ToolDefinitionError` when Python itself does not know them."""
    try:
        return inspect.signature(_inspectable(function))
    except (ValueError, TypeError) as error:
        name = getattr(function, "__name__", type(function).__name__)
        message = f"the parameters of `{name}` cannot be read: wrap it in a function with annotations"
        raise ToolDefinitionError(message) from error


def _inspectable(function: Any) -> Any:
    """Return the object for `inspect` to read: before Python 3.13 it takes a static `__call__` for a method."""
    call = inspect.getattr_static(type(function), "__call__") if _is_object(function) else None
    return call.__func__ if isinstance(call, staticmethod) else function


def by_keyword(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with every parameter to be given by keyword, those that Python takes by position alone as well."""
    parameters = readable(function).parameters.values()
    places = [one for one in parameters if one.kind is inspect.Parameter.POSITIONAL_ONLY]
    if not places and hasattr(function, "dispatch") and hasattr(function, "registry"):  # functools.singledispatch
        places = list(parameters)[:1]
    if not places:
        return function

    def call(*leading: Any, **keywords: Any) -> Any:
        own = [keywords.pop(one.name, one.default) for one in places[len(leading) :]]
        return function(*leading, *own, **keywords)

    return call


def _behind(function: Any) -> tuple[Any, CallableKind]:
    """The function behind a callable, and what the callable is to a tool system."""
    if isinstance(function, functools.partial):
        behind, kind = _behind(function.func)
        return behind, "class" if kind == "class" else "other"
    if isinstance(function, staticmethod):
        return function.__func__, "function"
    if inspect.ismethod(function):
        return function.__func__, "other"
    if isinstance(function, type):
        return function, "class"
    if _is_object(function):
        return type(function).__call__, "other"
    return function, "method" if _is_method(function) else "function"


def _unwrap(function: Any) -> Any:
    while isinstance(function, functools.partial):
        function = function.func
    return function


def _is_object(function: Any) -> bool:
    """An instance whose class defines `__call__`, as opposed to all kinds of functions."""
    return not isinstance(function, type | staticmethod | functools.partial) and not inspect.isroutine(function)


def _is_method(function: Any) -> bool:
    """A function written in the body of a class and not bound to an object.

    While the body runs nothing tells it from a static method, but `@staticmethod` below the decorator hands over its own kind
    of object.
    """
    if not inspect.isfunction(function):
        return False
    outer, _, name = function.__qualname__.rpartition(".")
    if not outer or outer.endswith("<locals>"):
        return False
    place: Any = sys.modules.get(function.__module__)
    for part in outer.split("."):
        place = getattr(place, part, None)
    return not isinstance(getattr(place, "__dict__", {}).get(name), staticmethod)


def _article(word: str) -> str:
    return f"an `{word}`" if word[:1].lower() in "aeiou" else f"a `{word}`"
