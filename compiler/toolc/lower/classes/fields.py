"""Fields that a class body declares.

Takes a class definition and its kind, gives its own `Field`s in source order, by the rules of pydantic, dataclasses,
`TypedDict` and `NamedTuple`.
"""

from typing import TypeGuard

from msgspec import structs

from toolc.lower.annotations.resolve import Annotations
from toolc.lower.classes.annotation_evaluation import has_postponed_annotations, read
from toolc.lower.classes.defaults import dataclass_call, field_default
from toolc.module import AnnAssign, Class, Const, ExprStmt, Name
from toolc.program import ConstantValue, DefinitionValue, ProgramPoint
from toolc.signature import NO_DEFAULT, Annotated, CallConstant, Constant, Default, Field, Generic, Given, Plain, Type

_QUALIFIERS = frozenset({"typing.Required", "typing.NotRequired", "typing.ReadOnly", "typing.Final"})


def class_fields(definition: DefinitionValue, kind: str, annotations: Annotations) -> list[tuple[Field, bool]]:
    """The fields one class adds, each with whether it stands behind a `KW_ONLY` marker."""
    found: list[tuple[Field, bool]] = []
    total = _total(definition, annotations)
    by_keyword = False
    defaults: dict[str, Default] = {}
    docs: dict[str, str] = {}
    call = dataclass_call(definition, annotations.program) if kind == "dataclass" else None
    at_once = kind in ("model", "root_model") or (call is not None and call[0].startswith("pydantic"))
    for node, statement, scope in annotations.program.statements(definition):
        if isinstance(statement, ExprStmt) and isinstance(statement.value, Const) and statement.value.kind == "str" and found:
            docs[found[-1][0].name] = str(statement.value.value)
            found[-1] = structs.replace(found[-1][0], doc=docs[found[-1][0].name]), found[-1][1]
        if not isinstance(statement, AnnAssign) or not isinstance(statement.target, Name):
            continue
        name = statement.target.id
        if statement.value is not None and scope.at is not None:  # Python assigns first, and reads the annotation then
            scope = ProgramPoint(scope.module, scope.within, node.end)
        type_ = read(statement.annotation, scope, definition, at_once, annotations)
        if type_ == Plain("dataclasses.KW_ONLY"):
            by_keyword = True
            continue
        if name not in defaults:
            defaults[name] = field_default(name, definition, kind, annotations.program)
            annotations.meet(annotations.program.class_attribute(definition, name))
        default = defaults[name]
        if not _is_field(name, type_, default, kind):
            continue
        required, type_ = _strip_qualifiers(type_)
        if kind == "typed_dict" and required is None:
            required = total
        place = annotations.program.span(scope, statement.target.at, statement.target.end)
        name = _mangle(name, definition) if kind in ("dataclass", "typed_dict") else name
        told = docs.get(name)  # pydantic keeps it by name
        found.append((Field(name, type_, default, required, told, place), by_keyword))
    return found


def required_keys(definition: DefinitionValue, annotations: Annotations) -> dict[str, bool]:
    """Return `__required_keys__` of a TypedDict for its own keys: `Required` and `NotRequired` in strings do not count."""
    total, strings = _total(definition, annotations), has_postponed_annotations(definition.scope, annotations.program)
    seen: dict[str, bool] = {}
    for _, statement, scope in annotations.program.statements(definition):
        if isinstance(statement, AnnAssign) and isinstance(statement.target, Name):
            written = isinstance(statement.annotation, Const) and statement.annotation.kind == "str"
            said = None if strings or written else _strip_qualifiers(annotations.resolve(statement.annotation, scope))[0]
            seen[_mangle(statement.target.id, definition)] = total if said is None else said
    return seen


def in_order(merged: dict[str, Field], keyword_only: set[str]) -> tuple[Field, ...]:
    """Keyword-only fields go behind all others, as in the `__init__` of a dataclass."""
    first = [field for name, field in merged.items() if name not in keyword_only]
    return (*first, *(field for name, field in merged.items() if name in keyword_only))


def _is_field(name: str, type_: Type, default: Default, kind: str) -> bool:
    """pydantic: no class variables, no private names, no `Final` with a default. dataclasses: no class variables."""
    bare = type_.type if isinstance(type_, Annotated) else type_
    origin = bare.origin if isinstance(bare, Generic) else bare.name if isinstance(bare, Plain) else ""
    if origin == "typing.ClassVar":
        return False
    if kind == "plain":
        return not name.startswith("__")
    if kind in ("model", "root_model"):
        final = origin == "typing.Final" and default != NO_DEFAULT
        return not name.startswith("_") and name != "model_config" and not final
    return True


def _mangle(name: str, definition: DefinitionValue) -> str:
    """Python's private names: `__b` in class `T` is `_T__b`; a class of underscores only has none."""
    private, owner = name.startswith("__") and not name.endswith("__"), definition.stmt.name.lstrip("_")
    return f"_{owner}{name}" if private and owner else name


def _strip_qualifiers(type_: Type) -> tuple[bool | None, Type]:
    """Strip `Required`, `NotRequired` and the like off a type; return whether the key is required, where the innermost wins."""
    required: bool | None = None
    while True:
        if isinstance(type_, Generic) and type_.origin in _QUALIFIERS and type_.args:
            if type_.origin in ("typing.Required", "typing.NotRequired"):
                required = type_.origin == "typing.Required"
            type_ = type_.args[0]
        elif isinstance(type_, Annotated) and isinstance(type_.type, Generic) and type_.type.origin in _QUALIFIERS:
            inner, bare = _strip_qualifiers(type_.type)
            required, type_ = inner if inner is not None else required, Annotated(bare, type_.metadata)
        else:
            return required, type_


def _total(definition: DefinitionValue, annotations: Annotations) -> bool:
    """`total=` of a TypedDict's own header; True without it."""
    statement = definition.stmt
    for arg in statement.args if isinstance(statement, Class) else ():
        if arg.name == "total":
            value = annotations.program.evaluate(arg.value, definition.scope)
            return bool(value.value) if isinstance(value, ConstantValue) else True
    return True


def _kw_only(default: Default) -> bool | None:
    """Return the argument `kw_only=` of `dataclasses.field` or pydantic's `Field`; `None` without one."""
    made = default.value if isinstance(default, Given) else None
    asked = made.kwargs.get("kw_only") if isinstance(made, CallConstant) else None
    return asked if isinstance(asked, bool) else None


def keyword_only(field: Field, by_class: bool, pydantic: bool) -> tuple[bool, bool]:
    """Return whether a field is keyword-only to `dataclasses`, and whether it is to pydantic.

    `by_class`: by the class's own option or a `KW_ONLY` marker; `pydantic`: it is a pydantic dataclass. A `Field(…)` hides the
    class's option from pydantic (pydantic 2.14 `_generate_dc_field_schema`), and its own option from dataclasses, but for
    pydantic's own dataclasses (`as_dataclass_field`). Only beside one as default those in the annotation count, the last that
    sets it first (`FieldInfo._construct`).
    """
    asked = _kw_only(field.default)
    if isinstance(field.default, Given) and _made_by_field(field.default.value):
        mine = asked if pydantic and asked is not None else by_class
        return mine, _merged_kw_only(field) is True
    mine = by_class if asked is None else asked
    return mine, mine


def _merged_kw_only(field: Field) -> Constant:
    """Return the value of `kw_only` that the default and the annotation of a field give together."""
    default = field.default.value if isinstance(field.default, Given) else None
    metadata = field.type.metadata if isinstance(field.type, Annotated) else ()
    said = [one.kwargs["kw_only"] for one in (*metadata, default) if _made_by_field(one) and "kw_only" in one.kwargs]
    return said[-1] if said else None


def _made_by_field(value: Constant) -> TypeGuard[CallConstant]:
    return isinstance(value, CallConstant) and value.of == "pydantic.Field"
