"""Calls inside calls, such as schemas of a validator, laid out as prettier would leave them.

Takes expressions of three forms, gives `Code` in lines of 80 columns. Objects are always in lines of their own.
"""

from msgspec import Struct

from toolc.targets.code import Code
from toolc.targets.typescript.literal import WIDTH


class Call(Struct, frozen=True):
    """`head(a, b)`. `tail`: what is called on the result, without arguments that could break."""

    head: str
    arguments: tuple["Form", ...] = ()
    tail: str = ""


class Listed(Struct, frozen=True):
    """`[a, b]`."""

    items: tuple["Form", ...]


class Shape(Struct, frozen=True):
    """`{ a: x }`; keys are spelled."""

    entries: tuple[tuple[Code, "Form"], ...]


Form = Call | Listed | Shape | Code


def flat(form: Form) -> str | None:
    """The form in one line; None where it never stands in one: objects with keys are in lines."""
    if isinstance(form, Shape):
        return None if form.entries else "{}"
    if isinstance(form, Code):
        return form
    if isinstance(form, Call) and len(form.arguments) > 1 and any(map(_takes_function, form.arguments)):
        return None  # so prettier lays out what may be a composition of functions
    parts = [flat(one) for one in (form.items if isinstance(form, Listed) else form.arguments)]
    if None in parts:
        return None
    inside = ", ".join(part for part in parts if part is not None)
    return f"[{inside}]" if isinstance(form, Listed) else f"{form.head}({inside}){form.tail}"


def _takes_function(form: Form) -> bool:
    return isinstance(form, Call) and any(isinstance(one, Code) and one.startswith("() =>") for one in form.arguments)


def lay_out(form: Form, indent: int, column: int, after: int = 1) -> Code:
    """The form where a line has `column` columns already, and `after` more follow."""
    line = flat(form)
    if line is not None and column + len(line) + after <= WIDTH:
        return Code(line)
    margin, end = " " * (indent + 2), " " * indent
    if isinstance(form, Code):
        return form
    if isinstance(form, Shape):
        return Code("{\n" + "".join(f"{margin}{_entry(name, one, indent + 2)},\n" for name, one in form.entries) + end + "}")
    if isinstance(form, Listed):
        return Code("[\n" + "".join(f"{margin}{lay_out(one, indent + 2, indent + 2)},\n" for one in form.items) + end + "]")
    if _hugs(form):
        *first, last = form.arguments
        before = "".join(f"{flat(one)}, " for one in first)
        head = f"{form.head}({before}"
        return Code(f"{head}{lay_out(last, indent, WIDTH)}){form.tail}")
    if not form.arguments:
        return Code(f"{form.head}(){form.tail}")
    inside = "".join(f"{margin}{lay_out(one, indent + 2, indent + 2)},\n" for one in form.arguments)
    return Code(f"{form.head}(\n{inside}{end}){form.tail}")


def _entry(name: Code, form: Form, indent: int) -> str:
    return f"{name}: {lay_out(form, indent, indent + len(name) + 2)}"


def _hugs(form: Call) -> bool:
    """Return `True` if the last argument, an object or list behind simple ones, begins on the line of the call (prettier)."""
    if not form.arguments:
        return False
    *first, last = form.arguments
    return isinstance(last, Shape | Listed) and all(isinstance(one, Code) for one in first)
