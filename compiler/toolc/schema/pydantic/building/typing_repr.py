"""Types as `typing` writes them itself (CPython 3.11 `typing._type_repr`), without the name of `typing` in front.

Takes a type, gives its text, None where that is not known: how a union is written depends on who made it.
"""

from toolc.signature import Alias, Class, Constant, Generic, Literal, Member, Plain, Type, TypeVariable
from toolc.source import imported_name

_HOMES = frozenset(
    "uuid.UUID datetime.date datetime.datetime datetime.time datetime.timedelta decimal.Decimal fractions.Fraction".split()
)
"""Classes of the standard library that stand in the module they are known by."""


def typing_repr(type_: Type) -> str | None:
    """The text of one type."""
    match type_:
        case Plain("types.EllipsisType"):
            return "..."
        case Plain("types.NoneType"):  # as `None` or as its class, by who put it there
            return None
        case Plain(name, spelled):
            root, _, last = name.rpartition(".")
            return spelled or (last if root in ("builtins", "typing", "types") else name if name in _HOMES else None)
        case Generic(origin, args, spelled) if spelled or origin.startswith("builtins."):
            return _with(spelled or origin.rpartition(".")[2], args) if args else f"{spelled or 'tuple'}[()]"
        case Literal(values) if not any(isinstance(value, Member) for value in values):
            return f"Literal[{', '.join(map(literal_text, values))}]"
        case Class(qualname, ()) if "#" not in qualname:
            return imported_name(qualname).replace(":", ".")
        case Alias(qualname, args):
            return _with(qualname.rpartition(":")[2].rpartition(".")[2], args)
        case TypeVariable(name):
            return type_.shown or f"~{name}"
        case _:
            return None


def _with(name: str, args: tuple[Type, ...]) -> str | None:
    shown = [typing_repr(arg) for arg in args]
    return None if None in shown else f"{name}[{', '.join(one or '' for one in shown)}]" if args else name


def literal_text(value: Constant) -> str:
    """A value of a `Literal`."""
    if isinstance(value, Member):
        return f"<{value.enum.rpartition(':')[2].rpartition('.')[2]}.{value.name}: {value.value!r}>"
    return repr(value)
