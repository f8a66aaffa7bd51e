"""The named types of one package.

Takes definitions from the schemas of its tools, gives each a name of its own and, at the end, the `NamedType`s. The same
name with the same content is shared; the same name with other content gets 2, 3 … in the order of arrival.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping

from msgspec.structs import replace

from toolc.ir import Anything, Array, Constants, NamedType, Null, Object, Property, Ref, Type, Union
from toolc.schema.view.content import canonical

PENDING = Anything(because="not read yet")


class Names:
    """Collects the named types of a package. Pass one instance to every `view` of that package."""

    def __init__(self) -> None:
        self._types: dict[str, NamedType] = {}
        self._contents: dict[str, str] = {}
        self._tags: set[tuple[str, str]] = set()
        self._hints: dict[str, str] = {}
        self._enums: dict[str, list[Mapping[str, str]]] = {}
        self._unions: dict[tuple[frozenset[str], bool], str] = {}
        self._classes: dict[str, str] = {}

    def claim(self, hint: str, content: str) -> tuple[str, bool]:
        """The name for a definition with this content, and whether it is new and has to be defined."""
        hint = self._classes.get(hint, hint)
        name, number = hint, 1
        while name in self._contents:
            if self._contents[name] == content:
                return name, False
            number += 1
            name = f"{hint}{number}"
        self._contents[name] = content
        self._hints[name] = hint
        self._types[name] = NamedType(name, PENDING)
        return name, True

    def define(self, name: str, type_: Type, doc: str) -> None:
        self._types[name] = NamedType(name, type_, doc)

    def tell_class(self, name: str) -> None:
        """The name of a class of the program, of which schemas may not have all letters."""
        self._classes.setdefault(definition_key(name), name)

    def tell_members(self, enum: str, members: Iterable[tuple[str, object]]) -> None:
        """The names and values of an enum of the program: schemas list the values alone."""
        by_value: dict[str, str] = {}
        for name, value in members:
            by_value.setdefault(canonical(value), name)
        known = self._enums.setdefault(enum, [])
        if by_value not in known:
            known.append(by_value)

    def tell_union(self, alias: str, members: frozenset[str], exclusive: bool) -> None:
        """The alias that the program has for a union of named types: schemas list the members alone."""
        self._unions.setdefault((members, exclusive), alias)

    def with_union_names(self, type_: Type) -> Type:
        """The type in which each union of just the members of an alias is a named type of that name; it is claimed here."""
        if not self._unions:
            return type_
        inside = map_members(type_, self.with_union_names)
        null = [one for one in inside.members if isinstance(one, Null)] if isinstance(inside, Union) else []
        if not isinstance(inside, Union) or len(inside.members) - len(null) < 2 or not (alias := self._alias_of(type_)):
            return inside
        own = replace(inside, members=tuple(one for one in inside.members if not isinstance(one, Null)))
        same = [*sorted(references(own)), own.tag_property, own.exclusive and not own.tag_property]
        name, new = self.claim(alias, f"union {canonical(same)}")
        if new:
            self.define(name, own, "")
        return Union((Ref(name), *null)) if null else Ref(name)

    def name_unions(self) -> None:
        """Give the unions inside the named types the names of aliases; one that has a name of its own keeps that."""
        for name, named in list(self._types.items()):
            self._types[name] = replace(named, type=map_members(named.type, self.with_union_names))

    def _alias_of(self, union: Type) -> str:
        """The alias for a union; "" where a member has no name, or no alias has just these members."""
        if not isinstance(union, Union) or (members := self._leaves(union)) is None:
            return ""
        return self._unions.get((members, union.exclusive)) or self._unions.get((members, not union.exclusive), "")

    def _leaves(self, union: Union) -> frozenset[str] | None:
        """The names that definitions of the schema give to the members, those of unions inside too; `None` for other types."""
        found: set[str] = set()
        for member in union.members:
            if isinstance(member, Ref):
                found.add(self._hints[member.name])
            elif isinstance(member, Union) and (inside := self._leaves(member)) is not None:
                found |= inside
            elif not isinstance(member, Null):
                return None
        return frozenset(found)

    def get(self, name: str) -> Type:
        return self._types[name].type

    def hint(self, name: str) -> str:
        """The name that a schema, or an alias, gives to a named type."""
        return self._hints[name]

    def with_tag(self, member: Type, tag: str) -> Type:
        """A member of a union in which a key with this name has to be there: without it nothing tells the members apart.

        A default makes no difference. pydantic refuses an object without its discriminator, and serializes every field.
        """
        match member:
            case Object():
                return replace(
                    member, properties=tuple(_required_tag(one) if one.name == tag else one for one in member.properties)
                )
            case Union():
                return replace(member, members=tuple(self.with_tag(one, tag) for one in member.members))
            case Ref():
                self._tags.add((member.name, tag))
        return member

    def types(self) -> tuple[NamedType, ...]:
        """All named types in the order of arrival, recursive ones marked, aliases that only lead to themselves opened."""
        opened = _without_bare_cycles(self._tagged_types())
        edges = {name: tuple(references(named.type)) for name, named in opened.items()}
        return tuple(
            replace(named, recursive=_reaches(edges, name), members=self._members(named)) for name, named in opened.items()
        )

    def _members(self, named: NamedType) -> tuple[str, ...]:
        """The names of all values, where one enum of that name has just these; () where there is none, or there are several."""
        if not isinstance(named.type, Constants):
            return ()
        values = [canonical(value) for value in named.type.values]
        fitting = [one for one in self._enums.get(self._hints[named.name], ()) if one.keys() == {*values}]
        return tuple(fitting[0][value] for value in values) if len(fitting) == 1 else ()

    def _tagged_types(self) -> dict[str, NamedType]:
        """The types with the tags that unions need of them; a name for a union hands them on to its members."""
        result, done = dict(self._types), set[tuple[str, str]]()
        while waiting := self._tags - done:
            for name, tag in sorted(waiting):
                result[name] = replace(result[name], type=self.with_tag(result[name].type, tag))
            done |= waiting
        return result


def definition_key(name: str) -> str:
    """The key of a class in `$defs` (`pydantic.json_schema.GenerateJsonSchema.normalize_name`)."""
    return _OUTSIDE_KEYS.sub("_", name).replace(".", "__")


_OUTSIDE_KEYS = re.compile(r"[^a-zA-Z0-9.\-_]")


def _required_tag(tag: Property) -> Property:
    return tag if tag.required else replace(tag, required=True, asked_as_tag=True)


def inner(type_: Type) -> Iterator[Type]:
    """The types directly inside a type."""
    if isinstance(type_, Array):
        yield from type_.prefix
        if type_.rest is not None:
            yield type_.rest
    elif isinstance(type_, Union):
        yield from type_.members
    elif isinstance(type_, Object):
        yield from (property_.type for property_ in type_.properties)
        yield from (prefixed.type for prefixed in type_.prefixed)
        if type_.extra is not None:
            yield type_.extra


def map_members(type_: Type, change: Callable[[Type], Type]) -> Type:
    """The type with each type directly inside it changed."""
    match type_:
        case Array(rest, prefix):
            return replace(type_, rest=None if rest is None else change(rest), prefix=tuple(map(change, prefix)))
        case Union(members):
            return replace(type_, members=tuple(map(change, members)))
        case Object(properties, extra, prefixed):
            return replace(
                type_,
                properties=tuple(replace(one, type=change(one.type)) for one in properties),
                extra=None if extra is None else change(extra),
                prefixed=tuple(replace(one, type=change(one.type)) for one in prefixed),
            )
        case _:
            return type_


def unused_name(name: str, taken: Container[str]) -> str:
    """The name, with the first number from 2 on that makes it one that is not taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}{number}"
    return free


def reached_names(starts: Iterable[Type], types: Mapping[str, Type]) -> set[str]:
    """The names that some types mention, also by way of others."""
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        new = {name for name in references(waiting.pop()) if name in types} - found
        found |= new
        waiting += [types[name] for name in sorted(new)]
    return found


def references(type_: Type) -> Iterator[str]:
    """The names a type mentions."""
    stack = [type_]
    while stack:
        here = stack.pop()
        if isinstance(here, Ref):
            yield here.name
        stack.extend(inner(here))


def _reaches(edges: Mapping[str, tuple[str, ...]], name: str) -> bool:
    """Return `True` if a name can be reached from itself."""
    seen: set[str] = set()
    stack = list(edges[name])
    while stack:
        here = stack.pop()
        if here == name:
            return True
        if here not in seen:
            seen.add(here)
            stack.extend(edges.get(here, ()))
    return False


def _bare(type_: Type) -> Iterator[str]:
    """The names a type *is* (or is one of), as opposed to those it contains."""
    if isinstance(type_, Ref):
        yield type_.name
    elif isinstance(type_, Union):
        for member in type_.members:
            yield from _bare(member)


def _without_bare_cycles(types: Mapping[str, NamedType]) -> dict[str, NamedType]:
    """`A = B | null` with `B = A | string` says nothing about A, and no language can spell it: A becomes anything."""
    result = dict(types)
    edges = {name: tuple(_bare(named.type)) for name, named in types.items()}
    for name in types:
        if edges[name] and _reaches(edges, name):
            result[name] = replace(result[name], type=Anything(because="a definition that is only itself"))
            edges[name] = ()
    return result
