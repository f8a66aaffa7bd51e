"""The interpreter: one heap, one budget, and the protocols that statements, expressions and models ask.

It executes modules of the program forward over abstract values. What happens to servers is in the heap afterwards, and among
the events that models note. Nothing of the program runs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from toolc import code, module
from toolc.analysis import effects, lifting, models
from toolc.analysis.branches import Landing, Running, drive
from toolc.analysis.budget import Budget, Exhausted
from toolc.analysis.call_values import CallValues
from toolc.analysis.class_changes import ClassChanges
from toolc.analysis.doubts import Doubt, Guard, Open, Place, ignore_order, stronger_doubt
from toolc.analysis.driven import Driven
from toolc.analysis.frame import Frame
from toolc.analysis.frameworks import Frameworks
from toolc.analysis.harmless import is_calm
from toolc.analysis.interpreter import calls, expressions, loops, statements
from toolc.analysis.lattice import describe, is_partly_known, is_unordered, join
from toolc.analysis.library import Library
from toolc.analysis.modules import Modules
from toolc.analysis.objects import attributes, classes, containers, enums, exceptions, keys, operators
from toolc.analysis.objects.attributes import RAISE
from toolc.analysis.signals import Absent, Alternative, Raised, Signal
from toolc.analysis.store import State, Store
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    BoundMethod,
    Choice,
    Class,
    Coroutine,
    Descriptor,
    Dict,
    Function,
    Input,
    Instance,
    LibraryObject,
    List,
    Maybe,
    Module,
    Native,
    Obj,
    Scope,
    Super,
    Symbol,
    Unknown,
    Value,
)
from toolc.analysis.values import Iterator as IteratorObject
from toolc.analysis.written import Written
from toolc.module import Arg, Expr, SubscriptExpr

NOWHERE = Place("", 0, 0)


class Interpreter:
    """One analysis of a program: heap, stack and results. `strict`: a fault of a model is raised, for tests."""

    def __init__(self, modules: Modules, budget: Budget | None = None, strict: bool = False) -> None:
        # the program, and where its execution stands
        self.modules = modules  # loads modules, and resolves imports
        self.budget = budget or Budget()  # steps, forks and depth of calls that are left
        self.strict, self.store = strict, Store()  # the heap's undo log
        self.interned: dict[tuple[type, Any], Value] = {}  # one object for all keys of dicts that are equal by value
        self.guards: list[Guard] = []  # the path condition: the undecided conditions that hold here
        self.calls: list[tuple[Function, Place]] = []  # the call stack: each function, and where it is called
        self.active: dict[Any, int] = {}  # how many calls of a function (its node) are on the stack, for recursion
        self.place = NOWHERE  # the code that is executed, for doubts and events
        self.frame: Frame | None = None  # the activation that is executed
        self.import_caught = False  # whether a handler stands around the import of the module that is executed
        self.catching = 0  # over 0 where exceptions are caught: there, missing names and attributes raise; else they are doubts
        self.suspended = False  # the innermost `try` is in a generator that is left in its midst: it has no landing
        self.maybe_raised: Guard | None = None  # code in the innermost `try` that is not followed, and may have raised
        self.landing: Landing | None = None  # where exceptions join: the innermost `try` or `with`, in callers too
        self.receiving: dict[int, tuple[Any, Any]] = {}  # statements of generators by `id`, each with the `yield` it waits at
        self.handled: Any = None  # the exception that a bare `raise` raises again
        self.unknown_loops = self.unordered_loops = 0  # loops around: of unknown length; over a set or a folder
        self.making: list[Any] = []  # for each metaclass that is called: the function that makes its class (`type.__new__`)
        self.open_end = Unknown(Doubt("TC205", "an open end"))  # marks a comprehension with any number of further elements
        self.open_doubt = Doubt("TC205", "an open end")  # why the last such number is not known
        self.events: list[Any] = []  # registrations, in the order in which they happen
        self.left_out: list[tuple[Any, frozenset[str]]] = []  # events on ways not taken by default, with what decides
        self.ghost: frozenset[str] | None = None  # the inputs whose other way is run speculatively; None: the default way runs
        self.decided_by: frozenset[str] = frozenset()  # the inputs that decided the statement executed last (`if`, `match`)
        self.subclasses: dict[Class, list[Class]] = {}  # for `__subclasses__`
        self.classes: list[Class] = []  # all that were made, in order
        self.born_where: dict[Obj, tuple[Guard, ...]] = {}  # the path condition under which an object was allocated
        self.notes: list[Doubt] = []  # findings about the program as a whole
        self.faults: list[tuple[Exception, Place]] = []  # exceptions of toolc itself (TC901)
        self.mains: list[tuple[code.Suite, Frame]] = []  # bodies of `if __name__ == "__main__"`, executed after all modules
        self.entry = 0  # the number of the one that is executed
        self.entered: set[Any] = set()  # nodes of functions that were called
        self.call_values = CallValues()  # of calls and comprehensions outside functions, and of calls in annotations
        self.made: set[Class] = set()  # classes with instances
        self.started: set[Instance] = set()  # servers whose lifespan was entered
        self.class_changes = ClassChanges()  # by decorators, and by statements behind classes
        self.shadowed: list[tuple[Instance, Instance]] = []  # two tools of one name on one server: the earlier, the later
        self.functions: list[Function] = []  # all that were made
        self.instances: list[Instance] = []  # all that were made
        self.own_attributes: set[str] = set()  # names of attributes that the program has set on any object
        self.machinery: Doubt | None = None  # the first builtin or framework function that the program monkey-patches
        self.read_before: dict[Any, Any] = {}  # what functions and methods were when fastmcp first read them (`kept.FirstRead`)
        self.started_by_nobody = False  # the module executed is imported by no likely entry point
        self.retold: dict[Any, tuple[str, Place]] = {}  # functions with an attribute for `inspect` set: module, first place
        self.touched: dict[LibraryObject, tuple[str, Place]] = {}  # tool objects changed afterwards: first fact, and where
        self.varied: dict[Obj, frozenset[str]] = {}  # containers that the ways not taken by default change: what decides
        self.frameworks, self.driven = Frameworks(), Driven()  # names that register; state of the drivers
        self.models = models  # transfer functions of the standard library and of servers
        self.library, self.written = Library(self), Written(self)  # opaque packages; stubs in Python source
        self.builtins: dict[str, Value] = models.builtins(self)  # by name, without prefix

    # --- drivers ------------------------------------------------------------------------------------------------------

    def execute(self, loaded: Module) -> None:
        """Run the body of a module, once. An uncaught exception ends it, with a doubt."""
        if loaded.state != "new":
            return
        loaded.state = "running"
        loaded.cells.setdefault("__name__", loaded.name)
        saved = self.catching, self.import_caught, self.place, self.frame, self.landing
        self.import_caught = self.is_caught
        self.catching, self.landing = 0, self.landing if self.import_caught else None
        try:
            self._run_body(loaded, Frame(loaded.scope, loaded, None, self.store.level))
        except Exhausted:
            loaded.scope.taint = self.doubt("TC217", "the module takes more steps than toolc follows")
            raise
        finally:
            self.catching, self.import_caught, self.place, self.frame, self.landing = saved
            loaded.state = "done"

    def _run_body(self, loaded: Module, frame: Frame) -> None:
        """Run the statements of a module. One that raises where nothing catches ends the import of a real program: since real
        programs can be imported, it is taken to be one that is not followed."""
        start = 0
        while start < len(loaded.body):
            try:
                drive(statements.run_suite(self, loaded.body, frame, start))
                return
            except Raised as raised:
                if self.import_caught and (raised.stated or raised.name in ("ImportError", "ModuleNotFoundError")):
                    loaded.failed = raised.name
                    raise
                if raised.name == "SystemExit" or self.store.level:
                    return
                failed, detail = frame.at, f" ({raised.detail})" if raised.detail else ""
                place = Place(loaded.name, loaded.body[failed].at, loaded.body[failed].at + 1)
                if isinstance(raised, Absent):
                    loaded.failed = raised.name
                    self.notes.append(Doubt("TC334", f"this import raises {raised.name}: {raised.detail}", place))
                    return
                doubt = Doubt("TC227", f"this statement raises {raised.name}{detail} as far as toolc follows it", place)
                self.notes.append(doubt)
                loaded.scope.taint = stronger_doubt(loaded.scope.taint, doubt)  # the names that it would have bound
                start = failed + 1

    @contextmanager
    def apart(self) -> Iterator[None]:
        """While something runs that is to stay, whatever becomes of the branch that needs it."""
        saved = self.store, self.guards, self.driven.uncalled
        self.store, self.guards, self.driven.uncalled = Store(), [], None
        self.store.changes, self.store.rebound = saved[0].changes, saved[0].rebound
        try:
            yield
        finally:
            saved[0].changes = self.store.changes
            self.store, self.guards, self.driven.uncalled = saved

    def run_suite(self, suite: code.Suite, frame: Frame) -> Running:
        return statements.run_suite(self, suite, frame)

    def assign(self, target: Expr, value: Value, frame: Frame) -> None:
        statements.assign(self, target, value, frame)

    def bind_name(self, name: str, value: Value, scope: Scope) -> None:
        statements.bind_name(self, name, value, scope)

    def unbind_name(self, name: str, scope: Scope) -> Value:
        return statements.unbind_name(self, name, scope)

    def loaded_module(self, name: str) -> Module:
        """A module that was loaded."""
        return self.modules.loaded.get(name) or self.written.modules[name]

    # --- statements and expressions -----------------------------------------------------------------------------------

    def evaluate(self, expr: Expr, frame: Frame, name: str = "") -> Value:
        return expressions.EXPRESSIONS[type(expr)](self, expr, frame, name)

    def arguments(self, args: tuple[Arg, ...], frame: Frame) -> tuple[tuple[Value, ...], dict[str, Value]]:
        return expressions.arguments(self, args, frame)

    def index(self, expr: SubscriptExpr, frame: Frame) -> Value:
        return expressions.index(self, expr, frame)

    def place_of(self, frame: Frame, at: int, end: int) -> Place:
        """Return the place of executed code; for code of the standard library, that of the program's call."""
        return self.place if frame.module.is_written else Place(frame.module.name, at, end)

    def import_modules(self, statement: module.Import, frame: Frame) -> None:
        self.place = self.place_of(frame, statement.at, statement.at + len("import"))
        for dotted, alias in statement.names:
            value = self.modules.import_module(self, dotted, frame)
            if alias is None:
                root = dotted.partition(".")[0]
                value = self.modules.import_module(self, root, frame) if root != dotted else value
                statements.bind_name(self, root, value, frame.scope)
            else:
                statements.bind_name(self, alias, value, frame.scope)

    def import_names(self, statement: module.ImportFrom, frame: Frame) -> None:
        self.place = self.place_of(frame, statement.at, statement.at + len("from"))
        for name, value in self.modules.names_of(self, statement, frame):
            statements.bind_name(self, name, value, frame.scope)

    def imported_submodule(self, owner: Module, name: str) -> Value:
        return self.modules.submodule(owner, name)

    # --- calls --------------------------------------------------------------------------------------------------------

    def call(
        self,
        callee: Value,
        args: tuple[Value, ...],
        kwargs: Mapping[str, Value],
        place: Place | None = None,
        decorating: bool = False,
        name: str = "",
    ) -> Value:
        value = calls.call(self, self.plain(callee), args, kwargs, place or self.place, decorating, name)
        return self.with_inputs(value, self.inputs_of(callee)) if isinstance(value, SCALARS) else value

    def call_repeatedly(self, function: Value, args: tuple[Value, ...], doubt: Doubt) -> Value:
        return loops.call_repeatedly(self, function, args, doubt)

    def call_descriptor(self, callee: Descriptor, args: tuple[Value, ...], kwargs: Mapping[str, Value], place: Place) -> Value:
        return models.call_descriptor(self, callee, args, kwargs, place)

    @contextmanager
    def entering(self, function: Function, place: Place) -> Iterator[None]:
        """While a function of the program runs."""
        node = function.node
        self.entered.add(node)
        self.calls.append((function, place))
        self.active[node] = self.active.get(node, 0) + 1
        try:
            yield
        finally:
            self.calls.pop()
            self.active[node] -= 1

    def await_value(self, value: Value) -> Value:
        """Return the result of `await value`; a coroutine of the program runs now."""
        value = self.plain(value)
        if isinstance(value, Coroutine):
            return value.run()
        if isinstance(value, Unknown):
            return value
        if isinstance(value, Instance) and value.cls.module == "<asyncio>" and value.cls.find("result") is not MISSING:
            return self.call(self.attribute(value, "result"), (), {})
        return Unknown(self.doubt("TC205", "what is awaited is known only at run time"))

    def super_of(self, frame: Frame) -> Value:
        """`super()`: the class whose body defines the function, and its first argument."""
        scope: Scope | None = frame.scope
        while scope is not None and (scope.function is None or scope.function.owner is None):
            scope = scope.parent
        if scope is None or scope.function is None or scope.function.owner is None:
            return Unknown(self.doubt("TC205", "`super()` stands in no method"))
        cls = scope.function.owner.cells.get("__class__") or self.class_being_made(scope.function.owner)
        params = scope.function.params
        receiver = scope.cells.get(params[0].name, MISSING) if params else MISSING
        if not isinstance(cls, Class) or receiver is MISSING:
            return Unknown(self.doubt("TC205", "`super()` is not followed here"))
        return Super(cls, receiver)

    def class_being_made(self, body: Scope) -> Value:
        return next((one for one in self.classes if one.body_scope is body), None)

    # --- protocols ----------------------------------------------------------------------------------------------------

    def attribute(self, owner: Value, name: str, default: Value = RAISE) -> Value:
        return self.with_inputs(attributes.attribute(self, owner, name, default), self.inputs_of(owner))

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        attributes.set_attribute(self, owner, name, value)

    def delete_attribute(self, owner: Value, name: str) -> None:
        attributes.delete_attribute(self, owner, name)

    def item(self, owner: Value, key: Value) -> Value:
        found = containers.item(self, owner, key)
        if type(found) is Unknown:
            self.may_have_raised(found.doubt.reason)
        return self.with_inputs(found, self.inputs_of(owner) | self.inputs_of(key))

    def set_item(self, owner: Value, key: Value, value: Value) -> None:
        containers.set_item(self, owner, key, value)

    def delete_item(self, owner: Value, key: Value) -> None:
        containers.delete_item(self, owner, key)

    def lookup_key(self, owner: Dict, key: Value) -> Value:
        return keys.lookup_key(self, owner, key)

    def iterate(self, value: Value, any_order: bool = False) -> Any:
        return containers.iterate(self, value, any_order)

    def elements(self, value: Value, any_order: bool = False) -> Any:
        return containers.elements(self, value, any_order)

    def truth(self, value: Value) -> Any:
        return operators.truth(self, value)

    def compare(self, op: str, left: Value, right: Value) -> Value:
        return operators.compare(self, op, left, right)

    def equals(self, left: Value, right: Value) -> bool | None:
        return operators.equals(self, left, right)

    def operate(self, op: str, left: Value, right: Value) -> Value:
        return operators.operate(self, op, left, right)

    def operate_in_place(self, op: str, left: Value, right: Value) -> Value:
        return operators.operate_in_place(self, op, left, right)

    def unary(self, op: str, value: Value) -> Value:
        return operators.unary(self, op, value)

    def is_instance(self, value: Value, cls: Value) -> Any:
        return classes.is_instance(self, value, cls)

    def class_of(self, value: Value) -> Value:
        return classes.class_of(self, value)

    def enum_members(self, cls: Class, aliases: bool = False) -> list[tuple[str, Value]]:
        return enums.members(cls, aliases)

    def class_raised(self, raised: Raised) -> Value:
        """The class of an exception."""
        if isinstance(raised.value, Instance):
            return raised.value.cls
        return self.builtins.get(raised.name) or Symbol(f"builtins.{raised.name}")

    # --- making values ------------------------------------------------------------------------------------------------

    def new_list(self, items: list[Value], kind: str = "list") -> List:
        return List(items, kind)

    def new_list_of_unknown(self, unknown: Unknown) -> List:
        made = List([])
        made.taint = unknown.doubt
        return made

    def new_set(self, value: List, kind: str = "set") -> Dict:
        """A set of the elements of a list."""
        made = Dict({}, kind)
        made.taint = ignore_order(value.taint)
        for one in value.items:
            inner = one.value if isinstance(one, Maybe) else one
            try:
                key = keys.key_of(self, inner)
            except keys.NoKey:
                made.taint = self.doubt("TC205", "which elements of a set are equal is not known")
                continue
            if key not in made.items:
                made.items[key] = Maybe(inner, one.guard) if isinstance(one, Maybe) else inner
            elif not isinstance(one, Maybe):
                made.items[key] = inner
        return made

    def new_iterator(self, advance: Callable[[], Value], sources: tuple[Value, ...] = ()) -> IteratorObject:
        return IteratorObject(advance, self.store.level, sources)

    def exception(self, name: str, args: tuple[Value, ...] = ()) -> Value:
        """An instance of a built-in exception."""
        cls = self.builtins.get(name)
        if not isinstance(cls, Class):
            return Unknown(self.doubt("TC205", f"the {name} that is raised"))
        made = Instance(cls)
        made.native = args
        made.cells["args"] = args
        exceptions.note_group(self, made)
        return made

    def extend_list(self, owner: List, value: Value) -> None:
        """`owner.extend(value)`."""
        self.store.touch(owner)
        found = self.elements(value, any_order=True)
        if isinstance(found, Unknown):
            owner.items.append(Maybe(found, Open(found.doubt.place, found.doubt.reason, "TC205")))
        else:
            owner.items.extend(found)
            if is_unordered(value):
                owner.taint = stronger_doubt(owner.taint, containers.unknown_order(self))

    def update_dict(self, owner: Dict, value: Value) -> None:
        """`owner.update(value)`."""
        value = self.plain(value)
        self.store.touch(owner)
        if isinstance(value, Dict) and not value.is_set and not containers.has_own_iterator(value):
            for key, one in list(value.items.items()):
                kept = owner.items.get(key, MISSING)
                if isinstance(one, Maybe) and kept is not MISSING:
                    owner.items[key] = join(kept, one.value, one.guard)
                else:
                    owner.put(key, one)
            if (doubt := ignore_order(value.taint)) is not None:
                containers.may_have_any_key(self, owner, doubt)
            elif value.taint is not None:
                owner.taint = stronger_doubt(owner.taint, value.taint)
            return
        if isinstance(value, Dict) and owner.is_set:
            for key in value.items:
                owner.items[key] = key
            owner.taint = stronger_doubt(owner.taint, value.taint)
            return
        if isinstance(value, (Unknown, Choice)) or not isinstance(value, (List, tuple, Dict, IteratorObject, Instance)):
            containers.may_have_any_key(self, owner, self.doubt("TC205", "what a dict is updated with is not known"))
            return
        keys = self.attribute(value, "keys", MISSING) if isinstance(value, (Instance, Dict)) else MISSING
        if keys is not MISSING:
            told = self.elements(self.call(keys, (), {}))
            if isinstance(told, Unknown):
                containers.may_have_any_key(self, owner, told.doubt)
                return
            for key in told:
                self.set_item(owner, key, self.item(value, key))
            return
        found = self.elements(value, any_order=True)
        if isinstance(found, Unknown):
            containers.may_have_any_key(self, owner, found.doubt)
            return
        if is_unordered(value):
            owner.taint = stronger_doubt(owner.taint, containers.unknown_order(self))
        for pair in found:
            parts = self.elements(pair)
            if isinstance(parts, Unknown) or len(parts) != 2:
                containers.may_have_any_key(self, owner, self.doubt("TC205", "what a dict is updated with is not known"))
                return
            containers.store_item(self, owner, parts[0], parts[1])

    # --- inputs -------------------------------------------------------------------------------------------------------

    def plain(self, value: Value) -> Value:
        """A value without the inputs that it comes from."""
        return value.value if type(value) is Input else value

    def inputs_of(self, value: Value) -> frozenset[str]:
        return value.names if type(value) is Input else frozenset()

    def with_inputs(self, value: Value, inputs: frozenset[str]) -> Value:
        if not inputs:
            return value
        if type(value) is Input:
            return Input(value.value, value.names | inputs)
        return Input(value, inputs)

    # --- certainty ----------------------------------------------------------------------------------------------------

    def doubt(self, code_: str, reason: str) -> Doubt:
        """A doubt at the place that is executed."""
        return Doubt(code_, reason, self.place)

    def guard(self, doubt: Doubt, expr: Expr | None = None, frame: Frame | None = None) -> Guard:
        """An undecided condition, at the expression that decides where that is known."""
        if expr is not None and frame is not None:
            return Guard(self.place_of(frame, expr.at, expr.end), doubt.reason)
        return Guard(doubt.place or self.place, doubt.reason)

    def join(self, one: Value, other: Value, guard: Guard) -> Value:
        return join(one, other, guard)

    def join_all(self, values: list[Value], guard: Guard) -> Value:
        found = values[0]
        for one in values[1:]:
            found = join(found, one, guard)
        return found

    def narrow(self, value: Value, truthy: bool) -> Value:
        """Return the alternatives of a choice that are true, or false."""
        if isinstance(value, Choice):
            kept = [one for one in value.alternatives if self.truth(one) is not (not truthy)]
            return kept[0] if len(kept) == 1 else value
        return value

    def hand_over(self, values: Any, doubt: Doubt) -> None:
        """Values reach code that is not followed: from here on their state is not known."""
        effects.hand_over(self, tuple(values), doubt)

    def doubt_all(self, code_: str, reason: str) -> None:
        """A statement that is not followed: everything the module can name may have changed."""
        doubt = self.doubt(code_, reason)
        self.notes.append(doubt)
        if self.frame is not None:
            for scope in (self.frame.scope, self.frame.module.scope):
                effects.hand_over(self, tuple(scope.cells.values()), doubt)
                effects.may_be_rebound(self, scope, doubt)

    def may_raise(self, way: Alternative, guard: Guard) -> None:
        """One of two ways raises: it lands where the exception may be caught, and is dropped where nothing catches."""
        if self.landing is not None:
            self.landing.add(way, guard)

    def may_lack(self, name: str, guard: Guard) -> None:
        """Note that a value is bound only under a condition, so that reading it may raise the named exception."""
        if self.landing is not None:
            self.may_raise(Alternative(Signal("raise", Raised(name)), State(0, {})), guard)

    def may_have_raised(self, reason: str) -> None:
        """Note that code which is not followed may have raised; it is taken to succeed unless a handler would catch it."""
        guard = Guard(self.place, reason)
        if self.is_caught and (self.suspended or self.landing is None):
            self.maybe_raised = self.maybe_raised or guard
        elif self.is_caught:
            raised = Raised("Exception", Unknown(Doubt("TC205", reason, self.place)))
            raised.possible = True
            self.may_raise(Alternative(Signal("raise", raised), State(0, {})), guard)

    def may_have_failed(self, name: str, parts: Iterable[Value]) -> None:
        """Note that a function of Python may have raised, whose result or arguments are known in part only."""
        if self.is_caught and not is_calm(name) and any(map(is_partly_known, parts)):
            self.may_have_raised(f"whether `{name}` raises is known only at run time")

    @property
    def is_caught(self) -> bool:
        """Return `True` if a handler may catch what is raised here, be it one around the import of this module."""
        return self.catching > 0 or self.import_caught

    def import_may_fail(self, name: str) -> None:
        """An import of a package that is not installed here, where a failure is caught."""
        raised = Signal("raise", Raised("ModuleNotFoundError", detail=f"No module named {name!r}"))
        self.may_raise(Alternative(raised, State(0, {})), Guard(self.place, f"whether `{name}` is installed is not known"))

    def note_creation(self, obj: Obj) -> None:
        """Note under which conditions an object is made."""
        if self.guards:
            self.born_where[obj] = tuple(self.guards)

    def is_made_in(self, value: Value, guard: Guard) -> bool:
        """Return `True` if an object, or the receiver of a bound method, was allocated under a guard."""
        if isinstance(value, BoundMethod):
            value = value.receiver
        if isinstance(value, Native) and hasattr(value.run, "owner"):
            value = value.run.owner
        return isinstance(value, Obj) and guard in self.born_where.get(value, ())

    def note_advance(self, iterator: IteratorObject) -> None:
        """An iterator goes on: where that may not happen, its position is not known behind the branch."""
        if self.landing is not None:
            self.landing.advance(iterator)
        if self.store.level > iterator.level:
            iterator.level = -1
            self.store.note(iterator, ({}, self.doubt("TC205", "how far an iterator has come depends on a condition")))

    def noted_class(self, cls: Class) -> None:
        """Keep all classes, and the subclasses of each for `__subclasses__`, in the order in which they are made."""
        for base in cls.bases:
            if isinstance(base, Class):
                self.subclasses.setdefault(base, []).append(cls)
        self.classes.append(cls)

    def site_of(self, made: Instance, call: Any) -> None:
        made.site = made.site or call.site

    # --- small questions ----------------------------------------------------------------------------------------------

    def describe(self, value: Value) -> str:
        return describe(value)

    def name_of(self, function: Value) -> Value:
        return self.attribute(function, "__name__", MISSING)

    def is_native(self, value: Value) -> bool:
        return isinstance(value, Native)

    def is_not_implemented(self, value: Value) -> bool:
        return isinstance(value, Symbol) and value.name == "builtins.NotImplemented"

    def mangle(self, name: str, inside: Scope) -> str:
        """`__x` inside a class is `_Class__x`."""
        scope: Scope | None = inside if name.startswith("__") and not name.endswith("__") else None
        while scope is not None:
            body = scope if scope.is_class else scope.function.owner if scope.function is not None else None
            qualname = body.cells.get("__qualname__") if body is not None else None
            if isinstance(qualname, str):
                return f"_{qualname.rpartition('.')[2].lstrip('_')}{name}"
            scope = scope.parent
        return name

    def concrete(self, value: Value) -> Any:
        return lifting.concrete(self, value)

    def lift(self, value: Any) -> Value:
        return lifting.lift(value)
