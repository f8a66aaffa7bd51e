"""pydantic's validation of data that a program holds, and what models give back: `model_validate`, `model_dump`, `model_copy`.

What is not followed is unknown: other conversions, constraints that might fail, validators of three parameters.
Sources: pydantic 2.14, *Validators*, *Conversion Table* (lax mode) and `BaseModel`.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial

from toolc.analysis.doubts import Doubt, stronger_doubt
from toolc.analysis.objects import enums, immutables
from toolc.analysis.objects.annotations import union_members
from toolc.analysis.protocol import Call, Machine
from toolc.analysis.signals import Raised
from toolc.analysis.values import (
    MISSING,
    SCALARS,
    Annotation,
    BoundMethod,
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
    Subscript,
    Symbol,
    Unknown,
    Value,
)

_SEQUENCES = {"list": "list", "typing.List": "list", "set": "set", "typing.Set": "set", "frozenset": "frozenset",
              "tuple": "tuple", "typing.Tuple": "tuple", "collections.abc.Sequence": "list", "typing.Sequence": "list",
              "collections.abc.Iterable": "list"}  # fmt: skip
_MAPPINGS = frozenset({"dict", "typing.Dict", "collections.abc.Mapping", "typing.Mapping"})
_ANYTHING = frozenset({"typing.Any", "builtins.object", "typing.Callable", "collections.abc.Callable"})


def validate_field(
    vm: Machine, annotation: Annotation | None, value: Value, name: str, field: LibraryObject | None = None
) -> Value:
    """The value of a field that is given `value`; Unknown where validation is not followed."""
    inputs, plain = vm.inputs_of(value), vm.plain(value)
    if annotation is None:
        return value
    found = _as_type(vm, vm.evaluate(annotation.expr, annotation.frame), plain)
    if field is not None and found is not MISSING:
        found = apply_constraints(vm, field, found)
    if found is MISSING:
        if isinstance(plain, Unknown):
            return plain
        return Unknown(vm.doubt("TC205", f"what validation makes of `{name}` is not followed"))
    return vm.with_inputs(found, inputs)


def _as_type(vm: Machine, kind: Value, value: Value) -> Value:
    """A value as a type has it; MISSING where that is not followed."""
    if isinstance(kind, Annotation):
        kind = vm.evaluate(kind.expr, kind.frame)
    if isinstance(kind, Instance) or isinstance(value, (Unknown, Maybe)):
        return MISSING
    if kind is None or (isinstance(kind, Symbol) and kind.name == "types.NoneType"):
        return None if value is None else MISSING
    if isinstance(kind, Symbol):
        return _as_symbol(vm, kind.name, value)
    if isinstance(kind, Class):
        return _as_class(vm, kind, value)
    if isinstance(kind, Subscript):
        return _as_form(vm, kind, value)
    if isinstance(kind, LibraryObject) and kind.maker == "typing.Union":
        return _as_union(vm, union_members(kind), value)
    return MISSING


def _as_symbol(vm: Machine, name: str, value: Value) -> Value:
    if name in _ANYTHING:
        return value
    if (held := immutables.held_object(value)) is not MISSING:
        return value if immutables.is_instance(held, name) is True else MISSING
    if isinstance(value, LibraryObject) and value.maker == name:
        return value
    if name in immutables.FUNCTIONS and isinstance(value, str) and name.startswith("pathlib."):
        return vm.call(Symbol(name), (value,), {})
    return MISSING


def _as_class(vm: Machine, kind: Class, value: Value) -> Value:
    if kind.library.startswith("builtins."):
        return _as_builtin(vm, kind, value)
    if isinstance(value, Instance) and kind in value.cls.mro:
        return value
    if "enum" in kind.traits:
        known = [one for _, one in enums.members(kind) if vm.equals(one.cells.get("_value_"), value) is True]
        return known[0] if isinstance(value, SCALARS) and len(known) == 1 else MISSING
    if "typeddict" in kind.traits:
        return value if isinstance(value, Dict) else MISSING
    if kind.traits & {"model", "dataclass"} and isinstance(value, Dict) and (given := _keywords(value)) is not None:
        return vm.call(kind, (), given)
    return MISSING if kind.traits or not isinstance(value, Instance) else value


def _keywords(value: Dict) -> dict[str, Value] | None:
    """The items of a dict as keywords; None where they are not all known."""
    known = value.taint is None and all(isinstance(key, str) for key in value.items)
    return dict(value.items) if known and not any(isinstance(one, Maybe) for one in value.items.values()) else None


def _as_builtin(vm: Machine, kind: Class, value: Value) -> Value:
    name = kind.library.removeprefix("builtins.")
    if isinstance(value, Instance) and "enum" in value.cls.traits and name in value.cls.traits:
        return value
    if name == "object":
        return value
    if isinstance(value, (str, int, float, bytes)) and type(value).__name__ == name:
        return value
    if name == "float" and isinstance(value, int):
        return float(value)
    if name == "int" and isinstance(value, str) and value.strip().lstrip("+-").isdigit() and value.isascii():
        return int(value)
    if name == "bool" and isinstance(value, (str, int)) and str(value).lower() in _TRUE | _FALSE:
        return str(value).lower() in _TRUE
    if name in ("list", "dict", "set", "tuple"):
        return _copy(vm, name, value)
    return MISSING


_TRUE = frozenset({"1", "true", "t", "yes", "y", "on"})
_FALSE = frozenset({"0", "false", "f", "no", "n", "off"})


def _copy(vm: Machine, name: str, value: Value) -> Value:
    """A container of which no element is checked."""
    if name == "dict":
        return Dict(dict(value.items)) if isinstance(value, Dict) and not value.is_set and value.taint is None else MISSING
    if not isinstance(value, (List, tuple)) or (isinstance(value, List) and value.taint is not None):
        return MISSING
    made = vm.new_list(list(value.items if isinstance(value, List) else value))
    return made if name == "list" else tuple(made.items) if name == "tuple" else vm.new_set(made, name)


def _as_form(vm: Machine, kind: Subscript, value: Value) -> Value:
    """A value as a type with arguments has it."""
    origin = kind.origin
    name = origin.library.removeprefix("builtins.") if isinstance(origin, Class) else getattr(origin, "name", "")
    name = name.removeprefix("builtins.")
    match name:
        case "typing.Optional":
            return None if value is None else _as_type(vm, kind.args[0], value)
        case "typing.Union":
            return _as_union(vm, list(kind.args), value)
        case "typing.Annotated":
            return _as_annotated(vm, kind, value)
        case "typing.Literal":
            same = [one for one in kind.args if isinstance(one, SCALARS) and type(one) is type(value) and one == value]
            return same[0] if same else MISSING
        case "type" | "typing.Type":
            return value if isinstance(value, (Class, Symbol)) else MISSING
        case _ if name in _ANYTHING:
            return value
    if name in _MAPPINGS:
        return _as_mapping(vm, kind.args, value)
    if name in _SEQUENCES:
        return _as_sequence(vm, _SEQUENCES[name], kind.args, value)
    if isinstance(origin, Class) and isinstance(value, Instance) and origin in value.cls.mro:
        return value
    return MISSING


def _as_annotated(vm: Machine, kind: Subscript, value: Value) -> Value:
    """`Annotated[T, …]`: functions before and after validation, constraints, and texts that change nothing."""
    after: list[Value] = []
    fields: list[LibraryObject] = []
    for one in reversed(kind.args[1:]):
        name = one.maker.rpartition(".")[2] if isinstance(one, LibraryObject) else ""
        if name in ("BeforeValidator", "AfterValidator") and len(one.site.args) == 1:
            if name == "AfterValidator":
                after.insert(0, one.site.args[0])
                continue
            value = vm.call(one.site.args[0], (value,), {})
        elif name == "Field":
            fields.append(one)
        elif not isinstance(one, (str, int)):
            return MISSING
    value = _as_type(vm, kind.args[0], vm.plain(value))
    for one in fields:
        value = value if value is MISSING else apply_constraints(vm, one, value)
    for function in after:
        value = value if value is MISSING else vm.call(function, (value,), {})
    return value


_BOUNDS: dict[str, Callable[[Value, Value], bool]] = {
    "ge": lambda value, bound: value >= bound, "gt": lambda value, bound: value > bound,
    "le": lambda value, bound: value <= bound, "lt": lambda value, bound: value < bound,
    "min_length": lambda value, bound: len(value) >= bound, "max_length": lambda value, bound: len(value) <= bound,
}  # fmt: skip
_DESCRIBES = frozenset(
    "description title examples default default_factory alias validation_alias serialization_alias json_schema_extra exclude"
    " repr frozen init deprecated".split()
)


def apply_constraints(vm: Machine, field: LibraryObject, value: Value) -> Value:
    """A value under the constraints of a `Field`. Raises where it breaks one; MISSING where that is not followed."""
    for name, bound in field.site.kwargs.items():
        check = _BOUNDS.get(name)
        if name in _DESCRIBES:
            continue
        try:
            if check is None or isinstance(bound, Unknown):
                return MISSING
            if not check(vm.concrete(value), vm.concrete(bound)):
                raise Raised("ValidationError")
        except (TypeError, ValueError):
            return MISSING
    return value


def _as_union(vm: Machine, kinds: list[Value], value: Value) -> Value:
    """A value as the one member of a union has it that takes it as it is, else as the one that takes it at all."""
    if value is None:
        return None if any(one is None or getattr(one, "name", "") == "types.NoneType" for one in kinds) else MISSING
    taken = [found for one in kinds if (found := _as_type(vm, one, value)) is not MISSING]
    exact = [one for one in taken if one is value or (isinstance(value, SCALARS) and type(one) is type(value) and one == value)]
    return exact[0] if exact else taken[0] if len(taken) == 1 else MISSING


def _as_mapping(vm: Machine, args: tuple[Value, ...], value: Value) -> Value:
    if not isinstance(value, Dict) or value.is_set or value.taint is not None or len(args) != 2:
        return MISSING
    found: dict[Value, Value] = {}
    for key, one in value.items.items():
        made_key, made = _as_type(vm, args[0], key), _as_type(vm, args[1], one)
        if made_key is MISSING or made is MISSING:
            return MISSING
        found[made_key] = made
    return Dict(found)


def _as_sequence(vm: Machine, kind: str, args: tuple[Value, ...], value: Value) -> Value:
    if not isinstance(value, (List, tuple)) or (isinstance(value, List) and value.taint is not None):
        return MISSING
    parts = list(value.items if isinstance(value, List) else value)
    if kind == "tuple" and not (len(args) == 2 and args[1] is ...):
        if len(args) != len(parts):
            return MISSING
        found = [_as_type(vm, one, part) for one, part in zip(args, parts, strict=True)]
    else:
        found = [_as_type(vm, args[0], part) for part in parts]
    if any(one is MISSING for one in found):
        return MISSING
    made = vm.new_list(found)
    return made if kind == "list" else tuple(found) if kind == "tuple" else vm.new_set(made, kind)


# --- validators of the program ----------------------------------------------------------------------------------------


_HARMLESS = frozenset(
    "title frozen populate_by_name validate_by_name validate_by_alias arbitrary_types_allowed from_attributes json_schema_extra"
    " protected_namespaces validate_assignment use_attribute_docstrings strict env_prefix env_file env_file_encoding extra"
    " env_nested_delimiter case_sensitive env_ignore_empty".split()
)
"""Settings of a model that leave the values of its fields as they are."""


def settings_of(cls: Class) -> dict[Value, Value]:
    """The configuration of a model: of its bases, then its own. What is not known in it is under `**`."""
    merged: dict[Value, Value] = {}
    for one in reversed(cls.mro):
        if isinstance(one, Class) and "model_config" in one.cells:
            merged.update(_settings(one.cells["model_config"]))
    return merged


def _settings(config: Value) -> dict[Value, Value]:
    if not isinstance(config, (LibraryObject, Dict)) or config.taint is not None:
        return {"**": config}
    given = dict(config.site.kwargs if isinstance(config, LibraryObject) else config.items)
    return {**_settings(given.pop("**")), **given} if "**" in given else given


def configure(vm: Machine, made: Instance, extra: dict[str, Value]) -> None:
    """Apply the configuration of a model to a new instance: `extra` arguments are kept, other settings cast doubt."""
    settings = settings_of(made.cls)
    if (doubt := may_change_values(vm, made.cls, settings)) is not None:
        spoil(made, doubt)
    if vm.plain(settings.get("extra")) == "allow":
        made.cells.update(extra)


def may_change_values(vm: Machine, cls: Class, settings: dict[Value, Value]) -> Doubt | None:
    """The doubt that a configuration casts on the values of fields."""
    if settings.keys() <= _HARMLESS and not isinstance(cls.find("Config"), Class):
        return None
    return vm.doubt("TC205", f"the configuration of `{cls.name}` may change the values of its fields")


def spoil(made: Instance, doubt: Doubt) -> None:
    """Take no field of an instance for known any more."""
    made.taint = stronger_doubt(made.taint, doubt)
    for name in made.cells:
        made.cells[name] = Unknown(doubt)


def _validators(cls: Class, maker: str) -> Iterator[tuple[LibraryObject, Value]]:
    """The calls of a decorator of pydantic in a class and its bases, each with what it decorates."""
    seen: set[str] = set()
    for one in cls.mro:
        for name, value in one.cells.items() if isinstance(one, Class) else ():
            made = value.callee if isinstance(value, LibraryObject) else None
            if isinstance(made, LibraryObject) and made.maker.endswith(f".{maker}"):
                if name not in seen and value.site.args:
                    yield made, value.site.args[0]
                seen.add(name)


def by_field(vm: Machine, cls: Class, name: str, value: Value, modes: tuple[str, ...]) -> Value:
    """Run the validators of a field, those of the given modes, on a value; returns the value that they give."""
    for made, function in _validators(cls, "field_validator"):
        mode = made.site.kwargs.get("mode", "after")
        if mode in modes and (name in made.site.args or "*" in made.site.args):
            value = _call_validator(vm, cls, function, value)
    return value


def _call_validator(vm: Machine, cls: Class, function: Value, value: Value) -> Value:
    """The result of a validator of the program; what it raises is raised as pydantic does."""
    inner = function.function if isinstance(function, Descriptor) else function
    if not isinstance(inner, Function) or len(inner.params) != 2:
        return Unknown(vm.doubt("TC205", f"a validator of `{cls.name}` is not followed"))
    return _run_validator(lambda: vm.call(inner, (cls, value), {}))


def _run_validator(run: Callable[[], Value]) -> Value:
    """The result of a validator. A ValueError or failed assertion is raised as pydantic's own exception."""
    try:
        return run()
    except Raised as raised:
        if raised.name in ("ValueError", "AssertionError"):
            raise Raised("ValidationError") from None
        raise


def before(vm: Machine, cls: Class, given: dict[str, Value]) -> dict[str, Value] | None:
    """Run the validators of a whole model that come before its fields; returns their data, None if it is unknown."""
    for made, function in _validators(cls, "model_validator"):
        if made.site.kwargs.get("mode") == "before":
            found = vm.plain(_call_validator(vm, cls, function, Dict(given)))
            keywords = _keywords(found) if isinstance(found, Dict) else None
            if keywords is None:
                return None
            given = keywords
    return given


def has_model_validators(cls: Class) -> bool:
    """Return `True` if validators of a whole model look at each change of a field."""
    return any(next(_validators(cls, maker), None) is not None for maker in ("model_validator", "validator", "root_validator"))


def after(vm: Machine, made: Instance) -> Doubt | None:
    """Run the validators of a whole model on an instance; returns why what they do is not known, if it is not."""
    for maker, function in _validators(made.cls, "model_validator"):
        mode = maker.site.kwargs.get("mode")
        if mode == "after" and isinstance(function, Function) and len(function.params) == 1:
            _run_validator(partial(vm.call, function, (made,), {}))
        elif mode != "before":
            return vm.doubt("TC205", f"a validator of `{made.cls.name}` may change it")
    old = next(_validators(made.cls, "validator"), None) or next(_validators(made.cls, "root_validator"), None)
    return None if old is None else vm.doubt("TC205", f"validators of `{made.cls.name}` may change it")


# --- methods of models ------------------------------------------------------------------------------------------------


def member(vm: Machine, owner: Value, name: str) -> Value:
    """A method of `BaseModel` that is followed; MISSING for any other. `owner` is a model or an instance of one."""
    run = (_OF_CLASS if isinstance(owner, Class) else _OF_INSTANCE).get(name)
    if run is None:
        return MISSING
    return BoundMethod(Native(f"pydantic.BaseModel.{name}", run), owner)


def _unknown_result(call: Call, what: str) -> Unknown:
    return Unknown(call.vm.doubt("TC205", f"what `{what}` gives is not known"))


def _validate(call: Call) -> Value:
    cls, *given = call.args
    value = call.vm.plain(given[0] if given else call.kwargs.get("obj"))
    if isinstance(value, Instance) and cls in value.cls.mro:
        return value
    keywords = _keywords(value) if isinstance(value, Dict) else None
    if keywords is None:
        return _unknown_result(call, "model_validate")
    return call.vm.call(cls, (), keywords, call.place)


def _validate_json(call: Call) -> Value:
    cls, *given = call.args
    text = call.vm.plain(given[0] if given else call.kwargs.get("json_data"))
    if not isinstance(text, (str, bytes)):
        return _unknown_result(call, "model_validate_json")
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        raise Raised("ValidationError") from None
    if not isinstance(parsed, dict):
        raise Raised("ValidationError")
    return call.vm.call(cls, (), {key: call.vm.lift(one) for key, one in parsed.items()}, call.place)


def _dump(call: Call) -> Value:
    vm, owner = call.vm, call.args[0]
    if (
        len(call.args) > 1
        or not call.kwargs.keys() <= {"exclude_none", "exclude", "include", "mode"}
        or owner.taint is not None
    ):
        return _unknown_result(call, "model_dump")
    if next(_serializers(owner.cls), None) is not None or vm.plain(call.kwargs.get("mode", "python")) != "python":
        return _unknown_result(call, "model_dump")
    chosen = {
        key: vm.elements(call.kwargs[key], any_order=True) for key in ("include", "exclude") if call.kwargs.get(key) is not None
    }
    if any(isinstance(one, Unknown) or not all(isinstance(name, str) for name in one) for one in chosen.values()):
        return _unknown_result(call, "model_dump")
    dropped = vm.truth(call.kwargs.get("exclude_none", False)) is True
    found = {
        key: _dump_value(vm, value, dropped)
        for key, value in owner.cells.items()
        if ("include" not in chosen or key in chosen["include"]) and key not in chosen.get("exclude", ())
    }
    return Dict({key: value for key, value in found.items() if not (dropped and value is None)})


def _serializers(cls: Class) -> Iterator[Value]:
    for maker in ("field_serializer", "model_serializer", "computed_field"):
        yield from _validators(cls, maker)
    for one in cls.mro:
        for value in one.cells.values() if isinstance(one, Class) else ():
            made_by = value.maker if isinstance(value, LibraryObject) else ""
            excluded = made_by.endswith(".Field") and "exclude" in value.site.kwargs
            if excluded or made_by.endswith((".computed_field", ".model_serializer", ".PrivateAttr")):
                yield value


def _dump_value(vm: Machine, value: Value, dropped: bool) -> Value:
    value = vm.plain(value)
    if isinstance(value, Instance) and "model" in value.cls.traits:
        return vm.call(member(vm, value, "model_dump"), (), {"exclude_none": True} if dropped else {})
    if isinstance(value, List):
        return vm.new_list([_dump_value(vm, one, dropped) for one in value.items])
    if isinstance(value, Dict) and not value.is_set:
        return Dict({key: _dump_value(vm, one, dropped) for key, one in value.items.items()})
    if isinstance(value, (Module, Maybe)):
        return Unknown(vm.doubt("TC205", "what a model holds is not known"))
    return value


def _copy_model(call: Call) -> Value:
    vm, owner = call.vm, call.args[0]
    if not call.kwargs.keys() <= {"update"} or owner.taint is not None:
        return _unknown_result(call, "model_copy")
    made = Instance(owner.cls, owner.site)
    made.cells.update(owner.cells)
    update = vm.plain(call.kwargs.get("update"))
    if isinstance(update, Dict):
        keywords = _keywords(update)
        if keywords is None:
            return _unknown_result(call, "model_copy")
        made.cells.update(keywords)
    vm.note_creation(made)
    vm.models.made_by_base(vm, made, call)  # a copy of a tool is a tool
    return made


_OF_CLASS: dict[str, Callable[[Call], Value]] = {
    "model_validate": _validate, "model_validate_json": _validate_json, "parse_obj": _validate, "parse_raw": _validate_json,
}  # fmt: skip
_OF_INSTANCE: dict[str, Callable[[Call], Value]] = {
    "model_dump": _dump,
    "model_copy": _copy_model,
    "dict": _dump,
    "copy": _copy_model,
}
