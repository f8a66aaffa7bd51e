"""Building, rewriting and reading resolved types: unions and their names, `Annotated`, type variables.

Takes and gives `signature.Type` values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from toolc.program import UNDEFINED
from toolc.signature import (
    ANY,
    FORWARD,
    Alias,
    Annotated,
    CallConstant,
    Class,
    Constant,
    Generic,
    NamedUnion,
    Plain,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)

_FORGOTTEN = Unresolved("TC316", "whether a union with `Any` becomes `Any` depends on what typing still remembers")
_NOTHING = (Plain("typing.Never"), Plain("typing.NoReturn"))


def union(members: Sequence[Type]) -> Type:
    """A flat union without repeats; of one member, that member."""
    flat: list[Type] = []
    for member in members:
        for part in member.members if isinstance(member, Union) else (member,):
            if not any(part == other and repr(part) == repr(other) for other in flat):  # `Literal[0]` is not `Literal[False]`
                flat.append(part)
    return flat[0] if len(flat) == 1 else Union(tuple(flat))


def annotate(inner: Type, metadata: tuple[Constant, ...]) -> Type:
    """`Annotated` of `Annotated` is one, the inner metadata first."""
    if isinstance(inner, Annotated):
        return Annotated(inner.type, (*inner.metadata, *metadata))
    return Annotated(inner, metadata)


def without_forward_marks(type_: Type) -> Type:
    """The type once the names in quotes in it were read; the arguments of a class stay what the class was made with."""
    match type_:
        case Annotated(inner, metadata):
            kept = tuple(item for item in metadata if not (isinstance(item, CallConstant) and item.of == FORWARD))
            return annotate(without_forward_marks(inner), kept) if kept else without_forward_marks(inner)
        case Generic() | Union():
            return map_types(type_, without_forward_marks)
        case _:
            return type_


def variables(type_: Type) -> list[TypeVariable]:
    """The type variables of a type in order of appearance."""
    match type_:
        case TypeVariable():
            return [type_]
        case Generic(_, args) | Class(_, args) | Alias(_, args):
            parts = args
        case Union(members):
            parts = members
        case Annotated(inner, _):
            parts = (inner,)
        case _:
            return []
    return variables_of(parts)


def variables_of(types: Iterable[Type]) -> list[TypeVariable]:
    """The type variables of some types in order of appearance; compared, as a bound may hold what has no hash."""
    found: list[TypeVariable] = []
    for one in types:
        found.extend(var for var in variables(one) if var not in found)
    return found


def map_types(type_: Type, change: Callable[[Type], Type]) -> Type:
    """The type with each type directly inside it changed. Unions and `Annotated` stay flat, as `typing` keeps them."""
    match type_:
        case Generic(origin, args, spelled):
            return Generic(origin, tuple(map(change, args)), spelled)
        case Class(qualname, args):
            return Class(qualname, tuple(map(change, args)))
        case Alias(qualname, args):
            return Alias(qualname, tuple(map(change, args)))
        case Union(members):
            return union(tuple(map(change, members)))
        case Annotated(inner, metadata):
            return annotate(change(inner), metadata)
        case _:
            return type_


def mentions(type_: Type, qualname: str) -> bool:
    """Return `True` if a type mentions a class, of the program or of a library."""
    inside: list[Type] = []

    def meet(part: Type) -> Type:
        inside.append(part)
        return part

    map_types(type_, meet)
    itself = qualname == (type_.qualname if isinstance(type_, Class) else type_.name if isinstance(type_, Plain) else None)
    return itself or any(mentions(part, qualname) for part in inside)


def variable_key(var: TypeVariable) -> str:
    """Return the key of a type variable: name and module, since another module may have one of the same name."""
    return f"{var.home}:{var.name}"


def has_unresolved(type_: Type) -> bool:
    """Return `True` if a part of a type is unresolved."""
    match type_:
        case Unresolved():
            return True
        case Generic(_, parts) | Alias(_, parts) | Class(_, parts) | Union(parts):
            return any(map(has_unresolved, parts))
        case Annotated(inner, _):
            return has_unresolved(inner)
        case _:
            return False


def undefined_names(types: Iterable[Type]) -> Iterator[Unresolved]:
    """The parts of types that raise NameError where they are read."""
    pending = list(types)
    while pending:
        match pending.pop(0):
            case Unresolved(_, reason) as one if reason.endswith(UNDEFINED):
                yield one
            case Generic(_, parts) | Alias(_, parts) | Class(_, parts) | Union(parts):
                pending.extend(parts)
            case Annotated(inner, _):
                pending.append(inner)


def substitute(type_: Type, mapping: Mapping[str, Type]) -> Type:
    """The type with type variables replaced; those without an entry stay."""
    if not mapping:
        return type_
    if isinstance(type_, TypeVariable):
        return mapping.get(variable_key(type_), type_)
    return map_types(type_, lambda part: substitute(part, mapping))


def substitute_in_union(before: Type, change: Callable[[Type], Type]) -> Type:
    """A type whose variables are replaced by `change`: a union is `Any` where a member becomes that, and `Never` is no member
    of it (pydantic 2.14 `_generics.replace_types`; `typing` itself keeps both).

    A member that becomes a union with `Any` is no `Any` yet. Replaced counts what is another object: `Annotated` is written
    anew, and is the same object if typing still remembers it.
    """
    if not isinstance(before, Union):
        return map_types(before, change)
    members = tuple(map(change, before.members))
    if members == before.members:
        return _FORGOTTEN if ANY in members and _annotates(before) else before
    if ANY in members:
        return ANY
    kept = union([member for member in members if member not in _NOTHING])
    return kept if kept != Union(()) else union(members)


def _annotates(type_: Type) -> bool:
    match type_:
        case Annotated():
            return True
        case Generic(_, parts) | Alias(_, parts) | Class(_, parts) | Union(parts):
            return any(map(_annotates, parts))
        case _:
            return False


def replace_variables(type_: Type, mapping: Mapping[str, Type]) -> Type:
    """`substitute` as pydantic does it to the fields of a generic model."""
    if not mapping:
        return type_
    if isinstance(type_, TypeVariable):
        return mapping.get(variable_key(type_), type_)
    return substitute_in_union(type_, lambda part: replace_variables(part, mapping))


def named_union(name: str, type_: Type) -> NamedUnion | None:
    """Return the alias as a named union.

    Returns `None` if the type is no union of at least two classes, or if anything else is a member: None, a builtin type, or a
    generic class, whose name in a schema depends on its arguments.
    """
    classes = _member_classes(type_)
    if classes is None or len(classes) < 2:
        return None
    return NamedUnion(name, classes, isinstance(type_, Annotated) and any(map(_is_discriminator, type_.metadata)))


def _member_classes(type_: Type) -> frozenset[str] | None:
    """Return the qualnames of the classes in a union; `None` if another type is a member."""
    match type_:
        case Class(qualname, ()) | Alias(qualname, ()):
            return frozenset({qualname})
        case Annotated(inner, _):
            return _member_classes(inner)
        case Union(members):
            inside = [_member_classes(member) for member in members]
            known = [one for one in inside if one is not None]
            return frozenset().union(*known) if len(known) == len(inside) else None
        case _:
            return None


def _is_discriminator(metadata: object) -> bool:
    return isinstance(metadata, CallConstant) and (
        metadata.of == "pydantic.Discriminator" or metadata.kwargs.get("discriminator") is not None
    )
