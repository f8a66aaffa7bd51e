"""Functions of the program, called with known arguments: what pydantic calls to write a schema, and the like.

Takes a function and constants, gives its result as the interpreter finds it. Lists and dicts among the arguments are afterwards
as the function leaves them; everything else is as before.
"""

from collections.abc import Callable
from typing import Any

from toolc import code
from toolc.analysis.asides import NotFollowed, run_aside
from toolc.analysis.doubts import Doubt, Place
from toolc.analysis.effects import function_of, walk
from toolc.analysis.frame import Frame
from toolc.analysis.interpreter.definitions import make_function
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.stale_reads import changed_name
from toolc.analysis.states import inputs_in
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    BoundMethod,
    Class,
    Descriptor,
    Dict,
    Function,
    Instance,
    LibraryObject,
    List,
    Native,
    Site,
    Subscript,
    Symbol,
)
from toolc.analysis.values import Unknown as Top
from toolc.bind.linker import Linker
from toolc.bind.tools.convert import Converter
from toolc.program import (
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
)
from toolc.signature import SOURCE, SOURCE_ARGUMENT, Handler, PartialObject, UnknownConstant

MAX_DEPTH = 40  # of containers in containers
STEPS_A_PART = 40  # steps for each part of the arguments

_NOWHERE = Place("", 0, 0)


class DirectCalls:
    """Calls into one analysis. `execute` executes a module if that has not happened."""

    def __init__(self, vm: Interpreter, linker: Linker, execute: Callable[[str], object]) -> None:
        self._vm, self._linker, self._execute = vm, linker, execute
        self._functions: dict[tuple[str, int], list[Function]] = {}
        self._seen = 0
        self._objects: list[tuple[Any, PartialObject]] = []  # of the heap, and what they stand for

    def call(self, function: Value, arguments: tuple[Any, ...], owner: Value | None) -> Value:
        """Return the result of a function. `owner`: the class or instance that it is called on as a method."""
        try:
            given = owner if owner is not None else next(iter(arguments), None)
            callee = self._function(function, given)
            return run_aside(self._vm, STEPS_A_PART * _size(arguments), lambda: self._run(callee, owner, arguments))
        except NotFollowed as reason:
            return Unknown(str(reason))
        finally:
            self._objects.clear()

    def _run(self, callee: Any, owner: Value | None, arguments: tuple[Any, ...]) -> Value:
        changed = self._vm.store.watch()
        given = [self._as_object(one) for one in arguments]
        receiver = () if owner is None else (self._as_object(owner),)
        function = function_of(callee)
        if function is not None and (name := changed_name(self._vm, function, (*receiver, *given), changed.since)):
            raise NotFollowed(f"the program changes `{name}`, which it reads")
        result = self._vm.call(BoundMethod(callee, *receiver) if receiver else callee, tuple(given), {})
        if any(one.serial < changed.since and not isinstance(one, Descriptor) for one in changed):
            raise NotFollowed("it changes what other code may read")
        if inputs := inputs_in(self._vm, (result, *given)):
            raise NotFollowed(f"it depends on {' and '.join(sorted(inputs))}")
        for argument, one in zip(arguments, given, strict=True):
            if isinstance(argument, (list, dict)):
                _replace(argument, self._as_constant(one))
        return self._as_value(result)

    # --- functions -----------------------------------------------------------------------------------------------------------

    def _function(self, function: Value, given: Any = None) -> Any:
        """Return the object of a function, as its decorators left it. Raises `NotFollowed`.

        Of a function that is made several times, it is the one that the class has which is given to it first.
        """
        if isinstance(function, ExternalSymbol):
            return self._symbol(function.name)
        if isinstance(function, DefinitionValue):
            self._execute(function.module)
            place, name = (function.module, function.node.at), function.stmt.name
        elif isinstance(function, Thunk):
            self._execute(function.scope.module)
            place, name = (function.scope.module, function.expr.at), "a lambda"
        else:
            raise NotFollowed("it calls what only the running program knows")
        for one in self._vm.functions[self._seen :]:
            self._functions.setdefault((one.module, one.node.at), []).append(one)
        self._seen = len(self._vm.functions)
        found = self._functions.get(place, [])
        if not found and isinstance(function, Thunk) and not any(one.node.kind == "def" for one in function.scope.within):
            found = self._lambda(*place)
        if len(found) > 1 and isinstance(given, DefinitionValue) and given.node.kind == "class":
            held = {id(_function_inside(one)) for one in self._class(given).cells.values()}
            found = [one for one in found if id(one) in held]
        if len(found) != 1:
            reason = "is made several times" if found else "is not followed"
            raise NotFollowed(f"`{name}` {reason}")
        return self._after_decorators(found[0])

    def _lambda(self, module: str, at: int) -> list[Function]:
        """The function of a lambda outside functions that was not executed, as those in annotations are not."""
        loaded = self._vm.modules.loaded.get(module)
        nodes = walk(loaded.body) if loaded is not None else ()
        node = next((one for one in nodes if isinstance(one, code.LambdaExpr) and one.at == at), None)
        if loaded is None or node is None:
            return []
        frame = Frame(loaded.scope, loaded)
        return [make_function(self._vm, node, frame, "<lambda>")]

    def _after_decorators(self, function: Function) -> Any:
        """The value that the name of a function is bound to, without what binds it to its class."""
        scope = function.owner if function.owner is not None else function.scope
        bound = _function_inside(scope.cells.get(function.name, MISSING))
        decorators = getattr(getattr(function.node, "header", None), "decorators", ())
        if bound is function or not decorators:
            return function
        if isinstance(bound, LibraryObject):
            raise NotFollowed(f"`{function.name}` has a decorator that toolc does not follow")
        return function if bound is MISSING else bound

    # --- from constants to objects -------------------------------------------------------------------------------------------

    def _as_object(self, value: Any, depth: int = 0) -> Any:
        """Return a constant, or a value of the linker, as an object of the heap. Raises `NotFollowed`."""
        if depth > MAX_DEPTH:
            raise NotFollowed("it is nested too deeply")
        match value:
            case ConstantValue(held):
                return self._as_object(held, depth)
            case list() | SequenceValue("list"):
                return List([self._as_object(one, depth + 1) for one in _items(value)])
            case tuple() | SequenceValue("tuple"):
                return tuple([self._as_object(one, depth + 1) for one in _items(value)])
            case set() | frozenset() | SequenceValue():
                return self._vm.new_set(List([self._as_object(one, depth + 1) for one in _in_order(_items(value))]))
            case dict() | MappingValue():
                return self._dict(value, depth)
            case UnknownConstant(reason) | Unknown(reason):
                return Top(Doubt("TC310", reason))
            case PartialObject():
                return self._partial(value, depth)
            case DefinitionValue() if value.node.kind == "class":
                return self._class(value)
            case DefinitionValue() | Thunk():
                return self._function(value)
            case EnumMember(enum, name):
                return self._member(enum, name)
            case ExternalSymbol(name):
                return self._symbol(name)
            case CallResult():
                return self._instance(value, depth)
            case _ if isinstance(value, SCALARS):
                return value
        raise NotFollowed("an argument of it is not followed")

    def _dict(self, value: Any, depth: int) -> Dict:
        made = Dict({})
        for key, one in value.items if isinstance(value, MappingValue) else value.items():
            self._vm.set_item(made, self._as_object(key, depth + 1), self._as_object(one, depth + 1))
        return made

    def _partial(self, value: PartialObject, depth: int) -> Instance:
        """An object of which some attributes are known: any other is one of a library."""
        made = Instance(Class("object", (Symbol("pydantic.BaseModel"),)))
        for name, one in value.attributes.items():
            made.cells[name] = self._native(one) if callable(one) else self._as_object(one, depth + 1)
        if isinstance(value, Handler):
            called = self._native(value, bound=True)
            made.cls.cells["__call__"] = called
        self._objects.append((made, value))
        return made

    def _native(self, function: Callable[..., Any], bound: bool = False) -> Native:
        """A function of toolc as an object of the heap."""

        def run(call: Any) -> Any:
            args = [self._as_constant(one) for one in call.args[1 if bound else 0 :]]
            result = UnknownConstant("it takes no keywords") if call.kwargs else function(*args)
            if isinstance(result, UnknownConstant):
                raise NotFollowed(result.reason)
            return self._as_object(result)

        return Native("toolc.handler", run)

    def _class(self, cls: DefinitionValue) -> Class:
        self._execute(cls.module)
        known = self._vm.class_changes.completed.get((cls.module, cls.node.at))
        if known is None:
            raise NotFollowed(f"`{cls.stmt.name}` is not followed")
        return known[0]

    def _member(self, enum: DefinitionValue, name: str) -> Any:
        found = self._class(enum).cells.get(name, MISSING)
        if not isinstance(found, Instance):
            raise NotFollowed(f"`{enum.stmt.name}.{name}` is not known")
        return found

    def _symbol(self, name: str) -> Any:
        owner, dot, last = name.rpartition(".")
        if owner == "builtins" and last in self._vm.builtins:
            return self._vm.builtins[last]
        return self._vm.library.member(Symbol(owner), last) if dot else Symbol(name)

    def _instance(self, value: CallResult, depth: int) -> Any:
        """An instance that a call of the program makes; the type that a hook is asked about."""
        args, kwargs = [], {}
        for arg in value.args:
            if arg.star:
                raise NotFollowed("an argument of it unpacks a value that is not known")
            one = self._as_object(self._linker.evaluate(arg.value, value.scope), depth + 1)
            if arg.name is None:
                args.append(one)
            else:
                kwargs[arg.name] = one
        if isinstance(value.callee, ExternalSymbol) and value.callee.name == SOURCE:
            return _source(args)
        callee = value.callee if not isinstance(value.callee, CallResult) else None
        if callee is None:
            raise NotFollowed("an argument of it is not followed")
        return self._vm.call(self._as_object(callee, depth + 1), tuple(args), kwargs)

    # --- and back ------------------------------------------------------------------------------------------------------------

    def _as_constant(self, value: Any) -> Any:
        """Return an object as a constant, or as what it stands for. Raises `NotFollowed`."""
        for made, meant in self._objects:
            if made is value:
                return meant
        try:
            return self._vm.concrete(value)
        except ValueError:
            pass
        if isinstance(value, Top):
            raise NotFollowed(value.doubt.reason)
        return self._as_value(value)

    def _as_value(self, value: Any) -> Value:
        found = Converter(self._linker).value(value)
        if isinstance(found, Unknown):
            raise NotFollowed(found.reason)
        return found


def _source(args: list[Any]) -> Any:
    """The type that a hook is asked about; the argument is the number of its own arguments, where that is known."""
    if not args:
        return LibraryObject(Symbol(SOURCE), Site(_NOWHERE, None, (), {}))
    each = [LibraryObject(Symbol(SOURCE_ARGUMENT), Site(_NOWHERE, None, (at,), {})) for at in range(args[0])]
    cls = Class("source_type", library=SOURCE)
    return Subscript(cls, tuple(each)) if each else cls


def _function_inside(value: Any) -> Any:
    """The function of a class method or static method."""
    while isinstance(value, Descriptor) and value.kind in ("classmethod", "staticmethod"):
        value = value.function
    return value


def _items(value: Any) -> Any:
    return value.items if isinstance(value, SequenceValue) else value


def _in_order(items: Any) -> list[Any]:
    return sorted(items, key=repr)


def _size(value: Any) -> int:
    """Return how many parts a constant has."""
    count, pending = 0, [value]
    while pending:
        one = pending.pop()
        count += 1
        pending.extend(one.values() if isinstance(one, dict) else one if isinstance(one, (list, tuple, set)) else ())
    return count


def _replace(held: Any, now: Any) -> None:
    """Make a list or dict what it has become."""
    if not isinstance(now, type(held)):
        raise NotFollowed("what it makes of its argument is not known")
    if isinstance(held, list):
        held[:] = now
    else:
        held.clear()
        held.update(now)
