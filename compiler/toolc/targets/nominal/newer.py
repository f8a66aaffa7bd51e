"""Enums and unions of results that a newer server may extend: a value that is not known must not lose the whole result.

Takes declarations and the names of results, gives the declarations with `extensible` set. What tells the alternatives of a
union without a tag apart stays as it is: there a value that is not known is that of another alternative.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from toolc.targets.nominal.shapes import Alias, Declaration, Enum, ListOf, MapOf, Named, Nullable, OneOf, Record, Shape, Tuple


def extensible(declarations: Sequence[Declaration], results: Iterable[str]) -> tuple[Declaration, ...]:
    by_name = {one.name: one for one in declarations}
    back = _reached_names(results, by_name)
    tried = _reached_names(
        (name for one in declarations if isinstance(one, OneOf) and not one.tag for name in _mentioned_names(one)), by_name
    )
    return tuple(replace(one, extensible=True) if _is_listed(one) and one.name in back - tried else one for one in declarations)


def _is_listed(one: Declaration) -> bool:
    return isinstance(one, Enum) or (isinstance(one, OneOf) and bool(one.tag))


def _reached_names(starts: Iterable[str], by_name: Mapping[str, Declaration]) -> set[str]:
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name in by_name and name not in found:
            found.add(name)
            waiting += _mentioned_names(by_name[name])
    return found


def _mentioned_names(one: Declaration) -> Iterator[str]:
    """The names that stand in a declaration."""
    shapes: list[Shape | None] = []
    match one:
        case Record():
            shapes = [*(field.shape for field in one.fields), one.extra]
        case Tuple():
            shapes = [*one.items, one.rest]
        case Alias():
            shapes = [one.shape]
        case OneOf():
            shapes = [variant.shape for variant in one.variants]
    while shapes:
        match shapes.pop():
            case Named() as named:
                yield named.name
            case ListOf() as list_:
                shapes.append(list_.item)
            case MapOf() as map_:
                shapes.append(map_.value)
            case Nullable() as nullable:
                shapes.append(nullable.inner)
