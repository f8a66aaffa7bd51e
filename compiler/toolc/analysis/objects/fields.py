"""Classes whose fields are annotations: dataclasses, named tuples and pydantic's models; what their `__init__` does.

Sources: `dataclasses._process_class` and `typing.NamedTuple` of CPython 3.11; pydantic 2.14 `BaseModel.__init__`.
"""

from collections.abc import Iterator
from copy import copy

from toolc.analysis.class_changes import SIGNATURE_DOCSTRING
from toolc.analysis.library_models import library_fields
from toolc.analysis.objects import validation
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    Annotation,
    Class,
    Descriptor,
    Dict,
    Instance,
    LibraryObject,
    List,
    Maybe,
    Native,
    Subscript,
    Symbol,
    Unknown,
    Value,
)
from toolc.module import Attribute, Const, Expr, Name, SubscriptExpr

_FIELD_CALLS = frozenset({"dataclasses.field", "pydantic.Field", "pydantic.fields.Field", "pydantic.PrivateAttr"})


class FieldInfo:
    """One field: its default or MISSING, its factory or MISSING, whether `__init__` takes it, and only by keyword.

    `compare`: whether two instances are equal only if this field is. `passed`: it is no field but an argument of `__init__`,
    which `__post_init__` is given (`InitVar`). `shown`: the `repr` of an instance has it.
    """

    __slots__ = (
        "alias",
        "annotation",
        "compare",
        "default",
        "factory",
        "info",
        "init",
        "keyword_only",
        "name",
        "passed",
        "shown",
    )

    def __init__(self, name: str, annotation: Annotation | None) -> None:
        self.name, self.annotation = name, annotation
        self.default: Value = MISSING
        self.factory: Value = MISSING
        self.alias: Value = None
        self.init, self.keyword_only, self.compare, self.passed = True, False, True, False
        self.shown: Value = True
        self.info: LibraryObject | None = None


def fields_of(cls: Class) -> list[FieldInfo]:
    """The fields of a class and its bases, in the order of `__init__`."""
    return [one for one in arguments_of(cls) if not one.passed]


DECORATED = " dataclass"
"""The cell of a class that `@dataclass` was put on, rather than on a base; its value says whether fields are keyword-only."""


def arguments_of(cls: Class) -> list[FieldInfo]:
    """Everything that `__init__` of a class takes, or would but for `init=False`: fields, and arguments of `__post_init__`."""
    found: dict[str, FieldInfo] = {}
    for one in reversed(cls.mro):
        if isinstance(one, Symbol):
            found.update(_of_library(one))
        if not isinstance(one, Class) or not isinstance(noted := one.cells.get("__annotations__"), Dict):
            continue
        if "dataclass" in cls.traits and DECORATED not in one.cells:
            continue
        keyword_only = one.cells.get(DECORATED) is True
        for name, annotation in noted.items.items():
            kind = kind_of(annotation)
            if kind == "ClassVar":
                continue
            if kind == "KW_ONLY":
                keyword_only = True
                continue
            if "model" in cls.traits and (name.startswith("_") or name == "model_config"):
                continue
            field = FieldInfo(name, annotation if isinstance(annotation, Annotation) else None)
            field.keyword_only = keyword_only
            field.passed = kind == "InitVar" and "dataclass" in cls.traits
            read_default(field, one.cells.get(f" {name}", one.cells.get(name, MISSING)))
            found[name] = field
    return list(found.values())


def _of_library(cls: Symbol) -> Iterator[tuple[str, FieldInfo]]:
    """Yield the fields of a model that a library defines, by name."""
    for name, default in (library_fields(cls.name) or {}).items():
        field = FieldInfo(name, None)
        field.default = default
        yield name, field


def compared_fields(cls: Class) -> list[FieldInfo] | None:
    """The fields by which a dataclass compares its instances; None where they are compared in another way."""
    if "dataclass" not in cls.traits or "identity" in cls.traits:
        return None
    return [one for one in fields_of(cls) if one.compare]


def compared_values(instance: Instance) -> tuple[Value, ...] | None:
    """The values by which an instance of a dataclass is equal to others; None where it is compared in another way."""
    known = compared_fields(instance.cls)
    return None if known is None else tuple([instance.cells.get(one.name, one.default) for one in known])


def kind_of(annotation: Value) -> str:
    """The last name of an annotation's head: `ClassVar` of `typing.ClassVar[int]`, in quotes or not."""
    expr: Expr | None = annotation.expr if isinstance(annotation, Annotation) else None
    while isinstance(expr, SubscriptExpr):
        expr = expr.value
    match expr:
        case Name(id=name):
            return name
        case Attribute(attr=name):
            return name
        case Const(kind="str", value=str(text)):
            return text.partition("[")[0].rpartition(".")[2].strip()
        case _:
            return ""


def read_default(field: FieldInfo, value: Value) -> None:
    if isinstance(value, LibraryObject) and isinstance(value.callee, Symbol) and value.callee.name in _FIELD_CALLS:
        site, field.info = value.site, value
        given = site.args[0] if site.args else site.kwargs.get("default", MISSING)
        field.default = MISSING if given is ... else given
        field.factory = site.kwargs.get("default_factory", site.kwargs.get("factory", MISSING))
        field.init = site.kwargs.get("init", True) is not False
        field.compare = site.kwargs.get("compare", True) is not False
        field.shown = site.kwargs.get("repr", True)
        field.keyword_only = field.keyword_only or site.kwargs.get("kw_only") is True
        field.alias = site.kwargs.get("validation_alias", site.kwargs.get("alias"))
        if "**" in site.kwargs:
            field.default = site.kwargs["**"]
        return
    field.default = value


class GeneratedInit:
    """Code of the `__init__` that `@dataclass` gives a class, or that a model inherits, with `None` in place of the class."""

    __slots__ = ("cls",)

    def __init__(self, cls: Class | None) -> None:
        self.cls = cls

    def __call__(self, call: Call) -> Value:
        if not call.args or not isinstance(made := call.args[0], Instance):
            return Unknown(call.vm.doubt("TC205", "the object that an `__init__` is called on is not known"))
        inner = copy(call)
        inner.args = call.args[1:]
        return initialise(call.vm, made, inner, self.cls)


MODEL_INIT = Native("pydantic.BaseModel.__init__", GeneratedInit(None))


def generated_init(found: Value) -> GeneratedInit | None:
    """Return the code of an `__init__` if it is a generated one."""
    return found.run if isinstance(found, Native) and isinstance(found.run, GeneratedInit) else None


def initialise(vm: Machine, made: Instance, call: Call, of: Class | None = None) -> None:
    """The generated `__init__` of an object's class, or of a base of that, `of`."""
    cls = made.cls if of is None else of
    if "namedtuple" in cls.traits:
        if made.native is None:  # not made by a `__new__` of the program, which gives the values to that of the tuple
            _tuple(vm, made, call)
        return
    vm.store.touch(made)
    model = "model" in cls.traits
    known = validation.before(vm, cls, dict(call.kwargs)) if model else dict(call.kwargs)
    given = known or {}
    positional = list(call.args)
    passed: list[Value] = []
    for field in arguments_of(cls):
        if not field.init:
            value: Value = MISSING
        elif positional and not field.keyword_only and not model:
            value = positional.pop(0)
        elif model:
            value = _given_to_model(vm, field, cls, given)
        else:
            value = given.pop(field.name, MISSING)
        if value is MISSING and field.init and call.open is not None:
            value = call.open
        if value is MISSING:
            value = _default(vm, field, cls)
        elif model:
            value = _validate(vm, cls, field, value)
        if field.passed:
            passed.append(value)
        elif value is not MISSING:
            made.cells[field.name] = value
    if positional or (given and not model):
        raise Raised("TypeError")
    if model:
        vm.may_have_failed("pydantic.BaseModel", (*call.kwargs.values(), *made.cells.values()))
        validation.configure(vm, made, given)
        vm.models.made_by_base(vm, made, call)
    hook = "model_post_init" if model else "__post_init__"
    if cls.find(hook) is not MISSING:
        vm.call(vm.attribute(made, hook), (None,) if model else tuple(passed), {})
    if model:
        unknown = vm.doubt("TC205", f"validators of `{cls.name}` may change its fields") if known is None else None
        if (doubt := unknown or validation.after(vm, made)) is not None:
            validation.spoil(made, doubt)


def assign_field(vm: Machine, made: Instance, name: str, value: Value) -> Value:
    """The value that a field of a model gets by an assignment: a validated one where the configuration says so."""
    settings = validation.settings_of(made.cls) if "model" in made.cls.traits else {}
    field = next((one for one in fields_of(made.cls) if one.name == name), None) if settings else None
    validates = vm.truth(settings.get("validate_assignment", "**" in settings and Unknown(vm.doubt("TC205", "a setting"))))
    if field is None or validates is False:
        return value
    doubt = validation.may_change_values(vm, made.cls, settings)
    if doubt is not None or validates is not True or validation.has_model_validators(made.cls):
        return Unknown(doubt or vm.doubt("TC205", f"what validation makes of `{name}` is not followed"))
    return _validate(vm, made.cls, field, value)


def _validate(vm: Machine, cls: Class, field: FieldInfo, value: Value) -> Value:
    value = validation.by_field(vm, cls, field.name, value, ("before",))
    value = validation.validate_field(vm, field.annotation, value, field.name, field.info)
    return validation.by_field(vm, cls, field.name, value, ("after", "plain", "wrap"))


def _given_to_model(vm: Machine, field: FieldInfo, cls: Class, given: dict[str, Value]) -> Value:
    """Take the argument of a field out of those of a model; MISSING if there is none. An alias hides the name of the field,
    unless the configuration says otherwise."""
    _read_annotated(vm, field)
    if field.alias is None:
        return given.pop(field.name, MISSING)
    settings = validation.settings_of(cls)
    by_name, by_alias = (settings.get(one) for one in ("validate_by_name", "validate_by_alias"))
    aliases: tuple[Value, ...] = (field.alias,)
    if isinstance(field.alias, LibraryObject) and field.alias.maker.endswith(".AliasChoices"):
        aliases = field.alias.site.args
    aliases = () if by_alias is False else aliases
    if True in (by_name, settings.get("populate_by_name")):
        aliases = (*aliases, field.name)
    if not all(isinstance(one, str) for one in aliases):
        return Unknown(vm.doubt("TC205", f"by which name `{field.name}` is given"))
    return next((given.pop(one) for one in aliases if one in given), MISSING)


def _read_annotated(vm: Machine, field: FieldInfo) -> None:
    """Read what `Annotated[type, Field(…)]` says of a field."""
    if kind_of(field.annotation) != "Annotated" or not isinstance(field.annotation, Annotation):
        return
    kind = vm.evaluate(field.annotation.expr, field.annotation.frame)
    default = field.default
    for one in kind.args[1:] if isinstance(kind, Subscript) else ():
        if isinstance(one, LibraryObject):
            read_default(field, one)
    field.default = field.default if default is MISSING else default


def _default(vm: Machine, field: FieldInfo, cls: Class) -> Value:
    if field.factory is not MISSING and field.factory is not None:
        return vm.call(field.factory, (), {})
    if "settings" in cls.traits and (told := _from_environment(vm, field, cls)) is not MISSING:
        return told
    if field.default is not MISSING:
        if "settings" in cls.traits:
            return vm.with_inputs(field.default, frozenset({f"the environment variable of `{field.name}`"}))
        if "model" not in cls.traits:
            return field.default
        value = _copy_default(vm, field.default)
        checked = field.info is not None and field.info.site.kwargs.get("validate_default", False) is not False
        return _validate(vm, cls, field, value) if checked else value
    if not field.init:
        return MISSING
    if "settings" in cls.traits:
        return Unknown(vm.doubt("TC222", f"the setting `{field.name}` comes from the environment"))
    raise Raised("TypeError")


def _from_environment(vm: Machine, field: FieldInfo, cls: Class) -> Value:
    """Return a setting's value from the configured environment (pydantic-settings 2); MISSING if no variable is set."""
    config = cls.find("model_config")
    prefix = ""
    if isinstance(config, Dict) and isinstance(config.items.get("env_prefix"), str):
        prefix = config.items["env_prefix"]
    if isinstance(config, LibraryObject) and isinstance(config.site.kwargs.get("env_prefix"), str):
        prefix = config.site.kwargs["env_prefix"]
    name = f"{prefix}{field.name}".lower()
    variables: dict[Value, Value] = {**vm.modules.environment(), **vm.library.variables.items}
    text = vm.plain(next((value for key, value in variables.items() if key.lower() == name), None))
    if text is None:
        return MISSING
    if not isinstance(text, str):
        return Unknown(vm.doubt("TC222", f"the setting `{field.name}` comes from the environment"))
    match kind_of(field.annotation):
        case "str":
            return text
        case "bool" if text.lower() in ("1", "true", "yes", "on", "t", "y", "0", "false", "no", "off", "f", "n"):
            return text.lower() in ("1", "true", "yes", "on", "t", "y")
        case "int" if text.lstrip("-").isdigit():
            return int(text)
        case _:
            return Unknown(vm.doubt("TC222", f"the setting `{field.name}` comes from the environment"))


def _copy_default(vm: Machine, value: Value) -> Value:
    """pydantic makes a deep copy of a default for each instance if it has no hash."""
    return vm.call(vm.models.symbol(vm, "copy.deepcopy"), (value,), {}) if _is_unhashable(vm.plain(value)) else value


def _is_unhashable(value: Value) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_unhashable, value))
    if isinstance(value, Instance):
        cls = value.cls
        if "model" in cls.traits:
            return validation.settings_of(cls).get("frozen") is not True or any(map(_is_unhashable, value.cells.values()))
        compared = compared_values(value)
        if has_no_hash(cls) or compared is None:
            return has_no_hash(cls)
        return not cls.traits & {"frozen", "hashed"} or any(map(_is_unhashable, compared))
    return isinstance(value, List) or (isinstance(value, Dict) and value.kind != "frozenset")


def has_no_hash(cls: Class) -> bool:
    """Return `True` if instances of a class cannot be keys: it says what is equal, and not what their hash is."""
    for one in cls.mro:
        if isinstance(one, Class) and not one.cells.keys().isdisjoint(("__eq__", "__hash__")):
            return one.node is not None and one.cells.get("__hash__") is None
    return False


# --- named tuples -----------------------------------------------------------------------------------------------------


def name_tuple(vm: Machine, cls: Class) -> None:
    """Give a class below `NamedTuple` its fields."""
    names = tuple(one.name for one in fields_of(cls))
    give_fields(cls, names, {one.name: one.default for one in fields_of(cls) if one.default is not MISSING})
    for name in names:
        if name in cls.cells:
            cls.cells[f" {name}"] = cls.cells.pop(name)


def _tuple(vm: Machine, made: Instance, call: Call) -> None:
    names = made.cls.find("_fields")
    defaults = made.cls.find("_field_defaults")
    values = list(call.args)
    if len(values) > len(names):
        raise Raised("TypeError")
    for name in names[len(values) :]:
        if name in call.kwargs:
            values.append(call.kwargs[name])
        elif call.open is not None:
            values.append(call.open)
        elif isinstance(defaults, Dict) and name in defaults.items:
            values.append(defaults.items[name])
        else:
            raise Raised("TypeError")
    vm.store.touch(made)
    made.native = tuple(values)
    made.cells.update(zip(names, values, strict=True))


def give_fields(cls: Class, names: tuple[str, ...], defaults: dict[Value, Value]) -> None:
    """Give a class of named tuples what `collections.namedtuple` makes of the names of its fields."""
    cls.cells["_fields"] = names
    cls.cells["_field_defaults"] = Dict(defaults)
    cls.cells["__match_args__"] = names
    cls.cells["__new__"] = Native(f"{cls.name}.__new__", _new)
    cls.cells["_asdict"] = Native(f"{cls.name}._asdict", _as_dict)
    cls.cells["_replace"] = Native(f"{cls.name}._replace", _replace)
    cls.cells["_make"] = Descriptor("classmethod", Native(f"{cls.name}._make", _of_iterable))


def _new(call: Call) -> Value:
    """`T.__new__(cls, …)`."""
    cls = call.args[0] if call.args else None
    return _make_tuple(call, cls, call.args[1:], call.kwargs)


def _make_tuple(call: Call, cls: Value, args: tuple[Value, ...], kwargs: dict[str, Value]) -> Value:
    """`tuple.__new__(cls, …)`, which does not ask for a `__new__` of the program."""
    if not isinstance(cls, Class):
        return Unknown(call.vm.doubt("TC205", "the class of a tuple is not known"))
    made = Instance(cls, call.site)
    inner = copy(call)
    inner.args, inner.kwargs = args, kwargs
    _tuple(call.vm, made, inner)
    call.vm.note_creation(made)
    return made


def _as_dict(call: Call) -> Value:
    """`t._asdict()`."""
    names = call.args[0].cls.find("_fields")
    return Dict({name: call.args[0].cells[name] for name in names})


def _replace(call: Call) -> Value:
    """`t._replace(name=value)`."""
    owner = call.args[0]
    if call.open is not None:
        return Unknown(call.vm.doubt("TC205", "what is replaced in a tuple is not known"))
    given = {name: call.kwargs.get(name, owner.cells[name]) for name in owner.cls.find("_fields")}
    if len(given.keys() | call.kwargs.keys()) > len(given):
        raise Raised("ValueError")
    return _make_tuple(call, owner.cls, (), given)


def _of_iterable(call: Call) -> Value:
    """`T._make(iterable)`."""
    found = call.vm.elements(call.args[1])
    if isinstance(found, Unknown) or any(isinstance(one, Maybe) for one in found):
        return Unknown(call.vm.doubt("TC205", "the elements of a tuple are not known"))
    if isinstance(cls := call.args[0], Class) and len(found) != len(cls.find("_fields")):
        raise Raised("TypeError")
    return _make_tuple(call, call.args[0], tuple(found), {})


def decorate(vm: Machine, cls: Class, options: dict[str, Value]) -> Class:
    """`@dataclass(…)`: the class itself, with its traits."""
    vm.store.touch(cls)
    cls.traits.add("dataclass")
    if not cls.cells.get("__doc__"):
        cls.cells["__doc__"] = SIGNATURE_DOCSTRING
    cls.cells[DECORATED] = options.get("kw_only") is True
    generates = vm.truth(options.get("init", True))
    if generates is not False:
        made = Native("dataclasses.__init__", GeneratedInit(cls))
        unknown = Unknown(vm.doubt("TC205", "whether the class has an `__init__` of its own"))
        cls.cells.setdefault("__init__", made if generates is True else unknown)
    if options.get("frozen") is True:
        cls.traits.add("frozen")
    if options.get("eq") is False:
        cls.traits.add("identity")
    else:
        cls.traits.discard("identity")
    if options.get("unsafe_hash") is True:
        cls.traits.add("hashed")
    if options.get("order") is True:
        cls.traits.add("ordered")
    (cls.traits.discard if options.get("repr", True) is True else cls.traits.add)("unshown")
    if options.get("slots") is True:
        cls.cells["__slots__"] = tuple(_own_fields(cls))
    names = tuple(one.name for one in arguments_of(cls) if one.init and not one.keyword_only)
    cls.cells.setdefault("__match_args__", names)
    for name in _own_fields(cls):
        value = cls.cells.get(name)
        if isinstance(value, LibraryObject) and isinstance(value.callee, Symbol) and value.callee.name == "dataclasses.field":
            cls.cells[f" {name}"] = cls.cells.pop(name)
            given = value.site.kwargs.get("default", MISSING)
            if given is not MISSING:
                cls.cells[name] = given
    return cls


def _own_fields(cls: Class) -> Iterator[str]:
    noted = cls.cells.get("__annotations__")
    if isinstance(noted, Dict):
        yield from [key for key in noted.items if isinstance(key, str)]
