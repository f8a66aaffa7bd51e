"""Reading one statement, or one expression, by LibCST from its slice of the text.

Takes text and a node of its outline, gives the `Stmt`. Of a compound statement only the decorators, the header and the
docstring are cut out, each parsed by itself from column 0; a body never is. What LibCST cannot read within the limits
keeps its kind where it has one, with `DeferredNode("deep")` or `DeferredNode("unread")` in it, else it is `Other`.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import libcst as cst

from toolc.module import (
    Block,
    Const,
    Expr,
    Other,
    OutlineNode,
    Stmt,
    Try,
)  # fmt: skip
from toolc.read import guard, scan, statements
from toolc.read.constants import clean_docstring
from toolc.read.expressions import Walk
from toolc.read.gaps import unread_statement
from toolc.text.regex import late

T = TypeVar("T")

_FRAMES = 20_000  # of pure Python functions, which live on the heap
_EXCEPT = late(r"except\b[\s\\]*\*?")
_STRING = late(r"[uUrR]?[\"']|\(")
_UNWRAPPED = (cst.GeneratorExp, cst.NamedExpr, cst.Yield)  # expressions only when they bring their own parentheses


class UnreadError(Exception):
    """LibCST cannot read this; the message is LibCST's own."""


class DeepError(UnreadError):
    """LibCST must not read this, it is beyond a limit: its name, `deep` where the interpreter's own ended it."""

    def __init__(self, limit: str = "deep") -> None:
        super().__init__(limit)
        self.limit = limit


def statement(text: str, node: OutlineNode) -> Stmt:
    """The statement at a node."""
    if node.kind in ("global", "raise", "other", "match"):
        return Other(node.at)
    try:
        return with_room(lambda: _READERS.get(node.kind, _simple)(text, node))
    except UnreadError as problem:
        return unread_statement(node, problem.limit if isinstance(problem, DeepError) else "unread")


def expression(text: str) -> Expr | None:
    """One expression that is the whole of `text`; line ends are allowed in it, as in parentheses."""
    if "\0" in text or guard.too_nested(text) is not None or not guard.is_balanced(text):
        return None
    try:
        return with_room(lambda: _piece(text, 0, len(text), strict=True))
    except UnreadError:
        return None


def with_room(work: Callable[[], T]) -> T:
    """`work()`, once more with room for deep but legal nesting when the first try runs out of frames."""
    try:
        return work()
    except RecursionError:
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, _FRAMES))
        try:
            return work()
        except RecursionError:
            raise DeepError from None
        finally:
            sys.setrecursionlimit(limit)


def parse_slice(parse: Callable[[str], T], code: str) -> T:
    """LibCST's answer to a slice that is within the limits."""
    if (over := guard.too_long(code)) is not None:
        raise DeepError(over.limit)
    try:
        return parse(code)
    except cst.ParserSyntaxError as error:
        raise UnreadError(error.message) from None
    except Exception:  # of many kinds, its own `CSTLogicError` and `AssertionError` among them
        raise UnreadError from None


def _piece(text: str, at: int, end: int, *, strict: bool = False) -> Expr:
    """The expression in `text[at:end]`, parsed between parentheses of our own."""
    node: Any = parse_slice(cst.parse_expression, f"({text[at:end]}\n)")
    bare = len(node.lpar) == 1
    if strict and bare and (isinstance(node, _UNWRAPPED) or (isinstance(node, cst.Tuple) and not node.elements)):
        raise UnreadError
    found, _ = Walk(text).expr(node, at, hidden=1)
    return found


def _simple(text: str, node: OutlineNode) -> Stmt:
    line: Any = parse_slice(cst.parse_statement, text[node.at : node.end])
    return statements.simple(Walk(text), line.body[0], node.at)


def _header(text: str, at: int, end: int) -> Any:
    return parse_slice(cst.parse_statement, text[at:end] + " ...")


def _if(text: str, node: OutlineNode) -> Stmt:
    keyword = "elif" if text.startswith("elif", node.at) else "if"
    # `elif …:` is read as the `if …:` it ends with.
    return statements.test(Walk(text), _header(text, node.at + len(keyword) - 2, node.head), node.at, len(keyword))


def _while(text: str, node: OutlineNode) -> Stmt:
    return statements.test(Walk(text), _header(text, node.at, node.head), node.at, len("while"))


def _for(text: str, node: OutlineNode) -> Stmt:
    return statements.loop(Walk(text), _header(text, node.at, node.head), node.at)


def _with(text: str, node: OutlineNode) -> Stmt:
    return statements.context(Walk(text), _header(text, node.at, node.head), node.at)


def _try(text: str, node: OutlineNode) -> Stmt:
    return Try(node.at, tuple([_handler(text, at) for at in handler_starts(text, node.nested, node.head)]))


def handler_starts(text: str, blocks: Sequence[Block], end: int) -> Iterator[int]:
    """The offsets of the `except` of a `try` whose header ends at `end`: each stands behind the block before it."""
    for block in blocks:
        if block.role == "except":
            yield scan.next_statement(text, end)
        end = block.nodes[-1].end


def _handler(text: str, at: int) -> Expr | None:
    start = behind_except(text, at)
    end = scan.header_end(text, at) - 1
    if scan.skip(text, start) >= end:
        return None
    if isinstance(tree := parse_slice(cst.parse_statement, f"try: ...\n{text[at:end]}: ..."), cst.Try | cst.TryStar):
        return statements.handler(Walk(text), tree.handlers[0], start)
    raise UnreadError


def behind_except(text: str, at: int) -> int:
    """The offset behind `except` or `except*`."""
    found = _EXCEPT.match(text, at)
    assert found is not None, "a handler begins with `except`"
    return found.end()


def _function(text: str, node: OutlineNode) -> Stmt:
    decorators, start = _decorators(text, node.at)
    return statements.function(Walk(text), _header(text, start, node.head), node.at, start, decorators, docstring(text, node))


def _class(text: str, node: OutlineNode) -> Stmt:
    decorators, start = _decorators(text, node.at)
    return statements.klass(Walk(text), _header(text, start, node.head), node.at, start, decorators, docstring(text, node))


def _decorators(text: str, at: int) -> tuple[tuple[Expr, ...], int]:
    """The decorators, and where the header behind them begins."""
    found = []
    for start, end in decorator_places(text, at):
        found.append(_piece(text, start, end))
        at = scan.next_statement(text, end)
    return tuple(found), at


def decorator_places(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield the start (behind the `@`) and end of each decorator's expression."""
    while text[at] == "@":
        end = scan.statement_end(text, at)
        yield at + 1, end
        at = scan.next_statement(text, end)


def docstring(text: str, node: OutlineNode) -> str | None:
    """The docstring of a function or class: its first statement, when that is a plain string."""
    first = node.nested[0].nodes[0]
    if first.kind != "do" or _STRING.match(text, first.at) is None:
        return None
    try:
        value = _piece(text, first.at, first.end)
    except UnreadError:
        return None
    if not isinstance(value, Const) or value.kind not in ("str", "str-escaped"):
        return None
    return clean_docstring(str(value.python()))


_READERS: dict[str, Callable[[str, OutlineNode], Stmt]] = {
    "def": _function, "class": _class, "if": _if, "while": _while, "for": _for, "with": _with, "try": _try,
}  # fmt: skip
