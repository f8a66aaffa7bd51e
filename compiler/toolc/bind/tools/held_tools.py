"""Small questions about the tools that servers hold, and the events that put them there."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs

from toolc import code
from toolc.analysis.doubts import Doubt, Place
from toolc.analysis.events import Event
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.models.claimed import bases_of
from toolc.analysis.values import BoundMethod, Choice, Class, Function, Instance, Maybe
from toolc.bind.linker import Linker
from toolc.diagnostics import Diagnostic
from toolc.program import ConstantValue, Declaration, Unknown


def alternatives(held: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield each value of a dict of tools with its tool object; alternatives of a condition one by one."""
    for one in held:
        inner = one.value if isinstance(one, Maybe) else one
        for tool in inner.alternatives if isinstance(inner, Choice) else (inner,):
            yield inner if isinstance(inner, Choice) else one, tool


def definition_place(event: Event) -> Place:
    """The name of the function that is registered; of anything else where it is."""
    target = event.target
    if not isinstance(target, Function) or not isinstance(target.node, code.FunctionDef):
        return event.place
    header = target.node.header
    return Place(target.module, header.name_at, header.name_at + len(header.name))


def class_of(event: Event) -> object:
    """The class of the object whose method an event is: what a base registers stands at one place for all below it."""
    return event.receiver.cls if isinstance(event.receiver, Instance) else None


def once(found: list[Declaration]) -> list[Declaration]:
    """Of tools of which nothing is told, one for each place."""
    seen: set[object] = set()
    kept: list[Declaration] = []
    for one in found:
        place = one.server, one.scope.module, one.at, one.end
        untold = (
            one.definition is None and not isinstance(one.name, ConstantValue) and not isinstance(one.schema, ConstantValue)
        )
        if not untold or place not in seen:
            kept.append(one)
        if untold:
            seen.add(place)
    return kept


def function_of(held: Any) -> object:
    """The code of the function behind a tool object; the object itself where there is none."""
    tool = held.value if isinstance(held, Maybe) else held
    target = tool.native.target if isinstance(tool, Instance) and isinstance(tool.native, Event) else None
    return target.node if isinstance(target, Function) else tool


def instead(event: Event, left_out: Iterable[tuple[Event, frozenset[str]]]) -> frozenset[str]:
    """The symbolic parameters that decide whether another function of the same name is registered instead."""
    target = event.target
    if not isinstance(target, Function):
        return frozenset()
    for other, inputs in left_out:
        function = other.target
        if other.callee != event.callee or not isinstance(function, Function) or function.node is target.node:
            continue
        if function.qualname == target.qualname and all(one.startswith("the parameter") for one in inputs):
            return inputs
    return frozenset()


def override_doubts(vm: Interpreter, event: Event, decisive: Mapping[str, frozenset[str]]) -> Iterator[Doubt]:
    """Yield a doubt for each method of the program that decides, in the place of the framework's, what an object offers."""
    held = event.target.receiver if isinstance(event.target, BoundMethod) else event.target
    classes = [one.cls if isinstance(one, Instance) else one for one in (held, event.receiver)] if decisive else []
    for cls in dict.fromkeys(one for one in classes if isinstance(one, Class)):
        wanted = frozenset[str]().union(*[decisive.get(base, frozenset()) for base in bases_of(vm, cls)])
        for one in cls.mro if wanted else ():
            for part in one.node.body if isinstance(one, Class) and one.node is not None else ():
                if isinstance(part, code.FunctionDef) and part.header.name in wanted:
                    at = part.header.name_at
                    reason = f"`{one.name}.{part.header.name}` decides what models see, which toolc does not follow"
                    yield Doubt("TC215", reason, Place(one.module, at, at + len(part.header.name)))


def without_nameless(found: list[Declaration], linker: Linker) -> list[Declaration]:
    """Of a function that makes tools and is called twice: what is without a name in one call is the tool that has one."""
    calls: dict[tuple[object, ...], list[Declaration]] = {}
    for one in found:
        calls.setdefault((one.server, one.scope.module, one.at, one.end), []).append(one)
    nameless = {
        key: next((one for one in several if isinstance(one.name, Unknown)), None)
        for key, several in calls.items()
        if any(not isinstance(one.name, Unknown) for one in several)
    }
    kept = []
    for one in found:
        other = nameless.get((one.server, one.scope.module, one.at, one.end))
        if other is not None and not isinstance(one.name, Unknown):
            message = "another call registers this tool under a name that only the running program knows"
            note = Diagnostic("TC218", message, linker.span(other.scope, other.at, other.end))
            one = structs.replace(one, diagnostics=(*one.diagnostics, note))
        if other is None or not isinstance(one.name, Unknown):
            kept.append(one)
    return kept
