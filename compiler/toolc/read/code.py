"""From Python's own syntax tree to the statements that `analysis` executes.

Takes text that `ast` parses, gives a `Suite`, or None where it does not. Positions are offsets in the text. A statement that
nests too deeply to be walked becomes `Unsupported`, and costs itself alone.
"""

import ast
import warnings
from collections.abc import Callable, Iterable
from typing import Any

from toolc import code as trees
from toolc.code import Suite
from toolc.module import (
    Alias,
    AnnAssign,
    Arg,
    Assign,
    Attribute,
    AugAssign,
    Await,
    Call,
    Class,
    Clause,
    Comprehension,
    Const,
    DeferredNode,
    Dict,
    Expr,
    ExprStmt,
    FormattedValue,
    Func,
    IfExp,
    Import,
    ImportFrom,
    JoinedStr,
    Name,
    Operation,
    Pair,
    Param,
    Return,
    SequenceExpr,
    Star,
    SubscriptExpr,
    TypeParam,
)
from toolc.read import mentions, names
from toolc.read.constants import clean_docstring, constant
from toolc.read.older import Formatted, Older
from toolc.read.places import Places
from toolc.source import SourceFile
from toolc.timings import counts

_OPERATORS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**", "LShift": "<<", "RShift": ">>",
    "BitOr": "|", "BitXor": "^", "BitAnd": "&", "MatMult": "@", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">",
    "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in", "NotIn": "not in", "And": "and", "Or": "or", "Not": "not",
    "UAdd": "+", "USub": "-", "Invert": "~",
}  # fmt: skip

_LARGEST = 2**64 - 1
_PREPARED = "_prepared"


def prepare(source: SourceFile, tree: ast.Module) -> None:
    """Make the statements of a file of its tree, for `code`; not where it nests too deeply for the frames left here."""
    converter = _Converter(Older(source.content, {}, frozenset()), source)
    suite = converter.suite(tree.body)
    if not converter.cut:
        source.__dict__[_PREPARED] = suite


def code(source: SourceFile, again: bool = False) -> Suite | None:
    """The statements of a file; None when this Python does not parse it. `again`: it is going to be asked for once more."""
    counts["modules parsed"] += 1
    source.use.opened = True
    made: Suite | None = source.__dict__.pop(_PREPARED, None)
    if made is None:
        made = _read_whole(source)
    if again and made is not None:
        counts["modules parsed"] -= 1
        source.__dict__[_PREPARED] = made
    return made


def _read_whole(source: SourceFile) -> Suite | None:
    tree = _parse(source.content)
    if tree is not None:
        return _Converter(Older(source.content, {}, frozenset()), source).suite(tree.body)
    source.use.whole = True
    from toolc.read import newer  # reads with LibCST, which few files need

    rewritten = newer.in_older_syntax(source.content)
    tree = _parse(rewritten.text) if rewritten is not None else None
    return None if tree is None or rewritten is None else _Converter(rewritten, source).suite(tree.body)


def _parse(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _function_at(text: str, line: int, column: int) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The function whose `def` stands at a place of a file."""
    tree = _parse(text)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.lineno, node.col_offset) == (line, column):
            return node
    return None


class _Converter:
    """The walk over one file."""

    def __init__(self, source: Older, file: SourceFile) -> None:
        self._file = file
        self._source, self._text = source, source.text
        self._places = Places(source.text)
        self.cut = False  # a statement nests too deeply for the frames that are left
        self._above = 0  # lines of the file before the text that was parsed

    def suite(self, body: Iterable[ast.stmt]) -> Suite:
        return tuple([self.statement(one) for one in body])

    def statement(self, stmt: ast.stmt) -> Any:
        at = self._places.offset(stmt.lineno + self._above, stmt.col_offset)
        try:
            found = _STATEMENTS.get(type(stmt).__name__)
            return found(self, stmt, at) if found else trees.Unsupported(at, type(stmt).__name__, names.all_bound(stmt))
        except RecursionError:
            self.cut = True
            return trees.Unsupported(at, "it nests deeper than toolc reads", ())

    def _span(self, node: Any) -> tuple[int, int]:
        offset, above = self._places.offset, self._above
        return offset(node.lineno + above, node.col_offset), offset(node.end_lineno + above, node.end_col_offset)

    # --- simple statements ---

    def _do(self, stmt: Any, at: int) -> Any:
        return ExprStmt(at, self.expr(stmt.value))

    def _assign(self, stmt: Any, at: int) -> Any:
        if at in self._source.aliases:
            return Alias(at, stmt.targets[0].id, self.expr(stmt.value), ())
        return Assign(at, self.exprs(stmt.targets), self.expr(stmt.value))

    def _ann(self, stmt: Any, at: int) -> Any:
        return AnnAssign(at, self.expr(stmt.target), self.expr(stmt.annotation), self.maybe(stmt.value))

    def _aug(self, stmt: Any, at: int) -> Any:
        return AugAssign(at, self.expr(stmt.target), _OPERATORS[type(stmt.op).__name__], self.expr(stmt.value))

    def _return(self, stmt: Any, at: int) -> Any:
        return Return(at, self.maybe(stmt.value))

    def _import(self, stmt: Any, at: int) -> Any:
        return Import(at, tuple([(one.name, one.asname) for one in stmt.names]))

    def _from(self, stmt: Any, at: int) -> Any:
        return ImportFrom(at, stmt.module or "", stmt.level, tuple([(one.name, one.asname) for one in stmt.names]))

    def _delete(self, stmt: Any, at: int) -> Any:
        return trees.Delete(at, self.exprs(stmt.targets))

    def _raise(self, stmt: Any, at: int) -> Any:
        return trees.Raise(at, self.maybe(stmt.exc))

    def _assert(self, stmt: Any, at: int) -> Any:
        return trees.Assert(at, self.expr(stmt.test))

    def _jump(self, stmt: Any, at: int) -> Any:
        return trees.Jump(at, type(stmt).__name__.lower())

    def _declare(self, stmt: Any, at: int) -> Any:
        return trees.Declare(at, type(stmt).__name__.lower(), tuple(stmt.names))

    def _alias(self, stmt: Any, at: int) -> Any:
        return Alias(at, stmt.name.id, self.expr(stmt.value), self._type_params(stmt))

    # --- compound statements ---

    def _if(self, stmt: Any, at: int) -> Any:
        return trees.If(at, self.expr(stmt.test), self.suite(stmt.body), self.suite(stmt.orelse))

    def _while(self, stmt: Any, at: int) -> Any:
        return trees.While(at, self.expr(stmt.test), self.suite(stmt.body), self.suite(stmt.orelse))

    def _for(self, stmt: Any, at: int) -> Any:
        parts = self.expr(stmt.target), self.expr(stmt.iter), self.suite(stmt.body), self.suite(stmt.orelse)
        return trees.For(at, *parts, isinstance(stmt, ast.AsyncFor))

    def _with(self, stmt: Any, at: int) -> Any:
        items = tuple([(self.expr(one.context_expr), self.maybe(one.optional_vars)) for one in stmt.items])
        return trees.With(at, items, self.suite(stmt.body), isinstance(stmt, ast.AsyncWith))

    def _try(self, stmt: Any, at: int) -> Any:
        handlers = tuple(
            [trees.Handler(self._span(one)[0], self.maybe(one.type), one.name, self.suite(one.body)) for one in stmt.handlers]
        )
        parts = self.suite(stmt.body), handlers, self.suite(stmt.orelse), self.suite(stmt.finalbody)
        return trees.Try(at, *parts, type(stmt).__name__ == "TryStar")

    def _match(self, stmt: Any, at: int) -> Any:
        cases = tuple(
            [trees.Case(self._pattern(one.pattern), self.maybe(one.guard), self.suite(one.body)) for one in stmt.cases]
        )
        return trees.Match(at, self.expr(stmt.subject), cases)

    def _pattern(self, pattern: Any) -> trees.AnyPattern:

        def many(parts: Iterable[Any]) -> tuple[trees.AnyPattern, ...]:
            return tuple([self._pattern(one) for one in parts])

        match pattern:
            case ast.MatchValue():
                return trees.MatchValue(self.expr(pattern.value))
            case ast.MatchSingleton():
                at, end = self._span(pattern)
                return trees.MatchValue(_literal(pattern.value, at, end))
            case ast.MatchSequence():
                return trees.MatchSequence(many(pattern.patterns))
            case ast.MatchStar():
                return trees.MatchStar(pattern.name)
            case ast.MatchMapping():
                return trees.MatchMapping(self.exprs(pattern.keys), many(pattern.patterns), pattern.rest)
            case ast.MatchClass():
                attributes = tuple(pattern.kwd_attrs)
                return trees.MatchClass(self.expr(pattern.cls), many(pattern.patterns), attributes, many(pattern.kwd_patterns))
            case ast.MatchOr():
                return trees.MatchOr(many(pattern.patterns))
            case _:
                inner = None if pattern.pattern is None else self._pattern(pattern.pattern)
                return trees.MatchAs(inner, pattern.name)

    # --- definitions ---

    def _def(self, stmt: Any, at: int) -> Any:
        whole, end = self._offsets_with_decorators(stmt)
        name_at = self._text.find(stmt.name, at + 3)
        doc = ast.get_docstring(stmt, clean=False)
        header = Func(
            whole,
            stmt.name,
            name_at,
            isinstance(stmt, ast.AsyncFunctionDef),
            self.exprs(stmt.decorator_list),
            self._params(stmt.args),
            self.maybe(stmt.returns),
            None if doc is None else clean_docstring(doc),
            self._type_params(stmt),
        )
        return trees.FunctionDef(whole, header, end, self._inside(stmt, whole))

    def _inside(self, stmt: Any, at: int) -> trees.Inside:
        """The inside of a function: at once where the text was rewritten, else by its lines, read when it is entered."""
        if self._source.formatted:
            self._file.use.whole = True
            body = self._body(stmt)
            return trees.Inside(lambda: body, mentions.of_body(stmt.body))
        first, last = stmt.lineno + self._above, stmt.end_lineno + self._above
        column, name = stmt.col_offset, stmt.name

        def read() -> trees.Body:
            self._file.use.functions.add(at)
            return self._read_later(first, last, column, name)

        mentioned = mentions.of_body(stmt.body)
        self._file.use.mentioned[at] = mentioned.names
        return trees.Inside(read, mentioned)

    def _body(self, stmt: Any) -> trees.Body:
        return trees.Body(self.suite(stmt.body), *_scope(stmt.body, stmt.args))

    def _read_later(self, first: int, last: int, column: int, name: str) -> trees.Body:
        """Parse the lines of a function alone, at the places that they have in the file."""
        counts["bodies read"] += 1
        lines = self._places.lines(first, last)
        before = "if 1:\n" if column else ""
        tree = _parse(before + lines)
        found: Any = tree.body[0] if tree is not None else None
        found = found.body[0] if found is not None and column else found
        above = self._above
        self._above = first - 1 - (1 if column else 0)
        if not isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef) or (found.name, found.col_offset) != (name, column):
            self._above = 0  # its lines are no statement by themselves: a line before them ends in a backslash
            found = _function_at(self._text, first, column)
        try:
            return self._body(found) if found is not None else trees.Body((), frozenset(), frozenset(), False)
        finally:
            self._above = above

    def _class(self, stmt: Any, at: int) -> Any:
        whole, end = self._offsets_with_decorators(stmt)
        doc = ast.get_docstring(stmt, clean=False)
        header = Class(
            whole,
            stmt.name,
            self._text.find(stmt.name, at + 5),
            self.exprs(stmt.decorator_list),
            self._args(stmt.bases, stmt.keywords),
            None if doc is None else clean_docstring(doc),
            self._type_params(stmt),
        )
        declared = frozenset(name for one in stmt.body if isinstance(one, ast.Global) for name in one.names)
        return trees.ClassDef(whole, header, end, self.suite(stmt.body), declared)

    def _offsets_with_decorators(self, stmt: Any) -> tuple[int, int]:
        """The offsets of a definition with its decorators."""
        at, end = self._span(stmt)
        if stmt.decorator_list:
            line = stmt.decorator_list[0].lineno + self._above
            while (found := self._places.first_on_line(line, "@")) is None:
                line -= 1
            at = found
        return at, end

    def _params(self, args: ast.arguments) -> tuple[Param, ...]:
        found: list[Param] = []
        positional = [*args.posonlyargs, *args.args]
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults)) + list(args.defaults)
        for index, (one, default) in enumerate(zip(positional, defaults, strict=True)):
            kind = "positional_only" if index < len(args.posonlyargs) else "positional_or_keyword"
            found.append(self._param(one, kind, default))
        if args.vararg:
            found.append(self._param(args.vararg, "var_positional"))
        for one, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
            found.append(self._param(one, "keyword_only", default))
        if args.kwarg:
            found.append(self._param(args.kwarg, "var_keyword"))
        return tuple(found)

    def _param(self, one: ast.arg, kind: Any, default: ast.expr | None = None) -> Param:
        at, _ = self._span(one)
        return Param(one.arg, at, at + len(one.arg), kind, self.maybe(one.annotation), self.maybe(default))

    def _type_params(self, stmt: Any) -> tuple[TypeParam, ...]:
        kinds = {"TypeVarTuple": "*", "ParamSpec": "**"}
        return tuple(
            [
                TypeParam(
                    one.name,
                    kinds.get(type(one).__name__, ""),
                    self.maybe(getattr(one, "bound", None)),
                    self.maybe(getattr(one, "default_value", None)),
                )
                for one in getattr(stmt, "type_params", ())
            ]
        )

    # --- expressions ---

    def maybe(self, node: ast.expr | None) -> Expr | None:
        return None if node is None else self.expr(node)

    def exprs(self, nodes: Iterable[ast.expr]) -> tuple[Expr, ...]:
        return tuple([self.expr(one) for one in nodes])

    def expr(self, node: Any) -> Expr:
        at, end = self._span(node)
        found = _EXPRESSIONS.get(type(node))
        return DeferredNode(at, end, type(node).__name__.lower()) if found is None else found(self, node, at, end)

    def _name(self, node: Any, at: int, end: int) -> Expr:
        return Name(at, end, node.id)

    def _constant(self, node: Any, at: int, end: int) -> Expr:
        if node.value is ... and at in self._source.formatted:
            parts = self._source.formatted[at]
            return DeferredNode(at, end, "template") if parts is None else self._string(parts, at, end)
        return _literal(node.value, at, end)

    def _attribute(self, node: Any, at: int, end: int) -> Expr:
        return Attribute(at, end, self.expr(node.value), node.attr)

    def _call(self, node: Any, at: int, end: int) -> Expr:
        return Call(at, end, self.expr(node.func), self._args(node.args, node.keywords))

    def _args(self, positional: Iterable[ast.expr], keywords: Iterable[ast.keyword]) -> tuple[Arg, ...]:
        found = [
            Arg(self.expr(one.value), None, "*") if isinstance(one, ast.Starred) else Arg(self.expr(one)) for one in positional
        ]
        found += [Arg(self.expr(one.value), one.arg, "" if one.arg else "**") for one in keywords]
        return tuple(found)

    def _subscript(self, node: Any, at: int, end: int) -> Expr:
        index = node.slice
        plural = isinstance(index, ast.Tuple)
        items = self.exprs(index.elts) if plural else (self.expr(index),)
        return SubscriptExpr(at, end, self.expr(node.value), items, plural)

    def _slice(self, node: Any, at: int, end: int) -> Any:
        return trees.SliceExpr(at, end, self.maybe(node.lower), self.maybe(node.upper), self.maybe(node.step))

    def _sequence(self, node: Any, at: int, end: int) -> Expr:
        kind: Any = type(node).__name__.lower()
        return SequenceExpr(at, end, kind, self.exprs(node.elts))

    def _dict(self, node: Any, at: int, end: int) -> Expr:
        pairs = [Pair(self.maybe(key), self.expr(value)) for key, value in zip(node.keys, node.values, strict=True)]
        return Dict(at, end, tuple(pairs))

    def _convert_starred(self, node: Any, at: int, end: int) -> Expr:
        return Star(at, end, self.expr(node.value))

    def _unary(self, node: Any, at: int, end: int) -> Expr:
        return Operation(at, end, "unary", (_OPERATORS[type(node.op).__name__],), (self.expr(node.operand),))

    def _binary(self, node: Any, at: int, end: int) -> Expr:
        """A chain that leans to the left, as sums of a thousand terms do, is one operation."""
        rest: list[tuple[str, ast.expr]] = []
        left = node
        while isinstance(left, ast.BinOp):
            rest.append((_OPERATORS[type(left.op).__name__], left.right))
            left = left.left
        rest.reverse()
        items = (self.expr(left), *[self.expr(right) for _, right in rest])
        return Operation(at, end, "binary", tuple([op for op, _ in rest]), items)

    def _boolean(self, node: Any, at: int, end: int) -> Expr:
        op = _OPERATORS[type(node.op).__name__]
        return Operation(at, end, "bool", (op,) * (len(node.values) - 1), self.exprs(node.values))

    def _compare(self, node: Any, at: int, end: int) -> Expr:
        ops = tuple([_OPERATORS[type(one).__name__] for one in node.ops])
        return Operation(at, end, "compare", ops, self.exprs([node.left, *node.comparators]))

    def _ternary(self, node: Any, at: int, end: int) -> Expr:
        return IfExp(at, end, self.expr(node.test), self.expr(node.body), self.expr(node.orelse))

    def _await(self, node: Any, at: int, end: int) -> Expr:
        return Await(at, end, self.expr(node.value))

    def _comprehension(self, node: Any, at: int, end: int) -> Expr:
        kinds: dict[type, Any] = {ast.ListComp: "list", ast.SetComp: "set", ast.DictComp: "dict", ast.GeneratorExp: "generator"}
        clauses = tuple([Clause(self.expr(one.target), self.expr(one.iter), self.exprs(one.ifs)) for one in node.generators])
        if isinstance(node, ast.DictComp):
            return Comprehension(at, end, "dict", self.expr(node.key), clauses, self.expr(node.value))
        return Comprehension(at, end, kinds[type(node)], self.expr(node.elt), clauses)

    def _string(self, parts: tuple[Formatted, ...], at: int, end: int) -> Expr:
        """An f-string of the new grammar."""
        return JoinedStr(at, end, tuple([self._part(one, at, end) for one in parts]))

    def _part(self, part: Formatted, at: int, end: int) -> Expr:
        if not part.end:
            return Const(at, end, "str", part.text)
        spec = None if part.spec is None else self._string(part.spec, at, end)
        from toolc.read import newer

        alone = newer.expression(self._file.content, part.start, part.end)
        tree = _parse(alone.text) if alone is not None else None
        if tree is None or alone is None or not isinstance(tree.body[0], ast.Expr):
            return DeferredNode(at, end, "f-string")
        value = _Converter(alone, self._file).expr(tree.body[0].value)
        return FormattedValue(part.start, part.end, value, part.conversion, spec)

    def _fstring(self, node: Any, at: int, end: int) -> Expr:
        return JoinedStr(at, end, self.exprs(node.values))

    def _convert_formatted(self, node: Any, at: int, end: int) -> Expr:
        conversion = "" if node.conversion < 0 else chr(node.conversion)
        return FormattedValue(at, end, self.expr(node.value), conversion, self.maybe(node.format_spec))

    def _lambda(self, node: Any, at: int, end: int) -> Any:
        local, _, _ = _scope([node.body], node.args)
        return trees.LambdaExpr(at, end, self._params(node.args), self.expr(node.body), local)

    def _walrus(self, node: Any, at: int, end: int) -> Any:
        return trees.NamedExpr(at, end, node.target.id, self.expr(node.value))

    def _yield(self, node: Any, at: int, end: int) -> Any:
        return trees.YieldExpr(at, end, self.maybe(node.value), isinstance(node, ast.YieldFrom))


def _literal(value: Any, at: int, end: int) -> Const | DeferredNode:
    match value:
        case None:
            return Const(at, end, "none")
        case bool():
            return Const(at, end, "bool", value)
        case int():
            return Const(at, end, "int", value if value <= _LARGEST else _digits(value))
        case float():
            return Const(at, end, "float", value)
        case complex():
            return Const(at, end, "complex", repr(value))
        case str() | bytes():
            return constant(value, at, end)
        case _:
            return Const(at, end, "ellipsis")


def _digits(value: int) -> str:
    try:
        return str(value)
    except ValueError:  # more digits than Python converts
        return "0"


def _scope(body: list[Any], args: ast.arguments) -> tuple[frozenset[str], frozenset[str], bool]:
    """The names that a function binds for itself, those it declares global, and whether it is a generator."""
    bound: set[str] = set()
    declared: set[str] = set()
    outer: set[str] = set()
    yields = False
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    bound.update(one.arg for one in every if one is not None)
    todo = list(body)
    while todo:
        node = todo.pop()
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                bound.add(node.name)
                todo.extend(node.decorator_list)
                continue
            case ast.Lambda():
                continue
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                bound.update(names.walruses([node]))
                todo.append(node.generators[0].iter)
                continue
            case ast.Global():
                declared.update(node.names)
            case ast.Nonlocal():
                outer.update(node.names)
            case ast.Name(ctx=ast.Store() | ast.Del()):
                bound.add(node.id)
            case ast.Yield() | ast.YieldFrom():
                yields = True
            case ast.Import() | ast.ImportFrom():
                bound.update(names.bound_names(node))
            case ast.ExceptHandler() if node.name:
                bound.add(node.name)
            case ast.MatchAs() | ast.MatchStar() if node.name:
                bound.add(node.name)
            case ast.MatchMapping() if node.rest:
                bound.add(node.rest)
        todo.extend(ast.iter_child_nodes(node))
    return frozenset(bound - declared - outer), frozenset(declared), yields


_Walk = Callable[[_Converter, Any, int], Any]
_STATEMENTS: dict[str, _Walk] = {
    "Expr": _Converter._do, "Assign": _Converter._assign, "AnnAssign": _Converter._ann, "AugAssign": _Converter._aug,
    "Return": _Converter._return, "Import": _Converter._import, "ImportFrom": _Converter._from, "Delete": _Converter._delete,
    "Raise": _Converter._raise, "Assert": _Converter._assert, "Break": _Converter._jump, "Continue": _Converter._jump,
    "Pass": _Converter._jump, "Global": _Converter._declare, "Nonlocal": _Converter._declare, "TypeAlias": _Converter._alias,
    "If": _Converter._if, "While": _Converter._while, "For": _Converter._for, "AsyncFor": _Converter._for,
    "With": _Converter._with, "AsyncWith": _Converter._with, "Try": _Converter._try, "TryStar": _Converter._try,
    "Match": _Converter._match, "FunctionDef": _Converter._def, "AsyncFunctionDef": _Converter._def,
    "ClassDef": _Converter._class,
}  # fmt: skip

_EXPRESSIONS: dict[type, Callable[[_Converter, Any, int, int], Any]] = {
    ast.Name: _Converter._name, ast.Constant: _Converter._constant, ast.Attribute: _Converter._attribute,
    ast.Call: _Converter._call, ast.Subscript: _Converter._subscript, ast.Slice: _Converter._slice,
    ast.Tuple: _Converter._sequence, ast.List: _Converter._sequence, ast.Set: _Converter._sequence, ast.Dict: _Converter._dict,
    ast.Starred: _Converter._convert_starred, ast.UnaryOp: _Converter._unary, ast.BinOp: _Converter._binary,
    ast.BoolOp: _Converter._boolean, ast.Compare: _Converter._compare, ast.IfExp: _Converter._ternary,
    ast.Await: _Converter._await, ast.ListComp: _Converter._comprehension, ast.SetComp: _Converter._comprehension,
    ast.DictComp: _Converter._comprehension, ast.GeneratorExp: _Converter._comprehension, ast.JoinedStr: _Converter._fstring,
    ast.FormattedValue: _Converter._convert_formatted, ast.Lambda: _Converter._lambda, ast.NamedExpr: _Converter._walrus,
    ast.Yield: _Converter._yield, ast.YieldFrom: _Converter._yield,
}  # fmt: skip
