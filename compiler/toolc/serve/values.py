"""Tools among the values of a module: takes modules and objects of any kind, gives the tools that they are or hold.

Asks nothing of an object but its type: a proxy may answer for its class with an error.
"""

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from toolc.ir import Tool as Spec
from toolc.runtime import basic_agent, orbiter, pba, tinyagent
from toolc.runtime.frameworks import adapt, is_offered
from toolc.runtime.registry import ToolRegistry
from toolc.runtime.tool import FunctionTool
from toolc.runtime.tool_holder import Holder

TOOLS = (FunctionTool, tinyagent.Tool, orbiter.Tool, pba.Tool)
"""The classes of tools; those of basic_agent are functions."""

_MANY, _DEEP = 1000, 3
"""Larger and deeper containers hold data."""


def is_a(value: Any, *kinds: type) -> bool:
    """`isinstance` by the true type alone."""
    return issubclass(type(value), kinds)


def values_of(module: ModuleType) -> Iterator[tuple[Any, bool]]:
    """The values of a module's names, and what they hold."""
    for name, value in list(vars(module).items()):
        if not name.startswith("__"):
            yield value, False
            yield from ((inner, True) for inner in _inside(value, _DEEP))


def _inside(value: Any, depth: int) -> Iterator[Any]:
    """Yield the values in a container, registry or agent."""
    kind = type(value)
    held: Iterable[Any] = ()
    if is_a(value, ToolRegistry):
        held = list(value)
    elif is_a(value, basic_agent.ToolRegistry):
        held = value.list_tools()
    elif is_a(value, Holder):
        held = value.held_tools()
    elif kind in (list, tuple, set, frozenset, dict) and len(value) <= _MANY:
        held = list(value.values() if kind is dict else value)
    for one in held:
        yield one
        if depth > 1:
            yield from _inside(one, depth - 1)


def tool_of(value: Any) -> tuple[Spec | None, FunctionTool | None]:
    """The tool that an object stands for, and the `ir.Tool` that it was made with, where that was from a function."""
    if is_a(value, FunctionTool):
        return value.spec, value
    if is_a(value, tinyagent.Tool):
        own = vars(value).get("_core")
        return (None if own is None else own.spec), tinyagent.core(value)
    if is_a(value, orbiter.Tool):
        own = getattr(value, "_core", None)
        return (own.spec if isinstance(own, FunctionTool) else None), orbiter.core(value)
    if is_a(value, pba.Tool):
        return value._spec, value._core
    definition: Any = getattr(value, "_tool_definition", None) if is_a(value, FunctionType) else value
    if is_a(definition, basic_agent.ToolDefinition):
        return definition.core.spec, definition.core
    if is_offered(value):
        return None, adapt(value)
    return None, None


def classes_of_tools(module: ModuleType) -> Iterator[type[orbiter.Tool]]:
    """The classes of tools that the module defines; without a name and without `execute` it is a base for others."""
    for cls in list(vars(module).values()):
        own = is_a(cls, type) and issubclass(cls, orbiter.Tool) and cls.__module__ == module.__name__
        if own and (hasattr(cls, "name") or not inspect.isabstract(cls)):
            yield cls


def public_functions(module: ModuleType, system: str) -> list[Any]:
    """The public functions of a module; of a pba file, the one that is its tool."""
    if system == pba.NAME:
        one = pba.choose_function(module, Path(module.__file__ or module.__name__).stem)
        return [] if one is None else [one]
    return [
        value
        for name, value in vars(module).items()
        if is_a(value, FunctionType) and value.__module__ == module.__name__ and not name.startswith("_")
    ]
