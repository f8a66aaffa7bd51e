"""From expressions of LibCST to `Expr`, with their places.

Takes a tree and the text it stands in, gives an `Expr` and the offset behind it. LibCST says what an expression is; where
it stands is found by walking along the text, token by token, which needs no rendering and no metadata.
Operator chains and chains of calls, attributes and items are walked in loops: real code has them 900 terms long.
"""

from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst
from libcst._nodes.internal import CodegenState
from msgspec import structs

from toolc.module import (
    Arg,
    Attribute,
    Await,
    Call,
    Const,
    DeferredNode,
    Dict,
    Expr,
    IfExp,
    Name,
    Operation,
    Pair,
    SequenceExpr,
    Star,
    SubscriptExpr,
)
from toolc.read import comprehensions, strings
from toolc.read.constants import identifier, integer, number
from toolc.read.guard import MAX_EXPRESSION
from toolc.read.kinds import OPAQUE, PRECEDENCE, token
from toolc.read.scan import skip

Found = tuple[Expr, int]  # an expression and the offset behind its last token, closing parentheses included


class Walk:
    """The walk along one text. `indent` is the indentation of the block that a whole file's statement stands in."""

    def __init__(self, text: str, indent: str = "") -> None:
        self.text = text
        self.indent = indent
        self.depth = 0

    def skip(self, at: int) -> int:
        return skip(self.text, at)

    def expr(self, node: Any, at: int, hidden: int = 0) -> Found:
        """The expression whose tokens begin at `at` or behind white space.

        `hidden` parentheses are in the tree but not in the text: those an expression was wrapped in to be parsed.
        """
        kind = type(node)
        start = opened = self.skip(at)
        parens = len(node.lpar) - hidden
        for _ in range(parens):
            opened = start
            start = self.skip(start + 1)
        self.depth += 1
        found, end = _HANDLERS.get(kind, Walk.opaque)(self, node, start)
        if self.depth > MAX_EXPRESSION:
            found = DeferredNode(found.at, found.end, "deep")
        self.depth -= 1
        for closed in range(parens):
            end = self.skip(end) + 1
            if closed == 0 and kind in _WITH_PARENTHESES:
                found = _move(found, opened, end)
        return found, end

    def comma(self, at: int) -> int:
        """Behind the next comma when there is one, else `at`."""
        there = self.skip(at)
        return there + 1 if self.text[there : there + 1] == "," else at

    # --- names and literals ------------------------------------------------------------------------------------------

    def name(self, node: cst.Name, at: int) -> Found:
        end = at + len(node.value)
        match node.value:
            case "None":
                return Const(at, end, "none"), end
            case "True" | "False":
                return Const(at, end, "bool", node.value == "True"), end
            case _:
                return Name(at, end, identifier(node.value)), end

    def ellipsis(self, node: cst.Ellipsis, at: int) -> Found:
        return Const(at, at + 3, "ellipsis"), at + 3

    def integer(self, node: cst.Integer, at: int) -> Found:
        end = at + len(node.value)
        return integer(node.value, at, end), end

    def number(self, node: cst.Float | cst.Imaginary, at: int) -> Found:
        end = at + len(node.value)
        return number(node.value, at, end), end

    def string(self, node: cst.BaseExpression, at: int) -> Found:
        return strings.string(self, node, at)

    # --- operators ---------------------------------------------------------------------------------------------------

    def unary(self, node: cst.UnaryOperation, at: int) -> Found:
        word = "not" if isinstance(node.operator, cst.Not) else self.text[at]
        item, end = self.expr(node.expression, at + len(word))
        return Operation(at, end, "unary", (word,), (item,)), end

    def binary(self, node: cst.BinaryOperation, at: int) -> Found:
        """A chain of operators of one precedence; the tree leans to the left (that of `**` to the right, and stays)."""
        level = PRECEDENCE[token(node.operator)]
        rest: list[Any] = []
        left: Any = node
        while (
            isinstance(left, cst.BinaryOperation)
            and (left is node or not left.lpar)
            and PRECEDENCE[token(left.operator)] == level
        ):
            rest.append(left)
            left = left.left
        return self.chain("binary", left, [(token(part.operator), part.right) for part in reversed(rest)], at)

    def boolean(self, node: cst.BooleanOperation, at: int) -> Found:
        """A chain of one word, whichever way the tree leans."""
        word = token(node.operator)
        items: list[Any] = []
        stack: list[Any] = [node]
        while stack:
            part = stack.pop()
            if isinstance(part, cst.BooleanOperation) and (part is node or not part.lpar) and token(part.operator) == word:
                stack += [part.right, part.left]
            else:
                items.append(part)
        return self.chain("bool", items[0], [(word, item) for item in items[1:]], at)

    def comparison(self, node: cst.Comparison, at: int) -> Found:
        return self.chain("compare", node.left, [(token(part.operator), part.comparator) for part in node.comparisons], at)

    def chain(self, kind: Any, first: Any, rest: list[tuple[str, Any]], at: int) -> Found:
        """`first op item op item …` from its parts."""
        item, end = self.expr(first, at)
        items = [item]
        for word, part in rest:
            for piece in word.split():
                end = self.skip(end) + len(piece)
            item, end = self.expr(part, end)
            items.append(item)
        return Operation(at, end, kind, tuple([word for word, _ in rest]), tuple(items)), end

    def ternary(self, node: cst.IfExp, at: int) -> Found:
        body, end = self.expr(node.body, at)
        test, end = self.expr(node.test, self.skip(end) + 2)
        orelse, end = self.expr(node.orelse, self.skip(end) + 4)
        return IfExp(at, end, test, body, orelse), end

    # --- attributes, calls, items ------------------------------------------------------------------------------------

    def trailers(self, node: Any, at: int) -> Found:
        """`a.b(c)[d]`: from the innermost value outwards."""
        links = [node]
        base: Any = node.func if type(node) is cst.Call else node.value
        while type(base) in _TRAILERS and not base.lpar:
            links.append(base)
            base = base.func if type(base) is cst.Call else base.value
        self.depth += len(links)
        found, end = self.expr(base, at)
        for link in reversed(links):
            self.depth -= 1
            found, end = _TRAILERS[type(link)](self, link, found, at, self.skip(end))
            if self.depth >= MAX_EXPRESSION:
                found = DeferredNode(at, end, "deep")
        return found, end

    def attribute(self, node: cst.Attribute, value: Expr, at: int, dot: int) -> Found:
        end = self.skip(dot + 1) + len(node.attr.value)
        return Attribute(at, end, value, identifier(node.attr.value)), end

    def call(self, node: cst.Call, func: Expr, at: int, paren: int) -> Found:
        args, end = self.args(node.args, paren + 1)
        end = self.skip(end) + 1
        return Call(at, end, func, args), end

    def args(self, nodes: Sequence[cst.Arg], at: int) -> tuple[tuple[Arg, ...], int]:
        """The arguments of a call or class header, up to the closing parenthesis."""
        args = []
        for node in nodes:
            word = None
            if node.star:
                at = self.skip(at) + len(node.star)
            if node.keyword is not None:
                word = identifier(node.keyword.value)
                at = self.skip(self.skip(at) + len(node.keyword.value)) + 1
            value, at = self.expr(node.value, at)
            args.append(Arg(value, word, node.star))
            at = self.comma(at)
        return tuple(args), at

    def item(self, node: cst.Subscript, value: Expr, at: int, bracket: int) -> Found:
        items = []
        end = bracket + 1
        for element in node.slice:
            part, end = self.index(element.slice, end)
            items.append(part)
            end = self.comma(end)
        plural = len(items) > 1 or isinstance(items[0], Star) or isinstance(node.slice[0].comma, cst.Comma)
        end = self.skip(end) + 1
        if not plural and isinstance(items[0], SequenceExpr) and items[0].kind == "tuple":
            return SubscriptExpr(at, end, value, items[0].items, True), end  # `x[(a, b)]` says what `x[a, b]` says
        return SubscriptExpr(at, end, value, tuple(items), plural), end

    def index(self, node: cst.BaseSlice, at: int) -> Found:
        """Read the item of a subscription: an expression, `*expression`, or a slice."""
        if isinstance(node, cst.Index):
            if not node.star:
                return self.expr(node.value, at)
            start = self.skip(at)
            part, end = self.expr(node.value, start + 1)
            return Star(start, end, part), end
        assert isinstance(node, cst.Slice)
        start = end = self.skip(at)
        second = isinstance(node.second_colon, cst.Colon)
        for bound, colon in ((node.lower, True), (node.upper, second), (node.step, False)):
            if bound is not None:
                _, end = self.expr(bound, end)
            if colon:
                end = self.skip(end) + 1
        return DeferredNode(start, end, "slice"), end

    # --- displays ----------------------------------------------------------------------------------------------------

    def elements(self, nodes: Sequence[Any], at: int) -> tuple[tuple[Expr, ...], int]:
        """The elements of a display, and the offset behind the last one's comma."""
        items = []
        for node in nodes:
            item, at = self.expr(node if type(node) is cst.StarredElement else node.value, at)
            items.append(item)
            at = self.comma(at)
        return tuple(items), at

    def read_starred(self, node: cst.StarredElement, at: int) -> Found:
        item, end = self.expr(node.value, at + 1)
        return Star(at, end, item), end

    def tuple(self, node: cst.Tuple, at: int) -> Found:
        items, end = self.elements(node.elements, at)
        return SequenceExpr(at, end, "tuple", items), end

    def list(self, node: cst.List, at: int) -> Found:
        items, end = self.elements(node.elements, at + 1)
        end = self.skip(end) + 1
        return SequenceExpr(at, end, "list", items), end

    def set(self, node: cst.Set, at: int) -> Found:
        items, end = self.elements(node.elements, at + 1)
        end = self.skip(end) + 1
        return SequenceExpr(at, end, "set", items), end

    def dict(self, node: cst.Dict, at: int) -> Found:
        pairs = []
        end = at + 1
        for element in node.elements:
            key = None
            if isinstance(element, cst.DictElement):
                key, end = self.expr(element.key, end)
                end = self.skip(end) + 1
            else:
                end = self.skip(end) + 2
            value, end = self.expr(element.value, end)
            pairs.append(Pair(key, value))
            end = self.comma(end)
        end = self.skip(end) + 1
        return Dict(at, end, tuple(pairs)), end

    def comprehension(self, node: Any, at: int) -> Found:
        return comprehensions.comprehension(self, node, at) or self.opaque(node, at)

    def read_await(self, node: cst.Await, at: int) -> Found:
        value, end = self.expr(node.expression, at + len("await"))
        return Await(at, end, value), end

    # --- the rest ----------------------------------------------------------------------------------------------------

    def opaque(self, node: cst.BaseExpression, at: int) -> Found:
        """An expression that is never read: only its length counts."""
        end = at + self.length(node)
        return DeferredNode(at, end, OPAQUE.get(type(node).__name__, "other")), end

    def length(self, node: Any) -> int:
        """How many characters an expression takes without its outermost parentheses."""
        return self._size(node) - sum(map(self._size, (*node.lpar, *node.rpar)))

    def _size(self, node: cst.CSTNode) -> int:
        state = CodegenState(default_indent="", default_newline="\n")
        state.increase_indent(self.indent)
        node._codegen(state)
        return sum(map(len, state.tokens))


def _move(found: Expr, at: int, end: int) -> Expr:
    """The same expression between other offsets."""
    return structs.replace(found, at=at, end=end)


_WITH_PARENTHESES = (cst.Tuple, cst.GeneratorExp)  # their parentheses are part of them, as in Python's own positions

_TRAILERS: dict[type, Callable[..., Found]] = {cst.Attribute: Walk.attribute, cst.Call: Walk.call, cst.Subscript: Walk.item}
_HANDLERS: dict[type, Callable[..., Found]] = {
    cst.Name: Walk.name,
    cst.Ellipsis: Walk.ellipsis,
    cst.Integer: Walk.integer,
    cst.Float: Walk.number,
    cst.Imaginary: Walk.number,
    cst.SimpleString: Walk.string,
    cst.ConcatenatedString: Walk.string,
    cst.FormattedString: Walk.string,
    cst.UnaryOperation: Walk.unary,
    cst.BinaryOperation: Walk.binary,
    cst.BooleanOperation: Walk.boolean,
    cst.Comparison: Walk.comparison,
    cst.IfExp: Walk.ternary,
    cst.Attribute: Walk.trailers,
    cst.Call: Walk.trailers,
    cst.Subscript: Walk.trailers,
    cst.Tuple: Walk.tuple,
    cst.List: Walk.list,
    cst.Set: Walk.set,
    cst.Dict: Walk.dict,
    cst.StarredElement: Walk.read_starred,
    cst.ListComp: Walk.comprehension,
    cst.SetComp: Walk.comprehension,
    cst.DictComp: Walk.comprehension,
    cst.GeneratorExp: Walk.comprehension,
    cst.Await: Walk.read_await,
}
