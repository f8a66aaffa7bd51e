"""The names that `dir` gives of an object or class beside those that the program writes, and what Python has under them.

Sources: `object.__dir__` and `type.__dir__` of CPython 3.11 to 3.13; of newer ones not all special names are certain.
"""

from abc import ABC
from collections.abc import Iterator

from toolc.analysis.doubts import Guard, Open
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Class,
    Container,
    Function,
    Instance,
    LibraryMethod,
    Maybe,
    Module,
    Unknown,
    Value,
)
from toolc.python_versions import minor_version

_OF_MODULES = "__builtins__ __cached__ __doc__ __file__ __loader__ __name__ __package__ __spec__".split()
_ALWAYS = frozenset({*dir(object), "__module__"})
_SINCE_13 = frozenset({"__firstlineno__", "__static_attributes__"})
_ABSTRACT = frozenset({"__abstractmethods__", "__slots__", "_abc_impl"})
_PLAIN_TRAITS = frozenset("abc plain dataclass frozen identity hashed ordered unshown".split())
"""Traits of classes whose special names are known."""


class _Plain:
    pass


class _Abstract(ABC):  # noqa: B024  # it stands for classes of programs
    pass


def names_of_call(call: Call) -> Value:
    """`dir(x)`, and `dir()` of the scope that asks."""
    vm = call.vm
    if not call.args:
        assert vm.frame is not None
        return vm.new_list(sorted(vm.frame.scope.cells))
    owner = vm.plain(call.args[0])
    if (hook := _own_hook(owner)) is not MISSING:
        return vm.call(vm.builtins["sorted"], (vm.call(hook, (), {}, call.place),), {}, call.place)
    if not isinstance(owner, (Instance, Class, Module)) or owner.taint is not None:
        return vm.new_list_of_unknown(Unknown(vm.doubt("TC205", "which names an object has is not known")))
    names: dict[str, Value] = dict.fromkeys(_OF_MODULES, True) if isinstance(owner, Module) else {}
    further: list[Value] = []
    if not isinstance(owner, Module):
        cls = owner.cls if isinstance(owner, Instance) else owner
        if not cls.whole and not all(isinstance(one, Class) for one in cls.mro):
            doubt = vm.doubt("TC205", "which names a class of a library has is not known")
            further = [Maybe(Unknown(doubt), Open(doubt.place, doubt.reason, doubt.code))]
        else:
            names |= {one.value if isinstance(one, Maybe) else one: one for one in special_names(vm, cls)}
        for one in cls.mro:
            names |= {name: True for name in one.cells if _is_listed(name)} if isinstance(one, Class) else {}
        names |= dict.fromkeys([*cls.find("_fields"), "count", "index"], True) if "namedtuple" in cls.traits else {}
    if not isinstance(owner, Class):
        names |= {name: one for name, one in owner.cells.items() if _is_listed(name)}
    listed = [Maybe(name, names[name].guard) if isinstance(names[name], Maybe) else name for name in sorted(names)]
    return vm.new_list([*listed, *further])


def _is_listed(name: str) -> bool:
    return not name.startswith(" ") and name != "__qualname__"


def _own_hook(owner: Value) -> Value:
    """The `__dir__` that the program gives an object: its class, for a class its metaclass, or a module (PEP 562)."""
    if isinstance(owner, Module):
        return owner.cells.get("__dir__", MISSING)
    cls = owner.meta if isinstance(owner, Class) else owner.cls if isinstance(owner, (Instance, Container)) else None
    found = cls.find("__dir__") if isinstance(cls, Class) else MISSING
    return BoundMethod(found, owner) if isinstance(found, Function) else MISSING


def special_names(vm: Machine, cls: Class) -> Iterator[Value]:
    """Yield the names that a class and its instances have without the program; each once, some under a condition."""
    names = dict.fromkeys(_ALWAYS, True)
    written = [one for one in cls.mro if isinstance(one, Class) and one.library != "builtins.object"]
    known = written and all(one.library == "" for one in written) and cls.traits <= _PLAIN_TRAITS
    if any("__slots__" not in one.cells for one in written):
        names |= {"__dict__": True, "__weakref__": True}
    if "abc.ABC" in cls.symbols():
        names |= dict.fromkeys(_ABSTRACT, True)
    if "dataclass" in cls.traits:
        names |= dict.fromkeys(("__dataclass_fields__", "__dataclass_params__", "__match_args__"), True)
        names |= {"__setstate__": False} if "__slots__" in cls.cells else {}
    version = minor_version(vm.modules.version("python"))
    if version is None or version >= (3, 13):
        names |= dict.fromkeys(_SINCE_13, version is not None)
        if "dataclass" in cls.traits:
            names["__replace__"] = version is not None
    if any("__annotations__" in one.cells for one in written):
        names["__annotations__"] = version is not None and version < (3, 14)
        if version is None or version >= (3, 14):
            names |= dict.fromkeys(("__annotate_func__", "__annotations_cache__"), False)
    guard = Guard(vm.place, "which special names a class has is not known")
    for name, certain in names.items():
        yield name if certain and known else Maybe(name, guard)


def of_python(vm: Machine, value: Value) -> object:
    """Return Python's own object in the place of an attribute that no model gives, such as `object.__reduce__`.

    MISSING where the attribute may be another.
    """
    if not isinstance(value, LibraryMethod):
        return MISSING
    owner = vm.plain(value.owner)
    cls = owner.cls if isinstance(owner, Instance) else owner
    if not isinstance(cls, Class) or not cls.traits <= _PLAIN_TRAITS:
        return MISSING
    if value.name in _SINCE_13:
        return 1 if value.name == "__firstlineno__" else ()
    if not all(one in ("abc.ABC", "builtins.object") for one in cls.symbols()) or any(
        isinstance(one, Class) and one.library not in ("", "builtins.object") for one in cls.mro
    ):
        return MISSING
    alike = _Abstract if "abc.ABC" in cls.symbols() else _Plain
    return getattr(alike() if isinstance(owner, Instance) else alike, value.name, MISSING)


def exists(cls: Class, name: str) -> bool:
    """Return `True` if classes of the program have a special name that no model gives."""
    return name in _SINCE_13 or name in ("__weakref__", "__dict__") or ("abc.ABC" in cls.symbols() and name in _ABSTRACT)
