"""agno's own table of types: takes a type as `typing.get_type_hints` gives it, gives its JSON Schema.

`get_json_schema_for_arg` and `inline_pydantic_schema` (agno 3.1.10 `utils/json_schema.py`). What is in no row is an object that
can only be empty. Raises `Dropped` where agno leaves the parameter out, `UnknownPart` where only the running program knows.
"""

from collections.abc import Callable, Mapping
from typing import Any

from toolc.ir import JsonSchema
from toolc.schema.constants import NotJsonError, json_value
from toolc.schema.mapping import Mapper
from toolc.signature import (
    NONE,
    Alias,
    Annotated,
    Class,
    Constant,
    Definition,
    Generic,
    Literal,
    Member,
    Plain,
    Type,
    TypeVariable,
    Union,
    UnknownConstant,
    Unresolved,
)

_NAMES: Mapping[str, str] = {
    "int": "integer",
    **dict.fromkeys(("float", "complex", "Decimal"), "number"),
    **dict.fromkeys(("str", "string"), "string"),
    **dict.fromkeys(("bool", "boolean"), "boolean"),
    **dict.fromkeys(("NoneType", "None"), "null"),
    **dict.fromkeys(("list", "tuple", "set", "frozenset"), "array"),
}
"""`get_json_type_for_py_type`: by the `__name__` of a class, whatever class it is; any other is an object."""

ARRAYS = ("builtins.list", "builtins.tuple", "builtins.set", "builtins.frozenset")
_PLAIN = frozenset(
    "array builtins collections datetime decimal fractions ipaddress numbers pathlib re types typing uuid".split()
)
"""Modules none of whose classes is an enum, a model or a dataclass."""

_PYDANTIC = frozenset(
    """AnyHttpUrl AnyUrl AwareDatetime ByteSize EmailStr FutureDate FutureDatetime HttpUrl IPvAnyAddress IPvAnyInterface
    IPvAnyNetwork NaiveDatetime NameEmail PastDate PastDatetime PostgresDsn SecretBytes SecretStr""".split()
)
"""The same of names of pydantic."""

CONTAINERS = (*ARRAYS, "builtins.dict")
_TEXT: JsonSchema = {"type": "string"}

OWNERS = frozenset({"agno.agent.Agent", "agno.team.Team"})

Model = Callable[[Class], JsonSchema]
"""`model_json_schema()` of a pydantic class."""


class Dropped(Exception):
    """agno cannot make a schema of the type and leaves the parameter out; the argument says why."""


class UnknownPart(Exception):
    """The schema is not known; the first argument says why, `code` is that of an annotation that was not followed."""

    def __init__(self, reason: str, code: str = "") -> None:
        super().__init__(reason)
        self.code = code


class Speller:
    """Spells the types of one parameter. `aliased`: bare containers in it are aliases of `typing`, which count as ones of
    anything; None where only some are."""

    def __init__(self, definitions: Mapping[str, Definition], model: Model, aliased: bool | None = False) -> None:
        self._definitions = definitions
        self._model = model
        self._aliased = aliased

    def schema(self, type_: Type) -> JsonSchema | None:
        """The schema; None for a union of which no member has one."""
        match type_:
            case Annotated(inner, _):
                return self.schema(inner)
            case Literal(values):
                return _literal(values)
            case Generic(origin, args) if origin in CONTAINERS and NONE in args:
                raise UnknownPart("of `list[None]` agno cannot make a schema, of `List[None]` it can")
            case Generic(origin, args) if origin in ARRAYS:
                return {"type": "array", "items": self.schema(args[0]) if args else dict(_TEXT)}
            case Generic("builtins.dict", args):
                keys = self.schema(args[0]) if args else dict(_TEXT)
                inside = self.schema(args[1]) if len(args) > 1 else dict(_TEXT)
                return {"type": "object", "propertyNames": keys, "additionalProperties": inside}
            case Union(members):
                return self._union(members)
            case Plain(name):
                return self._plain(name)
            case Class(qualname) if qualname in self._definitions:
                return self._class(type_, self._definitions[qualname])
            case Unresolved(code, reason, _):
                raise UnknownPart(reason, code)
            case Generic(name):
                return _external(name)
            case Class(name) | Alias(name) | TypeVariable(name):
                return _schema_of_name(name)

    def _union(self, members: tuple[Type, ...]) -> JsonSchema | None:
        """A member that raises is left out."""
        told: list[JsonSchema] = []
        for one in members:
            try:
                schema = self.schema(one)
            except Dropped:
                continue
            if schema:
                told.append(schema)
        return {"anyOf": told} if told else None

    def _plain(self, name: str) -> JsonSchema:
        """`List` is a list of texts, `list` one of anything; a dict of anything is open."""
        if name in CONTAINERS:
            if self._aliased is None:
                raise UnknownPart(
                    "an alias of `typing` and a class stand in it without arguments, and which is which is not told"
                )
            if self._aliased:
                return self.schema(Generic(name, ())) or {}
            if name == "builtins.dict":
                return {"type": "object", "additionalProperties": True}
        return _external(name)

    def _class(self, type_: Class, definition: Definition) -> JsonSchema:
        if definition.kind in ("model", "root_model"):
            return inline_definitions(self._model(type_))
        if type_.args:
            return _schema_of_name(definition.name)
        if definition.kind == "enum":
            return self._enum(definition)
        if definition.kind == "dataclass":
            raise UnknownPart(f"agno reads the fields of `{definition.name}` as they are annotated, quotes included")
        if definition.kind == "alias" and definition.value is not None and definition.reason:
            raise UnknownPart(definition.reason)
        return _schema_of_name(definition.name)

    def _enum(self, definition: Definition) -> JsonSchema:
        if definition.reason:
            raise UnknownPart(definition.reason)
        if any(base.startswith("enum.") and base.endswith("Flag") for base in definition.ancestors):
            raise UnknownPart(f"`{definition.name}` is an enum of flags")
        try:
            return {"type": "string", "enum": Mapper(self._definitions).values(definition)}
        except NotJsonError as reason:
            raise UnknownPart(str(reason)) from None


def _external(name: str) -> JsonSchema:
    """A class of another package; agents are dataclasses whose annotations agno itself cannot read."""
    if name in OWNERS:
        raise Dropped("agno raises when it reads the fields of its own class")
    root, _, rest = name.partition(".")
    if root not in _PLAIN and not (root == "pydantic" and rest in _PYDANTIC):
        raise UnknownPart(f"what `{name}` is decides, an enum, a model, a dataclass or any other class")
    return _schema_of_name(name)


def _schema_of_name(name: str) -> JsonSchema:
    kind = _NAMES.get(name.replace(":", ".").rpartition(".")[2], "object")
    return {"type": kind} if kind != "object" else {"type": "object", "properties": {}, "additionalProperties": False}


def _literal(values: tuple[Constant, ...]) -> JsonSchema:
    """With the type that all values share."""
    if any(isinstance(one, UnknownConstant) for one in values):
        raise UnknownPart("a value of a Literal is computed while the program runs")
    plain = [one.value if isinstance(one, Member) else one for one in values]
    try:
        enum = [json_value(one) for one in plain]
    except NotJsonError as reason:
        raise UnknownPart(str(reason)) from None
    if any(isinstance(one, Member) for one in values):
        raise UnknownPart("a Literal of enum members")
    if all(isinstance(one, str) for one in plain):
        return {"type": "string", "enum": enum}
    if all(isinstance(one, bool) for one in plain):
        return {"type": "boolean", "enum": enum}
    if any(isinstance(one, bool) or not isinstance(one, int | float) for one in plain):
        return {"enum": enum}
    return {"type": "integer" if all(isinstance(one, int) for one in plain) else "number", "enum": enum}


def optional(type_: Type, style: str | None, python: tuple[int, ...]) -> Type:
    """Return T for `Optional[T]`. Before Python 3.14, `T | None` is another kind of union and is kept."""
    if not isinstance(type_, Union) or len(type_.members) != 2 or NONE not in type_.members:
        return type_
    if python < (3, 14) and style != "typing":
        if style is None:
            raise UnknownPart("whether Python makes a `typing.Union` of it is not told")
        return type_
    return next(one for one in type_.members if one != NONE)


def inline_definitions(model: JsonSchema) -> JsonSchema:
    """Definitions where they are used, without what stands beside the reference; a class within itself is named instead.

    Only some keywords are entered, so that a reference in any other leads nowhere.
    """
    definitions = model.get("$defs", {})

    def open_value(schema: Any, active: tuple[str, ...]) -> Any:
        if isinstance(schema, list):
            return [open_value(one, active) for one in schema]
        if not isinstance(schema, dict):
            return schema
        if isinstance(ref := schema.get("$ref"), str):
            name = ref.rpartition("/")[2]
            if name in active:
                return {"type": "object", "description": f"A nested {name} object of this same shape."}
            return open_value(definitions[name], (*active, name)) if name in definitions else {"type": "object"}
        made = {key: value for key, value in schema.items() if key != "$defs"}
        for key in ("items", "additionalProperties", "propertyNames", "anyOf", "allOf", "oneOf"):
            if key in made:
                made[key] = open_value(made[key], active)
        if "properties" in made:
            made["properties"] = {name: open_value(one, active) for name, one in made["properties"].items()}
        return made

    told: JsonSchema = open_value({key: value for key, value in model.items() if key != "$defs"}, ())
    return told


def strict(schema: JsonSchema) -> JsonSchema:
    """`process_schema_for_strict`: every object closed but those within lists, all parameters required."""

    def close(value: JsonSchema) -> JsonSchema:
        made = dict(value)
        if made.get("type") == "object" or "properties" in made:
            made["additionalProperties"] = False
        if "type" not in made:
            if "properties" in made:
                made["type"] = "object"
            elif made.get("title") and not made.keys() & {"items", "anyOf", "oneOf", "allOf", "enum"}:
                made["type"] = "string"
        for key, inner in made.items():
            if key == "properties" and isinstance(inner, dict):
                made[key] = {name: close(one) if isinstance(one, dict) else one for name, one in inner.items()}
            elif isinstance(inner, dict):
                made[key] = close(inner)
        return made

    told = close(schema)
    return {**told, "required": list(told.get("properties", {}))}
