"""The outline of a file from `ast`: where statements stand, how blocks nest, what is bound.

Takes text and its syntax tree, gives a `Module` without definitions. It says nothing about what statements mean.
"""

import ast
from bisect import bisect_left
from collections.abc import Sequence

from toolc.module import Block, Module, OutlineNode
from toolc.read import names
from toolc.read.constants import clean_docstring
from toolc.read.guard import MAX_STATEMENTS
from toolc.read.places import Places
from toolc.text.regex import late

KINDS = {
    "Import": "import", "ImportFrom": "from", "Assign": "assign", "AnnAssign": "ann", "AugAssign": "aug", "Expr": "do",
    "Return": "return", "TypeAlias": "alias", "FunctionDef": "def", "AsyncFunctionDef": "def", "ClassDef": "class",
    "If": "if", "Try": "try", "TryStar": "try", "With": "with", "AsyncWith": "with", "For": "for", "AsyncFor": "for",
    "While": "while", "Match": "match", "Global": "global", "Nonlocal": "global",
    "Raise": "raise",
}  # fmt: skip

_WALRUS = late(":=")

# What may stand between the last expression of a header and its colon; from the start of a header without expressions,
# words too.
_COLON = late(r"(?:[\s\w,()\[\]*/\\]|#[^\n]*)*+:")


def outline(text: str, tree: ast.Module) -> Module:
    """A file's outline."""
    doc = ast.get_docstring(tree, clean=False)
    return Module(None if doc is None else clean_docstring(doc), _Outline(text).nodes(tree.body, 1))


class _Outline:
    """The walk over statements. `depth` counts nested statements."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places = Places(text)
        self.walruses = [
            found.start() for found in _WALRUS.finditer(text)
        ]  # where there is none, no expression binds a name, and none is searched

    def nodes(self, body: Sequence[ast.stmt], depth: int) -> tuple[OutlineNode, ...]:
        return tuple([self.node(stmt, depth) for stmt in body])

    def node(self, stmt: ast.stmt, depth: int) -> OutlineNode:
        """One statement with everything inside it."""
        at = self.places.offset(stmt.lineno, stmt.col_offset)
        end = self.places.offset(stmt.end_lineno or 0, stmt.end_col_offset or 0)
        kind = KINDS.get(type(stmt).__name__, "other")
        bound = names.bound_names(stmt)
        if self.walruses and self.has_walrus(stmt, end):
            bound = names.distinct((*bound, *names.walruses(names.own(stmt))))
        if not hasattr(stmt, "body") and kind != "match":
            return OutlineNode(kind, at, end, end, bound)  # type: ignore[arg-type]
        if depth > MAX_STATEMENTS:
            return OutlineNode("other", at, end, end, names.all_bound(stmt))
        head = self.head(stmt, at)
        blocks = self.blocks(stmt, depth + 1)
        end = blocks[-1].nodes[-1].end  # without the semicolon that `ast` counts in: `if a: b;`
        decorators = getattr(stmt, "decorator_list", None)
        if decorators:
            at = self.at_sign(decorators[0].lineno)
        return OutlineNode(kind, at, end, head, bound, blocks)  # type: ignore[arg-type]

    def has_walrus(self, stmt: ast.stmt, end: int) -> bool:
        """Return `True` if `:=` may stand in a statement outside of its suites."""
        first = getattr(stmt, "decorator_list", None) or [stmt]
        suite = getattr(stmt, "body", None)
        start = self.places.offset(first[0].lineno, first[0].col_offset)
        end = self.places.offset(suite[0].lineno, suite[0].col_offset) if suite else end
        found = bisect_left(self.walruses, start)
        return found < len(self.walruses) and self.walruses[found] < end

    def head(self, stmt: ast.stmt, at: int) -> int:
        """The offset behind the header's colon."""
        last = _last_of_header(stmt)
        if last is not None:
            at = self.places.offset(last.end_lineno, last.end_col_offset)  # type: ignore[attr-defined]
        found = _COLON.match(self.text, at)
        assert found is not None, "ast accepts no header without a colon"
        return found.end()

    def at_sign(self, line: int) -> int:
        """Return the offset of the decorator whose expression begins on `line`: its `@` is the first character of a line."""
        while (at := self.places.first_on_line(line, "@")) is None:
            line -= 1
        return at

    def blocks(self, stmt: ast.stmt, depth: int) -> tuple[Block, ...]:
        """The suites of a compound statement in the order of the source."""
        if isinstance(stmt, ast.Match):
            return tuple([self.case(case, depth) for case in stmt.cases])
        blocks = [Block("body", self.nodes(stmt.body, depth))]  # type: ignore[attr-defined]
        for handler in getattr(stmt, "handlers", ()):
            bound: tuple[str, ...] = (handler.name,) if handler.name else ()
            if self.walruses and handler.type is not None:
                bound += tuple(names.walruses([handler.type]))
            blocks.append(Block("except", self.nodes(handler.body, depth), bound))
        if getattr(stmt, "orelse", None):
            blocks.append(Block("else", self.nodes(stmt.orelse, depth)))  # type: ignore[attr-defined]
        if getattr(stmt, "finalbody", None):
            blocks.append(Block("finally", self.nodes(stmt.finalbody, depth)))  # type: ignore[attr-defined]
        return tuple(blocks)

    def case(self, case: ast.match_case, depth: int) -> Block:
        bound = list(names.captures(case.pattern))
        if self.walruses and case.guard is not None:
            bound += names.walruses([case.guard])
        return Block("case", self.nodes(case.body, depth), names.distinct(bound))


def _last_of_header(stmt: ast.stmt) -> ast.AST | None:
    """The last expression (or parameter, type parameter) before the colon of a header."""
    match stmt:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return stmt.returns or _last_of_parameters(stmt)
        case ast.ClassDef():
            return _latest([*stmt.bases, *(word.value for word in stmt.keywords)]) or _latest(_type_params(stmt))
        case ast.If() | ast.While():
            return stmt.test
        case ast.For() | ast.AsyncFor():
            return stmt.iter
        case ast.With() | ast.AsyncWith():
            return stmt.items[-1].optional_vars or stmt.items[-1].context_expr
        case ast.Match():
            return stmt.subject
        case _:
            return None


def _last_of_parameters(stmt: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST | None:
    args = stmt.args
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, *args.defaults, *args.kw_defaults, args.vararg, args.kwarg]
    return _latest([node for node in every if node is not None]) or _latest(_type_params(stmt))


def _type_params(stmt: ast.stmt) -> list[ast.AST]:
    return list(getattr(stmt, "type_params", ()))  # none before Python 3.12


def _latest(nodes: Sequence[ast.AST]) -> ast.AST | None:
    return max(nodes, key=lambda node: (node.end_lineno, node.end_col_offset), default=None)  # type: ignore[attr-defined]
