"""Names for objects that have none: Python has no expression for the type of a dict with known keys.

Takes a view type and what its parts should be called after, gives the type with a `Ref` for each such object, and their
declarations. All names that come out are identifiers of the module.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from toolc.ir import Anything, Array, Constants, NamedType, Object, Ref, Type, Union
from toolc.targets.casing import pascal

Claim = Callable[[str], str]
"""Takes the name that is wanted, gives one that is free."""


def is_record(type_: Type) -> bool:
    """Return `True` if an object is written as a TypedDict: its further keys, if any, may hold anything.

    pyright 1.1.414 refuses a key that is empty.
    """
    if not isinstance(type_, Object) or type_.prefixed or any(one.name == "" for one in type_.properties):
        return False
    if type_.properties:
        return type_.extra is None or isinstance(type_.extra, Anything)
    return type_.extra is None


class Hoist(Struct, frozen=True):
    """`names`: identifiers by the name in the IR. `found` grows by what gets a name here."""

    names: Mapping[str, str]
    claim: Claim
    found: list[NamedType] = field(default_factory=list)

    def name_records(self, type_: Type, stem: str) -> Type:
        """The type with a name for every record, itself included."""
        if not is_record(type_):
            return self.inside(type_, stem)
        name = self.claim(stem)
        self.found.append(NamedType(name, self.inside(type_, name)))
        return Ref(name)

    def inside(self, type_: Type, stem: str) -> Type:
        """The type with a name for every record in it; one that is about to be declared stays as it is."""
        match type_:
            case Ref():
                return Ref(self.names[type_.name])
            case Array():
                prefix = tuple(self.name_records(one, f"{stem}Item") for one in type_.prefix)
                return replace(type_, prefix=prefix, rest=type_.rest and self.name_records(type_.rest, f"{stem}Item"))
            case Union():
                return self._union(type_, stem)
            case Object():
                properties = tuple(replace(one, type=self._below(one.type, stem, one.name)) for one in type_.properties)
                prefixed = tuple(replace(one, type=self._below(one.type, stem, one.prefix)) for one in type_.prefixed)
                extra = type_.extra and self.name_records(type_.extra, f"{stem}Value")
                return replace(type_, properties=properties, prefixed=prefixed, extra=extra)
            case _:
                return type_

    def _below(self, type_: Type, stem: str, key: str) -> Type:
        return self.name_records(type_, stem + pascal(key, "Key"))

    def _union(self, type_: Union, stem: str) -> Type:
        several = sum(is_record(one) for one in type_.members) > 1
        stems = [stem + (_kind(one, type_.tag_property, at) if several else "") for at, one in enumerate(type_.members, 1)]
        return replace(type_, members=tuple(map(self.name_records, type_.members, stems)))


def _kind(member: Type, tag: str, at: int) -> str:
    """Return the name suffix of a union's member: the constant of its tag, else its index."""
    properties = member.properties if isinstance(member, Object) else ()
    for one in properties:
        if one.name == tag and isinstance(one.type, Constants) and isinstance(one.type.values[0], str):
            return pascal(one.type.values[0], "Kind")
    return str(at)
