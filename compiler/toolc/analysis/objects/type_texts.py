"""Texts of types and signatures: `repr` of what stands in annotations, and `str` of what `inspect.signature` gives.

Sources: `typing._type_repr`, `types.GenericAlias`, `inspect.formatannotation` and `Signature.format` of CPython 3.11 to 3.14.
"""

import builtins
import re
from collections.abc import Callable

from toolc.analysis.objects.annotations import union_members, value_of
from toolc.analysis.protocol import Machine
from toolc.analysis.values import Class, Dict, Instance, LibraryObject, Subscript, Symbol, Value
from toolc.python_versions import minor_version

Repr = Callable[[Value], Value]

_CLASSES = frozenset(
    """collections.abc.Sequence collections.abc.Iterable collections.abc.Mapping collections.abc.Callable datetime.date
    datetime.datetime datetime.time datetime.timedelta decimal.Decimal fractions.Fraction uuid.UUID""".split()
)
"""Classes of the standard library whose `__module__` is where programs import them from, in all versions."""

_EMPTY = Symbol("inspect.Parameter.empty")


def repr_of_type(vm: Machine, value: Value, shown: Repr) -> str | None:
    """Return `repr(value)` of a type; None where it is not known. `shown` gives the `repr` of other values in it."""
    name = _class_name(value)
    if name is not None and isinstance(value, Class) and "enum" in value.traits:
        return f"<{'flag' if 'flag' in value.traits else 'enum'} '{value.name}'>"
    return f"<class '{name}'>" if name is not None else _repr_of_form(vm, value, shown)


def str_of_signature(vm: Machine, value: Instance, shown: Repr) -> str | None:
    """Return `str(value)` of an `inspect.Signature` or `inspect.Parameter`; None where something of it is not known."""
    return _of_signature(vm, value, shown) if value.cls.library == "inspect.Signature" else _of_parameter(vm, value, shown)


def _class_name(value: Value) -> str | None:
    """The qualified name of a class, with its module; None for anything else, and where it is not known."""
    dotted = value.name if isinstance(value, Symbol) else value.library if isinstance(value, Class) else ""
    if dotted:
        module, _, name = dotted.rpartition(".")
        known = dotted in _CLASSES or (module == "builtins" and isinstance(getattr(builtins, name, None), type))
        return None if not known else name if module == "builtins" else dotted
    if isinstance(value, Class) and value.node is not None and value.meta is None and value.module != "__main__":
        return f"{value.module}.{value.qualname}"
    return None


def _inside(vm: Machine, value: Value, shown: Repr, none: str = "None") -> str | None:
    """A type as an argument of another one."""
    if value is None:
        return none
    if value is ...:
        return "..."
    return _class_name(value) or _repr_of_form(vm, value, shown)


def _repr_of_form(vm: Machine, value: Value, shown: Repr) -> str | None:
    """`repr` of a generic type with its arguments, of a union, or of a form of `typing`."""
    if value is Symbol("typing.Any"):
        return "typing.Any"
    if isinstance(value, LibraryObject) and value.maker == "typing.Union":
        return _join([_inside(vm, one, shown) for one in union_members(value)], " | ") if _is_plain_union(value) else None
    if not isinstance(value, Subscript):
        return None
    origin = value.origin.name if isinstance(value.origin, Symbol) else ""
    if origin == "typing.Literal":
        texts = map(shown, value.args)
        return _generic(origin, [one if isinstance(one, str) else None for one in texts])
    if origin in ("typing.Optional", "typing.Union"):
        return _of_union(vm, value, shown)
    if origin in _OF_TYPING:
        return _generic(origin, [_inside(vm, one, shown, "NoneType") for one in value.args])
    name = _class_name(value.origin)
    if (
        name is None
        or name.startswith("collections.abc.Callable")
        or (isinstance(value.origin, Class) and not value.origin.library)
    ):
        return None
    return _generic(name, [_inside(vm, one, shown) for one in value.args])


_OF_TYPING = frozenset(
    f"typing.{name}" for name in "List Dict Set FrozenSet Tuple Type Sequence Iterable Mapping Iterator".split()
)


def _of_union(vm: Machine, value: Subscript, shown: Repr) -> str | None:
    """`typing.Optional[int]`, `typing.Union[int, str]`: since Python 3.14 they are what `|` gives."""
    members = [*value.args, None] if value.origin is Symbol("typing.Optional") else list(value.args)
    if any(isinstance(one, LibraryObject) or _is_union(one) for one in members) or len(set(map(id, members))) < len(members):
        return None
    version = minor_version(vm.modules.version("python"))
    if version is None:
        return None
    if version >= (3, 14):
        return _join([_inside(vm, one, shown) for one in members], " | ")
    if len(members) == 2 and None in members:
        return _generic("typing.Optional", [_inside(vm, one, shown) for one in members if one is not None])
    return _generic("typing.Union", [_inside(vm, one, shown, "NoneType") for one in members])


def _is_union(value: Value) -> bool:
    return isinstance(value, Subscript) and value.origin in (Symbol("typing.Optional"), Symbol("typing.Union"))


def _is_plain_union(union: LibraryObject) -> bool:
    """Return `True` if no member of `a | b` makes it a union of `typing`, and none is there twice."""
    members = union_members(union)
    names = [_class_name(one.origin if isinstance(one, Subscript) else one) for one in members if one is not None]
    return None not in names and len(set(names)) == len(names) and members.count(None) <= 1


def _generic(name: str, args: list[str | None]) -> str | None:
    inside = _join(args, ", ")
    return None if inside is None else f"{name}[{inside}]"


def _join(texts: list[str | None], between: str) -> str | None:
    known = [one for one in texts if one is not None]
    return between.join(known) if len(known) == len(texts) else None


def _annotation(vm: Machine, value: Value, shown: Repr) -> str | None:
    """`inspect.formatannotation(value)`."""
    value = value_of(vm, value)
    if isinstance(value, str):
        return repr(value)
    found = _inside(vm, value, shown)
    origin = value.origin if isinstance(value, Subscript) else value
    if found is not None and isinstance(origin, Symbol) and origin.name.startswith("typing."):
        return re.sub(r"[\w.]+", lambda part: part.group().removeprefix("typing."), found)
    return found


def _of_parameter(vm: Machine, parameter: Instance, shown: Repr) -> str | None:
    cells = parameter.cells
    name, kind = cells.get("name"), cells.get("kind")
    if not isinstance(name, str) or not isinstance(kind, Symbol) or parameter.taint is not None:
        return None
    stars = {"VAR_POSITIONAL": "*", "VAR_KEYWORD": "**"}.get(kind.name.rpartition(".")[2], "")
    annotated = cells.get("annotation") is not _EMPTY
    if annotated:
        kind_text = _annotation(vm, cells.get("annotation"), shown)
        if kind_text is None:
            return None
        name = f"{name}: {kind_text}"
    if cells.get("default") is not _EMPTY:
        default = shown(cells.get("default"))
        if not isinstance(default, str):
            return None
        name += f" = {default}" if annotated else f"={default}"
    return stars + name


def _of_signature(vm: Machine, signature: Instance, shown: Repr) -> str | None:
    held = signature.cells.get("parameters")
    if not isinstance(held, Dict) or held.taint is not None or signature.taint is not None:
        return None
    parts: list[str | None] = []
    slash, star = False, True
    for one in held.items.values():
        kind = one.cells.get("kind") if isinstance(one, Instance) else None
        if not isinstance(kind, Symbol):
            return None
        word = kind.name.rpartition(".")[2]
        if word != "POSITIONAL_ONLY" and slash:
            parts.append("/")
        slash = word == "POSITIONAL_ONLY"
        if word == "KEYWORD_ONLY" and star:
            parts.append("*")
        star = star and word not in ("VAR_POSITIONAL", "KEYWORD_ONLY")
        parts.append(_of_parameter(vm, one, shown))
    inside = _join([*parts, "/"] if slash else parts, ", ")
    returns = signature.cells.get("return_annotation")
    if inside is None or returns is _EMPTY:
        return None if inside is None else f"({inside})"
    after = _annotation(vm, returns, shown)
    return None if after is None else f"({inside}) -> {after}"
