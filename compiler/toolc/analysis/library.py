"""Names of libraries that are not executed: what reading, calling and changing them does as far as the program can tell.

A symbol may have a model (`models`); any other is known by its name alone. A call that is not executed gives an object of
which only its callee is known, and may change every mutable object that it is handed, unless the function is known not to.
"""

import types
from functools import partial

from toolc.analysis import effects
from toolc.analysis.branches import both
from toolc.analysis.doubts import Doubt, Guard
from toolc.analysis.harmless import (
    CALM_PATH_METHODS,
    CLASS_MAKERS,
    CONTRIBUTED,
    DEFINING,
    FILE_FUNCTIONS,
    FRAMES,
    HARMLESS,
    HARMLESS_RESULTS,
    INERT,
    MAY_FAIL,
    RAISES_NOTHING,
    REGISTRARS,
    RUNS_ANYTHING,
    RUNS_COROUTINES,
    TRAITS,
)
from toolc.analysis.json_schemas import JsonSchema
from toolc.analysis.lattice import origin_of
from toolc.analysis.library_models import library_fields
from toolc.analysis.objects import called_enums, enums, fields, hooks, immutables
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Class,
    Container,
    Coroutine,
    Dict,
    Function,
    Instance,
    LibraryMethod,
    LibraryObject,
    Native,
    Obj,
    Partial,
    Subscript,
    Symbol,
    Unknown,
    Value,
)
from toolc.analysis.values import Iterator as IteratorObject
from toolc.qualified_names import canonical
from toolc.systems.fastmcp.servers import RUNTIME_SETTINGS

_OPTIONAL = ("description", "title", "annotations", "icons", "meta", "outputSchema")
"""Fields of the protocol's types that are `None` by default."""

CONTAINERS = frozenset({"collections.deque", "collections.OrderedDict", "collections.defaultdict"})
"""Classes of the standard library whose objects are containers of the heap."""

METACLASSES = frozenset({"abc.ABCMeta", "enum.EnumMeta", "enum.EnumType", "pydantic.ModelMetaclass"})
"""Metaclasses of libraries, which make a class as `type` does; what else they do is known of the classes themselves."""

TYPE_ADAPTER = "pydantic.TypeAdapter"


def _of_files(vm: Machine, call: Call) -> Value:
    from toolc.analysis.objects import program_files  # few programs read files of their own

    return program_files.file_call(vm, call)


_FUNCTION_TYPES = frozenset({"types.FunctionType", "types.LambdaType"})


def _class_of_types(dotted: str) -> object:
    """The class that the module `types` has under a name; None for anything else."""
    module, _, name = dotted.rpartition(".")
    return getattr(types, name, None) if module == "types" else None


def _of_code(vm: Machine, call: Call) -> Value:
    from toolc.analysis.objects import code_objects  # few programs make functions of code

    return code_objects.make_function(vm, call)


_OF_PYTHON = frozenset("builtins types typing collections".split())
"""Modules with classes that Python's own methods are instances of."""


def _whole_of(part: Value) -> LibraryObject | None:
    """The library's object that a part belongs to: `app` of `app.state`; None where it is none."""
    while isinstance(part, LibraryMethod):
        part = part.owner
    return part if isinstance(part, LibraryObject) else None


def _path_of(part: Value) -> str:
    """The attributes that lead to a part: `state` of `app.state`."""
    names: list[str] = []
    while isinstance(part, LibraryMethod):
        names.append(part.name)
        part = part.owner
    return ".".join(reversed(names))


class Library:
    """Everything outside the program."""

    def __init__(self, vm: Machine) -> None:
        self._vm = vm
        self.patches = Obj()  # attributes of libraries that the program sets, by dotted name
        self.variables = Dict({})  # environment variables that the program sets, by name
        self.missing: set[str] = set()
        self._put_away: dict[str, list[Value]] = {}  # what was put into objects that are not followed, by attribute
        self.context_varies = False  # whether the program may have changed how numbers and dates are computed and written
        self.makes_classes = False  # whether a call of `CLASS_MAKERS` was seen

    def module(self, name: str) -> Value:
        return Symbol(name)

    def missing_package(self, name: str) -> None:
        """An import that fails where the package is not installed, within a `try`."""
        self.missing.add(name.partition(".")[0])

    def member(self, owner: Symbol, name: str, tried: bool = False) -> Value:
        """`module.name` or `Class.name` of a library. `tried`: the program goes on where there is none."""
        dotted = canonical(f"{owner.name}.{name}")
        if tried and (self._vm.modules.python_lacks(dotted) or self._vm.frameworks.lacks(owner.name, name)):
            return MISSING
        if name in ("__name__", "__qualname__") and isinstance(known := _class_of_types(owner.name), type):
            return known.__name__
        self.context_varies = self.context_varies or dotted in immutables.CONTEXTS
        if dotted in self.patches.cells:
            return self.patches.cells[dotted]
        found = self._vm.models.symbol(self._vm, dotted)
        if found is MISSING:
            found = self._vm.written.find(dotted)
        return Symbol(dotted) if found is MISSING else found

    def builtin(self, name: str) -> Value:
        """A builtin, or what the program puts beside them. Returns MISSING if there is neither."""
        found = self._vm.builtins.get(name, MISSING)
        return self.patches.cells.get(f"builtins.{name}", MISSING) if found is MISSING else found

    def put_away(self, owner: Value, name: str, value: Value) -> None:
        """An attribute is set of what is not followed; of a part of a library's object (`app.state.tools = x`) it is kept."""
        whole = _whole_of(owner)
        if whole is not None:
            self._vm.store.touch(whole)
            whole.cells[f" {_path_of(owner)}.{name}"] = value
        elif isinstance(value, Obj):
            self._put_away.setdefault(name, []).append(value)

    def holds_parts(self, owner: LibraryObject, name: str) -> bool:
        """Return `True` if something was put into the part of an object that an attribute is."""
        return any(isinstance(one, str) and one.startswith(f" {name}.") for one in owner.cells)

    def taken_out(self, owner: Value, name: str) -> Value:
        """An attribute of what is not followed: one that the program has set, or one that it may have set."""
        whole = _whole_of(owner)
        if whole is not None and (kept := whole.cells.get(f" {_path_of(owner)}.{name}", MISSING)) is not MISSING:
            return kept
        if name in self._put_away:
            doubt = self._vm.doubt("TC232", f"it is taken out again of `{name}`, which is not followed")
            self._vm.hand_over(self._put_away.pop(name), doubt)
        return LibraryMethod(owner, name)

    def set_member(self, owner: Symbol | Native, name: str, value: Value) -> None:
        """An attribute of a library is replaced; of Python's own functions, or of a framework, everything may depend on it."""
        self._vm.store.touch(self.patches)
        self.patches.cells[canonical(f"{owner.name}.{name}")] = value
        if owner.name == "fastmcp.settings" and name in RUNTIME_SETTINGS:
            return
        if owner.name == "builtins" and name not in self._vm.builtins:
            return  # one more: nothing of Python's own refers to it
        if owner.name == "builtins" or owner.name.partition(".")[0] in ("mcp", "fastmcp", "mcp_types", "pydantic", "inspect"):
            dotted = f"{owner.name}.{name}"
            doubt = self._vm.doubt("TC233", f"the program replaces `{dotted}`, which registering tools may depend on")
            self._vm.machinery = self._vm.machinery or doubt

    def object_member(self, owner: LibraryObject, name: str) -> Value:
        """An attribute of what a library gave; of a decorated function, its name and docstring are taken to stay."""
        self.looked_through(name)
        given = self._vm.models.late_fact(self._vm, owner, name)
        if given is not MISSING:
            return given
        if owner.maker in CLASS_MAKERS and (created := self._of_created_model(owner, name)) is not MISSING:
            return created
        if isinstance(owner.callee, Symbol) and self._is_frameworks(owner.callee.name) and name in owner.site.kwargs:
            return owner.site.kwargs[name]  # a model, with what it was made with
        if "**" in owner.site.kwargs:
            return Unknown(self._vm.doubt("TC205", "the call unpacks a value only the running program knows"))
        if (
            isinstance(owner.callee, Symbol)
            and owner.callee.name.startswith(("mcp.types.", "mcp_types."))
            and name in _OPTIONAL
        ):
            return None
        if owner.decorated is not None and name in ("__name__", "__doc__", "__qualname__", "__module__", "__wrapped__"):
            return owner.decorated if name == "__wrapped__" else self._vm.attribute(owner.decorated, name)
        return LibraryMethod(owner, name)

    def _of_created_model(self, owner: LibraryObject, name: str) -> Value:
        from toolc.analysis.objects import model_fields  # what few programs need is imported where one has it

        return model_fields.of_created(self._vm, owner, name)

    def bind_attribute(self, found: LibraryObject, receiver: Value) -> LibraryObject:
        """A class attribute as its instance has it: a decorator that is not followed binds its function as Python does.

        What a framework makes of a method, such as a tool, is an object of its own.
        """
        if found.event is not None or self._is_frameworks_object(found):
            return found
        inner = _behind(found)
        if not isinstance(inner, Function):
            return found
        made = LibraryObject(found.callee, found.site, BoundMethod(inner, receiver))
        made.cells, made.taint = found.cells, found.taint
        return made

    def looked_through(self, name: str) -> None:
        """An attribute is read of an object of a library; of a frame it may be all its variables."""
        if name in FRAMES:
            self._vm.doubt_all("TC215", f"`{name}` leads to all variables of a frame")

    def inherited_attribute(self, base: Symbol, receiver: Value, name: str) -> Value:
        """`super().name` of a base class that is not executed."""
        found = self._vm.models.symbol(self._vm, f"{base.name}.{name}")
        if found is not MISSING:
            return BoundMethod(found, receiver) if isinstance(found, Native) else found
        if base.name in METACLASSES and isinstance(receiver, Class):
            found = enums.method_of_metaclass(self._vm, receiver, name) if "enum" in receiver.traits else MISSING
            return self._vm.attribute(self._vm.builtins["type"], name, MISSING) if found is MISSING else found
        if isinstance(receiver, Container) and base.name in CONTAINERS:
            return self._of_container(receiver, name)
        if name == "__init__" and "model" in self.traits(base.name) and isinstance(receiver, Instance):
            return BoundMethod(fields.MODEL_INIT, receiver)
        if base.name in ("builtins.object", "abc.ABC") or "plain" in self.traits(base.name):
            return MISSING
        return LibraryMethod(receiver, name)

    def _of_container(self, receiver: Container, name: str) -> Value:
        """A method of a container, past those of the program's subclass of it."""
        if name == "__init__":
            return Native("container.__init__", lambda call: self._vm.models.fill(self._vm, receiver, call))
        return self._vm.models.of_value(self._vm, receiver, name)

    def as_base(self, base: Value) -> Value:
        """A base class as it stands in a class: type arguments, and calls that make a class, do not count."""
        if isinstance(base, Native) and base.name in CONTAINERS:
            return Symbol(base.name)
        if isinstance(base, Symbol):
            written = self._vm.written.base(base.name)
            return base if written is MISSING else written
        if isinstance(base, Class):
            return base
        if isinstance(base, LibraryObject) and isinstance(base.callee, Symbol):
            return base.callee
        if isinstance(base, Subscript):
            return self.as_base(base.origin)
        if isinstance(base, LibraryMethod):
            return self.as_base(base.owner)
        return base if isinstance(base, Unknown) else Unknown(self._vm.doubt("TC205", "a base class is not known"))

    def traits(self, name: str) -> frozenset[str]:
        return frozenset({"model"}) if library_fields(name) is not None else TRAITS.get(name, frozenset())

    def item(self, owner: Value, key: Value) -> Value:
        """A type with arguments, where a symbol has no items; items of other objects are not known."""
        if isinstance(owner, Symbol):
            found = self._vm.models.item(self._vm, owner, key)
            return Subscript(owner, key if isinstance(key, tuple) else (key,)) if found is MISSING else found
        return Unknown(self._vm.doubt("TC205", f"an item of {self._vm.describe(owner)} is known only at run time"))

    def contains(self, owner: Symbol, element: Value) -> Value:
        """`element in symbol`."""
        return self._vm.models.contains(self._vm, owner, element)

    def item_set(self, owner: Value, key: Value, value: Value) -> None:
        """`owner[key] = value` of an object that is not followed."""
        if isinstance(value, (Container, Instance)) and not self._is_frameworks(origin_of(owner)):
            self._vm.hand_over((value,), self._vm.doubt("TC232", f"it is put into {self._vm.describe(owner)} (not followed)"))
        self._vm.models.item_set(self._vm, owner, key, value)

    def union(self, left: Value, right: Value) -> Value:
        """`X | Y` of types."""
        from toolc.analysis.values import Site

        return LibraryObject(Symbol("typing.Union"), Site(self._vm.place, None, (left, right), {}))

    def note_change(self, owner: Value, name: str, value: Value) -> None:
        """An attribute of an object is set."""
        self._vm.models.record_change(self._vm, owner, name, value)
        self._vm.models.attribute_set(self._vm, owner, name, value)

    # --- calls --------------------------------------------------------------------------------------------------------

    def call(self, call: Call) -> Value:
        """A call of something that is not executed."""
        vm, callee = self._vm, call.callee
        if isinstance(callee, LibraryMethod):
            vm.models.check_arguments(call, vm.plain(callee.owner), callee.name, call.args)
            if callee.name == "model_rebuild":
                vm.class_changes.note_rebuild(vm.plain(callee.owner))
        claimed = vm.models.registering_call(vm, call)
        if claimed is not MISSING:
            return claimed
        if isinstance(callee, Symbol) and callee.name == "types.NoneType" and not call.args:
            return None
        if isinstance(callee, Symbol) and callee.name in FILE_FUNCTIONS and (found := _of_files(vm, call)) is not MISSING:
            return found
        if (computed := immutables.call_of_function(vm, call)) is not MISSING:
            return computed
        if isinstance(callee, Symbol) and callee.name in _FUNCTION_TYPES and (made := _of_code(vm, call)) is not MISSING:
            return made
        if (schema := self._json_schema(call)) is not None:
            return schema
        if isinstance(callee, Symbol) and "enum" in self.traits(callee.name):
            return called_enums.make_by_call(vm, call, callee)
        self.makes_classes = self.makes_classes or (isinstance(callee, Symbol) and callee.name in CLASS_MAKERS)
        if isinstance(callee, Symbol) and (callee.name in RUNS_ANYTHING or self._is_unmodelled_builtin(callee.name)):
            vm.doubt_all("TC215", f"`{callee.name}` runs what is not followed")
        values = [*call.args, *call.kwargs.values()]
        if isinstance(callee, Symbol) and callee.name.endswith(("__setattr__", "__delattr__")) and len(values) in (2, 3):
            setter = "setattr" if len(values) == 3 else "delattr"
            return vm.call(vm.builtins[setter], tuple(values), {}, call.place)
        self._may_run(values, call)
        self._may_run_decorated(call)
        for one in (callee, *values) if not isinstance(callee, Symbol) or callee.name not in HARMLESS else ():
            vm.class_changes.note_escape(one)
        if call.decorating and origin_of(callee).partition(".")[0] in REGISTRARS:
            pass
        elif not self.is_harmless(callee):
            doubt = vm.doubt("TC232", f"handed to {vm.describe(callee)} (not followed), which may change it")
            vm.hand_over(values, doubt)
            owner = callee.owner if isinstance(callee, LibraryMethod) else None
            if isinstance(owner, Container):
                vm.hand_over((owner,), doubt)
            elif isinstance(owner, Instance):
                reason = f"{vm.describe(callee)} (not followed) may call any method of its object"
                hooks.may_run_any(vm, owner, owner.cls, reason)
        elif not self._is_inert(callee):
            doubt = vm.doubt("TC232", f"handed to {vm.describe(callee)} (not followed), which may call it")
            vm.hand_over([one for one in values if isinstance(one, (Function, BoundMethod, Native, Partial))], doubt)
        if self.is_harmless(callee):
            self._may_run_below(values, callee)
            self._may_write(values, callee)
        for one in values:
            hooks.may_run_special(vm, one)
        if not self._raises_nothing(callee):
            vm.may_have_raised(f"whether {vm.describe(callee)} raises is known only at run time")
        decorated = call.args[0] if call.decorating and len(call.args) == 1 and not call.kwargs else None
        return LibraryObject(callee, call.site, decorated if isinstance(decorated, (Function, Class, LibraryObject)) else None)

    def _is_unmodelled_builtin(self, name: str) -> bool:
        """Return `True` if a builtin is neither modelled nor harmless: `exec`, `vars` and their like reach everything."""
        return name.partition(".")[0] == "builtins" and name.count(".") == 1 and name not in HARMLESS

    def _may_run(self, values: list[Value], call: Call) -> None:
        """Run coroutines and generators that are handed to a call, which may do so: what they do is under that condition."""
        vm = self._vm
        if self.is_harmless(call.callee) and origin_of(call.callee).partition(".")[0] not in RUNS_COROUTINES:
            return
        guard = Guard(call.place, f"whether {vm.describe(call.callee)} (not followed) runs what it is handed is not known")
        for one in map(vm.plain, values):
            if isinstance(one, Coroutine):
                both(vm, guard, [one.run, lambda: None])
            elif isinstance(one, IteratorObject):
                both(vm, guard, [partial(vm.elements, one), lambda: None])

    def _may_run_decorated(self, call: Call) -> None:
        """Run the function below a decorator that is not followed, as the call of what the decorator gave may do."""
        vm, callee = self._vm, call.callee
        function = _behind(callee)
        if not isinstance(callee, LibraryObject) or not isinstance(function, (Function, BoundMethod)) or call.open is not None:
            return
        if self._is_frameworks_object(callee) or origin_of(callee).partition(".")[0] in REGISTRARS:
            return

        def run() -> None:
            made = vm.call(function, call.args, call.kwargs, call.place)
            if isinstance(made, Coroutine):
                made.run()
            elif isinstance(made, IteratorObject):
                vm.elements(made)

        guard = Guard(call.place, f"whether {vm.describe(callee)} (not followed) calls `{vm.name_of(function)}` is not known")
        both(vm, guard, [run, lambda: None])

    def _json_schema(self, call: Call) -> JsonSchema | None:
        """Return the dict of `Model.model_json_schema()` or `TypeAdapter(T).json_schema()`; None for any other call."""
        callee, vm = call.callee, self._vm
        if not isinstance(callee, LibraryMethod) or callee.name not in ("model_json_schema", "json_schema"):
            return None
        if not self._has_schema(vm.plain(callee.owner)):
            return None
        made = LibraryObject(callee, call.site)

        def read() -> dict[Value, Value] | Doubt:
            known = vm.frameworks.json_schema(made)
            doubt = vm.doubt("TC203", f"the result of {vm.describe(callee)} is not known")
            return doubt if known is None else vm.lift(known).items

        return JsonSchema(made, read)

    def _has_schema(self, owner: Value) -> bool:
        """Return whether an object is a model of pydantic, or an adapter of a type."""
        if isinstance(owner, Subscript):
            owner = owner.origin
        if isinstance(owner, Class):
            return "model" in owner.traits
        if not isinstance(owner, LibraryObject):
            return False
        return owner.maker in CLASS_MAKERS or (isinstance(owner.callee, Symbol) and owner.callee.name == TYPE_ADAPTER)

    def initialise(self, made: Instance, call: Call) -> None:
        """`__init__` of a class of a library below which the program has one."""
        vm = self._vm
        vm.models.made_by_base(vm, made, call)
        for name in call.kwargs:
            if made.cls.find(name) is not MISSING:
                vm.store.touch(made)
                made.cells[name] = Unknown(vm.doubt("TC205", f"`{made.cls.name}` (not followed) may keep what it is given"))
        if not any(self.is_harmless(Symbol(name)) for name in made.cls.symbols()):
            doubt = vm.doubt("TC232", f"handed to `{made.cls.name}` (not followed), which may change it")
            vm.hand_over([*call.args, *call.kwargs.values()], doubt)
            hooks.may_run_any(vm, made, made.cls, f"`{made.cls.name}` (not followed) may call any method of its object")

    def _may_run_below(self, values: list[Value], callee: Value) -> None:
        """A library is handed an object of a class below one of its own: it may call any method of that, now or later."""
        library = origin_of(callee).partition(".")[0]
        for one in values:
            if isinstance(one, Instance) and library in {name.partition(".")[0] for name in one.cls.symbols()}:
                reason = f"{self._vm.describe(callee)} may call any method of it"
                hooks.may_run_any(self._vm, one, one.cls, reason)

    def _may_write(self, values: list[Value], callee: Value) -> None:
        """A library is handed an object that can be written to as a file can, such as `json.dump(data, file)`."""
        for one in values:
            write = one.cls.find("write") if isinstance(one, Instance) else MISSING
            if isinstance(write, Function):
                doubt = self._vm.doubt("TC232", f"handed to {self._vm.describe(callee)} (not followed), which may write to it")
                effects.may_be_called(self._vm, write, doubt, one)

    def _is_inert(self, callee: Value) -> bool:
        """Return `True` if a call does not call functions passed to it, or does so only after start-up."""
        if self._is_frameworks_object(callee):
            return True
        while isinstance(callee, LibraryMethod):
            callee = callee.owner
        name = callee.callee if isinstance(callee, LibraryObject) else callee
        dotted = name.name if isinstance(name, (Symbol, Native)) else name.library if isinstance(name, Class) else ""
        return self._is_frameworks(dotted) or dotted.partition(".")[0] in INERT

    def is_harmless(self, callee: Value) -> bool:
        """Return `True` if a call neither keeps, changes nor calls its arguments."""
        if isinstance(callee, Symbol):
            return callee.name in HARMLESS or self._is_frameworks(callee.name)
        if isinstance(callee, LibraryMethod):
            owner = callee.owner
            while isinstance(owner, LibraryMethod):
                owner = owner.owner
            if isinstance(owner, (Class, Instance)):
                cls = owner.cls if isinstance(owner, Instance) else owner
                return any(self._is_frameworks(name) for name in cls.symbols())
            if isinstance(owner, LibraryObject):
                made_by = owner.callee
                return (isinstance(made_by, Symbol) and made_by.name in HARMLESS_RESULTS) or self._is_frameworks_object(owner)
            return False
        if isinstance(callee, LibraryObject):
            return self._is_frameworks_object(callee)
        if isinstance(callee, Native):
            return callee.name in HARMLESS
        return isinstance(callee, Class) and callee.library in HARMLESS

    def _is_frameworks_object(self, value: Value) -> bool:
        """Return whether a value is the result of a framework's class or function, or an attribute of one."""
        return self._vm.modules.is_framework(origin_of(value))

    def _is_frameworks(self, name: str) -> bool:
        root = name.partition(".")[0]
        return self._vm.modules.is_framework(name) or (root in DEFINING and not name.startswith(CONTRIBUTED))

    def _raises_nothing(self, callee: Value) -> bool:
        if isinstance(callee, Symbol):
            return callee.name in RAISES_NOTHING or self._is_frameworks(callee.name)
        if not isinstance(callee, LibraryMethod) or not self.is_harmless(callee):
            return False
        made_by = origin_of(callee)
        return made_by not in MAY_FAIL or (made_by.startswith("pathlib.") and callee.name in CALM_PATH_METHODS)

    # --- questions ----------------------------------------------------------------------------------------------------

    def truth(self, value: Symbol) -> bool | Doubt:
        if value.name in ("typing.TYPE_CHECKING",):
            return False
        last = value.name.rpartition(".")[2]
        if last[:1].isupper() and not last.isupper():
            return True  # a class
        return self._vm.doubt("TC205", f"`{value.name}` is known only at run time")

    def truth_of_object(self, value: LibraryObject) -> bool | Doubt:
        if value.is_instance:
            return True
        return self._vm.doubt("TC205", f"{self._vm.describe(value)} is known only at run time")

    def is_instance(self, value: Value, cls: Value) -> bool | Doubt:
        """`isinstance` where one of the two is a library's."""
        name = cls.name if isinstance(cls, Symbol) else cls.library
        if (held := immutables.held_object(value)) is not MISSING and (
            verdict := immutables.is_instance(held, name)
        ) is not None:
            return verdict
        known = self._vm.models.is_instance(self._vm, value, name)
        if known is not None:
            return known
        if name.partition(".")[0] not in _OF_PYTHON and self._vm.models.is_python(self._vm, value):
            return False
        if isinstance(value, LibraryObject) and isinstance(value.callee, (Symbol, Class)):
            made = value.callee.name if isinstance(value.callee, Symbol) else value.callee.library
            if made == name:
                return True
        if isinstance(value, Instance):
            return (
                True
                if name in value.cls.symbols()
                else (False if value.cls.whole else self._vm.doubt("TC205", f"whether it is a `{name}` is not known"))
            )
        last = name.rpartition(".")[2]
        if isinstance(value, (Function, Class, str, int, float, bytes, type(None), tuple)) and last[:1].isupper():
            return False
        return self._vm.doubt("TC205", f"whether it is a `{name}` is not known")


def _behind(value: Value) -> Value:
    """Take all decorators of libraries off a value."""
    while isinstance(value, LibraryObject):
        value = value.decorated
    return value
