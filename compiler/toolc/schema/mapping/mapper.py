"""function_to_tool's mapping of types to JSON Schema, the common ground of the systems that do not use pydantic.

Takes resolved types, gives schemas and a list of issues. The rows are those of the system document of function_to_tool
("Type to JSON Schema Mapping"); what it does not list is its fallback, a string. Other systems differ by an override that
is asked first for every type.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from toolc.ir import Fidelity, JsonSchema
from toolc.schema.constants import NotJsonError, enum_schema, json_value
from toolc.schema.mapping.structures import arguments, slots
from toolc.signature import (
    ELLIPSIS,
    NONE,
    Alias,
    Annotated,
    Class,
    Constant,
    Definition,
    Generic,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)
from toolc.types.format import display
from toolc.types.operations import substitute

MAX_SCHEMAS = 10_000
MAX_DEPTH = 60
"""Inlining doubles a schema with every level of a chain of types; beyond these sizes it stops and says so."""

_SCALARS: Mapping[str, JsonSchema] = {
    "builtins.str": {"type": "string"},
    "builtins.int": {"type": "integer"},
    "builtins.float": {"type": "number"},
    "builtins.bool": {"type": "boolean"},
    "builtins.bytes": {"type": "string", "contentEncoding": "base64"},
    "datetime.datetime": {"type": "string", "format": "date-time"},
    "datetime.date": {"type": "string", "format": "date"},
    "datetime.time": {"type": "string", "format": "time"},
}
ARRAYS = ("builtins.list", "collections.abc.Sequence")
SETS = ("builtins.set", "builtins.frozenset")
TUPLES = ("builtins.tuple",)
OBJECTS = ("builtins.dict", "collections.abc.Mapping")

FALLBACK: JsonSchema = {"type": "string"}

_STRING = Plain("builtins.str")


class Issue(Struct, frozen=True):
    """A loss of the mapping: diagnostic code, message, resulting fidelity of the tool, and path in the schema ("" if none)."""

    code: str
    message: str
    fidelity: Fidelity = "approximate"
    where: str = ""


class Mapper:
    """Maps the types of one tool. `issues` and `unmapped` (types that no row knows) grow as it works."""

    def __init__(self, definitions: Mapping[str, Definition], override: "Override | None" = None) -> None:
        self.definitions = definitions
        self.issues: list[Issue] = []
        self.unmapped: list[Type] = []
        self._override = override
        self._inside: list[str] = []
        self._depth = 0
        self._made = 0

    def schema(self, type_: Type) -> JsonSchema:
        """The schema of a type; a new object each time."""
        self._made += 1
        if self._made > MAX_SCHEMAS or self._depth >= MAX_DEPTH:
            self.report("TC316", f"`{display(type_)[:80]}` is too large to be written out in full")
            return {}
        self._depth += 1
        try:
            own = self._override(type_, self) if self._override else None
            return self._map(type_) if own is None else own
        finally:
            self._depth -= 1

    def report(self, code: str, message: str, fidelity: Fidelity = "approximate") -> None:
        """Notes an issue once."""
        if (issue := Issue(code, message, fidelity)) not in self.issues:
            self.issues.append(issue)

    def _note_lost(self, message: str) -> None:
        self.report("TC316", message, "unknown")

    def fallback(self, type_: Type) -> JsonSchema:
        """The document: any unrecognized type defaults to a string."""
        self.unmapped.append(type_)
        return dict(FALLBACK)

    def report_unknown(self, code: str, message: str) -> JsonSchema:
        """Report an unknown type and return its schema, the fallback of the mapping, which is the likeliest."""
        self.report(code, message)
        return dict(FALLBACK)

    def union(self, members: tuple[Type, ...], keyword: str = "oneOf") -> JsonSchema:
        """Return the schema of a union without its `None` (`Optional[T]` is unwrapped to T); a single member has no keyword."""
        present = [member for member in members if member != NONE]
        if len(present) < 2:
            return self.schema(present[0]) if present else self.fallback(NONE)
        return {keyword: [self.schema(member) for member in present]}

    def values(self, definition: Definition) -> list[Any]:
        """The values of an enum, aliases left out as iterating over the class does. Raises `NotJsonError`."""
        values: list[Constant] = []
        for _, value in definition.members:
            if value not in values:
                values.append(value)
        return [json_value(value) for value in values]

    def _map(self, type_: Type) -> JsonSchema:
        match type_:
            case Plain(name):
                return self._plain(name)
            case Generic(origin, args):
                return self._generic(type_, origin, args)
            case Union(members):
                return self.union(members)
            case Literal(values):
                return self._literal(values)
            case Annotated(inner, _):
                return self.schema(inner)
            case Class(qualname, args) | Alias(qualname, args):
                return self._map_definition(type_, qualname, args)
            case TypeVariable(_, bound, constraints, default):
                return self._variable(type_, default or bound, constraints)
            case Unresolved(code, reason, _):
                return self.report_unknown(code or "TC307", reason)

    def _plain(self, name: str) -> JsonSchema:
        if name in _SCALARS:
            return dict(_SCALARS[name])
        if name in (*ARRAYS, *TUPLES):
            return {"type": "array", "items": self.schema(_STRING)}
        if name in SETS:
            return {"type": "array", "items": self.schema(_STRING), "uniqueItems": True}
        if name in OBJECTS:
            return {"type": "object", "additionalProperties": self.schema(_STRING)}
        return self.fallback(Plain(name))

    def _generic(self, type_: Type, origin: str, args: tuple[Type, ...]) -> JsonSchema:
        if origin in ARRAYS and len(args) == 1:
            return {"type": "array", "items": self.schema(args[0])}
        if origin in SETS and len(args) == 1:
            return {"type": "array", "items": self.schema(args[0]), "uniqueItems": True}
        if origin in OBJECTS and len(args) == 2:
            return {"type": "object", "additionalProperties": self.schema(args[1])}
        if origin in TUPLES:
            return self._tuple(args)
        return self.fallback(type_)

    def _tuple(self, args: tuple[Type, ...]) -> JsonSchema:
        if len(args) == 2 and args[1] == ELLIPSIS:
            return {"type": "array", "items": self.schema(args[0])}
        # An empty `prefixItems` would be no JSON Schema.
        prefix = {"prefixItems": [self.schema(arg) for arg in args]} if args else {}
        return {"type": "array", **prefix, "minItems": len(args), "maxItems": len(args)}

    def _literal(self, values: tuple[Constant, ...]) -> JsonSchema:
        try:
            distinct = {(type(value), repr(value)): value for value in map(json_value, values)}
        except NotJsonError as problem:
            return self.report_unknown("TC316", f"a value of this Literal is not known: {problem}")
        return enum_schema(list(distinct.values()))

    def _variable(self, type_: TypeVariable, stand_in: Type | None, constraints: tuple[Type, ...]) -> JsonSchema:
        if stand_in is not None:
            return self.schema(stand_in)
        return self.union(constraints) if constraints else self.fallback(type_)

    def _map_definition(self, type_: Class | Alias, qualname: str, args: tuple[Type, ...]) -> JsonSchema:
        definition = self.definitions.get(qualname)
        if definition is None:
            return self.report_unknown("TC307", f"the definition of `{display(type_)}` was not found")
        if qualname in self._inside:
            self.report("TC312", f"`{definition.name}` contains itself and is cut to a bare object there", "exact")
            return {"type": "object"}
        if definition.doubt:
            self.report("TC316", f"`{definition.name}`: {definition.doubt}")
        self._inside.append(qualname)
        try:
            return self._body(type_, definition, args)
        finally:
            self._inside.pop()

    def _body(self, type_: Class | Alias, definition: Definition, args: tuple[Type, ...]) -> JsonSchema:
        match definition.kind:
            case "enum":
                return self._enum(type_, definition)
            case "model" | "dataclass" | "typed_dict" | "named_tuple":
                return self._object(definition, args)
            case "root_model":
                # The document names no root models; what a caller writes for one is the root's value.
                root = next((slot.type for slot in slots(definition, args, self._note_lost)), None)
                return self.fallback(type_) if root is None else self.schema(root)
            # A NewType is no class at run time and in no row of the document: "any unrecognized type", a string.
            case "alias" if definition.value is not None:
                return self.schema(substitute(definition.value, arguments(definition, args)))
            case _:
                return self.fallback(type_)

    def _enum(self, type_: Type, definition: Definition) -> JsonSchema:
        try:
            values = self.values(definition)
        except NotJsonError as problem:
            return self.report_unknown("TC316", f"the values of `{definition.name}` are not known: {problem}")
        return enum_schema(values) if values else self.fallback(type_)

    def _object(self, definition: Definition, args: tuple[Type, ...]) -> JsonSchema:
        fields = list(slots(definition, args, self._note_lost))
        return {
            "type": "object",
            "properties": {slot.name: self.schema(slot.type) for slot in fields},
            "required": [slot.name for slot in fields if slot.required],
        }


Override = Callable[[Type, Mapper], JsonSchema | None]
"""A system's own rows: the schema of a type, or None to leave it to the mapping."""
