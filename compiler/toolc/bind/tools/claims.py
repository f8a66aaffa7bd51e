"""One registration, with the system that knows what to make of it."""

from collections.abc import Mapping

from msgspec import Struct, field

from toolc.diagnostics import Diagnostic
from toolc.program import RegistrationSite, Value
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
