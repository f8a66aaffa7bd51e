"""Syntax that is newer than the running Python, written so that its parser takes it.

Takes text that `ast` refuses, gives text of the same length that it parses, with what stands at which offset instead: every
other offset means the same. LibCST says where the new syntax is: type parameters (PEP 695, 696) are left out, a `type`
statement becomes an assignment, an f-string of the new grammar (PEP 701) or a template (PEP 750) a placeholder, and of
`except A, B` (PEP 758) the last handler takes everything, any other the first class.
"""

import ast
import warnings
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from toolc.read import cut
from toolc.read.older import Formatted, Older


def in_older_syntax(text: str) -> Older | None:
    """The text in syntax of the running Python; None where LibCST does not parse it or something else is new."""
    try:
        return cut.with_room(lambda: _rewrite(text))
    except cut.UnreadError:
        return None


def expression(text: str, start: int, end: int) -> Older | None:
    """The same for the expression of an f-string, with blanks around it."""
    alone = f"({' ' * (start - 1)}{text[start:end]})"
    if _parses(alone):
        return Older(alone, {}, frozenset())
    return in_older_syntax(alone)


def _rewrite(text: str) -> Older | None:
    wrapper = MetadataWrapper(cut.parse_slice(cst.parse_module, text), unsafe_skip_copy=True)
    rewriter = _Rewriter(text, wrapper.resolve(PositionProvider))
    rewriter.rewrite(wrapper.module)
    found = "".join(rewriter.chars)
    return Older(found, rewriter.formatted, frozenset(rewriter.aliases)) if _parses(found) else None


def _parses(text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


class _Rewriter:
    """The walk over one file; `chars` is the text as it becomes."""

    def __init__(self, text: str, places: Mapping[cst.CSTNode, CodeRange]) -> None:
        self._text, self._places = text, places
        self._starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
        self.chars = list(text)
        self.formatted: dict[int, tuple[Formatted, ...] | None] = {}
        self.aliases: set[int] = set()

    def _span(self, node: cst.CSTNode) -> tuple[int, int]:
        place = self._places[node]
        start, end = place.start, place.end
        return self._starts[start.line - 1] + start.column, self._starts[end.line - 1] + end.column

    def _blank(self, start: int, end: int, instead: str = "") -> None:
        self.chars[start:end] = instead.ljust(end - start)

    def rewrite(self, module: cst.Module) -> None:
        """Go through all nodes; into strings and what is left out no further."""
        todo: list[cst.CSTNode] = [module]
        while todo:
            node = todo.pop()
            match node:
                case cst.TypeParameters():
                    self._blank(*self._span(node))
                    continue
                case cst.TypeAlias():
                    self._alias(node)
                    todo.append(node.value)
                    continue
                case cst.ConcatenatedString() | cst.FormattedString():
                    self._string(node)
                    continue
                case cst.Try():
                    self._handlers(node)
                case _ if type(node).__name__ == "TemplatedString":  # not there in older versions of LibCST
                    self._string(node)
                    continue
                case _:
                    pass
            todo.extend(node.children)

    def _alias(self, node: cst.TypeAlias) -> None:
        start, _ = self._span(node)
        value, _ = self._span(node.value)
        self.aliases.add(start)
        self._blank(start, value, f"{node.name.value} =")

    def _handlers(self, node: cst.Try) -> None:
        for handler in node.handlers:
            caught = handler.type
            if not isinstance(caught, cst.Tuple) or caught.lpar:
                continue
            start, end = self._span(caught)
            first, _ = self._span(caught.elements[1])
            if handler is node.handlers[-1]:
                self._blank(start, end)
            else:
                self._blank(self._text.rindex(",", start, first), end)

    # --- f-strings --------------------------------------------------------------------------------------------------------

    def _string(self, node: cst.CSTNode) -> None:
        """Put a placeholder where a string of the new grammar is."""
        start, end = self._span(node)
        if _parses(f"({self._text[start:end]})"):
            return
        try:
            self.formatted[start] = tuple(self._parts(node))
        except ValueError:
            self.formatted[start] = None
        self._blank(start, end, "...")

    def _parts(self, node: cst.CSTNode) -> Iterator[Formatted]:
        """The parts of a string. Raises ValueError for what is none."""
        match node:
            case cst.ConcatenatedString(left=left, right=right):
                yield from self._parts(left)
                yield from self._parts(right)
            case cst.SimpleString():
                yield Formatted(str(ast.literal_eval(node.value)))
            case cst.FormattedString():
                raw = "r" in node.prefix.lower()
                yield from self._content(node.parts, lambda text: _literal(text, raw))
            case _:
                raise ValueError("a template is not text")

    def _content(
        self, parts: "tuple[cst.BaseFormattedStringContent, ...] | object", literal: Callable[[str], str]
    ) -> Iterator[Formatted]:
        assert isinstance(parts, (tuple, list))
        for part in parts:
            if isinstance(part, cst.FormattedStringText):
                yield Formatted(literal(part.value))
            elif isinstance(part, cst.FormattedStringExpression):
                if part.equal is not None:
                    raise ValueError("the text of an expression is shown")
                spec = None if part.format_spec is None else tuple(self._content(part.format_spec, literal))
                yield Formatted("", *self._span(part.expression), part.conversion or "", spec)


def _literal(text: str, raw: bool) -> str:
    """Return the value of literal text in an f-string."""
    text = text.replace("{{", "{").replace("}}", "}")
    if raw or "\\" not in text:
        return text
    return str(ast.literal_eval('"""' + text.replace('"', '\\"') + '"""'))
