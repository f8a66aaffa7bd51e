"""Plain aliases of unions of classes: the names that a program gives to unions, which schemas do not have.

Takes the name of an alias and the type that it stands for, gives a `NamedUnion`.
"""

from toolc.signature import Alias, Annotated, CallConstant, Class, NamedUnion, Type, Union


def named_union(name: str, type_: Type) -> NamedUnion | None:
    """Return the alias as a named union.

    Returns `None` if the type is no union of at least two classes, or if anything else is a member: None, a builtin type, or a
    generic class, whose name in a schema depends on its arguments.
    """
    classes = _classes(type_)
    if classes is None or len(classes) < 2:
        return None
    return NamedUnion(name, classes, isinstance(type_, Annotated) and any(map(_is_discriminator, type_.metadata)))


def _classes(type_: Type) -> frozenset[str] | None:
    """Return the qualnames of the classes in a union; `None` if another type is a member."""
    match type_:
        case Class(qualname, ()) | Alias(qualname, ()):
            return frozenset({qualname})
        case Annotated(inner, _):
            return _classes(inner)
        case Union(members):
            inside = [_classes(member) for member in members]
            known = [one for one in inside if one is not None]
            return frozenset().union(*known) if len(known) == len(inside) else None
        case _:
            return None


def _is_discriminator(metadata: object) -> bool:
    return isinstance(metadata, CallConstant) and (
        metadata.of == "pydantic.Discriminator" or metadata.kwargs.get("discriminator") is not None
    )
