"""Escape and mod-set approximation for code that is not executed: which objects it may change, through arguments and functions.

A summary of a function is syntactic: the names that it writes through, calls methods of, passes on or rebinds. It is used only
if a function escapes to code that is not analysed, or is cut off by the budget.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from toolc import code
from toolc.analysis.doubts import Doubt, Guard
from toolc.analysis.events import FACTS
from toolc.analysis.json_schemas import JsonSchema
from toolc.analysis.lattice import join
from toolc.analysis.protocol import Machine
from toolc.analysis.protocol_objects import is_protocol_object
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Choice,
    Class,
    Container,
    Coroutine,
    Descriptor,
    Function,
    Instance,
    LibraryMethod,
    LibraryObject,
    Maybe,
    Module,
    Native,
    Obj,
    Partial,
    Scope,
    Symbol,
    Unknown,
    Value,
)
from toolc.analysis.values import (
    Iterator as IteratorObject,
)
from toolc.module import (
    AnnAssign,
    Assign,
    Attribute,
    AugAssign,
    Await,
    Call,
    Clause,
    Comprehension,
    Dict,
    Expr,
    IfExp,
    Name,
    NamedExpr,
    Operation,
    SequenceExpr,
    Star,
    SubscriptExpr,
)

INTROSPECTED = frozenset(
    "__name__ __qualname__ __doc__ __module__ __annotations__ __defaults__ __kwdefaults__ __signature__ __wrapped__".split()
)
"""Attributes of a function that frameworks read."""

MAX_REACH = 6  # steps from an object to others
MAX_CALLS = 4  # steps from a function to those it calls

MUTATORS = frozenset(
    """append extend insert remove pop clear sort reverse add discard update setdefault popitem appendleft popleft extendleft
    rotate difference_update intersection_update symmetric_difference_update __setitem__ __delitem__ __setattr__ move_to_end
    subtract""".split()
)
"""Methods of containers that change them."""

REGISTERING = frozenset("tool add_tool remove_tool mount import_server add_transform".split())
"""Methods of servers that change which tools they have."""

_MAKING = frozenset({"__init__", "__new__", "__post_init__", "__init_subclass__", "__set_name__"})
"""Methods that run when an object or class is made, and not again."""

_HOLDING = frozenset("enumerate zip reversed iter list tuple set frozenset dict sorted min max next".split())
"""Builtins whose results hold what they are given, or are it; what becomes of the results is looked at by itself."""


class Summary(msgspec.Struct, frozen=True):
    """Effects of a function on its free names and its first parameter, which may be its receiver: methods called on them, names
    written through, attributes assigned (`a.b.c = …` as `("a", "b", "c")`), names passed on, called, rebound.

    `reached`: what is done to local variables that hold what such a name leads to, each as the path to it, the kind of effect,
    and the attribute, method or function: `(("self", "items"), "assigned", "name")` of `for item in self.items: item.name = …`.
    """

    methods: frozenset[tuple[str, str]]
    written: frozenset[str]
    assigned: frozenset[tuple[str, ...]]
    handed: frozenset[tuple[tuple[str, ...], str]]
    called: frozenset[str]
    rebound: frozenset[str]
    reached: frozenset[tuple[tuple[str, ...], str, str]]


HANDED_OVER = "any attribute"
"""Attribute of a tool object that may change where the object is passed to code which is not followed."""


def hand_over(vm: Machine, values: tuple[Value, ...], doubt: Doubt) -> None:
    """Havoc the objects reachable from these values, to a depth of `MAX_REACH`."""
    escape = _Escape(vm, doubt)
    for value in values:
        escape.taint(value, 0)


class _Escape:
    """One escape of objects to code that is not analysed. `seen` holds the ids of what it has reached."""

    def __init__(self, vm: Machine, doubt: Doubt) -> None:
        self.vm, self.doubt = vm, doubt
        self.seen: set[int] = set()
        self._uncalled = vm.driven.uncalled

    def taint(self, value: Value, depth: int) -> None:
        """Havoc what is reachable from a value, which was itself reached in `depth` steps."""
        value = self.vm.plain(value)
        if id(value) in self.seen or depth > MAX_REACH:
            return
        if isinstance(value, (tuple, Choice)):
            for one in value.alternatives if isinstance(value, Choice) else value:
                self.taint(one, depth)
            return
        if isinstance(value, Maybe):
            self.taint(value.value, depth)
            return
        if not isinstance(value, (Obj, BoundMethod, LibraryMethod, Native)):
            return
        if depth > 0 and isinstance(value, Obj) and self._is_untouched(value):
            return
        self.seen.add(id(value))
        match value:
            case Function():
                self.call(value, depth)
            case BoundMethod(function=Function() as function, receiver=receiver):
                self.call(function, depth, receiver)
            case BoundMethod(function=Native() as native, receiver=receiver):
                if native.name.rpartition(".")[2] in MUTATORS | REGISTERING:
                    self.taint(receiver, depth)
            case Native() if isinstance(owner := getattr(value.run, "owner", None), Obj):
                self.taint(owner, depth)
            case Partial():
                for one in value.children():
                    self.taint(one, depth)
            case Descriptor():
                self.taint(value.function, depth)
            case LibraryObject():
                if value.event is not None and self.vm.ghost is None:
                    self.vm.touched.setdefault(value, (HANDED_OVER, self.doubt.place))
                if is_protocol_object(value):
                    self._taint_state(value, depth)
            case Class():
                self.vm.class_changes.note_escape(value)
            case Module() | Scope():
                return
            case JsonSchema() if depth > 0 and value.whole and value.origin is None:
                return  # of a tool, which is not certain any more
            case Container() | Instance() | IteratorObject() | Coroutine():
                self._taint_state(value, depth)

    def _taint_state(self, value: Obj, depth: int) -> None:
        """Havoc an object and what it holds; its methods may be called."""
        if isinstance(value, Instance) and "immutable" in value.cls.traits:
            return
        self.vm.store.taint(value, self.doubt)
        if isinstance(value, Instance) and value.cls.node is not None:
            for method in methods_of(value.cls):
                self._call_once(method, depth, value)
        for one in value.children():
            if not isinstance(one, Function) or depth < 2:
                self.taint(one, depth + 1)

    def _is_untouched(self, value: Obj) -> bool:
        """Return `True` if a function without a known caller is being run and the object is older than that run.

        Such an object is changed only where it is passed itself.
        """
        return self._uncalled is not None and not self.vm.is_made_in(value, self._uncalled)

    def _call_once(self, function: Function, depth: int, receiver: Value = MISSING, calls: int = 0) -> None:
        if id(function) not in self.seen:
            self.seen.add(id(function))
            self.call(function, depth, receiver, calls)

    def call(self, function: Function, depth: int, receiver: Value = MISSING, calls: int = 0) -> None:
        """Havoc what a function changes, and the functions that it calls: it may be called at any time, or never."""
        if calls > MAX_CALLS:
            return
        summary = summary_of(function)
        params = [one.name for one in function.params]
        receiving = params[0] if receiver is not MISSING and params else ""
        local = _local(function)

        def outside(name: str) -> Value:
            return receiver if name == receiving else MISSING if name in local else _free(function, name)

        for name in summary.written:
            found = outside(name)
            if isinstance(found, (Function, Class)):
                self.vm.store.taint(found, self.doubt)
            elif isinstance(found, Obj) and not isinstance(found, Module):
                self._taint_shallowly(found)
        for name, *path in summary.assigned:
            self._assign(outside(name), path, depth, calls)
        for name, method in summary.methods:
            found = outside(name)
            if isinstance(found, Container) and method in MUTATORS:
                self._taint_shallowly(found)
            elif isinstance(found, Instance):
                own = found.cls.find(method)
                if isinstance(own, Function) and id(own) not in self.seen:
                    self._call_once(own, depth, found, calls + 1)
                elif method in REGISTERING or (isinstance(own, Native) and method in MUTATORS):
                    self.taint(found, depth)
                elif own is MISSING:
                    self._call_of_attribute(found, method, depth, calls)
        for (name, *path), callee in summary.handed:
            found = _member(outside(name), path)
            if isinstance(found, (Container, Instance)) and not self._is_harmless(callee, outside):
                self.taint(found, depth)
        for name in summary.called:
            found = outside(name)
            if isinstance(found, Function):
                self._call_once(found, depth, MISSING, calls + 1)
        for (name, *path), kind, detail in summary.reached:
            found = self.vm.plain(_member(outside(name), path))
            if kind != "handed":
                for one in self._reachable(found):
                    self._change(one, kind, detail, depth, calls)
            elif not self._is_harmless(detail, outside):
                self.taint(found, depth)
        for name in summary.rebound:
            self._rebind(function, name)

    def _is_harmless(self, callee: str, outside: Callable[[str], Value]) -> bool:
        """Return `True` if the function that a name means in another one changes no argument; "" means one without a name."""
        found = outside(callee) if callee else MISSING
        if found is MISSING and callee in _HOLDING:
            return True
        return self.vm.library.is_harmless(self.vm.builtins.get(callee, MISSING) if found is MISSING else found)

    def _reachable(self, value: Value) -> list[Obj]:
        """The containers and instances that a value leads to, itself among them."""
        found: list[Obj] = []
        known: set[int] = set()
        level, depth = [value], 0
        while level and depth < MAX_REACH:
            depth += 1
            fresh = [one for one in level if isinstance(one, (Container, Instance)) and id(one) not in known]
            fresh = [one for one in fresh if one is value or not self._is_untouched(one)]
            known.update(map(id, fresh))
            found += fresh
            level = [self.vm.plain(child) for one in fresh for child in one.children()]
        return found

    def _change(self, value: Obj, kind: str, detail: str, depth: int, calls: int) -> None:
        """Havoc what a local variable that may hold an object changes of it."""
        if isinstance(value, Container):
            if kind == "written" or (kind == "method" and detail in MUTATORS):
                self._taint_shallowly(value)
        elif isinstance(value, Instance) and kind == "assigned":
            if detail in value.cells or value.cls.find(detail) is not MISSING:
                self._assign(value, [detail], depth, calls)
        elif isinstance(value, Instance) and kind == "method":
            own = value.cls.find(detail)
            if isinstance(own, Function):
                self._call_once(own, depth, value, calls + 1)
            elif detail in REGISTERING or (isinstance(own, Native) and detail in MUTATORS):
                self.taint(value, depth)

    def _call_of_attribute(self, owner: Instance, method: str, depth: int, calls: int) -> None:
        """Havoc what a method changes that is called on an attribute of an object: `self.items.append(…)`."""
        for one in map(self.vm.plain, owner.children()):
            if isinstance(one, Container) and method in MUTATORS:
                self._taint_shallowly(one)
            elif isinstance(one, Instance) and isinstance(own := one.cls.find(method), Function):
                self._call_once(own, depth, one, calls + 1)

    def _assign(self, owner: Value, path: list[str], depth: int, calls: int) -> None:
        """An attribute of an object, a class or a module may have any value: by a setter, where its class has one."""
        *inner, name = path
        owner = _member(owner, inner)
        if isinstance(owner, Instance) and isinstance(found := owner.cls.find(name), Descriptor) and found.kind == "property":
            if isinstance(found.setter, Function):
                self._call_once(found.setter, depth, owner, calls + 1)
        elif isinstance(owner, (Instance, Class, Module)):
            self.vm.store.touch(owner)
            owner.cells[name] = Unknown(self.doubt)

    def _rebind(self, function: Function, name: str) -> None:
        """A name around a function may stand for anything."""
        scope: Scope | None = function.scope
        while scope is not None:
            if name in scope.cells and not scope.is_class:
                self.vm.store.touch(scope)
                scope.cells[name] = Unknown(self.doubt)
                return
            scope = scope.parent

    def _taint_shallowly(self, found: Obj) -> None:
        """Havoc an object, and the containers that it has as attributes."""
        if id(found) not in self.seen:
            self.seen.add(id(found))
            self.vm.store.taint(found, self.doubt)
            if isinstance(found, Instance):
                for one in found.children():
                    if isinstance(one, Container):
                        self._taint_shallowly(one)


def may_be_called(vm: Machine, function: Function, doubt: Doubt, receiver: Value = MISSING) -> None:
    """Havoc the objects that a function touches: it may be called at any time from here on, or never."""
    escape = _Escape(vm, doubt)
    escape.seen.add(id(function))
    escape.call(function, 0, receiver)


def left_early(vm: Machine, iterated: Value) -> None:
    """An unfinished generator runs its `finally` and leaves its `with` whenever it is collected."""
    function = iterated.function if isinstance(iterated, IteratorObject) else None
    if function is None or not any(isinstance(one, (code.Try, code.With)) for one in walk(function.node.body)):
        return
    may_be_called(vm, function, vm.doubt("TC232", f"how `{function.name}` ends depends on when it is thrown away"))


def may_be_rebound(vm: Machine, scope: Scope, doubt: Doubt) -> None:
    """Any name of a scope may stand for something else from here on."""
    vm.store.touch(scope)
    for name, cell in scope.cells.items():
        value = vm.plain(cell.value if isinstance(cell, Maybe) else cell)
        if name.startswith("__") or isinstance(value, (Module, Class, Symbol, Native)):
            continue
        scope.cells[name] = join(cell, Unknown(doubt), Guard(doubt.place, doubt.reason))


def methods_of(cls: Class) -> list[Function]:
    """All methods of the program that an object of a class has, but for those that make it."""
    names = dict.fromkeys(name for one in cls.mro if isinstance(one, Class) and one.node is not None for name in one.cells)
    return [method for name in names if name not in _MAKING and (method := function_of(cls.find(name))) is not None]


def function_of(cell: Value) -> Function | None:
    """The function of the program behind a class attribute, decorators of libraries that are not followed taken off."""
    inner = cell.function if isinstance(cell, Descriptor) else cell
    while isinstance(inner, LibraryObject):
        inner = inner.decorated
    return inner if isinstance(inner, Function) else None


def write_through_unknown(vm: Machine, name: str, doubt: Doubt) -> None:
    """An attribute is set on an object that is not known: it may be any that has it, or of which frameworks read it."""
    if name in INTROSPECTED:
        found: list[Obj] = list(vm.functions)
    else:
        having = {cls for cls in {one.cls for one in vm.instances} if cls.find(name) is not MISSING}
        found = [one for one in vm.instances if name in one.cells or one.cls in having]
        found += [one for one in vm.classes if name in one.cells]
        found += [event.tool for event in vm.events if event.tool is not None and name in event.tool.cells]
        found += [one.made for one in vm.events if name in FACTS and one.tool is None and one.made is not None]
    for one in found:
        vm.store.taint(one, doubt)


def _local(function: Function) -> frozenset[str]:
    node = function.node
    return node.local if isinstance(node, code.FunctionDef) else node.names


def _free(function: Function, name: str) -> Value:
    """Return the current value of a free variable of a function; MISSING if no enclosing scope binds it."""
    scope: Scope | None = function.scope
    while scope is not None:
        if not scope.is_class and name in scope.cells:
            found = scope.cells[name]
            return found.value if isinstance(found, Maybe) else found
        scope = scope.parent
    return MISSING


# --- summaries --------------------------------------------------------------------------------------------------------

_SUMMARIES: dict[int, tuple[Any, Summary]] = {}


def summary_of(function: Function) -> Summary:
    """The summary of a function, made once."""
    known = _SUMMARIES.get(id(function.node))
    if known is not None and known[0] is function.node:
        return known[1]
    methods: set[tuple[str, str]] = set()
    assigned: set[tuple[str, ...]] = set()
    handed: set[tuple[tuple[str, ...], str]] = set()
    written: set[str] = set()
    called: set[str] = set()
    rebound: set[str] = set()
    node = function.node
    local = _local(function)
    for part in walk(node.body):
        match part:
            case Call(func=func, args=args):
                if isinstance(func, Attribute):
                    root = _root(func.value)
                    if root:
                        methods.add((root, func.attr))
                elif isinstance(func, Name):
                    called.add(func.id)
                callee = func.id if isinstance(func, Name) else ""
                handed.update((path, callee) for arg in args if (path := _owner_path(arg.value)))
            case Assign(targets=targets):
                for target in targets:
                    _note_target(target, local, written, assigned, rebound)
            case AugAssign(target=target) | AnnAssign(target=target) | code.For(target=target):
                _note_target(target, local, written, assigned, rebound)
                if isinstance(part, AugAssign) and isinstance(target, Name):
                    written.add(target.id)
            case code.Delete(targets=targets):
                for target in targets:
                    _note_target(target, local, written, assigned, rebound)
    own = local.difference([one.name for one in function.params[:1]])
    held = _held_by_locals(node.body, own)
    summary = Summary(
        frozenset(one for one in methods if one[0] not in own),
        frozenset(written - own),
        frozenset(one for one in assigned if one[0] not in own),
        frozenset(one for one in handed if one[0][0] not in own),
        frozenset(called - own),
        frozenset(rebound),
        frozenset((path, kind, what) for name, kind, what in _changes(node.body) if name in own for path in held.get(name, ())),
    )
    _SUMMARIES[id(node)] = node, summary
    return summary


def _member(owner: Value, path: list[str]) -> Value:
    """The value of attributes of attributes of an object; MISSING if one is not there."""
    for step in path:
        held = owner.cells.get(step, MISSING) if isinstance(owner, (Instance, Class, Module)) else MISSING
        found = owner.cls.find(step) if held is MISSING and isinstance(owner, Instance) else MISSING
        if isinstance(found, Descriptor) and isinstance(found.function, Function):
            return owner  # what a property gives is a part of the object, or leads to it
        owner = held
    return owner


def _held_by_locals(body: Any, own: frozenset[str]) -> dict[str, frozenset[tuple[str, ...]]]:
    """The paths from names around a function, or from its receiver, to what each of its local variables may hold or lead to."""
    told: dict[str, set[tuple[str, ...]]] = {}

    def note(target: Expr | None, value: Any) -> None:
        if isinstance(target, Name):
            told.setdefault(target.id, set()).update(_roots(value))
        elif isinstance(target, (SequenceExpr, Star)):
            for one in target.items if isinstance(target, SequenceExpr) else (target.value,):
                note(one, value)

    for part in walk(body):
        match part:
            case Assign(targets=targets, value=value):
                for target in targets:
                    note(target, value)
            case AnnAssign(target=target, value=value) if value is not None:
                note(target, value)
            case code.For(target=target, iter=value) | Clause(target=target, iter=value):
                note(target, value)
            case code.With(items=items):
                for entered, bound in items:
                    note(bound, entered)
            case NamedExpr(name=name, value=value):
                told.setdefault(name, set()).update(_roots(value))
    found: dict[str, frozenset[tuple[str, ...]]] = {}
    for name in told:
        seen: set[tuple[str, ...]] = set()
        todo: list[tuple[str, ...]] = [(name,)]
        while todo:
            fresh = told.get(todo.pop()[0], set()) - seen
            seen |= fresh
            todo += [one for one in fresh if one[0] in told]
        found[name] = frozenset(one for one in seen if one[0] not in own)
    return found


def _roots(value: Any) -> set[tuple[str, ...]]:
    """The paths to the objects that a value may be, hold or lead to."""
    match value:
        case Name():
            return {(value.id,)}
        case Attribute() if path := _path(value):
            return {path}
        case Attribute() | SubscriptExpr():
            return _roots(value.value)
        case Call(func=func, args=args):
            return (_roots(func.value) if isinstance(func, Attribute) else set()).union(*(_roots(one.value) for one in args))
        case Await() | Star() | NamedExpr():
            return _roots(value.value)
        case IfExp(body=first, orelse=second):
            return _roots(first) | _roots(second)
        case SequenceExpr(items=items) | Operation(items=items):
            return set().union(*map(_roots, items))
        case Dict(items=items):
            return set().union(*(_roots(one.value) for one in items))
        case Comprehension(element=element, clauses=clauses):
            return _roots(element).union(*(_roots(one.iter) for one in clauses))
    return set()


def _changes(body: Any) -> Iterator[tuple[str, str, str]]:
    """Yield what statements do to names and what these lead to: the name, the kind, and the attribute, method or function."""
    for part in walk(body):
        match part:
            case Call(func=func, args=args):
                if isinstance(func, Attribute):
                    yield _root(func.value), "method", func.attr
                yield from ((_root(one.value), "handed", func.id if isinstance(func, Name) else "") for one in args)
            case Assign(targets=targets) | code.Delete(targets=targets):
                yield from (change for target in targets for change in _changes_by(target))
            case AugAssign(target=Name(id=name)):
                yield name, "written", ""
            case AugAssign(target=target) | AnnAssign(target=target) | code.For(target=target):
                yield from _changes_by(target)


def _changes_by(target: Expr) -> Iterator[tuple[str, str, str]]:
    """The changes by an assignment to a target."""
    if isinstance(target, SequenceExpr):
        for one in target.items:
            yield from _changes_by(one)
    elif isinstance(target, Attribute):
        yield _root(target.value), "assigned", target.attr
    elif isinstance(target, SubscriptExpr):
        yield _root(target.value), "written", ""


def _note_target(
    target: Expr, local: frozenset[str], written: set[str], assigned: set[tuple[str, ...]], rebound: set[str]
) -> None:
    if isinstance(target, Name):
        if target.id not in local:
            rebound.add(target.id)
    elif isinstance(target, SequenceExpr):
        for one in target.items:
            _note_target(one, local, written, assigned, rebound)
    elif isinstance(target, (Attribute, SubscriptExpr)) and (root := _root(target.value)):
        written.add(root)
        if path := _path(target):
            assigned.add(path)


def _path(expr: Expr) -> tuple[str, ...]:
    """The name and the attributes of `a.b.c`; nothing for any other expression."""
    names: list[str] = []
    while isinstance(expr, Attribute):
        names.append(expr.attr)
        expr = expr.value
    return (expr.id, *reversed(names)) if isinstance(expr, Name) else ()


def _owner_path(expr: Expr) -> tuple[str, ...]:
    """The path to the object that an expression is, or takes by a method or subscript: `("a", "b")` of `a.b.run()`."""
    names: list[str] = []
    while isinstance(expr, (Attribute, SubscriptExpr, Call)):
        names = [*names, expr.attr] if isinstance(expr, Attribute) else []
        inner = expr.func if isinstance(expr, Call) else expr
        expr = inner.value if isinstance(inner, (Attribute, SubscriptExpr)) else inner
    return (expr.id, *reversed(names)) if isinstance(expr, Name) else ()


def _root(expr: Expr) -> str:
    """The name that an expression begins with."""
    while isinstance(expr, (Attribute, SubscriptExpr, Call)):
        expr = expr.func if isinstance(expr, Call) else expr.value
    return expr.id if isinstance(expr, Name) else ""


def walk(node: Any) -> Iterator[Any]:
    """Every node below one, those of nested functions included."""
    todo = [node]
    while todo:
        part = todo.pop()
        if isinstance(part, tuple):
            todo.extend(part)
        elif isinstance(part, code.FunctionDef):
            yield part
            todo.extend((part.header, part.body))
        elif isinstance(part, msgspec.Struct):
            yield part
            todo.extend(getattr(part, field) for field in part.__struct_fields__ if field not in ("at", "end"))


__all__ = ["MUTATORS", "REGISTERING", "function_of", "hand_over", "may_be_called", "methods_of", "summary_of", "walk"]
