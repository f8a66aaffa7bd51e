"""The protocols of containers: items, iteration, membership and length, for every kind of value."""

from collections.abc import Iterator as PythonIterator
from itertools import count
from typing import Any

from toolc.analysis import effects
from toolc.analysis.branches import both, each_of, of_any
from toolc.analysis.budget import ELEMENTS_A_STEP, MAX_TEXT
from toolc.analysis.doubts import Doubt, Guard, UnknownOrder, ignore_order, stronger_doubt
from toolc.analysis.lattice import is_unordered, merged_rows
from toolc.analysis.namespaces import Namespace
from toolc.analysis.objects import classes, enums, immutables
from toolc.analysis.objects.keys import NoKey, key_error, key_of, lookup_key, of_key
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MAX_ALTERNATIVES,
    MISSING,
    SCALARS,
    Choice,
    Class,
    Container,
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
    Native,
    Obj,
    Scope,
    Subscript,
    Symbol,
    Unknown,
    Value,
)


def iterator(vm: Machine, found: PythonIterator[Value], sources: tuple[Value, ...]) -> Iterator:
    """An iterator over elements of some values, in an unknown order where one of these has none."""
    made = vm.new_iterator(lambda: next(found, MISSING), sources)
    if any(is_unordered(vm.plain(one)) for one in sources):
        made.taint = unknown_order(vm)
    return made


def unknown_order(vm: Machine) -> UnknownOrder:
    """The doubt about the order of elements that come from a set."""
    return UnknownOrder("TC205", "a set has no order that is known", vm.place)


def item(vm: Machine, owner: Value, key: Value) -> Value:
    """`owner[key]`."""
    owner, key = immutables.as_tuple(vm, vm.plain(owner)), vm.plain(key)
    if isinstance(owner, Unknown):
        return Unknown(owner.doubt)
    if isinstance(owner, Choice):
        held = [one for one in owner.alternatives if one is not None]
        return of_any(vm, held, owner.guard, lambda one: item(vm, one, key))
    if isinstance(key, Choice) and not isinstance(owner, (Class, Symbol)):
        return of_any(vm, key.alternatives, key.guard, lambda one: item(vm, owner, one))
    if isinstance(owner, Container) and owner.cls is not None:
        own = owner.cls.find("__getitem__")
        if isinstance(own, Function):
            return vm.call(vm.attribute(owner, "__getitem__"), (key,), {})
    if isinstance(owner, Dict):
        if owner.is_set:
            raise Raised("TypeError")
        return _dict_item(vm, owner, key)
    if isinstance(owner, (List, tuple, str, bytes)):
        return _sequence_item(vm, owner, key)
    if isinstance(owner, Class):
        return _class_item(vm, owner, key)
    if isinstance(owner, Symbol):
        return vm.library.item(owner, key)
    if isinstance(owner, Subscript):
        return Subscript(owner, key if isinstance(key, tuple) else (key,))
    if isinstance(owner, Instance):
        if owner.cls.find("__getitem__") is not MISSING:
            return vm.call(vm.attribute(owner, "__getitem__"), (key,), {})
        if (inner := _inside(owner)) is not owner:
            return item(vm, inner, key)
        if owner.cls.whole:
            raise Raised("TypeError")
    if vm.models.is_part_of_tool(vm, owner):
        return LibraryMethod(owner, "__getitem__")
    if isinstance(owner, LibraryObject):
        return vm.library.item(owner, key)
    if owner is None or isinstance(owner, (int, float)):
        raise Raised("TypeError")
    if isinstance(owner, LibraryMethod) and owner.name == "co_varnames" and (known := _of_code(owner, key)) is not MISSING:
        return known
    return Unknown(vm.doubt("TC205", f"an item of {vm.describe(owner)} is not known"))


def _of_code(owner: LibraryMethod, key: Value) -> Value:
    from toolc.analysis.objects import code_objects  # few programs ask

    return code_objects.item(owner, key)


def _dict_item(vm: Machine, owner: Dict, key: Value) -> Value:
    if (doubt := ignore_order(owner.taint)) is not None:
        return Unknown(doubt)
    try:
        key_of(vm, key)
    except NoKey:
        return _any_of(vm, list(owner.items.values()), "the key is computed while the program runs")
    found = lookup_key(vm, owner, key)
    if isinstance(found, Maybe):
        if not _makes_missing(owner):
            vm.may_lack("KeyError", found.guard)
            return found.value

        def there() -> Value:
            vm.store.touch(owner)
            owner.items[key_of(vm, key)] = found.value
            return found.value

        return both(vm, found.guard, [there, lambda: _missing_item(vm, owner, key)])
    return found if found is not MISSING else _missing_item(vm, owner, key)


def _makes_missing(owner: Dict) -> bool:
    """Return `True` if a dict creates values for missing keys: a defaultdict, or a class with `__missing__`."""
    return owner.factory not in (MISSING, None) or (
        owner.cls is not None and isinstance(owner.cls.find("__missing__"), Function)
    )


def _missing_item(vm: Machine, owner: Dict, key: Value) -> Value:
    if owner.cls is not None and isinstance(owner.cls.find("__missing__"), Function):
        return vm.call(vm.attribute(owner, "__missing__"), (key,), {})
    if owner.factory is not MISSING:
        if owner.factory is None:
            raise Raised("KeyError", key_error(vm, key))
        value = vm.call(owner.factory, (), {})
        store_item(vm, owner, key, value)
        return value
    raise Raised("KeyError", key_error(vm, key))


def _sequence_item(vm: Machine, owner: Any, key: Value) -> Value:
    if isinstance(owner, List):
        if owner.taint is not None and (ignore_order(owner.taint) is not None or len(owner.items) > 1):
            return Unknown(owner.taint)
        sure = next((at for at, one in enumerate(owner.items) if isinstance(one, Maybe)), len(owner.items))
        if isinstance(key, slice):
            return _slice(vm, owner, key, sure)
        if not isinstance(key, int):
            return _no_index(vm, key, owner.items)
        if 0 <= key < sure or -_sure_end(owner) <= key < 0:
            return owner.items[key]
        if sure < len(owner.items):
            if not -sure <= key < sure:
                vm.may_lack("IndexError", owner.items[sure].guard)
            return Unknown(vm.doubt("TC205", "which element has this index depends on a condition"))
        owner = owner.items
    if not isinstance(key, (int, slice)):
        return _no_index(vm, key, owner)
    try:
        return owner[key]
    except IndexError:
        raise Raised("IndexError") from None


def _sure_end(owner: List) -> int:
    """How many elements at the end are certainly there."""
    return next((at for at, one in enumerate(reversed(owner.items)) if isinstance(one, Maybe)), len(owner.items))


def _slice(vm: Machine, owner: List, key: slice, sure: int) -> Value:
    """A part of a list of which the first `sure` elements are certainly there."""
    start, stop = key.start or 0, key.stop
    known = sure == len(owner.items) or (
        0 <= start <= sure and (stop is None or 0 <= stop <= sure) and (key.step in (None, 1) or (start, stop) == (0, sure))
    )
    if known or (key.start is None and stop is None and key.step in (None, 1, -1)):
        return vm.new_list(owner.items[key])
    return vm.new_list_of_unknown(Unknown(vm.doubt("TC205", "which elements are at these places depends on a condition")))


def _no_index(vm: Machine, key: Value, elements: Any) -> Value:
    """An element at an index that is not a number of Python's own, or not known."""
    if isinstance(worth := enums.worth_of(key), int):
        return item(vm, elements if isinstance(elements, (tuple, str, bytes)) else vm.new_list(elements), worth)
    if isinstance(key, (str, float, type(None), Container)):
        raise Raised("TypeError")
    return _any_of(vm, list(elements), "the index is computed while the program runs")


def _any_of(vm: Machine, values: list[Value], reason: str) -> Value:
    """One of several values, whichever; of many, what is done to it may be done to each."""
    doubt = vm.doubt("TC205", reason)
    vm.may_have_raised(reason)
    inner = [one.value if isinstance(one, Maybe) else one for one in values]
    if 0 < len(inner) <= MAX_ALTERNATIVES:
        return vm.join_all(inner, Guard(doubt.place, reason))
    vm.hand_over(inner, doubt)
    return Unknown(doubt)


def any_element(vm: Machine, value: Value, reason: str) -> Value:
    """Some element of a sequence, at an unknown index."""
    found = elements(vm, value)
    return found if isinstance(found, Unknown) else _any_of(vm, found, reason)


def _class_item(vm: Machine, owner: Class, key: Value) -> Value:
    """`Color["RED"]` of an enum, `__class_getitem__`, else type arguments, which change nothing about the class."""
    if isinstance(owner.meta, Class) and isinstance(owner.meta.find("__getitem__"), Function):
        return vm.call(owner.meta.find("__getitem__"), (owner, key), {})
    if "enum" in owner.traits and isinstance(key, str):
        return enums.member_by_name(owner, key)
    own = owner.find("__class_getitem__")
    if own is not MISSING:
        function = own.function if isinstance(own, Descriptor) else own
        return vm.call(function, (owner, key), {})
    return Subscript(owner, key if isinstance(key, tuple) else (key,))


def set_item(vm: Machine, owner: Value, key: Value, value: Value) -> None:
    """`owner[key] = value`."""
    owner, key = vm.plain(owner), vm.plain(key)
    if isinstance(owner, Choice):
        each_of(vm, owner, lambda one: set_item(vm, one, key, value))
        return
    if isinstance(owner, Container) and owner.cls is not None:
        own = owner.cls.find("__setitem__")
        if isinstance(own, Function):
            vm.call(vm.attribute(owner, "__setitem__"), (key, value), {})
            return
    if isinstance(owner, Dict):
        store_item(vm, owner, key, value)
    elif isinstance(owner, List):
        _set_element(vm, owner, key, value)
    elif isinstance(owner, Instance) and owner.cls.find("__setitem__") is not MISSING:
        vm.call(vm.attribute(owner, "__setitem__"), (key, value), {})
    elif isinstance(owner, Instance) and vm.attribute(owner, "__setitem__", MISSING) is MISSING:
        raise Raised("TypeError")
    elif isinstance(owner, (Symbol, LibraryObject)) or not isinstance(owner, (Unknown, *SCALARS, tuple)):
        vm.class_changes.note_write(owner)
        vm.library.item_set(owner, key, value)
    elif isinstance(owner, (*SCALARS, tuple)):
        raise Raised("TypeError")
    else:
        vm.class_changes.note_write(owner)


def store_item(vm: Machine, owner: Dict, key: Value, value: Value) -> None:
    """`dict.__setitem__`."""
    vm.store.touch(owner)
    if isinstance(owner, Namespace) and isinstance(owner.owner, Function) and key in effects.INTROSPECTED:
        owner.owner.taint = vm.doubt("TC232", f"`{key}` is put into the dict of `{owner.owner.name}`, where nothing reads it")
        return
    try:
        owner.put(key_of(vm, key), value)
    except NoKey:
        may_have_any_key(vm, owner, vm.doubt("TC205", "a key is computed while the program runs"))
    if len(owner.items) > MAX_TEXT:
        owner.taint = vm.doubt("TC217", "a dict grows larger than toolc follows")


def may_have_any_key(vm: Machine, owner: Dict, doubt: Doubt) -> None:
    """Unknown keys are put into a dict. Those of a module are names, which may stand for something else from here on."""
    vm.store.taint(owner, doubt)
    if isinstance(owner, Namespace) and isinstance(owner.keeper, Scope):
        effects.may_be_rebound(vm, owner.keeper, doubt)


def _set_element(vm: Machine, owner: List, key: Value, value: Value) -> None:
    vm.store.touch(owner)
    if isinstance(key, slice):
        elements = vm.elements(value)
        if isinstance(elements, Unknown):
            owner.taint = elements.doubt
        else:
            owner.items[key] = elements
        return
    if not isinstance(key, int):
        owner.taint = vm.doubt("TC205", "the index is computed while the program runs")
        return
    if any(isinstance(one, Maybe) for one in owner.items[: key + 1 if key >= 0 else None]):
        owner.taint = vm.doubt("TC205", "which element has this index depends on a condition")
        return
    try:
        owner.items[key] = value
    except IndexError:
        raise Raised("IndexError") from None


def take_item(vm: Machine, owner: Dict, key: Value) -> Value:
    """Remove a key that a dict has, maybe under a condition; return its value."""
    found = owner.items.pop(key)
    if not isinstance(found, Maybe):
        return found
    vm.may_lack("KeyError", found.guard)
    return found.value


def delete_item(vm: Machine, owner: Value, key: Value) -> None:
    """`del owner[key]`."""
    owner, key = vm.plain(owner), vm.plain(key)
    if isinstance(owner, Choice):
        each_of(vm, owner, lambda one: delete_item(vm, one, key))
        return
    if isinstance(owner, Container) and owner.cls is not None and isinstance(owner.cls.find("__delitem__"), Function):
        vm.call(vm.attribute(owner, "__delitem__"), (key,), {})
    elif isinstance(owner, Dict):
        vm.store.touch(owner)
        found = lookup_key(vm, owner, key)
        if isinstance(found, Unknown) and not isinstance(key, SCALARS):
            owner.taint = stronger_doubt(owner.taint, found.doubt)
        elif found is MISSING:
            if ignore_order(owner.taint) is None:
                raise Raised("KeyError", key_error(vm, key))
        else:
            take_item(vm, owner, key_of(vm, key))
    elif isinstance(owner, List):
        vm.store.touch(owner)
        if not isinstance(key, (int, slice)) or any(isinstance(one, Maybe) for one in owner.items):
            owner.taint = vm.doubt("TC205", "which element is deleted is not known")
            return
        try:
            del owner.items[key]
        except IndexError:
            raise Raised("IndexError") from None
    elif isinstance(owner, Instance) and owner.cls.find("__delitem__") is not MISSING:
        vm.call(vm.attribute(owner, "__delitem__"), (key,), {})
    elif isinstance(owner, (Obj, Symbol, LibraryMethod)):
        vm.library.item_set(owner, key, MISSING)


# --- iteration --------------------------------------------------------------------------------------------------------


def inputs_of_truth(vm: Machine, value: Value) -> frozenset[str]:
    """The inputs that the truth of a value depends on: of a container those that decide what it holds."""
    inputs: frozenset[str] = vm.inputs_of(value)
    value = vm.plain(value)
    return inputs | vm.varied.get(value, frozenset()) if isinstance(value, Container) else inputs


def mark_varied(vm: Machine, container: Obj, inputs: frozenset[str]) -> None:
    """Note that inputs decide what a container holds."""
    if inputs and isinstance(container, Container):
        vm.varied[container] = vm.varied.get(container, frozenset()) | inputs


def has_own_iterator(value: Value) -> bool:
    """Return `True` if a subclass of a container has an `__iter__` of its own: then a dict is copied by its `keys` as well."""
    return isinstance(value, Container) and value.cls is not None and isinstance(value.cls.find("__iter__"), Function)


def iterate(vm: Machine, value: Value, any_order: bool = False) -> PythonIterator[Value] | Unknown:
    """The elements of a value, lazily; Unknown where they are not known, or their order is not, but for `any_order`."""
    value = immutables.as_tuple(vm, vm.plain(value))
    if isinstance(value, (tuple, str)):
        return iter(value)
    if isinstance(value, Maybe):
        return iterate(vm, value.value, any_order)
    if not any_order and is_unordered(value):
        return Unknown(value.taint if isinstance(value.taint, UnknownOrder) else unknown_order(vm))
    if has_own_iterator(value):
        return iterate(vm, vm.call(vm.attribute(value, "__iter__"), (), {}), any_order)
    if isinstance(value, (List, Dict)):
        if (doubt := ignore_order(value.taint)) is not None:
            return Unknown(doubt)
        return _live(value) if isinstance(value, List) else _keys(value)
    if isinstance(value, Iterator):
        return _advance(vm, value, any_order)
    if isinstance(value, Choice):
        return _of_choice(vm, value, any_order)
    if isinstance(value, bytes):
        return iter(value)
    if isinstance(value, Class):
        if (own := classes.by_metaclass(vm, value, "__iter__")) is not MISSING:
            return iterate(vm, own)
        if "enum" in value.traits:
            return iter([member for _, member in vm.enum_members(value)])
    if isinstance(value, Instance):
        return _of_instance(vm, value, any_order)
    if isinstance(value, (int, float, type(None), Function)):
        raise Raised("TypeError")
    doubt = (
        value.doubt if isinstance(value, Unknown) else vm.doubt("TC212", f"what {vm.describe(value)} goes through is not known")
    )
    return Unknown(doubt)


def _live(value: List) -> PythonIterator[Value]:
    """A list that grows while it is gone through gives what it gets."""
    if isinstance(value.keeper, Dict):
        yield from _check_size(value.items, value.keeper)
        return
    position = 0
    while position < len(value.items):
        yield value.items[position]
        position += 1


def _check_size(rows: Any, owner: Value) -> PythonIterator[Any]:
    """The elements of a dict or set, which must not get or lose any meanwhile."""
    size = len(owner.items)
    for one in list(rows):
        yield one
        if len(owner.items) != size and owner.taint is None:
            raise Raised("RuntimeError")


def _keys(value: Dict) -> PythonIterator[Value]:
    for key, found in _check_size(value.items.items(), value.keeper if isinstance(value.keeper, Dict) else value):
        element = found if value.kind in ("set", "frozenset") and not isinstance(found, Maybe) else of_key(key)
        yield Maybe(element, found.guard) if isinstance(found, Maybe) else element


def _advance(vm: Machine, value: Iterator, any_order: bool) -> PythonIterator[Value]:
    """The rest of an iterator; one that is advanced in a branch which began later cannot be put back, and is not known then."""
    while True:
        if (doubt := ignore_order(value.taint)) is not None:
            yield Unknown(doubt)
            return
        vm.note_advance(value)
        element = value.advance()
        if element is MISSING:
            return
        if not any_order and isinstance(value.taint, UnknownOrder):
            yield Unknown(value.taint)
            return
        yield element


def _of_choice(vm: Machine, value: Choice, any_order: bool) -> PythonIterator[Value] | Unknown:
    """The elements of all alternatives, those that one lacks under the condition, in an order that holds for each."""
    rows: list[list[Value]] = []
    for one in value.alternatives:
        found: Any = [] if one is None else iterate(vm, one, any_order)
        if isinstance(found, Unknown):
            return found
        rows.append(list(found))
    merged = merged_rows(rows, value.guard)
    return Unknown(Doubt("TC205", value.guard.reason, value.guard.place)) if merged is None else iter(merged)


def _of_instance(vm: Machine, value: Instance, any_order: bool) -> PythonIterator[Value] | Unknown:
    for method, step in (("__iter__", "__next__"), ("__aiter__", "__anext__")):  # of a class one or the other
        if value.cls.find(method) is not MISSING:
            found = vm.call(vm.attribute(value, method), (), {})
            own = isinstance(found, Instance) and found.cls.find(step) is not MISSING
            return _by_next(vm, found, step) if own else iterate(vm, found, any_order)
        if value.cls.find(step) is not MISSING:
            return _by_next(vm, value, step)
    if (inner := _inside(value)) is not value:
        return iterate(vm, inner, any_order)
    if isinstance(value.cls.find("__getitem__"), Function):
        return _by_index(vm, value)
    if value.cls.whole:
        raise Raised("TypeError")
    return Unknown(vm.doubt("TC212", f"what {vm.describe(value)} goes through is not known"))


def _inside(value: Instance) -> Value:
    """The sequence that an instance is, or that a model keeps in it."""
    return value.native if isinstance(value.native, (tuple, List)) else enums.worth_of(value)


def _by_next(vm: Machine, value: Instance, step: str) -> PythonIterator[Value]:
    while True:
        vm.catching += 1
        try:
            element = vm.call(vm.attribute(value, step), (), {})
            element = element.run() if isinstance(element, Coroutine) else element
        except Raised as raised:
            if raised.name in ("StopIteration", "StopAsyncIteration"):
                return
            raise
        finally:
            vm.catching -= 1
        yield element


def _by_index(vm: Machine, value: Instance) -> PythonIterator[Value]:
    for position in count():
        vm.catching += 1
        try:
            element = vm.call(vm.attribute(value, "__getitem__"), (position,), {})
        except Raised as raised:
            if raised.name == "IndexError":
                return
            raise
        finally:
            vm.catching -= 1
        yield element


def elements(vm: Machine, value: Value, any_order: bool = False) -> list[Value] | Unknown:
    """All elements at once."""
    found = iterate(vm, value, any_order)
    if isinstance(found, Unknown):
        return found
    collected: list[Value] = []
    for one in found:
        collected.append(one)
        if len(collected) > MAX_TEXT:
            break
    vm.budget.step(len(collected) // ELEMENTS_A_STEP)
    if len(collected) > MAX_TEXT:
        return Unknown(vm.doubt("TC217", "a sequence is longer than toolc follows"))
    unknown = next((one for one in collected if isinstance(one, Unknown)), None) if isinstance(value, Iterator) else None
    return unknown if unknown is not None and ignore_order(value.taint) is not None else collected


def has_own(owner: Value, method: str) -> bool:
    """Return `True` if the class of an object has a special method of the program's, or, below no container, of a model's."""
    own = owner.cls.find(method) if isinstance(owner, (Instance, Container)) and owner.cls is not None else MISSING
    return isinstance(own, Function) or (isinstance(own, Native) and isinstance(owner, Instance))


def contains(vm: Machine, owner: Value, element: Value) -> Value:
    """`element in owner`: True, False or Unknown."""
    owner, element = vm.plain(owner), vm.plain(element)
    if isinstance(owner, str):
        element = enums.worth_of(element)
        if isinstance(element, (*SCALARS, tuple, Container)) and not isinstance(element, str):
            raise Raised("TypeError")
        return element in owner if isinstance(element, str) else Unknown(vm.doubt("TC205", "what is looked for is not known"))
    if isinstance(owner, Symbol):
        return vm.library.contains(owner, element)
    if has_own(owner, "__contains__"):
        return vm.call(vm.attribute(owner, "__contains__"), (element,), {})
    if isinstance(owner, Class) and (told := classes.by_metaclass(vm, owner, "__contains__", args=(element,))) is not MISSING:
        return told
    if isinstance(worth := enums.worth_of(owner), str) and worth is not owner:
        return contains(vm, worth, element)
    if isinstance(owner, Dict):
        if (doubt := ignore_order(owner.taint)) is not None:
            return Unknown(doubt)
        found = lookup_key(vm, owner, element)
        if isinstance(found, Maybe):
            return Unknown(vm.doubt("TC205", found.guard.reason))
        return found if isinstance(found, Unknown) and not isinstance(element, SCALARS) else found is not MISSING
    one, other = enums.flag_value(owner), enums.flag_value(element)
    if one is not None and other is not None:
        return one & other == other
    found_elements = iterate(vm, owner, any_order=True)
    if isinstance(found_elements, Unknown):
        return found_elements
    undecided: Value = False
    for one in found_elements:
        verdict = is_it(vm, one.value if isinstance(one, Maybe) else one, element)
        if verdict is True and not isinstance(one, Maybe):
            return True
        if verdict is not False:
            undecided = Unknown(vm.doubt("TC205", "whether an element is there is not known"))
    return undecided


def is_it(vm: Machine, one: Value, element: Value) -> bool | Doubt:
    """Return `True` if an element is the one looked for; an object is equal to itself, whatever its class says."""
    if one is element and not isinstance(one, (Unknown, Choice)):
        return True
    verdict: bool | Doubt = vm.truth(vm.compare("==", one, element))
    return verdict


def length(vm: Machine, value: Value) -> Value:
    """`len(value)`."""
    value = immutables.as_tuple(vm, vm.plain(value))
    if isinstance(value, (str, bytes, tuple)):
        return len(value)
    if has_own(value, "__len__"):
        return vm.call(vm.attribute(value, "__len__"), (), {})
    if isinstance(value, Instance) and (inner := _inside(value)) is not value:
        return length(vm, inner)
    if isinstance(value, (List, Dict)):
        if (doubt := ignore_order(value.taint)) is not None:
            return Unknown(doubt)
        parts = value.items if isinstance(value, List) else value.items.values()
        if any(isinstance(one, Maybe) for one in parts):
            return Unknown(vm.doubt("TC205", "how many elements there are depends on a condition"))
        return len(value.items)
    if isinstance(value, Class) and (told := classes.by_metaclass(vm, value, "__len__")) is not MISSING:
        return told
    if isinstance(value, Class) and "enum" in value.traits:
        return len(list(vm.enum_members(value)))
    if isinstance(value, Choice):
        return of_any(vm, value.alternatives, value.guard, lambda one: length(vm, one))
    if isinstance(value, (int, float, type(None))):
        raise Raised("TypeError")
    return Unknown(value.doubt if isinstance(value, Unknown) else vm.doubt("TC205", "its length is not known"))
