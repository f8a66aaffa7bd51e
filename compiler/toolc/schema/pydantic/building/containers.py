"""Containers and special forms with arguments (pydantic 2.14).

Takes a canonical name or a `Generic`, gives a node; None for what is no container.
"""

from collections.abc import Callable, Mapping
from typing import Protocol

from toolc.schema.pydantic.building.generics import MODELS
from toolc.schema.pydantic.building.serializers import pattern
from toolc.schema.pydantic.issues import Refused, Unsupported
from toolc.schema.pydantic.node import Node
from toolc.signature import (
    ANY,
    Alias,
    Annotated,
    CallConstant,
    Class,
    Definition,
    Generic,
    Literal,
    Plain,
    Type,
    TypeVariable,
    Union,
    Unresolved,
)


class Types(Protocol):
    """Interface of the builder for containers."""

    definitions: Mapping[str, Definition]
    version: tuple[int, ...]

    def type(self, type_: Type) -> Node:
        """The validator of a type."""


_ONE = {
    # One argument. The kinds are those of pydantic's core schemas; they decide where constraints go.
    "builtins.list": "list",
    "collections.abc.MutableSequence": "list",
    "collections.abc.Sequence": "sequence",
    "collections.deque": "deque",
    "builtins.set": "set",
    "collections.abc.MutableSet": "set",
    "builtins.frozenset": "frozenset",
    "collections.abc.Set": "frozenset",
    "collections.abc.Iterable": "generator",
    "collections.abc.Generator": "generator",
}

_TWO = {
    "builtins.dict": "dict",
    "collections.abc.Mapping": "dict",
    "collections.abc.MutableMapping": "dict",
    "collections.OrderedDict": "ordered-dict",
    "collections.defaultdict": "defaultdict",
}

_CALLABLE = "collections.abc.Callable"
UNBUILT = {_CALLABLE: 0, "collections.abc.Generator": 1}
"""From which argument on nothing is made of what is written: it has to be defined all the same."""
_PATHS = frozenset({"os.PathLike", "pathlib.Path", "pathlib.PurePath"})


def bare(name: str) -> Node | None:
    """A container without arguments holds anything."""
    if name in _ONE:
        return Node(_ONE[name], parts=[Node("any")])
    if name == "collections.defaultdict":
        raise Unsupported("Unable to infer a default factory for the values of a defaultdict")
    if name in _TWO:
        return Node(_TWO[name], parts=[Node("any"), Node("any")])
    match name:
        case "collections.Counter":
            return Node("counter", parts=[Node("any"), Node("int")])
        case "builtins.tuple":
            return Node("tuple", parts=[Node("any")], facts={"variadic": True})
        case "builtins.type":
            return Node("is-instance", name="type")
        case "collections.abc.Callable":
            return Node("callable")
    return None


def generic(types: Types, type_: Generic) -> Node | None:
    """A container with arguments."""
    origin, args = type_.origin, type_.args
    first, second = (*args, ANY, ANY)[:2]
    if origin in _ONE:
        return Node(_ONE[origin], parts=[types.type(first)])
    if origin in _TWO:
        if len(args) == 1:
            raise Refused(f"Expected two type arguments for {origin}, got 1")
        if origin == "collections.defaultdict":
            _check_default_value(second, types.version)
        return Node(_TWO[origin], parts=[types.type(first), types.type(second)])
    makers: dict[str, Callable[[], Node]] = {
        "collections.Counter": lambda: Node("counter", parts=[types.type(first), Node("int")]),
        "builtins.tuple": lambda: _tuple(types, args),
        "builtins.type": lambda: _subclass(types, first),
        _CALLABLE: lambda: Node("callable"),
        "re.Pattern": lambda: Node("fixed-plain", base={"type": "string", "format": "regex"}, serialization=pattern()),
        **dict.fromkeys(_PATHS, lambda: Node("path")),
    }
    make = makers.get(origin)
    return None if make is None else make()


def _tuple(types: Types, args: tuple[Type, ...]) -> Node:
    if args and args[-1] == Plain("types.EllipsisType"):
        if len(args) != 2:
            raise Refused("Variable tuples can only have one type")
        return Node("tuple", parts=[types.type(args[0])], facts={"variadic": True})
    return Node("tuple", parts=[types.type(arg) for arg in args])


def _subclass(types: Types, of: Type) -> Node:
    """`type[X]` shows nothing of `X`; bare `type` is an instance check without schema (2.14 `_subclass_schema`)."""
    match of:
        case Annotated(inner, _):
            return _subclass(types, inner)
        case Union(members):
            return Node("union", parts=[_subclass(types, member) for member in members])
        case Alias(qualname, ()) if (alias := types.definitions.get(qualname)) is not None and alias.value is not None:
            return _subclass(types, alias.value)
        case TypeVariable(_, Union() as bound, ()):
            return _subclass(types, bound)
        case TypeVariable(_, bound, ()) if bound is not None:
            return _of_class(types, bound)
        case TypeVariable(_, None, (_, *_)):
            return Node("union", parts=[_subclass(types, one) for one in of.constraints])
        case Unresolved():
            return types.type(of)
        case TypeVariable() | Plain("typing.Any"):
            return Node("is-instance", name="type")
        case Generic() | Literal() | Plain("pydantic.JsonValue"):
            raise Refused("Subscripting `type[]` with an already parametrized type is not supported")
        case _:
            return _of_class(types, of)


def _of_class(types: Types, of: Type) -> Node:
    """A check for the subclasses of a class; what `typing` makes of a class with brackets is none."""
    definition = types.definitions.get(of.qualname) if isinstance(of, Class) else None
    written = isinstance(of, Plain) and of.spelled
    parametrised = isinstance(of, Class) and of.args and (definition is None or definition.kind not in MODELS)
    if written or parametrised or isinstance(of, Generic | Literal | Annotated | Alias):
        raise Refused("Expected a class, and what stands there is none")
    if definition is not None and definition.kind == "new_type":
        raise Refused("Expected a class, and a NewType is none")
    return Node("is-subclass")


_MADE_EMPTY = frozenset({
    "builtins.tuple", "collections.abc.Sequence", "collections.abc.MutableSequence", "builtins.list", "collections.OrderedDict",
    "builtins.set", "builtins.frozenset", "collections.abc.Set", "collections.abc.MutableSet", "builtins.dict",
    "collections.abc.Mapping", "collections.abc.MutableMapping", "builtins.float", "builtins.int", "builtins.str",
    "builtins.bool", "collections.Counter",
})  # fmt: skip


_NEWLY = frozenset({"builtins.frozenset", "builtins.dict", "collections.OrderedDict", "collections.Counter"})
"""The subset that pydantic makes empty from 2.14 on."""


def _check_default_value(values: Type, version: tuple[int, ...]) -> None:
    """pydantic must know what a missing key of a `defaultdict` becomes."""
    if isinstance(values, Annotated):
        fields = [item for item in values.metadata if isinstance(item, CallConstant) and item.of == "pydantic.Field"]
        if fields and "default_factory" in fields[0].kwargs:
            return
    name = values.name if isinstance(values, Plain) else values.origin if isinstance(values, Generic) else ""
    empty = name in _MADE_EMPTY and (version >= (2, 14) or name not in _NEWLY)
    if not empty and not isinstance(values, TypeVariable):
        raise Unsupported("Unable to infer a default factory for the values of a defaultdict")
