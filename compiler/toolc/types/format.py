"""Types and constants in words, the same for both front ends and every Python version.

Takes a `signature.Type` or a constant, gives its canonical spelling.
"""

from toolc.signature import (
    ELLIPSIS,
    Alias,
    Annotated,
    CallConstant,
    Class,
    Constant,
    Generic,
    Literal,
    Member,
    Plain,
    Type,
    TypeVariable,
    Union,
    UnknownConstant,
    Unresolved,
)


def display(type_: Type | None) -> str:
    """The canonical spelling of an annotation, the same for both front ends and every Python version.

    Unions are written with `|`, containers by their builtin name, classes by their bare name; `""` for no annotation.
    """
    match type_:
        case None:
            return ""
        case Plain("types.NoneType"):
            return "None"
        case Plain("types.EllipsisType"):
            return "..."
        case Plain(name):
            return name.rpartition(".")[2]
        case Generic("collections.abc.Callable", (*parameters, result)):
            inside = "..." if parameters == [ELLIPSIS] else f"[{', '.join(map(display, parameters))}]"
            return f"Callable[{inside}, {display(result)}]"
        case Generic(origin, args):
            inside = ", ".join(map(display, args)) if args else "()"
            return f"{origin.rpartition('.')[2]}[{inside}]"
        case Union(members):
            return " | ".join(map(display, members))
        case Literal(values):
            return f"Literal[{', '.join(map(display_value, values))}]"
        case Annotated(inner, _):
            return display(inner)
        case Class(qualname, args) | Alias(qualname, args):
            bare = qualname.partition("#")[0].rpartition(":")[2].rpartition(".")[2]
            return bare + (f"[{', '.join(map(display, args))}]" if args else "")
        case TypeVariable(name):
            return name
        case Unresolved(_, _, text):
            return text


def display_value(value: Constant) -> str:
    """The canonical spelling of a constant, as `display` spells types; what cannot be told is `...`."""
    match value:
        case Member(enum, name):
            return f"{enum.rpartition(':')[2].rpartition('.')[2]}.{name}"
        case CallConstant(of, args, kwargs):
            inside = [*map(display_value, args), *(f"{key}={display_value(item)}" for key, item in kwargs.items())]
            return f"{of.rpartition(':')[2].rpartition('.')[2]}({', '.join(inside)})"
        case list():
            return f"[{', '.join(map(display_value, value))}]"
        case tuple():
            return f"({', '.join(map(display_value, value))}{',' if len(value) == 1 else ''})"
        case dict():
            return f"{{{', '.join(f'{display_value(key)}: {display_value(item)}' for key, item in value.items())}}}"
        case set() | frozenset():
            return f"{{{', '.join(sorted(map(display_value, value)))}}}"
        case UnknownConstant():
            return "..."
        case Plain() | Class():  # a type as a value
            return display(value)
        case _:
            return repr(value)
