"""Type expressions, and how ruff lays them out in lines of 88 columns.

Takes expressions of three forms, gives `Code`.
"""

from collections.abc import Container, Iterator

from msgspec import Struct

from toolc.targets.code import Code
from toolc.targets.python.encode import WIDTH, string


class Atom(Struct, frozen=True):
    """Unbreakable expression: a name, a constant, a quoted type."""

    text: Code


class Generic(Struct, frozen=True):
    """`head[a, b]`, or the call `head(a, b)`. Without a head: the parameters of a `Callable`."""

    head: str
    arguments: tuple["Expression", ...]
    brackets: str = "[]"


class Either(Struct, frozen=True):
    """`a | b`."""

    members: tuple["Expression", ...]


MOST_OPERANDS = 128
"""pyright 1.1.414 parses no chain of more than 250 operators."""


def one_of(members: tuple["Expression", ...]) -> "Expression":
    """A union of several; a long one as `Union[…]`."""
    return Either(members) if len(members) <= MOST_OPERANDS else Generic("Union", members)


Expression = Atom | Generic | Either


def name(text: str) -> Atom:
    """A name of this package's own."""
    return Atom(Code(text))


def flat(expression: Expression) -> Code:
    """The expression in one line."""
    match expression:
        case Atom():
            return expression.text
        case Generic():
            left, right = tuple(expression.brackets)
            return Code(f"{expression.head}{left}{', '.join(flat(one) for one in expression.arguments)}{right}")
        case Either():
            return Code(" | ".join(flat(one) for one in expression.members))


def names_in(expression: Expression) -> Iterator[str]:
    """Every name and constant in it."""
    match expression:
        case Atom():
            yield expression.text
        case Generic():
            yield expression.head
            for one in expression.arguments:
                yield from names_in(one)
        case Either():
            for one in expression.members:
                yield from names_in(one)


def quote_if_later(expression: Expression, later: Container[str]) -> Expression:
    """The expression, as a string if it mentions a name that is defined later."""
    if any(text in later for text in names_in(expression)):
        return Atom(string(flat(expression)))
    return expression


def replace_name(expression: Expression, old: Atom, new: Atom) -> Expression:
    """The expression with one name in place of another."""
    match expression:
        case Atom():
            return new if expression == old else expression
        case Generic():
            arguments = tuple(replace_name(one, old, new) for one in expression.arguments)
            return Generic(expression.head, arguments, expression.brackets)
        case Either():
            return Either(tuple(replace_name(one, old, new) for one in expression.members))


def lay_out(expression: Expression, indent: int, column: int, after: int = 0) -> Code:
    """The expression where a line has `column` columns already and `after` more follow; a union gets parentheses to break."""
    text = flat(expression)
    if column + len(text) + after <= WIDTH:
        return text
    if isinstance(expression, Atom) and indent + 4 + len(text) > WIDTH:
        return text
    if isinstance(expression, Generic):
        return _break_lines(expression, indent)
    return Code(f"(\n{' ' * (indent + 4)}{_inside(expression, indent + 4)}\n{' ' * indent})")


def _break_lines(expression: Generic, indent: int) -> Code:
    inner = indent + 4
    margin = " " * inner
    body = ", ".join(flat(one) for one in expression.arguments)
    left, right = tuple(expression.brackets)
    if len(expression.arguments) == 1 and left == "[":
        body = _inside(expression.arguments[0], inner)
    elif inner + len(body) > WIDTH:
        body = f",\n{margin}".join(_inside(one, inner, 1) for one in expression.arguments) + ","
    return Code(f"{expression.head}{left}\n{margin}{body}\n{' ' * indent}{right}")


def _inside(expression: Expression, indent: int, after: int = 0) -> Code:
    """The expression on a line of its own within brackets, where a union breaks without parentheses."""
    text = flat(expression)
    if indent + len(text) + after <= WIDTH:
        return text
    match expression:
        case Atom():
            return text
        case Generic():
            return _break_lines(expression, indent)
        case Either():
            first, *rest = expression.members
            ends = [0] * (len(rest) - 1) + [after]
            operands = [_operand(one, indent, end) for one, end in zip(rest, ends, strict=bool(rest))]
            lines = [_inside(first, indent), *(f"| {one}" for one in operands)]
            return Code(f"\n{' ' * indent}".join(lines))


def _operand(expression: Expression, indent: int, after: int = 0) -> Code:
    text = flat(expression)
    if isinstance(expression, Generic) and indent + 2 + len(text) + after > WIDTH:
        return _break_lines(expression, indent)
    return text
