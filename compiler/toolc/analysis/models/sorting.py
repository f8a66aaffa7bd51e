"""`sorted` and `list.sort`: by constants, by comparisons of the program, or in an order that is not known."""

from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import List, Maybe, Value


def sorted_list(call: Call, found: list[Value], key: Value, reverse: Value) -> Value:
    """The elements in order; where the order is not known, a list whose order is not."""
    vm = call.vm
    inner = [one.value if isinstance(one, Maybe) else one for one in found]
    keys = [one if key is None else vm.call(key, (one,), {}, call.place) for one in inner]
    try:
        pure = [vm.concrete(one) for one in keys]
        order = sorted(range(len(found)), key=lambda position: pure[position], reverse=vm.truth(reverse) is True)
    except ValueError:
        made = _by_comparison(vm, found, keys, vm.truth(reverse) is True) if len(inner) == len(found) else None
        if made is not None:
            return made
        result = vm.new_list(found)
        if len(found) > 1:
            result.taint = vm.doubt("TC205", "the order of a sorted list is not known")
        return result
    except TypeError:
        raise Raised("TypeError") from None
    return vm.new_list([found[position] for position in order])


def _by_comparison(vm: Machine, values: list[Value], keys: list[Value], reverse: bool) -> List | None:
    """Insertion by `__lt__` of the program; None where a comparison is not known."""
    order: list[int] = []
    for index, key in enumerate(keys):
        position = len(order)
        while position > 0:
            one, other = (keys[order[position - 1]], key) if reverse else (key, keys[order[position - 1]])
            verdict = vm.truth(vm.compare("<", one, other))
            if not isinstance(verdict, bool):
                return None
            if not verdict:
                break
            position -= 1
        order.insert(position, index)
    return vm.new_list([values[index] for index in order])


def extreme(call: Call, found: list[Value], key: Value, better: str, unordered: bool) -> int | None:
    """The position of the largest or smallest of some elements, the first of equal ones; None where a comparison is not known.

    `better` is the comparison that Python makes, `unordered` whether it goes through the elements in an order of its own.
    """
    vm = call.vm
    keys = [one if key is None else vm.call(key, (one,), {}, call.place) for one in found]
    best = 0
    for position in range(1, len(keys)):
        verdict = vm.truth(vm.compare(better, keys[position], keys[best]))
        if not isinstance(verdict, bool):
            return None
        if verdict:
            best = position
        elif unordered and vm.truth(vm.compare(better, keys[best], keys[position])) is not True:
            return None  # which of two equal ones comes first nobody knows
    return best
