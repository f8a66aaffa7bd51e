"""Events as registrations, which systems read, and registrations with the system that reads them.

Takes events, gives `RegistrationSite`s with the values as they were when the event happened.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import Struct, field

from toolc.analysis.events import Event
from toolc.analysis.protocol_objects import current_call, is_protocol_object
from toolc.analysis.values import MISSING, Function, Instance, LibraryObject, Symbol
from toolc.bind.tools.convert import Converter
from toolc.bind.tools.framework_names import FrameworkNames
from toolc.diagnostics import Diagnostic
from toolc.program import RegistrationSite, Value
from toolc.qualified_names import canonical
from toolc.source import Span
from toolc.systems.base import Mark, System


class Claim(Struct, frozen=True):
    """One registration and the system and mark that know what to make of it.

    `open`: the function that is registered is a parameter that no followed call fills. `under` is the place of a condition
    that only the running program decides. `repeated`: it stands in a loop whose rounds only the running program knows.
    `dropped`: of what is made only an attribute is read. `renamed` are a name and description that the tool object is given
    once it is made. `doubts` are what else is not certain of it.
    """

    system: System
    mark: Mark
    registration: RegistrationSite
    open: bool = False
    under: Span | None = None
    repeated: bool = False
    dropped: bool = False
    doubts: tuple[Diagnostic, ...] = ()
    renamed: Mapping[str, Value] = field(default_factory=dict)


class Registrations:
    """Makes registrations with one converter of values; `attribute` reads objects of the program."""

    def __init__(self, convert: Converter, names: FrameworkNames, attribute: Callable[..., Any] | None = None) -> None:
        self._convert, self._names, self._attribute = convert, names, attribute

    def of(self, event: Event, types_from: str, fields: Collection[str] = ()) -> RegistrationSite:
        """Return an event as a registration.

        `types_from` says where the system reads types (`System.types_from`), `fields` which attributes of an object it reads.
        """
        with self._convert.as_of(event, types_from):
            return self._site_of(event, self._fields(event, fields))

    def _fields(self, event: Event, names: Collection[str]) -> dict[str, Value]:
        """Return what an object of a class of the program has, as it is at the end, once it is made."""
        made, read = event.receiver, self._attribute
        if not isinstance(made, Instance) or not event.callee.endswith(".__init__") or read is None:
            return {}
        found = {name: read(made, name, MISSING) for name in names}
        return {name: self._convert.value(one) for name, one in found.items() if one is not MISSING}

    def _site_of(self, event: Event, fields: dict[str, Value]) -> RegistrationSite:
        scope = self._convert.scope(event.scope, event.place.module, event.place.at)
        target: Any = None
        if event.form in ("bare", "called", "subclass"):
            target = self._target(event)
        receiver = self._convert.value(event.receiver) if event.receiver is not None else None
        if receiver is None and event.made is not None:
            maker = event.made.callee.callee if isinstance(event.made.callee, LibraryObject) else event.made.callee
            receiver = self._names.copied.get(canonical(maker.name)) if isinstance(maker, Symbol) else None
        known = {id(event.target): self._target(event)} if isinstance(event.target, Function) else None
        site = current_call(event.made) if event.made is not None and is_protocol_object(event.made) else event.site
        args = self._convert.arguments(site, known=known)
        return RegistrationSite(
            event.callee, event.form, scope, event.place.at, event.place.end, target, args, receiver, fields
        )

    def _target(self, event: Event) -> Value:
        if isinstance(event.target, Function):
            return self._convert.then(event.target, event.cells)
        return self._convert.value(event.target)
