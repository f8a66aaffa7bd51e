"""What the parts of `bind` ask of each other, so that none of them imports the linker that joins them."""

from typing import Protocol

from toolc.bind.library import Library, Unit
from toolc.module import Expr
from toolc.program import Definition, External, Scope, Unknown, Value


class Links(Protocol):
    """The linker as its parts see it."""

    library: Library
    known: frozenset[str]  # qualified names that a system's table explains

    def evaluate(self, expr: Expr, scope: Scope, name: str = "") -> Value: ...
    def attribute(self, value: Value, name: str) -> Value: ...
    def lookup(self, name: str, scope: Scope) -> Value: ...
    def member(self, module: str, name: str) -> Value: ...
    def ancestors(self, definition: Definition) -> tuple[Definition | External | Unknown, ...]: ...
    def unit(self, scope: Scope) -> Unit: ...
