"""Context managers: those of generators, of `contextlib`, and those of libraries, which give themselves.

Source: the library reference of CPython 3.11, `contextlib`.
"""

import sys
from collections.abc import Callable, Iterable
from typing import Any

from toolc import code
from toolc.analysis import effects
from toolc.analysis.branches import both
from toolc.analysis.doubts import Doubt, Guard
from toolc.analysis.lattice import origin_of
from toolc.analysis.models.table import model
from toolc.analysis.objects import exceptions
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    Choice,
    Class,
    Container,
    Coroutine,
    Descriptor,
    Function,
    Instance,
    Iterator,
    LibraryMethod,
    LibraryObject,
    Maybe,
    Native,
    Symbol,
    Unknown,
    Value,
)
from toolc.module import Const, Return

_MANAGER = Class("_GeneratorContextManager", library="contextlib._GeneratorContextManager")


def _decorate(call: Call) -> Value:
    """As a decorator: what it gives calls the function in the midst of a manager that is made anew each time."""
    vm, manager, function = call.vm, call.args[0], call.args[1]
    return vm.call(vm.written.part("contextlib", "decorated"), (manager.cells[_AGAIN], function), {}, call.place)


_AGAIN = " again"
"""The cell of a manager with what makes it anew."""
_MANAGER.cells["__call__"] = Native("contextlib.ContextDecorator.__call__", _decorate)


@model("contextlib.contextmanager", "contextlib.asynccontextmanager")
def _contextmanager(call: Call) -> Value:
    return Descriptor("contextmanager", call.args[0])


def generator_manager(vm: Machine, value: Value, again: Callable[[], Value]) -> Value:
    """The context manager around a generator; `again` makes another."""
    if isinstance(value, Coroutine):
        return value
    made = Instance(_MANAGER)
    made.native = value
    made.cells[_AGAIN] = Native("contextlib._GeneratorContextManager._recreate_cm", lambda call: again())
    return made


_ENTERING, _LEAVING = ("__enter__", "__aenter__"), ("__exit__", "__aexit__")


def _method(manager: Value, names: tuple[str, ...]) -> str:
    """The first of some methods that the class of an object has; "" if it has none."""
    cls = manager.cls if isinstance(manager, (Instance, Container)) else None
    return next((name for name in names if cls is not None and cls.find(name) is not MISSING), "")


def _await_plain(value: Value) -> Value:
    return value.run() if isinstance(value, Coroutine) else value


def enter(vm: Machine, manager: Value) -> Value:
    """Return the result of `__enter__` of a context manager, or of `__aenter__`."""
    manager = vm.plain(manager)
    if name := _method(manager, _ENTERING):
        return _await_plain(vm.call(vm.attribute(manager, name), (), {}))
    if isinstance(manager, Instance) and manager.cls is _MANAGER:
        generator = manager.native
        if isinstance(generator, Iterator):
            element = generator.advance()
            return None if element is MISSING else element
        return Unknown(vm.doubt("TC205", "a context manager is not followed"))
    if isinstance(manager, (LibraryObject, LibraryMethod, Symbol)):
        return manager
    if isinstance(manager, Unknown):
        return Unknown(manager.doubt)
    return manager


def leave(vm: Machine, manager: Value, raised: Raised | None) -> bool | Doubt:
    """Run `__exit__` of a context manager; return `True` if it swallows the exception, a doubt if that is not known."""
    manager = vm.plain(manager)
    if name := _method(manager, _LEAVING):
        return _call_exit(vm, vm.attribute(manager, name), raised)
    if isinstance(manager, Instance) and manager.cls is _MANAGER and isinstance(manager.native, Iterator):
        if raised is None:
            manager.native.advance()
            return False
        return _throw(manager.native, raised)
    if raised is not None and isinstance(manager, Instance) and manager.cls.library == "contextlib.suppress":
        return exceptions.catches(vm, manager.native, raised)
    if isinstance(manager, Instance) and manager.cls is _STACK:
        if raised is not None and raised.possible:
            swallows = any(kind != "callback" and may_swallow(held) for kind, held, _, _ in _all_entries(manager.native))
            return vm.doubt("TC205", "whether a context manager swallows an exception is not known") if swallows else False
        return _unwind(vm, manager.native, manager.taint, raised)
    if raised is not None and not raised.possible and _is_foreign(manager):
        return vm.doubt("TC205", f"whether {vm.describe(manager)} (not followed) swallows the exception is not known")
    return False


def _is_foreign(manager: Value) -> bool:
    """Return `True` if a context manager is not followed and may swallow exceptions.

    It is taken not to swallow what other code may raise, as that is taken to succeed (`may_have_raised`). Of Python's own
    managers only those in `unittest` swallow, beside the ones that have models.
    """
    if isinstance(manager, Unknown):
        return True
    if not isinstance(manager, (LibraryObject, LibraryMethod, Symbol)):
        return False
    return origin_of(manager).partition(".")[0] not in sys.stdlib_module_names - {"unittest"}


def _call_exit(vm: Machine, method: Value, raised: Raised | None) -> bool | Doubt:
    """Call a method `__exit__`; return `True` if it swallows the exception, a doubt if that is not known.

    Of an exception that may be of any class, it is given an unknown class.
    """
    error: tuple[Value, ...] = (None, None, None)
    if raised is not None:
        error = (Unknown(raised.value.doubt) if raised.possible else vm.class_raised(raised), raised.value, None)
    verdict = vm.truth(_await_plain(vm.call(method, error, {})))
    return verdict if raised is not None and (raised.possible or isinstance(verdict, bool)) else False


def _unwind(vm: Machine, entries: list[Any], taint: Doubt | None, raised: Raised | None) -> bool | Doubt:
    """Run what a stack holds, the last first; return `True` if a part swallows the exception, a doubt if that is not known.

    What it holds under a condition runs under that. If not even the order is known, it may change what it can reach.
    """
    if taint is not None:
        for _, held, args, kwargs in _all_entries(entries):
            vm.hand_over((held, *args, *kwargs.values()), taint)
        return taint if raised is not None else False
    left, doubt = raised, None
    for one in reversed(entries):
        entry, guard = (one.value, one.guard) if isinstance(one, Maybe) else (one, None)
        verdict: bool | Doubt = False
        for part in entry.alternatives if isinstance(entry, Choice) else (entry,):
            condition = entry.guard if isinstance(entry, Choice) else guard
            verdict = _run_entry(vm, part, left) if condition is None else _run_perhaps(vm, part, left, condition)
            doubt = verdict if isinstance(verdict, Doubt) else doubt
        left = None if verdict is True else left
    if raised is not None and left is not None and doubt is not None:
        return doubt
    return raised is not None and left is None


def _run_entry(vm: Machine, entry: tuple[Any, ...], raised: Raised | None) -> bool | Doubt:
    """Run one thing that a stack holds; return `True` if it swallows the exception, a doubt if that is not known."""
    kind, held, args, kwargs = entry
    if kind == "callback":
        vm.call(held, args, kwargs)
        return False
    return leave(vm, held, raised) if kind == "manager" else _call_exit(vm, held, raised)


def _run_perhaps(vm: Machine, entry: tuple[Any, ...], raised: Raised | None, guard: Guard) -> bool | Doubt:
    """Run one thing that a stack holds under a condition."""
    verdicts: list[bool | Doubt] = []
    both(vm, guard, [lambda: verdicts.append(_run_entry(vm, entry, raised)), lambda: None])
    return Doubt("TC205", guard.reason, guard.place) if any(verdicts) else False


def _all_entries(entries: list[Any]) -> Iterable[tuple[Any, ...]]:
    """All that a stack may hold."""
    for one in entries:
        entry = one.value if isinstance(one, Maybe) else one
        yield from entry.alternatives if isinstance(entry, Choice) else (entry,)


def _throw(generator: Iterator, raised: Raised) -> bool:
    """Raise an exception at the `yield` of a context manager's generator; return `True` if the generator swallows it."""
    if generator.throw is None:
        return False
    try:
        return generator.throw(raised) is MISSING
    except Raised as again:
        if again is raised:
            return False
        raise


def is_left_once(manager: Value) -> bool:
    """Return `True` if a context manager is a generator, which cannot be resumed twice."""
    return isinstance(manager, Instance) and manager.cls is _MANAGER


def may_swallow(manager: Value) -> bool:
    """Return `True` if a context manager may swallow exceptions; of libraries only `suppress` and stacks are taken to."""
    if isinstance(manager, Function):  # in the place of `__exit__`
        return any(_may_return_true(one) for one in effects.walk(manager.node))
    if not isinstance(manager, Instance):
        return False
    if manager.cls is _MANAGER:
        generator = manager.native.function if isinstance(manager.native, Iterator) else None
        return generator is not None and any(_swallows_at_yield(one) for one in effects.walk(generator.node))
    own = manager.cls.find(_method(manager, _LEAVING))
    return (
        may_swallow(own) if isinstance(own, Function) else manager.cls is _STACK or manager.cls.library == "contextlib.suppress"
    )


def _may_return_true(node: Any) -> bool:
    """Return `True` for a `return` of something that may be true."""
    return isinstance(node, Return) and node.value is not None and not (isinstance(node.value, Const) and not node.value.value)


def _swallows_at_yield(node: Any) -> bool:
    """Return `True` for a `try` around a `yield` with a handler that does not end by raising."""
    return (
        isinstance(node, code.Try)
        and any(isinstance(one, code.YieldExpr) for one in effects.walk(node.body))
        and any(not isinstance(handler.body[-1], code.Raise) for handler in node.handlers)
    )


_SUPPRESS = Class("suppress", library="contextlib.suppress")


@model("contextlib.suppress")
def _suppress(call: Call) -> Value:
    made = Instance(_SUPPRESS)
    made.native = call.args
    return made


@model("contextlib.nullcontext", positions="enter_result")
def _null(call: Call) -> Value:
    made = Instance(_NULL)
    made.cells["value"] = call.args[0] if call.args else None
    return made


_NULL = Class("nullcontext", library="contextlib.nullcontext")
_NULL.cells["__enter__"] = Native("contextlib.nullcontext.__enter__", lambda call: call.args[0].cells["value"])
_NULL.cells["__exit__"] = Native("contextlib.nullcontext.__exit__", lambda call: None)


@model("contextlib.closing", "contextlib.aclosing")
def _closing(call: Call) -> Value:
    made = Instance(_CLOSING)
    made.cells["thing"] = call.args[0] if call.args else None
    return made


_CLOSING = Class("closing", library="contextlib.closing")
_CLOSING.cells["__enter__"] = Native("contextlib.closing.__enter__", lambda call: call.args[0].cells["thing"])
_CLOSING.cells["__exit__"] = Native(
    "contextlib.closing.__exit__",
    lambda call: call.vm.call(call.vm.attribute(call.args[0].cells["thing"], "close"), (), {}) and None,
)

_STACK = Class("ExitStack", library="contextlib.ExitStack")


@model("contextlib.ExitStack")
def _exit_stack(call: Call) -> Value:
    made = Instance(_STACK)
    made.native = []  # replaced, never changed: branches join two such lists
    return made


def _hold(call: Call, kind: str, held: Value, args: tuple[Value, ...] = ()) -> Value:
    owner = call.args[0]
    call.vm.store.touch(owner)
    owner.native = [*owner.native, (kind, held, args, dict(call.kwargs))]
    return held


def _push(call: Call) -> Value:
    """`push`: an object with `__exit__`, or a function in the place of one."""
    held = call.vm.plain(call.args[1])
    managed = isinstance(held, Instance) and held.cls.find("__exit__") is not MISSING
    return _hold(call, "manager" if managed else "exit", held)


def _enter_context(call: Call) -> Value:
    value = enter(call.vm, call.args[1])
    _hold(call, "manager", call.args[1])
    return value


def _close(call: Call) -> None:
    _unwind(call.vm, _take_all(call), call.args[0].taint, None)


def _take_all(call: Call) -> list[Any]:
    """Take everything out of a stack."""
    owner = call.args[0]
    call.vm.store.touch(owner)
    entries, owner.native = owner.native, []
    return entries


def _pop_all(call: Call) -> Instance:
    made = Instance(_STACK)
    made.native, made.taint = _take_all(call), call.args[0].taint
    return made


_STACK.cells.update(
    {
        "callback": Native("contextlib.ExitStack.callback", lambda call: _hold(call, "callback", call.args[1], call.args[2:])),
        "enter_context": Native("contextlib.ExitStack.enter_context", _enter_context),
        "close": Native("contextlib.ExitStack.close", _close),
        "push": Native("contextlib.ExitStack.push", _push),
        "pop_all": Native("contextlib.ExitStack.pop_all", _pop_all),
    }
)


# --- asyncio: what runs a coroutine -----------------------------------------------------------------------------------


@model("asyncio.run", "anyio.run", "trio.run", "uvloop.run")
def _run(call: Call) -> Value:
    """The coroutines that it is given run to their end."""
    vm = call.vm
    found: list[Value] = []
    for value in (vm.plain(one) for one in call.args):
        if isinstance(value, Coroutine):
            found.append(value.run())
        elif call.callee.name in ("anyio.run", "trio.run"):
            started = vm.call(value, call.args[1:], {}, call.place)
            return started.run() if isinstance(started, Coroutine) else started
        elif not isinstance(value, (int, float, type(None))):
            found.append(vm.await_value(value))
    return found[0] if found else None
