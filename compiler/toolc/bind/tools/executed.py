"""Modules of the program as they are once they have run: what their variables hold, what decorators did to their classes.

Takes an analysis and the converter of its values, answers the linker. For types alone a module is executed when it is needed.
"""

from collections.abc import Sequence
from typing import Any

from toolc.analysis.budget import STEPS, Exhausted
from toolc.analysis.drivers import FEW_STEPS, execute_beside
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.states import is_changed
from toolc.analysis.values import MISSING, Instance, Maybe, Module
from toolc.bind.linker import Linker
from toolc.bind.tools.convert import Converter
from toolc.bind.tools.direct_calls import DirectCalls
from toolc.cpu_budget import IMPORTED, extend
from toolc.deep_calls import run_deep
from toolc.limits import CpuBudgetExceeded
from toolc.module import ValueExpr
from toolc.program import (
    Argument,
    CallResult,
    ClassDecoration,
    ConstantValue,
    DefinitionValue,
    ExternalSymbol,
    ProgramPoint,
    Unknown,
    Value,
)

_REBUILDING = ("model_rebuild", "model_fields", "model_config", "__pydantic_")
_CHANGED = r"model_rebuild|model_fields\b|__pydantic_|model_config\b(?!\s*[:=])"
"""Text of a program that may change the fields or the configuration of a model behind its statement."""


class Executed:
    """The modules of one analysis. `has_run`: those of the program have been executed; else each is when it is asked for.

    A module of an installed package is executed when one of its functions is called. Executing is charged to the file that
    asks: it gets as many seconds more as it has, once, and some for each module.
    """

    def __init__(self, vm: Interpreter, convert: Converter, linker: Linker, has_run: bool) -> None:
        self._vm, self._convert, self._linker, self._has_run = vm, convert, linker, has_run
        self._calls = DirectCalls(vm, linker, lambda name: self._module(name, installed=True))
        self._instances: dict[tuple[str, int], list[Instance]] = {}  # objects with fields, by the call that makes them
        self._seen = 0
        self._asked = set[tuple[str, bool]]()
        self._aborted = False  # in the middle of a module: what the heap holds is no state of the program

    def variable(self, module: str, name: str) -> Value | None:
        """Return the final value of a module's variable that a single statement binds; `None` if it is not known."""
        loaded = self._module(module)
        unit = self._linker.library.open(module) if loaded is not None else None
        if loaded is None or unit is None or len(list(unit.top.binding(name))) != 1:
            return None
        cell = loaded.cells.get(name)
        if cell is None or isinstance(cell, Maybe):
            return None
        found = self._convert.value(cell)
        return None if isinstance(found, Unknown) else found

    def is_changed(self, made: CallResult) -> bool:
        """Return `True` if an object with fields, that a call outside functions makes, has changed since, or may have."""
        self._module(made.scope.module)
        for one in self._vm.instances[self._seen :]:
            if one.made_as is not None and one.site is not None:
                self._instances.setdefault((one.site.place.module, one.site.place.at), []).append(one)
        self._seen = len(self._vm.instances)
        found = self._instances.get((made.scope.module, made.at), ())
        return any(one.taint is not None or is_changed(one) for one in found)

    def call_value(self, module: str, at: int, end: int) -> Value | None:
        """Return what a call or comprehension outside functions, or a call in an annotation, gave; `None` if not known."""
        self._module(module, installed=True)
        found = self._convert.value(self._vm.call_values.find((module, at, end)))
        return None if isinstance(found, Unknown) else found

    def call(self, function: Value, arguments: tuple[Any, ...], owner: Value | None) -> Value:
        """Return the result of a function of the program, called with constants."""
        return self._calls.call(function, arguments, owner)

    def decoration(self, cls: DefinitionValue) -> ClassDecoration | None:
        """Return the effect of a class's decorators; `None` if it is not known."""
        self._module(cls.module)
        told = self._vm.class_changes.decorated.get((cls.module, cls.node.at))
        if told is None:
            return None
        doc = ConstantValue(told.doc) if isinstance(told.doc, (str, type(None))) else Unknown("its docstring is not known")
        return ClassDecoration(doc, told.names, tuple(self._dataclass_decorator(*one) for one in told.applied))

    def _dataclass_decorator(self, name: str, options: tuple[tuple[str, Any], ...]) -> Value:
        """The decorator of dataclasses that a function has applied, with its keywords."""
        args = tuple(Argument(key, ValueExpr(0, 0, self._convert.value(one))) for key, one in options)
        return CallResult(ExternalSymbol(name), args, ProgramPoint(""), 0, 0) if args else ExternalSymbol(name)

    def member_value(self, enum: DefinitionValue, name: str) -> Value | None:
        """Return the value of a member of an enum; `None` if it is not known."""
        self._module(enum.module, installed=True)
        known = self._vm.class_changes.completed.get((enum.module, enum.node.at))
        member = known[0].cells.get(name) if known is not None else None
        if known is None or known[0].taint is not None or not isinstance(member, Instance):
            return None
        found = self._convert.value(member.cells.get("_value_", MISSING))
        return None if isinstance(found, Unknown) else found

    def class_doubt(self, cls: DefinitionValue) -> str:
        """Return why the program may change what a library has made of a class; "" if nothing says so."""
        if cls.stmt.decorators:
            self._module(cls.module)
        else:
            self._module_if(cls.module, _REBUILDING, _CHANGED)
        changes, place = self._vm.class_changes, (cls.module, cls.node.at)
        known = changes.completed.get(place)
        if known is not None and changes.has_changed_schema(known[0]):
            return f"the fields or the configuration of `{cls.stmt.name}` are changed behind its statement"
        return changes.doubts.get(place, "")

    def late_attribute(self, cls: DefinitionValue, name: str) -> Value | None:
        """Return what an attribute of a class is, if it was set behind the class statement and its decorators; else `None`."""
        self._module_if(cls.module, (name, "setattr"), rf"\.\s*{name}\s*=[^=]|setattr\s*\(")
        known = self._vm.class_changes.completed.get((cls.module, cls.node.at))
        if known is None:
            return None
        made, before = known
        now = made.cells.get(name, MISSING)
        return None if now is before.get(name, MISSING) else self._convert.value(now)

    def own_modules(self) -> frozenset[str]:
        """The names of the program's modules that have run; none if each runs when it is asked for."""
        loaded = self._vm.modules.loaded.items() if self._has_run else ()
        return frozenset(name for name, one in loaded if one.state != "new" and self._vm.modules.is_own(one.source))

    def _module_if(self, module: str, words: Sequence[str], pattern: str) -> None:
        """Execute a module, unless no file of its top-level package says something that a class may be changed with."""
        if not self._has_run and self._linker.library.texts(module.partition(".")[0], words, pattern):
            self._module(module)

    def _module(self, name: str, installed: bool = False) -> Module | None:
        """Return a module that has been executed, or is executed now; `None` for any other."""
        modules = self._vm.modules
        loaded = modules.loaded.get(name)
        if loaded is not None and loaded.state != "new":
            return loaded
        source = None if self._aborted or (name, installed) in self._asked else modules.find(name)
        if source is None:
            return None
        self._asked.add((name, installed))
        own = modules.is_own(source)
        if not (installed or own) or (own and self._has_run):
            return None
        extend(IMPORTED if modules.loaded else source.limits.seconds)
        if not own:
            modules.open_package(source)
        try:
            return run_deep(lambda: execute_beside(self._vm, source, STEPS if own else FEW_STEPS))
        except CpuBudgetExceeded:
            self._aborted = True
            raise
        except Exhausted:  # the steps of all modules together
            self._aborted = True
            return None
