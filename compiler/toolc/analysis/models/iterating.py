"""Built-in functions over iterators, sequences and numbers.

Source: the library reference of CPython 3.11, *Built-in Functions*.
"""

from collections.abc import Generator
from functools import partial
from typing import Any

from toolc import code
from toolc.analysis import constants, effects
from toolc.analysis.branches import both
from toolc.analysis.budget import MAX_TEXT
from toolc.analysis.constants import NoConstant
from toolc.analysis.doubts import Doubt, Open, stronger_doubt
from toolc.analysis.lattice import is_unordered
from toolc.analysis.models.builtins import unknown_result
from toolc.analysis.models.sorting import extreme, sorted_list
from toolc.analysis.models.table import method, model
from toolc.analysis.objects import containers, enums, exceptions, immutables, text
from toolc.analysis.protocol import Call
from toolc.analysis.ranges import Range
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Container,
    Descriptor,
    Dict,
    Function,
    Instance,
    Iterator,
    List,
    Maybe,
    Unknown,
    Value,
)
from toolc.module import Await, Comprehension, DeferredNode, ExprStmt
from toolc.module import Call as CallExpr
from toolc.source import SourceFile


def _lazy(call: Call, generator: Any) -> Iterator:
    return containers.iterator(call.vm, generator, call.args)


def _rows(call: Call, values: tuple[Value, ...]) -> list[Any] | Unknown:
    rows = []
    for value in values:
        found = call.vm.iterate(value, any_order=True)
        if isinstance(found, Unknown):
            return found
        rows.append(found)
    return rows


def _unwrap_row(row: list[Value]) -> tuple[list[Value], Any]:
    guard = next((one.guard for one in row if isinstance(one, Maybe)), None)
    return [one.value if isinstance(one, Maybe) else one for one in row], guard


@model("builtins.map")
def _map(call: Call) -> Value:
    vm = call.vm
    rows: Any = _rows(call, call.args[1:])
    if len(call.args) > 2 and any(is_unordered(vm.plain(one)) for one in call.args[1:]):
        rows = Unknown(containers.unknown_order(vm))

    def run() -> Any:
        if isinstance(rows, Unknown):
            yield vm.call_repeatedly(call.args[0], (rows,) * len(call.args[1:]), rows.doubt)
            return
        for row in zip(*rows, strict=False):
            values, guard = _unwrap_row(list(row))
            if guard is None:
                yield vm.call(call.args[0], tuple(values), {}, call.place)
            else:
                yield Maybe(
                    both(vm, guard, [partial(vm.call, call.args[0], tuple(values), {}, call.place), lambda: None]),
                    guard,
                )

    return _lazy(call, run())


@model("builtins.filter")
def _filter(call: Call) -> Value:
    vm = call.vm
    found = vm.iterate(call.args[1], any_order=True)

    def run() -> Any:
        if isinstance(found, Unknown):
            if call.args[0] is not None:
                vm.call_repeatedly(call.args[0], (found,), found.doubt)
            yield Maybe(found, Open(found.doubt.place, found.doubt.reason, found.doubt.code))
            return
        for element in found:
            inner = element.value if isinstance(element, Maybe) else element
            verdict = vm.truth(inner if call.args[0] is None else vm.call(call.args[0], (inner,), {}, call.place))
            if verdict is True:
                yield element
            elif verdict is not False:
                yield element if isinstance(element, Maybe) else Maybe(element, vm.guard(verdict, None))

    return _lazy(call, run())


@model("builtins.enumerate")
def _enumerate(call: Call) -> Value:
    vm = call.vm
    value = vm.plain(call.args[0])
    found = vm.iterate(value, any_order=True)
    start = call.get("start", 1, 0)
    if isinstance(found, Unknown) or not isinstance(start, int):
        return found if isinstance(found, Unknown) else unknown_result(call)
    unordered = is_unordered(value)

    def run() -> Any:
        position: Value = start
        for element in found:
            if isinstance(element, Maybe) or unordered:
                unordered_doubt = vm.doubt("TC205", "the position depends on a condition, or on the order of a set")
                number: Value = Unknown(unordered_doubt)
                yield Maybe((number, element.value), element.guard) if isinstance(element, Maybe) else (number, element)
                position = number
            else:
                yield (position, element)
                if isinstance(position, int):
                    position += 1

    return _lazy(call, run())


@model("builtins.zip")
def _zip(call: Call) -> Value:
    vm = call.vm
    rows = _rows(call, call.args)
    if isinstance(rows, Unknown):
        return rows
    strict = vm.truth(call.kwargs.get("strict", False))
    if isinstance(strict, Doubt):
        return Unknown(strict)
    unordered = any(is_unordered(vm.plain(one)) for one in call.args)

    def run() -> Any:
        uncertain = False
        for row in _side_by_side(rows, strict):
            values, guard = _unwrap_row(list(row))
            uncertain = uncertain or guard is not None or unordered
            if uncertain and len(values) > 1:
                values = [
                    Unknown(vm.doubt("TC205", "what stands beside it depends on a condition or an order")) for _ in values
                ]
            yield tuple(values) if guard is None else Maybe(tuple(values), guard)

    return _lazy(call, run())


def _side_by_side(rows: list[Any], strict: bool) -> Generator[tuple[Value, ...], None, None]:
    """The rows of `zip(…, strict=strict)`; shorter ones raise where it is strict."""
    try:
        yield from zip(*rows, strict=strict)
    except ValueError:
        raise Raised("ValueError") from None


@model("builtins.reversed")
def _reversed(call: Call) -> Value:
    vm = call.vm
    value = vm.plain(call.args[0])
    if isinstance(value, List) and value.taint is None and value.cls is None and not value.is_view:
        return _lazy(call, _backwards(value, len(value.items) - 1))
    cls = value.cls if isinstance(value, (Instance, Container)) else None
    if cls is not None and isinstance(cls.find("__reversed__"), Function):
        return vm.call(vm.attribute(value, "__reversed__"), (), {}, call.place)
    if (isinstance(value, Dict) and value.kind in ("set", "frozenset")) or isinstance(value, Iterator):
        raise Raised("TypeError")
    found = vm.elements(value)
    if isinstance(found, Unknown):
        return found
    return _lazy(call, iter(list(reversed(found))))


def _backwards(value: List, position: int) -> Any:
    """The elements of a list from a position down, as the list is when each is asked for."""
    while 0 <= position < len(value.items):
        yield Unknown(value.taint) if value.taint is not None else value.items[position]
        position -= 1


@model("builtins.sorted")
def _sorted(call: Call) -> Value:
    vm = call.vm
    found = vm.elements(call.args[0], any_order=True)
    if isinstance(found, Unknown):
        return vm.new_list_of_unknown(found)
    return sorted_list(call, found, call.get("key"), call.get("reverse", None, False))


@model("builtins.any", "builtins.all")
def _any(call: Call) -> Value:
    vm = call.vm
    wanted = call.callee.name == "builtins.any"
    found = vm.iterate(call.args[0], any_order=True)
    if isinstance(found, Unknown):
        return found
    undecided = None
    inputs: frozenset[str] = frozenset()
    for one in found:
        value = one.value if isinstance(one, Maybe) else one
        verdict, inputs = vm.truth(value), inputs | vm.inputs_of(value)
        if verdict is wanted and not isinstance(one, Maybe) and undecided is None:
            return vm.with_inputs(wanted, inputs)
        if verdict is not (not wanted):
            undecided = undecided or (
                verdict if not isinstance(verdict, bool) else vm.doubt("TC205", "it depends on a condition")
            )
    return vm.with_inputs(not wanted, inputs) if undecided is None else Unknown(undecided)


@model("builtins.sum")
def _sum(call: Call) -> Value:
    vm = call.vm
    found = vm.elements(call.args[0], any_order=True)
    if isinstance(found, Unknown) or any(isinstance(one, Maybe) for one in found):
        return unknown_result(call)
    total = call.get("start", 1, 0)
    for one in found:
        total = vm.operate("+", total, one)
    return total


@model("builtins.min", "builtins.max")
def _extreme(call: Call) -> Value:
    vm = call.vm
    found = vm.elements(call.args[0], any_order=True) if len(call.args) == 1 else list(call.args)
    if isinstance(found, Unknown) or any(isinstance(one, Maybe) for one in found):
        return unknown_result(call)
    if not found:
        if "default" in call.kwargs:
            return call.kwargs["default"]
        raise Raised("ValueError")
    unordered = len(call.args) == 1 and is_unordered(vm.plain(call.args[0]))
    best = extreme(call, found, call.get("key"), ">" if call.callee.name == "builtins.max" else "<", unordered)
    return unknown_result(call) if best is None else found[best]


@model("builtins.range")
def _range(call: Call) -> Value:
    vm = call.vm
    bounds = [vm.plain(one) for one in call.args]
    if call.open is not None or not all(isinstance(one, int) for one in bounds):
        return unknown_result(call, "how far a range goes is not known")
    try:
        numbers = range(*bounds)
    except (TypeError, ValueError) as error:
        raise Raised(type(error).__name__) from None
    if numbers[constants.LARGEST :]:  # `len` raises where there are more than an index can count
        return unknown_result(call, "a range is longer than toolc follows")
    return Range(numbers)


@model("builtins.slice")
def _slice(call: Call) -> Value:
    bounds = call.args
    if call.open is not None or not all(isinstance(one, (int, type(None))) for one in bounds):
        return unknown_result(call)
    try:
        return slice(*bounds)
    except TypeError:
        raise Raised("TypeError") from None


@model("builtins.list", "builtins.tuple")
def _list(call: Call) -> Value:
    vm = call.vm
    kind = call.callee.library.rpartition(".")[2]
    if not call.args:
        return () if kind == "tuple" else vm.new_list([])
    value = vm.plain(call.args[0])
    found = vm.elements(value, any_order=kind == "list")
    if isinstance(found, Unknown):
        return found if kind == "tuple" else vm.new_list_of_unknown(found)
    if kind == "tuple":
        if any(isinstance(one, Maybe) for one in found):
            return Unknown(vm.doubt("TC205", "how many elements there are depends on a condition"))
        return tuple(found)
    made = vm.new_list(found)
    if isinstance(value, List):
        made.taint = value.taint
    elif is_unordered(value):
        made.taint = containers.unknown_order(vm)
    return made


@model("builtins.dict")
def _dict(call: Call) -> Value:
    made = Dict({})
    for one in call.args[:1]:
        call.vm.update_dict(made, one)
    made.items.update(call.kwargs)
    made.taint = stronger_doubt(made.taint, call.order)
    if call.open is not None:
        made.taint = stronger_doubt(made.taint, (call.open.doubt if isinstance(call.open, Unknown) else None))
    return made


@model("builtins.dict.fromkeys")
def _fromkeys(call: Call) -> Value:
    made = Dict({})
    found = call.vm.elements(call.args[0], any_order=True)
    if isinstance(found, Unknown):
        made.taint = found.doubt
        return made
    if is_unordered(call.vm.plain(call.args[0])):
        made.taint = containers.unknown_order(call.vm)
    for one in found:
        containers.store_item(
            call.vm, made, one.value if isinstance(one, Maybe) else one, call.args[1] if len(call.args) > 1 else None
        )
    if any(isinstance(one, Maybe) for one in found):
        made.taint = call.vm.doubt("TC205", "which keys there are depends on a condition")
    return made


@model("builtins.set", "builtins.frozenset")
def _set_of(call: Call) -> Value:
    kind = call.callee.library.rpartition(".")[2]
    if not call.args:
        return Dict({}, kind)
    found = call.vm.elements(call.args[0], any_order=True)
    if isinstance(found, Unknown):
        made = Dict({}, kind)
        made.taint = found.doubt
        return made
    return call.vm.new_set(call.vm.new_list(found), kind)


@model("builtins.str", positions="object encoding errors")
def _str(call: Call) -> Value:
    if not call.args:
        return ""
    if len(call.args) > 1:
        return unknown_result(call)
    return text.as_text(call.vm, call.args[0])


@model("builtins.bytes", positions="source encoding errors")
def _bytes(call: Call) -> Value:
    try:
        given = [call.vm.concrete(one) for one in call.args]
        if given and isinstance(given[0], int) and given[0] > MAX_TEXT:
            return unknown_result(call)
        return constants.check_size(constants.without_raising(lambda: bytes(*given)))
    except ValueError:
        return unknown_result(call)
    except NoConstant as reason:
        if reason.raised:
            raise Raised(reason.raised) from None
        return unknown_result(call, str(reason))


@model("builtins.repr")
def _repr(call: Call) -> Value:
    return text.repr_text(call.vm, call.args[0])


@model("builtins.ascii")
def _ascii(call: Call) -> Value:
    found = text.repr_text(call.vm, call.args[0])
    return found.encode("ascii", "backslashreplace").decode("ascii") if isinstance(found, str) else unknown_result(call)


@model("builtins.format")
def _format(call: Call) -> Value:
    return text.format_value(call.vm, call.args[0], "", call.args[1] if len(call.args) > 1 else "")


@model("builtins.bool")
def _bool(call: Call) -> Value:
    if not call.args:
        return False
    verdict = call.vm.truth(call.args[0])
    inputs = containers.inputs_of_truth(call.vm, call.args[0])
    return call.vm.with_inputs(verdict, inputs) if isinstance(verdict, bool) else Unknown(verdict)


_SPECIAL = {
    "builtins.int": ("__int__", "__index__", "__trunc__"), "builtins.float": ("__float__", "__index__"),
    "builtins.abs": ("__abs__",), "builtins.round": ("__round__",), "builtins.bin": ("__index__",),
    "builtins.hex": ("__index__",), "builtins.oct": ("__index__",), "builtins.chr": ("__index__",),
}  # fmt: skip
"""Methods of an object by which functions convert it."""


def _by_special_method(call: Call, name: str) -> Value:
    """Return what the method of an object gives that a function asks; MISSING if it has none."""
    value = call.vm.plain(call.args[0]) if call.args else None
    if not isinstance(value, Instance):
        return MISSING
    found = next((one for one in _SPECIAL.get(name, ()) if isinstance(value.cls.find(one), Function)), "")
    if not found:
        return MISSING
    made = call.vm.call(call.vm.attribute(value, found), call.args[1:], {}, call.place)
    return call.vm.call(call.callee, (made,), {}, call.place) if found in ("__index__", "__trunc__") else made


@model("builtins.int", "builtins.float", positions="x base")
def _number(call: Call) -> Value:
    vm = call.vm
    if not call.args:
        return 0 if call.callee.library == "builtins.int" else 0.0
    if (converted := _by_special_method(call, call.callee.library)) is not MISSING:
        return converted
    values = [enums.worth_of(vm.plain(one)) for one in call.args]
    if (number := immutables.as_number(values[0], call.callee.name)) is not None:
        return number
    if not all(isinstance(one, (str, int, float, bool)) for one in values):
        if values[0] is None or isinstance(values[0], (tuple, List, Dict)):
            raise Raised("TypeError")
        return unknown_result(call)
    return _compute(call, call.callee.library, values)


@model(
    "builtins.abs",
    "builtins.bin",
    "builtins.chr",
    "builtins.hex",
    "builtins.oct",
    "builtins.ord",
    "builtins.round",
    positions="number ndigits",
)
def _pure(call: Call) -> Value:
    if (converted := _by_special_method(call, call.callee.name)) is not MISSING:
        return converted
    values = [enums.worth_of(call.vm.plain(one)) for one in call.args]
    if values and (found := immutables.round_held(call, values[0])) is not MISSING:
        return found
    if not all(isinstance(one, SCALARS) for one in values):
        return unknown_result(call)
    return _compute(call, call.callee.name, values)


def _compute(call: Call, name: str, values: list[Any]) -> Value:
    try:
        return constants.function(name, values, {})
    except NoConstant as reason:
        if reason.raised:
            raise Raised(reason.raised) from None
        return unknown_result(call, str(reason))


@model("builtins.divmod")
def _divmod(call: Call) -> Value:
    one, other = (call.vm.plain(value) for value in call.args)
    one, other = enums.worth_of(one), enums.worth_of(other)
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        if not other:
            raise Raised("ZeroDivisionError")
        return divmod(one, other)
    return unknown_result(call)


@model("builtins.pow")
def _pow(call: Call) -> Value:
    if len(call.args) != 2 or call.kwargs:
        return unknown_result(call)
    return call.vm.operate("**", call.args[0], call.args[1])


@model("builtins.str.maketrans")
def _maketrans(call: Call) -> Value:
    try:
        given = [call.vm.concrete(one) for one in call.args]
        return call.vm.lift(constants.without_raising(lambda: str.maketrans(*given)))
    except (ValueError, NoConstant):
        return unknown_result(call)


@model("builtins.input")
def _input(call: Call) -> Value:
    return unknown_result(call, "what a user types is known only at run time")


@model("builtins.exec", "builtins.eval", "builtins.compile")
def _exec(call: Call) -> Value:
    if call.callee.name == "builtins.eval" and (found := _evaluate_text(call)) is not MISSING:
        return found
    call.vm.doubt_all("TC215", f"`{call.callee.name.rpartition('.')[2]}` runs text")
    return unknown_result(call)


_RUNS = (CallExpr, Comprehension, Await, DeferredNode, code.LambdaExpr, code.NamedExpr, code.YieldExpr)
"""Parts of an expression that define or run something, for which text is no place."""


def _evaluate_text(call: Call) -> Value:
    """`eval(text)` of a text that is known and runs nothing: of literals, names and operators; MISSING for any other."""
    vm, text = call.vm, call.vm.plain(call.args[0])
    if not isinstance(text, str) or len(call.args) > 1 or call.kwargs or vm.frame is None or len(text) > MAX_TEXT:
        return MISSING
    body = vm.modules.parse_source(SourceFile("<eval>", "<eval>", text.strip()))
    expr = body[0].value if len(body) == 1 and isinstance(body[0], ExprStmt) else None
    if expr is None or any(isinstance(one, _RUNS) for one in effects.walk(expr)):
        return MISSING
    return vm.evaluate(expr, vm.frame)


@model("builtins.__import__")
def _import(call: Call) -> Value:
    if call.args and isinstance(call.args[0], str):
        return call.vm.modules.import_module(call.vm, call.args[0].partition(".")[0], call.vm.frame)
    return unknown_result(call)


@model("builtins.property")
def _property(call: Call) -> Value:
    made = Descriptor("property", call.get("fget", 0), call.get("fset", 1), call.get("fdel", 2))
    if (doc := call.get("doc", 3)) is not None:
        made.cells["__doc__"] = doc
    return made


@model("builtins.staticmethod")
def _static(call: Call) -> Value:
    return Descriptor("staticmethod", call.args[0])


@model("builtins.classmethod")
def _classmethod(call: Call) -> Value:
    return Descriptor("classmethod", call.args[0])


@model("builtins.object")
def _object(call: Call) -> Value:
    return Instance(call.callee, call.site)


# --- iterators --------------------------------------------------------------------------------------------------------


@method("iterator", "close throw aclose athrow")
def _close(owner: Iterator, call: Call) -> Value:
    """Raise an exception where a generator waits: one that it is given, or that asks it to end."""
    vm = call.vm
    closes = call.callee.name.endswith("close")
    if (
        owner.taint is None
        and owner.throw is not None
        and len(call.args) == (not closes)
        and not isinstance(vm.plain(call.args[-1:]), Unknown)
    ):
        raised = exceptions.exception_of(vm, vm.builtins["GeneratorExit"] if closes else vm.plain(call.args[0]))
        vm.note_advance(owner)
        try:
            found = owner.throw(raised)
        except Raised as again:
            if closes and again.name == "GeneratorExit":
                return None
            raise
        if found is not MISSING and closes:
            raise Raised("RuntimeError")
        if found is MISSING and not closes:
            raise Raised("StopIteration")
        return None if closes else found
    vm.store.touch(owner)
    owner.taint = vm.doubt("TC205", "a generator is closed, or an exception is thrown into it")
    vm.hand_over(tuple(owner.children()), owner.taint)
    return None if closes else Unknown(owner.taint)


@method("iterator", "send asend")
def _send(owner: Iterator, call: Call) -> Value:
    if call.args[0] is None or (owner.taint is None and owner.send is not None and owner.send(call.args[0])):
        return call.vm.call(call.vm.builtins["next"], (owner,), {})
    call.vm.store.touch(owner)
    owner.taint = call.vm.doubt("TC205", "a value is sent to a generator")
    call.vm.hand_over(tuple(owner.children()), owner.taint)
    return Unknown(owner.taint)
