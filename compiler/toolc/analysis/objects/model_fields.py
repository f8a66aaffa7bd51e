"""`Model.model_fields`: the fields of pydantic's models, of classes of the program and of those that `create_model` makes.

Source: `FieldInfo` of pydantic 2.14.
"""

from toolc.analysis.library_models import library_fields
from toolc.analysis.objects import fields
from toolc.analysis.protocol import Machine
from toolc.analysis.values import (
    MISSING,
    Annotation,
    Class,
    Dict,
    Instance,
    LibraryObject,
    Native,
    Subscript,
    Symbol,
    Unknown,
    Value,
)

UNDEFINED = Symbol("pydantic_core.PydanticUndefined")
_INFO = Class("FieldInfo", library="pydantic.fields.FieldInfo")
_INFO.cells["is_required"] = Native("pydantic.fields.FieldInfo.is_required", lambda call: _is_required(call.args[0]))


def of_class(vm: Machine, cls: Class) -> Value:
    """The fields of a model of the program, by name; unknown where a base is not known."""
    if any(isinstance(one, Symbol) and not _is_known(one.name) for one in cls.mro):
        return Unknown(vm.doubt("TC205", f"a base of `{cls.name}` is not known, so its fields are not"))
    made = Dict({one.name: _info(vm, one.annotation, one.default, one.factory, one.info) for one in fields.fields_of(cls)})
    if vm.driven.uncalled is None and vm.ghost is None:
        for part in (made, *made.items.values()):
            vm.class_changes.take_snapshot(cls, part)
    return made


def _is_known(base: str) -> bool:
    """Return whether the fields that a base class of a library gives are known."""
    return base.startswith("pydantic.") or base in _PLAIN or library_fields(base) is not None


_PLAIN = frozenset({"builtins.object", "abc.ABC", "typing.Generic"})


def of_created(vm: Machine, made: LibraryObject, name: str) -> Value:
    """The name, or the fields, of a model that `create_model` makes; MISSING for any other attribute."""
    if made.taint is not None:
        return MISSING
    site = made.site
    if name in ("__name__", "__qualname__"):
        given = vm.plain(site.args[0] if site.args else site.kwargs.get("model_name"))
        return given if isinstance(given, str) else MISSING
    base = vm.plain(site.kwargs.get("__base__"))
    if name != "model_fields" or "**" in site.kwargs or not (base is None or isinstance(base, Class)):
        return MISSING
    inherited = of_class(vm, base) if isinstance(base, Class) else Dict({})
    if not isinstance(inherited, Dict):
        return inherited
    own = {key: _field_argument(vm, vm.plain(value)) for key, value in site.kwargs.items() if not key.startswith("__")}
    return Dict({**inherited.items, **own})


def _field_argument(vm: Machine, value: Value) -> Value:
    """A field as `create_model` takes it: a type and a default, or a type alone."""
    if isinstance(value, tuple) and len(value) == 2:
        kind, default = value
        field = fields.FieldInfo("", None)
        fields.read_default(field, default)
        return _info(vm, kind, field.default, field.factory, field.info)
    return _info(vm, value, MISSING, MISSING, None)


def _info(vm: Machine, annotation: Value, default: Value, factory: Value, info: LibraryObject | None) -> Instance:
    made = Instance(_INFO)
    kind = vm.evaluate(annotation.expr, annotation.frame) if isinstance(annotation, Annotation) else annotation
    noted = isinstance(kind, Subscript) and isinstance(kind.origin, Symbol) and kind.origin.name.endswith("Annotated")
    if isinstance(kind, Subscript) and noted:
        kind = kind.args[0]
    unsaid: Value = Unknown(vm.doubt("TC205", "what stands in `Annotated` of a field is not followed")) if noted else None
    for fact in ("description", "title", "alias", "examples", "json_schema_extra", "deprecated"):
        made.cells[fact] = unsaid if info is None else info.site.kwargs.get(fact, unsaid)
    made.cells["annotation"] = kind
    absent = default is MISSING or default is ...
    made.cells["default"] = unsaid if absent and noted else UNDEFINED if absent else default
    made.cells["default_factory"] = None if factory is MISSING else factory
    return made


def _is_required(info: Instance) -> Value:
    default = info.cells["default"]
    return default if isinstance(default, Unknown) else default is UNDEFINED and info.cells["default_factory"] is None
