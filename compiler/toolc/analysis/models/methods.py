"""Methods of texts, tuples, lists, dicts and sets. Source: the library reference of CPython 3.11, *Built-in Types*."""

import builtins
from collections import OrderedDict, deque
from collections.abc import Callable, Generator
from typing import Any

from toolc.analysis import constants
from toolc.analysis.budget import MAX_TEXT
from toolc.analysis.constants import NoConstant
from toolc.analysis.doubts import Guard, UnknownOrder, ignore_order, order_depends_on, stronger_doubt
from toolc.analysis.lattice import is_unordered
from toolc.analysis.models.sorting import sorted_list
from toolc.analysis.models.table import METHODS, method
from toolc.analysis.objects import containers, enums, keys, text
from toolc.analysis.objects.dict_views import KeysView, PartsView
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.ranges import Range
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Choice,
    Dict,
    Iterator,
    LibraryMethod,
    List,
    Maybe,
    Native,
    OwnedRun,
    Symbol,
    Unknown,
    Value,
)

_STRING = frozenset(
    """capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii
    isdecimal isdigit isidentifier islower isnumeric isspace istitle isupper join ljust lower lstrip maketrans partition
    removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase
    title translate upper zfill""".split()
)


_BYTES = frozenset(
    "decode hex startswith endswith split strip lstrip rstrip replace upper lower title find count removeprefix"
    " removesuffix".split()
)


def kind_of(owner: Value) -> str:
    """The kind of a receiver, as the table of methods names it."""
    if isinstance(owner, str):
        return "str"
    if isinstance(owner, tuple):
        return "tuple"
    if isinstance(owner, List):
        return "deque" if owner.kind == "deque" else "list"
    if isinstance(owner, Dict):
        return owner.kind if owner.kind in ("set", "frozenset") else "dict"
    if isinstance(owner, Iterator):
        return "iterator"
    return type(owner).__name__


def of_value(vm: Machine, owner: Value, name: str) -> Value:
    """A method of a text, number, tuple, container or iterator."""
    kind = kind_of(owner)
    if name == "__class__":
        return vm.class_of(owner)
    if kind == "str" and name in _STRING:
        return _bind_method(f"builtins.str.{name}", owner, lambda call: _of_text(owner, name, call))
    if kind == "bytes" and name in _BYTES:
        return _bind_method(f"builtins.bytes.{name}", owner, lambda call: _of_bytes(owner, name, call))
    run = METHODS.get((kind, name))
    if run is not None:
        return _bind_method(f"builtins.{kind}.{name}", owner, lambda call: run(owner, call))
    if kind == "tuple" and len(owner) == 5 and name in _VERSION:
        return owner[_VERSION.index(name)]
    bounds = owner.bounds if isinstance(owner, Range) else owner
    if isinstance(bounds, (slice, range)) and name in ("start", "stop", "step"):
        return getattr(bounds, name)
    if kind == "slice":
        return LibraryMethod(owner, name) if hasattr(owner, name) else MISSING
    if kind in ("int", "float", "bool") and name in ("real", "numerator"):
        return owner
    if kind in ("list", "dict", "set", "deque", "tuple", "frozenset", "iterator"):
        found = _dunder(vm, owner, name) if name.startswith("__") and name.endswith("__") else MISSING
        return _unmodelled_method(kind, owner, name) if found is MISSING else found
    if kind in ("str", "int", "float", "bytes", "bool", "complex"):
        if (found := _dunder(vm, owner, name) if name in _OF_SCALARS else MISSING) is not MISSING:
            return found
        return LibraryMethod(owner, name) if hasattr(owner, name) else MISSING
    return MISSING


def unbound_method(vm: Machine, kind: str, name: str) -> Value:
    """`list.append`, `str.upper`: the method as a function of its receiver."""
    if kind == "str" and name in _STRING:
        return Native(f"builtins.str.{name}", lambda call: _of_text(_receiver(call), name, _rest(call)))
    run = METHODS.get((kind, name))
    if run is None:
        if name in _DUNDERS:
            return Native(f"builtins.{kind}.{name}", lambda call: _run_dunder(call.vm, call.args[0], name, call.args[1:]))
        if kind in CLASSES_OF_KINDS and hasattr(CLASSES_OF_KINDS[kind], name) and name not in _PLAIN:
            return Native(
                f"builtins.{kind}.{name}", lambda call: _unfollowed_result(call.vm, kind, name, call.args, call.kwargs)
            )
        return Symbol(f"builtins.{kind}.{name}") if hasattr(getattr(builtins, kind, None), name) else MISSING
    return Native(f"builtins.{kind}.{name}", lambda call: _on_first(call, kind, name, run))


def _on_first(call: Call, kind: str, name: str, run: Callable[[Any, Any], Value]) -> Value:
    """Call a method of a kind of container as a function: its first argument is the receiver, if it is of that kind."""
    owner = _receiver(call) if call.args else MISSING
    if kind_of(owner) != kind:
        return _unfollowed_result(call.vm, kind, name, call.args, call.kwargs)
    return run(owner, _rest(call))


def _receiver(call: Call) -> Value:
    return enums.worth_of(call.vm.plain(call.args[0]))


def _rest(call: Call) -> Call:
    return type(call)(call.vm, call.callee, call.args[1:], call.kwargs, call.place)


def _of_bytes(owner: bytes, name: str, call: Call) -> Value:
    """A method of bytes with constants."""
    try:
        found = getattr(owner, name)(*map(call.vm.concrete, call.args))
        return call.vm.lift(constants.check_size(found))
    except UnicodeError as error:
        raise Raised(type(error).__name__) from None
    except (NoConstant, TypeError, ValueError):
        return Unknown(call.vm.doubt("TC205", f"what `bytes.{name}` gives is not known"))


def _bind_method(name: str, owner: Value, run: Any) -> Native:
    return Native(name, OwnedRun(owner, run))


_VERSION = ("major", "minor", "micro", "releaselevel", "serial")
"""Names of the parts of `sys.version_info`."""

CLASSES_OF_KINDS = {
    "list": list, "dict": dict, "set": set, "frozenset": frozenset, "tuple": tuple, "deque": deque, "iterator": Generator,
}  # fmt: skip
"""The class of Python that has the methods of each kind of container."""


def _unmodelled_method(kind: str, owner: Value, name: str) -> Value:
    """A method that the real container has and that is not followed: a call of it may change the container in any way."""
    real = OrderedDict if kind == "dict" else CLASSES_OF_KINDS[kind]
    if not hasattr(real, name) or name in _PLAIN:
        return MISSING

    return _bind_method(
        f"builtins.{kind}.{name}", owner, lambda call: _unfollowed_result(call.vm, kind, name, (owner, *call.args), call.kwargs)
    )


def _unfollowed_result(vm: Machine, kind: str, name: str, args: tuple[Value, ...], kwargs: dict[str, Value]) -> Value:
    doubt = vm.doubt("TC232", f"`{name}` of a {kind} is not followed, and may change it")
    vm.hand_over((*args, *kwargs.values()), doubt)
    return Unknown(doubt)


_PLAIN = frozenset("__doc__ __module__ __name__ __qualname__ __annotations__ __dict__ __slots__ __weakref__".split())
"""Attributes of containers that are no methods."""

_ARITHMETIC = {"__add__": "+", "__or__": "|", "__mul__": "*", "__sub__": "-", "__mod__": "%", "__and__": "&", "__xor__": "^"}
_COMPARED = {"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
_DUNDERS = frozenset(
    """__setitem__ __getitem__ __delitem__ __contains__ __len__ __iter__ __iadd__ __ior__ __next__ __str__ __repr__ __bool__
    __setattr__ __init__ __hash__""".split()
) | frozenset((*_ARITHMETIC, *_COMPARED))


_OF_SCALARS = _DUNDERS - {"__setattr__", "__init__"}


def _dunder(vm: Machine, owner: Value, name: str) -> Value:
    if name not in _DUNDERS:
        return MISSING
    return _bind_method(f"builtins.{kind_of(owner)}.{name}", owner, lambda call: _run_dunder(call.vm, owner, name, call.args))


def _run_dunder(vm: Machine, owner: Value, name: str, args: tuple[Value, ...]) -> Value:
    """An operator written as a method, of the built-in class itself: what a subclass has of its own does not count."""
    owner = enums.worth_of(owner)
    own = owner.cls if isinstance(owner, (List, Dict)) and name != "__str__" else None
    if own is None or (name == "__getitem__" and isinstance(owner, Dict)):
        return _operator(vm, owner, name, args)
    owner.cls = None
    try:
        return _operator(vm, owner, name, args)
    finally:
        owner.cls = own


def _operator(vm: Machine, owner: Value, name: str, args: tuple[Value, ...]) -> Value:
    match name:
        case "__setitem__" if isinstance(owner, Dict):
            containers.store_item(vm, owner, args[0], args[1])
        case "__getitem__" if isinstance(owner, Dict):
            return containers._dict_item(vm, owner, args[0])
        case "__setitem__":
            vm.set_item(owner, args[0], args[1])
        case "__delitem__":
            vm.delete_item(owner, args[0])
        case "__getitem__":
            return vm.item(owner, args[0])
        case "__contains__":
            return containers.contains(vm, owner, args[0])
        case "__len__":
            return len(owner.items) if isinstance(owner, (List, Dict)) and owner.taint is None else containers.length(vm, owner)
        case "__iter__":
            found = containers.iterate(vm, owner, any_order=True)
            return found if isinstance(found, Unknown) else containers.iterator(vm, found, (owner,))
        case "__next__":
            return vm.call(vm.builtins["next"], (owner,), {})
        case "__iadd__" | "__ior__":
            return vm.operate_in_place("+" if name == "__iadd__" else "|", owner, args[0])
        case _ if name in (*_ARITHMETIC, *_COMPARED) and _is_other_kind(owner, vm.plain(args[0])):
            return vm.builtins["NotImplemented"]
        case "__hash__":
            return vm.call(vm.builtins["hash"], (owner,), {})
        case _ if name in _ARITHMETIC:
            return vm.operate(_ARITHMETIC[name], owner, args[0])
        case _ if name in _COMPARED:
            return vm.compare(_COMPARED[name], owner, args[0])
        case "__str__":
            return text.as_text(vm, owner)
        case "__repr__":
            return text.repr_text(vm, owner)
        case "__bool__":
            verdict = vm.truth(owner)
            return verdict if isinstance(verdict, bool) else Unknown(verdict)
        case "__init__" if isinstance(owner, (List, Dict)):
            vm.store.touch(owner)
            owner.items.clear() if isinstance(owner, List) else None
            vm.models.fill_with(vm, owner, args, {})
        case "__setattr__":
            vm.store.touch(owner)
            owner.cells[args[0]] = args[1]
    return None


def _is_other_kind(owner: Value, other: Value) -> bool:
    """Return `True` if methods of a constant leave it to the other operand what an operator does."""
    numbers = (int, float, complex)
    if isinstance(owner, (*numbers, str, bytes)):
        other = enums.worth_of(other)
        kinds = numbers if isinstance(owner, numbers) else type(owner)
        return isinstance(other, (*SCALARS, tuple, List, Dict)) and not isinstance(other, kinds)
    return False


# --- texts ------------------------------------------------------------------------------------------------------------


def _of_text(owner: str, name: str, call: Call) -> Value:
    vm = call.vm
    args = [vm.plain(one) for one in call.args]
    if name == "join":
        found = vm.elements(args[0])
        if isinstance(found, Unknown):
            return found
        if any(isinstance(one, Maybe) for one in found):
            return Unknown(vm.doubt("TC205", "a part of the text depends on a condition"))
        return text.join_texts(
            vm, [vm.plain(one) if isinstance(one, (str, Unknown, Choice)) else enums.worth_of(one) for one in found], owner
        )
    if name in ("format", "format_map"):
        return text.fill_in(vm, owner, _field_of(call, name == "format_map"))
    choice = next((one for one in args if isinstance(one, Choice)), None)
    if choice is not None:
        at = args.index(choice)
        parts = [_of_text(owner, name, _with(call, at, one)) for one in choice.alternatives]
        return vm.join_all(parts, choice.guard)
    try:
        pure = [vm.concrete(one) for one in args]
        named = {key: vm.concrete(one) for key, one in call.kwargs.items()}
    except ValueError:
        return Unknown(vm.doubt("TC205", "an argument is computed while the program runs"))
    if name == "encode":
        try:
            return owner.encode(*pure, **named)
        except (LookupError, UnicodeError) as error:
            raise Raised(type(error).__name__) from None
    try:
        if name == "translate":
            return _translate(owner, pure[0])
        return vm.lift(constants.method(owner, name, pure, named))
    except NoConstant as reason:
        if reason.raised:
            raise Raised(reason.raised) from None
        return Unknown(vm.doubt("TC205", str(reason)))


def _translate(owner: str, table: Any) -> str:
    """`text.translate(table)` by a dict."""
    longest = max([len(one) for one in table.values() if isinstance(one, str)], default=1) if isinstance(table, dict) else 0
    if not longest or longest * len(owner) > MAX_TEXT:
        raise NoConstant("the table of `translate` is not followed")
    return str(constants.without_raising(lambda: owner.translate(table)))


def _with(call: Call, at: int, value: Value) -> Call:
    args = (*call.args[:at], value, *call.args[at + 1 :])
    return type(call)(call.vm, call.callee, args, call.kwargs, call.place)


def _field_of(call: Call, by_mapping: bool) -> Callable[[Value], Value]:
    """Return a function that gives the value of a name or number in a field of a format."""
    vm = call.vm

    def field(name: Value) -> Value:
        if by_mapping:
            return vm.item(call.args[0], name)
        if isinstance(name, int):
            if name < len(call.args):
                return call.args[name]
        elif name in call.kwargs:
            return call.kwargs[name]
        if call.open is not None:
            return Unknown(vm.doubt("TC205", "what is put into a text is not known"))
        raise Raised("IndexError" if isinstance(name, int) else "KeyError")

    return field


# --- lists ------------------------------------------------------------------------------------------------------------


@method("list deque", "append")
def _append(owner: List, call: Call) -> None:
    call.vm.store.touch(owner)
    owner.items.append(call.args[0])


@method("deque", "appendleft")
def _append_left(owner: List, call: Call) -> None:
    call.vm.store.touch(owner)
    owner.items.insert(0, call.args[0])


@method("list deque", "extend")
def _extend(owner: List, call: Call) -> None:
    call.vm.extend_list(owner, call.args[0])


@method("list deque", "insert")
def _insert(owner: List, call: Call) -> None:
    call.vm.store.touch(owner)
    at = call.vm.plain(call.args[0])
    if not isinstance(at, int):
        owner.taint = call.vm.doubt("TC205", "where an element is inserted is not known")
        return
    before = owner.items[:at] if at >= 0 else owner.items[at:]
    owner.items.insert(at, call.args[1])
    _may_move(owner, before)


def _may_move(owner: List, elements: list[Value]) -> None:
    """Elements that are there under a condition decide where others come to stand."""
    if (first := next((one for one in elements if isinstance(one, Maybe)), None)) is not None:
        owner.taint = stronger_doubt(owner.taint, order_depends_on(first.guard))


@method("list deque", "pop popleft")
def _pop(owner: List, call: Call) -> Value:
    vm = call.vm
    if (doubt := ignore_order(owner.taint)) is not None:
        return Unknown(doubt)
    at = 0 if call.callee.name.endswith("popleft") else call.args[0] if call.args else -1
    at = vm.plain(at)
    vm.store.touch(owner)
    if not owner.items:
        raise Raised("IndexError")
    if not isinstance(at, int) or any(isinstance(one, Maybe) for one in owner.items) or isinstance(owner.taint, UnknownOrder):
        owner.taint = vm.doubt("TC205", "which element is taken is not known")
        return Unknown(owner.taint)
    try:
        return owner.items.pop(at)
    except IndexError:
        raise Raised("IndexError") from None


@method("list deque", "remove")
def _remove(owner: List, call: Call) -> None:
    vm = call.vm
    vm.store.touch(owner)
    for position, one in enumerate(owner.items):
        verdict = containers.is_it(vm, one.value if isinstance(one, Maybe) else one, call.args[0])
        if verdict is True and not isinstance(one, Maybe):
            del owner.items[position]
            return
        if verdict is not False:
            owner.taint = stronger_doubt(owner.taint, vm.doubt("TC205", "which element is removed is not known"))
            return
    if ignore_order(owner.taint) is None:
        raise Raised("ValueError")


@method("list deque dict set", "clear")
def _clear(owner: Any, call: Call) -> None:
    call.vm.store.touch(owner)
    owner.items.clear()
    owner.taint = None


@method("list deque", "reverse")
def _reverse(owner: List, call: Call) -> None:
    call.vm.store.touch(owner)
    owner.items.reverse()


@method("deque", "rotate")
def _rotate(owner: List, call: Call) -> None:
    by = call.args[0] if call.args else 1
    call.vm.store.touch(owner)
    if not isinstance(by, int):
        owner.taint = call.vm.doubt("TC205", "how far a deque is rotated is not known")
    elif owner.items:
        by %= len(owner.items)
        _may_move(owner, owner.items)
        owner.items[:] = owner.items[-by:] + owner.items[:-by] if by else owner.items


@method("deque", "extendleft")
def _extend_left(owner: List, call: Call) -> None:
    vm = call.vm
    found = vm.elements(call.args[0])
    vm.store.touch(owner)
    if isinstance(found, Unknown):
        owner.taint = found.doubt
    else:
        owner.items[:0] = list(reversed(found))


@method("list", "sort")
def _sort(owner: List, call: Call) -> None:

    vm = call.vm
    vm.store.touch(owner)
    done = sorted_list(call, list(owner.items), call.get("key"), call.get("reverse", None, False))
    vm.store.touch(owner)
    owner.items[:] = done.items
    owner.taint = ignore_order(owner.taint) or done.taint


@method("list deque", "copy")
def _copy_list(owner: List, call: Call) -> Value:
    made = call.vm.new_list(list(owner.items), owner.kind)
    made.taint = owner.taint
    return made


@method("list deque tuple", "index count")
def _index(owner: Any, call: Call) -> Value:
    vm = call.vm
    found = vm.elements(owner)
    if isinstance(found, Unknown) or any(isinstance(one, Maybe) for one in found):
        return Unknown(vm.doubt("TC205", "where an element stands is not known"))
    verdicts = [containers.is_it(vm, one, call.args[0]) for one in found]
    if any(not isinstance(one, bool) for one in verdicts):
        return Unknown(vm.doubt("TC205", "where an element stands is not known"))
    if call.callee.name.endswith("count"):
        return verdicts.count(True)
    if True not in verdicts:
        raise Raised("ValueError")
    return verdicts.index(True)


# --- dicts ------------------------------------------------------------------------------------------------------------


@method("dict", "get")
def _get(owner: Dict, call: Call) -> Value:
    vm = call.vm
    if (doubt := ignore_order(owner.taint)) is not None:
        return Unknown(doubt)
    key = vm.plain(call.args[0])
    default = call.get("default", 1)
    if isinstance(key, Choice):
        return vm.join_all([_get(owner, _with(call, 0, one)) for one in key.alternatives], key.guard)
    found = vm.lookup_key(owner, key)
    if isinstance(found, Maybe):
        return vm.join(found.value, default, found.guard)
    return default if found is MISSING else found


@method("dict", "setdefault")
def _setdefault(owner: Dict, call: Call) -> Value:
    vm = call.vm
    if (doubt := ignore_order(owner.taint)) is not None:
        return Unknown(doubt)
    found = vm.lookup_key(owner, call.args[0])
    if isinstance(found, Maybe):
        value = vm.join(found.value, call.get("default", 1), found.guard)
        containers.store_item(vm, owner, call.args[0], value)
        return value
    if found is not MISSING:
        return found
    value = call.get("default", 1)
    containers.store_item(vm, owner, call.args[0], value)
    return value


@method("dict", "pop")
def _pop_key(owner: Dict, call: Call) -> Value:
    vm = call.vm
    if (doubt := ignore_order(owner.taint)) is not None:
        return Unknown(doubt)
    vm.store.touch(owner)
    found = vm.lookup_key(owner, call.args[0])
    if isinstance(found, Unknown) and not isinstance(vm.plain(call.args[0]), SCALARS):
        owner.taint = found.doubt
        return found
    if found is MISSING:
        if len(call.args) > 1:
            return call.args[1]
        raise Raised("KeyError", keys.key_error(vm, call.args[0]))
    key = keys.key_of(vm, call.args[0])
    if len(call.args) == 1:
        return containers.take_item(vm, owner, key)
    del owner.items[key]
    return vm.join(found.value, call.args[1], found.guard) if isinstance(found, Maybe) else found


@method("dict", "popitem")
def _pop_item(owner: Dict, call: Call) -> Value:
    vm = call.vm
    if (doubt := ignore_order(owner.taint)) is not None:
        return Unknown(doubt)
    vm.store.touch(owner)
    if not owner.items:
        raise Raised("KeyError")
    if is_unordered(owner) or any(isinstance(one, Maybe) for one in owner.items.values()):
        owner.taint = vm.doubt("TC205", "which item is taken is not known")
        return Unknown(owner.taint)
    first = call.get("last", 0, True) is False
    key = next(iter(owner.items)) if first else next(reversed(owner.items))
    return keys.of_key(key), owner.items.pop(key)


@method("dict", "update")
def _update(owner: Dict, call: Call) -> None:
    vm = call.vm
    vm.store.touch(owner)
    for one in call.args:
        vm.update_dict(owner, one)
    for key, value in call.kwargs.items():
        owner.put(key, value)
    owner.taint = stronger_doubt(owner.taint, call.order)
    if call.open is not None:
        containers.may_have_any_key(vm, owner, vm.doubt("TC205", "what a dict is updated with is not known"))


@method("dict", "move_to_end")
def _move(owner: Dict, call: Call) -> None:
    call.vm.store.touch(owner)
    try:
        key = keys.key_of(call.vm, call.args[0])
    except keys.NoKey:
        guard = Guard(call.vm.place, "the key is computed while the program runs")
        owner.taint = stronger_doubt(owner.taint, order_depends_on(guard))
        call.vm.may_have_raised(guard.reason)
        return
    if key not in owner.items:
        raise Raised("KeyError")
    value = containers.take_item(call.vm, owner, key)
    if call.get("last", 1, True) is False:
        kept = dict(owner.items)
        owner.items.clear()
        owner.items[key] = value
        owner.items.update(kept)
    else:
        owner.items[key] = value


@method("dict", "keys values items")
def _views(owner: Dict, call: Call) -> Value:
    name = call.callee.name.rpartition(".")[2]
    return KeysView(owner) if name == "keys" else PartsView(owner, pairs=name == "items")


@method("dict", "copy")
def _copy_dict(owner: Dict, call: Call) -> Value:
    made = Dict(dict(owner.items), owner.kind, owner.cls, owner.factory)
    made.taint = owner.taint
    return made
