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


def union(members: Sequence[Type], tag: str = "", exclusive: bool = False) -> Type:
    """One type for several."""
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
    """The property whose constants tell the object alternatives apart: the one `discriminator` names, or a required one."""
    objects = [taken.parts for schema in alternatives if _is_object(taken := take(schema))]
    if len(objects) < 2:
        return ""
    declared: dict[str, None] = dict.fromkeys(name for part in objects[0] for name in part.get("properties", ()))
    required = [name for name in declared if _always_required(name, objects)]
    for name in [named, *required] if named else required:
        if _tells_apart(name, objects, take):
            return name
    return ""


def _is_object(taken: Conjunction) -> bool:
    return kinds(taken.parts) != ("null",) and constants(taken.parts) is None and "object" in kinds(taken.parts)


def _always_required(name: str, objects: Sequence[Sequence[Part]]) -> bool:
    return all(any(name in part.get("required", ()) for part in parts) for parts in objects)


def _tells_apart(name: str, objects: Sequence[Sequence[Part]], take: Take) -> bool:
    seen: set[str] = set()
    for parts in objects:
        asked = [one for part in parts if name in part.get("properties", ()) for one in take(part["properties"][name]).parts]
        values = constants(asked)
        own = {canonical(value) for value in values or ()}
        if not own or own & seen:
            return False
        seen |= own
    return True
