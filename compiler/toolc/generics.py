"""Building and rewriting resolved types: unions, `Annotated`, type variables.

Takes and gives `signature.Type` values.
"""

from collections.abc import Mapping, Sequence

from toolc.signature import Alias, Annotated, Class, Constant, Generic, Type, Union, Var


def union(members: Sequence[Type]) -> Type:
    """A flat union without repeats; of one member, that member."""
    flat: list[Type] = []
    for member in members:
        for part in member.members if isinstance(member, Union) else (member,):
            if part not in flat:
                flat.append(part)
    return flat[0] if len(flat) == 1 else Union(tuple(flat))


def annotated(inner: Type, metadata: tuple[Constant, ...]) -> Type:
    """`Annotated` of `Annotated` is one, the inner metadata first."""
    if isinstance(inner, Annotated):
        return Annotated(inner.type, (*inner.metadata, *metadata))
    return Annotated(inner, metadata)


def variables(type_: Type) -> list[Var]:
    """The type variables of a type in order of appearance."""
    match type_:
        case Var():
            return [type_]
        case Generic(_, args) | Class(_, args) | Alias(_, args):
            parts = args
        case Union(members):
            parts = members
        case Annotated(inner, _):
            parts = (inner,)
        case _:
            return []
    found: list[Var] = []
    for part in parts:
        found.extend(var for var in variables(part) if var not in found)
    return found


def substitute(type_: Type, mapping: Mapping[str, Type]) -> Type:
    """The type with type variables replaced."""
    if not mapping:
        return type_
    match type_:
        case Var(name):
            return mapping.get(name, type_)
        case Generic(origin, args):
            return Generic(origin, tuple(substitute(arg, mapping) for arg in args))
        case Class(qualname, args):
            return Class(qualname, tuple(substitute(arg, mapping) for arg in args))
        case Alias(qualname, args):
            return Alias(qualname, tuple(substitute(arg, mapping) for arg in args))
        case Union(members):
            return union([substitute(member, mapping) for member in members])
        case Annotated(inner, metadata):
            return annotated(substitute(inner, mapping), metadata)
        case _:
            return type_
