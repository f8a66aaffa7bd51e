"""Attributes of `f.__code__` that describe parameters; only Python's compiler knows the order of the other variables."""

from toolc import code
from toolc.analysis.values import MISSING, Function, LibraryMethod, Value

_COUNTS = {
    "co_argcount": ("positional_only", "positional_or_keyword"),
    "co_posonlyargcount": ("positional_only",),
    "co_kwonlyargcount": ("keyword_only",),
}
_ORDER = ("positional_only", "positional_or_keyword", "keyword_only", "var_positional", "var_keyword")


def attribute(owner: LibraryMethod, name: str) -> Value:
    """An attribute of a code object, MISSING where `owner` is none or only Python's compiler knows it."""
    function = owner.owner
    if owner.name != "__code__" or not isinstance(function, Function) or function.taint is not None:
        return MISSING
    if name in _COUNTS:
        return sum(one.kind in _COUNTS[name] for one in function.params)
    if name == "co_name":
        return function.name
    if name == "co_varnames" and isinstance(function.node, code.FunctionDef):
        names = _parameters(function)
        return names if function.node.local <= set(names) else MISSING
    return MISSING


def item(owner: Value, key: Value) -> Value:
    """An element, or a slice, of `f.__code__.co_varnames`, which begins with the parameters; MISSING for anything else."""
    if not isinstance(owner, LibraryMethod) or owner.name != "co_varnames" or not isinstance(owner.owner, LibraryMethod):
        return MISSING
    function = owner.owner.owner
    if owner.owner.name != "__code__" or not isinstance(function, Function) or function.taint is not None:
        return MISSING
    names = _parameters(function)
    if isinstance(key, int) and 0 <= key < len(names):
        return names[key]
    if isinstance(key, slice) and key.step in (None, 1) and isinstance(key.stop, int) and 0 <= key.stop <= len(names):
        start = 0 if key.start is None else key.start
        return names[start : key.stop] if isinstance(start, int) and start >= 0 else MISSING
    return MISSING


def _parameters(function: Function) -> tuple[str, ...]:
    return tuple(one.name for kind in _ORDER for one in function.params if one.kind == kind)
