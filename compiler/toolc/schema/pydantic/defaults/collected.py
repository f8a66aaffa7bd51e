"""Calls of collections with their contents written out: `deque([1, 2])`, `OrderedDict(a=1)`.

Takes such a call as a constant, gives the list, set or dict of what it holds.
"""

from collections.abc import Callable
from typing import Any

from toolc.schema.pydantic.issues import UnknownPart
from toolc.signature import CallConstant, Constant

SETS = ("builtins.set", "builtins.frozenset")


def _items(items: Any = (), *_: Any, **__: Any) -> list[Any]:
    return list(items)


def _pairs(pairs: Any = (), **more: Any) -> dict[Any, Any]:
    return {**dict(pairs), **more}


def _default_pairs(_: Any = None, pairs: Any = (), **more: Any) -> dict[Any, Any]:
    """A `defaultdict(list)`; its first argument is no content."""
    return {**dict(pairs), **more}


COLLECTIONS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("collections.deque", "builtins.list", "builtins.tuple"), _items),
    **dict.fromkeys(SETS, lambda items=(): frozenset(items)),
    **dict.fromkeys(("collections.OrderedDict", "builtins.dict"), _pairs),
    "collections.defaultdict": _default_pairs,
}
"""Calls of collections with their contents written out."""

_PYTHON = {
    list: "builtins.list",
    tuple: "builtins.tuple",
    set: "builtins.set",
    frozenset: "builtins.frozenset",
    dict: "builtins.dict",
}
"""Qualified name of a constant's class."""

_DICTS = ("builtins.dict", "collections.OrderedDict", "collections.defaultdict")
_TAKEN = {
    **{name: (name,) for name in COLLECTIONS},
    **dict.fromkeys(
        ("builtins.dict", "collections.abc.Mapping", "collections.abc.MutableMapping", "collections.defaultdict"), _DICTS
    ),
    "collections.abc.MutableSequence": ("builtins.list",),
    "collections.abc.MutableSet": ("builtins.set",),
    "collections.abc.Set": ("builtins.frozenset",),
    "collections.abc.Sequence": tuple(name for name in COLLECTIONS if name not in _DICTS),
}


def collection_contents(value: Constant, origin: str) -> Any:
    """Return the contents of a collection as a list, set or dict; `None` if the type `origin` is not for it."""
    kind = (
        value.of if isinstance(value, CallConstant) else next((name for one, name in _PYTHON.items() if type(value) is one), "")
    )
    if kind not in _TAKEN.get(origin, ()):
        return None
    if not isinstance(value, CallConstant):
        return list(value) if isinstance(value, tuple) else value
    try:
        return COLLECTIONS[kind](*value.args, **value.kwargs)
    except (TypeError, ValueError) as error:
        raise UnknownPart(f"{kind.rpartition('.')[2]}: {error}") from None
