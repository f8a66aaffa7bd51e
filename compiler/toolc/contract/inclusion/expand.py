"""A schema as a union of shapes: takes a schema of a document, gives shapes that hold more, or fewer, values than the schema.

Where all is understood, both are exactly the schema. What is not understood (`not`, `unevaluatedProperties`, a `oneOf` whose
members overlap …) stands in `also` of the shapes above and below, so that it still cancels out against itself.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal

from msgspec import structs

from toolc.contract.inclusion.document import Document
from toolc.contract.inclusion.equality import key
from toolc.contract.inclusion.shapes import (
    EVERYTHING,
    Arrays,
    Contains,
    Facet,
    Numbers,
    Objects,
    Row,
    Schema,
    Shape,
    Strings,
    Values,
    both,
    is_empty,
)  # fmt: skip

Side = Literal["over", "under"]
"""over: no value of the schema is missing. under: every value of the shapes is one of the schema."""

MAX_SHAPES = 200

_APPLICATORS = ("allOf", "anyOf", "oneOf", "if", "then", "else", "not", "$ref", "$dynamicRef", "dependentSchemas", "contains")
_OPAQUE = ("not", "dependentSchemas", "$dynamicRef", "$recursiveRef", "dependencies")


class TooManyError(Exception):
    """The union has more shapes than anybody will compare."""


class Expander:
    """Expands the schemas of one document."""

    def __init__(self, document: Document, formats: bool = True) -> None:
        self.document = document
        self._formats = formats
        self._known: dict[tuple[str, Side], tuple[Shape, ...]] = {}
        self._open: set[str] = set()

    def shapes(self, schema: Schema, side: Side) -> tuple[Shape, ...]:
        """The shapes of a schema. Raises TooManyError."""
        if not isinstance(schema, dict):
            return EVERYTHING if schema is True or (schema is not False and side == "over") else ()
        name = self.document.name(schema)
        if (name, side) not in self._known:
            if name in self._open:  # it refers to itself without a step down: nobody knows what that means
                return EVERYTHING if side == "over" else ()
            self._open.add(name)
            try:
                self._known[name, side] = self._check_finite(self._expand_schema(schema, side), schema, side)
            finally:
                self._open.discard(name)
        return self._known[name, side]

    def _check_finite(self, shapes: tuple[Shape, ...], schema: Schema, side: Side) -> tuple[Shape, ...]:
        """The same with all finite values in one shape, checked against the whole schema."""
        values = {key(value): value for shape in shapes if isinstance(shape, Values) for value in shape.values}
        wanted = (True,) if side == "under" else (True, None)
        kept = tuple(value for value in values.values() if self.document.valid(value, schema) in wanted)
        others = tuple(shape for shape in shapes if not isinstance(shape, Values) and not is_empty(shape))
        return (*((Values(values=kept),) if kept else ()), *others)

    def _expand_schema(self, schema: dict[str, Any], side: Side) -> tuple[Shape, ...]:
        union = tuple(self._own(schema))
        for part in self._parts(schema, side):
            union = tuple(met for one in union for other in part if (met := both(one, other)) is not None)
            if len(union) > MAX_SHAPES:
                raise TooManyError
        return union

    # --- keywords of the schema itself --------------------------------------------------------------------------------

    def _own(self, schema: dict[str, Any]) -> Iterator[Shape]:
        if "const" in schema or isinstance(schema.get("enum"), list):
            yield Values(values=(schema["const"],) if "const" in schema else tuple(schema["enum"]))
            return
        asked = schema.get("type")
        types = {asked} if isinstance(asked, str) else set(asked) if isinstance(asked, list) else None

        def has(*names: str) -> bool:
            return types is None or not types.isdisjoint(names)

        if has("null"):
            yield Values(values=(None,))
        if has("boolean"):
            yield Values(values=(False, True))
        if has("number", "integer"):
            yield _numbers(schema, whole=types is not None and "number" not in types)
        if has("string"):
            yield self._strings(schema)
        if has("array"):
            yield _arrays(schema)
        if has("object"):
            yield _objects(schema)

    def _strings(self, schema: dict[str, Any]) -> Strings:
        formats = {schema["format"]} if self._formats and isinstance(schema.get("format"), str) else set()
        patterns = {schema["pattern"]} if isinstance(schema.get("pattern"), str) else set()
        return Strings(
            least=_count(schema, "minLength") or 0,
            most=_count(schema, "maxLength"),
            patterns=frozenset(patterns - {"", ".*", "^.*$"}),
            formats=frozenset(formats),
        )

    # --- schemas that apply to the same value -------------------------------------------------------------------------

    def _parts(self, schema: dict[str, Any], side: Side) -> Iterator[tuple[Shape, ...]]:
        if "$ref" in schema:
            target = self.document.find(schema["$ref"])
            yield self._opaque({"$ref": schema["$ref"]}) if target is None else self.shapes(target, side)
        for member in _list(schema, "allOf"):
            yield self.shapes(member, side)
        if members := _list(schema, "anyOf"):
            yield self._union(members, side)
        if members := _list(schema, "oneOf"):
            yield self._one_of(members, side)
        if "if" in schema and ("then" in schema or "else" in schema):
            yield self._conditional({name: schema.get(name, True) for name in ("if", "then", "else")}, side)
        for word in _OPAQUE:
            if word in schema:
                yield self._opaque({word: schema[word]})
        if _leftovers(schema):
            yield self._opaque(schema)

    def _union(self, members: list[Schema], side: Side) -> tuple[Shape, ...]:
        return tuple(shape for member in members for shape in self.shapes(member, side))

    def _one_of(self, members: list[Schema], side: Side) -> tuple[Shape, ...]:
        if self._apart([self.shapes(member, "over") for member in members]):
            return self._union(members, side)
        whole = self._opaque({"oneOf": members})
        return whole if side == "under" else self._with(self._union(members, side), whole)

    def _conditional(self, parts: dict[str, Schema], side: Side) -> tuple[Shape, ...]:
        whole = self._opaque(parts)
        if side == "under":
            return whole
        return self._with(
            (*self.shapes({"allOf": [parts["if"], parts["then"]]}, side), *self.shapes(parts["else"], side)), whole
        )

    def _opaque(self, schema: Schema) -> tuple[Shape, ...]:
        """Everything, as far as a schema that is not taken apart lets it."""
        name = self.document.name(schema)
        return tuple(
            shape if isinstance(shape, Values) else structs.replace(shape, also=frozenset({name})) for shape in EVERYTHING
        )

    def _with(self, shapes: tuple[Shape, ...], others: tuple[Shape, ...]) -> tuple[Shape, ...]:
        return tuple(met for one in shapes for other in others if (met := both(one, other)) is not None)

    # --- unions whose members have nothing in common ------------------------------------------------------------------

    def _apart(self, unions: list[tuple[Shape, ...]]) -> bool:
        return all(
            self._disjoint(one, other)
            for at, union in enumerate(unions)
            for later in unions[at + 1 :]
            for one in union
            for other in later
        )

    def _disjoint(self, one: Shape, other: Shape, deep: int = 2) -> bool:
        if isinstance(one, Values) and isinstance(other, Values):
            return {key(value) for value in one.values}.isdisjoint(key(value) for value in other.values)
        if isinstance(one, Values) or isinstance(other, Values):
            values, shape = (one, other) if isinstance(one, Values) else (other, one)
            return isinstance(values, Values) and not any(_is_kind(value, shape) for value in values.values)
        met = both(one, other)
        if met is None or is_empty(met):
            return True
        if not (isinstance(one, Objects) and isinstance(other, Objects)) or not deep:
            return False
        return any(
            self._disjoint(mine, theirs, deep - 1)
            for name in one.required | other.required
            for mine, theirs in self._pairs(one, other, name)
        )

    def _pairs(self, one: Objects, other: Objects, name: str) -> Iterator[tuple[Shape, Shape]]:
        """The shapes of one member of two objects when each has a single one."""
        mine, theirs = (self.shapes(member(shape, name), "over") for shape in (one, other))
        if len(mine) == len(theirs) == 1:
            yield mine[0], theirs[0]


def member(shape: Objects, name: str) -> Schema:
    """All that an object asks of its member `name`, as one schema."""
    schemas = [schema for facet in shape.facets for schema in facet_schemas(facet, name)]
    return _all(schemas)


def only_named_members(shape: Objects) -> Objects:
    """The same without members that nothing names, where objects name any: what a caller who keeps to the schema sends."""
    names = {name for facet in shape.facets for name in facet.properties}
    patterns = {pattern for facet in shape.facets for pattern in facet.patterns}
    if not shape.facets or any(facet.rest is not True for facet in shape.facets):
        return shape
    facet = Facet(dict.fromkeys(sorted(names), True), dict.fromkeys(sorted(patterns), True), False)
    return structs.replace(shape, facets=(*shape.facets, facet))


def facet_schemas(facet: Facet, name: str) -> list[Schema]:
    """The schemas of one facet for a member."""
    found = [facet.properties[name]] if name in facet.properties else []
    found += [schema for pattern, schema in facet.patterns.items() if matches(pattern, name)]
    return found or [facet.rest]


def matches(pattern: str, text: str) -> bool:
    """Return `True` if a pattern matches in a text; one that Python does not support never does."""
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return False


def item(shape: Arrays, index: int) -> Schema:
    """All that an array asks of the item at an index, as one schema."""
    return _all([row.prefix[index] if index < len(row.prefix) else row.rest for row in shape.rows])


def _all(schemas: list[Schema]) -> Schema:
    telling = [schema for schema in schemas if schema is not True and schema != {}]
    return True if not telling else telling[0] if len(telling) == 1 else {"allOf": telling}


def _numbers(schema: dict[str, Any], whole: bool) -> Numbers:
    low, low_open = _limit_of(schema, "minimum", "exclusiveMinimum", max)
    high, high_open = _limit_of(schema, "maximum", "exclusiveMaximum", min)
    step = Fraction(schema["multipleOf"]) if _is_number(schema.get("multipleOf")) and schema["multipleOf"] > 0 else None
    if isinstance(schema.get("multipleOf"), float):
        step = Fraction(str(schema["multipleOf"]))
    numbers = Numbers(low=low, low_open=low_open, high=high, high_open=high_open, step=step)
    if not whole:
        return numbers
    met = both(numbers, Numbers(step=Fraction(1)))
    assert isinstance(met, Numbers)
    return met


def _limit_of(schema: dict[str, Any], closed: str, open_: str, tighter: Any) -> tuple[Fraction | None, bool]:
    given = [(Fraction(schema[word]), word == open_) for word in (closed, open_) if _is_number(schema.get(word))]
    if not given:
        return None, False
    bound = tighter(value for value, _ in given)
    return bound, any(opened for value, opened in given if value == bound)


def _arrays(schema: dict[str, Any]) -> Arrays:
    prefix, rest = tuple(_list(schema, "prefixItems")), schema.get("items", True)
    asked = [schema["contains"]] if "contains" in schema else []
    least, most = _count(schema, "minContains"), _count(schema, "maxContains")
    return Arrays(
        rows=(Row(prefix, rest),) if prefix or rest is not True else (),
        least=_count(schema, "minItems") or 0,
        most=_count(schema, "maxItems"),
        unique=schema.get("uniqueItems") is True,
        contains=tuple(Contains(one, 1 if least is None else least, most) for one in asked),
    )


def _objects(schema: dict[str, Any]) -> Objects:
    properties, patterns = _table(schema, "properties"), _table(schema, "patternProperties")
    rest = schema.get("additionalProperties", True if _applies(schema) else schema.get("unevaluatedProperties", True))
    dependent = _table(schema, "dependentRequired")
    return Objects(
        facets=(Facet(properties, patterns, rest),) if "properties" in schema or patterns or rest is not True else (),
        required=frozenset(name for name in _list(schema, "required") if isinstance(name, str)),
        least=_count(schema, "minProperties") or 0,
        most=_count(schema, "maxProperties"),
        names=(schema["propertyNames"],) if "propertyNames" in schema else (),
        dependent=tuple((name, frozenset(needs)) for name, needs in dependent.items()),
    )


def _leftovers(schema: dict[str, Any]) -> bool:
    """Return `True` if `unevaluated…` constrains more than `additionalProperties` and `items` would."""
    if "unevaluatedItems" in schema:
        return True
    return "unevaluatedProperties" in schema and (_applies(schema) or "additionalProperties" in schema)


def _applies(schema: dict[str, Any]) -> bool:
    return any(word in schema for word in _APPLICATORS)


def _is_kind(value: Any, shape: Shape) -> bool:
    """Return `True` if a value has the kind of a shape; the shape's bounds are not checked."""
    match shape:
        case Numbers():
            return _is_number(value)
        case Strings():
            return isinstance(value, str)
        case Arrays():
            return isinstance(value, list)
        case _:
            return isinstance(value, dict)


def _list(schema: dict[str, Any], word: str) -> list[Any]:
    value = schema.get(word)
    return value if isinstance(value, list) else []


def _table(schema: dict[str, Any], word: str) -> dict[str, Any]:
    value = schema.get(word)
    return value if isinstance(value, dict) else {}


def _count(schema: dict[str, Any], word: str) -> int | None:
    value = schema.get(word)
    return int(value) if isinstance(value, int | float) and _is_number(value) and value >= 0 else None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) != float("inf") and value == value
