"""Python's built-in functions and classes. Source: the library reference of CPython 3.11, *Built-in Functions*."""

import numbers
import typing
from collections import abc
from enum import Enum
from functools import partial
from types import CoroutineType, FunctionType, GeneratorType, MethodType, ModuleType

from toolc.analysis import effects
from toolc.analysis.branches import each_of, of_any
from toolc.analysis.doubts import ignore_order
from toolc.analysis.models.environment import inputs_of_missing
from toolc.analysis.models.table import MODELS, model, native
from toolc.analysis.namespaces import Namespace, namespace_of
from toolc.analysis.objects import attributes, classes, containers, exceptions, fields
from toolc.analysis.objects.dict_views import KeysView, PartsView
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.ranges import Range
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    BoundMethod,
    Choice,
    Class,
    Container,
    Descriptor,
    Dict,
    Function,
    Instance,
    Iterator,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Module,
    Native,
    Obj,
    Partial,
    Super,
    Symbol,
    Unknown,
    Value,
)
from toolc.qualified_names import BUILTINS

_VALUES = frozenset("str int float complex bytes tuple frozenset".split())
"""Classes whose instances are worth something that is not in their attributes."""

_CLASSES = "object int float complex bool str bytes list tuple dict set frozenset range slice type".split()


_NAMES = sorted(BUILTINS)
_EXCEPTIONS = sorted(exceptions.BUILTIN.items(), key=lambda one: len(one[1].__mro__))  # bases first


def namespace(vm: Machine) -> dict[str, Value]:
    """The names of the `builtins` module."""
    found: dict[str, Value] = {"NotImplemented": Symbol("builtins.NotImplemented"), "Ellipsis": ..., "__debug__": True}
    for name in _CLASSES:
        cls = Class(name, library=f"builtins.{name}")
        cls.traits |= {"str"} & {name} | {"int"} & {name} | ({"value"} if name in _VALUES else set())
        found[name] = cls
    found["bool"].bases, found["bool"].mro = (found["int"],), (found["bool"], found["int"])
    _object_methods(found)
    for name, real in _EXCEPTIONS:
        bases = tuple([found[base.__name__] for base in real.__bases__ if base.__name__ in found and base is not object])
        cls = Class(name, bases, library=f"builtins.{name}")
        cls.traits.add("exception")
        found[name] = cls
    del found["JSONDecodeError"], found["ValidationError"]
    found["BaseException"].cells.update(
        {
            "__init__": Native("builtins.BaseException.__init__", _init_exception),
            "with_traceback": Native("builtins.BaseException.with_traceback", lambda call: call.args[0]),
            "add_note": Native("builtins.BaseException.add_note", _add_note),
        }
    )
    for dotted in MODELS:
        module, _, name = dotted.rpartition(".")
        if module == "builtins" and name not in found:
            found[name] = native(dotted)
    for name in _NAMES:
        found.setdefault(name, Symbol(f"builtins.{name}"))
    return found


def _init_exception(call: Call) -> None:
    made = call.args[0]
    if isinstance(made, Instance):
        call.vm.store.touch(made)
        made.native = call.args[1:]
        made.cells["args"] = call.args[1:]
        exceptions.note_group(call.vm, made)


def _add_note(call: Call) -> None:
    made = call.args[0]
    if isinstance(made, Instance):
        call.vm.store.touch(made)
        made.cells["__notes__"] = call.vm.new_list([*call.vm.elements(made.cells.get("__notes__", ())), call.args[1]])


def _object_methods(found: dict[str, Value]) -> None:
    found["object"].cells.update(
        {
            "__setattr__": Native("builtins.object.__setattr__", _set),
            "__getattribute__": Native("builtins.object.__getattribute__", _get),
            "__delattr__": Native("builtins.object.__delattr__", _delete),
            "__new__": Native("builtins.object.__new__", _new),
            "__init__": Native("builtins.object.__init__", lambda call: None),
            "__init_subclass__": Native("builtins.object.__init_subclass__", lambda call: None),
        }
    )
    found["type"].cells.update(
        {
            "__new__": Native("builtins.type.__new__", _new_type),
            "__init__": Native("builtins.type.__init__", lambda call: None),
            "__call__": Native("builtins.type.__call__", _call_type),
        }
    )
    found["list"].cells["__init__"] = Native("builtins.list.__init__", lambda call: _fill(call))
    found["dict"].cells["__init__"] = Native("builtins.dict.__init__", lambda call: _fill(call))


def _fill(call: Call) -> None:
    from toolc.analysis.models import collections

    collections.fill_with(call.vm, call.args[0], call.args[1:], call.kwargs)


def _set(call: Call) -> None:
    attributes.set_plainly(call.vm, call.args[0], call.args[1], call.args[2])


def _get(call: Call) -> Value:
    owner, name = call.args
    if isinstance(owner, Instance) and isinstance(name, str):
        if name in owner.cells:
            return owner.cells[name]
        found = owner.cls.find(name)
        if found is not MISSING:
            return attributes.bind(call.vm, found, owner, owner.cls)
        raise Raised("AttributeError")
    return Unknown(call.vm.doubt("TC205", "an attribute is not known"))


def _delete(call: Call) -> None:
    attributes.delete_plainly(call.vm, call.args[0], call.args[1])


def _new(call: Call) -> Value:
    cls = call.args[0]
    if not isinstance(cls, Class):
        return Unknown(call.vm.doubt("TC205", "what is made here is not known"))
    return classes.allocate(call.vm, cls, call, call.args[1:])


def _new_type(call: Call) -> Value:
    """`type.__new__(metaclass, name, bases, namespace)` inside a metaclass."""
    metaclass, name, bases, namespace = call.args[:4]
    if (
        not isinstance(name, str)
        or not isinstance(bases, tuple)
        or not isinstance(namespace, Dict)
        or namespace.taint is not None
    ):
        return Unknown(call.vm.doubt("TC205", "the class that is made here is not known"))
    cells = {key: value for key, value in namespace.items.items() if isinstance(key, str)}
    plainly = call.vm.making[-1] if call.vm.making else None
    if plainly is not None and cells.get("__qualname__"):
        return plainly(name, bases, cells, call.kwargs)
    return classes.make(call.vm, name, bases, cells, call.kwargs, metaclass, call.place.module, name)


def _call_type(call: Call) -> Value:
    cls = call.args[0]
    inner = type(call)(call.vm, cls, call.args[1:], call.kwargs, call.place)
    return classes.plain_instance(call.vm, cls, inner)


def of_object(vm: Machine, receiver: Value, name: str) -> Value:
    """`super().name` where only `object` (or `type`) is left."""
    root = vm.builtins["type" if isinstance(receiver, Class) and name == "__call__" else "object"]
    if isinstance(receiver, Class) and any(base is vm.builtins["type"] for base in receiver.mro):
        root = vm.builtins["type"]
    found = root.cells.get(name, MISSING)
    if found is MISSING:
        return MISSING
    return found if name in ("__new__",) else BoundMethod(found, receiver)


def of_class(vm: Machine, owner: Class, name: str) -> Value:
    """Attributes that every class has."""
    match name:
        case "__subclasses__":
            return Native("type.__subclasses__", lambda call: call.vm.new_list(list(vm.subclasses.get(owner, ()))))
        case "mro":
            return Native("type.mro", lambda call: classes.order_as_list(call.vm, owner))
        case "__init__" if "model" in owner.traits:
            return fields.MODEL_INIT
        case "__init__" | "__new__" | "__setattr__" | "__init_subclass__" | "__getattribute__" | "__delattr__":
            return vm.builtins["object"].cells[name]
        case "fromkeys" if owner.library == "builtins.dict":
            return native("builtins.dict.fromkeys")
        case "maketrans" if owner.library == "builtins.str":
            return native("builtins.str.maketrans")
    if owner.library.startswith("builtins."):
        kind = owner.library.rpartition(".")[2]
        from toolc.analysis.models import methods

        return methods.unbound_method(vm, kind, name)
    return MISSING


model("pydantic.BaseModel.__init__")(fields.MODEL_INIT.run)


def _abstract_class(name: str) -> type | None:
    """The class of the standard library with a name, where such a class asks what an object can do."""
    module, _, last = name.rpartition(".")
    found = getattr({"numbers": numbers, "typing": typing, "collections.abc": abc}.get(module), last, None)
    return found if isinstance(found, type) else None


def is_instance_of_library(vm: Machine, value: Value, name: str) -> bool | None:
    """`isinstance(value, library class)` for values of Python's own kinds."""
    last = name.rpartition(".")[2]
    if name in ("types.FunctionType", "types.LambdaType"):
        return isinstance(value, Function)
    if name == "types.MethodType":
        return isinstance(value, BoundMethod) and not isinstance(value.function, Native)
    if name == "types.ModuleType":
        return True if isinstance(value, Module) else None if isinstance(value, Symbol) else False
    if name == "types.NoneType":
        return value is None
    if name == "functools.partial":
        return isinstance(value, Partial)
    if name == "types.BuiltinFunctionType":
        return isinstance(value, Native)
    if isinstance(value, (*SCALARS, tuple)) and (real := _abstract_class(name)) is not None and not isinstance(value, Range):
        return isinstance(value, real)
    if name.startswith("collections.abc.") and isinstance(value, Iterator):
        generator = value.function is not None or None
        return generator if last == "Generator" else last in ("Iterator", "Iterable", "Hashable")
    if name.startswith("collections.abc.") and isinstance(value, (*SCALARS, tuple, Container, Function, BoundMethod, Class)):
        several = (Container, tuple, str, bytes)
        kinds = {
            "Callable": (Function, BoundMethod, Class), "Mapping": (Dict,), "MutableMapping": (Dict,),
            "Sequence": (List, tuple, str, bytes), "MutableSequence": (List,), "Set": (Dict,), "Iterable": several,
            "Sized": several,
            "Collection": several, "Hashable": (*SCALARS, tuple, Function, BoundMethod, Class), "Container": several,
        }.get(last)  # fmt: skip
        if kinds is None or (isinstance(value, Class) and kinds is several):  # that is for its metaclass to say
            return None
        if isinstance(value, (KeysView, PartsView)):
            return last in ("Iterable", "Sized", "Collection", "Container", "Reversible") or (
                last == "Set" and (isinstance(value, KeysView) or value.pairs)
            )
        held = isinstance(value, kinds)
        if isinstance(value, Dict) and last in ("Mapping", "MutableMapping", "Set"):
            return held and value.is_set is (last == "Set")
        return held
    return None


# --- functions --------------------------------------------------------------------------------------------------------


def unknown_result(call: Call, why: str = "") -> Unknown:
    return Unknown(
        call.vm.doubt("TC205", why or f"the result of `{getattr(call.callee, 'name', 'a call')}` is known only at run time")
    )


@model("builtins.len")
def _len(call: Call) -> Value:
    value = call.args[0]
    return call.vm.with_inputs(containers.length(call.vm, value), containers.inputs_of_truth(call.vm, value))


@model("builtins.print")
def _print(call: Call) -> None:
    """Write to an object of the program, as `print` does: each text by itself. What is printed elsewhere is not followed."""
    vm = call.vm
    target = vm.plain(call.kwargs.get("file"))
    target = vm.plain(attributes.attribute(vm, Symbol("sys"), "stdout")) if target is None else target
    if isinstance(target, Choice):
        each_of(vm, target, partial(_print_to, call))
    else:
        _print_to(call, target)


def _print_to(call: Call, target: Value) -> None:
    from toolc.analysis.objects import text  # few programs print to what they read

    vm, target = call.vm, call.vm.plain(target)
    if not isinstance(target, Instance):
        return
    separator, end = call.kwargs.get("sep"), call.kwargs.get("end")
    texts: list[Value] = []
    for one in call.args:
        texts += [" " if separator is None else separator, text.as_text(vm, one)]
    if call.open is not None:
        texts += [Unknown(vm.doubt("TC205", "what is printed is known only at run time"))] * 2
    write = attributes.attribute(vm, target, "write")
    for one in (*texts[1:], "\n" if end is None else end):
        vm.call(write, (one,), {}, call.place)
    if call.kwargs.get("flush") is True:
        vm.call(attributes.attribute(vm, target, "flush"), (), {}, call.place)


@model("builtins.getattr")
def _getattr(call: Call) -> Value:
    vm = call.vm
    owner, name = vm.plain(call.args[0]), vm.plain(call.args[1])
    default = call.args[2] if len(call.args) > 2 else attributes.RAISE
    if isinstance(name, Choice):
        return of_any(vm, name.alternatives, name.guard, lambda one: attributes.attribute(vm, owner, one, default))
    if not isinstance(name, str):
        return unknown_result(call, "the name of the attribute is computed while the program runs")
    if default is not attributes.RAISE:
        if missing := inputs_of_missing(owner, name):
            return vm.with_inputs(default, missing)
        vm.catching += 1
        try:
            found = attributes.attribute(vm, owner, name, default)
            return default if _is_own_mark(vm, found, name) else found
        except Raised as raised:
            if raised.name == "AttributeError":
                return default
            raise
        finally:
            vm.catching -= 1
    return attributes.attribute(vm, owner, name)


_KINDS_OF_OBJECTS = (type, property, Enum, BaseException, FunctionType, MethodType, ModuleType, GeneratorType, CoroutineType)
_DUNDERS = frozenset().union(*map(dir, (*_KINDS_OF_OBJECTS, str, dict, set, float))) | frozenset(
    """__wrapped__ __signature__ __set_name__ __enter__ __exit__ __aenter__ __aexit__ __aiter__ __anext__ __fspath__ __origin__
    __args__ __metadata__ __parameters__ __dataclass_fields__ __dataclass_params__ __fields__ __all__ __version__ __path__
    __author__ __match_args__ __supertype__ __bound__ __constraints__ __required_keys__ __optional_keys__ __total__ __slots__
    __post_init__ __bytes__ __copy__ __deepcopy__ __missing__ __getattr__ __index__ __trunc__ __await__ __array__ __html__
    __type_params__ __static_attributes__ __firstlineno__ __annotate__
    __isabstractmethod__ __abstractmethods__ __get_pydantic_core_schema__ __get_pydantic_json_schema__""".split()
)
"""Names with two underscores on both sides that Python and its libraries give their objects (CPython 3.11 to 3.14)."""


def _is_own_mark(vm: Machine, found: Value, name: str) -> bool:
    """Return `True` if an unknown attribute of a library object is one that the program only sets on its own objects."""
    if name not in vm.own_attributes or name in _DUNDERS or name.startswith(("__pydantic", "__fastmcp", "__mcp")):
        return False
    return isinstance(found, (LibraryMethod, Symbol)) and found.name.rpartition(".")[2] == name


@model("builtins.hasattr")
def _hasattr(call: Call) -> Value:
    vm = call.vm
    owner, name = vm.plain(call.args[0]), vm.plain(call.args[1])
    if not isinstance(name, str):
        return unknown_result(call)
    if missing := inputs_of_missing(owner, name):
        return vm.with_inputs(False, missing)
    each = {_has(vm, one, name) for one in (owner.alternatives if isinstance(owner, Choice) else (owner,))}
    return unknown_result(call) if len(each) > 1 or None in each else each.pop()


def _has(vm: Machine, owner: Value, name: str) -> bool | None:
    """Return the result of `hasattr`; `None` if it is not known."""
    if isinstance(owner, Symbol) and vm.modules.python_lacks(f"{owner.name}.{name}") is None:
        return None
    if (known := vm.models.object_of_python(vm, owner)) is not MISSING:
        return hasattr(known, name)
    vm.catching += 1
    try:
        found = attributes.attribute(vm, owner, name, MISSING)
    except Raised:
        return False
    finally:
        vm.catching -= 1
    if _is_own_mark(vm, found, name):
        return False
    if isinstance(found, LibraryMethod) and isinstance(owner, Instance) and "server" in owner.cls.traits:
        return vm.models.server_has(vm, owner, name) or None
    if isinstance(found, Symbol) and isinstance(owner, Symbol):
        return vm.modules.has(owner.name, name) or None
    if isinstance(found, (Unknown, LibraryMethod, Maybe)):
        return None
    return found is not MISSING


@model("builtins.setattr")
def _setattr(call: Call) -> None:
    vm = call.vm
    owner, name, value = call.args
    name = vm.plain(name)
    if isinstance(name, str):
        vm.set_attribute(owner, name, value)
    else:
        vm.hand_over((owner,), vm.doubt("TC232", "an attribute is set whose name is computed while the program runs"))


@model("builtins.delattr")
def _delattr(call: Call) -> None:
    owner, name = call.args
    if isinstance(name, str):
        call.vm.delete_attribute(owner, name)
    else:
        call.vm.hand_over((owner,), call.vm.doubt("TC232", "an attribute is deleted whose name is not known"))


@model("builtins.callable")
def _callable(call: Call) -> Value:
    value = call.vm.plain(call.args[0])
    if isinstance(value, (Function, Class, BoundMethod, Native, Partial, Symbol)):
        return True
    if isinstance(value, (Instance, Container)) and value.cls is not None:
        return value.cls.find("__call__") is not MISSING if value.cls.whole else unknown_result(call)
    if isinstance(value, Descriptor):
        return value.kind in ("staticmethod", "cache", "contextmanager", "singledispatch")
    if isinstance(value, (*SCALARS, tuple, Container, Module)):
        return False
    known = call.vm.models.object_of_python(call.vm, value)
    if known is MISSING and isinstance(value, LibraryMethod):
        owner = call.vm.plain(value.owner)
        cls = owner.cls if isinstance(owner, Instance) else owner
        if isinstance(cls, Class) and value.name in (_METHODS_OF_ALL | _DATA_OF_CLASSES):
            return value.name in _METHODS_OF_ALL
        if isinstance(cls, Class) and value.name == "__hash__" and "server" in cls.traits:
            return True
    return unknown_result(call) if known is MISSING else callable(known)


_METHODS_OF_ALL = frozenset(name for name in dir(object) if callable(getattr(object, name)) and name != "__hash__")
"""Attributes of every object, and of its class, that can be called, whatever class overrides them."""

_DATA_OF_CLASSES = frozenset("__weakref__ __firstlineno__ __static_attributes__ __abstractmethods__ _abc_impl".split())
"""Attributes of classes that cannot be called."""


@model("builtins.isinstance")
def _isinstance(call: Call) -> Value:
    verdict = classes.is_instance(call.vm, call.args[0], call.args[1])
    return verdict if isinstance(verdict, bool) else Unknown(verdict)


@model("builtins.issubclass")
def _issubclass(call: Call) -> Value:
    verdict = classes.is_subclass(call.vm, call.args[0], call.args[1])
    return verdict if isinstance(verdict, bool) else Unknown(verdict)


@model("builtins.type")
def _type(call: Call) -> Value:
    if len(call.args) == 1:
        return classes.class_of(call.vm, call.args[0])
    name, bases, namespace = call.args[:3]
    if (
        not isinstance(name, str)
        or not isinstance(bases, tuple)
        or not isinstance(namespace, Dict)
        or namespace.taint is not None
    ):
        return unknown_result(call, "the class that is made here is not known")
    cells = {key: value for key, value in namespace.items.items() if isinstance(key, str)}
    metaclass = classes.metaclass_of(bases, None)
    cells.setdefault("__module__", call.place.module)
    return classes.create(call.vm, name, bases, cells, dict(call.kwargs), metaclass, module=call.place.module, qualname=name)


@model("types.new_class", positions="name bases kwds exec_body")
def _new_class(call: Call) -> Value:
    """`types.new_class(name, bases, kwds, exec_body)`: a class whose namespace a function fills."""
    name, bases, kwds, fill = (*map(call.vm.plain, call.args), *(None,) * 4)[:4]
    kwds, namespace = Dict({}) if kwds is None else kwds, Dict({})
    if not isinstance(kwds, Dict) or kwds.taint is not None or not all(isinstance(one, str) for one in kwds.items):
        return unknown_result(call, "the class that is made here is not known")
    if fill is not None:
        call.vm.call(fill, (namespace,), {}, call.place)
    arguments = (name, () if bases is None else bases, namespace)
    return call.vm.call(call.vm.builtins["type"], arguments, dict(kwds.items), call.place)


@model("builtins.super")
def _super(call: Call) -> Value:
    if len(call.args) == 2 and isinstance(call.args[0], Class):
        return Super(call.args[0], call.args[1])
    return unknown_result(call)


@model("builtins.id")
def _id(call: Call) -> Value:
    return unknown_result(call, "the address of an object is known only at run time")


@model("builtins.hash")
def _hash(call: Call) -> Value:
    value = call.vm.plain(call.args[0])
    if isinstance(value, Instance) and isinstance(value.cls.find("__hash__"), Function):
        return call.vm.call(call.vm.attribute(value, "__hash__"), (), {}, call.place)
    return hash(value) if isinstance(value, (int, bool)) else unknown_result(call)


@model("builtins.vars", "builtins.locals")
def _vars(call: Call) -> Value:
    vm = call.vm
    if call.args:
        owner = vm.plain(call.args[0])
        if isinstance(owner, (Module, Function, Class)) or (isinstance(owner, LibraryObject) and owner.event is not None):
            return vm.attribute(owner, "__dict__")
        return (
            namespace_of(vm, owner) if isinstance(owner, Obj) and not isinstance(owner, LibraryObject) else unknown_result(call)
        )
    assert vm.frame is not None
    if vm.frame.scope.function is None:
        return Namespace(vm.frame.scope)
    return Dict(dict(vm.frame.scope.cells))


@model("builtins.globals")
def _globals(call: Call) -> Value:
    assert call.vm.frame is not None
    return Namespace(call.vm.frame.module.scope)


@model("builtins.dir")
def _dir(call: Call) -> Value:
    from toolc.analysis.objects.special_names import names_of_call  # few programs ask

    return names_of_call(call)


@model("builtins.iter", "builtins.aiter")
def _iter(call: Call) -> Value:
    vm = call.vm
    value = vm.plain(call.args[0])
    if len(call.args) == 2:
        return _until(call)
    if isinstance(value, Iterator):
        return value
    found = containers.iterate(vm, value, any_order=True)
    return found if isinstance(found, Unknown) else containers.iterator(vm, found, (value,))


def _until(call: Call) -> Value:
    vm = call.vm

    def advance() -> Value:
        value = vm.call(call.args[0], (), {})
        return MISSING if vm.truth(vm.compare("==", value, call.args[1])) is True else value

    return vm.new_iterator(advance, call.args)


@model("builtins.next", "builtins.anext")
def _next(call: Call) -> Value:
    vm = call.vm
    value = vm.plain(call.args[0])
    if isinstance(value, Instance) and value.cls.find("__next__") is not MISSING:
        return vm.call(vm.attribute(value, "__next__"), (), {})
    if not isinstance(value, Iterator):
        return unknown_result(call)
    if (doubt := ignore_order(value.taint)) is not None:
        return Unknown(doubt)
    vm.note_advance(value)
    effects.left_early(vm, value)
    element = value.advance()
    if value.taint is not None and element is not MISSING and value.advance() is not MISSING:
        value.taint = vm.doubt("TC205", value.taint.reason)
        return Unknown(value.taint)
    if isinstance(element, Maybe):
        found = [element.value]
        while isinstance(element, Maybe):
            element = value.advance()
            if element is not MISSING:
                found.append(element.value if isinstance(element, Maybe) else element)
        if element is MISSING and len(call.args) > 1:
            found.append(call.args[1])
        vm.store.touch(value)
        doubt = vm.doubt("TC205", "which element comes next depends on a condition")
        value.taint = doubt
        from toolc.analysis.doubts import Guard

        return vm.join_all(found, Guard(doubt.place, doubt.reason))
    if element is not MISSING:
        return element
    if len(call.args) > 1:
        return call.args[1]
    raise Raised("StopIteration")
