"""Modules of the program as they are once they have run: what their variables hold, what decorators did to their classes.

Takes an analysis and the converter of its values, answers the linker. For types alone a module is executed when it is needed.
"""

from collections.abc import Callable, Sequence

from toolc.analysis.budget import Exhausted
from toolc.analysis.drivers import execute_module
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.modules import Modules
from toolc.analysis.values import MISSING, SCALARS, Maybe, Module
from toolc.bind.linker import Linker
from toolc.bind.tools.convert import Converter
from toolc.cpu_budget import IMPORTED, extend
from toolc.deep_calls import run_deep
from toolc.limits import CpuBudgetExceeded
from toolc.program import ClassDecoration, ConstantValue, DefinitionValue, Unknown, Value

_REBUILDING = ("model_rebuild", "model_fields", "model_config", "__pydantic_")
_CHANGED = r"model_rebuild|model_fields\b|__pydantic_|model_config\b(?!\s*[:=])"
"""Text of a program that may change the fields or the configuration of a model behind its statement."""


class Executed:
    """The modules of one analysis. `execute` executes one that is not yet; without it there are those alone that have run."""

    def __init__(
        self,
        vm: Interpreter,
        convert: Converter,
        linker: Linker,
        execute: Callable[[str], Module | None] | None = None,
    ) -> None:
        self._vm, self._convert, self._linker, self._execute = vm, convert, linker, execute

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

    def annotation_call(self, module: str, at: int, end: int) -> Value | None:
        """Return the constant that a call in an annotation gave; `None` if it is not known."""
        self._module(module)
        found = self._vm.annotation_calls.get((module, at, end), MISSING)
        return ConstantValue(found) if isinstance(found, SCALARS) else None

    def decoration(self, cls: DefinitionValue) -> ClassDecoration | None:
        """Return the effect of a class's decorators; `None` if it is not known."""
        self._module(cls.module)
        told = self._vm.class_changes.decorated.get((cls.module, cls.node.at))
        if told is None:
            return None
        doc = ConstantValue(told.doc) if isinstance(told.doc, (str, type(None))) else Unknown("its docstring is not known")
        return ClassDecoration(doc, told.names, ())

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

    def _module_if(self, module: str, words: Sequence[str], pattern: str) -> None:
        """Execute a module, unless no file of its top-level package says something that a class may be changed with."""
        if self._execute is not None and self._linker.library.texts(module.partition(".")[0], words, pattern):
            self._module(module)

    def _module(self, name: str) -> Module | None:
        loaded = self._vm.modules.loaded.get(name)
        if self._execute is not None and (loaded is None or loaded.state == "new"):
            return self._execute(name)
        return None if loaded is None or loaded.state == "new" else loaded


def execute_on_demand(linker: Linker) -> Executed:
    """The modules of a program of which nothing has run: each is executed when it is first asked for.

    Executing is charged to the file that asks; it gets as many seconds more as it has, once, and some for each module.
    """
    vm = Interpreter(Modules(linker.library.sources, linker.reader))
    asked = set[str]()
    aborted = False  # in the middle of a module: what the heap holds is no state of the program

    def execute(name: str) -> Module | None:
        nonlocal aborted
        source = None if aborted or name in asked else vm.modules.find(name)
        if source is None or not vm.modules.is_own(source):
            return None
        asked.add(name)
        extend(IMPORTED if vm.modules.loaded else source.limits.seconds)
        try:
            return run_deep(lambda: execute_module(vm, source))
        except CpuBudgetExceeded:
            aborted = True
            raise
        except Exhausted:  # the steps of all modules together
            aborted = True
            return None

    return Executed(vm, Converter(linker), linker, execute)
