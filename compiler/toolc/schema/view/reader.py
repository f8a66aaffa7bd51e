"""JSON Schema, as frameworks report it, as a type that back ends can spell.

Takes a schema (2020-12, with the list form of `items` of older drafts) and the `Names` of its package, gives an `ir.Type`.
What the view cannot express is left out or becomes `Anything`: no value that is valid for the schema is refused by the view,
but for objects of a union that lack the tag which tells its members apart (`Names.with_tag`).
Hostile schemas end: nesting and steps are counted, references are followed once.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from msgspec.structs import replace

from toolc.ir import Anything, Nothing, Object, Property, Ref, Type, Union
from toolc.schema.pointer import Schema, find, hint, segments
from toolc.schema.references import localize
from toolc.schema.view.arrays import array_type
from toolc.schema.view.conjunction import Choice, Conjunction, Part, conjunction, listed_choices
from toolc.schema.view.content import Contents, canonical
from toolc.schema.view.kinds import constants, kinds, nested_too_deep
from toolc.schema.view.names import Names, definition_key
from toolc.schema.view.objects import doc_of, object_type, possible
from toolc.schema.view.scalars import plain_scalar, scalar
from toolc.schema.view.unions import constants_type, tag_of, union
from toolc.schema.view.words import ARRAY, KINDS, OBJECT, asks

DEFINITIONS = ("$defs", "definitions")
_OF_OBJECTS, _OF_ARRAYS = frozenset(OBJECT), frozenset(ARRAY)
_OF_CONTAINERS = _OF_OBJECTS | _OF_ARRAYS
DEEPEST = 48
MOST_STEPS = 60_000


def view(schema: Schema, names: Names, name: str = "") -> Type:
    """The type of a schema that is a document of its own. Definitions it refers to go to `names`.

    `name`: of the model that the document stands for. It becomes a named type too: the one that other documents define by that
    name, if it has the same content.
    """
    root = localize(schema)
    reader = _Reader(root, names)
    return reader.read_model(root, name) if name and isinstance(root, dict) else reader.read(root)


def arguments(input_schema: Schema, names: Names) -> Type:
    """The type of a tool's arguments, which are always an object: an `Object`, a union of them, or Nothing."""
    root = localize(input_schema)
    return _Reader(root, names).read({"allOf": [root, {"type": "object"}]})


def parameters(arguments_type: Type, names: Names) -> tuple[Property, ...]:
    """The arguments of a tool one by one. Where they are a union, a parameter is required only if every member requires it."""
    members = tuple(_objects(arguments_type, names, set()))
    declared = [{one.name: one for one in member.properties} for member in members]
    result = []
    for name in dict.fromkeys(name for own in declared for name in own):
        found = [own[name] for own in declared if name in own]
        elsewhere = [member.extra for member, own in zip(members, declared, strict=True) if member.extra and name not in own]
        required = len(found) == len(members) and all(one.required for one in found)
        first = next((one for one in found if one.doc), found[0])
        result.append(replace(first, type=union([*(one.type for one in found), *elsewhere]), required=required))
    return tuple(result)


def _objects(type_: Type, names: Names, seen: set[str]) -> Iterator[Object]:
    """The object types a type is one of."""
    if isinstance(type_, Ref) and type_.name not in seen:
        seen.add(type_.name)
        yield from _objects(names.get(type_.name), names, seen)
    elif isinstance(type_, Object):
        yield type_
    elif isinstance(type_, Union):
        for member in type_.members:
            yield from _objects(member, names, seen)


class _Reader:
    """Reads one document: keeps count, and a list of the definitions still to read."""

    def __init__(self, root: Schema, names: Names) -> None:
        self._root, self._names = root, names
        self._contents = Contents(root)
        self._waiting: deque[tuple[str, Schema]] = deque()
        self._named: dict[tuple[str, ...], str] = {}
        self._depth, self._steps = 0, MOST_STEPS
        self._taken: dict[int, tuple[Schema, Conjunction]] = {}  # with the schema, so that no other one gets its `id`

    def read(self, schema: Schema) -> Type:
        """The type of a schema, and of all definitions it leads to."""
        result = self.see(schema)
        while self._waiting:
            name, target = self._waiting.popleft()
            self._names.define(name, self.see(target), doc_of(target))
        return result

    def read_model(self, root: dict[str, Any], name: str) -> Type:
        """The name of the model that the document is."""
        own = {word: value for word, value in root.items() if word not in ("$schema", *DEFINITIONS)}
        for word in DEFINITIONS:
            ref = f"#/{word}/{definition_key(name).replace('~', '~0').replace('/', '~1')}"
            if canonical(find(root, ref)) == canonical(own):  # a model within itself
                return self.read({"$ref": ref})
        given, new = self._names.claim(name, self._contents.digest_of(own))
        if new:
            self._names.define(given, self.read(own), doc_of(own))
        return Ref(given)

    def see(self, schema: Schema) -> Type:
        """The type of a schema inside the document; a mere reference becomes the name of its target."""
        if isinstance(schema, bool):
            return Anything() if schema else Nothing()
        if not isinstance(schema, dict):
            return Anything(because="not a schema")
        if self._depth < DEEPEST and self._steps > 0 and (plain := plain_scalar(schema)) is not None:
            self._steps -= 2
            return plain
        while (
            "allOf" in schema and asks(schema) == {"allOf"} and isinstance(schema["allOf"], list) and len(schema["allOf"]) == 1
        ):
            schema = schema["allOf"][0]
            if not isinstance(schema, dict):
                return self.see(schema)
        if "$ref" in schema and asks(schema) == {"$ref"} and isinstance(find(self._root, schema["$ref"]), dict):
            return self._reference(schema["$ref"])
        return self._look(schema)

    def constants(self, schema: Schema) -> tuple[Any, ...] | None:
        return constants(self._take(schema).parts)

    def _take(self, schema: Schema) -> Conjunction:
        known = self._taken.get(id(schema))
        if known is None:
            known = self._taken[id(schema)] = schema, conjunction(schema, self._root)
        self._steps -= 1 + known[1].cost
        return known[1]

    def _reference(self, ref: str) -> Type:
        path = segments(ref) or ()
        if path not in self._named:
            target = find(self._root, ref)
            name, new = self._names.claim(hint(ref), self._contents.digest(ref))
            self._named[path] = name
            if new:
                self._waiting.append((name, target))
        return Ref(self._named[path])

    def _look(self, schema: Schema) -> Type:
        if self._depth >= DEEPEST:
            return Anything(because="nested too deep to follow")
        if self._steps <= 0:
            return Anything(because="too large to follow")
        self._depth += 1
        try:
            return self._of(self._take(schema))
        finally:
            self._depth -= 1

    def _of(self, taken: Conjunction) -> Type:
        if taken.impossible:
            return Nothing()
        if not taken.choices:
            return self._leaf(taken.parts, taken.lost)
        if len(taken.choices) == 1 and self._only_kinds(taken.parts, taken.choices[0]):
            return self._union(taken.choices[0].alternatives, taken.choices[0])
        return self._expand(taken)

    def _only_kinds(self, parts: Sequence[Part], choice: Choice) -> bool:
        """Return `True` if the parts add nothing to the alternatives but a `type` that these imply."""
        if any(part.keys() != {"type"} for part in parts):
            return False
        allowed = set(kinds(parts))
        return not parts or all(set(kinds(self._take(one).parts)) <= allowed for one in choice.alternatives)

    def _expand(self, taken: Conjunction) -> Type:
        """Every combination of alternatives with the parts; choices that would make too many are left out."""
        used = listed_choices(taken.choices)
        if not used:
            return self._leaf(taken.parts, taken.lost or "more alternatives than can be written")
        variants = [{"allOf": [*taken.parts, *chosen]} for chosen in product(*(one.alternatives for one in used))]
        return self._union(variants, used[0] if len(used) == 1 else Choice(()))

    def _union(self, alternatives: Sequence[Schema], choice: Choice) -> Type:
        tag = tag_of(alternatives, self._take, choice.tag)
        members = possible([self.see(one) for one in alternatives])
        if tag:
            members = [self._names.with_tag(member, tag) for member in members]
        return union(members, tag, choice.exclusive)

    def _leaf(self, parts: Sequence[Part], lost: str) -> Type:
        """The type when nothing is left to choose."""
        values = constants(parts)
        if values is not None:
            if any(nested_too_deep(value) for value in values):
                return Anything(because="a constant nested too deep to follow")
            return union(constants_type(values))
        asked = {key for part in parts for key in part}
        left = kinds(parts)
        if "type" not in asked and not asked & _OF_CONTAINERS and len(left) == len(KINDS):
            return Anything(because=lost or ", ".join(sorted(asked)))
        several = [self._kind(kind, parts) for kind in left]
        return several[0] if len(several) == 1 else union(possible(several))

    def _kind(self, kind: str, parts: Sequence[Part]) -> Type:
        if kind == "object":
            return object_type([part for part in parts if not _OF_OBJECTS.isdisjoint(part)], self)
        if kind == "array":
            return array_type([part for part in parts if not _OF_ARRAYS.isdisjoint(part)], self)
        return scalar(kind, parts)
