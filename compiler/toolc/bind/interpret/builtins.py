"""Builtin functions, and the few of the standard library that helpers use, on values of the interpreter.

Takes the qualified name and the arguments, gives the result; `NOT_MINE` for every other function.
"""

from collections.abc import Callable, Sequence
from typing import Any

from toolc.analysis import constants
from toolc.bind.interpret import patterns
from toolc.bind.interpret.expressions import constant, key_of, operate, truth
from toolc.bind.interpret.frame import Closure, Machine, NotSupported, ObjectUnderConstruction, PythonError
from toolc.bind.interpret.objects import copy_constant, to_concrete
from toolc.bind.values.enums import is_enum
from toolc.module import ValueExpr
from toolc.program import Argument, CallResult, ConstantValue, DefinitionValue, EnumMember, ExternalSymbol, ModuleValue, Unknown
from toolc.qualified_names import STANDARD_LIBRARY, is_modelled
from toolc.signature import SOURCE, SOURCE_ARGUMENT

NOT_MINE = object()
MAX_RANGE = 1_000

_TYPES: dict[str, tuple[type, ...]] = {
    "builtins.str": (str,), "builtins.int": (int,), "builtins.float": (float,), "builtins.bool": (bool,),
    "builtins.bytes": (bytes,), "builtins.list": (list,), "builtins.tuple": (tuple,), "builtins.dict": (dict,),
    "builtins.set": (set,), "types.NoneType": (type(None),), "collections.abc.Mapping": (dict,),
    "collections.abc.Sequence": (list, tuple, str, bytes), "builtins.type": (type,),
}  # fmt: skip


def function(machine: Machine, name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """The call of a function that is no function of the program."""
    if name.startswith("re.") and name != "re.compile":
        return patterns.function(name, args, kwargs, lambda callee, found: machine.apply(callee, [found], {}))
    if name in _COLLECTIONS and not kwargs and len(args) <= 1:
        return _COLLECTIONS[name](machine.items(args[0])) if args else _COLLECTIONS[name]([])
    if name in _NEW and args and isinstance(args[0], DefinitionValue) and is_enum(args[0], machine.links):
        return ObjectUnderConstruction()
    owner, _, last = name.rpartition(".")
    if owner in ("builtins.str", "builtins.dict", "builtins.list") and args:  # `str.upper`, called with its text
        if not isinstance(args[0], _TYPES[owner]):
            raise PythonError("TypeError")
        return machine.method(args[0], last, args[1:], kwargs)
    if name in _FUNCTIONS:
        return _FUNCTIONS[name](machine, list(args), kwargs)
    if not constants.foldable(name):
        return NOT_MINE
    given = [constant(arg) for arg in args]
    return operate(lambda: constants.function(name, given, kwargs))


_NEW = frozenset(f"builtins.{name}.__new__" for name in ("object", "str", "int", "float", "bytes"))

_MAKERS = frozenset(
    "annotationlib collections dataclasses datetime decimal enum fractions ipaddress pathlib types typing uuid".split()
)
"""Modules of the standard library whose calls make a value and change none."""


def only_makes(name: str, args: Sequence[Any]) -> bool:
    """Return `True` if a library call only creates a result and changes none of its arguments."""
    root = name.partition(".")[0]
    if any(map(_is_made, args)):
        return False
    if root in STANDARD_LIBRARY:
        return root in _MAKERS or name == "re.compile"
    return is_modelled(name) or not any(isinstance(arg, (list, dict, set)) for arg in args)


_COLLECTIONS: dict[str, Callable[[list[Any]], Any]] = {
    "builtins.list": list,
    "builtins.tuple": tuple,
    "builtins.set": lambda items: set(map(key_of, items)),
    "builtins.frozenset": lambda items: frozenset(map(key_of, items)),
}


def _isinstance(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> bool:
    value, kinds = _exactly(args, kwargs, 2)
    known: tuple[type, ...] = ()
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if isinstance(kind, DefinitionValue) and is_enum(kind, machine.links):
            if isinstance(value, EnumMember) and value.enum.full_name == kind.full_name:
                return True
            continue
        if not isinstance(kind, ExternalSymbol) or kind.name not in _TYPES:
            raise NotSupported("isinstance with a class toolc does not know")
        known += _TYPES[kind.name]
    if isinstance(value, EnumMember):
        return any(issubclass(one, known) for one in _mixin_types(value, machine))
    return type in known if _is_made(value) else isinstance(constant(value), known)


_MIXED: dict[str, type] = {"enum.StrEnum": str, "enum.IntEnum": int, "enum.IntFlag": int}


def _mixin_types(member: EnumMember, machine: Machine) -> list[type]:
    """The builtin types that a member is of besides its enum."""
    above = machine.links.ancestors(member.enum)
    if any(isinstance(one, Unknown) for one in above):
        raise NotSupported("isinstance of a member whose enum has a base that is not known")
    names = [one.name for one in above if isinstance(one, ExternalSymbol)]
    found = [_MIXED.get(name) or next(iter(_TYPES.get(name, ())), None) for name in names]
    return [one for one in found if one is not None and one is not object]


def _is_made(value: Any) -> bool:
    """Return `True` if a value is a class that is being decorated."""
    return isinstance(value, ObjectUnderConstruction) and value.of is not None


def _is_class(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> bool:
    (value,) = _exactly(args, kwargs, 1)
    return _is_made(value) or isinstance(constant(value), type)


def _is_callable(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> bool:
    (value,) = _exactly(args, kwargs, 1)
    return isinstance(value, Closure) or _is_class(machine, args, kwargs)


def _is_coroutine(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> bool:
    if not _is_class(machine, args, kwargs):
        raise NotSupported("whether something is a coroutine")
    return False


def _get_args(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """`typing.get_args` of the type that a hook is asked about: the class itself, or an annotated type."""
    (source,) = _exactly(args, kwargs, 1)
    if isinstance(source, DefinitionValue):
        return ()
    if not isinstance(source, CallResult) or source.callee != ExternalSymbol(SOURCE) or not source.args:
        raise NotSupported("the arguments of a type that only the running program has")
    count = to_concrete(machine.links.evaluate(source.args[0].value, source.scope))
    each = ExternalSymbol(SOURCE_ARGUMENT)
    return tuple(
        CallResult(each, (Argument(None, ValueExpr(0, 0, ConstantValue(at))),), source.scope, 0, 0) for at in range(count)
    )


def _wraps(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> Callable[[Any], Any]:
    """`functools.wraps(function)`: the attributes it sets on a wrapper are never read here."""
    return lambda wrapper: wrapper


def _setattr(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> None:
    made, name, value = _exactly(args, kwargs, 3)
    if not isinstance(made, ObjectUnderConstruction) or not isinstance(name, str):
        raise NotSupported("`builtins.setattr` is not evaluated")
    made.attributes[name] = value


def _sorted(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    (items,) = _exactly(args, {}, 1)
    values = list(items) if isinstance(items, (set, frozenset)) else machine.items(items)
    if set(kwargs) - {"key", "reverse"}:
        raise PythonError("TypeError")
    key, back = kwargs.get("key"), truth(kwargs.get("reverse", False))
    keys = [constant(value if key is None else machine.apply(key, [value], {})) for value in values]
    order = operate(lambda: constants.without_raising(lambda: sorted(range(len(keys)), key=keys.__getitem__, reverse=back)))
    return [values[at] for at in order]


def _range(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> list[int]:
    if kwargs or not args or not all(isinstance(arg, int) and abs(arg) < 1 << 32 for arg in args) or len(args) > 3:
        raise NotSupported("range with such arguments")
    made = operate(lambda: constants.without_raising(lambda: range(*args)))
    if len(made) > MAX_RANGE:
        raise NotSupported("a long range")
    return list(made)


def _enumerate(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    start = kwargs.get("start", args[1] if len(args) > 1 else 0)
    if not args or not isinstance(start, int):
        raise NotSupported("enumerate with such arguments")
    return list(enumerate(machine.items(args[0]), start))


def _zip(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    if kwargs:
        raise NotSupported("zip with keywords")
    return list(zip(*map(machine.items, args), strict=False))


def _map(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    callee, items = _exactly(args, kwargs, 2)
    return [machine.apply(callee, [item], {}) for item in machine.items(items)]


def _filter(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    callee, items = _exactly(args, kwargs, 2)
    return [item for item in machine.items(items) if truth(item if callee is None else machine.apply(callee, [item], {}))]


def _any(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> bool:
    return any(truth(item) for item in machine.items(*_exactly(args, kwargs, 1)))


def _all(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> bool:
    return all(truth(item) for item in machine.items(*_exactly(args, kwargs, 1)))


def _reversed(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> list[Any]:
    return machine.items(*_exactly(args, kwargs, 1))[::-1]


def _dict(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    if args:
        (source,) = _exactly(args, {}, 1)
        pairs = source.items() if isinstance(source, dict) else [_pair(machine, item) for item in machine.items(source)]
        made.update({key_of(key): value for key, value in pairs})
    return {**made, **kwargs}


def _pair(machine: Machine, item: Any) -> tuple[Any, Any]:
    parts = machine.items(item)
    if len(parts) != 2:
        raise PythonError("ValueError")
    return parts[0], parts[1]


def _cast(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> Any:
    return _exactly(args, kwargs, 2)[1]


def _getattr(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> Any:
    owner, name = _exactly(args, kwargs, 2)
    if not isinstance(owner, ModuleValue) or not isinstance(name, str):
        raise NotSupported("an attribute of something that is not a module")
    return to_concrete(machine.links.member(owner.name, name))


def _import(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> Any:
    """A module by its absolute name; one that is not on the search path may be there at run time."""
    (module,) = _exactly(args, kwargs, 1)
    if not isinstance(module, str) or module.startswith(".") or not machine.links.library.exists(module):
        raise NotSupported("it imports what is not on the search path")
    return ModuleValue(module)


def _deepcopy(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> Any:
    return copy_constant(machine.weigh(_exactly(args, kwargs, 1)[0]))


def _exactly(args: list[Any], kwargs: dict[str, Any], count: int) -> list[Any]:
    if kwargs or len(args) != count:
        raise NotSupported("a builtin function with such arguments")
    return args


_CORE_SCHEMAS = ExternalSymbol("pydantic_core.core_schema")
_PRESENT = tuple(
    f"{kind}_{place}_validator_function" for kind in ("no_info", "with_info") for place in ("plain", "after", "before", "wrap")
)
"""Functions of `pydantic_core.core_schema` in every supported version of pydantic 2."""


def _hasattr(machine: Machine, args: list[Any], kwargs: dict[str, Any]) -> bool:
    """Hooks written for several versions of pydantic ask what there is."""
    if len(args) == 2 and args[0] == _CORE_SCHEMAS and args[1] in _PRESENT:
        return True
    raise NotSupported("`builtins.hasattr` is not evaluated")


_FUNCTIONS: dict[str, Callable[[Machine, list[Any], dict[str, Any]], Any]] = {
    "builtins.callable": _is_callable,
    "builtins.hasattr": _hasattr,
    "builtins.setattr": _setattr,
    "functools.wraps": _wraps,
    "inspect.isclass": _is_class,
    "inspect.iscoroutinefunction": _is_coroutine,
    "builtins.isinstance": _isinstance,
    "builtins.sorted": _sorted,
    "builtins.range": _range,
    "builtins.enumerate": _enumerate,
    "builtins.zip": _zip,
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.any": _any,
    "builtins.all": _all,
    "builtins.reversed": _reversed,
    "builtins.dict": _dict,
    "typing.cast": _cast,
    "typing.get_args": _get_args,
    "copy.deepcopy": _deepcopy,
    "builtins.getattr": _getattr,
    "importlib.import_module": _import,
}
