"""Canonical qualified names: one name for each thing that the standard library and pydantic export under several.

Takes a dotted name as an import spells it (or as `__module__` and `__qualname__` give it), gives the name under which the rest
of toolc knows it. Tables only: what the running interpreter has makes no difference.
"""

_TYPING_CONTAINERS = {
    "List": "builtins.list",
    "Dict": "builtins.dict",
    "Set": "builtins.set",
    "FrozenSet": "builtins.frozenset",
    "Tuple": "builtins.tuple",
    "Type": "builtins.type",
    "Deque": "collections.deque",
    "DefaultDict": "collections.defaultdict",
    "OrderedDict": "collections.OrderedDict",
    "Counter": "collections.Counter",
    "ChainMap": "collections.ChainMap",
    "Pattern": "re.Pattern",
    "Match": "re.Match",
    "Text": "builtins.str",
    "AbstractSet": "collections.abc.Set",
}

_ABC = (
    "AsyncGenerator", "AsyncIterable", "AsyncIterator", "Awaitable", "ByteString", "Callable", "Collection", "Container",
    "Coroutine", "Generator", "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView", "Mapping", "MappingView",
    "MutableMapping", "MutableSequence", "MutableSet", "Reversible", "Sequence", "Sized", "ValuesView",
)  # fmt: skip

_MOVED = {
    **{f"typing.{name}": target for name, target in _TYPING_CONTAINERS.items()},
    **{f"typing.{name}": f"collections.abc.{name}" for name in _ABC},
    "builtins.NoneType": "types.NoneType",
    "builtins.ellipsis": "types.EllipsisType",
    "_decimal.Decimal": "decimal.Decimal",
    "pathlib._local.Path": "pathlib.Path",
    "pathlib._local.PurePath": "pathlib.PurePath",
    "zoneinfo._zoneinfo.ZoneInfo": "zoneinfo.ZoneInfo",
}

_PREFIXES = (
    # (as imported, canonical). Sub-modules whose names a package exports at its top.
    ("typing_extensions.", "typing."),
    ("pydantic.main.", "pydantic."),
    ("pydantic.fields.", "pydantic."),
    ("pydantic.config.", "pydantic."),
    ("pydantic.types.", "pydantic."),
    ("pydantic.networks.", "pydantic."),
    ("pydantic.root_model.", "pydantic."),
    ("pydantic.functional_validators.", "pydantic."),
    ("pydantic.functional_serializers.", "pydantic."),
    ("pydantic.type_adapter.", "pydantic."),
    ("pydantic.aliases.", "pydantic."),
    ("pydantic._internal._model_construction.", "pydantic."),
    ("pathlib._local.", "pathlib."),
)


def canonical(name: str) -> str:
    """The one name of `name`; any other name is its own."""
    for prefix, replacement in _PREFIXES:
        if name.startswith(prefix):
            name = replacement + name[len(prefix) :]
            break
    return _MOVED.get(name, name)
