"""Operators, comparisons and truth, with the methods that classes of the program have for them.

Source: the data model's *Emulating numeric types* and *Basic customization*.
"""

from collections.abc import Callable
from typing import Any

from toolc.analysis import constants
from toolc.analysis.branches import both, of_any
from toolc.analysis.constants import NoConstant
from toolc.analysis.doubts import Doubt, ignore_order, stronger_doubt
from toolc.analysis.lattice import is_unordered
from toolc.analysis.namespaces import Namespace
from toolc.analysis.objects import annotations, classes, containers, dict_views, enums, immutables, text
from toolc.analysis.objects.fields import compared_values
from toolc.analysis.protocol import Machine
from toolc.analysis.ranges import Range
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    BoundMethod,
    Choice,
    Class,
    Container,
    Coroutine,
    Dict,
    Function,
    Instance,
    Iterator,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Missed,
    Module,
    Native,
    Obj,
    Site,
    Subscript,
    Symbol,
    Unknown,
    Value,
)
from toolc.text.regex import late

_METHODS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "<<": "lshift",
    ">>": "rshift", "|": "or", "&": "and", "^": "xor", "@": "matmul",
}  # fmt: skip
_ORDER = {"<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__", "==": "__eq__", "!=": "__ne__"}
_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def truth(vm: Machine, value: Value) -> bool | Doubt:
    """`bool(value)`, or why it is not known."""
    value = vm.plain(value)
    if isinstance(value, SCALARS):
        return bool(value)
    if isinstance(value, tuple):
        return bool(value)
    if isinstance(value, Unknown):
        return value.doubt
    if isinstance(value, Choice):
        verdicts = [truth(vm, one) for one in value.alternatives]
        return (
            verdicts[0]
            if all(one is verdicts[0] for one in verdicts)
            else Doubt("TC205", value.guard.reason, value.guard.place)
        )
    if isinstance(value, (Instance, Container)) and value.cls is not None:
        for name in ("__bool__", "__len__"):
            if containers.has_own(value, name):
                return truth(vm, vm.call(vm.attribute(value, name), (), {}))
        if isinstance(value, Instance) and {"enum", "flag"} <= value.cls.traits:
            return truth(vm, value.cells.get("_value_"))
        if (inner := enums.worth_of(value)) is not value:
            return truth(vm, inner)
    if isinstance(value, (List, Dict)):
        if (doubt := ignore_order(value.taint)) is not None:
            return doubt
        parts: Any = value.items if isinstance(value, List) else value.items.values()
        if any(not isinstance(one, Maybe) for one in parts):
            return True
        return vm.doubt("TC205", "whether it is empty depends on a condition") if value.items else False
    if isinstance(value, Instance):
        if isinstance(value.native, (tuple, List)):
            return truth(vm, value.native)
        return True
    if isinstance(value, Class) and (told := classes.by_metaclass(vm, value, "__bool__", "__len__")) is not MISSING:
        return truth(vm, told)
    if isinstance(value, (Function, Class, Native, BoundMethod, Module, Iterator, Coroutine, Subscript)):
        return True
    if (known := immutables.held_object(value)) is not MISSING:
        return bool(known)
    if isinstance(value, Symbol):
        return vm.library.truth(value)
    if isinstance(value, Missed):
        return vm.doubt("TC213", f"no call that passes `{value.name}` is seen")
    if isinstance(value, LibraryObject):
        return vm.library.truth_of_object(value)
    if isinstance(value, LibraryMethod):
        return vm.doubt("TC205", f"{vm.describe(value)} is known only at run time")
    return True if isinstance(value, Obj) else vm.doubt("TC205", "it is known only at run time")


def unary(vm: Machine, op: str, value: Value) -> Value:
    """`not x`, `-x`, `+x`, `~x`."""
    found = _unary(vm, op, value)
    if type(found) is Unknown and op != "not":
        vm.may_have_raised(found.doubt.reason)
    return found


def _unary(vm: Machine, op: str, value: Value) -> Value:
    if op == "not":
        verdict, inputs = truth(vm, value), containers.inputs_of_truth(vm, value)
        return vm.with_inputs(not verdict, inputs) if isinstance(verdict, bool) else Unknown(verdict)
    if inputs := vm.inputs_of(value):
        return vm.with_inputs(_unary(vm, op, vm.plain(value)), inputs)
    if isinstance(value, Choice):
        return of_any(vm, value.alternatives, value.guard, lambda one: _unary(vm, op, one))
    if isinstance(value, (Instance, Container)) and value.cls is not None:
        name = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}[op]
        if value.cls.find(name) is not MISSING:
            return vm.call(vm.attribute(value, name), (), {})
        if (inner := enums.worth_of(value)) is not value:
            return _unary(vm, op, inner)
    if isinstance(value, SCALARS):
        return _attempt(vm, lambda: constants.unary(op, value))
    if _has_no_operators(vm, value):
        raise Raised("TypeError")
    return Unknown(vm.doubt("TC205", "it is computed from values only the running program knows"))


def operate(vm: Machine, op: str, left: Value, right: Value) -> Value:
    """`left op right`."""
    inputs = vm.inputs_of(left) | vm.inputs_of(right)
    left, right = vm.plain(left), vm.plain(right)
    found = _operate(vm, op, left, right)
    if type(found) is Unknown:
        vm.may_have_raised(found.doubt.reason)
    return vm.with_inputs(found, inputs)


def _operate(vm: Machine, op: str, left: Value, right: Value) -> Value:
    if isinstance(left, Choice):
        return of_any(vm, left.alternatives, left.guard, lambda one: _operate(vm, op, one, right))
    if isinstance(right, Choice):
        return of_any(vm, right.alternatives, right.guard, lambda one: _operate(vm, op, left, one))
    if isinstance(left, SCALARS) and isinstance(right, SCALARS):
        return _attempt(vm, lambda: constants.binary(op, left, right))
    one, other = enums.flag_value(left), enums.flag_value(right)
    if one is not None and other is not None and op in "|&^":
        return enums.flag_member(left.cls, constants.binary(op, one, other))
    found = _by_method(vm, left, right, _METHODS[op])
    one, other = enums.worth_of(left), right if op == "%" else enums.worth_of(right)
    if found is MISSING and (one is not left or other is not right):
        return _operate(vm, op, one, other)
    if found is MISSING:
        found = _of_immutables(vm, left, right, constants.ARITHMETIC.get(op))
    return _combine(vm, op, left, right) if found is MISSING else found


def _of_immutables(vm: Machine, left: Value, right: Value, run: Callable[[Any, Any], Any] | None) -> Value:
    """An operator on dates, paths, decimals and their like; MISSING where neither operand is one."""
    one, other = immutables.held_object(left), immutables.held_object(right)
    if run is None or vm.library.context_varies or (one is MISSING and other is MISSING):
        return MISSING
    try:
        left_held, right_held = (vm.concrete(value) if of is MISSING else of for value, of in ((left, one), (right, other)))
    except ValueError:
        return MISSING
    found = immutables.apply_operator(left_held, right_held, run)
    of = left if isinstance(left, immutables.Immutable) else right
    site = of.site if isinstance(of, immutables.Immutable) else Site(vm.place, None, (), {})
    return MISSING if found is MISSING else immutables.lift(vm, found, of, site)


def _by_method(vm: Machine, left: Value, right: Value, name: str) -> Value:
    """`__op__` of the left operand, `__rop__` of the right one; a subclass on the right goes first."""
    order = [(left, right, f"__{name}__"), (right, left, f"__r{name}__")]
    if isinstance(left, Instance) and isinstance(right, Instance) and left.cls is not right.cls and left.cls in right.cls.mro:
        order.reverse()
    for owner, other, method in order:
        cls = owner.cls if isinstance(owner, (Instance, Container)) else owner.meta if isinstance(owner, Class) else None
        own = cls.find(method) if isinstance(cls, Class) else MISSING
        if own is not MISSING:
            value = (
                vm.call(own, (owner, other), {})
                if isinstance(owner, Class)
                else vm.call(vm.attribute(owner, method), (other,), {})
            )
            if not vm.is_not_implemented(value):
                return value
    return MISSING


def _combine(vm: Machine, op: str, left: Value, right: Value) -> Value:
    """Operators of containers and texts."""
    if isinstance(left, str) and op == "%":
        return _percent(vm, left, right)
    if isinstance(left, tuple) and isinstance(right, tuple) and op == "+":
        return left + right
    if isinstance(left, List) and isinstance(right, List) and op == "+":
        made = vm.new_list([*left.items, *right.items])
        made.taint = stronger_doubt(left.taint, right.taint)
        return made
    if op == "*" and isinstance(left, int):
        left, right = right, left
    if op == "*" and isinstance(right, int) and isinstance(left, (List, tuple)):
        size = len(left) if isinstance(left, tuple) else len(left.items)
        if size * right > constants.LARGEST:
            return Unknown(vm.doubt("TC217", "a list grows larger than toolc follows"))
        if isinstance(left, tuple):
            return left * right
        made = vm.new_list(left.items * right)
        made.taint = left.taint
        return made
    if op in "|&-^" and (operands := dict_views.as_sets(vm, left, right)) is not None:
        return _dicts(vm, op, *operands)
    if isinstance(left, (Class, Symbol, LibraryObject, Subscript, type(None))) and op == "|":
        return vm.library.union(left, right)
    if isinstance(right, (Class, Symbol, LibraryObject, Subscript)) and op == "|":
        return vm.library.union(left, right)
    for value in (left, right):
        if isinstance(value, Unknown):
            return Unknown(value.doubt)
    if _has_no_operators(vm, left) and _has_no_operators(vm, right):
        raise Raised("TypeError")
    return Unknown(vm.doubt("TC205", "it is computed from values only the running program knows"))


def _has_no_operators(vm: Machine, value: Value) -> bool:
    """Return `True` for a value whose operators, but for those of its class, are Python's own."""
    if isinstance(value, Instance):
        written = any(isinstance(one, Class) and one.module in vm.written.modules for one in value.cls.mro)
        known = value.cls.whole and not value.cls.library and value.taint is None and not written
        return known and not value.cls.traits & _WITH_OPERATORS
    return isinstance(value, (*SCALARS, tuple, List, Dict, Function))


_WITH_OPERATORS = frozenset({"enum", "namedtuple", "value", "ordered", "model", "exception"})
"""Traits of classes whose instances have operators of a library or a constant."""


def _percent(vm: Machine, template: str, value: Value) -> Value:
    only_texts = set(_CONVERSION.findall(template)) <= {"s", "%"}

    def show(one: Value) -> Any:
        one = vm.plain(one)
        if not _is_constant(one) and (only_texts or not isinstance(one, Instance)):
            one = text.as_text(vm, one) if only_texts else None
            if not isinstance(one, str):
                raise NoConstant("a part of the text is not known")
        return vm.concrete(one)

    try:
        if isinstance(value, tuple):
            return constants.percent(template, tuple(map(show, value)))
        if isinstance(value, Dict) and "%(" in template:
            keys, parts = vm.concrete(vm.new_list(list(value.items))), [vm.item(value, key) for key in value.items]
            return constants.percent(template, dict(zip(keys, map(show, parts), strict=True)))
        return constants.percent(template, show(value))
    except (NoConstant, ValueError):
        return Unknown(vm.doubt("TC205", "a part of the text is computed while the program runs"))


_CONVERSION = late(r"%(?:\([^)]*\))?[^%A-Za-z]*([%A-Za-z])")


def _is_constant(value: Value) -> bool:
    """Return `True` for constants, and for lists and tuples of them."""
    parts = value if isinstance(value, tuple) else value.items if isinstance(value, List) and value.cls is None else None
    return isinstance(value, SCALARS) or (parts is not None and all(map(_is_constant, parts)))


def _dicts(vm: Machine, op: str, left: Dict, right: Dict) -> Value:
    kind = "set" if left.kind == "view" else left.kind
    made = Dict(dict_views.combine_views(vm, op, left, right), kind, None, left.factory)
    made.taint = stronger_doubt(left.taint, right.taint)
    return made


def operate_in_place(vm: Machine, op: str, left: Value, right: Value) -> Value:
    """`left op= right`: the object itself where it changes in place."""
    plain = vm.plain(left)
    if isinstance(plain, List) and plain.cls is None and op == "+":
        vm.extend_list(plain, vm.plain(right))
        return plain
    if isinstance(plain, Dict) and plain.cls is None and op in "|&-^" and plain.kind != "frozenset":
        if op == "|":
            vm.update_dict(plain, vm.plain(right))
            return plain
        other = vm.plain(right)
        if isinstance(other, Dict):
            vm.store.touch(plain)
            kept = _dicts(vm, op, plain, other)
            plain.items.clear()
            plain.items.update(kept.items)
            plain.taint = kept.taint
            return plain
    if isinstance(plain, List) and plain.cls is None and op == "*":
        made = _combine(vm, op, plain, vm.plain(right))
        if isinstance(made, List):
            vm.store.touch(plain)
            plain.items[:] = made.items
        return plain
    if isinstance(plain, (Instance, Container)) and plain.cls is not None:
        name = f"__i{_METHODS[op]}__"
        if plain.cls.find(name) is not MISSING:
            return vm.call(vm.attribute(plain, name), (right,), {})
    if isinstance(plain, Choice):
        ways = [lambda one=one: operate_in_place(vm, op, one, right) for one in plain.alternatives]
        return both(vm, plain.guard, ways)
    return operate(vm, op, left, right)


# --- comparisons ------------------------------------------------------------------------------------------------------


def compare(vm: Machine, op: str, left: Value, right: Value) -> Value:
    """`left op right` of a comparison."""
    inputs = vm.inputs_of(left) | vm.inputs_of(right)
    left, right = annotations.value_of(vm, vm.plain(left)), annotations.value_of(vm, vm.plain(right))
    found = _compare(vm, op, left, right)
    if type(found) is Unknown and op in ("<", "<=", ">", ">="):
        vm.may_have_raised(found.doubt.reason)
    return vm.with_inputs(found, inputs)


def _compare(vm: Machine, op: str, left: Value, right: Value) -> Value:
    if op in ("in", "not in"):
        verdict = containers.contains(vm, right, left)
        if isinstance(verdict, Unknown) or op == "in":
            return verdict
        held = truth(vm, verdict)
        return vm.with_inputs(not held, vm.inputs_of(verdict)) if isinstance(held, bool) else Unknown(held)
    if isinstance(left, Choice):
        return vm.join_all([_compare(vm, op, one, right) for one in left.alternatives], left.guard)
    if isinstance(right, Choice):
        return vm.join_all([_compare(vm, op, left, one) for one in right.alternatives], right.guard)
    if op in ("is", "is not"):
        verdict = _is_same(vm, left, right)
        if verdict is None:
            return Unknown(vm.doubt("TC205", "it is compared with another object"))
        return verdict is (op == "is")
    if isinstance(left, SCALARS) and isinstance(right, SCALARS):
        return _attempt(vm, lambda: constants.binary(op, left, right))
    found = _by_order(vm, op, left, right)
    if found is MISSING:
        found = _of_immutables(vm, left, right, constants.COMPARISONS[op])
    if found is not MISSING:
        return found
    if op in ("==", "!="):
        equal = equals(vm, left, right)
        return equal is (op == "==") if equal is not None else _unknown_comparison(vm, left, right)
    return _order(vm, op, left, right)


def _is_same(vm: Machine, left: Value, right: Value) -> bool | None:
    if isinstance(left, (Unknown, LibraryMethod, Missed)) or isinstance(right, (Unknown, LibraryMethod, Missed)):
        return None
    if left is right:
        return True
    if isinstance(left, Namespace) and isinstance(right, Namespace):
        return left.owner is right.owner
    for one in (left, right):
        if isinstance(one, LibraryObject) and not one.is_instance:
            return None
        if isinstance(one, Symbol) and one.name.partition(".")[0] in vm.library.missing:
            return None
    if isinstance(left, BoundMethod) and isinstance(right, BoundMethod):
        return False
    if isinstance(left, Subscript) and isinstance(right, Subscript):
        return None
    if isinstance(left, (str, int, float, tuple)) and type(left) is type(right):
        return None if left == right and not isinstance(left, bool) else left == right
    return False


def _by_order(vm: Machine, op: str, left: Value, right: Value) -> Value:
    for cls, other, name in ((left, right, _ORDER[op]), (right, left, _ORDER[_SWAPPED[op]])):
        if isinstance(cls, Class) and cls.meta is not None:
            told = classes.by_metaclass(vm, cls, name, args=(other,))
            if told is not MISSING and not vm.is_not_implemented(told):
                return told
    for owner, other, name in ((left, right, _ORDER[op]), (right, left, _ORDER[_SWAPPED[op]])):
        if isinstance(owner, (Instance, Container)) and owner.cls is not None:
            own = owner.cls.find(name)
            if own is MISSING and name == "__ne__" and owner.cls.find("__eq__") is not MISSING and not _has_own_ne(owner.cls):
                equal = vm.call(vm.attribute(owner, "__eq__"), (other,), {})
                if vm.is_not_implemented(equal):
                    continue
                verdict = truth(vm, equal)
                return not verdict if isinstance(verdict, bool) else Unknown(verdict)
            if own is not MISSING and not isinstance(own, Native):
                value = vm.call(vm.attribute(owner, name), (other,), {})
                if not vm.is_not_implemented(value):
                    return value
    return MISSING


def _has_own_ne(cls: Class) -> bool:
    """Return `True` for a class below a builtin one, whose `!=` does not ask `==`."""
    return "exception" not in cls.traits and any(
        one.startswith("builtins.") and one != "builtins.object" for one in cls.symbols()
    )


_TYPES = (Class, Symbol, LibraryObject, LibraryMethod)
"""Kinds of values that may be a type."""


def equals(vm: Machine, left: Value, right: Value) -> bool | None:
    """`left == right` of values without methods of their own; None where it is not known."""
    left, right = immutables.as_tuple(vm, vm.plain(left)), immutables.as_tuple(vm, vm.plain(right))
    if isinstance(left, SCALARS) and isinstance(right, SCALARS):
        return bool(left == right)
    if isinstance(left, immutables.Immutable) and isinstance(right, (immutables.Immutable, *SCALARS)):
        return bool(left.held == (right.held if isinstance(right, immutables.Immutable) else right))
    if isinstance(left, (Unknown, Choice, Maybe)) or isinstance(right, (Unknown, Choice, Maybe)):
        return None
    if isinstance(left, Subscript) and isinstance(right, Subscript) and left.origin is right.origin:
        return True if _all_equal(vm, list(left.args), list(right.args)) else None
    if isinstance(left, Subscript) or isinstance(right, Subscript):
        return None if isinstance(left, (*_TYPES, Subscript)) and isinstance(right, (*_TYPES, Subscript)) else False
    if isinstance(left, Symbol) or isinstance(right, Symbol):
        return _equal_symbols(vm, left, right)
    if isinstance(left, (LibraryObject, LibraryMethod, Missed)) or isinstance(right, (LibraryObject, LibraryMethod, Missed)):
        return True if left is right else None
    for one, other in ((left, right), (right, left)):
        if (inner := enums.worth_of(one)) is not one and other is not one:
            return equals(vm, inner, other)
    if isinstance(left, Instance) and isinstance(right, Instance) and left is not right:
        return _equal_instances(vm, left, right)
    if getattr(left, "taint", None) is not None or getattr(right, "taint", None) is not None:
        return True if left is right else None
    if isinstance(left, tuple) and isinstance(right, Instance) and isinstance(right.native, tuple):
        right = right.native
    if isinstance(left, Instance) and isinstance(right, tuple) and isinstance(left.native, tuple):
        left = left.native
    if isinstance(left, Range) and isinstance(right, Range):
        return left.bounds == right.bounds
    if (sets := dict_views.compared_sets(vm, left, right)) is not None:
        return sets if isinstance(sets, bool) else equals(vm, *sets)
    if isinstance(left, slice) and isinstance(right, slice):
        return equals(vm, (left.start, left.stop, left.step), (right.start, right.stop, right.step))
    if isinstance(left, (tuple, List)) and isinstance(right, (tuple, List)) and type(left) is type(right):
        if _sequence_kind(left) != _sequence_kind(right):
            return False
        if is_unordered(left) or is_unordered(right):
            return None
        return _all_equal(
            vm, list(left if isinstance(left, tuple) else left.items), list(right if isinstance(right, tuple) else right.items)
        )
    if isinstance(left, Dict) and isinstance(right, Dict) and left.is_set is right.is_set:
        uncertain = dict_views.has_conditional(left, right)
        if set(left.items) != set(right.items):
            return None if uncertain else False
        if left.is_set:
            return None if uncertain and left is not right else True
        return _all_equal(vm, [left.items[key] for key in left.items], [right.items[key] for key in left.items])
    if isinstance(left, (BoundMethod, LibraryMethod)):
        return bool(left == right)
    return left is right


def _equal_symbols(vm: Machine, left: Value, right: Value) -> bool | None:
    """Names of libraries: two constants of one class are equal where they are one; what a name stands for is not known."""
    if left is right:
        return True
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        return False if left.name.rpartition(".")[0] == right.name.rpartition(".")[0] else None
    symbol, other = (left, right) if isinstance(left, Symbol) else (right, left)
    if symbol.name.endswith(".__module__") and other in vm.modules.loaded:
        return False  # a module of the program
    last = symbol.name.rpartition(".")[2]
    return False if last[:1].isupper() and not last.isupper() else None


def _all_equal(vm: Machine, left: list[Value], right: list[Value]) -> bool | None:
    if len(left) != len(right):
        return None if any(isinstance(one, Maybe) for one in (*left, *right)) else False
    verdicts = [_same_or_equal(vm, one, other) for one, other in zip(left, right, strict=True)]
    return False if False in verdicts else None if None in verdicts else True


def _same_or_equal(vm: Machine, one: Value, other: Value) -> bool | None:
    """Compare elements: one object is equal to itself, whatever its class says."""
    if isinstance(one, Maybe) or isinstance(other, Maybe):
        return None
    verdict = containers.is_it(vm, one, other)
    return verdict if isinstance(verdict, bool) else None


def _equal_instances(vm: Machine, left: Instance, right: Instance) -> bool | None:
    if left.taint is not None or right.taint is not None:
        return None
    if "enum" in left.cls.traits and "enum" in right.cls.traits:  # a combination of flags is made anew each time
        together = left.cls is right.cls and "flag" in left.cls.traits
        return together and left.cells.get("_value_") == right.cells.get("_value_")
    if left.cls.library == right.cls.library == "types.SimpleNamespace":
        return equals(vm, Dict(dict(left.cells)), Dict(dict(right.cells)))
    if left.cls is right.cls and (values := compared_values(left)) is not None:
        return _all_equal(vm, list(values), list(compared_values(right) or ()))
    if left.cls is right.cls and "model" in left.cls.traits:
        if set(left.cells) != set(right.cells):
            return None
        return _all_equal(vm, [left.cells[key] for key in left.cells], [right.cells[key] for key in left.cells])
    if isinstance(left.native, tuple) and isinstance(right.native, tuple):
        return equals(vm, left.native, right.native)
    return False if all(one.whole or one.traits & {"enum", "namedtuple"} for one in (left.cls, right.cls)) else None


def _order(vm: Machine, op: str, left: Value, right: Value) -> Value:
    """`<` and its kind, of sequences and sets."""
    if isinstance(left, Instance) and isinstance(right, Instance) and "ordered" in left.cls.traits and left.cls is right.cls:
        return _order(vm, op, compared_values(left) or (), compared_values(right) or ())
    if enums.worth_of(left) is not left or enums.worth_of(right) is not right:
        return _compare(vm, op, enums.worth_of(left), enums.worth_of(right))
    if isinstance(left, Instance) and isinstance(left.native, tuple):
        left = left.native
    if isinstance(right, Instance) and isinstance(right.native, tuple):
        right = right.native
    if (sets := dict_views.compared_sets(vm, left, right)) is not None and not isinstance(sets, bool):
        left, right = sets
    if isinstance(left, Dict) and isinstance(right, Dict) and left.is_set and right.is_set and not (left.taint or right.taint):
        if dict_views.has_conditional(left, right):
            return _unknown_comparison(vm, left, right)
        return _attempt(vm, lambda: constants.binary(op, set(left.items), set(right.items)))
    ordered = (
        isinstance(left, (tuple, List)) and isinstance(right, (tuple, List)) and _sequence_kind(left) == _sequence_kind(right)
    )
    if ordered and not isinstance(left, Range) and _sequence_kind(left) != "view":
        try:
            return _attempt(vm, lambda: constants.binary(op, vm.concrete(left), vm.concrete(right)))
        except ValueError:
            return _by_elements(vm, op, vm.elements(left), vm.elements(right))
    if _has_no_operators(vm, left) and _has_no_operators(vm, right):
        raise Raised("TypeError")
    return _unknown_comparison(vm, left, right)


def _sequence_kind(value: Value) -> str:
    """The kind of a sequence; those of two kinds have no order."""
    return str(value.kind) if isinstance(value, List) else "tuple"


def _unknown_comparison(vm: Machine, left: Value, right: Value) -> Unknown:
    """The result of a comparison that is not known, with the one of both that is the cause."""
    for value in (left, right):
        if isinstance(value, Unknown):
            return Unknown(value.doubt)
        if isinstance(value, (LibraryObject, LibraryMethod, Symbol)):
            return Unknown(vm.doubt("TC205", f"{vm.describe(value)} is known only at run time"))
    return Unknown(vm.doubt("TC205", "it is compared with an unknown value"))


def _by_elements(vm: Machine, op: str, left: Any, right: Any) -> Value:
    """Sequences in the order of dictionaries: the first elements that differ decide."""
    if isinstance(left, list) and isinstance(right, list):
        for one, other in zip(left, right, strict=False):
            equal = equals(vm, one, other)
            if equal is False:
                return _compare(vm, op, vm.plain(one), vm.plain(other))
            if equal is None:
                break
        else:
            if any(isinstance(one, Maybe) for one in (*left, *right)):
                return _unknown_comparison(vm, left, right)
            return _attempt(vm, lambda: constants.binary(op, len(left), len(right)))
    return _unknown_comparison(vm, left, right)


def _attempt(vm: Machine, run: Any) -> Value:
    """An operation on constants, raising what Python raises."""
    try:
        return run()
    except NoConstant as reason:
        if reason.raised:
            raise Raised(reason.raised) from None
        return Unknown(vm.doubt("TC205", str(reason)))


# --- types ------------------------------------------------------------------------------------------------------------
