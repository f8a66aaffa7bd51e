"""Small queries on values of the analysis: elements of a list, doubts, owners of annotations."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolc import code
from toolc.analysis.doubts import Doubt, ignore_order
from toolc.analysis.values import MISSING, Annotation, Choice, Dict, Function, Input, LibraryObject, List, Maybe, Symbol
from toolc.analysis.values import (
    Scope as Variables,
)
from toolc.analysis.values import (
    Unknown as Top,
)
from toolc.program import DefinitionValue, Unknown, Value


class CallVariables(Mapping[str, Value]):
    """The variables of one call, each converted when it is asked for."""

    def __init__(self, converter: Any, cells: Mapping[str, Any]) -> None:
        self._converter, self._cells = converter, cells

    def __getitem__(self, name: str) -> Value:
        found: Value = self._converter.value(self._cells[name])
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)


AROUND = ("tools", "prompts", "resources", "resource_templates", "resourceTemplates")
"""Arguments of result objects of MCP that are lists (`ListToolsResult(tools=…)` and its like)."""


def elements(value: Any) -> tuple[list[Any], Doubt | None]:
    """Return the elements of a list, or of a result object around one, and the doubt about it. Of several lists chosen by a
    condition, each element is returned once; those in all of them are unconditional."""
    value = value.value if isinstance(value, Input) else value
    match value:
        case None:
            return [], None
        case List():
            return value.items, ignore_order(value.taint)
        case tuple():
            return list(value), None
        case Dict() if value.kind in ("set", "frozenset", "view"):
            return list(value.items.values()), ignore_order(value.taint)
        case LibraryObject(site=site):
            around = next((site.kwargs[name] for name in AROUND if name in site.kwargs), None)
            if around is None and not site.args:
                return [], Doubt("", "it is computed while the program runs")
            return elements(site.args[0] if around is None else around)
        case Choice(guard=guard):
            several = [elements(one) for one in value.alternatives]
            everywhere = set[int].intersection(*({id(one) for one in items} for items, _ in several))
            found = {
                id(one): one if id(one) in everywhere or isinstance(one, Maybe) else Maybe(one, guard)
                for items, _ in several
                for one in items
            }
            return list(found.values()), next((taint for _, taint in several if taint is not None), None)
        case Top(doubt=doubt):
            return [], doubt
        case _:
            return [], Doubt("", "it is computed while the program runs")


def key_of(definition: DefinitionValue) -> tuple[object, ...]:
    """Return a key that distinguishes definitions of one statement: the calls around it, and its object."""
    frames = (id(one.frame) for one in definition.scope.within)
    return definition.module, definition.node.at, id(definition.frame) if definition.frame else 0, *frames


def unknown_value(doubt: Doubt) -> Unknown:
    return Unknown(doubt.reason, doubt.code if doubt.code in ("TC307", "TC230", "TC332") else "")


def plain(value: Any) -> Any:
    return value.value if isinstance(value, Input) else value


def is_empty(value: Any) -> bool:
    return value is MISSING or (isinstance(value, Symbol) and value.name.endswith(".empty"))


def is_own(annotation: Annotation, function: Function) -> bool:
    """Return `True` if an annotation is written in the function's own header."""
    node = function.node
    params = node.header.params if isinstance(node, code.FunctionDef) else ()
    returns = node.header.returns if isinstance(node, code.FunctionDef) else None
    return annotation.expr is returns or any(annotation.expr is one.annotation for one in params)


def calls_around(variables: Variables | None) -> Iterator[Variables]:
    while variables is not None:
        if variables.function is not None:
            yield variables
        variables = variables.parent


def begins_at(variables: Variables, at: int) -> bool:
    """Return `True` if variables belong to a call of the function whose definition begins at an offset."""
    node = variables.function.node if variables.function is not None else None
    return isinstance(node, code.FunctionDef) and node.at == at
