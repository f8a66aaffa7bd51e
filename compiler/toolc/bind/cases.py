"""Selection of a `match` case whose patterns are values (PEP 634): literals, dotted names, alternatives with `|`, and `_`.

Takes the statement with its text and how values are compared, gives a verdict for a case; None for every other pattern.
"""

import re
from collections.abc import Callable, Iterator

from toolc.module import Attribute, Const, Expr, Name, Operation, OutlineNode
from toolc.text.regex import late

_SUBJECT = late(r"match\b(.*):\s*(?:#[^\n]*)?", re.DOTALL)
_CASE = late(r"(?:\s*#[^\n]*\n)*\s*case\b([^#\n]*):\s*(?:#[^\n]*)?\s*(?:#[^\n]*\n\s*)*")

Compared = Callable[[Expr], bool | None]
"""Comparison of the subject with a pattern's value; `None` if that is known only at run time."""


def subject(node: OutlineNode, text: str, expression: Callable[[str], Expr | None]) -> Expr | None:
    """The expression behind `match`; `text` is that of the module."""
    found = _SUBJECT.fullmatch(text, node.at, node.head)
    return None if found is None else expression(f"({found[1].strip()})")


def is_case_taken(
    node: OutlineNode, case: int, text: str, expression: Callable[[str], Expr | None], compared: Compared
) -> bool | None:
    """Return `True` if the case with an index runs, `False` if not, `None` if that is not known."""
    told: bool | None = True
    for number, verdict in enumerate(verdicts(node, text, expression, compared)):
        if number == case:
            return verdict if told or verdict is False else None
        if verdict:
            return False
        if verdict is None:
            told = None
    return None


def verdicts(
    node: OutlineNode, text: str, expression: Callable[[str], Expr | None], compared: Compared
) -> Iterator[bool | None]:
    """Yield, case by case, the verdict of matching the subject against the pattern."""
    for pattern in _patterns(node, text):
        yield _matches(None if pattern is None else expression(f"({pattern})"), compared)


def _patterns(node: OutlineNode, text: str) -> Iterator[str | None]:
    """Yield the source text of each case's pattern, `None` for one that is not supported."""
    behind = node.head
    for block in node.blocks:
        if not block.nodes:
            yield None
            return
        found = _CASE.fullmatch(text, behind, block.nodes[0].at)
        yield None if found is None or block.names or re.search(r"\bif\b", found[1]) else found[1].strip()
        behind = block.nodes[-1].end


def _matches(pattern: Expr | None, compared: Compared) -> bool | None:
    match pattern:
        case Name(id="_"):
            return True
        case Operation(kind="binary", ops=ops, items=items) if set(ops) == {"|"}:
            verdicts = [_matches(item, compared) for item in items]
            return True if True in verdicts else None if None in verdicts else False
        case Const() | Attribute() | Operation(kind="unary", ops=("-",)):
            return compared(pattern)
        case _:
            return None
