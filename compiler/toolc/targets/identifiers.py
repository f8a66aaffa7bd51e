"""Result of a language's naming pass: identifiers of types and tools, and the names in use."""

from collections.abc import Mapping

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.targets.casing import add_number


class ToolNames(Struct, frozen=True):
    """`method`: of the client; `stem`: what the tool's own types begin with; `model`: the type of what it gives back, "" where
    that is a type of its own."""

    method: str
    stem: str
    model: str

    @property
    def result(self) -> str:
        return self.model or f"{self.stem}Result"


class Names(Struct, frozen=True):
    """Identifiers by `NamedType.name` and, in order, of the tools. `taken` grows by what `claim` gives."""

    types: Mapping[str, str]
    tools: tuple[ToolNames, ...]
    taken: set[str]
    diagnostics: tuple[Diagnostic, ...]

    def claim(self, wanted: str) -> str:
        """The name itself, or with a number behind it."""
        free = add_number(wanted, self.taken)
        self.taken.add(free)
        return free
