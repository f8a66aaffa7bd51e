"""Making classes and instances: metaclasses, `__set_name__`, `__init_subclass__`, `__new__`, `__init__`, and what the standard
library's class makers add (enum, dataclass, NamedTuple) and pydantic's models.

Sources: the data model's *Customizing class creation*; `enum`, `dataclasses` and `typing` of CPython 3.11.
"""

import builtins
from importlib import import_module
from itertools import pairwise
from typing import Any

from toolc.analysis.doubts import Doubt
from toolc.analysis.namespaces import Namespace
from toolc.analysis.objects import annotations, enums, fields, hooks
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.ranges import Range
from toolc.analysis.signals import Raised
from toolc.analysis.states import parts_of
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
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
    Missed,
    Module,
    Native,
    Partial,
    Scope,
    Subscript,
    Symbol,
    Unknown,
    Value,
)
from toolc.code import ClassDef
from toolc.qualified_names import ABOVE


def metaclass_of(bases: tuple[Value, ...], given: Value) -> Value:
    """The metaclass that makes a class: the one given, else the first of a base."""
    if given is not None:
        return given
    return next((base.meta for base in bases if isinstance(base, Class) and base.meta is not None), None)


def by_metaclass(vm: Machine, cls: Class, *names: str, args: tuple[Value, ...] = ()) -> Value:
    """Call the first of some methods that the metaclass of a class has; MISSING if it has none."""
    if not isinstance(cls.meta, Class):
        return MISSING
    own = next((one for name in names if isinstance(one := cls.meta.find(name), Function)), None)
    return MISSING if own is None else vm.call(own, (cls, *args), {})


def create(
    vm: Machine,
    name: str,
    bases: tuple[Value, ...],
    cells: dict[str, Value],
    keywords: dict[str, Value],
    metaclass: Value = None,
    *,
    module: str = "",
    qualname: str = "",
    node: ClassDef | None = None,
    scope: Scope | None = None,
    body_scope: Scope | None = None,
) -> Value:
    """The class that a `class` statement, or `type(name, bases, dict)`, makes."""

    def plainly(name: str, bases: tuple[Value, ...], cells: dict[str, Value], keywords: dict[str, Value]) -> Class:
        return make(vm, name, bases, cells, keywords, metaclass, module, qualname, node, scope, body_scope)

    if isinstance(metaclass, Class) and metaclass.node is not None:
        return _by_metaclass(vm, metaclass, name, bases, cells, keywords, plainly)
    if isinstance(metaclass, Function):
        return vm.call(metaclass, (name, bases, Dict(dict(cells))), keywords)
    return plainly(name, bases, cells, keywords)


def _by_metaclass(
    vm: Machine, metaclass: Class, name: str, bases: tuple[Value, ...], cells: dict[str, Value],
    keywords: dict[str, Value], plainly: Any,
) -> Value:  # fmt: skip
    """`metaclass.__call__`, as far as it is the program's: `__new__`, then `__init__`."""
    namespace = Dict(dict(cells))
    vm.making.append(plainly)
    try:
        own = metaclass.find("__new__")
        if isinstance(own, Function):
            made = vm.call(own, (metaclass, name, bases, namespace), keywords)
        else:
            made = plainly(
                name, bases, {key: value for key, value in namespace.items.items() if isinstance(key, str)}, keywords
            )
    finally:
        vm.making.pop()
    if isinstance(made, Class):
        made.meta = metaclass
        init = metaclass.find("__init__")
        if isinstance(init, Function):
            vm.call(init, (made, name, bases, namespace), keywords)
    return made


def make(
    vm: Machine, name: str, bases: tuple[Value, ...], cells: dict[str, Value], keywords: dict[str, Value],
    metaclass: Value = None, module: str = "", qualname: str = "", node: ClassDef | None = None, scope: Scope | None = None,
    body_scope: Scope | None = None,
) -> Class:  # fmt: skip
    """`type.__new__`."""
    bases = tuple([vm.plain(base) for base in bases])
    flat = tuple([vm.library.as_base(base) for base in bases])
    cls = Class(
        name,
        tuple([one for one in flat if one is not MISSING]),
        dict(cells),
        module=module,
        qualname=qualname,
        node=node,
        scope=scope,
    )
    if cls.whole and not _keeps_order(cls):
        raise Raised("TypeError")
    cls.meta, cls.body_scope = metaclass, body_scope
    if any(isinstance(base, Subscript) for base in bases):
        cls.cells["__orig_bases__"] = bases
    if any(isinstance(base, Unknown) for base in flat):
        cls.whole = False
    for base in flat:
        if isinstance(base, Symbol):
            cls.traits |= vm.library.traits(base.name)
    if keywords and "model" in cls.traits:
        cls.cells["model_config"] = Dict({**keywords, **({"**": cells["model_config"]} if "model_config" in cells else {})})
    vm.noted_class(cls)
    if "enum" in cls.traits:
        enums.make_members(vm, cls)
    elif any(isinstance(base, Symbol) and "namedtuple" in vm.library.traits(base.name) for base in flat):
        fields.name_tuple(vm, cls)
    for attr, value in list(cls.cells.items()):
        if isinstance(value, (Instance, Maybe)):
            inner = value.value if isinstance(value, Maybe) else value
            if isinstance(inner, Instance) and inner.cls.find("__set_name__") is not MISSING:
                vm.call(vm.attribute(inner, "__set_name__"), (cls, attr), {})
    for one in cls.mro[1:]:
        if isinstance(one, Class) and "__init_subclass__" in one.cells:
            hook = one.cells["__init_subclass__"]
            function = hook.function if isinstance(hook, Descriptor) else hook
            vm.call(function, (cls,), keywords)
            break
    vm.models.record_subclass(vm, cls)
    return cls


# --- instances --------------------------------------------------------------------------------------------------------


def instantiate(vm: Machine, cls: Class, call: Call) -> Value:
    """`cls(…)`: `type.__call__`, or that of the metaclass."""
    if isinstance(cls.meta, Class) and isinstance(own := cls.meta.find("__call__"), Function):
        return vm.call(own, (cls, *call.args), call.kwargs, call.place)
    native = vm.models.construct(vm, cls, call)
    if native is MISSING:
        return plain_instance(vm, cls, call)
    vm.may_have_failed(cls.library, (native, *call.args, *call.kwargs.values()))
    return native


_WITH_FIELDS = ("model", "dataclass")
_WITHOUT_METHODS = frozenset({"pydantic.BaseModel", "pydantic.RootModel", "typing.Generic", "abc.ABC", "builtins.object"})
"""Classes of libraries above those whose objects are data alone; others, such as tools, are more than their fields."""


def plain_instance(vm: Machine, cls: Class, call: Call) -> Value:
    """`type.__call__`: `__new__`, then `__init__` of what it gives."""
    if "enum" in cls.traits:
        return enums.member_by_value(vm, cls, call)
    if "typeddict" in cls.traits:
        return vm.call(vm.builtins["dict"], call.args, _keywords(call), call.place)
    vm.made.add(cls)
    if is_abstract(cls):
        raise Raised("TypeError")
    if cls.library == "builtins.OSError" and len(call.args) > 1 and isinstance(number := vm.plain(call.args[0]), int):
        cls = vm.builtins[type(OSError(number, "")).__name__]
    own = cls.find("__new__")
    if isinstance(own, (Function, Descriptor)):
        function = own.function if isinstance(own, Descriptor) else own
        made = vm.call(function, (cls, *call.args), call.kwargs, call.place)
        if not (isinstance(made, Instance) and made.cls is cls):
            return made
        vm.site_of(made, call)
    else:
        made = allocate(vm, cls, call, call.args)
    initialise(vm, made, call)
    if isinstance(made, Instance) and not cls.traits.isdisjoint(_WITH_FIELDS) and _WITHOUT_METHODS.issuperset(cls.symbols()):
        made.made_as = parts_of(made)
    hooks.may_run_special(vm, made)
    return made


def _keywords(call: Call) -> dict[str, Value]:
    """The keyword arguments of a call, with what an open `**` gives."""
    return {**call.kwargs, **({} if call.open is None else {"**": call.open})}


def is_abstract(cls: Class) -> bool:
    """Return `True` if a class has abstract methods that are not overridden (`abc.ABCMeta`)."""
    if "abc" not in cls.traits:
        return False
    names = {name for one in cls.mro if isinstance(one, Class) for name in one.cells}
    found = map(cls.find, names)
    inner = (one.function if isinstance(one, Descriptor) else one for one in found)
    return any(isinstance(one, Function) and one.cells.get("__isabstractmethod__") is True for one in inner)


def _keeps_order(cls: Class) -> bool:
    """Return `True` if the order of a class has the classes above each base in the order that they have there."""
    place = {one: at for at, one in enumerate(cls.mro)}
    orders = [cls.bases, *[base.mro for base in cls.bases if isinstance(base, Class)]]
    return all(place.get(one, 0) < place.get(other, 0) for order in orders for one, other in pairwise(order))


def _worth(vm: Machine, cls: Class, call: Call, args: tuple[Value, ...]) -> Value:
    """The constant or tuple that an instance of a class below `str`, `int` or `tuple` is: what that makes
    of the arguments."""
    above = next(one for one in cls.mro if isinstance(one, Class) and one.library and "value" in one.traits)
    return vm.plain(vm.call(above, args, call.kwargs, call.place))


def allocate(vm: Machine, cls: Class, call: Call | None = None, args: tuple[Value, ...] = ()) -> Value:
    """`object.__new__`, or that of the class of Python that a class is a subclass of; `args` are those of such a class."""
    for name in cls.symbols():
        kind = name.rpartition(".")[2]
        if name in ("builtins.list", "collections.deque"):
            return List([], kind, cls)
        if name in (
            "builtins.dict",
            "builtins.set",
            "collections.OrderedDict",
            "collections.defaultdict",
        ):
            return Dict({}, "set" if kind == "set" else "dict", cls)
        if name in ("builtins.str", "builtins.int", "builtins.float", "builtins.tuple"):
            break
    made = Instance(cls, None if call is None else call.site)
    if "value" in cls.traits and not cls.library and call is not None:
        made.native = _worth(vm, cls, call, args)
    vm.note_creation(made)
    vm.instances.append(made)
    return made


def initialise(vm: Machine, made: Value, call: Call) -> None:
    """`__init__`: the program's, one that the standard library or pydantic generates, or that of a library."""
    cls = made.cls
    own = cls.find("__init__")
    if isinstance(made, Instance) and "exception" in cls.traits:
        made.native = call.args
    if (generated := fields.generated_init(own)) is not None and isinstance(made, Instance):
        fields.initialise(vm, made, call, generated.cls)
        return
    if own is not MISSING:
        vm.call(BoundMethod(own, made), call.args, _keywords(call), call.place)
        return
    if isinstance(made, (List, Dict)):
        vm.models.fill(vm, made, call)
        return
    if cls.traits & {"model", "namedtuple"}:
        fields.initialise(vm, made, call)
        return
    if "exception" in cls.traits:
        return
    if not cls.whole:
        vm.library.initialise(made, call)
        return
    if cls.traits & {"str", "int", "value"}:
        return  # what it is worth is not followed
    if (call.args or call.kwargs) and not isinstance(cls.find("__new__"), (Function, Descriptor)):
        raise Raised("TypeError")


def slots_of(vm: Machine, cls: Class) -> frozenset[str] | None:
    """The attributes that instances of a class can have; None where they can have any."""
    found: set[str] = set()
    for one in cls.mro:
        if not isinstance(one, Class) or (one.library and one.library != "builtins.object"):
            return None
        if one.library == "builtins.object":
            continue
        names = vm.elements(one.cells["__slots__"], any_order=True) if "__slots__" in one.cells else None
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            return None
        found.update(names)
    return frozenset(found)


# --- which class a value is of ---------------------------------------------------------------------------------------


_BUILTIN = {
    str: "str", bool: "bool", int: "int", float: "float", bytes: "bytes", complex: "complex", tuple: "tuple",
    slice: "slice",
}  # fmt: skip


def class_of(vm: Machine, value: Value) -> Value:
    """`type(value)`."""
    value = annotations.value_of(vm, vm.plain(value))
    if isinstance(value, Instance):
        return value.cls
    if isinstance(value, Namespace) and isinstance(value.owner, Class):
        return vm.written.part("types", "mappingproxy")
    if isinstance(value, Container):
        kind = getattr(value, "kind", "")
        return value.cls or vm.builtins.get(kind, Symbol(f"collections.{kind}"))
    if isinstance(value, Class):
        return own_metaclass(vm, value)
    if isinstance(value, Range):
        return vm.builtins["range"]
    if type(value) in _BUILTIN:
        return vm.builtins[_BUILTIN[type(value)]]
    if value is None:
        return Symbol("types.NoneType")
    if isinstance(value, Function):
        return Symbol("types.FunctionType")
    if isinstance(value, BoundMethod):
        return Symbol("types.MethodType")
    if isinstance(value, Module):
        return Symbol("types.ModuleType")
    if isinstance(value, LibraryObject):
        return value.callee
    if isinstance(value, Partial):
        return vm.models.symbol(vm, "functools.partial")
    if isinstance(value, Descriptor) and f"builtins.{value.kind}" in _DESCRIPTORS:
        return vm.builtins[value.kind]
    if isinstance(value, Native) and isinstance(getattr(builtins, value.name.removeprefix("builtins."), None), type(len)):
        return Symbol("types.BuiltinFunctionType")
    return Unknown(vm.doubt("TC205", "its type is not known"))


def own_metaclass(vm: Machine, cls: Class) -> Value:
    """`type(cls)` of a class: the metaclass that it or a base names, else that of the library's classes above it."""
    if cls.meta is not None:
        return cls.meta
    if "enum" in cls.traits:
        return Symbol("enum.EnumType")
    if any(isinstance(one, Symbol) and one.name not in ("builtins.object", "typing.Generic") for one in cls.mro):
        return Unknown(vm.doubt("TC205", f"the metaclass of `{cls.name}` is known only at run time"))
    return vm.builtins["type"]


def is_instance(vm: Machine, value: Value, cls: Value) -> bool | Doubt:
    """`isinstance(value, cls)`."""
    value, cls = annotations.value_of(vm, vm.plain(value)), annotations.value_of(vm, vm.plain(cls))
    if isinstance(value, Class) and cls is vm.builtins["type"]:
        return True
    if isinstance(cls, LibraryObject) and cls.maker == "typing.Union":
        cls = tuple([vm.class_of(None) if one is None else one for one in cls.site.args])
    if isinstance(cls, tuple):
        verdicts = [is_instance(vm, value, one) for one in cls]
        return True if True in verdicts else next((one for one in verdicts if one is not False), False)
    if isinstance(value, Choice):
        verdicts = [is_instance(vm, one, cls) for one in value.alternatives]
        return (
            verdicts[0]
            if all(one is verdicts[0] for one in verdicts)
            else Doubt("TC205", value.guard.reason, value.guard.place)
        )
    if isinstance(value, Unknown):
        return value.doubt
    if isinstance(cls, Class):
        if isinstance(cls.meta, Class) and isinstance(own := cls.meta.find("__instancecheck__"), Function):
            return vm.truth(vm.call(own, (cls, value), {}))
        own_class = class_of(vm, value)
        if (verdict := _by_hook(vm, cls, own_class)) is not None:
            return verdict
        if isinstance(own_class, Class):
            if cls in own_class.mro or is_builtin_subclass(vm, own_class, cls):
                return True
            if "protocol" in cls.traits and isinstance(own_class, Class):
                return vm.doubt("TC205", f"whether it follows the protocol `{cls.name}` is not known")
            if cls.library.startswith("builtins.") and (cls.name in own_class.traits or _is_tuple(own_class, cls)):
                return True
            return (
                False
                if own_class.whole or not cls.library or cls.library.startswith("builtins.")
                else vm.doubt("TC205", f"whether it is a `{cls.name}` is not known")
            )
        if isinstance(value, LibraryMethod) and not cls.library and vm.models.is_python(vm, value):
            return False
        if isinstance(value, (LibraryObject, LibraryMethod, Missed)):
            return vm.library.is_instance(value, cls)
        if isinstance(own_class, Unknown) and not isinstance(value, (Iterator, Coroutine, Partial, Descriptor, Native)):
            return own_class.doubt
        return cls.library == "builtins.object"
    if isinstance(cls, Symbol):
        own_class = class_of(vm, value)
        verdict = _follows(own_class, cls.name) if isinstance(own_class, Class) and not isinstance(value, Class) else None
        return vm.library.is_instance(value, cls) if verdict is None else verdict
    if isinstance(cls, Native) and cls.name in _DESCRIPTORS:
        return isinstance(value, Descriptor) and value.kind == cls.name.rpartition(".")[2]
    if isinstance(cls, Native) and cls.name == "functools.partial":
        return isinstance(value, Partial)
    return vm.doubt("TC205", "the class it is compared with is not known")


_ABSTRACT = ("collections.abc", "typing", "contextlib", "os", "numbers")
_METHODS = {
    "Iterable": "__iter__", "Sized": "__len__", "Container": "__contains__", "Callable": "__call__",
    "Iterator": "__iter__ __next__",
    "Collection": "__len__ __iter__ __contains__", "Reversible": "__reversed__ __iter__", "Awaitable": "__await__",
    "AsyncIterable": "__aiter__", "AsyncIterator": "__aiter__ __anext__", "AbstractContextManager": "__enter__ __exit__",
    "AbstractAsyncContextManager": "__aenter__ __aexit__", "PathLike": "__fspath__", "SupportsInt": "__int__",
    "SupportsFloat": "__float__", "SupportsIndex": "__index__", "SupportsAbs": "__abs__", "SupportsRound": "__round__",
    "SupportsBytes": "__bytes__", "SupportsComplex": "__complex__", "Buffer": "__buffer__",
    "Generator": "__iter__ __next__ send throw close", "Coroutine": "__await__ send throw close",
}  # fmt: skip
"""The methods that make a class one below an abstract class of the standard library."""


def _follows(cls: Class, name: str) -> bool | None:
    """Return whether a class counts as one below an abstract class of the standard library; None where that is not known."""
    module, _, last = name.rpartition(".")
    if module not in _ABSTRACT:
        return None
    if name in cls.symbols():
        return True
    above = [
        one.library.rpartition(".")[2] for one in cls.mro if isinstance(one, Class) and one.library.startswith("builtins.")
    ]
    real = getattr(import_module(module), last, None)
    if cls.whole and above and isinstance(real, type):
        try:
            if any(issubclass(getattr(builtins, one), real) for one in above):
                return True
        except TypeError:
            return None
    if last == "Hashable":
        return not fields.has_no_hash(cls) and (not above or cls.node is not None)
    if not cls.whole or last not in _METHODS:
        return None
    found = [cls.find(one) for one in _METHODS[last].split()]
    return all(one is not MISSING and one is not None for one in found)


def _by_hook(vm: Machine, cls: Class, asked: Value) -> bool | Doubt | None:
    """Ask `__subclasshook__` of an abstract class; None if it has none, or that leaves it open."""
    hook = cls.find("__subclasshook__") if "abc" in cls.traits else MISSING
    if not isinstance(hook, Descriptor):
        return None
    found = vm.call(BoundMethod(hook.function, cls), (asked,), {})
    return None if vm.is_not_implemented(found) else vm.truth(found)


_DESCRIPTORS = frozenset(
    {f"builtins.{kind}" for kind in ("staticmethod", "classmethod", "property")}
    | {f"functools.{kind}" for kind in ("cached_property", "partialmethod", "singledispatchmethod")}
)
"""Classes that have a model as functions, and whose objects are descriptors."""


def _is_tuple(cls: Class, of: Class) -> bool:
    """Return `True` if a class makes named tuples and the other is `tuple`."""
    return "namedtuple" in cls.traits and of.library == "builtins.tuple"


def is_builtin_subclass(vm: Machine, cls: Class, of: Class) -> bool:
    """`bool` below `int`, and everything below `object`."""
    if of.library == "builtins.object":
        return True
    return cls.library == "builtins.bool" and of.library == "builtins.int"


def is_subclass(vm: Machine, cls: Value, of: Value) -> bool | Doubt:
    """`issubclass(cls, of)`."""
    cls = annotations.value_of(vm, cls)
    if isinstance(of, tuple):
        verdicts = [is_subclass(vm, cls, one) for one in of]
        return True if True in verdicts else next((one for one in verdicts if one is not False), False)
    if isinstance(of, Class):
        if isinstance(of.meta, Class) and isinstance(own := of.meta.find("__subclasscheck__"), Function):
            return vm.truth(vm.call(own, (of, cls), {}))
        if (verdict := _by_hook(vm, of, cls)) is not None:
            return verdict
    if isinstance(cls, Class) and isinstance(of, Symbol) and (known := _follows(cls, of.name)) is not None:
        return known
    if isinstance(cls, Class):
        if of in cls.mro or (isinstance(of, Class) and (is_builtin_subclass(vm, cls, of) or _is_tuple(cls, of))):
            return True
        if cls.whole and (isinstance(of, (Class, Symbol))):
            return False
        return vm.doubt("TC205", "whether it is a subclass is not known")
    if cls is of:
        return True
    if isinstance(cls, (Function, str, int, type(None), Instance)):
        raise Raised("TypeError")
    return vm.doubt("TC205", "whether it is a subclass is not known")


def order_of(vm: Machine, owner: Class) -> Value:
    """The method resolution order that programs see: it ends with `object`. Unknown where a class of a library is not known."""
    found: dict[Value, None] = {}
    for one in owner.mro:
        found.pop(one, None)
        found[one] = None
        if isinstance(one, Symbol) and one.name not in ABOVE:
            return Unknown(vm.doubt("TC205", f"what stands above `{one.name}` is not known"))
        for name in ABOVE[one.name] if isinstance(one, Symbol) else ():
            base = vm.builtins.get(name.removeprefix("builtins."), Symbol(name))
            found.pop(base, None)
            found[base] = None
    root = vm.builtins["object"]
    found.pop(root, None)
    return (*found, root)


def bases_of_object(vm: Machine, owner: Class) -> tuple[Value, ...]:
    """The bases of a class that names none."""
    root = vm.builtins["object"]
    return () if owner is root else (root,)


def order_as_list(vm: Machine, owner: Class) -> Value:
    """`owner.mro()`."""
    found = order_of(vm, owner)
    return found if isinstance(found, Unknown) else vm.new_list(list(found))
