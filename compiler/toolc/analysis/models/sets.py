"""Methods of sets. Source: the library reference of CPython 3.11, *Set Types*."""

from toolc.analysis.doubts import ignore_order, stronger_doubt
from toolc.analysis.models.table import method
from toolc.analysis.objects import containers, keys
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import Dict, Maybe, Unknown, Value


@method("set frozenset", "copy")
def _copy_set(owner: Dict, call: Call) -> Value:
    made = Dict(dict(owner.items), owner.kind)
    made.taint = owner.taint
    return made


@method("set", "add")
def _add(owner: Dict, call: Call) -> None:
    vm = call.vm
    vm.store.touch(owner)
    try:
        key = keys.key_of(vm, call.args[0])
    except keys.NoKey:
        owner.taint = stronger_doubt(owner.taint, vm.doubt("TC205", "which elements of a set are equal is not known"))
        return
    if key not in owner.items or isinstance(owner.items[key], Maybe):
        owner.items[key] = vm.plain(call.args[0])


@method("set", "discard remove")
def _discard(owner: Dict, call: Call) -> None:
    vm = call.vm
    vm.store.touch(owner)
    try:
        key = keys.key_of(vm, call.args[0])
    except keys.NoKey:
        owner.taint = stronger_doubt(owner.taint, vm.doubt("TC205", "which element is removed is not known"))
        return
    if call.callee.name.endswith("discard") or (key not in owner.items and owner.taint is not None):
        owner.items.pop(key, None)
    elif key in owner.items:
        containers.take_item(vm, owner, key)
    else:
        raise Raised("KeyError")


@method("set", "pop")
def _pop_element(owner: Dict, call: Call) -> Value:
    vm = call.vm
    vm.store.touch(owner)
    if owner.taint is None and len(owner.items) == 1 and not any(isinstance(one, Maybe) for one in owner.items.values()):
        return owner.items.popitem()[1]
    doubt = vm.doubt("TC205", "which element of a set is taken is not known")
    owner.taint = stronger_doubt(owner.taint, doubt)
    return Unknown(ignore_order(owner.taint) or doubt)


@method("set", "update difference_update intersection_update symmetric_difference_update")
def _update_set(owner: Dict, call: Call) -> None:
    vm = call.vm
    op = {"update": "|", "difference_update": "-", "intersection_update": "&", "symmetric_difference_update": "^"}
    for one in call.args:
        other = _as_set(vm, one)
        vm.operate_in_place(op[call.callee.name.rpartition(".")[2]], owner, other)


@method("set frozenset", "union difference intersection symmetric_difference")
def _combine(owner: Dict, call: Call) -> Value:
    vm = call.vm
    op = {"union": "|", "difference": "-", "intersection": "&", "symmetric_difference": "^"}
    found: Value = owner
    for one in call.args:
        found = vm.operate(op[call.callee.name.rpartition(".")[2]], found, _as_set(vm, one))
    return _copy_set(owner, call) if found is owner else found


@method("set frozenset", "issubset issuperset isdisjoint")
def _relation(owner: Dict, call: Call) -> Value:
    vm = call.vm
    other = _as_set(vm, call.args[0])
    if (
        owner.taint is not None
        or other.taint is not None
        or any(isinstance(one, Maybe) for one in (*owner.items.values(), *other.items.values()))
    ):
        return Unknown(vm.doubt("TC205", "what a set holds is not known"))
    one, two = set(owner.items), set(other.items)
    name = call.callee.name.rpartition(".")[2]
    return one <= two if name == "issubset" else one >= two if name == "issuperset" else one.isdisjoint(two)


def _as_set(vm: Machine, value: Value) -> Dict:
    value = vm.plain(value)
    if isinstance(value, Dict):
        return value
    found = vm.elements(value, any_order=True)
    if isinstance(found, Unknown):
        made = Dict({}, "set")
        made.taint = found.doubt
        return made
    return vm.new_set(vm.new_list(found))
