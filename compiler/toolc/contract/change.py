"""One difference between two contracts. Takes nothing, gives the values that `compare` fills and the command line shows."""

from typing import Any, Literal

from msgspec import UNSET, Struct

from toolc.contract.rules import CATEGORIES, RULES, Category, Rule, Severity
from toolc.source import Span

Kind = Literal["tool", "prompt", "resource", "server"]


class Place(Struct, frozen=True, order=True):
    """Place of a tool in a bundle. `kind`: for other components `tool` is the name of a prompt, a URI, or the server's name."""

    package: str
    server: str
    tool: str
    kind: Kind = "tool"


class Change(Struct, frozen=True):
    """A code of the table at a place.

    `at`: where in the schema, as people write it (`filters[].name`), "" for the tool as a whole. `message`: the facts.
    `example`: in a tuple of one, a value that shows it. `old` and `new`: the places in source, as far as there are any.
    `before` and `after`: the texts or values that changed, whole; `UNSET` where that is no text and no value.
    """

    code: str
    place: Place
    message: str
    at: str = ""
    example: tuple[Any, ...] = ()
    old: Span | None = None
    new: Span | None = None
    help: str = ""
    before: Any = UNSET
    after: Any = UNSET

    @property
    def rule(self) -> Rule:
        return RULES[self.code]

    def severity(self, asked: Category, configured: dict[str, Severity]) -> Severity:
        """Return the severity of a change for a category: breaking it is an error, unless configured otherwise."""
        if self.code in configured:
            return configured[self.code]
        if self.rule.announced:
            return self.rule.severity
        if CATEGORIES.index(self.rule.breaks) <= CATEGORIES.index(asked):
            return "error"
        return "warning" if self.rule.severity == "error" else self.rule.severity
