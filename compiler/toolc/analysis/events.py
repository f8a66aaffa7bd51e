"""Events: registrations, and other changes of servers and tools, in the order in which the program makes them.

A model notes an event; `bind/tools/collect.py` reads them after the program has been executed, and asks each system what they
mean.
"""

from typing import Any, Literal

from toolc.analysis.doubts import Guard, Place
from toolc.analysis.json_schemas import JsonSchema
from toolc.analysis.namespaces import Namespace
from toolc.analysis.values import (
    BoundMethod,
    Descriptor,
    Dict,
    Function,
    Input,
    Instance,
    LibraryObject,
    List,
    Maybe,
    Obj,
    Partial,
    Scope,
    Site,
    Value,
)

MAX_DEPTH = 12  # how deep containers are copied

Form = Literal["bare", "called", "call", "subclass", "assigned"]


def snapshot(value: Value, depth: int = 0, made: dict[int, Any] | None = None) -> Any:
    """A value as it is now: lists and dicts are copied, at any depth and each once; what they hold else is the same."""
    made = {} if made is None else made
    if depth > MAX_DEPTH:
        return value
    if isinstance(value, tuple):
        return tuple([snapshot(one, depth + 1, made) for one in value])
    if isinstance(value, dict):
        return {key: snapshot(one, depth + 1, made) for key, one in value.items()}
    if isinstance(value, Maybe):
        return Maybe(snapshot(value.value, depth + 1, made), value.guard)
    if id(value) in made:
        return made[id(value)]
    copy: Any
    if isinstance(value, JsonSchema) and value.whole:
        copy = made[id(value)] = value.again()
        return copy
    if isinstance(value, List):
        copy = made[id(value)] = List([], value.kind, value.cls)
        copy.items.extend([snapshot(one, depth + 1, made) for one in value.items])
    elif isinstance(value, Dict) and not isinstance(value, Namespace):
        copy = made[id(value)] = Dict({}, value.kind, value.cls, value.factory)
        copy.items.update({key: snapshot(one, depth + 1, made) for key, one in value.items.items()})
    else:
        return value
    copy.taint = value.taint
    return copy


def functions_behind(values: list[Any]) -> dict[Function, dict[str, Any]]:
    """The functions that some values lead to, each with its cells as they are now: frameworks read them at once."""
    found: dict[Function, dict[str, Any]] = {}
    todo = list(values)
    seen: set[int] = set()
    while todo:
        value = todo.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        match value:
            case Function():
                found[value] = snapshot(value.cells)
                todo.append(value.cells.get("__wrapped__"))
            case BoundMethod() | Descriptor():
                todo.append(value.function)
            case Partial() | LibraryObject():
                todo += value.children()
            case Input():
                todo.append(value.value)
            case tuple():
                todo += value
    return found


FACTS = frozenset(
    """name description json_schema params_json_schema parameters args_schema inputs input_schema inputSchema output_schema
    outputSchema tool_spec metadata fn_schema function_schema openai_tool_schema""".split()
)
"""Attributes of tool objects that are published to models."""


class Event:
    """One call that registers, mounts, removes or changes tools, with its values at that time.

    `added`: a server was given the tool made here.
    `applied`: the result was called in turn, as a decorator.
    `callee`: the dotted name of the function called.
    `cells`: the attributes of the target at that time.
    `copied`: the tools of the server that is imported have been added one by one.
    `dropped`: of the tool made here, only a part is read.
    `entry`: the number of the `__main__` block that led to it, from 1; 0 where the body of a module did.
    `form`: how it is written (`Form`).
    `functions`: the functions that target and arguments lead to, each with its attributes at that time.
    `guards`: the path condition.
    `inputs`: the inputs that its arguments depend on.
    `made`: the result of the call.
    `mounted`: how many servers were read off it.
    `place`, `scope`, `stack`: the code, the scope it stands in, and the calls that led there.
    `receiver`: the object whose method is called.
    `repeated`: it stands in a loop of unknown length.
    `site`: the arguments.
    `target`: the function or class that is registered.
    `tool`: the tool object of the heap that was made.
    `unimported`: it happens to a server of another module, in a module that no likely entry point imports.
    `unordered`: it stands in a loop over a set, or over the files of a folder.
    `varied`: the inputs that the elements of its containers depend on.
    """

    __slots__ = (
        "added", "applied", "callee", "cells", "copied", "dropped", "entry", "form", "functions", "guards", "inputs", "made",
        "mounted",
        "place", "receiver", "repeated", "scope", "site", "stack", "target", "tool", "unimported", "unordered", "varied",
    )  # fmt: skip

    def __init__(
        self,
        callee: str,
        form: Form,
        site: Site,
        place: Place,
        scope: Scope | None,
        guards: tuple[Guard, ...],
        repeated: bool,
        stack: tuple[tuple[Function, Place], ...],
        target: Value = None,
        receiver: Obj | None = None,
        tool: Instance | None = None,
    ) -> None:
        self.callee, self.form, self.place, self.scope = callee, form, place, scope
        self.site = Site(site.place, site.scope, snapshot(site.args), snapshot(site.kwargs), site.name)
        self.guards, self.repeated, self.stack = guards, repeated, stack
        self.target, self.receiver, self.tool = target, receiver, tool
        self.cells: dict[str, Any] = snapshot(target.cells) if isinstance(target, Obj) else {}
        self.functions = functions_behind([target, *site.values])
        self.inputs: frozenset[str] = frozenset()
        self.entry, self.mounted = 0, 0
        self.unimported = False
        self.unordered = False
        self.copied = False
        self.dropped = False
        self.varied: frozenset[str] = frozenset()
        self.added = False
        self.applied = False
        self.made: LibraryObject | None = None

    def __repr__(self) -> str:
        return f"Event({self.callee}, {self.target})"
