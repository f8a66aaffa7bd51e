"""A file that `ast` refuses, because its syntax is newer than the running Python, read by LibCST whole.

Takes text within the limits, gives a `Module` with all its statements, or the offset LibCST stopped at. LibCST says what
the statements are, a walk along the text in step with them says where they stand.
"""

from collections.abc import Callable, Iterable
from typing import Any

import libcst as cst

from toolc.module import Block, Const, Expr, Module, Other, OutlineNode, Stmt, Try
from toolc.read import bound, cut, scan, statements
from toolc.read.constants import clean_docstring
from toolc.read.expressions import Walk
from toolc.read.guard import MAX_STATEMENTS
from toolc.text.regex import late

_PLACE = late(r"error at (\d+):(\d+)")
_SIMPLE: dict[Any, str] = {
    cst.Import: "import", cst.ImportFrom: "from", cst.Assign: "assign", cst.AnnAssign: "ann", cst.AugAssign: "aug",
    cst.Expr: "do", cst.Return: "return", cst.TypeAlias: "alias", cst.Global: "global", cst.Nonlocal: "global",
    cst.Raise: "raise",
}  # fmt: skip
_COMPOUND: dict[Any, str] = {
    cst.FunctionDef: "def", cst.ClassDef: "class", cst.If: "if", cst.Try: "try", cst.TryStar: "try", cst.With: "with",
    cst.For: "for", cst.While: "while", cst.Match: "match",
}  # fmt: skip


def module(text: str) -> Module | int | None:
    """The whole file, or where LibCST stopped: None unless all lines before that are Python by themselves."""
    try:
        tree = cut.parse_slice(cst.parse_module, text)
        return cut.with_room(lambda: _Whole(text).module(tree))
    except cut.UnreadError as error:
        at = _offset(text, str(error))
    try:
        cut.parse_slice(cst.parse_module, text[: text.rfind("\n", 0, at) + 1])
    except cut.UnreadError:
        return None
    return at


def _offset(text: str, message: str) -> int | None:
    found = _PLACE.search(message)
    if found is None:  # errors of the tokenizer name no place
        return None
    line, column = int(found[1]), int(found[2])
    start = sum(len(part) + 1 for part in text.split("\n")[: line - 1])
    return min(start + max(column - 1, 0), len(text))


class _Whole:
    """The walk over statements; `at` is how far along the text it has come."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.indent = ""
        self.definitions: dict[int, Stmt] = {}

    def module(self, tree: cst.Module) -> Module:
        self.default_indent = tree.default_indent
        outline = self.statements(tree.body, 1)
        doc = self.doc(outline)
        return Module(doc, outline, self.definitions, whole=True)

    def doc(self, nodes: tuple[OutlineNode, ...]) -> str | None:
        """The docstring of a body that has been read."""
        first = self.definitions.get(nodes[0].at) if nodes else None
        value = getattr(first, "value", None) if nodes and nodes[0].kind == "do" else None
        return (
            clean_docstring(str(value.python())) if isinstance(value, Const) and value.kind in ("str", "str-escaped") else None
        )

    def next(self) -> int:
        """The start of the next statement (or `else`, `except` …)."""
        self.at = scan.next_statement(self.text, self.at)
        return self.at

    def header(self) -> int:
        """Moves behind the colon of the header that comes next."""
        self.at = scan.header_end(self.text, self.next())
        return self.at

    def read(self, at: int, read: Callable[[Walk], Stmt]) -> None:
        self.definitions[at] = read(Walk(self.text, self.indent))

    # --- statements --------------------------------------------------------------------------------------------------

    def statements(self, body: Iterable[Any], depth: int) -> tuple[OutlineNode, ...]:
        nodes: list[OutlineNode] = []
        for part in body:
            if isinstance(part, cst.SimpleStatementLine):
                nodes += [self.simple(small) for small in part.body]
            else:
                nodes.append(self.compound(part, depth))
        return tuple(nodes)

    def simple(self, node: Any) -> OutlineNode:
        at = self.next()
        self.at = end = scan.statement_end(self.text, at)
        self.read(at, lambda walk: statements.simple(walk, node, at))
        kind: Any = _SIMPLE.get(type(node), "other")
        return OutlineNode(kind, at, end, end, bound.bound_names(node))

    def suite(self, role: Any, body: Any, depth: int, names: tuple[str, ...] = ()) -> Block:
        """One suite, whose header has been passed."""
        if isinstance(body, cst.SimpleStatementSuite):
            return Block(role, tuple([self.simple(small) for small in body.body]), names)
        outer, self.indent = self.indent, self.indent + (self.default_indent if body.indent is None else body.indent)
        nodes = self.statements(body.body, depth)
        self.indent = outer
        return Block(role, nodes, names)

    def compound(self, node: Any, depth: int) -> OutlineNode:
        """A compound statement with everything inside it."""
        start = self.next()
        decorators = self.decorators(node)
        at = self.next()
        head = self.header()
        kind: Any = _COMPOUND[type(node)]
        blocks = tuple(_BLOCKS[kind](self, node, depth + 1))
        names = bound.bound_names(node)
        if depth > MAX_STATEMENTS:
            return self.too_deep(start, names, () if kind in ("def", "class") else blocks)
        self.read(start, lambda walk: self.definition(walk, kind, node, start, at, decorators, blocks))
        return OutlineNode(kind, start, self.at, head, names, blocks)

    def too_deep(self, at: int, names: tuple[str, ...], blocks: tuple[Block, ...]) -> OutlineNode:
        """Return the outline's node for a statement below the deepest level: its names alone."""
        found = set(names)
        for block in blocks:
            found.update(block.names, *(inner.names for inner in block.nodes))
        for inside in [key for key in self.definitions if at <= key]:
            del self.definitions[inside]
        self.read(at, lambda walk: Other(at))
        return OutlineNode("other", at, self.at, self.at, tuple(sorted(found)))

    def decorators(self, node: Any) -> tuple[Expr, ...]:
        found = []
        walk = Walk(self.text, self.indent)
        for decorator in getattr(node, "decorators", ()):
            at = self.next()
            self.at = scan.statement_end(self.text, at)
            found.append(walk.expr(decorator.decorator, at + 1)[0])
        return tuple(found)

    def definition(
        self, walk: Walk, kind: str, node: Any, start: int, at: int, decorators: tuple[Expr, ...], blocks: tuple[Block, ...]
    ) -> Stmt:
        """The statement of a compound node that begins at `start`, its header at `at`."""
        match kind:
            case "def":
                return statements.function(walk, node, start, at, decorators, self.doc(blocks[0].nodes))
            case "class":
                return statements.klass(walk, node, start, at, decorators, self.doc(blocks[0].nodes))
            case "if":
                return statements.test(walk, node, at, 4 if self.text.startswith("elif", at) else 2)
            case "while":
                return statements.test(walk, node, at, 5)
            case "for":
                return statements.loop(walk, node, at)
            case "with":
                return statements.context(walk, node, at)
            case "try":
                starts = cut.handler_starts(self.text, blocks, scan.header_end(self.text, at))
                behind = [cut.behind_except(self.text, one) for one in starts]
                handlers = zip(node.handlers, behind, strict=True)
                return Try(at, tuple([statements.handler(walk, one, place) for one, place in handlers]))
            case _:
                return Other(at)

    # --- suites ------------------------------------------------------------------------------------------------------

    def plain(self, node: Any, depth: int) -> Iterable[Block]:
        """The body of a `def`, `class` or `with`."""
        yield self.suite("body", node.body, depth)

    def branches(self, node: Any, depth: int) -> Iterable[Block]:
        """The body of an `if` or loop, and its `else`."""
        yield self.suite("body", node.body, depth)
        if isinstance(node.orelse, cst.If):
            yield Block("else", (self.compound(node.orelse, depth),))
        elif node.orelse is not None:
            self.header()
            yield self.suite("else", node.orelse.body, depth)

    def attempts(self, node: Any, depth: int) -> Iterable[Block]:
        yield self.suite("body", node.body, depth)
        for handler in node.handlers:
            self.header()
            yield self.suite("except", handler.body, depth, bound.handler(handler))
        for role, part in (("else", node.orelse), ("finally", node.finalbody)):
            if part is not None:
                self.header()
                yield self.suite(role, part.body, depth)

    def cases(self, node: cst.Match, depth: int) -> Iterable[Block]:
        outer, self.indent = self.indent, self.indent + (self.default_indent if node.indent is None else node.indent)
        for case in node.cases:
            self.header()
            yield self.suite("case", case.body, depth, bound.case(case))
        self.indent = outer


_BLOCKS: dict[str, Callable[[_Whole, Any, int], Iterable[Block]]] = {
    "def": _Whole.plain, "class": _Whole.plain, "with": _Whole.plain, "if": _Whole.branches, "for": _Whole.branches,
    "while": _Whole.branches, "try": _Whole.attempts, "match": _Whole.cases,
}  # fmt: skip
