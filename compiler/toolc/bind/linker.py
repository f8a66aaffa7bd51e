"""The linked program: names, attributes, class hierarchies, across modules.

Takes a `ModuleLoader` and the names systems know, gives the `Program` that `lower` and the systems ask. Every question is
answered once and kept; a question that comes back to itself, or goes too deep, is answered with `Unknown`.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import cached_property
from typing import Any, TypeGuard, cast

from toolc.bind.annotations import annotations_of
from toolc.bind.attributes import attribute, class_attribute, of_instance
from toolc.bind.call_results import (
    READ_OFF_FUNCTIONS,
    arity,
    await_result,
    resolve_call,
    unwrap,
)
from toolc.bind.calls import CallGraph
from toolc.bind.external_symbols import external_value
from toolc.bind.identity import calling_context, identity
from toolc.bind.imports import at_top, has_postponed_annotations
from toolc.bind.late_attributes import late_class_attribute
from toolc.bind.links import CallArguments, ExecutedModules
from toolc.bind.lookup import CIRCULAR, TOO_LATE, definition, lookup, resolve_binding
from toolc.bind.module_attributes import module_attribute
from toolc.bind.modules import ModuleLoader, SourceModule
from toolc.bind.mro import Base, Hierarchy, bases_of, key_of
from toolc.bind.reachability import statements
from toolc.bind.rebuilds import Rebuild, rebuild_binding, rebuilds
from toolc.bind.reflection import reflect
from toolc.bind.type_bindings import named_types
from toolc.bind.values.displays import comprehension
from toolc.bind.values.enums import is_enum, members
from toolc.bind.values.evaluate import evaluate
from toolc.bind.values.loops import elements_of_list
from toolc.cpu_budget import FileBudgets, tick
from toolc.diagnostics import Diagnostic
from toolc.interfaces import Reader
from toolc.limits import CpuBudgetExceeded, Limits
from toolc.module import Class, Comprehension, DeferredNode, ExpandedNode, Expr, Func, OutlineNode, Stmt
from toolc.program import (
    Argument,
    CallResult,
    ClassDecoration,
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    GuardedElement,
    ParameterValue,
    ProgramPoint,
    SequenceValue,
    Thunk,
    TypeBinding,
    Unknown,
    Value,
)
from toolc.python_versions import NEWEST_PYTHON
from toolc.qualified_names import DATA_MODULES
from toolc.source import Span
from toolc.timings import counts

MAX_DEPTH = 90
"""How far one question may lead to another: beyond any real chain of re-exports, well within the interpreter's stack."""

MAX_REDONE = 5_000  # how many answers within circles are looked for again from one file before others are not known
CLOSED = 1 << 30

MAX_QUOTED = 1_000_000  # what reading string annotations may take: some seconds, a hundred thousand plain ones


class Linker:
    """The program, answering lazily."""

    def __init__(
        self,
        library: ModuleLoader,
        reader: Reader,
        known: frozenset[str],
        declare: "Callable[[Linker], tuple[Declaration, ...]]",
        clock: FileBudgets | None = None,
    ) -> None:
        self.library = library
        self.known = known
        self.candidates: list[SourceModule] = []
        self.executed: ExecutedModules | None = None
        self.answers: Callable[[DefinitionValue], Iterator[GuardedElement]] | None = (
            None  # what functions give that a framework calls
        )
        self.called_schema: Callable[[Value], Any] | None = None  # the JSON Schema of a model, by its definition
        self.tool_fact: Callable[[Declaration, str], tuple[bool, Any]] | None = None  # a fact of a tool, if it is certain
        self.clock = FileBudgets() if clock is None else clock
        self.reader = reader
        self._declare = declare
        self._quoted, self._quoting = dict[str, Expr | None](), 0
        self._expanded, self._depth = dict[tuple[str, int], ExpandedNode | None](), 0
        self._answers: dict[tuple[object, ...], Value] = {}
        self._asked: dict[tuple[object, ...], int] = {}
        self._open, self._redone = CLOSED, 0
        self._rebuilds: dict[str, tuple[Rebuild, ...]] = {}
        self.calls = CallGraph(self)
        self._tools: tuple[Declaration, ...] | None = None
        self.found_components: list[Declaration] = []
        self._hierarchy = Hierarchy(self)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics of reading and binding so far."""
        return tuple(self.library.diagnostics)

    @property
    def tools(self) -> tuple[Declaration, ...]:
        """Every tool of the project, none while they are looked for; who asks for types alone pays nothing for them."""
        if self._tools is None:
            self._tools = ()
            try:
                self._tools = self._declare(self)
            except BaseException:
                self._tools = None
                raise
        return self._tools

    @property
    def components(self) -> tuple[Declaration, ...]:
        """Every prompt and resource of the project, and what servers say of themselves; they are found with the tools."""
        return tuple(self.found_components) if self.tools or self.found_components else ()

    # --- questions of lower and the systems ---

    def evaluate(self, expr: Expr, scope: ProgramPoint, name: str = "") -> Value:
        counts["evaluations"] += 1
        tick()
        if self._depth >= MAX_DEPTH:
            return Unknown("it leads through too many other definitions")
        self._depth += 1
        try:
            return evaluate(expr, scope, self, name)
        finally:
            self._depth -= 1

    def unwrap(self, value: Value) -> Value:
        return unwrap(value, self)

    def list_elements(self, of: Expr | DefinitionValue, scope: ProgramPoint) -> Iterator[GuardedElement]:
        if not isinstance(of, DefinitionValue):
            yield from elements_of_list(self.evaluate(of, scope), self)
        elif self.answers is not None:
            yield from self.answers(of)

    def expression(self, text: str) -> Expr | None:
        if text not in self._quoted:
            self._quoting += 10 + sum(map(text.count, "([{")) ** 2
            self._quoted[text] = self.reader.expression(text) if self._quoting <= MAX_QUOTED else None
        return self._quoted[text]

    def expand(self, expr: DeferredNode, scope: ProgramPoint) -> ExpandedNode | None:
        key = scope.module, expr.at
        if key not in self._expanded:
            self._expanded[key] = self.reader.expand(self.library.unit(scope.module).source, expr)
        return self._expanded[key]

    def comprehension(self, expr: Comprehension, scope: ProgramPoint) -> Value:
        key = ("made", scope.module, *calling_context(scope), scope.at, expr.at, expr.end)
        return self._once(key, lambda: comprehension(expr, scope, self))

    def reflect(self, callee: str, args: tuple[Argument, ...], scope: ProgramPoint) -> Value | None:
        return reflect(callee, args, scope, self)

    def arity(self, function: Value) -> int:
        return arity(function, self)

    def call_concretely(self, function: Value, arguments: tuple[Any, ...], owner: Value | None = None) -> Value:
        if self.executed is None:
            return Unknown("it is asked for while the program is executed")
        return self.executed.call(function, arguments, owner)

    def class_decoration(self, definition_: DefinitionValue) -> ClassDecoration | None:
        return None if self.executed is None else self.executed.decoration(definition_)

    def class_doubt(self, definition_: DefinitionValue) -> str:
        return "" if self.executed is None else self.executed.class_doubt(definition_)

    def statements(
        self, definition_: DefinitionValue, unsure: bool = False
    ) -> Iterator[tuple[OutlineNode, Stmt, ProgramPoint]]:
        yield from statements(definition_, self, unsure)

    def ancestors(self, definition_: DefinitionValue) -> tuple[DefinitionValue | ExternalSymbol | Unknown, ...]:
        return self._hierarchy.ancestors(definition_)

    def class_attribute(self, definition_: DefinitionValue, name: str) -> Value | None:
        return resolve_binding(name, ProgramPoint(definition_.module, (*definition_.scope.within, definition_)), self)

    def late_class_attribute(self, definition_: DefinitionValue, name: str) -> Value | None:
        return late_class_attribute(definition_, name, self)

    def class_attribute_names(self, definition_: DefinitionValue) -> frozenset[str]:
        return frozenset(self.library.unit(definition_.module).index(definition_).by_name)

    def attributes_written(self, function: DefinitionValue, name: str) -> frozenset[str]:
        return frozenset(one.attribute for one in self.library.unit(function.module).mutations(function, name))

    def enum_members(self, definition_: DefinitionValue) -> tuple[str, ...]:
        return tuple(members(definition_, self)) if is_enum(definition_, self) else ()

    def has_postponed_annotations(self, module: str) -> bool:
        return has_postponed_annotations(self.library.unit(module))

    def is_rebound(self, name: str, module: str, behind: int = 0) -> bool:
        return sum(site.node.at >= behind for site in self.library.unit(module).top.binding(name)) > 1

    def span(self, scope: ProgramPoint, at: int, end: int) -> Span:
        return self.library.unit(scope.module).source.span(at, end)

    def charge_file(self, module: str) -> AbstractContextManager[None]:
        source = self.library.unit(module).source
        return self.clock.charging(source.path, source.limits)

    def limits(self, module: str) -> Limits:
        return self.library.unit(module).source.limits

    def length(self, module: str) -> int:
        return len(self.library.unit(module).source.text)

    def version(self, distribution: str) -> str | None:
        told = self.library.sources.version(distribution)
        return NEWEST_PYTHON if told is None and distribution == "python" else told

    def source_definition(self, name: str) -> Value | None:
        module, _, last = name.rpartition(".")
        source = DATA_MODULES.get(module, "")
        if not source or self.library.open(source) is None:
            return None
        value = self._once(
            ("behind", last),
            lambda: resolve_binding(last, ProgramPoint(source), self) or Unknown(f"`{source}` has no `{last}`"),
        )
        return None if isinstance(value, Unknown) else value

    def type_bindings(self, patient: bool) -> Iterator[TypeBinding]:
        return named_types(self, self.clock, patient)

    def annotations(self, modules: Iterable[str]) -> Iterable[tuple[Expr, ProgramPoint]]:
        own = frozenset[str]() if self.executed is None else self.executed.own_modules()
        return annotations_of(own, modules, self) if own else ()

    def imports(self) -> frozenset[str]:
        return self._imports if self.tools else frozenset()

    @cached_property
    def _imports(self) -> frozenset[str]:
        return at_top(self.candidates)

    # --- questions of the other parts of bind ---

    def bases(self, definition_: DefinitionValue) -> tuple[tuple[Base, ...], bool]:
        key = ("bases", *key_of(definition_))
        told = self._once(key, lambda: SequenceValue("tuple", tuple(bases_of(definition_, self))))
        if isinstance(told, SequenceValue):
            return cast("tuple[Base, ...]", told.items), key in self._answers
        return () if told == CIRCULAR else (cast("Unknown", told),), False

    def unit(self, scope: ProgramPoint) -> SourceModule:
        return self.library.unit(scope.module)

    def lookup(self, name: str, scope: ProgramPoint) -> Value:
        key = ("name", name, scope.module, *calling_context(scope), scope.at)
        value = self._once(key, lambda: lookup(name, scope, self))
        if self.executed is not None and _is_instance(value) and self.executed.is_changed(value):
            return Unknown(f"`{name}` is changed after it was made")
        return value if scope.within or scope.loops is not None else self._executed_value(scope.module, name, value)

    def model_rebuild_binding(self, name: str, scope: ProgramPoint) -> Value | None:
        package = scope.module.partition(".")[0]
        if package not in self._rebuilds:
            self._rebuilds[package] = ()  # while they are collected, nobody asks for more of them
            try:
                self._rebuilds[package] = rebuilds(package, self)
            except CpuBudgetExceeded:
                del self._rebuilds[package]
                raise
        return rebuild_binding(name, scope, self._rebuilds[package], self)

    def member(self, module: str, name: str) -> Value:
        """Return `module.name` of an imported module: one of its names, or a submodule."""
        full = f"{module}.{name}"
        if full in self.known:
            return ExternalSymbol(full)
        if self.library.is_modelled(full) and not self.library.is_modelled(module):
            return external_value(full, self)
        return self._executed_value(module, name, self._once(("member", full), lambda: module_attribute(module, name, self)))

    def _executed_value(self, module: str, name: str, value: Value) -> Value:
        """Return the variable's value from the executed module if its statement does not show it, else `value`."""
        if self.executed is None or not _made_by_calls(value) or (isinstance(value, Unknown) and TOO_LATE in value.reason):
            return value
        found = self.executed.variable(module, name)
        return value if found is None else found

    def attribute(self, value: Value, name: str) -> Value:
        match value:
            case DefinitionValue() if value.node.kind == "class":
                return self._once(("attr", value.full_name, value.node.at, name), lambda: class_attribute(value, name, self))
            case DefinitionValue() if name in READ_OFF_FUNCTIONS:  # wrappers that name each other ask for each other's
                return self._once(("of", identity(value), name), lambda: attribute(value, name, self))
            case CallResult() | ParameterValue():
                return self._once(("of", identity(value), name), lambda: of_instance(value, name, self))
            case _:
                return attribute(value, name, self)

    def _once(self, key: tuple[object, ...], answer: Callable[[], Value]) -> Value:
        if key in self._answers:
            return self._answers[key]
        if key in self._asked:
            self._open = min(self._open, self._asked[key])
            return CIRCULAR
        if self._depth >= MAX_DEPTH:
            return Unknown("it leads through too many other definitions")
        place, around, self._open = len(self._asked), self._open, CLOSED
        self._depth += 1
        try:
            self._asked[key] = place
            value = answer()
        finally:
            self._depth -= 1
            self._asked.pop(key, None)
        return self._cache_settled(key, value, place, around)

    def _cache_settled(self, key: tuple[object, ...], value: Value, place: int, around: int) -> Value:
        """Cache a value, unless it depends on a query that is still in progress (a cycle): that one is computed again."""
        if self._open < place:
            self._open = min(around, self._open)
            self._redone += 1
            if self._redone < MAX_REDONE:
                return value
            value = Unknown("it is part of too many definitions in terms of each other")
        else:
            self._open = around
        self._answers[key] = value
        return value

    # --- calls that are followed ---

    def annotation_value(self, annotation: Expr, scope: ProgramPoint) -> Value:
        value = self.evaluate(annotation, scope)
        if (
            isinstance(value, ConstantValue)
            and isinstance(value.value, str)
            and (expr := self.expression(value.value)) is not None
        ):
            return self.evaluate(expr, scope)
        return value

    def result(self, value: Value) -> Value:
        if not isinstance(value, CallResult):
            return value
        return self._once(("result", *identity(value)), lambda: resolve_call(value, self))

    def forget(self) -> None:
        """Drop what was answered while the program was not yet executed."""
        self._answers.clear()

    def reset(self) -> None:
        self._redone = 0
        self.calls.reset()

    def reserve(self, count: int) -> bool:
        return self.calls.reserve(count)

    def await_result(self, value: Value) -> Value:
        return await_result(value, self)

    def enter_call(
        self, function: DefinitionValue, passed: CallArguments, scope: ProgramPoint, *at: object
    ) -> DefinitionValue | None:
        return self.calls.enter_call(function, passed, scope, *at)

    def method(self, function: DefinitionValue, owner: Value) -> DefinitionValue:
        return self.calls.method(function, owner)

    def returned_value(self, resolve_callee: DefinitionValue) -> Value:
        return self.calls.result(resolve_callee)

    def define(self, scope: ProgramPoint, node: OutlineNode) -> DefinitionValue | None:
        """The definition made by a `def` or `class` node of a scope."""
        statement = self.unit(scope).statement(node)
        return definition(statement, node.at, scope, self) if isinstance(statement, (Func, Class)) else None


def _is_instance(value: Value) -> TypeGuard[CallResult]:
    """Return `True` if a value is an object of a class of the program."""
    return isinstance(value, CallResult) and isinstance(value.callee, DefinitionValue) and value.callee.node.kind == "class"


def _made_by_calls(value: Value) -> bool:
    """Return `True` if a value is unknown, or is made by a function of the program."""
    match value:
        case Unknown():
            return True
        case CallResult(DefinitionValue(stmt=Func())):
            return True
        case Thunk(scope=scope):
            return bool(scope.within)
        case _:
            return False
