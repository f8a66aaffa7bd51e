"""The values of `Literal[…]`, as `typing` flattens them.

Takes constants, gives those that stay, in order.
"""

from types import NoneType

from toolc.signature import Constant, UnknownConstant


def unpack_constants(value: Constant) -> list[Constant]:
    """Return the items that `*value` contributes; one `UnknownConstant` if the value holds no constants in order."""
    if isinstance(value, (list, tuple, dict)):
        return list(value)
    return [value if isinstance(value, UnknownConstant) else UnknownConstant("it unpacks something other than constants")]


def distinct(values: list[Constant]) -> list[Constant]:
    """Literal values, nested ones flattened already, each once: `1` and `True` are two, as in `typing`."""
    kept: list[Constant] = []
    seen: set[tuple[type, object]] = set()
    for value in values:
        if isinstance(value, (str, bytes, int, NoneType)):
            if (type(value), value) not in seen:
                seen.add((type(value), value))
                kept.append(value)
        elif not any(type(value) is type(other) and value == other for other in kept):
            kept.append(value)
    return kept
