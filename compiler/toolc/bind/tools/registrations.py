"""Events as registrations, which systems read.

Takes events, gives `Registration`s with the values as they were when the event happened.
"""

from typing import Any

from toolc.analysis.events import Event
from toolc.analysis.values import Function, LibraryObject, Symbol
from toolc.bind.tools.convert import Converter
from toolc.bind.tools.framework_names import FrameworkNames
from toolc.names import canonical
from toolc.program import Registration, Value


class Registrations:
    """Makes registrations with one converter of values."""

    def __init__(self, convert: Converter, names: FrameworkNames) -> None:
        self._convert, self._names = convert, names

    def of(self, event: Event, types_from: str) -> Registration:
        """Return an event as a registration; `types_from` says where the system reads types (`System.types_from`)."""
        with self._convert.as_of(event, types_from):
            return self._registered(event)

    def _registered(self, event: Event) -> Registration:
        scope = self._convert.scope(event.scope, event.place.module, event.place.at)
        target: Any = None
        if event.form in ("bare", "called", "subclass"):
            target = self._target(event)
        receiver = self._convert.value(event.receiver) if event.receiver is not None else None
        if receiver is None and event.made is not None:
            maker = event.made.callee.callee if isinstance(event.made.callee, LibraryObject) else event.made.callee
            receiver = self._names.copied.get(canonical(maker.name)) if isinstance(maker, Symbol) else None
        known = {id(event.target): self._target(event)} if isinstance(event.target, Function) else None
        args = self._convert.arguments(event.site, known=known)
        return Registration(event.callee, event.form, scope, event.place.at, event.place.end, target, args, receiver)

    def _target(self, event: Event) -> Value:
        if isinstance(event.target, Function):
            return self._convert.then(event.target, event.cells)
        return self._convert.value(event.target)
