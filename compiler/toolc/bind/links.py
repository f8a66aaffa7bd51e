"""Interface of the linker for the modules of `bind`, so that none of them imports it."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from toolc.bind.modules import ModuleLoader, SourceModule
from toolc.module import Comprehension, DeferredNode, ExpandedNode, Expr, OutlineNode, Stmt
from toolc.program import (
    Argument,
    CallResult,
    ClassDecoration,
    DefinitionValue,
    ExternalSymbol,
    GuardedElement,
    ProgramPoint,
    Unknown,
    Value,
)
from toolc.source import Span


class CallArguments(Struct, frozen=True):
    """Arguments of a call. `has_unknown_unpacking`: it also unpacks a value that is not known."""

    positional: tuple[Value, ...] = ()
    named: Mapping[str, Value] = {}
    has_unknown_unpacking: bool = False
    args: tuple[Argument, ...] = ()  # as they are written, in `scope`
    scope: ProgramPoint | None = None


class ExecutedModules(Protocol):
    """The modules of the program as they are once they have run. What is not known is None."""

    def variable(self, module: str, name: str) -> Value | None:
        """Return the final value of a module's variable that a single statement binds."""

    def is_changed(self, made: CallResult) -> bool:
        """Return `True` if an object with fields, that a call outside functions makes, has changed since, or may have."""

    def call_value(self, module: str, at: int, end: int) -> Value | None:
        """Return what a call or comprehension outside functions, or a call in an annotation, gave."""

    def call(self, function: Value, arguments: tuple[Any, ...], owner: Value | None) -> Value:
        """Return the result of a function of the program, called with constants. It may change lists and dicts among them."""

    def member_value(self, enum: DefinitionValue, name: str) -> Value | None:
        """Return the value of a member of an enum."""

    def decoration(self, cls: DefinitionValue) -> ClassDecoration | None:
        """Return the effect of a class's decorators."""

    def late_attribute(self, cls: DefinitionValue, name: str) -> Value | None:
        """Return what an attribute of a class is, if it was set behind the class statement and its decorators."""

    def class_doubt(self, cls: DefinitionValue) -> str:
        """Return why the program may change what a library has made of a class; "" if nothing says so."""

    def own_modules(self) -> frozenset[str]:
        """The names of the program's modules that have run; none if each runs when it is asked for."""


class Links(Protocol):
    """The linker as its parts see it."""

    library: ModuleLoader
    known: frozenset[str]  # qualified names that a system's table explains

    def evaluate(self, expr: Expr, scope: ProgramPoint, name: str = "") -> Value: ...
    def list_elements(self, of: Expr | DefinitionValue, scope: ProgramPoint) -> Iterator[GuardedElement]: ...
    def attribute(self, value: Value, name: str) -> Value: ...
    def lookup(self, name: str, scope: ProgramPoint) -> Value: ...
    def member(self, module: str, name: str) -> Value: ...
    def class_attribute(self, definition: DefinitionValue, name: str) -> Value | None: ...
    def ancestors(self, definition: DefinitionValue) -> tuple[DefinitionValue | ExternalSymbol | Unknown, ...]: ...
    def unit(self, scope: ProgramPoint) -> SourceModule: ...
    def statements(
        self, definition: DefinitionValue, unsure: bool = False
    ) -> Iterator[tuple[OutlineNode, Stmt, ProgramPoint]]: ...
    def bases(self, definition: DefinitionValue) -> tuple[tuple[DefinitionValue | ExternalSymbol | Unknown, ...], bool]:
        """The bases of a class as its header names them, and whether that stands on no question that is still open."""

    def model_rebuild_binding(self, name: str, scope: ProgramPoint) -> Value | None: ...
    def expression(self, text: str) -> Expr | None: ...
    def call_concretely(self, function: Value, arguments: tuple[Any, ...]) -> Value: ...
    def class_decoration(self, definition: DefinitionValue) -> ClassDecoration | None: ...
    def reflect(self, callee: str, args: tuple[Argument, ...], scope: ProgramPoint) -> Value | None: ...

    executed: "ExecutedModules | None"

    def expand(self, expr: DeferredNode, scope: ProgramPoint) -> ExpandedNode | None: ...
    def comprehension(self, expr: Comprehension, scope: ProgramPoint) -> Value: ...
    def define(self, scope: ProgramPoint, node: OutlineNode) -> DefinitionValue | None: ...
    def version(self, distribution: str) -> str | None: ...
    def span(self, scope: ProgramPoint, at: int, end: int) -> Span: ...

    def annotation_value(self, annotation: Expr, scope: ProgramPoint) -> Value:
        """Return the value of an annotation, in quotes or not."""

    def result(self, value: Value) -> Value:
        """Return the result of a call of a function of the program; any other value is returned as it is."""

    def reserve(self, count: int) -> bool:
        """Reserve a number of loop iterations; return `False` if the budget does not allow it."""

    def await_result(self, value: Value) -> Value:
        """Return the result of awaiting the call of an asynchronous function."""

    def enter_call(
        self, function: DefinitionValue, passed: CallArguments, scope: ProgramPoint, *at: object
    ) -> DefinitionValue | None:
        """The function as it is called at a place of a scope; None when it is no function or following it goes too far."""

    def method(self, function: DefinitionValue, owner: Value) -> DefinitionValue:
        """A function with its first parameter filled, as an instance or a class gives it."""

    def returned_value(self, entered: DefinitionValue) -> Value:
        """Return the result of an entered call."""
