"""What may go wrong while a type is spelled, and the value that a spelling is.

Takes nothing, gives `Spelling`, `Issue` and the exceptions by which the passes stop; none of these leaves the package.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from toolc.ir import Fidelity, JsonSchema
from toolc.signature import Made, Undecided

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


class Exhausted(Exception):
    """A budget of this program is used up."""


class Notes:
    """The issues of one run, each with the place where it came up; equal ones are kept once."""

    def __init__(self) -> None:
        self.trail: list[str] = []
        self.warned = False
        self._issues: dict[Issue, None] = {}
        self._muted = 0

    @property
    def issues(self) -> tuple[Issue, ...]:
        """All issues in the order in which they came up."""
        return tuple(self._issues)

    @contextmanager
    def muted(self, unless: bool = False) -> Iterator[None]:
        """What comes up meanwhile does not show in the schema and is not noted, unless it does."""
        self._muted += not unless
        try:
            yield
        finally:
            self._muted -= not unless

    def add(self, code: str, message: str, fidelity: Fidelity) -> None:
        """Note an issue at the current place."""
        if self._muted:
            return
        self._issues[Issue(code, message, ".".join(self.trail), fidelity)] = None

    def hook(self, message: str) -> None:
        """Custom code makes part of the schema."""
        self.add("TC310", message, "unknown")

    def undecided_type(self, message: str) -> None:
        """A type, or a keyword without which names or structure are wrong, is not known."""
        self.add("TC316", message, "unknown")

    def undecided_keyword(self, message: str) -> None:
        """A keyword that only annotates or narrows is not known and left out."""
        self.add("TC316", message, "approximate")

    def undecided_default(self, message: str) -> None:
        """A default is not known and left out."""
        self.add("TC309", message, "approximate")


def any_undecided(value: Any) -> str | None:
    """The reason of the first `Undecided` inside a constant, or None."""
    if isinstance(value, Undecided):
        return value.reason
    inside: tuple[Any, ...] = ()
    if isinstance(value, dict):
        inside = (*value.keys(), *value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        inside = tuple(value)
    elif isinstance(value, Made):
        inside = (*value.args, *value.kwargs.values())
    for part in inside:
        reason = any_undecided(part)
        if reason is not None:
            return reason
    return None
