"""Types as semantic-kernel writes them: takes a type with its text, gives its schema (1.45.0 `KernelJsonSchemaBuilder`).

Raises `Refusal` where semantic-kernel raises, `UnknownPart` where only the running program knows.
"""

from collections.abc import Mapping

from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError
from toolc.schema.mapping import Mapper
from toolc.signature import (
    ANY,
    ELLIPSIS,
    NONE,
    Annotated,
    Class,
    Definition,
    Field,
    Generic,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)
from toolc.systems.semantic_kernel.fields import Unworded, description_of
from toolc.systems.shared.huggingface import Refusal, UnknownPart
from toolc.systems.shared.types import strip_annotated

NAMES = {
    "builtins.int": "integer", "builtins.str": "string", "builtins.bool": "boolean", "builtins.float": "number",
    "builtins.list": "array", "builtins.dict": "object", "builtins.set": "array", "builtins.tuple": "array",
}  # fmt: skip
EMPTY: JsonSchema = {"type": "object", "properties": {}}
MODELS = ("model", "root_model")

_C_CLASSES = frozenset(
    {f"builtins.{name}" for name in ("bytearray", "bytes", "complex", "frozenset", "memoryview", "object", "type")}
    | {f"collections.{name}" for name in ("OrderedDict", "defaultdict", "deque")}
    | {f"datetime.{name}" for name in ("datetime", "date", "time", "timedelta")}
)
"""Classes that have no `__annotations__`: those of C (CPython 3.11 to 3.14)."""

_CLASSES = frozenset(
    {"decimal.Decimal", "fractions.Fraction", "pathlib.Path", "pathlib.PurePath", "uuid.UUID"}
    | {"collections.ChainMap", "collections.Counter", "re.Match", "re.Pattern"}
    | {f"ipaddress.IPv{version}{kind}" for version in (4, 6) for kind in ("Address", "Interface", "Network")}
)
"""Classes with a table of annotations, which is empty, as those of `collections.abc` are; that of `Decimal` came with 3.13."""

_KERNEL_MODEL = "semantic_kernel.kernel_pydantic.KernelBaseModel"


def _in_python(name: str) -> bool:
    return name in _CLASSES or name.startswith("collections.abc.")


def by_name(name: str, text: str | None) -> JsonSchema:
    """`build_from_type_name`, which cuts at every comma."""
    if "," in name:
        return {"anyOf": [by_name(one.strip(), text) for one in name.split(",")]}
    known = {key.removeprefix("builtins."): value for key, value in NAMES.items()} | {"object": "object", "array": "array"}
    return add_description({"type": known.get(name, "object")}, text)


def add_description(schema: JsonSchema, text: str | None) -> JsonSchema:
    """With its description; an empty one is none."""
    return {**schema, "description": text} if text else schema


def name_of(type_: Type) -> str:
    """The name of a member of a union as `type_` has it."""
    match type_:
        case Annotated(inner, _):
            name = name_of(inner)
            return f"{name}[{name}]" if name in ("list", "dict") else name
        case Plain(_, spelled) if spelled:
            return f"typing.{spelled}"
        case Plain(name) if name in NAMES or name in _C_CLASSES or name in _CLASSES:
            return name.rpartition(".")[2]
        case Generic("builtins.list" | "builtins.dict" as origin, args, spelled) if args:
            names = ["Any" if one == NONE else name_of(one) for one in args if one != NONE or not spelled]
            return f"{origin.rpartition('.')[2]}[{', '.join(names)}]"
        case Class(qualname, ()) if (bare := qualname.rpartition(":")[2].rpartition(".")[2]).isidentifier():
            return bare
    raise UnknownPart("the name of a member of the union is not known")


class Types:
    """The types of one function, for one version of Python."""

    def __init__(self, definitions: Mapping[str, Definition], python: tuple[int, ...]) -> None:
        self._definitions = definitions
        self.python = python
        self._above: list[str] = []  # the classes that are being written, one within the other
        self.unworded: list[str] = []  # which fields are described by objects, in words

    def build(self, type_: Type, text: str | None = None) -> JsonSchema:
        """`KernelJsonSchemaBuilder.build`."""
        match type_:
            case Unresolved(code, reason, _):
                raise UnknownPart(reason, code)
            case Annotated():
                return add_description({"type": "object"}, text)
            case Plain(_, spelled) if spelled:
                return add_description({"type": "object"}, text)
            case Plain(name) if name in NAMES:
                return add_description({"type": NAMES[name]}, text)
            case Plain(name) if _in_python(name) and (name != "decimal.Decimal" or self.python >= (3, 13)):
                return add_description(dict(EMPTY), text)
            case Plain(name) if name in _C_CLASSES or name == "decimal.Decimal" or type_ in (NONE, ELLIPSIS):
                return add_description({"type": "object"}, text)
            case Literal() | TypeVariable():
                return add_description({"type": "object"}, text)
            case _ if type_ == ANY:
                return add_description(dict(EMPTY), text)
            case Generic():
                return self._generic(type_, text)
            case Union(members):
                return self._union(members, text)
            case Class(qualname):
                return self._class(qualname, bool(type_.args), text)
        raise UnknownPart("what semantic-kernel makes of this type is not known")

    def _generic(self, type_: Generic, text: str | None) -> JsonSchema:
        """`list[int]` asks its class for annotations where `typing.List[int]` has none."""
        match type_.origin, type_.args:
            case "builtins.list" | "builtins.set", (first, *_):
                return add_description({"type": "array", "items": self.build(first)}, text)
            case "builtins.dict", (_, values):
                value = self.build(values)
                rest = dict(EMPTY) if value == {"type": "object"} else value
                return add_description({"type": "object", "additionalProperties": rest}, text)
            case "builtins.tuple", _:
                return add_description({"type": "array", "items": [self.build(one) for one in type_.args]}, text)
            case origin, _ if type_.spelled or origin in _C_CLASSES:
                return add_description({"type": "object"}, text)
            case origin, _ if _in_python(origin):
                return add_description(dict(EMPTY), text)
        raise UnknownPart("what semantic-kernel makes of this type is not known")

    def _union(self, members: tuple[Type, ...], text: str | None) -> JsonSchema:
        if len(members) == 2 and NONE in members:
            inner = self.build(members[0] if members[1] == NONE else members[1])
            if "type" not in inner:
                raise Refusal("None or a union")
            return add_description({**inner, "type": [inner["type"], "null"]}, text)
        return {"anyOf": [self.build(one, text) for one in members]}

    # --- classes -----------------------------------------------------------------------------------------------------

    def _class(self, qualname: str, applied: bool, text: str | None) -> JsonSchema:
        """An enum is its values, a NewType has no annotations; any other class is its annotations.

        `applied`, to type arguments, only a model is a class still, and its annotations are those of the generic one.
        """
        definition = self._definitions.get(qualname)
        if definition is None or definition.reason:
            raise UnknownPart("the class is not known in full" if definition is None else definition.reason)
        if definition.kind == "new_type":
            return add_description({"type": "object"}, text)
        if definition.kind == "enum":
            return add_description(self._enum(definition), text)
        if applied and definition.kind not in MODELS:
            return add_description({"type": "object"}, text)
        if not definition.hinted:
            raise UnknownPart(f"`{definition.name}` has annotations of other kinds than plain fields")
        if qualname in self._above:
            raise Refusal(f"`{definition.name}` contains itself, which is written out without end")
        self._above.append(qualname)
        try:
            return add_description(self._model(definition), text)
        finally:
            self._above.pop()

    def _enum(self, definition: Definition) -> JsonSchema:
        try:
            values = Mapper(self._definitions).values(definition)
        except NotJsonError as reason:
            raise UnknownPart(str(reason)) from None
        if not values:
            raise Refusal(f"`{definition.name}` has no members")
        if isinstance(values[0], list | dict):
            raise UnknownPart("the values of the enum are lists or tuples")
        kind = "string" if values[0] is None else NAMES.get(f"builtins.{type(values[0]).__name__}", "string")
        return {"type": kind, "enum": values}

    def _model(self, definition: Definition) -> JsonSchema:
        """`build_model_schema`: what may be None is not required, whatever the default."""
        is_model = definition.kind in MODELS or _KERNEL_MODEL in definition.ancestors
        properties: dict[str, JsonSchema] = {}
        required: list[str] = []
        for field in definition.fields:
            type_ = strip_annotated(field.type)
            properties[field.name] = self.build(type_, self._text(field) if is_model else None)
            if not (isinstance(type_, Union) and NONE in type_.members):
                required.append(field.name)
        schema: JsonSchema = {"type": "object", "properties": properties}
        return {**schema, "required": required} if required else schema

    def _text(self, field: Field) -> str | None:
        """Return the description of a model's field, and note one that is not a text."""
        said = description_of(field)
        if isinstance(said, Unworded):
            self.unworded.append(f"`{field.name}` is described by `{said.text}`")
            return said.text
        return said
