"""Types as semantic-kernel writes them: takes a type with its text, gives its schema (1.45.0 `KernelJsonSchemaBuilder`).

Raises `Refusal` where semantic-kernel raises, `Untold` where only the running program knows.
"""

from collections.abc import Mapping
from typing import TypeGuard

from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError
from toolc.schema.mapping import Mapper
from toolc.signature import (
    ANY,
    ELLIPSIS,
    NONE,
    Annotated,
    Class,
    Constant,
    Definition,
    Field,
    Generic,
    Given,
    Literal,
    Made,
    Plain,
    Type,
    Union,
    Unresolved,
    Var,
)
from toolc.systems.shared.huggingface import Refusal, Untold
from toolc.systems.shared.types import stripped

NAMES = {
    "builtins.int": "integer", "builtins.str": "string", "builtins.bool": "boolean", "builtins.float": "number",
    "builtins.list": "array", "builtins.dict": "object", "builtins.set": "array", "builtins.tuple": "array",
}  # fmt: skip
EMPTY: JsonSchema = {"type": "object", "properties": {}}

_C_CLASSES = frozenset(
    {f"builtins.{name}" for name in ("bytearray", "bytes", "complex", "frozenset", "object")}
    | {f"datetime.{name}" for name in ("datetime", "date", "time", "timedelta")}
)
"""Classes that have no `__annotations__`: those of C (CPython 3.11 to 3.14)."""

_CLASSES = frozenset({"decimal.Decimal", "fractions.Fraction", "pathlib.Path", "pathlib.PurePath", "uuid.UUID"})
"""Classes with a table of annotations, which is empty; that of `Decimal` came with Python 3.13."""

_ABOUT = frozenset({"alias", "default", "default_factory", "deprecated", "description", "examples", "exclude", "title"})
"""Keywords of `pydantic.Field` that leave nothing in `FieldInfo.metadata` (pydantic 2.14)."""

_KERNEL_MODEL = "semantic_kernel.kernel_pydantic.KernelBaseModel"


def by_name(name: str, text: str | None) -> JsonSchema:
    """`build_from_type_name`, which cuts at every comma."""
    if "," in name:
        return {"anyOf": [by_name(one.strip(), text) for one in name.split(",")]}
    known = {key.removeprefix("builtins."): value for key, value in NAMES.items()} | {"object": "object", "array": "array"}
    return described({"type": known.get(name, "object")}, text)


def described(schema: JsonSchema, text: str | None) -> JsonSchema:
    """With its description; an empty one is none."""
    return {**schema, "description": text} if text else schema


def name_of(type_: Type) -> str:
    """The name of a member of a union as `type_` has it."""
    match type_:
        case Plain(name) if name in NAMES or name in _C_CLASSES or name in _CLASSES:
            return name.rpartition(".")[2]
        case Generic("builtins.list" | "builtins.dict" as origin, args) if args:
            return f"{origin.rpartition('.')[2]}[{', '.join(name_of(one) for one in args if one != NONE)}]"
        case Class(qualname, ()) if (bare := qualname.rpartition(":")[2].rpartition(".")[2]).isidentifier():
            return bare
    raise Untold("the name of a member of the union is not known")


class Types:
    """The types of one function, for one version of Python."""

    def __init__(self, definitions: Mapping[str, Definition], python: tuple[int, ...]) -> None:
        self._definitions = definitions
        self._python = python
        self._above: list[str] = []  # the classes that are being written, one within the other

    def build(self, type_: Type, text: str | None = None) -> JsonSchema:
        """`KernelJsonSchemaBuilder.build`."""
        match type_:
            case Annotated(inner, _):
                raise Untold(f"`Annotated` inside a type: {inner}")
            case Unresolved(_, reason, _):
                raise Untold(reason)
            case Plain(name, spelled) if name in NAMES:
                return described({"type": "object" if spelled else NAMES[name]}, text)
            case Plain(name) if name in _CLASSES and (name != "decimal.Decimal" or self._python >= (3, 13)):
                return described(dict(EMPTY), text)
            case Plain(name) if name in _C_CLASSES or name == "decimal.Decimal" or type_ in (NONE, ELLIPSIS):
                return described({"type": "object"}, text)
            case Literal() | Var():
                return described({"type": "object"}, text)
            case _ if type_ == ANY:
                return described(dict(EMPTY), text)
            case Generic(origin, args):
                return self._generic(origin, args, text)
            case Union(members):
                return self._union(members, text)
            case Class(qualname, ()):
                return self._class(qualname, text)
        raise Untold("what semantic-kernel makes of this type is not known")

    def _generic(self, origin: str, args: tuple[Type, ...], text: str | None) -> JsonSchema:
        match origin, args:
            case "builtins.list" | "builtins.set", (first, *_):
                return described({"type": "array", "items": self.build(first)}, text)
            case "builtins.dict", (_, values):
                value = self.build(values)
                rest = dict(EMPTY) if value == {"type": "object"} else value
                return described({"type": "object", "additionalProperties": rest}, text)
            case "builtins.tuple", _:
                return described({"type": "array", "items": [self.build(one) for one in args]}, text)
            case "builtins.frozenset", _:
                return described({"type": "object"}, text)
        raise Untold("what semantic-kernel makes of this type is not known")

    def _union(self, members: tuple[Type, ...], text: str | None) -> JsonSchema:
        if len(members) == 2 and NONE in members:
            inner = self.build(members[0] if members[1] == NONE else members[1])
            if "type" not in inner:
                raise Refusal("None or a union")
            return described({**inner, "type": [inner["type"], "null"]}, text)
        return {"anyOf": [self.build(one, text) for one in members]}

    # --- classes -----------------------------------------------------------------------------------------------------

    def _class(self, qualname: str, text: str | None) -> JsonSchema:
        """An enum is its values, a NewType has no annotations; any other class is its annotations."""
        definition = self._definitions.get(qualname)
        if definition is None or definition.reason:
            raise Untold("the class is not known in full" if definition is None else definition.reason)
        if definition.kind == "new_type":
            return described({"type": "object"}, text)
        if definition.kind == "enum":
            return described(self._enum(definition), text)
        if not definition.hinted:
            raise Untold(f"`{definition.name}` has annotations of other kinds than plain fields")
        if qualname in self._above:
            raise Refusal(f"`{definition.name}` contains itself, which is written out without end")
        self._above.append(qualname)
        try:
            return described(self._model(definition), text)
        finally:
            self._above.pop()

    def _enum(self, definition: Definition) -> JsonSchema:
        try:
            values = Mapper(self._definitions).values(definition)
        except NotJsonError as reason:
            raise Untold(str(reason)) from None
        if not values:
            raise Refusal(f"`{definition.name}` has no members")
        if isinstance(values[0], list | dict):
            raise Untold("the values of the enum are lists or tuples")
        kind = "string" if values[0] is None else NAMES.get(f"builtins.{type(values[0]).__name__}", "string")
        return {"type": kind, "enum": values}

    def _model(self, definition: Definition) -> JsonSchema:
        """`build_model_schema`: what may be None is not required, whatever the default."""
        is_model = definition.kind in ("model", "root_model") or _KERNEL_MODEL in definition.ancestors
        properties: dict[str, JsonSchema] = {}
        required: list[str] = []
        for field in definition.fields:
            type_ = stripped(field.type)
            properties[field.name] = self.build(type_, _text(field) if is_model else None)
            if not (isinstance(type_, Union) and NONE in type_.members):
                required.append(field.name)
        schema: JsonSchema = {"type": "object", "properties": properties}
        return {**schema, "required": required} if required else schema


def _text(field: Field) -> str | None:
    """What describes the field of a model: the first item of its metadata, which should be a text, else its description."""
    items = list(field.type.metadata) if isinstance(field.type, Annotated) else []
    given = field.default.value if isinstance(field.default, Given) else None
    items += [given] if _is_field(given) else []
    texts = [one for one in items if isinstance(one, str)]
    fields = [one for one in items if _is_field(one)]
    if texts and not fields and items[0] == texts[0]:
        return texts[0]
    if len(fields) != len(items) or any(not one.kwargs.keys() <= _ABOUT for one in fields):
        raise Untold(f"what describes `{field.name}` is an object that stands in its metadata")
    said = [one.kwargs["description"] for one in fields if "description" in one.kwargs]
    if said and not isinstance(said[-1], str | None):
        raise Untold(f"the description of `{field.name}` is not known")
    return said[-1] if said else field.doc


def _is_field(value: Constant) -> TypeGuard[Made]:
    return isinstance(value, Made) and value.of == "pydantic.Field"
