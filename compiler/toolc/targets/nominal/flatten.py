"""Flat unions: null is set apart, and a member that another one covers is left out.

Takes the named types of a package, gives of a type the alternatives that are not null and whether null is one.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from toolc.ir import Anything, Array, Boolean, Constants, Nothing, Null, Numeric, Object, Ref, String, Type, Union

Types = Mapping[str, Type]
"""Named types of the view, by name."""


def fits(value: float | int) -> bool:
    """Return `True` if a number fits a signed 64-bit integer."""
    return -(2**63) <= value < 2**63


class Alternatives(Struct, frozen=True):
    """`members`: no unions, nothing null, none that another one takes. None at all where nothing but null fits."""

    members: tuple[Type, ...]
    nullable: bool = False


class Flattening:
    """Asks about the types of one package. Answers for named types are kept."""

    def __init__(self, types: Types) -> None:
        self._types = types
        self._single: dict[str, bool] = {}

    def alternatives(self, type_: Type) -> Alternatives:
        """Return the alternatives of a type, null apart. References to unions are expanded, those to one declaration kept."""
        leaves = [self._mention_owner(leaf, owner) for leaf, owner in self._leaves(type_, "", set())]
        members = _needed_members([one for one in leaves if not isinstance(one, Null)])
        return Alternatives(tuple(members), any(isinstance(one, Null) for one in leaves))

    def open_type(self, type_: Type) -> Type:
        """Return the type behind references."""
        while isinstance(type_, Ref):
            type_ = self._types[type_.name]
        return type_

    def _mention_owner(self, leaf: Type, owner: str) -> Type:
        """A leaf that its owner is declared as is mentioned by the owner's name."""
        return Ref(owner) if owner and needs_name(leaf) and self._is_single(owner) else leaf

    def _is_single(self, name: str) -> bool:
        if name not in self._single:
            leaves = [leaf for leaf, _ in self._leaves(Ref(name), "", set()) if not isinstance(leaf, Null)]
            self._single[name] = len(_needed_members(leaves)) == 1
        return self._single[name]

    def _leaves(self, type_: Type, owner: str, seen: set[str]) -> Iterator[tuple[Type, str]]:
        """Everything in a union that is none, each with the named type whose own words it stands in; a name counts once."""
        match type_:
            case Ref() if type_.name in seen:
                return
            case Ref():
                seen.add(type_.name)
                target = self._types[type_.name]
                if isinstance(target, Union | Ref | Constants | Nothing) or not is_compound(target):
                    yield from self._leaves(target, type_.name, seen)
                else:
                    yield type_, owner
            case Union():
                for member in type_.members:
                    yield from self._leaves(member, owner, seen)
            case Constants():
                yield from ((one, owner) for one in _of_constants(type_.values))
            case Nothing():
                return
            case _:
                yield type_, owner


def _of_constants(values: Sequence[Any]) -> Iterator[Type]:
    """Listed values by their kind: strings together, whole numbers together, in a range if one of them is beyond 64 bits; lists
    and objects are any JSON."""
    strings = tuple(one for one in values if isinstance(one, str))
    numbers = [one for one in values if isinstance(one, int | float) and not isinstance(one, bool)]
    whole = tuple(int(one) for one in numbers if one == one // 1)
    if strings:
        yield Constants(strings)
    if whole and len(whole) == len(numbers):
        yield Constants(whole) if all(map(fits, whole)) else Numeric(integer=True, minimum=min(whole), maximum=max(whole))
    elif numbers:
        yield Numeric()
    if any(isinstance(one, bool) for one in values):
        yield Boolean()
    if any(one is None for one in values):
        yield Null()
    if any(isinstance(one, list | tuple | dict) for one in values):
        yield Anything(because="its values are listed")


def _needed_members(members: Sequence[Type]) -> list[Type]:
    """Without what another member takes as well: a listed string beside any string, a whole number beside any number.

    Texts of several formats, or of one beside listed strings, are any text.
    """
    anything = next((one for one in members if isinstance(one, Anything)), None)
    if anything is not None:
        return [anything]
    texts = {one for one in members if isinstance(one, String)}
    text = bool(texts)
    listed = any(isinstance(one, Constants) and isinstance(one.values[0], str) for one in members)
    real = any(isinstance(one, Numeric) and not one.integer for one in members)
    whole = real or any(isinstance(one, Numeric) for one in members)
    kept: list[Type] = []
    said: set[str] = set()
    for one in members:
        match one:
            case Constants():
                if text if isinstance(one.values[0], str) else whole:
                    continue
            case Numeric(integer=True) if real:
                continue
            case Numeric() | String() | Boolean() | Ref():
                word = one.name if isinstance(one, Ref) else f" {type(one).__name__}"
                if word in said:
                    continue
                said.add(word)
        kept.append(String() if isinstance(one, String) and (listed or len(texts) > 1) else one)
    return kept


def is_compound(type_: Type) -> bool:
    return isinstance(type_, Array | Object)


def needs_name(type_: Type) -> bool:
    """Return `True` if a type other than a union needs a declaration."""
    return is_record(type_) or is_tuple(type_) or isinstance(type_, Constants)


def is_record(type_: Type) -> bool:
    """Return `True` if an object has declared keys, or is closed."""
    return isinstance(type_, Object) and (bool(type_.properties) or (type_.extra is None and not type_.prefixed))


def is_tuple(type_: Type) -> bool:
    """Return `True` if an array has items with types of their own (`prefixItems`)."""
    return isinstance(type_, Array) and bool(type_.prefix)
