"""A second opinion: the same `Stmt` values built from `ast`, to hold `define` to.

Test code only. Places inside f-strings are left out (zero): `ast` has none that can be trusted before Python 3.12.
"""

import ast
import re
from typing import Any

from msgspec import Struct, structs

from toolc import module as m
from toolc.module import OutlineNode
from toolc.read.constants import clean_docstring, constant
from toolc.read.places import Places

OPS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "MatMult": "@", "Pow": "**",
    "BitOr": "|", "BitXor": "^", "BitAnd": "&", "LShift": "<<", "RShift": ">>", "UAdd": "+", "USub": "-", "Invert": "~",
    "Not": "not", "And": "and", "Or": "or", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=",
    "Is": "is", "IsNot": "is not", "In": "in", "NotIn": "not in",
}  # fmt: skip
LEVELS = [{"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}]
OPAQUE = {
    "Lambda": "lambda", "GeneratorExp": "generator", "ListComp": "listcomp", "SetComp": "setcomp", "DictComp": "dictcomp",
    "Await": "await", "Yield": "yield", "YieldFrom": "yield", "NamedExpr": "walrus", "Slice": "slice",
}  # fmt: skip


class Oracle:
    def __init__(self, text: str) -> None:
        self.text = text
        self.places = Places(text)
        self.blurred = 0

    def at(self, node: Any) -> tuple[int, int]:
        if self.blurred:
            return 0, 0
        return self.places.offset(node.lineno, node.col_offset), self.places.offset(node.end_lineno, node.end_col_offset)

    def exprs(self, nodes: Any) -> tuple[Any, ...]:
        return tuple(self.expr(node) for node in nodes)

    def expr(self, node: Any) -> Any:
        if node is None:
            return None
        at, end = self.at(node)
        match node:
            case ast.Name():
                return m.Name(at, end, node.id)
            case ast.Attribute():
                return m.Attribute(at, end, self.expr(node.value), node.attr)
            case ast.Constant():
                return const(node.value, at, end)
            case ast.JoinedStr():
                return self.fstr(node, at, end)
            case ast.Call():
                return m.Call(at, end, self.expr(node.func), self.args(node.args, node.keywords))
            case ast.Subscript():
                plural = isinstance(node.slice, ast.Tuple)
                items = node.slice.elts if plural else [node.slice]
                return m.SubscriptExpr(at, end, self.expr(node.value), self.exprs(items), plural)
            case ast.Tuple() | ast.List() | ast.Set():
                return m.SequenceExpr(at, end, type(node).__name__.lower(), self.exprs(node.elts))
            case ast.Dict():
                pairs = zip(node.keys, node.values, strict=True)
                return m.Dict(at, end, tuple(m.Pair(self.expr(key), self.expr(value)) for key, value in pairs))
            case ast.Starred():
                return m.Star(at, end, self.expr(node.value))
            case ast.IfExp():
                return m.IfExp(at, end, self.expr(node.test), self.expr(node.body), self.expr(node.orelse))
            case ast.UnaryOp():
                return m.Operation(at, end, "unary", (op(node.op),), (self.expr(node.operand),))
            case ast.BoolOp():
                return m.Operation(at, end, "bool", (op(node.op),) * (len(node.values) - 1), self.exprs(node.values))
            case ast.Compare():
                return m.Operation(
                    at, end, "compare", tuple(op(one) for one in node.ops), self.exprs([node.left, *node.comparators])
                )
            case ast.BinOp():
                return self.binary(node, at, end)
            case ast.Await():
                return m.Await(at, end, self.expr(node.value))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return self.comprehension(node, at, end)
            case _:
                return m.DeferredNode(at, end, OPAQUE.get(type(node).__name__, "?"))

    def comprehension(self, node: Any, at: int, end: int) -> Any:
        if any(clause.is_async for clause in node.generators):
            return m.DeferredNode(at, end, OPAQUE[type(node).__name__])
        clauses = tuple(m.Clause(self.expr(one.target), self.expr(one.iter), self.exprs(one.ifs)) for one in node.generators)
        kind = {"ListComp": "list", "SetComp": "set", "DictComp": "dict", "GeneratorExp": "generator"}[type(node).__name__]
        keyed = isinstance(node, ast.DictComp)
        element = self.expr(node.key if isinstance(node, ast.DictComp) else node.elt)
        return m.Comprehension(at, end, kind, element, clauses, self.expr(node.value) if keyed else None)  # type: ignore[arg-type]

    def binary(self, node: ast.BinOp, at: int, end: int) -> m.Operation:
        level = next((level for level in LEVELS if op(node.op) in level), set())
        rest: list[tuple[str, ast.expr]] = []
        left: ast.expr = node
        while isinstance(left, ast.BinOp) and (left is node or (op(left.op) in level and self.bare(left, rest[-1][1]))):
            rest.append((op(left.op), left.right))
            left = left.left
        rest.reverse()
        return m.Operation(at, end, "binary", tuple(word for word, _ in rest), self.exprs([left, *(part for _, part in rest)]))

    def bare(self, left: ast.expr, right: ast.expr) -> bool:
        """Whether an operand has no parentheses of its own: no closing one follows it before the operator."""
        end = self.places.offset(left.end_lineno or 0, left.end_col_offset or 0)
        from toolc.read.scan import skip

        return self.text[skip(self.text, end)] != ")"

    def fstr(self, node: ast.JoinedStr, at: int, end: int) -> m.JoinedStr:
        self.blurred += 1
        parts: list[Any] = []
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                conversion = "" if value.conversion < 0 else chr(value.conversion)
                parts.append(m.FormattedValue(0, 0, self.expr(value.value), conversion, self.expr(value.format_spec)))
            elif value.value != "":  # type: ignore[attr-defined]  # Python 3.12 has empty ones
                parts.append(self.expr(value))
        self.blurred -= 1
        return m.JoinedStr(at, end, tuple(parts))

    def args(self, values: Any, keywords: Any) -> tuple[m.Arg, ...]:
        found = [(value, None, "") for value in values] + [(word.value, word.arg, "") for word in keywords]
        args = []
        for value, name, _ in sorted(found, key=lambda arg: (arg[0].lineno, arg[0].col_offset)):
            if isinstance(value, ast.Starred):
                args.append(m.Arg(self.expr(value.value), None, "*"))
            elif name is None and any(word.value is value for word in keywords):
                args.append(m.Arg(self.expr(value), None, "**"))
            else:
                args.append(m.Arg(self.expr(value), name))
        return tuple(args)

    # --- statements ----------------------------------------------------------------------------------------------

    def stmt(self, node: Any, at: int) -> Any:
        match node:
            case ast.Import():
                return m.Import(at, tuple((alias.name, alias.asname) for alias in node.names))
            case ast.ImportFrom():
                return m.ImportFrom(
                    at, node.module or "", node.level, tuple((alias.name, alias.asname) for alias in node.names)
                )
            case ast.Assign():
                return m.Assign(at, self.exprs(node.targets), self.expr(node.value))
            case ast.AnnAssign():
                return m.AnnAssign(at, self.expr(node.target), self.expr(node.annotation), self.expr(node.value))
            case ast.AugAssign():
                return m.AugAssign(at, self.expr(node.target), op(node.op) + "=", self.expr(node.value))
            case ast.Expr():
                return m.ExprStmt(at, self.expr(node.value))
            case ast.Return():
                return m.Return(at, self.expr(node.value))
            case ast.If() | ast.While():
                return m.If(at, self.expr(node.test))
            case ast.For() | ast.AsyncFor():
                return m.For(at, self.expr(node.target), self.expr(node.iter))
            case ast.With() | ast.AsyncWith():
                items = [(self.expr(item.context_expr), self.expr(item.optional_vars)) for item in node.items]
                return m.With(at, tuple(items))
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                return self.definition(node, at)
            case _ if type(node).__name__ in ("Try", "TryStar"):
                return m.Try(at, tuple(self.expr(handler.type) for handler in node.handlers))
            case _ if type(node).__name__ == "TypeAlias":
                return m.Alias(at, node.name.id, self.expr(node.value), self.type_params(node))
            case _:
                return m.Other(at)

    def definition(self, node: Any, at: int) -> Any:
        decorators = self.exprs(node.decorator_list)
        doc = ast.get_docstring(node, clean=False)
        doc = None if doc is None else clean_docstring(doc)
        start = self.at(node)[0]
        is_async = isinstance(node, ast.AsyncFunctionDef)
        start = re.compile(r"(?:async[\s\\]+)?(?:def|class)[\s\\]+").match(self.text, start).end()  # type: ignore[union-attr]
        if isinstance(node, ast.ClassDef):
            args = self.args(node.bases, node.keywords)
            return m.Class(at, node.name, start, decorators, args, doc, self.type_params(node))
        params = tuple(self.params(node.args))
        return m.Func(at, node.name, start, is_async, decorators, params, self.expr(node.returns), doc, self.type_params(node))

    def params(self, args: ast.arguments) -> list[m.Param]:
        found = []
        plain = [*args.posonlyargs, *args.args]
        defaults = [None] * (len(plain) - len(args.defaults)) + list(args.defaults)
        for number, (arg, default) in enumerate(zip(plain, defaults, strict=True)):
            kind = "positional_only" if number < len(args.posonlyargs) else "positional_or_keyword"
            found.append(self.param(arg, kind, default))
        if args.vararg:
            found.append(self.param(args.vararg, "var_positional", None))
        for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
            found.append(self.param(arg, "keyword_only", default))
        if args.kwarg:
            found.append(self.param(args.kwarg, "var_keyword", None))
        return found

    def param(self, arg: ast.arg, kind: Any, default: Any) -> m.Param:
        at = self.at(arg)[0]
        end = re.compile(r"\w+").match(self.text, at).end()  # type: ignore[union-attr]
        return m.Param(arg.arg, at, end, kind, self.expr(arg.annotation), self.expr(default))

    def type_params(self, node: Any) -> tuple[m.TypeParam, ...]:
        stars = {"TypeVarTuple": "*", "ParamSpec": "**"}
        return tuple(
            m.TypeParam(
                part.name,
                stars.get(type(part).__name__, ""),
                self.expr(getattr(part, "bound", None)),
                self.expr(getattr(part, "default_value", None)),
            )
            for part in getattr(node, "type_params", ())
        )


def op(node: ast.AST) -> str:
    return OPS[type(node).__name__]


def const(value: Any, at: int, end: int) -> m.Const:
    match value:
        case None:
            return m.Const(at, end, "none")
        case bool():
            return m.Const(at, end, "bool", value)
        case int():
            return m.Const(at, end, "int", value if value < 2**64 else str(value))
        case float():
            return m.Const(at, end, "float", value)
        case complex():
            return m.Const(at, end, "complex", repr(value))
        case str() | bytes():
            return constant(value, at, end)
        case _:
            return m.Const(at, end, "ellipsis")


def blur(value: Any, inside: bool = False) -> Any:
    """Our own value without the places inside f-strings, and with a lone generator's places as `ast` has them (unknown)."""
    if isinstance(value, tuple):
        return tuple(blur(part, inside) for part in value)
    if not isinstance(value, Struct):
        return value
    below = inside or isinstance(value, m.JoinedStr)
    changed = {name: blur(getattr(value, name), below) for name in value.__struct_fields__}
    if inside and "at" in changed:
        changed["at"] = changed["end"] = 0
    if isinstance(value, (m.DeferredNode, m.Comprehension)) and value.kind == "generator":
        changed["at"] = changed["end"] = 0
    return structs.replace(value, **changed)


def pairs(tree: ast.Module, outline: tuple[OutlineNode, ...]) -> Any:
    """Statements of `ast` beside the nodes of an outline of the same file."""
    stack = list(zip(tree.body, outline, strict=True))
    while stack:
        stmt, node = stack.pop()
        yield stmt, node
        for suite, block in zip(suites(stmt), node.blocks, strict=True):
            stack.extend(zip(suite, block.nodes, strict=True))


def suites(stmt: Any) -> list[Any]:
    if isinstance(stmt, ast.Match):
        return [case.body for case in stmt.cases]
    found = [stmt.body] if hasattr(stmt, "body") else []
    found += [handler.body for handler in getattr(stmt, "handlers", ())]
    return found + [suite for name in ("orelse", "finalbody") if (suite := getattr(stmt, name, None))]
