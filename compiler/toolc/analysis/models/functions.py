"""`functools`, `inspect`, `dataclasses` and `typing` as far as they make or read functions and classes.

Source: the library reference of CPython 3.11.
"""

import inspect
import sys
from collections.abc import Callable, Mapping
from importlib import import_module

from toolc.analysis.doubts import Place
from toolc.analysis.models import contexts
from toolc.analysis.models.table import model
from toolc.analysis.objects import annotations, attributes, classes, fields, keys
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Choice,
    Class,
    Descriptor,
    Dict,
    Function,
    Instance,
    LibraryObject,
    List,
    Maybe,
    Module,
    Native,
    Obj,
    Partial,
    Symbol,
    Unknown,
    Value,
)

ASSIGNED = ("__module__", "__name__", "__qualname__", "__annotations__", "__doc__")
"""`functools.WRAPPER_ASSIGNMENTS`."""


@model("functools.wraps")
def _wraps(call: Call) -> Value:
    wrapped = call.get("wrapped", 0)
    assigned = call.get("assigned", 1)
    updated = call.get("updated", 2)
    return Native("functools.wraps()", lambda inner: _update(inner, inner.args[0], wrapped, assigned, updated))


@model("functools.update_wrapper")
def _update_wrapper(call: Call) -> Value:
    return _update(call, call.args[0], call.get("wrapped", 1), call.get("assigned", 2), call.get("updated", 3))


def _update(call: Call, wrapper: Value, wrapped: Value, assigned: Value, updated: Value) -> Value:
    """`functools.update_wrapper`."""
    vm = call.vm
    names = [one for one in assigned if isinstance(one, str)] if isinstance(assigned, tuple) else ASSIGNED
    if isinstance(wrapper, Unknown):
        return wrapper
    for name in names:
        vm.catching += 1
        try:
            value = attributes.attribute(vm, wrapped, name, MISSING)
        finally:
            vm.catching -= 1
        if value is not MISSING:
            vm.set_attribute(wrapper, name, value)
    if isinstance(wrapped, (Function, Partial, Descriptor)) and isinstance(wrapper, Obj) and updated is None:
        standard = {*ASSIGNED, "__defaults__", "__kwdefaults__", "__signature__", "__wrapped__"}
        for name, value in wrapped.cells.items():
            if not name.startswith(" ") and (name not in standard or name == "__signature__"):
                vm.set_attribute(wrapper, name, value)
    vm.set_attribute(wrapper, "__wrapped__", wrapped)
    return wrapper


@model("functools.partial")
def _partial(call: Call) -> Value:
    if call.open is not None:
        return Unknown(call.vm.doubt("TC205", "what a partial is given is not known"))
    function = call.vm.plain(call.args[0])
    if isinstance(function, Partial) and not function.cells:
        return Partial(function.function, (*function.args, *call.args[1:]), {**function.kwargs, **call.kwargs})
    return Partial(function, tuple(call.args[1:]), dict(call.kwargs))


@model("functools.partialmethod")
def _partialmethod(call: Call) -> Value:
    """A descriptor: of an object it gives a `partial` of the bound function (`functools.partialmethod.__get__`)."""
    made = Descriptor("partialmethod", call.args[0])
    made.cells["args"], made.cells["keywords"] = tuple(call.args[1:]), Dict(dict(call.kwargs))
    return made


@model("functools.lru_cache", "functools.cache")
def _cache(call: Call) -> Value:
    first = call.vm.plain(call.args[0]) if call.args else None
    if isinstance(first, (Function, BoundMethod, Native, Partial, Class)):
        return _caching_function(first, 128 if call.callee.name.endswith("lru_cache") else None)
    most = call.get("maxsize", 0, 128)
    return Native("functools.lru_cache()", lambda inner: _caching_function(inner.args[0], most))


def _caching_function(function: Value, most: Value) -> Descriptor:
    """A function that remembers: called again with the same arguments, it does nothing."""
    made = Descriptor("cache", function)
    made.cells.update({_RESULTS: Dict({}), _SIZE: most})
    made.cells["__wrapped__"] = function
    return made


_RESULTS, _SIZE = " results", " size"
"""Cells of a function that remembers: a dict of what it gave for which arguments, and how many it keeps, `None` for all."""


def call_descriptor(
    vm: Machine, callee: Descriptor, args: tuple[Value, ...], kwargs: Mapping[str, Value], place: Place
) -> Value:
    """A call of a function that is a static method, makes context managers, or remembers what it gave."""

    def run() -> Value:
        return vm.call(callee.function, args, kwargs, place)

    if callee.kind == "contextmanager":
        return contexts.generator_manager(vm, run(), lambda: call_descriptor(vm, callee, args, kwargs, place))
    return (
        _call_once_for(vm, callee, (*args, *[part for pair in kwargs.items() for part in pair]), run)
        if callee.kind == "cache"
        else run()
    )


def _call_once_for(vm: Machine, callee: Descriptor, args: tuple[Value, ...], run: Callable[[], Value]) -> Value:
    """Return what a function gave for these arguments, or gives now."""
    results, most = callee.cells.get(_RESULTS), callee.cells.get(_SIZE)
    try:
        key = keys.key_of(vm, tuple([vm.plain(one) for one in args]))
    except keys.NoKey:
        return run()
    held = results.items.get(key, MISSING) if isinstance(results, Dict) and results.taint is None else MISSING
    if not isinstance(results, Dict) or isinstance(held, Maybe):
        return run()
    if held is MISSING:
        held = run()
    vm.store.touch(results)
    results.items.pop(key, None)
    results.items[key] = held
    while isinstance(most, int) and len(results.items) > most:
        del results.items[next(iter(results.items))]
    return held


@model("functools.singledispatch", "functools.singledispatchmethod")
def _dispatch(call: Call) -> Value:
    made = Descriptor(call.callee.name.rpartition(".")[2], call.args[0])
    made.cells["__wrapped__"] = call.args[0]
    made.cells[_REGISTRY] = ()
    return made


_REGISTRY = " registry"
"""The cell of a single-dispatch function with its other functions, each with the class it is for."""


def _register(owner: Descriptor, call: Call) -> Value:
    """`@f.register`, `@f.register(C)`, `f.register(C, g)`: for each class of a union, if the first annotation is one."""
    vm = call.vm
    first = vm.plain(call.args[0])
    if len(call.args) > 1:
        return _register_overload(vm, owner, first, call.args[1])
    function = first.function if isinstance(first, Descriptor) else first
    if not isinstance(function, Function):
        return Native("functools.singledispatch.register()", lambda inner: _register_overload(vm, owner, first, inner.args[0]))
    noted = function.cells.get("__annotations__")
    todo = [annotations.value_of(vm, one) for one in list(noted.items.values())[:1]] if isinstance(noted, Dict) else [None]
    while todo:
        cls = todo.pop()
        if isinstance(cls, LibraryObject) and cls.maker == "typing.Union":
            todo += cls.site.args
        else:
            _register_overload(vm, owner, cls, first)
    return first


def _register_overload(vm: Machine, owner: Descriptor, cls: Value, function: Value) -> Value:
    vm.store.touch(owner)
    owner.cells[_REGISTRY] = (*owner.cells.get(_REGISTRY, ()), (cls, function))
    return function


def dispatch(vm: Machine, owner: Descriptor, args: tuple[Value, ...], kwargs: Mapping[str, Value], place: Place) -> Value:
    """A call of a single-dispatch function: the function of the nearest class of its first argument, past that of a method."""
    of_method = owner.kind == "singledispatchmethod"
    if len(args) <= of_method:
        raise Raised("TypeError")
    chosen = _choose_overload(vm, owner, vm.plain(args[of_method]))
    if not of_method:
        return vm.call(chosen, args, kwargs, place)
    receiver, on_class = args[0], isinstance(args[0], Class)

    def bind_dispatch(one: Value) -> Value:
        return attributes.bind(vm, one, None if on_class else receiver, receiver if on_class else receiver.cls)

    if isinstance(chosen, Choice):
        chosen = Choice(tuple(map(bind_dispatch, chosen.alternatives)), chosen.guard)
        return vm.call(chosen, args[1:], kwargs, place)
    return vm.call(bind_dispatch(chosen), args[1:], kwargs, place)


def _choose_overload(vm: Machine, owner: Descriptor, value: Value) -> Value:
    """The function that a single-dispatch function calls for an argument; one of several where its class is not known."""
    registry = dict(owner.cells.get(_REGISTRY, ()))
    verdicts = {cls: vm.is_instance(value, cls) for cls in registry}
    possible = [cls for cls, verdict in verdicts.items() if verdict is not False]
    own = vm.class_of(value)
    nearest = [cls for cls in own.mro if cls in possible] if isinstance(own, Class) else [cls for cls in possible if cls is own]
    if not possible:
        return owner.function
    ordered = len(possible) == 1 or len(nearest) == len(possible) or own in nearest
    if ordered and all(verdicts[cls] is True for cls in possible):
        return registry[nearest[0] if nearest else possible[0]]
    reason = "which function is meant depends on the class of an argument"
    return Choice((*[registry[cls] for cls in possible], owner.function), vm.guard(vm.doubt("TC205", reason)))


@model("functools.cached_property")
def _cached_property(call: Call) -> Value:
    return Descriptor("cached_property", call.args[0])


@model("functools.reduce")
def _reduce(call: Call) -> Value:
    vm = call.vm
    found = vm.elements(call.args[1])
    if isinstance(found, Unknown) or any(isinstance(one, Maybe) for one in found):
        doubt = vm.doubt("TC205", "what is reduced is not known")
        vm.hand_over((call.args[0], *call.args[2:]), doubt)
        return Unknown(doubt)
    if len(call.args) > 2:
        found = [call.args[2], *found]
    if not found:
        raise Raised("TypeError")
    value = found[0]
    for one in found[1:]:
        value = vm.call(call.args[0], (value, one), {}, call.place)
    return value


@model(
    "typing.final",
    "typing.runtime_checkable",
    "typing.override",
    "typing.no_type_check",
    "abc.update_abstractmethods",
)
def _identity(call: Call) -> Value:
    return call.args[0]


@model("abc.abstractmethod")
def _abstract(call: Call) -> Value:
    function = call.args[0]
    if isinstance(function, Obj):
        call.vm.store.touch(function)
        function.cells["__isabstractmethod__"] = True
    return function


@model("typing.cast", positions="typ val")
def _cast(call: Call) -> Value:
    return call.args[1]


@model("typing.overload")
def _overload(call: Call) -> Value:
    return call.args[0]


@model("dataclasses.dataclass", "pydantic.dataclasses.dataclass")
def _dataclass(call: Call) -> Value:
    vm = call.vm
    decorator = call.callee.name

    def decorate(inner: Call, options: dict[str, Value]) -> Value:
        cls = vm.plain(inner.args[0])
        if not isinstance(cls, Class):
            return inner.args[0]
        before = dict(cls.cells)
        made = fields.decorate(vm, cls, options)
        vm.class_changes.note_dataclass(cls, before, len(vm.calls), decorator, options)
        return made

    if call.args and isinstance(vm.plain(call.args[0]), Class):
        return decorate(call, call.kwargs)
    return Native("dataclasses.dataclass()", lambda inner: decorate(inner, dict(call.kwargs)))


@model("dataclasses.fields")
def _fields(call: Call) -> Value:
    vm = call.vm
    owner = vm.plain(call.args[0])
    cls = owner.cls if isinstance(owner, Instance) else owner
    if not isinstance(cls, Class) or "dataclass" not in cls.traits:
        return Unknown(vm.doubt("TC205", "the fields of a class are not known"))
    found = []
    for one in fields.fields_of(cls):
        made = Instance(_FIELD)
        metadata: Value = Unknown(vm.doubt("TC205", "the metadata of a field"))
        raw = cls.find(f" {one.name}")
        if isinstance(raw, LibraryObject):
            metadata = raw.site.kwargs.get("metadata", Dict({}))
        elif raw is MISSING:
            metadata = Dict({})
        default = Symbol("dataclasses.MISSING") if one.default is MISSING else one.default
        factory = Symbol("dataclasses.MISSING") if one.factory is MISSING else one.factory
        made.cells.update({
            "name": one.name, "default": default, "default_factory": factory, "metadata": metadata, "init": one.init,
            "compare": one.compare, "kw_only": one.keyword_only, "repr": one.shown,
            "type": annotations.value_of(vm, one.annotation),
        })  # fmt: skip
        found.append(made)
    return tuple(found)


_FIELD = Class("Field", library="dataclasses.Field")


@model("dataclasses.asdict", "dataclasses.astuple")
def _asdict(call: Call) -> Value:
    vm = call.vm

    def inner(value: Value) -> Value:
        value = vm.plain(value)
        if isinstance(value, Instance) and "dataclass" in value.cls.traits:
            found = {one.name: inner(value.cells.get(one.name, one.default)) for one in fields.fields_of(value.cls)}
            if as_tuple:
                return tuple(found.values())
            return Dict(found) if factory is None else vm.call(factory, (vm.new_list(list(found.items())),), {}, call.place)
        if isinstance(value, List):
            return vm.new_list([inner(one) for one in value.items])
        if isinstance(value, tuple):
            return tuple(inner(one) for one in value)
        if isinstance(value, Dict):
            return Dict({key: inner(one) for key, one in value.items.items()}, value.kind)
        if isinstance(value, Instance) and "namedtuple" in value.cls.traits and isinstance(value.native, tuple):
            return vm.call(value.cls, tuple([inner(one) for one in value.native]), {}, call.place)
        if isinstance(value, Instance):
            return vm.call(vm.models.symbol(vm, "copy.deepcopy"), (value,), {}, call.place)
        return value

    as_tuple = call.callee.name.endswith("astuple")
    owner, factory = vm.plain(call.args[0]), call.kwargs.get("dict_factory")
    if not isinstance(owner, Instance) or owner.taint is not None or "tuple_factory" in call.kwargs:
        return Unknown(vm.doubt("TC205", "what `asdict` gives is not known"))
    return inner(owner)


@model("dataclasses.replace", "copy.replace")
def _replace(call: Call) -> Value:
    vm = call.vm
    owner = vm.plain(call.args[0])
    if isinstance(owner, LibraryObject):
        return vm.models.copied_tool(vm, owner, call)
    if not isinstance(owner, Instance) or "dataclass" not in owner.cls.traits or owner.taint is not None:
        return Unknown(vm.doubt("TC205", "what `replace` gives is not known"))
    known = fields.arguments_of(owner.cls)
    values = {one.name: owner.cells[one.name] for one in known if one.init and one.name in owner.cells}
    if any(one.passed and one.default is MISSING and one.name not in call.kwargs for one in known):
        raise Raised("ValueError")
    return vm.call(owner.cls, (), {**values, **call.kwargs}, call.place)


@model("attr._annotated")
def _annotated_names(call: Call) -> Value:
    """The names of the fields that a class of attrs has by its annotations (`standard_library/attr.py`)."""
    noted = call.args[0].cells.get("__annotations__")
    items = noted.items if isinstance(noted, Dict) else {}
    return tuple([name for name, written in items.items() if fields.kind_of(written) != "ClassVar"])


@model("dataclasses.is_dataclass")
def _is_dataclass(call: Call) -> Value:
    def test(owner: Value) -> bool:
        cls = owner.cls if isinstance(owner, Instance) else owner
        return isinstance(cls, Class) and "dataclass" in cls.traits

    return _decide(call, test)


# --- inspect ----------------------------------------------------------------------------------------------------------


def _decide(call: Call, test: Callable[[Value], bool]) -> Value:
    """Return the result of a test on the first argument: joined over the alternatives of a choice, unknown if it is unknown."""
    value = call.vm.plain(call.args[0])
    if isinstance(value, Unknown):
        return Unknown(value.doubt)
    if isinstance(value, Choice):
        return call.vm.join_all(
            [Unknown(one.doubt) if isinstance(one, Unknown) else test(one) for one in value.alternatives], value.guard
        )
    if not isinstance(value, (Symbol, Native)) or call.callee.name not in _KINDS or value.name.startswith("builtins."):
        return test(value)
    return _of_library(call, value)


_KINDS = frozenset(f"inspect.{kind}" for kind in ("isfunction", "ismethod", "ismodule", "isroutine"))
_OWN_MODULES = sys.stdlib_module_names - {
    "antigravity",
    "this",
    "idlelib",
    "test",
    "tkinter",
    "turtle",
    "turtledemo",
    "lib2to3",
}


def _of_library(call: Call, value: Symbol | Native) -> Value:
    """Decide of which kind a name of the standard library is; those of other libraries are not known."""
    module, _, last = value.name.rpartition(".")
    if not module:
        return call.callee.name == "inspect.ismodule"
    if module.partition(".")[0] in _OWN_MODULES:
        try:
            found = getattr(import_module(module), last)
        except (ImportError, AttributeError):
            found = MISSING
        if found is not MISSING:
            return bool(getattr(inspect, call.callee.name.rpartition(".")[2])(found))
    return Unknown(call.vm.doubt("TC205", f"of which kind `{value.name}` is"))


@model("inspect.isfunction", positions="object")
def _isfunction(call: Call) -> Value:
    return _decide(call, lambda value: isinstance(value, Function))


@model("inspect.ismethod", positions="object")
def _ismethod(call: Call) -> Value:
    return _decide(call, lambda value: isinstance(value, BoundMethod) and isinstance(value.function, Function))


@model("inspect.isclass", positions="object")
def _isclass(call: Call) -> Value:
    return _decide(
        call,
        lambda value: value.name.rpartition(".")[2][:1].isupper() if isinstance(value, Symbol) else isinstance(value, Class),
    )


@model("inspect.isabstract", positions="object")
def _isabstract(call: Call) -> Value:
    return _decide(call, lambda value: isinstance(value, Class) and classes.is_abstract(value))


@model("inspect.ismodule", positions="object")
def _ismodule(call: Call) -> Value:
    return _decide(call, lambda value: isinstance(value, Module))


@model("inspect.isroutine", positions="object")
def _isroutine(call: Call) -> Value:
    return _decide(call, lambda value: isinstance(value, (Function, BoundMethod, Native)))


@model("inspect.iscoroutinefunction", "asyncio.iscoroutinefunction")
def _is_async(call: Call) -> Value:
    from toolc.code import FunctionDef

    value = call.vm.plain(call.args[0])
    while isinstance(value, (BoundMethod, Partial)):
        value = value.function
    if isinstance(value, Function):
        node = value.node
        return isinstance(node, FunctionDef) and node.header.is_async and not node.yields
    return Unknown(value.doubt) if isinstance(value, Unknown) else False


@model("inspect.isgeneratorfunction")
def _is_generator(call: Call) -> Value:
    from toolc.code import FunctionDef

    value = call.vm.plain(call.args[0])
    return (
        isinstance(value, Function)
        and isinstance(value.node, FunctionDef)
        and value.node.yields
        and not value.node.header.is_async
    )


def _inherited_doc(vm: Machine, value: Value) -> Value:
    """The docstring that a class, or a method, has from a base. Source: `inspect._finddoc` of CPython 3.11."""
    if isinstance(value, Instance):
        value = value.cls
    if isinstance(value, Class):
        return next((doc for one in value.mro[1:] if (doc := _own_doc(vm, one, "")) is not None), None)
    function = value.function if isinstance(value, BoundMethod) else value
    if not isinstance(function, Function) or function.owner is None:
        return None
    cls = vm.class_being_made(function.owner)
    mro = cls.mro if isinstance(cls, Class) else ()
    return next((doc for one in mro[1:] if (doc := _own_doc(vm, one, function.name)) is not None), None)


def _own_doc(vm: Machine, cls: Value, method: str) -> Value:
    """The docstring of a class, or of one of its own methods; None where it has none."""
    if not isinstance(cls, Class):
        return Unknown(vm.doubt("TC205", "the docstring of a class of a library is not read"))
    if cls.library == "builtins.object":
        return None
    if not method:
        return attributes.attribute(vm, cls, "__doc__", None)
    return attributes.attribute(vm, cls.cells[method], "__doc__", None) if method in cls.cells else None


@model("inspect.getdoc")
def _getdoc(call: Call) -> Value:
    return read_doc(call.vm, call.args[0])


def read_doc(vm: Machine, value: Value) -> Value:
    """Return what `inspect.getdoc` does: the docstring, or that of a class above, without its indentation; None without one."""
    from toolc.analysis import constants

    doc = attributes.attribute(vm, value, "__doc__", None)
    if doc is None:
        doc = _inherited_doc(vm, vm.plain(value))
    return constants.function("inspect.cleandoc", [doc], {}) if isinstance(doc, str) else doc


@model("inspect.unwrap", positions="func")
def _unwrap(call: Call) -> Value:
    value = call.args[0]
    for _ in range(50):
        inner = attributes.attribute(call.vm, value, "__wrapped__", MISSING)
        if inner is MISSING:
            return value
        value = inner
    return value


@model("inspect.getmembers")
def _getmembers(call: Call) -> Value:
    vm = call.vm
    names = vm.elements(vm.call(vm.builtins["dir"], (call.args[0],), {}))
    if isinstance(names, Unknown):
        return vm.new_list_of_unknown(names)
    test = call.get("predicate", 1)
    found: list[Value] = []
    owner = vm.plain(call.args[0])
    for name in names:
        guard = name.guard if isinstance(name, Maybe) else None
        plain = name.value if isinstance(name, Maybe) else name
        value = attributes.attribute(vm, owner, plain, MISSING)
        if value is MISSING:
            continue
        if test is not None:
            verdict = vm.truth(vm.call(test, (value,), {}, call.place))
            if verdict is False:
                continue
            guard = guard or (vm.guard(verdict, None) if verdict is not True else None)
        found.append(Maybe((plain, value), guard) if guard is not None else (plain, value))
    return vm.new_list(found)


# --- descriptors ------------------------------------------------------------------------------------------------------


def _forget(vm: Machine, owner: Descriptor) -> None:
    results = owner.cells[_RESULTS]
    vm.store.touch(results)
    results.items.clear()
    results.taint = None


def of_descriptor(vm: Machine, owner: Descriptor, name: str) -> Value:
    """`property.setter`, `singledispatch.register`, `lru_cache.cache_clear`."""
    if owner.kind == "property":
        if name in ("setter", "getter", "deleter"):
            return Native(f"builtins.property.{name}", lambda call: _with_accessor(owner, name, call.args[0]))
        if name in ("fset", "fdel"):
            return owner.setter if name == "fset" else owner.deleter
    if owner.kind in ("singledispatch", "singledispatchmethod") and name == "register":
        return Native("functools.singledispatch.register", lambda call: _register(owner, call))
    if owner.kind == "cache" and name == "cache_clear":
        return Native(f"functools.lru_cache.{name}", lambda call: _forget(call.vm, owner))
    return MISSING


def _with_accessor(owner: Descriptor, name: str, function: Value) -> Descriptor:
    if name == "getter":
        return Descriptor("property", function, owner.setter, owner.deleter)
    if name == "deleter":
        return Descriptor("property", owner.function, owner.setter, function)
    return Descriptor("property", owner.function, function, owner.deleter)
