"""Issues met while a type is spelled, and the result of spelling one.

Takes nothing, gives `Spelling`, `Issue` and the exceptions by which the passes stop; none of these leaves the package.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from msgspec import Struct, structs

from toolc.ir import Fidelity, JsonSchema
from toolc.signature import CallConstant, UnknownConstant, undecided_code

_ORDER: tuple[Fidelity, ...] = ("exact", "approximate", "unknown", "refused")


class Issue(Struct, frozen=True):
    """One fact that keeps a schema from being exact. `where` is the path of fields and classes that leads to it."""

    code: str
    message: str
    where: str
    fidelity: Fidelity


class Spelling(Struct, frozen=True):
    """A schema and what is known about its truth. `schema` is None exactly when pydantic itself would raise."""

    schema: JsonSchema | None
    issues: tuple[Issue, ...] = ()
    warned: bool = False  # pydantic warns that it left something out (`PydanticJsonSchemaWarning`)
    unsupported: bool = False  # there is no schema because a type has no validator (`PydanticSchemaGenerationError`)
    annotated: frozenset[str] = frozenset()  # classes of which a use inside another class says more than the class itself
    told: frozenset[tuple[str, str]] = frozenset()  # the same of uses outside of classes, with the keywords that say it

    @property
    def fidelity(self) -> Fidelity:
        """The worst of all issues."""
        return max((issue.fidelity for issue in self.issues), key=_ORDER.index, default="exact")


class Refused(Exception):
    """pydantic raises while it builds the class or its core schema; nothing catches this."""


class Unsupported(Refused):
    """pydantic has no validator for a type (`PydanticSchemaGenerationError`), which a `PlainValidator` makes up for."""


class Invalid(Exception):
    """The type has a validator but no JSON Schema (`PydanticInvalidForJsonSchema`); a union drops such a member."""


class Omit(Exception):
    """The type asks to be left out (`PydanticOmit`): a union member, a property."""


class Unwritable(Exception):
    """pydantic has no JSON for this value and leaves it out."""


class UnknownPart(Exception):
    """Part of a value is not known."""


class Exhausted(Exception):
    """A budget of this program is used up."""


class Noted(Struct, frozen=True):
    """An issue came up. `trail` leads there, and `muted` says how often notes were muted."""

    trail: tuple[str, ...]
    muted: int
    code: str
    message: str
    fidelity: Fidelity


class ModelRequested(Struct, frozen=True):
    """A model that is built apart was asked for."""

    trail: tuple[str, ...]
    muted: int
    ref: str


Event: TypeAlias = Noted | ModelRequested


class Notes:
    """The issues of one run, each with the place where it came up; equal ones are kept once.

    `log` has everything that came up in the first pass, issues that were muted too.
    """

    def __init__(self) -> None:
        self.trail: list[str] = []
        self.warned = False
        self.log: list[Event] = []
        self.muting = 0
        self.annotated: set[str] = set()
        self.told: set[tuple[str, str]] = set()
        self.unknown: Issue | None = None  # the first, be it muted: of what is not known, nobody can say that it fails
        self._issues: dict[Issue, None] = {}

    @property
    def issues(self) -> tuple[Issue, ...]:
        """All issues in the order in which they came up."""
        return tuple(self._issues)

    @contextmanager
    def mute(self, unless: bool = False) -> Iterator[None]:
        """Do not note issues in this block, as they do not show in the schema; with `unless` they do, and are noted."""
        self.muting += not unless
        try:
            yield
        finally:
            self.muting -= not unless

    def add(self, code: str, message: str, fidelity: Fidelity) -> None:
        """Note an issue at the current place."""
        noted = Noted(tuple(self.trail), self.muting, code, message, fidelity)
        self.log.append(noted)
        self.again(noted, ())

    def again(self, noted: Noted, trail: tuple[str, ...]) -> None:
        """Note an issue that came up in another run, `trail` before its own."""
        issue = Issue(noted.code, noted.message, ".".join((*trail, *noted.trail)), noted.fidelity)
        if issue.fidelity == "unknown":
            self.unknown = self.unknown or issue
        if not self.muting:
            self._issues[issue] = None

    def model_requested(self, ref: str) -> None:
        """A model was asked for at the current place."""
        self.log.append(ModelRequested(tuple(self.trail), self.muting, ref))

    def since(self, start: int, trail: int, muting: int) -> tuple[Event, ...]:
        """Take what came up since `start` out of the log, relative to a place: `trail` steps long, muted so often."""
        events, self.log = self.log[start:], self.log[:start]
        own = [structs.replace(one, trail=one.trail[trail:], muted=one.muted - muting) for one in events]
        return tuple(one for one in own if isinstance(one, ModelRequested) or not one.muted)

    def hook(self, message: str) -> None:
        """Custom code makes part of the schema."""
        self.add("TC310", message, "unknown")

    def undecided_type(self, message: str) -> None:
        """A type, or a keyword without which names or structure are wrong, is not known."""
        self._note_unknown("TC316", message, "unknown")

    def undecided_keyword(self, message: str) -> None:
        """A keyword that only annotates or narrows is not known and left out."""
        self._note_unknown("TC316", message, "approximate")

    def undecided_default(self, message: str) -> None:
        """A default is not known and left out."""
        self._note_unknown("TC309", message, "approximate")

    def _note_unknown(self, code: str, message: str, fidelity: Fidelity) -> None:
        """Note what is not known; where a name is undefined there is no tool at all."""
        code = undecided_code(message, code)
        self.add(code, message, "unknown" if code == "TC332" else fidelity)


def any_undecided(value: Any) -> str | None:
    """The reason of the first `UnknownConstant` inside a constant, or None."""
    if isinstance(value, UnknownConstant):
        return value.reason
    inside: tuple[Any, ...] = ()
    if isinstance(value, dict):
        inside = (*value.keys(), *value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        inside = tuple(value)
    elif isinstance(value, CallConstant):
        inside = (*value.args, *value.kwargs.values())
    for part in inside:
        reason = any_undecided(part)
        if reason is not None:
            return reason
    return None
