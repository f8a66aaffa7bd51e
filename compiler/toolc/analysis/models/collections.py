"""Containers of the standard library: `collections`, `itertools`, `copy`, `types`, `heapq`, `operator`.

Source: the library reference of CPython 3.11.
"""

import bisect
import heapq
from collections.abc import Callable
from keyword import iskeyword
from typing import Any

from toolc.analysis.doubts import stronger_doubt
from toolc.analysis.models.table import model
from toolc.analysis.objects import containers, immutables
from toolc.analysis.objects.fields import give_fields
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.protocol_objects import copy_object, is_protocol_object
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    BoundMethod,
    Class,
    Dict,
    Function,
    Instance,
    Iterator,
    LibraryObject,
    List,
    Maybe,
    Module,
    Native,
    Obj,
    Symbol,
    Unknown,
    Value,
)


def fill(vm: Machine, made: Value, call: Call) -> None:
    """`__init__` of a program class that is a subclass of a container."""
    fill_with(vm, made, call.args, call.kwargs)


def fill_with(vm: Machine, made: Value, args: tuple[Value, ...], kwargs: dict[str, Value]) -> None:
    if isinstance(made, List):
        for one in args[:1]:
            vm.extend_list(made, one)
        if len(args) > 1 or kwargs:
            vm.store.taint(made, vm.doubt("TC205", "the length of a deque is limited in its class"))
    elif isinstance(made, Dict) and made.is_set:
        vm.store.touch(made)
        for one in args[:1]:
            found = vm.elements(one, any_order=True)
            held = vm.new_set(vm.new_list([] if isinstance(found, Unknown) else found))
            made.items.update(held.items)
            made.taint = stronger_doubt(made.taint, found.doubt if isinstance(found, Unknown) else held.taint)
    elif isinstance(made, Dict):
        if made.cls is not None and "collections.defaultdict" in made.cls.symbols():
            made.factory, args = args[0] if args else None, args[1:]
        for one in args[:1]:
            vm.update_dict(made, one)
        vm.store.touch(made)
        made.items.update(kwargs)


@model("collections.deque")
def _deque(call: Call) -> Value:
    most = call.vm.plain(call.get("maxlen", 1))
    if isinstance(most, int):
        return call.vm.call(
            call.vm.written.part("collections", "BoundedDeque"), (call.get("iterable", 0, ()), most), {}, call.place
        )
    made = call.vm.new_list([], "deque")
    for one in call.args[:1]:
        call.vm.extend_list(made, one)
    if most is not None:
        made.taint = call.vm.doubt("TC205", "how long a deque may be is not known")
    return made


@model("collections.defaultdict")
def _defaultdict(call: Call) -> Value:
    made = Dict({}, factory=call.args[0] if call.args else None)
    for one in call.args[1:2]:
        call.vm.update_dict(made, one)
    made.items.update(call.kwargs)
    made.taint = stronger_doubt(made.taint, call.order)
    return made


@model("types.SimpleNamespace")
def _namespace(call: Call) -> Value:
    made = Instance(_SIMPLE)
    made.cells.update(call.kwargs)
    if call.open is not None:
        made.taint = call.vm.doubt("TC205", "what a namespace holds is not known")
    return made


_SIMPLE = Class("SimpleNamespace", library="types.SimpleNamespace")
_SIMPLE.whole = True  # it has what it is given


@model("types.MethodType")
def _method(call: Call) -> Value:
    return BoundMethod(call.args[0], call.args[1])


@model("types.ModuleType")
def _module(call: Call) -> Value:
    made = Instance(_MODULE)
    made.cells["__name__"] = call.args[0]
    return made


_MODULE = Class("module", library="types.ModuleType")


@model("collections.namedtuple")
def _namedtuple(call: Call) -> Value:
    vm = call.vm
    name, names = vm.plain(call.args[0]), vm.plain(call.get("field_names", 1))
    if isinstance(names, str):
        fields: Any = names.replace(",", " ").split()
    else:
        fields = vm.elements(names)
    if not isinstance(name, str) or isinstance(fields, Unknown) or not all(isinstance(one, str) for one in fields):
        return Unknown(vm.doubt("TC205", "the fields of a named tuple are not known"))
    if call.vm.truth(call.get("rename")) is True:
        fields = _rename_fields(fields)
    cls = Class(name, (), {"__module__": call.place.module, "__doc__": None}, module=call.place.module)
    cls.traits |= {"namedtuple", "immutable"}
    defaults = call.get("defaults")
    values = list(vm.elements(defaults)) if defaults is not None else []
    give_fields(cls, tuple(fields), dict(zip(fields[len(fields) - len(values) :], values, strict=False)))
    return cls


def _rename_fields(fields: list[str]) -> list[str]:
    """The fields of a named tuple, those that cannot be by their number (`rename=True`)."""
    usable = [one.isidentifier() and not iskeyword(one) and one[0] != "_" for one in fields]
    return [one if usable[at] and one not in fields[:at] else f"_{at}" for at, one in enumerate(fields)]


# --- itertools --------------------------------------------------------------------------------------------------------


def _lazy(call: Call, generator: Any) -> Iterator:
    return containers.iterator(call.vm, generator, call.args)


@model("itertools.chain")
def _chain(call: Call) -> Value:
    vm = call.vm

    def run() -> Any:
        for one in call.args:
            found = vm.iterate(one, any_order=True)
            if isinstance(found, Unknown):
                yield found
            else:
                yield from found

    for one in call.args:
        found = vm.iterate(one, any_order=True) if not isinstance(vm.plain(one), Iterator) else None
        if isinstance(found, Unknown):
            return found
    return _lazy(call, run())


@model("itertools.chain.from_iterable")
def _chain_iterables(call: Call) -> Value:
    vm = call.vm
    rows = vm.elements(call.args[0])
    if isinstance(rows, Unknown):
        return rows
    collected: list[Value] = []
    for row in rows:
        inner = row.value if isinstance(row, Maybe) else row
        found = vm.elements(inner)
        if isinstance(found, Unknown):
            return found
        collected += [Maybe(one, row.guard) if isinstance(row, Maybe) and not isinstance(one, Maybe) else one for one in found]
    return _lazy(call, iter(collected))


@model("itertools.islice")
def _islice(call: Call) -> Value:
    vm = call.vm
    found = vm.iterate(call.args[0])
    bounds = [vm.plain(one) for one in call.args[1:]]
    if isinstance(found, Unknown) or not all(isinstance(one, (int, type(None))) for one in bounds):
        return found if isinstance(found, Unknown) else Unknown(vm.doubt("TC205", "the bounds of a slice are not known"))
    from itertools import islice

    def run() -> Any:
        uncertain = False
        for one in islice(found, *bounds):
            uncertain = uncertain or isinstance(one, Maybe)
            yield Unknown(vm.doubt("TC205", "which elements are taken depends on a condition")) if uncertain else one

    return _lazy(call, run())


@model("itertools.repeat")
def _repeat(call: Call) -> Value:
    times = call.get("times", 1)
    if isinstance(times, int) and times < 10_000:
        return _lazy(call, iter([call.args[0]] * times))
    return Unknown(call.vm.doubt("TC205", "an endless iterator is not followed"))


@model("itertools.count")
def _count(call: Call) -> Value:
    start, step = call.get("start", 0, 0), call.get("step", 1, 1)
    if not isinstance(start, int) or not isinstance(step, int):
        return Unknown(call.vm.doubt("TC205", "what an iterator counts is not known"))
    from itertools import count

    return _lazy(call, count(start, step))


MAX_REPEATED = 6  # times that the operands of `product` stand for


@model("itertools.product", "itertools.permutations", "itertools.combinations", "itertools.zip_longest", "itertools.pairwise")
def _product(call: Call) -> Value:
    import itertools

    vm = call.vm
    name = call.callee.name.rpartition(".")[2]
    rows = []
    counts = []
    for one in call.args:
        plain = vm.plain(one)
        if isinstance(plain, int):
            counts.append(plain)
            continue
        found = vm.elements(plain)
        if isinstance(found, Unknown) or any(isinstance(part, Maybe) for part in found):
            return Unknown(vm.doubt("TC205", "what an iterator gives is not known"))
        rows.append(found)
    if name == "product" and call.kwargs:
        repeat = vm.plain(call.kwargs.get("repeat"))
        if call.kwargs.keys() != {"repeat"} or not isinstance(repeat, int) or not 0 <= repeat <= MAX_REPEATED:
            return Unknown(vm.doubt("TC205", "what an iterator gives is not known"))
        rows = rows * repeat
    if name == "zip_longest":
        return _lazy(call, itertools.zip_longest(*rows, fillvalue=call.get("fillvalue")))
    return _lazy(call, getattr(itertools, name)(*rows, *counts))


@model("itertools.starmap")
def _starmap(call: Call) -> Value:
    vm = call.vm
    found = vm.elements(call.args[1])
    if isinstance(found, Unknown) or any(isinstance(one, Maybe) for one in found):
        doubt = vm.doubt("TC205", "what an iterator gives is not known")
        vm.hand_over((call.args[0],), doubt)
        return Unknown(doubt)

    def run() -> Any:
        for one in found:
            args = vm.elements(one)
            spread: dict[str, Value] = {"*": args} if isinstance(args, Unknown) else {}
            yield vm.call(call.args[0], () if spread else tuple(args), spread, call.place)

    return _lazy(call, run())


@model("itertools.groupby")
def _groupby(call: Call) -> Value:
    vm = call.vm
    found = vm.elements(call.args[0])
    key = call.get("key", 1)
    if isinstance(found, Unknown) or any(isinstance(one, Maybe) for one in found):
        return Unknown(vm.doubt("TC205", "what is grouped is not known"))
    groups: list[tuple[Value, list[Value]]] = []
    for one in found:
        value = one if key is None else vm.call(key, (one,), {}, call.place)
        verdict = vm.truth(vm.compare("==", groups[-1][0], value)) if groups else False
        if verdict is True:
            groups[-1][1].append(one)
        elif verdict is False:
            groups.append((value, [one]))
        else:
            return Unknown(vm.doubt("TC205", "what is grouped is not known"))

    def run() -> Any:
        for value, members in groups:
            yield value, vm.new_iterator(lambda left=members: left.pop(0) if left else MISSING, tuple(members))
            members.clear()  # a group ends where the next one is asked for

    return _lazy(call, run())


STEPS_OF_COPY = 4
"""Steps that count for an object that is copied."""

# --- copies -----------------------------------------------------------------------------------------------------------


@model("copy.copy")
def _copy(call: Call) -> Value:
    return _copy_value(call.vm, call.vm.plain(call.args[0]), False, {})


@model("copy.deepcopy")
def _deepcopy(call: Call) -> Value:
    memo = call.vm.plain(call.get("memo", 1))
    known = memo.known if isinstance(memo, _Memo) else {}
    return _copy_value(call.vm, call.vm.plain(call.args[0]), True, known)


class _Memo(Dict):
    """The second argument of `__deepcopy__`; `known` are the copies that there are."""

    __slots__ = ("known",)

    def __init__(self, known: dict[int, Value]) -> None:
        super().__init__({})
        self.known = known


def _not_followed(vm: Machine, value: Value, reason: str) -> Unknown:
    """A copy that is not followed: parts that it shares with its original may be changed through either of them."""
    vm.hand_over((value,), vm.doubt("TC232", reason))
    return Unknown(vm.doubt("TC205", reason))


def _is_copied(cls: Class) -> bool:
    """Return `True` for classes whose instances are copied attribute by attribute: those of the program, models too."""
    return cls is _SIMPLE or ((cls.whole or "model" in cls.traits) and not cls.library)


def _copy_value(vm: Machine, value: Value, deep: bool, known: dict[int, Value]) -> Value:
    """A copy: functions, classes and modules are themselves; instances with hooks of their own are not followed."""
    if isinstance(value, (*SCALARS, Function, Class, Module, Symbol, Native)) or immutables.held_object(value) is not MISSING:
        return value
    if isinstance(value, Instance) and "enum" in value.cls.traits:
        return value
    if id(value) in known:
        return known[id(value)]
    vm.budget.step(STEPS_OF_COPY)

    def inner(one: Value) -> Value:
        if isinstance(one, Maybe):
            return Maybe(inner(one.value), one.guard)
        return _copy_value(vm, vm.plain(one), deep, known) if deep else one

    if isinstance(value, tuple):
        return tuple([inner(one) for one in value])
    if isinstance(value, Instance) and "namedtuple" in value.cls.traits and isinstance(value.native, tuple):
        return vm.call(value.cls, tuple([inner(one) for one in value.native]), {}) if deep else value
    made: Obj
    if isinstance(value, List):
        made = List([], value.kind, value.cls)
        known[id(value)] = made
        made.items.extend([inner(one) for one in value.items])
    elif isinstance(value, Dict):
        made = Dict({}, value.kind, value.cls, value.factory)
        known[id(value)] = made
        made.items.update({key: inner(one) for key, one in value.items.items()})
    elif isinstance(value, Instance) and _is_copied(value.cls):
        own = "__deepcopy__" if deep else "__copy__"
        if isinstance(value.cls.find(own), Function):
            copied: Value = vm.call(vm.attribute(value, own), (_Memo(known),) if deep else (), {})
            known[id(value)] = copied
            return copied
        hooks = ("__reduce__", "__reduce_ex__", "__getstate__", "__setstate__")
        if any(value.cls.find(one) is not MISSING for one in hooks):
            return _not_followed(vm, value, "a copy is made by hooks that are not followed")
        made = Instance(value.cls, value.site)
        known[id(value)] = made
        made.native = value.native
    elif isinstance(value, LibraryObject) and is_protocol_object(value):
        known[id(value)] = copied = copy_object(value, inner)
        return copied
    else:
        return _not_followed(vm, value, f"a copy of {vm.describe(value)} is not followed")
    made.cells.update({key: inner(one) for key, one in value.cells.items()})
    made.taint = value.taint
    return made


# --- functions that change what they are given ------------------------------------------------------------------------


class _Ordered:
    """A value that Python's own algorithms can compare as the program does."""

    __slots__ = ("value", "vm")

    def __init__(self, vm: Machine, value: Value) -> None:
        self.vm, self.value = vm, value

    def __lt__(self, other: "_Ordered") -> bool:
        verdict = self.vm.truth(self.vm.compare("<", self.value, other.value))
        if not isinstance(verdict, bool):
            raise _UndecidedError
        return verdict


class _UndecidedError(Exception):
    """Raised if the order of two values is not known."""


_ORDERING: dict[str, Callable[..., Any]] = {
    f"{one.__module__.lstrip('_')}.{one.__name__}": one
    for one in (
        heapq.heappush, heapq.heapify, heapq.heappushpop, heapq.heapreplace, heapq.heappop,
        bisect.insort_left, bisect.insort_right,
    )
}  # fmt: skip
_ORDERING["bisect.insort"] = bisect.insort_right


@model(*_ORDERING)
def _run_ordering(call: Call) -> Value:
    """Python's own algorithm, with comparisons of the program."""
    vm, owner = call.vm, call.vm.plain(call.args[0])
    if type(owner) is not List or owner.taint is not None or call.kwargs or any(isinstance(one, Maybe) for one in owner.items):
        return _reorder(call)
    items = [_Ordered(vm, one) for one in owner.items]
    try:
        found = _ORDERING[call.callee.name](items, *[_Ordered(vm, one) for one in call.args[1:]])
    except _UndecidedError:
        return _reorder(call)
    except IndexError:
        raise Raised("IndexError") from None
    vm.store.touch(owner)
    owner.items[:] = [one.value for one in items]
    return found.value if isinstance(found, _Ordered) else None


@model("random.shuffle")
def _reorder(call: Call) -> Value:
    """The order of the list is not known afterwards, nor which element comes out."""
    doubt = call.vm.doubt("TC232", f"`{call.callee.name}` changes the list it is given")
    call.vm.hand_over(call.args, doubt)
    return Unknown(doubt)


@model("random.choice", "secrets.choice")
def _choice(call: Call) -> Value:
    return containers.any_element(call.vm, call.args[0], "which element is chosen is known only at run time")


@model("operator.setitem")
def _setitem(call: Call) -> None:
    call.vm.set_item(*call.args)


@model("operator.delitem")
def _delitem(call: Call) -> None:
    call.vm.delete_item(*call.args)


@model("operator.getitem")
def _getitem(call: Call) -> Value:
    return call.vm.item(*call.args)


@model("operator.iadd", "operator.iconcat", "operator.ior")
def _iadd(call: Call) -> Value:
    return call.vm.operate_in_place("|" if call.callee.name == "operator.ior" else "+", *call.args)


@model("operator.itemgetter", "operator.attrgetter", "operator.methodcaller")
def _getter(call: Call) -> Value:
    vm, outer = call.vm, call
    kind = call.callee.name.rpartition(".")[2]

    def one(owner: Value, name: Value) -> Value:
        if kind == "itemgetter":
            return vm.item(owner, name)
        for part in name.split("."):
            owner = vm.attribute(owner, part)
        return owner

    def run(inner: Call) -> Value:
        owner = inner.args[0]
        if kind == "methodcaller":
            return vm.call(vm.attribute(owner, outer.args[0]), outer.args[1:], outer.kwargs, inner.place)
        found = [one(owner, vm.plain(name)) for name in outer.args]
        return found[0] if len(found) == 1 else tuple(found)

    return Native(f"operator.{kind}", run)


_BINARY = {
    "add": "+", "mul": "*", "sub": "-", "or_": "|", "and_": "&", "concat": "+", "truediv": "/", "floordiv": "//", "mod": "%",
    "pow": "**", "xor": "^", "lshift": "<<", "rshift": ">>", "matmul": "@",
}  # fmt: skip
_COMPARED = {
    "eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "is_": "is", "is_not": "is not",
}  # fmt: skip
_UNARY = {"neg": "-", "pos": "+", "inv": "~", "invert": "~"}


@model(*[f"operator.{name}" for name in (*_BINARY, *_COMPARED, *_UNARY)])
def _operator(call: Call) -> Value:
    """The operators as functions."""
    name = call.callee.name.rpartition(".")[2]
    if name in _UNARY:
        return call.vm.unary(_UNARY[name], *call.args)
    return call.vm.compare(_COMPARED[name], *call.args) if name in _COMPARED else call.vm.operate(_BINARY[name], *call.args)


@model("operator.not_", "operator.truth")
def _truth(call: Call) -> Value:
    verdict = call.vm.truth(call.args[0])
    if not isinstance(verdict, bool):
        return Unknown(verdict)
    return verdict if call.callee.name == "operator.truth" else not verdict


@model("operator.contains")
def _contains(call: Call) -> Value:
    return call.vm.compare("in", call.args[1], call.args[0])


@model("operator.call")
def _call(call: Call) -> Value:
    return call.vm.call(call.args[0], call.args[1:], call.kwargs, call.place)
