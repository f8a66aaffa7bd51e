"""Walks over types, which many frameworks' rules need: takes a type, gives it barer, or the types inside it."""

from collections.abc import Iterator, Mapping

from toolc.signature import Alias, Annotated, CallConstant, Class, Definition, Generic, Type, Union
from toolc.types.operations import union

_STATED = ("pydantic.WithJsonSchema", "pydantic.json_schema.WithJsonSchema", "pydantic.json_schema.SkipJsonSchema")


def bare(type_: Type) -> Type:
    """The type without its own `Annotated`."""
    while isinstance(type_, Annotated):
        type_ = type_.type
    return type_


def strip_annotated(type_: Type) -> Type:
    """The type without any `Annotated` in it, as `typing.get_type_hints` gives it: what is left of a union once, if alike."""
    match bare(type_):
        case Generic(origin, args, spelled):
            return Generic(origin, tuple(map(strip_annotated, args)), spelled)
        case Class(name, args):
            return Class(name, tuple(map(strip_annotated, args)))
        case Alias(name, args):
            return Alias(name, tuple(map(strip_annotated, args)))
        case Union(members):
            return union([strip_annotated(one) for one in members])
        case other:
            return other


def parts(type_: Type, closed: tuple[str, ...] = ()) -> Iterator[Type]:
    """A type and all types written inside it; definitions and what is annotated by one of `closed` are not entered."""
    yield type_
    match type_:
        case Generic(_, args) | Class(_, args) | Alias(_, args) | Union(args):
            for arg in args:
                yield from parts(arg, closed)
        case Annotated(inner, metadata) if not any(isinstance(one, CallConstant) and one.of in closed for one in metadata):
            yield from parts(inner, closed)


def reached_types(type_: Type, definitions: Mapping[str, Definition]) -> Iterator[Type]:
    """All types inside a type and inside the fields of the classes it names, each class once.

    Types whose schema is stated beside them are not entered.
    """
    pending, seen = [type_], set[str]()
    while pending:
        for one in parts(pending.pop(), _STATED):
            yield one
            if isinstance(one, Class | Alias) and one.qualname not in seen and one.qualname in definitions:
                seen.add(one.qualname)
                definition = definitions[one.qualname]
                pending.extend(field.type for field in definition.fields)
                pending.extend([definition.value] if definition.value is not None else [])
