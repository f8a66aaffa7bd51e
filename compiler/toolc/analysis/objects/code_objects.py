"""Attributes of `f.__code__` that describe parameters, as only Python's compiler knows the order of the other variables; and
functions that are made of code objects."""

from toolc import code
from toolc.analysis.namespaces import Namespace
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import MISSING, Dict, Function, LibraryMethod, Scope, Value

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


def make_function(vm: Machine, call: Call) -> Value:
    """`types.FunctionType(f.__code__, globals, name, defaults, closure)`; MISSING where the code is that of no known function.

    Source: `func_new` of CPython 3.11. The function has the docstring of the code, and no annotations.
    """
    held, names = vm.plain(call.get("code", 0)), vm.plain(call.get("globals", 1))
    function = held.owner if isinstance(held, LibraryMethod) and held.name == "__code__" else None
    if not isinstance(function, Function) or function.taint is not None or not isinstance(names, Dict) or call.open is not None:
        return MISSING
    scope = function.scope
    if call.get("closure", 4) is None or scope.function is None:
        scope = names.owner if isinstance(names, Namespace) and isinstance(names.owner, Scope) else Scope(None)
        if not isinstance(names, Namespace):
            vm.update_dict(Namespace(scope), names)
            scope.taint = names.taint
    other = Function(function.node, scope, function.module, function.qualname, function.owner)
    name, defaults = vm.plain(call.get("name", 2)), call.get("argdefs", 3)
    doc = vm.modules.docstring(function.node.header.doc) if isinstance(function.node, code.FunctionDef) else None
    other.cells.update({
        "__defaults__": defaults, "__kwdefaults__": None, "__annotations__": Dict({}), "__doc__": doc,
        "__name__": function.name if name is None else name, "__qualname__": function.qualname, "__module__": function.module,
    })  # fmt: skip
    vm.functions.append(other)
    return other


def _parameters(function: Function) -> tuple[str, ...]:
    return tuple(one.name for kind in _ORDER for one in function.params if one.kind == kind)
