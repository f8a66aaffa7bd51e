"""Branches decided by inputs: the branch taken by default is run, the other one only to see its effects.

Inputs are environment variables, options and default arguments (`values.Input`).
"""

from collections.abc import Callable

from toolc import code
from toolc.analysis.branches import Running, drive
from toolc.analysis.frame import Frame
from toolc.analysis.lattice import same
from toolc.analysis.objects import containers
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Outcome, Raised, Signal
from toolc.analysis.store import State
from toolc.analysis.values import MISSING, SCALARS, Input, Unknown, Value


def nothing() -> State:
    """The state that a way leaves that changes nothing."""
    return State(0, {})


def suppose(vm: Machine, suite: code.Suite, frame: Frame, inputs: frozenset[str]) -> State:
    """Run what would happen if inputs were others than by default, only to note what is left out; all of it is undone.

    Returns what it would have left of the objects that it touches.
    """
    if not suite or vm.ghost is not None:
        return nothing()
    vm.ghost = inputs
    try:
        _, state = _run_undone(vm, frame, lambda: vm.run_suite(suite, frame))
    finally:
        vm.ghost = None
    for changed in state:
        if changed not in state.born:
            containers.mark_varied(vm, changed, inputs)
    return state


def _run_undone(vm: Machine, frame: Frame, run: Callable[[], Running]) -> tuple[Outcome, State]:
    """Run something whose effects on the heap are undone; return how it ends, and what it would have left."""
    loaded = {name for name, one in vm.modules.loaded.items() if one.state != "new"}
    made = len(vm.instances)  # what is made here has no state behind it
    saved = vm.catching, vm.import_caught, vm.place, vm.frame, vm.maybe_raised, vm.landing, len(vm.notes), len(vm.mains)
    vm.landing = None
    given = frame.yielded, frame.deferred
    frame.yielded, frame.deferred = list(frame.yielded), list(frame.deferred)
    outcome: Outcome = None
    vm.store.open()
    try:
        outcome = drive(run())
    except Raised as raised:
        outcome = Signal("raise", raised)
    finally:
        state = vm.store.close()
        frame.yielded, frame.deferred = given
        vm.catching, vm.import_caught, vm.place, vm.frame, vm.maybe_raised, vm.landing, notes, mains = saved
        del vm.notes[notes:], vm.mains[mains:], vm.instances[made:]
        for name, one in vm.modules.loaded.items():
            if name not in loaded:
                one.state = "new"
    return outcome, state


def speculate(vm: Machine, frame: Frame, run: Callable[[], Running]) -> tuple[Outcome, State]:
    """Run something of which nothing stays, neither on the heap nor among what is found; return as `_run_undone` does."""
    lists = (vm.events, vm.left_out, vm.classes, vm.functions, vm.instances, vm.shadowed)
    lengths, sets = [len(one) for one in lists], (set(vm.entered), set(vm.made))
    try:
        return _run_undone(vm, frame, run)
    finally:
        for one, length in zip(lists, lengths, strict=True):
            del one[length:]
        vm.entered, vm.made = sets


def unless_it_raises(
    vm: Machine, taken: code.Suite, other: code.Suite | None, frame: Frame, otherwise: State, inputs: frozenset[str]
) -> Running:
    """The way that inputs take by default; where it raises, the program cannot be started without them, and the other is taken.

    Values that would be others on the other way, which leaves the state `otherwise`, depend on the inputs.
    """
    vm.store.open()
    try:
        outcome = yield from vm.run_suite(taken, frame)
    except Raised as raised:
        vm.store.close()
        if other is None or vm.driven.making or (raised.name == "SystemExit" and vm.ghost is not None):
            raise
        return (yield from vm.run_suite(other, frame))
    except BaseException:
        vm.store.close()
        raise
    state = vm.store.close()
    if inputs:
        _depend(vm, state, otherwise, inputs)
    else:
        vm.store.apply(state)
    return outcome


def supposed_way(inputs: frozenset[str], way: Running) -> Running:
    """A way that is taken because of the defaults of inputs: what it raises depends on them."""
    try:
        return (yield from way)
    except Raised as raised:
        raised.inputs |= inputs
        raise


def needs_input(vm: Machine, raised: Raised, *operands: Value) -> Unknown:
    """Return the unknown result of an operation that raises only because an input is not given: the program is started with it.

    Raises `raised` where no operand is such an input, where the program raises it itself, and where a handler may catch it.
    """
    inputs = frozenset().union(*[one.names for one in operands if isinstance(one, Input) and one.value is None])
    if not inputs or raised.stated or raised.name not in ("AttributeError", "TypeError"):
        raise raised
    if vm.catching:
        raised.inputs |= inputs
        raise raised
    return Unknown(vm.doubt("TC222", f"it depends on {', '.join(sorted(inputs))}"))


def because_of(vm: Machine, inputs: frozenset[str], way: Running) -> Running:
    """A way that is taken because of the defaults of inputs: what it assigns depends on them."""
    vm.store.open()
    try:
        outcome = yield from way
    except BaseException:
        vm.store.apply(vm.store.close())
        raise
    state = vm.store.close()
    _depend(vm, state, nothing(), inputs)
    return outcome


def _depend(vm: Machine, state: State, otherwise: State, inputs: frozenset[str]) -> None:
    """Let one way have happened; scalars of scopes and objects that are others on the other way depend on the inputs."""
    before = {obj: obj.save()[0] for obj in state}
    vm.store.apply(state)
    for owner in {**state, **otherwise}:
        if owner not in state.born and owner not in otherwise.born:
            containers.mark_varied(vm, owner, inputs)
        other = otherwise[owner][0] if owner in otherwise else before[owner]
        for name, value in list(owner.cells.items()):
            if isinstance(vm.plain(value), SCALARS) and not same(value, other.get(name, MISSING)):
                vm.store.touch(owner)
                owner.cells[name] = vm.with_inputs(value, inputs)
