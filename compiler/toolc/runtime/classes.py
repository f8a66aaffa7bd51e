"""Live classes and aliases as definitions.

Takes a class, an alias or a new type and the reader, gives a `Definition`. Models of pydantic are known by the attributes that
pydantic leaves on them.
"""

import dataclasses
import enum
import inspect
from collections.abc import Mapping
from typing import Any, Literal, Protocol

from toolc.runtime.constants import Constants, is_undefined
from toolc.runtime.decorators import decorated_members, field_serializer
from toolc.schema.class_fact_keys import BUILT, CONFIGURED, EXTRA, VALIDATED
from toolc.signature import (
    ANY,
    NO_DEFAULT,
    Annotated,
    CallConstant,
    Constant,
    Default,
    Definition,
    Field,
    Generic,
    Given,
    Type,
    TypeVariable,
)

Kind = Literal["model", "root_model", "dataclass", "typed_dict", "named_tuple", "enum", "alias", "new_type", "plain"]

_HOOKS = ("__get_pydantic_core_schema__", "__get_pydantic_json_schema__", "__get_validators__", "__modify_schema__")


class Reader(Protocol):
    """Interface of the reader for definitions."""

    constants: Constants

    def type(self, tp: Any) -> Type:
        """A live annotation as a `Type`."""

    def variable(self, var: Any) -> TypeVariable:
        """A type variable."""

    def hints(self, thing: Any) -> dict[str, Any]:
        """Evaluated annotations."""


def kind_of(cls: Any) -> Kind:
    """Return the kind of a class, as pydantic treats it."""
    if not isinstance(cls, type):
        return "new_type" if hasattr(cls, "__supertype__") else "alias"
    if issubclass(cls, enum.Enum):
        return "enum"
    if "__pydantic_root_model__" in vars(cls) or hasattr(cls, "__pydantic_root_model__"):
        return "root_model" if getattr(cls, "__pydantic_root_model__", False) else "model"
    if dataclasses.is_dataclass(cls):
        return "dataclass"
    if hasattr(cls, "__total__") and hasattr(cls, "__required_keys__"):
        return "typed_dict"
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return "named_tuple"
    return "plain"


def define(reader: Reader, thing: Any, key: str) -> Definition:
    """The definition of a class, alias or new type."""
    kind = kind_of(thing)
    name = key.partition("#")[0].rpartition(":")[2].rpartition(".")[2]
    if kind == "new_type":
        return Definition(key, name, kind, value=reader.type(thing.__supertype__))
    if kind == "alias":
        parameters = tuple(map(reader.variable, thing.__type_params__))
        return Definition(key, name, kind, value=reader.type(thing.__value__), parameters=parameters)
    facts: dict[str, Any] = {
        "doc": _doc(thing, kind),
        "ancestors": tuple(f"{base.__module__}:{base.__qualname__}" for base in thing.__mro__[1:]),
        "reason": _hooks(thing),
        "parameters": tuple(map(reader.variable, _parameters(thing))),
        "config": _config(reader, thing, kind),
    }
    if kind == "enum":
        members = thing.__members__.items()
        facts["members"] = tuple((each, reader.constants.constant(member.value)) for each, member in members)
    makers: dict[str, Any] = {
        "model": _pydantic_fields,
        "root_model": _pydantic_fields,
        "dataclass": _dataclass_fields,
        "typed_dict": _typed_dict_fields,
        "named_tuple": _named_tuple_fields,
    }
    if kind in makers:
        facts["fields"] = tuple(makers[kind](reader, thing))
    return Definition(key, thing.__name__, kind, **facts, **decorated_members(reader, thing))


def _doc(cls: type, kind: Kind) -> str | None:
    """The class's own docstring; the one that `dataclass` writes is none."""
    doc = vars(cls).get("__doc__")
    if kind == "dataclass" and doc is not None and doc.startswith(f"{cls.__name__}("):
        return None
    return doc if isinstance(doc, str) else None


def _parameters(cls: type) -> tuple[Any, ...]:
    generic = getattr(cls, "__pydantic_generic_metadata__", None)
    return tuple(generic["parameters"]) if generic else tuple(getattr(cls, "__parameters__", ()))


def _hooks(cls: type) -> str:
    """The hooks that a class of the program defines itself or takes from one that does."""
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] in ("pydantic", "builtins", "typing", "enum"):
            continue
        for hook in _HOOKS:
            if hook in vars(base):
                return f"custom hook {hook}"
    return ""


def _config(reader: Reader, cls: type, kind: Kind) -> dict[str, Constant]:
    """The merged configuration, and what else of a class changes its schema."""
    raw: Mapping[str, Any] | None = getattr(cls, "model_config", None) if kind in ("model", "root_model") else None
    config: dict[str, Constant] = {}
    if kind in ("dataclass", "typed_dict"):
        raw = getattr(cls, "__pydantic_config__", None)
        if raw is None:
            raw = next((vars(base)["__pydantic_config__"] for base in _bases(cls) if "__pydantic_config__" in vars(base)), None)
        if raw is not None:
            config[CONFIGURED] = True
        if hasattr(cls, "__pydantic_validator__"):
            config[VALIDATED] = True
        if "__is_pydantic_dataclass__" in vars(cls):
            config[BUILT] = True
    config.update({name: reader.constants.constant(value) for name, value in (raw or {}).items() if value is not None})
    if "__deprecated__" in vars(cls) or hasattr(cls, "__deprecated__"):
        config["__deprecated__"] = True
    if kind == "typed_dict":
        config.update(_openness(reader, cls))
    extra = getattr(cls, "__pydantic_extra_info__", None)
    if extra is not None and getattr(extra, "annotation", None) is not None:
        config[EXTRA] = reader.type(extra.annotation)
    return config


def _bases(cls: type) -> tuple[type, ...]:
    return tuple(base for base in getattr(cls, "__orig_bases__", ()) if isinstance(base, type))


def _openness(reader: Reader, cls: type) -> dict[str, Constant]:
    """`closed` and `extra_items` of a typed dict (PEP 728)."""
    if getattr(cls, "__closed__", None) is True:
        return {"closed": True}
    items = getattr(cls, "__extra_items__", None)
    if items is None or type(items).__name__ == "NoExtraItemsType" or "NoExtraItems" in repr(items):
        return {}
    if getattr(items, "_name", "") == "Never":
        return {"closed": True}
    return {"extra_items": reader.type(items)}


# --- fields ----------------------------------------------------------------------------------------------------------


def _pydantic_fields(reader: Reader, cls: Any) -> list[Field]:
    """Fields that pydantic collected already: annotation, metadata and `Field` merged."""
    if not getattr(cls, "__pydantic_complete__", True) and hasattr(cls, "model_rebuild"):
        cls.model_rebuild(raise_errors=False)
    result = []
    for name, info in cls.__pydantic_fields__.items():
        metadata = [reader.constants.constant(item) for item in info.metadata]
        metadata += _validators(reader, cls, name)
        type_ = reader.type(info.annotation)
        made = reader.constants.field_info(info, constraints=False)
        type_ = Annotated(type_, tuple(metadata)) if metadata else type_
        result.append(Field(name, type_, Given(made), serializer=field_serializer(reader, cls, name)))
    return result


_MODES = {
    "plain": "pydantic.PlainValidator",
    "before": "pydantic.BeforeValidator",
    "wrap": "pydantic.WrapValidator",
    "after": "pydantic.AfterValidator",
}


def _validators(reader: Reader, cls: Any, name: str) -> list[Constant]:
    """Decorated validators of a field, as the annotations that they amount to."""
    decorators = getattr(cls, "__pydantic_decorators__", None)
    result: list[Constant] = []
    for decorator in decorators.field_validators.values() if decorators else ():
        info = decorator.info
        if name in info.fields or "*" in info.fields:
            takes = getattr(info, "json_schema_input_type", None)
            known = takes is not None and not is_undefined(takes) and info.mode != "after"
            result.append(CallConstant(_MODES[info.mode], (), {"json_schema_input_type": reader.type(takes)} if known else {}))
    return result


def _dataclass_fields(reader: Reader, cls: Any) -> list[Field]:
    """Keyword-only fields come last, as in `__init__`.

    A `Field(…)` hides what the class says of them (pydantic 2.14 `collect_dataclass_fields`).
    """
    if "__pydantic_fields__" in vars(cls):
        fields = _pydantic_fields(reader, cls)
        last = {name for name, info in cls.__pydantic_fields__.items() if info.kw_only}
        return sorted(fields, key=lambda field: field.name in last)
    result, last = [], set()
    hints = reader.hints(cls)
    for name, field in _in_order(cls):
        if field._field_type is dataclasses._FIELD_CLASSVAR:  # type: ignore[attr-defined]
            continue
        tp = hints.get(name, field.type)
        type_ = (
            Generic("dataclasses.InitVar", (reader.type(tp.type),)) if isinstance(tp, dataclasses.InitVar) else reader.type(tp)
        )
        told = field.default if type(field.default).__name__ == "FieldInfo" else field
        result.append(Field(name, type_, Given(reader.constants.constant(told))))
        if told.kw_only is True:
            last.add(name)
    return sorted(result, key=lambda field: field.name in last)


def _in_order(cls: Any) -> list[tuple[str, Any]]:
    """Fields in the order of their first annotation, from the farthest base on."""
    fields: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if dataclasses.is_dataclass(base):
            fields.update({name: field for name, field in cls.__dataclass_fields__.items() if name in _annotations(base)})
    return list(fields.items())


def _annotations(cls: Any) -> Mapping[str, Any]:
    return inspect.get_annotations(cls)


def _typed_dict_fields(reader: Reader, cls: Any) -> list[Field]:
    made = []
    for name, tp in reader.hints(cls).items():
        type_, required = _strip_qualifiers(reader.type(tp), name in cls.__required_keys__)
        made.append(Field(name, type_, required=required))
    return made


def _strip_qualifiers(type_: Type, required: bool) -> tuple[Type, bool]:
    """A type without `Required`, `NotRequired` and `ReadOnly`, and what they say, as source has it."""
    match type_:
        case Generic(("typing.Required" | "typing.NotRequired" | "typing.ReadOnly") as form, (inner,)):
            return _strip_qualifiers(inner, required if form == "typing.ReadOnly" else form == "typing.Required")
        case Annotated(inner, metadata):
            bare, required = _strip_qualifiers(inner, required)
            return Annotated(bare, metadata), required
        case _:
            return type_, required


def _named_tuple_fields(reader: Reader, cls: Any) -> list[Field]:
    hints = reader.hints(cls)
    return [
        Field(name, reader.type(hints[name]) if name in hints else ANY, _default_of(reader, cls, name)) for name in cls._fields
    ]


def _default_of(reader: Reader, cls: Any, name: str) -> Default:
    defaults = cls._field_defaults
    return Given(reader.constants.constant(defaults[name])) if name in defaults else NO_DEFAULT
