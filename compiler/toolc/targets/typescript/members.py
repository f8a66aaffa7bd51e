"""The members of object types: properties, and index signatures that go together with them.

Takes an `ir.Object`, gives one `Member` per line between its braces. An index signature in TypeScript binds the declared
keys too, so it is widened by their types.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from toolc.ir import Nothing, Object, Property, Ref, Type, Union
from toolc.targets.code import Code
from toolc.targets.typescript.doc import for_property, is_documented
from toolc.targets.typescript.encode import key

PROTOTYPE = (
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
)
"""Every object inherits these: an optional property of such a name must allow the inherited member."""

MOST_REFUSED_KEYS = 200
"""How many keys the members of one union refuse for the sake of the others, all together."""


class Apart(Struct, frozen=True):
    """A named object in a union: beside its own keys it refuses those of the other members."""

    own: Ref
    refused: Object


Offer = Type | Apart | Code
"""One of the types a place takes: a view type, or TypeScript that no view type stands for."""

_PLAIN_PREFIX = re.compile(r"[A-Za-z0-9_.:/-]+\Z")
_UNDEFINED = Code("undefined")


class Member(Struct, frozen=True):
    """One line: a head (`limit?`, `[key: string]`), what it offers, and the property it comes from."""

    head: Code
    offers: tuple[Offer, ...]
    property: Property | None = None

    def has_comment(self) -> bool:
        return self.property is not None and is_documented(self.property)

    def comment(self, indent: int) -> Code:
        return for_property(self.property, indent) if self.property else Code("")


def members(type_: Object, indexed: bool = False) -> list[Member]:
    """The lines of an object; a closed object without keys gets one that refuses every key.

    `indexed`: an object that is open by default has an index signature too. It is no help to callers: mistyped keys compile.
    """
    lines = [_declare_member(property_) for property_ in type_.properties]
    shown = [one for one in type_.prefixed if _PLAIN_PREFIX.match(one.prefix)]
    hidden = [one for one in type_.prefixed if one not in shown]
    for prefixed in shown:
        longer = [one.type for one in shown if one.prefix.startswith(prefixed.prefix)]
        offers = (*longer, *_offered_types(type_.properties, prefixed.prefix))
        lines.append(Member(Code(f"[key: `{prefixed.prefix}${{string}}`]"), tuple(offers)))
    if (type_.extra is not None and (indexed or not type_.open_by_default)) or hidden:
        further = [one.type for one in (*hidden, *shown)]
        offers = (*([] if type_.extra is None else [type_.extra]), *further, *_offered_types(type_.properties, ""))
        lines.append(Member(Code("[key: string]"), tuple(offers)))
    return lines or [Member(Code("[key: string]"), (Nothing(),))]


def _declare_member(property_: Property) -> Member:
    mark = "" if property_.required else "?"
    return Member(Code(f"{key(property_.name)}{mark}"), tuple(_takes(property_)), property_)


def _takes(property_: Property) -> Iterator[Offer]:
    yield property_.type
    if property_.name in PROTOTYPE and not property_.required:
        yield Code(f'Object["{property_.name}"]')


def _offered_types(properties: Sequence[Property], prefix: str) -> Iterator[Offer]:
    """Yield the types of the declared keys that an index signature covers."""
    bound = [one for one in properties if one.name.startswith(prefix)]
    for one in bound:
        yield from _takes(one)
    if not all(one.required for one in bound):
        yield _UNDEFINED


def apart(union: Union, types: Mapping[str, Type]) -> Sequence[Type | Apart]:
    """Closed objects of an untagged union refuse the keys of the others: excess keys are checked against all of them only."""
    objects = [(types.get(one.name) if isinstance(one, Ref) else one) for one in union.members]
    keys = dict.fromkeys(property_.name for one in objects if isinstance(one, Object) for property_ in one.properties)
    refused = [_refused_keys(one, keys) for one in objects]
    if union.tag_property or sum(map(len, refused)) > MOST_REFUSED_KEYS:
        return union.members
    return [_without(one, foreign) for one, foreign in zip(union.members, refused, strict=True)]


def _refused_keys(type_: Type | None, keys: Mapping[str, None]) -> tuple[Property, ...]:
    if not isinstance(type_, Object) or type_.extra is not None or type_.prefixed or not type_.properties:
        return ()
    own = {one.name for one in type_.properties}
    return tuple(Property(name, Nothing()) for name in keys if name not in own)


def _without(member: Type, refused: tuple[Property, ...]) -> Type | Apart:
    if isinstance(member, Object):
        return replace(member, properties=(*member.properties, *refused))
    return Apart(member, Object(refused)) if refused and isinstance(member, Ref) else member
