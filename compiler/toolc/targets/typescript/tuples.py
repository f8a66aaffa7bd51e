"""Arrays as TypeScript spells them: `T[]`, or a tuple where items have types of their own or there is one short length.

Takes an `ir.Array` and the texts of its elements, gives the text of the whole.
"""

from toolc.ir import Array

MOST_REPEATED = 8
LONGEST = 160
"""How often, and how far in columns, an element is written out where there is one length."""


def written_elements(type_: Array) -> int:
    """How many elements a tuple writes out: the number of items where it is fixed and small, else those of the prefix.

    A least or greatest length alone makes no tuple: what gives arrays (`map`, `filter`) could not be passed for one.
    """
    fixed = type_.min_items == type_.max_items and type_.min_items <= MOST_REPEATED
    return type_.min_items if fixed else len(type_.prefix)


def array(type_: Array, elements: list[str]) -> str:
    """`elements`: the texts of the prefix, then that of the rest if there is one."""
    if type_.rest is None:
        return _tuple(type_, elements, "")
    rest, items = elements[-1], elements[:-1]
    wanted = written_elements(type_)
    if len(rest) * wanted > LONGEST:
        wanted = len(items)
    items = items + [rest] * (wanted - len(items))
    if len(items) == type_.max_items:
        return _tuple(type_, items, "")
    return _tuple(type_, items, f"...{add_parentheses(rest)}[]") if items else f"{add_parentheses(rest)}[]"


def _tuple(type_: Array, items: list[str], tail: str) -> str:
    shown = [optional(text, at >= type_.min_items) for at, text in enumerate(items)]
    return "[" + ", ".join([*shown, *([tail] if tail else [])]) + "]"


def add_parentheses(text: str) -> str:
    """In parentheses where a union would bind looser than what follows."""
    return f"({text})" if _is_union(text) else text


def optional(text: str, is_optional: bool) -> str:
    return f"{add_parentheses(text)}?" if is_optional else text


def _is_union(text: str) -> bool:
    """Return `True` if a `|` stands outside all brackets and strings."""
    depth, quote, at = 0, "", 0
    while at < len(text):
        char = text[at]
        if quote:
            at += char == "\\"
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "|" and depth == 0:
            return True
        at += 1
    return False
