"""Calls: argument binding, and the call operation for each kind of value."""

from collections.abc import Generator, Mapping
from copy import copy

from toolc import code
from toolc.analysis.branches import Running, drive, each_of, return_value
from toolc.analysis.budget import MAX_RECURSION, Exhausted
from toolc.analysis.doubts import Doubt, Place, UnknownOrder, stronger_doubt
from toolc.analysis.frame import Frame
from toolc.analysis.interpreter import supposing
from toolc.analysis.objects import annotations, classes, containers, hooks
from toolc.analysis.objects.defaults import defaults_of
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Annotation,
    BoundMethod,
    Choice,
    Class,
    Coroutine,
    Descriptor,
    Dict,
    Function,
    Instance,
    Iterator,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Missed,
    Native,
    Partial,
    Scope,
    Site,
    Subscript,
    Symbol,
    Unknown,
    Value,
)

UNORDERED = "** in any order"
"""The key of `kwargs` that holds the doubt about the order of what `**` unpacks."""


class Call:
    """One call as a model sees it.

    `decorating`: the call applies a decorator. `name`: the variable its value is assigned to. `open`: the value unpacked by `*`
    or `**` if its elements are unknown, else None. `inputs`: inputs that a `**` argument depends on; its default is taken.
    `order`: why the order of keyword arguments is not known.
    """

    __slots__ = ("args", "callee", "decorating", "inputs", "kwargs", "name", "open", "order", "place", "vm")

    def __init__(
        self,
        vm: Machine,
        callee: Value,
        args: tuple[Value, ...],
        kwargs: dict[str, Value],
        place: Place,
        decorating: bool = False,
        name: str = "",
    ) -> None:
        self.vm, self.callee, self.args, self.place = vm, callee, args, place
        unpacked = kwargs.get("**")
        self.inputs = vm.inputs_of(unpacked)
        self.open = vm.plain(unpacked) or kwargs.get("*")
        self.kwargs = {key: value for key, value in kwargs.items() if key not in ("*", "**", UNORDERED)}
        self.order: UnknownOrder | None = kwargs.get(UNORDERED)
        self.decorating, self.name = decorating, name

    def get(self, name: str, position: int | None = None, default: Value = None) -> Value:
        """An argument by keyword, or by position; the unknown unpacked value if the argument may be in it."""
        if name in self.kwargs:
            return self.kwargs[name]
        if position is not None and position < len(self.args):
            return self.args[position]
        return default if self.open is None else self.open

    def replace(self, argument: Value, other: Value) -> "Call":
        """The call with another value in the place of one of its arguments."""
        made = copy(self)
        made.args = tuple([other if one is argument else one for one in self.args])
        made.kwargs = {key: other if one is argument else one for key, one in self.kwargs.items()}
        return made

    @property
    def site(self) -> Site:
        return Site(self.place, None, self.args, {**self.kwargs, **({} if self.open is None else {"**": self.open})}, self.name)


def call(
    vm: Machine,
    callee: Value,
    args: tuple[Value, ...],
    kwargs: Mapping[str, Value],
    place: Place,
    decorating: bool = False,
    name: str = "",
) -> Value:
    """Call a value. The keys `*` and `**` of `kwargs` hold unknown unpacked arguments."""
    vm.budget.step()
    kind = type(callee)
    if kind is BoundMethod:
        return call(vm, callee.function, (callee.receiver, *args), kwargs, place, decorating, name)
    if kind is Function:
        if callee.name in vm.frameworks.known_names:
            known = vm.models.known_function(vm, callee, Call(vm, callee, args, dict(kwargs), place, decorating, name))
            if known is not MISSING:
                return known
        return call_function(vm, callee, args, kwargs, place)
    if kind is Native:
        return _native(vm, callee, args, kwargs, place, decorating, name)
    if kind is Class:
        try:
            return classes.instantiate(vm, callee, Call(vm, callee, args, dict(kwargs), place, decorating, name))
        except Raised as raised:
            return supposing.needs_input(vm, raised, *(args if callee.library else ()))
    if kind is Partial:
        return call(vm, callee.function, (*callee.args, *args), {**callee.kwargs, **kwargs}, place, decorating, name)
    if kind in (Instance, Dict, List) and callee.cls is not None:
        if callee.cls.find("__call__") is not MISSING:
            return call(vm, vm.attribute(callee, "__call__"), args, kwargs, place, decorating, name)
        if callee.cls.whole:
            raise Raised("TypeError")
    if kind is Descriptor:
        return _descriptor(vm, callee, args, kwargs, place)
    if kind is Choice:
        return _choice(vm, callee, args, kwargs, place, decorating, name)
    if kind is Subscript:
        return call(vm, callee.origin, args, kwargs, place, decorating, name)
    if kind is Maybe:
        return call(vm, callee.value, args, kwargs, place, decorating, name)
    if kind is Annotation:
        return call(vm, annotations.value_of(vm, callee), args, kwargs, place, decorating, name)
    if kind in (Symbol, LibraryMethod, LibraryObject, Missed) or kind is Instance:
        return vm.library.call(Call(vm, callee, args, dict(kwargs), place, decorating, name))
    if kind is Unknown:
        vm.may_have_raised(callee.doubt.reason)
        doubt = vm.doubt("TC232", f"handed to code that is not followed: {callee.doubt.reason}")
        vm.hand_over((*args, *kwargs.values()), doubt)
        for one in args:
            vm.models.record_change(vm, vm.plain(one), "name")
        return Unknown(callee.doubt)
    if callee is None or isinstance(callee, (str, int, float, bytes, tuple)):
        raise Raised("TypeError")
    doubt = vm.doubt("TC232", "handed to code that is not followed")
    vm.hand_over((callee, *args, *kwargs.values()), doubt)
    return Unknown(doubt)


_KEEPING = (
    *("builtins.list.", "builtins.dict.", "builtins.set.", "builtins.setattr", "mcp.", "fastmcp."),
    *("dataclasses.__init__", "pydantic.BaseModel.__init__"),
)
"""Prefixes of models that receive `Input` wrappers; other models get plain values."""


def _native(
    vm: Machine,
    callee: Native,
    args: tuple[Value, ...],
    kwargs: Mapping[str, Value],
    place: Place,
    decorating: bool,
    name: str,
) -> Value:
    """Run a model. If it fails, its arguments are treated as escaped (unless `vm.strict`, which raises)."""
    if any(isinstance(one, Maybe) for one in args):
        args = tuple([one.value if isinstance(one, Maybe) else one for one in args])
    given = (*args, *kwargs.values())
    inputs = frozenset().union(*map(vm.inputs_of, given))
    if inputs and not callee.name.startswith(_KEEPING):
        args, kwargs = tuple(map(vm.plain, args)), {key: vm.plain(value) for key, value in kwargs.items()}
    made = Call(vm, callee, args, dict(kwargs), place, decorating, name)
    before, vm.place = vm.place, place
    for one in args:
        if type(one) is Instance:
            hooks.may_run_special(vm, one)
    try:
        value = callee.run(made)
        vm.may_have_failed(callee.name, (value, getattr(callee.run, "owner", None), *args, *kwargs.values()))
        return vm.with_inputs(value, inputs) if inputs and isinstance(value, SCALARS) else value
    except Raised as raised:
        if callee.name.startswith(_KEEPING):
            raise
        return supposing.needs_input(vm, raised, *given)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        if vm.strict:
            raise
        doubt = vm.doubt("TC232", f"`{callee.name}` is called in a way toolc does not follow")
        vm.notes.append(doubt)
        vm.hand_over((*args, *kwargs.values()), doubt)
        return Unknown(doubt)
    finally:
        vm.place = before


def _descriptor(vm: Machine, callee: Descriptor, args: tuple[Value, ...], kwargs: Mapping[str, Value], place: Place) -> Value:
    if callee.kind in ("staticmethod", "cache", "contextmanager"):
        return vm.call_descriptor(callee, args, kwargs, place)
    if callee.kind in ("singledispatch", "singledispatchmethod"):
        return vm.models.dispatch(vm, callee, args, kwargs, place)
    doubt = vm.doubt("TC232", f"the call of a {callee.kind} is not followed")
    vm.hand_over((callee.function, *args, *kwargs.values()), doubt)
    return Unknown(doubt)


def _choice(
    vm: Machine,
    callee: Choice,
    args: tuple[Value, ...],
    kwargs: Mapping[str, Value],
    place: Place,
    decorating: bool,
    name: str,
) -> Value:
    """One of several callees."""
    alternatives = tuple(one for one in callee.alternatives if one is not None)
    return each_of(vm, Choice(alternatives, callee.guard), lambda one: call(vm, one, args, kwargs, place, decorating, name))


# --- functions of the program -----------------------------------------------------------------------------------------


def call_function(vm: Machine, function: Function, args: tuple[Value, ...], kwargs: Mapping[str, Value], place: Place) -> Value:
    """Execute a function of the program, or make the generator or coroutine that its call is. A stub of the standard library is
    simpler than the original and may raise where that does not, and raises NotImplementedError where it knows that it is: such
    a call is not followed."""
    if not vm.loaded_module(function.module).is_written:
        return _execute_body(vm, function, args, kwargs, place)
    try:
        return _execute_body(vm, function, args, kwargs, place)
    except Raised as raised:
        gives_up = raised.name == "NotImplementedError"
        if not gives_up and (raised.name not in ("AttributeError", "NameError", "TypeError") or raised.stated):
            raise
        doubt = vm.doubt("TC232", f"this call of `{function.name}` is not followed")
        vm.hand_over((*args, *kwargs.values()), doubt)
        return Unknown(doubt)


def _execute_body(vm: Machine, function: Function, args: tuple[Value, ...], kwargs: Mapping[str, Value], place: Place) -> Value:
    scope = scope_of(function)
    scope.cells.update(bind(vm, function, args, kwargs))
    _assume_servers(vm, function, scope)
    frame = Frame(scope, vm.loaded_module(function.module), function, vm.store.level)
    node = function.node
    if isinstance(node, code.LambdaExpr):
        with vm.entering(function, place):
            value = vm.evaluate(node.body, frame)
        if not frame.yielded:
            return value
        vm.doubt_all("TC215", "a lambda is a generator")
        return Unknown(vm.doubt("TC205", "a lambda is a generator"))
    if node.yields:
        return _generator(vm, function, frame)
    if node.header.is_async:
        return Coroutine(lambda: run_function(vm, function, frame, place, args))
    return run_function(vm, function, frame, place, args)


def _assume_servers(vm: Machine, function: Function, scope: Scope) -> None:
    """Treat a parameter annotated with a server class as a symbolic server if its argument is unknown."""
    for param in function.params:
        value = scope.cells.get(param.name)
        if param.annotation is not None and isinstance(value, (Unknown, LibraryObject)):
            server = vm.models.server_by_annotation(vm, function, param, value)
            if server is not None:
                scope.cells[param.name] = server


def scope_of(function: Function) -> Scope:
    """A scope for one call of a function, still without its arguments."""
    node = function.node
    if isinstance(node, code.FunctionDef):
        return Scope(function.scope, node.local, node.global_names, function)
    return Scope(function.scope, node.names, frozenset(), function)


def run_function(vm: Machine, function: Function, frame: Frame, place: Place, args: tuple[Value, ...] = ()) -> Value:
    """Execute the body of a function and return its value. Past the depth limit, havoc everything the function may reach."""
    node = function.node
    assert isinstance(node, code.FunctionDef)
    active = vm.active.get(node, 0)
    again = active > MAX_RECURSION or (active > 0 and bool(vm.guards) and any(map(_is_uncertain, args)))
    if again or len(vm.calls) >= vm.budget.depth:
        return _not_run(vm, function, frame, vm.doubt("TC217", f"`{function.name}` is called deeper than toolc follows calls"))
    if node in vm.driven.given_up:
        return _not_run(vm, function, frame, vm.doubt("TC217", f"`{function.name}` takes more steps than toolc follows"))
    counts, level = (vm.budget.taken, vm.budget.forked), vm.store.level
    kept = vm.frame, vm.unknown_loops, vm.ghost
    try:
        return _run_entered(vm, function, frame, place)
    except Exhausted:
        if not vm.calls or not vm.budget.give_up(*counts):
            raise
        while vm.store.level > level:
            vm.store.close()
        vm.frame, vm.unknown_loops, vm.ghost = kept
        vm.driven.given_up.add(node)
        doubt = Doubt("TC217", f"`{function.name}` takes more steps than toolc follows", place)
        vm.notes.append(doubt)
        return _not_run(vm, function, frame, doubt)


def _not_run(vm: Machine, function: Function, frame: Frame, doubt: Doubt) -> Value:
    """The result of a call that is not followed, or not to its end: it may change what it can reach."""
    vm.hand_over((function, *frame.scope.cells.values()), doubt)
    return Unknown(doubt)


def _run_entered(vm: Machine, function: Function, frame: Frame, place: Place) -> Value:
    """Execute a body. If it raises because of inputs, and nothing catches that, the way that ends well is taken."""
    node = function.node
    assert isinstance(node, code.FunctionDef)
    noted = len(vm.events)
    with vm.entering(function, place):
        try:
            outcome = drive(_body(vm, node, frame))
        except Raised as raised:
            if raised.inputs and vm.ghost is None:
                vm.driven.stopped[node] = raised.inputs
            if not frame.inputs or not _ends_the_program(vm, raised) or len(vm.events) > noted:
                raise
            frame.insists = True
            outcome = drive(_body(vm, node, frame))
        vm.driven.stopped.pop(node, None)
        value = return_value(vm, outcome)
        return vm.with_inputs(value, frame.inputs) if frame.inputs and isinstance(value, SCALARS) else value


def _ends_the_program(vm: Machine, raised: Raised) -> bool:
    """Return `True` if the program itself raises what no handler catches: by default it cannot be started."""
    meant = raised.stated or raised.name == "SystemExit"
    return meant and not vm.is_caught and vm.ghost is None and not vm.driven.making


def _is_uncertain(value: Value) -> bool:
    """Return `True` if an argument is not a known value; a recursion over it has no known depth."""
    return (
        isinstance(value, (Unknown, Choice, LibraryObject, LibraryMethod, Missed)) or getattr(value, "taint", None) is not None
    )


def _body(vm: Machine, node: code.FunctionDef, frame: Frame) -> Running:
    return (yield from vm.run_suite(node.body, frame))


def _generator(vm: Machine, function: Function, frame: Frame) -> Iterator:
    node = function.node
    assert isinstance(node, code.FunctionDef)

    def advance() -> Value:
        frame.level, around = vm.store.level, vm.unordered_loops
        frame.sent, frame.coming = frame.coming, None
        with vm.entering(function, vm.place):
            element = next(running, MISSING)
        if vm.unordered_loops > around:  # it waits in a loop over a set
            made.taint = stronger_doubt(made.taint, containers.unknown_order(vm))
        return element

    def throw(raised: Exception) -> Value:
        frame.level = vm.store.level
        with vm.entering(function, vm.place):
            try:
                return running.throw(raised)
            except StopIteration:
                return MISSING

    def ran() -> Running:
        made.result = yield from _run_generator(vm, node, frame)
        return None

    running = ran()
    made: Iterator = vm.new_iterator(advance, tuple(frame.scope.cells.values()))
    made.function, made.throw, made.send = function, throw, frame.send
    return made


def _run_generator(vm: Machine, node: code.FunctionDef, frame: Frame) -> Generator[Value, None, Value]:
    outcome = yield from _body(vm, node, frame)
    result = return_value(vm, outcome)
    yield from frame.deferred
    return result


def bind(vm: Machine, function: Function, args: tuple[Value, ...], kwargs: Mapping[str, Value]) -> dict[str, Value]:
    """Bind arguments to parameters (PEP 570, PEP 3102); return the variables of the call. Raises TypeError as Python does."""
    params = function.params
    named = dict(kwargs)
    star, stars, order = named.pop("*", None), vm.plain(named.pop("**", None)), named.pop(UNORDERED, None)
    positional = [one for one in params if one.kind in ("positional_only", "positional_or_keyword")]
    cells: dict[str, Value] = {}
    for param, value in zip(positional, args, strict=False):
        cells[param.name] = value
    rest = args[len(positional) :]
    extra: dict[str, Value] = {}
    by_keyword = {one.name for one in params if one.kind in ("positional_or_keyword", "keyword_only")}
    maybe = {name: named.pop(name) for name, value in kwargs.items() if isinstance(value, Maybe)}
    for name, value in named.items():
        if name in by_keyword and name not in cells:
            cells[name] = value
        elif name in by_keyword:
            raise Raised("TypeError")
        else:
            extra[name] = value
    defaults = function.cells.get("__defaults__")
    keywords = function.cells.get("__kwdefaults__")
    known = defaults_of(positional, defaults, keywords)
    for name, value in maybe.items():
        if name in by_keyword:
            default = known.get(name, MISSING) if isinstance(known, dict) else known
            cells[name] = value.value if default is MISSING else vm.join(value.value, default, value.guard)
            if default is MISSING:
                vm.may_lack("TypeError", value.guard)
        else:
            extra[name] = value
    takes_rest = takes_extra = False
    for param in params:
        if param.kind == "var_positional":
            takes_rest = True
            cells[param.name] = tuple(rest) if star is None else star
        elif param.kind == "var_keyword":
            takes_extra = True
            collected = Dict(extra)
            collected.taint = stars.doubt if isinstance(stars, Unknown) else order if len(extra) > 1 else None
            cells[param.name] = collected
        elif param.name not in cells:
            unpacked = star if param.kind != "keyword_only" and star is not None else stars
            if unpacked is not None:
                cells[param.name] = unpacked
            elif isinstance(known, Unknown):
                cells[param.name] = known
            elif param.name in known:
                cells[param.name] = known[param.name]
            else:
                raise Raised("TypeError")
    if not takes_extra and extra and all(isinstance(one, Maybe) for one in extra.values()):
        vm.may_lack("TypeError", next(iter(extra.values())).guard)
    elif (rest and not takes_rest) or (extra and not takes_extra):
        raise Raised("TypeError")
    if star is not None or isinstance(stars, Unknown):
        vm.may_have_raised(f"which arguments `{function.name}` gets is known only at run time")
    return cells
