"""Schemas of zod and of valibot, as structure: objects, unions, lists.

Takes view types and a `Library`, gives expressions. What the structure does not say, or says in another way than JSON Schema,
is left to the check, and `Structure.exact` tells so: no value that is valid is ever refused by the structure.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from toolc.ir import (
    Anything,
    Array,
    Boolean,
    Constants,
    NamedType,
    Null,
    Numeric,
    Object,
    Property,
    Ref,
    String,
    Tool,
    Type,
    Union,
)
from toolc.schema.view import inexpressible
from toolc.schema.view.names import references
from toolc.targets.code import Code
from toolc.targets.constraints import number
from toolc.targets.tool_types import args
from toolc.targets.typescript.calls import Call, Form, Listed, Shape, lay_out
from toolc.targets.typescript.encode import value_key
from toolc.targets.typescript.literal import literal
from toolc.targets.typescript.members import PROTOTYPE

_SAFE = 2**53 - 1
_CLOSING = frozenset(("propertyNames", "unevaluatedProperties", "allOf", "$ref", "patternProperties"))
"""Keywords that may refuse further keys without saying so as `additionalProperties` does."""


class Library(Struct, frozen=True):
    """Syntax in which libraries differ.

    `limited`: a schema with limits, by their names there. `exact`: what the structure says it says as JSON Schema does.
    """

    prefix: str
    schema: str
    limits: Mapping[str, str]
    limited: Callable[[Form, Sequence[str]], Form]
    tuple_closed: str
    literals: Callable[[Sequence[Any]], Form]
    whole: Callable[[], Form]
    exact: bool


class Structure:
    """Spells the types of one package. `names`: of the constants that hold named types.

    `exact`: of what was spelled last; `used`: the named types that its expression mentions.
    """

    def __init__(self, library: Library, names: Mapping[str, str]) -> None:
        self._library, self._names = library, names
        self.exact, self.used = True, set[str]()

    def of(self, type_: Type) -> Form:
        """The expression for a type."""
        self.exact, self.used = True, set()
        return self._see(type_)

    def _call(self, function: str, *arguments: Form) -> Call:
        return Call(f"{self._library.prefix}.{function}", arguments)

    def _see(self, type_: Type) -> Form:
        match type_:
            case Ref():
                self.used.add(type_.name)
                return self._call("lazy", Code(f"() => {self._names[type_.name]}"))
            case String():
                self._loses((type_.pattern, type_.min_length, type_.max_length) != (None, None, None))
                return self._call("string")
            case Numeric():
                return self._number(type_)
            case Boolean():
                return self._call("boolean")
            case Null():
                return self._call("null")
            case Constants():
                return self._constants(type_)
            case Array():
                return self._array(type_)
            case Object():
                return self._object(type_)
            case Union():
                return self._call("union", Listed(tuple(self._see(one) for one in type_.members)))
            case Anything():
                self._loses(bool(type_.because))
                return self._call("unknown")
            case _:
                return self._call("never")

    def _loses(self, anything: bool) -> None:
        self.exact = self.exact and not anything

    def _number(self, type_: Numeric) -> Form:
        words = ("minimum", "maximum", "exclusive_minimum", "exclusive_maximum")
        given = {word: getattr(type_, word) for word in words if getattr(type_, word) is not None}
        self._loses(type_.multiple_of is not None)
        bounded = all(any(abs(value) <= _SAFE for word, value in given.items() if end in word) for end in ("min", "max"))
        # Libraries take whole numbers up to 2^53 for whole, JSON Schema takes all.
        self._loses(type_.integer and not bounded)
        base = self._library.whole() if type_.integer and bounded else self._call("number")
        limits = [f"{self._library.limits[word]}({number(value)})" for word, value in given.items()]
        return self._library.limited(base, limits) if limits else base

    def _constants(self, type_: Constants) -> Form:
        plain = [one for one in type_.values if isinstance(one, str | bool | int | float) and one == one]
        if len(plain) < len(type_.values):
            self._loses(True)
            return self._call("unknown")
        return self._library.literals(plain)

    def _array(self, type_: Array) -> Form:
        self._loses(type_.unique)
        if type_.prefix and type_.min_items >= len(type_.prefix):
            self._loses(type_.rest is not None and (type_.max_items is not None or type_.min_items > len(type_.prefix)))
            items = Listed(tuple(self._see(one) for one in type_.prefix))
            if type_.rest is None:
                return self._call(self._library.tuple_closed, items)
            function = "tuple" if self._library.prefix == "z" else "tupleWithRest"
            return self._call(function, items, self._see(type_.rest))
        self._loses(bool(type_.prefix))
        inside = self._call("unknown") if type_.prefix or type_.rest is None else self._see(type_.rest)
        most = len(type_.prefix) if type_.rest is None else type_.max_items
        sizes = {"min_items": type_.min_items or None, "max_items": most}
        limits = [f"{self._library.limits[word]}({size})" for word, size in sizes.items() if size is not None]
        base = self._call("array", inside)
        return self._library.limited(base, limits) if limits else base

    def _object(self, type_: Object) -> Form:
        if any(one.name == "__proto__" for one in type_.properties):
            # zod hides such a key from the check.
            self._loses(True)
            return self._call("unknown")
        odd = [one for one in type_.properties if one.name in PROTOTYPE]
        # Libraries look keys up on the prototype, and take a key that is absent for one that may hold anything.
        self._loses(bool(odd or type_.prefixed) or any(one.required and _holds_anything(one) for one in type_.properties))
        shape = Shape(tuple((Code(value_key(one.name)), self._property(one)) for one in type_.properties if one not in odd))
        if odd or type_.prefixed or type_.extra == Anything():
            return self._call("looseObject", shape)
        if type_.extra is None:
            return self._call("strictObject", shape)
        self._loses(bool(type_.properties))
        if not type_.properties:
            return self._call("record", self._call("string"), self._see(type_.extra))
        return self._call("looseObject", shape)

    def _property(self, property_: Property) -> Form:
        inside = self._see(property_.type)
        needed = property_.required and not property_.asked_as_tag
        return inside if needed else self._call("exactOptional", inside)


def _holds_anything(property_: Property) -> bool:
    return isinstance(property_.type, Anything | Ref | Union)


def structures(
    types: Sequence[NamedType],
    tools: Sequence[Tool],
    keys: Sequence[tuple[Code, Code]],
    names: Mapping[str, str],
    library: Library,
) -> Mapping[str, Sequence[Code]]:
    """Constants for the named types that expressions of arguments mention, and a line for the arguments of each tool.

    `keys`: of each tool its key in the table, and the constant that holds it as data.
    """
    structure = Structure(library, names)
    by_name = {named.name: named for named in types}
    exact: dict[str, bool] = {}
    uses: dict[str, set[str]] = {}
    used: set[str] = set()
    constants: dict[str, Code] = {}
    lines = []
    for tool, (key, constant) in zip(tools, keys, strict=True):
        schema = tool.input_schema or {}
        # Arguments are objects. A schema that takes other values too, and nobody's arguments ever are, is left to the check.
        type_ = args(tool, "as-schema") if schema.get("type") == "object" else Anything(because="not only objects")
        mentioned = _mentioned_names(type_, by_name)
        for name in mentioned:
            if name not in constants:
                head = f"const {names[name]}: {library.schema} ="
                form = structure.of(by_name[name].type)
                constants[name], exact[name] = Code(f"{head} {lay_out(form, 0, len(head) + 1)};"), structure.exact
                uses[name] = structure.used
        form = structure.of(type_)
        used |= structure.used
        sure = (
            structure.exact
            and not inexpressible(schema)
            and schema.keys().isdisjoint(_CLOSING)
            and all(exact[name] for name in mentioned)
        )
        call = Call("exactly" if sure and library.exact else "checked", (Code(f"tools.{constant}"), form))
        lines.append(Code(f"  {key}: {lay_out(call, 2, len(key) + 4)},"))
    needed = _closure(used, uses)
    return {"constants": [text for name, text in constants.items() if name in needed], "lines": lines}


def _closure(start: Collection[str], edges: Mapping[str, Collection[str]]) -> set[str]:
    """The names that some names lead to, these included."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += edges[name]
    return found


def standard(keys: Sequence[tuple[Code, Code]]) -> list[Code]:
    """The lines of a table of Standard Schemas."""
    calls = [(key, Call("schemaOf", (Code(f"tools.{constant}"),))) for key, constant in keys]
    return [Code(f"  {key}: {lay_out(call, 2, len(key) + 4)},") for key, call in calls]


def _mentioned_names(type_: Type, types: Mapping[str, NamedType]) -> list[str]:
    """The names a type leads to, in the order of the package."""
    found: set[str] = set()
    waiting = [type_]
    while waiting:
        new = set(references(waiting.pop())) - found
        found |= new
        waiting += [types[name].type for name in sorted(new)]
    return [name for name in types if name in found]


def _zod_limited(base: Form, limits: Sequence[str]) -> Form:
    assert isinstance(base, Call)
    return Call(base.head, base.arguments, "".join(f".{one}" for one in limits))


def _zod_literals(values: Sequence[Any]) -> Form:
    if len(values) == 1:
        return Call("z.literal", (literal(values[0]),))
    head = "z.enum" if all(isinstance(one, str) for one in values) else "z.literal"
    return Call(head, (Listed(tuple(literal(one) for one in values)),))


def _valibot_limited(base: Form, limits: Sequence[str]) -> Form:
    inside = base.arguments if isinstance(base, Call) and base.head == "v.pipe" else (base,)
    return Call("v.pipe", (*inside, *(Code(f"v.{one}") for one in limits)))


def _valibot_literals(values: Sequence[Any]) -> Form:
    if len(values) == 1:
        return Call("v.literal", (literal(values[0]),))
    if all(isinstance(one, str) for one in values):
        return Call("v.picklist", (Listed(tuple(literal(one) for one in values)),))
    return Call("v.union", (Listed(tuple(Call("v.literal", (literal(one),)) for one in values)),))


_LIMITS = {"minimum": "gte", "maximum": "lte", "exclusive_minimum": "gt", "exclusive_maximum": "lt"}

ZOD = Library(
    "z",
    "z.ZodType",
    {**_LIMITS, "min_items": "min", "max_items": "max"},
    _zod_limited,
    "tuple",
    _zod_literals,
    lambda: Call("z.int"),
    exact=True,
)
VALIBOT = Library(
    "v",
    "v.GenericSchema",
    {
        "minimum": "minValue",
        "maximum": "maxValue",
        "exclusive_minimum": "gtValue",
        "exclusive_maximum": "ltValue",
        "min_items": "minLength",
        "max_items": "maxLength",
    },
    _valibot_limited,
    "strictTuple",
    _valibot_literals,
    lambda: Call("v.pipe", (Code("v.number()"), Code("v.safeInteger()"))),
    exact=False,  # it knows keys of the prototype, and reads no key called "constructor"
)
"""zod 4 and valibot 1, by their documentation."""

LIBRARIES = {"valibot": VALIBOT, "zod": ZOD}
