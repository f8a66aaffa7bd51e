"""The attribute protocol: reading, setting and deleting attributes of every kind of value.

Sources: the data model's *Customizing attribute access* and *Implementing Descriptors*; `inspect` for what functions carry.
"""

from toolc.analysis.branches import each_of, of_any
from toolc.analysis.effects import INTROSPECTED, may_be_rebound, write_through_unknown
from toolc.analysis.namespaces import FunctionNamespace, Namespace, namespace_of, put_attribute
from toolc.analysis.objects import annotations, classes, enums, fields, immutables
from toolc.analysis.protocol import Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Annotation,
    BoundMethod,
    Choice,
    Class,
    Container,
    Descriptor,
    Dict,
    Function,
    Instance,
    LibraryMethod,
    LibraryObject,
    Maybe,
    Missed,
    Module,
    Native,
    Obj,
    Partial,
    Scope,
    Subscript,
    Super,
    Symbol,
    Unknown,
    Value,
)
from toolc.qualified_names import canonical

RAISE = object()
"""The default of `attribute`: a missing one raises AttributeError."""


def attribute(vm: Machine, owner: Value, name: str, default: Value = RAISE) -> Value:
    """`owner.name`; `default` where there is none."""
    owner = vm.plain(owner)
    if type(owner) is Choice:
        return of_any(vm, owner.alternatives, owner.guard, lambda one: attribute(vm, one, name, default))
    found = _find(vm, owner, name)
    if type(found) is Unknown and default is RAISE:
        vm.may_have_raised(found.doubt.reason)
        return found
    if isinstance(found, Maybe) and (beyond := _of_class_above(vm, owner, name)) is not MISSING:
        return vm.join(found.value, beyond, found.guard)
    if isinstance(found, Maybe) and default is RAISE:
        vm.may_lack("AttributeError", found.guard)
        return found.value
    if isinstance(found, Maybe):
        return vm.join(found.value, default, found.guard)
    if found is not MISSING:
        return found
    if vm.models.has_attribute(vm, owner, name):
        return LibraryMethod(owner, name)
    if default is not RAISE:
        return default
    if vm.catching or isinstance(owner, (*SCALARS, tuple, Container, Instance)):
        raise Raised("AttributeError", detail=f"{vm.describe(owner)} has no `{name}`")
    return Unknown(vm.doubt("TC205", f"`{name}` is not an attribute of {vm.describe(owner)}"))


def _of_class_above(vm: Machine, owner: Value, name: str) -> Value:
    """The attribute of the second class that has it, where the first has it under a condition only."""
    cls = owner.cls if isinstance(owner, Instance) else owner
    if not isinstance(cls, Class):
        return MISSING
    holders = [one for one in cls.mro if isinstance(one, Class) and name in one.cells]
    if len(holders) < 2 or not isinstance(holders[0].cells[name], Maybe):
        return MISSING
    above = holders[1].cells[name]
    return bind(vm, above.value if isinstance(above, Maybe) else above, owner if isinstance(owner, Instance) else None, cls)


def _find(vm: Machine, owner: Value, name: str) -> Value:
    kind = type(owner)
    if kind is Instance:
        return of_instance(vm, owner, name)
    if kind is Module:
        return of_module(vm, owner, name)
    if kind is Symbol:
        return vm.library.member(owner, name, vm.catching > 0)
    if kind is Class:
        return vm.class_changes.read_attribute(owner, name, of_class(vm, owner, name))
    if kind is Function:
        return _of_function(vm, owner, name)
    if kind is Choice:
        found = [_find(vm, one, name) for one in owner.alternatives if one is not None]
        if not found:
            return MISSING
        return vm.join_all(
            [Unknown(vm.doubt("TC205", owner.guard.reason)) if one is MISSING else one for one in found], owner.guard
        )
    if kind is Unknown:
        vm.library.taken_out(owner, name)
        return Unknown(owner.doubt)
    if kind is BoundMethod:
        return _of_method(vm, owner, name)
    if kind is immutables.Immutable and (computed := immutables.attribute(vm, owner, name)) is not MISSING:
        return computed
    if kind in (LibraryObject, immutables.Immutable):
        if name in owner.cells:
            return owner.cells[name]
        if owner.taint is not None and not vm.library.holds_parts(owner, name):
            return Unknown(owner.taint)
        return vm.library.object_member(owner, name)
    if kind in (LibraryMethod, Missed):
        if kind is LibraryMethod and name in ("__name__", "__qualname__") and not owner.name.startswith("__"):
            return owner.name
        if kind is LibraryMethod and owner.name == "__code__":
            return _of_code(owner, name)
        vm.library.looked_through(name)
        return vm.library.taken_out(owner, name)
    if kind is Super:
        return _of_super(vm, owner, name)
    if kind is Subscript:
        return _of_subscript(vm, owner, name)
    if kind in (Descriptor, Partial):
        return _of_wrapper(vm, owner, name)
    if kind is Native:
        if name in ("__name__", "__qualname__"):
            return owner.name.rpartition(".")[2]
        return vm.library.member(Symbol(owner.name), name) if not owner.name.startswith("builtins.") else MISSING
    if isinstance(owner, Maybe):
        return _find(vm, owner.value, name)
    if kind is Annotation:
        return _find(vm, annotations.value_of(vm, owner), name)
    return _of_builtin(vm, owner, name)


def _of_subscript(vm: Machine, owner: Subscript, name: str) -> Value:
    match name:
        case "__origin__":
            annotated = isinstance(owner.origin, Symbol) and owner.origin.name == "typing.Annotated"
            return owner.args[0] if annotated else owner.origin
        case "__args__":
            return owner.args
        case "__metadata__":
            return owner.args[1:]
        case _:
            return _find(vm, owner.origin, name)


# --- instances --------------------------------------------------------------------------------------------------------


def of_instance(vm: Machine, owner: Instance | Container, name: str) -> Value:
    """`object.__getattribute__`, then `__getattr__`, of an instance of a class of the program."""
    cls = owner.cls
    assert cls is not None
    special = cls.find("__getattribute__")
    if isinstance(special, Function):
        return vm.call(special, (owner, name), {})
    if name == "__class__":
        return cls
    if name == "__dict__":
        slots = classes.slots_of(vm, cls)
        return namespace_of(vm, owner) if slots is None or name in slots else MISSING
    if "server" in cls.traits and vm.models.lacks_attribute(vm, owner, name):
        return MISSING
    found = cls.find(name)
    if isinstance(found, Descriptor) and found.kind == "property":
        return vm.call(found.function, (owner,), {}) if found.function is not None else MISSING
    if isinstance(found, Instance) and MISSING not in (found.cls.find("__set__"), found.cls.find("__get__")):
        return vm.call(vm.attribute(found, "__get__"), (owner, cls), {})
    if name in owner.cells:
        cell = owner.cells[name]
        if isinstance(cell, Maybe) and found is not MISSING:
            return vm.join(cell.value, bind(vm, found, owner, cls), cell.guard)
        return cell
    builtin = isinstance(owner, Container)
    if owner.taint is not None and not builtin and not isinstance(found, (Function, Native, Descriptor)):
        return Unknown(owner.taint)
    if found is not MISSING:
        return _of_static(found) if name == "__new__" else bind(vm, found, owner, cls)
    if builtin and (method := vm.models.of_value(vm, owner, name)) is not MISSING:
        return method
    if name in ("__doc__", "__dataclass_fields__"):
        return of_class(vm, cls, name)
    if name == "__module__":
        return cls.module
    hook = cls.find("__getattr__")
    if hook is not MISSING:
        return vm.call(vm.attribute(owner, "__getattr__"), (name,), {})
    if "model" in cls.traits and (known := _of_model(vm, owner, name)) is not MISSING:
        return known
    if (inner := enums.worth_of(owner)) is not owner and name not in ("__str__", "__repr__", "__format__"):
        return _find(vm, inner, name)
    if builtin:
        return MISSING
    return LibraryMethod(owner, name) if not cls.whole or "value" in cls.traits else vm.models.of_object(vm, owner, name)


def _of_static(found: Value) -> Value:
    """The function behind `__new__`, which Python makes a static method of."""
    return found.function if isinstance(found, Descriptor) and found.kind == "staticmethod" else found


def _of_code(owner: LibraryMethod, name: str) -> Value:
    from toolc.analysis.objects import code_objects  # few programs ask

    known = code_objects.attribute(owner, name)
    return LibraryMethod(owner, name) if known is MISSING else known


def _of_model(vm: Machine, owner: Value, name: str) -> Value:
    """A method of pydantic's models; what they do is imported where a program has one."""
    from toolc.analysis.objects import model_fields, validation

    if name == "__init__" and isinstance(owner, Instance):
        return BoundMethod(fields.MODEL_INIT, owner)
    return (
        model_fields.of_class(vm, owner.cls if isinstance(owner, Instance) else owner)
        if name == "model_fields"
        else validation.member(vm, owner, name)
    )


_BINDING = (Function, Native, Descriptor, LibraryObject, Instance)


def bind(vm: Machine, found: Value, owner: Value, cls: Class) -> Value:
    """Bind a class attribute as the descriptor protocol does, to an instance (`owner`) or, if that is `None`, to the class."""
    kind = type(found)
    if kind is Maybe:
        return Maybe(bind(vm, found.value, owner, cls), found.guard)
    if kind is Choice and any(isinstance(one, _BINDING) for one in found.alternatives):
        return each_of(vm, found, lambda one: bind(vm, one, owner, cls))
    if kind is Function or kind is Native:
        return BoundMethod(found, owner) if owner is not None else found
    if kind is Descriptor:
        return _bind_descriptor(vm, found, owner, cls)
    if kind is LibraryObject and owner is not None:
        return vm.library.bind_attribute(found, owner)
    if kind is Instance:
        getter = found.cls.find("__get__")
        if getter is not MISSING:
            return vm.call(vm.attribute(found, "__get__"), (owner, cls), {})
    return found


def _bind_descriptor(vm: Machine, found: Descriptor, owner: Value, cls: Class) -> Value:
    match found.kind:
        case "staticmethod":
            return found.function
        case "classmethod":
            return BoundMethod(found.function, cls)
        case "cached_property" if owner is not None:
            value = vm.call(found.function, (owner,), {})
            name = vm.name_of(found.function)
            if isinstance(name, str):
                vm.store.touch(owner)
                owner.cells[name] = value
            return value
        case "property" if owner is not None:
            return vm.call(found.function, (owner,), {})
        case "cache" | "contextmanager" | "singledispatch" if owner is not None:
            return BoundMethod(found, owner)
        case "singledispatchmethod":
            return BoundMethod(found, cls if owner is None else owner)
        case "partialmethod":
            function = found.function if owner is None else bind(vm, found.function, owner, cls)
            return Partial(function, found.cells["args"], dict(found.cells["keywords"].items))
        case _:
            return found


def _of_super(vm: Machine, owner: Super, name: str) -> Value:
    receiver = owner.receiver
    cls = receiver if isinstance(receiver, Class) else getattr(receiver, "cls", None)
    if cls is None:
        return LibraryMethod(receiver, name)
    mro = cls.mro
    behind = mro[mro.index(owner.cls) + 1 :] if owner.cls in mro else owner.cls.mro[1:]
    for one in behind:
        if isinstance(one, Class) and name in one.cells:
            found = one.cells[name]
            if isinstance(receiver, Class) and owner.cls not in mro:  # in a metaclass the class is the instance
                return found if name in ("__new__", "__prepare__") else bind(vm, found, receiver, owner.cls)
            if isinstance(receiver, Class):
                static = name == "__new__" or (
                    isinstance(found, Function) and name not in ("__init_subclass__", "__class_getitem__")
                )
                return (
                    found
                    if static
                    else bind(vm, found, None, cls)
                    if not isinstance(found, Function)
                    else BoundMethod(found, receiver)
                )
            return bind(vm, found, receiver, cls)
        if isinstance(one, Class) and one.library.startswith("builtins.") and isinstance(receiver, Container):
            native = vm.models.of_class(vm, one, name)
            if native is not MISSING and one.library != "builtins.object":
                return BoundMethod(native, receiver)
        if isinstance(one, Class) and one.library and (inner := enums.worth_of(receiver)) is not receiver:
            return vm.models.of_object(vm, receiver, name) or _find(vm, inner, name)
        if isinstance(one, Symbol) and one.name not in ("builtins.object",):
            inherited = vm.library.inherited_attribute(one, receiver, name)
            if inherited is not MISSING:
                return inherited
    return vm.models.of_object(vm, receiver, name)


# --- classes, functions, modules --------------------------------------------------------------------------------------


def of_class(vm: Machine, owner: Class, name: str) -> Value:
    """`type.__getattribute__`: the class and its bases, then its metaclass."""
    match name:
        case "__name__":
            return owner.cells.get(name, owner.name)
        case "__qualname__":
            return owner.cells.get(name, owner.qualname)
        case "__mro__":
            return classes.order_of(vm, owner)
        case "__bases__":
            return owner.bases or classes.bases_of_object(vm, owner)
        case "__base__":
            return next(iter(owner.bases or classes.bases_of_object(vm, owner)), None)
        case "__dict__":
            kept = owner.library or "namedtuple" in owner.traits  # whose descriptors of fields are not followed
            return namespace_of(vm, owner) if not kept else Unknown(vm.doubt("TC205", f"what `{owner.name}` holds"))
        case "__class__":
            return vm.class_of(owner)
        case "__annotations__":
            return owner.cells.get(name) if name in owner.cells else Dict({})
        case "__module__":
            return owner.cells.get(name, owner.module)
        case "__doc__":
            if owner.library or (owner.cells.get(name) is None and owner.traits & {"dataclass", "namedtuple"}):
                return Unknown(vm.doubt("TC205", f"Python writes the docstring of `{owner.name}`"))
            return owner.cells.get(name)
        case "__abstractmethods__":
            return Unknown(vm.doubt("TC205", "the abstract methods of a class are not followed"))
        case "__dataclass_fields__" if "dataclass" in owner.traits:
            return Unknown(vm.doubt("TC205", "the fields of a dataclass, with their types, are read with `dataclasses.fields`"))
        case "__members__" if "enum" in owner.traits:
            return Dict(dict(vm.enum_members(owner, aliases=True)))
    found = owner.find(name)
    if found is not MISSING:
        return bind(vm, found, None, owner)
    if isinstance(owner.meta, Class):
        found = owner.meta.find(name)
        if found is not MISSING:
            return bind(vm, found, owner, owner.meta)
        hook = owner.meta.find("__getattr__")
        if isinstance(hook, Function):
            return vm.call(hook, (owner, name), {})
    if owner.taint is not None:
        return Unknown(owner.taint)
    native = vm.models.of_class(vm, owner, name)
    if native is MISSING and "model" in owner.traits:
        native = _of_model(vm, owner, name)
    if native is not MISSING:
        return native
    return MISSING if owner.whole else LibraryMethod(owner, name)


def _of_function(vm: Machine, owner: Function, name: str) -> Value:
    if name in owner.cells:
        return owner.cells[name]
    if owner.taint is not None:
        return Unknown(owner.taint)
    match name:
        case "__dict__":
            return FunctionNamespace(owner)
        case "__class__":
            return Symbol("types.FunctionType")
        case "__get__":
            return Native(
                "function.__get__", lambda call: BoundMethod(owner, call.args[0]) if call.args[0] is not None else owner
            )
        case "__call__":
            return owner
        case "__globals__":
            return Namespace(vm.loaded_module(owner.module).scope)
        case "__code__":
            return LibraryMethod(owner, name)
        case "__closure__":
            scope: Scope | None = owner.scope
            while scope is not None and scope.function is not None:
                doubt = vm.doubt("TC232", f"the variables of `{scope.function.name}` are taken out of a closure")
                may_be_rebound(vm, scope, doubt)
                scope = scope.parent
            return LibraryMethod(owner, name)
        case _:
            return MISSING


def _of_method(vm: Machine, owner: BoundMethod, name: str) -> Value:
    match name:
        case "__self__":
            return owner.receiver
        case "__func__":
            return owner.function
        case _:
            return _find(vm, owner.function, name)


def _of_wrapper(vm: Machine, owner: "Descriptor | Partial", name: str) -> Value:
    if name in owner.cells:
        return owner.cells[name]
    if owner.taint is not None:
        return Unknown(owner.taint)
    if isinstance(owner, Partial):
        match name:
            case "func":
                return owner.function
            case "args":
                return owner.args
            case "keywords":
                return Dict(dict(owner.kwargs))
            case "__dict__":
                return Namespace(owner)
            case "__class__":
                return classes.class_of(vm, owner)
            case "__doc__":
                return Unknown(vm.doubt("TC205", "the docstring of a partial is that of its class"))
            case _:
                return MISSING
    native = vm.models.of_descriptor(vm, owner, name)
    if native is not MISSING:
        return native
    if name in ("fget", "__func__", "__wrapped__", "func"):
        return owner.function
    if name in INTROSPECTED or owner.kind != "property":
        found = _find(vm, owner.function, name)
        known = found is not MISSING or name.startswith("__") or owner.kind not in ("cache", "singledispatch", "contextmanager")
        return found if known else LibraryMethod(owner, name)
    return MISSING


def of_module(vm: Machine, owner: Module, name: str) -> Value:
    """An attribute of a module: a name, a submodule that was imported, or what its `__getattr__` gives (PEP 562)."""
    if name in vm.frameworks.symbol_words and canonical(f"{owner.name}.{name}") in vm.frameworks.symbols:
        return vm.library.member(Symbol(owner.name), name)
    if name in owner.cells:
        return owner.imported.get(name, owner.cells[name])
    if name == "__dict__":
        return Namespace(owner)
    if owner.taint is not None:
        return Unknown(owner.taint)
    submodule = vm.imported_submodule(owner, name)
    if submodule is not MISSING:
        return submodule
    hook = owner.cells.get("__getattr__")
    if isinstance(hook, Function):
        return vm.call(hook, (name,), {})
    return MISSING


def _of_builtin(vm: Machine, owner: Value, name: str) -> Value:
    """Methods of texts, numbers, tuples and containers, and of classes of the program below these."""
    if isinstance(owner, Container) and owner.cls is not None:
        return of_instance(vm, owner, name)
    return vm.models.of_value(vm, owner, name)


# --- setting and deleting ---------------------------------------------------------------------------------------------


def set_attribute(vm: Machine, owner: Value, name: str, value: Value) -> None:
    """`owner.name = value`."""
    owner = vm.plain(owner)
    if isinstance(owner, Choice):
        each_of(vm, owner, lambda one: set_attribute(vm, one, name, value))
        return
    if _has_class(owner):
        hook = owner.cls.find("__setattr__")
        if isinstance(hook, Function):
            vm.call(hook, (owner, name, value), {})
            return
        if _through_descriptor(vm, owner, name, "__set__", value):
            return
        if "frozen" in owner.cls.traits:
            raise Raised("FrozenInstanceError")
        if (slots := classes.slots_of(vm, owner.cls)) is not None and name not in slots:
            raise Raised("AttributeError")
        value = fields.assign_field(vm, owner, name, value) if isinstance(owner, Instance) else value
    store_attribute(vm, owner, name, value)


def _through_descriptor(vm: Machine, owner: Value, name: str, method: str, *values: Value) -> bool:
    """Set or delete an attribute through the data descriptor (`__set__`, `__delete__`) that the class has for it, if it has."""
    found = owner.cls.find(name)
    if isinstance(found, Descriptor) and found.kind == "property":
        accessor = found.setter if method == "__set__" else found.deleter
        if accessor is None:
            raise Raised("AttributeError")
        vm.call(accessor, (owner, *values), {})
        return True
    if isinstance(found, Instance) and found.cls.find(method) is not MISSING:
        vm.call(vm.attribute(found, method), (owner, *values), {})
        return True
    return False


def _has_class(owner: Value) -> bool:
    """Return `True` for an instance of a class, also one below a container."""
    return isinstance(owner, (Instance, Container)) and owner.cls is not None


def set_plainly(vm: Machine, owner: Value, name: str, value: Value) -> None:
    """`object.__setattr__(owner, name, value)`: descriptors of the class count, a hook of its own does not."""
    if not _has_class(owner) or not _through_descriptor(vm, owner, name, "__set__", value):
        store_attribute(vm, owner, name, value)


def delete_plainly(vm: Machine, owner: Value, name: str) -> None:
    """`object.__delattr__(owner, name)`."""
    if _has_class(owner) and _through_descriptor(vm, owner, name, "__delete__"):
        return
    if isinstance(owner, Function) and name in DELETED:
        vm.store.touch(owner)
        owner.cells[name] = Dict({}) if name == "__annotations__" else None
    elif isinstance(owner, Obj):
        vm.store.touch(owner)
        found = owner.cells.pop(name, MISSING)
        if found is MISSING and owner.taint is None:
            raise Raised("AttributeError")
        if isinstance(found, Maybe):
            vm.may_lack("AttributeError", found.guard)


def store_attribute(vm: Machine, owner: Value, name: str, value: Value) -> None:
    """Set an attribute in the object itself."""
    if isinstance(owner, BoundMethod):
        raise Raised("AttributeError")
    if isinstance(owner, Namespace):
        owner = owner.owner
    if name == "cell_contents":
        vm.doubt_all("TC215", "a variable of a closure is set from outside")
        return
    if isinstance(owner, Function) and name == "__code__":
        vm.store.touch(owner)
        owner.taint = vm.doubt("TC232", f"the code of `{owner.name}` is replaced")
        return
    if isinstance(owner, Instance) and name == "__class__" and isinstance(value, Class):
        vm.store.touch(owner)
        owner.cls = value
        return
    if isinstance(owner, (Instance, Container)) and name == "__dict__":
        _share_attributes(vm, owner, vm.plain(value))
        return
    if isinstance(owner, (Instance, Class)) and name in ("__class__", "__bases__"):
        vm.doubt_all("TC215", f"`{name}` of {vm.describe(owner)} is replaced")
        return
    if isinstance(owner, Obj):
        vm.store.touch(owner)
        put_attribute(owner, name, value)
        vm.own_attributes.add(name)
        if isinstance(owner, Function) and name in INTROSPECTED and vm.ghost is None:
            vm.retold.setdefault(owner.node, (owner.module, vm.place))
        vm.library.note_change(owner, name, value)
        return
    vm.class_changes.note_write(owner)
    if isinstance(owner, (Symbol, Native)):
        vm.library.set_member(owner, name, value)
        return
    if isinstance(owner, Unknown) and vm.driven.uncalled is None:
        write_through_unknown(vm, name, vm.doubt("TC232", f"`{name}` is set on an object that is not known"))
    if isinstance(owner, (Unknown, LibraryMethod, Missed)):
        vm.library.put_away(owner, name, value)
        vm.library.note_change(owner, name, value)


def _share_attributes(vm: Machine, owner: Instance | Container, value: Value) -> None:
    """`owner.__dict__ = value`: what is put into the dict is an attribute, and the other way round."""
    vm.store.touch(owner)
    known = isinstance(value, Dict) and (isinstance(value, Namespace) or not value.is_view) and value.taint is None
    if vm.store.level or not known or not all(isinstance(one, str) for one in value.items):
        owner.taint = vm.doubt("TC232", f"`__dict__` of {vm.describe(owner)} is replaced")
    else:
        owner.cells = value.owner.cells if isinstance(value, Namespace) else value.items


def delete_attribute(vm: Machine, owner: Value, name: str) -> None:
    """`del owner.name`."""
    owner = vm.plain(owner)
    if isinstance(owner, Choice):
        each_of(vm, owner, lambda one: delete_attribute(vm, one, name))
        return
    if _has_class(owner) and isinstance(hook := owner.cls.find("__delattr__"), Function):
        vm.call(hook, (owner, name), {})
        return
    delete_plainly(vm, owner, name)


DELETED = frozenset({"__doc__", "__defaults__", "__kwdefaults__", "__annotations__"})
"""Attributes of functions that are empty, and not missing, once they are deleted."""
