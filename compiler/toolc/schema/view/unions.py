"""Unions of the view.

Takes member types and the schemas they came from, gives one type: members flattened, equal ones once, constants together,
and the property that tells object members apart.
"""

from collections.abc import Callable, Collection, Sequence

from msgspec import json

from toolc.ir import Anything, Constants, Nothing, Null, Type, Union
from toolc.schema.pointer import Schema
from toolc.schema.view.conjunction import Conjunction, Part
from toolc.schema.view.content import canonical
from toolc.schema.view.kinds import constants, kinds

Take = Callable[[Schema], Conjunction]

DEEPEST_UNION = 1
"""How many unions within unions are looked through for a tag."""


def union(members: Sequence[Type], tag: str = "", exclusive: bool = False) -> Type:
    """One type for several."""
    if len(members) == 1 and not isinstance(members[0], Union | Constants):
        return members[0]
    flat = _merged_constants(_flat(members))
    anything = next((member for member in flat if isinstance(member, Anything)), None)
    if anything is not None:
        return anything
    distinct = list({_identity(member): member for member in flat}.values())
    if len(distinct) < 2:
        return distinct[0] if distinct else Nothing()
    return Union(tuple(distinct), tag, exclusive and len(distinct) == len(members))


def _identity(type_: Type) -> str:
    """Distinguishes what `==` does not: `true` and 1."""
    try:
        encoded: bytes = json.encode(type_, enc_hook=repr)
    except UnicodeEncodeError:  # half of a character in a constant
        return repr(type_)
    return f"{type(type_).__name__} {encoded!r}"


def _flat(members: Sequence[Type]) -> list[Type]:
    flat: list[Type] = []
    for member in members:
        if isinstance(member, Union) and not member.tag_property:
            flat.extend(member.members)
        elif not isinstance(member, Nothing):
            flat.append(member)
    return flat


def _merged_constants(members: Sequence[Type]) -> list[Type]:
    """All listed values in one place, that of the first list."""
    values = [value for member in members if isinstance(member, Constants) for value in member.values]
    result: list[Type] = []
    for member in members:
        if not isinstance(member, Constants):
            result.append(member)
        elif values:
            result.extend(constants_type({canonical(value): value for value in values}.values()))
            values = []
    return result


def constants_type(values: Collection[object]) -> list[Type]:
    """Listed values, with null apart: being nullable is a fact of its own."""
    listed = tuple(value for value in values if value is not None)
    null: list[Type] = [Null()] if len(listed) < len(values) else []
    return [Constants(listed), *null] if listed else null


def tag_of(alternatives: Sequence[Schema], take: Take, named: str) -> str:
    """The property whose constants tell the object alternatives apart: the one `discriminator` names, or one that is required
    or has a default in all of them. An alternative may be a union of objects itself."""
    groups = [group for schema in alternatives if (group := _objects(schema, take, DEEPEST_UNION))]
    if len(groups) < 2:
        return ""
    objects = [parts for group in groups for parts in group]
    declared: dict[str, None] = dict.fromkeys(name for part in objects[0] for name in part.get("properties", ()))
    required = [name for name in declared if _always(name, objects, _is_required)]
    usual = [name for name in declared if name not in required and _always(name, objects, _is_given)]
    for name in [named, *required, *usual] if named else [*required, *usual]:
        if _tells_apart(name, groups, take):
            return name
    return ""


def _objects(schema: Schema, take: Take, levels: int) -> list[Sequence[Part]]:
    """The parts of an object, or of each object that a union is one of; none where it may be no object."""
    taken = take(schema)
    if levels and len(taken.choices) == 1 and all(part.keys() == {"type"} for part in taken.parts):
        return [parts for one in taken.choices[0].alternatives for parts in _objects(one, take, levels - 1)]
    return [taken.parts] if _is_object(taken) else []


def _is_object(taken: Conjunction) -> bool:
    return kinds(taken.parts) != ("null",) and constants(taken.parts) is None and "object" in kinds(taken.parts)


def _always(name: str, objects: Sequence[Sequence[Part]], holds: Callable[[str, Part], bool]) -> bool:
    return all(any(holds(name, part) for part in parts) for parts in objects)


def _is_required(name: str, part: Part) -> bool:
    return name in part.get("required", ())


def _is_given(name: str, part: Part) -> bool:
    """Return `True` if a key is required, or is a constant with a default."""
    schema = part.get("properties", {}).get(name)
    usual = isinstance(schema, dict) and "default" in schema and ("const" in schema or "enum" in schema)
    return usual or _is_required(name, part)


def _tells_apart(name: str, groups: Sequence[Sequence[Sequence[Part]]], take: Take) -> bool:
    seen: set[str] = set()
    for group in groups:
        values = [_constants_at(name, parts, take) for parts in group]
        own = {canonical(value) for several in values for value in several}
        if not all(values) or own & seen:
            return False
        seen |= own
    return True


def _constants_at(name: str, parts: Sequence[Part], take: Take) -> Sequence[object]:
    """The constants that objects have at a key, none where it may have other values."""
    asked = [one for part in parts if name in part.get("properties", ()) for one in take(part["properties"][name]).parts]
    return constants(asked) or ()
