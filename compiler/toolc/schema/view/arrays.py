"""Arrays of the view.

Takes the parts of a conjunction and a reader for what is inside, gives one array type. Reads `prefixItems` and `items` of
2020-12 and the list form of `items` with `additionalItems` of older drafts.
"""

from collections.abc import Sequence

from toolc.ir import Array, Nothing, Type
from toolc.schema.pointer import Schema
from toolc.schema.view.conjunction import Part
from toolc.schema.view.objects import Reader, together
from toolc.schema.view.scalars import count


def array_type(parts: Sequence[Part], reader: Reader) -> Type:
    """The array type, or Nothing when no length is allowed."""
    layouts = [_layout(part) for part in parts]
    least, most = count(parts, "minItems", 0) or 0, count(parts, "maxItems")
    prefix: list[Type] = []
    for index in range(max(len(first) for first, _ in layouts) if layouts else 0):
        item = reader.see(together([first[index] if index < len(first) else rest for first, rest in layouts]))
        if isinstance(item, Nothing) or (most is not None and index >= most):
            most = index
            break
        prefix.append(item)
    further = reader.see(together([rest for _, rest in layouts]))
    rest = None if isinstance(further, Nothing) or (most is not None and most <= len(prefix)) else further
    if rest is None:
        most = len(prefix)
    if most is not None and most < least:
        return Nothing()
    unique = any(part.get("uniqueItems") is True for part in parts)
    return Array(rest, tuple(prefix), least, None if rest is None else most, unique)


def _layout(part: Part) -> tuple[Sequence[Schema], Schema]:
    """The schemas of the first items, and that of all further ones."""
    items = part.get("items", True)
    if "prefixItems" in part:
        return part["prefixItems"], True if isinstance(items, list) else items
    if isinstance(items, list):
        return items, part.get("additionalItems", True)
    return (), items
