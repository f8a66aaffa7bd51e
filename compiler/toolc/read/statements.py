"""From statements of LibCST to `Stmt`, with places.

Takes the walk along the text, a statement and the offsets where its parts begin; gives the `Stmt`. Both routes meet here:
slices (`cut`) and whole files (`whole`).
"""

from collections.abc import Sequence
from typing import Any

import libcst as cst

from toolc.module import (
    Alias,
    AnnAssign,
    Assign,
    AugAssign,
    Class,
    Expr,
    ExprStmt,
    For,
    Func,
    If,
    Import,
    ImportFrom,
    Other,
    Param,
    Return,
    Star,
    Stmt,
    TypeParam,
    With,
)
from toolc.read.constants import identifier
from toolc.read.expressions import Walk
from toolc.read.kinds import token


def dotted_name(node: Any) -> str:
    """A dotted name of an import."""
    parts = []
    while isinstance(node, cst.Attribute):
        parts.append(identifier(node.attr.value))
        node = node.value
    return ".".join(reversed([*parts, identifier(node.value)]))


def import_names(aliases: Sequence[cst.ImportAlias]) -> tuple[tuple[str, str | None], ...]:
    """Pairs of dotted name and alias."""
    return tuple([(dotted_name(alias.name), dotted_name(alias.asname.name) if alias.asname else None) for alias in aliases])


def simple(walk: Walk, node: Any, at: int) -> Stmt:
    """A simple statement that begins at `at`."""
    match node:
        case cst.Import():
            return Import(at, import_names(node.names))
        case cst.ImportFrom():
            module = dotted_name(node.module) if node.module is not None else ""
            names = (("*", None),) if isinstance(node.names, cst.ImportStar) else import_names(node.names)
            return ImportFrom(at, module, len(node.relative), names)
        case cst.Assign():
            return _assign(walk, node, at)
        case cst.AnnAssign():
            return _ann(walk, node, at)
        case cst.AugAssign():
            target, end = walk.expr(node.target, at)
            operator = token(node.operator)
            value, _ = walk.expr(node.value, walk.skip(end) + len(operator))
            return AugAssign(at, target, operator, value)
        case cst.Expr():
            return ExprStmt(at, walk.expr(node.value, at)[0])
        case cst.Return():
            return Return(at, None if node.value is None else walk.expr(node.value, at + len("return"))[0])
        case cst.TypeAlias():
            name_at = walk.skip(at + len("type"))
            params, end = _type_params(walk, node.type_parameters, name_at + len(node.name.value))
            value, _ = walk.expr(node.value, walk.skip(end) + 1)
            return Alias(at, identifier(node.name.value), value, params)
        case _:
            return Other(at)


def _assign(walk: Walk, node: cst.Assign, at: int) -> Assign:
    targets = []
    end = at
    for part in node.targets:
        target, end = walk.expr(part.target, end)
        targets.append(target)
        end = walk.skip(end) + 1
    return Assign(at, tuple(targets), walk.expr(node.value, end)[0])


def _ann(walk: Walk, node: cst.AnnAssign, at: int) -> AnnAssign:
    target, end = walk.expr(node.target, at)
    annotation, end = walk.expr(node.annotation.annotation, walk.skip(end) + 1)
    value = None if node.value is None else walk.expr(node.value, walk.skip(end) + 1)[0]
    return AnnAssign(at, target, annotation, value)


def test(walk: Walk, node: cst.If | cst.While, at: int, keyword: int) -> If:
    """An `if`, `elif` or `while`; its first word is `keyword` characters long."""
    return If(at, walk.expr(node.test, at + keyword)[0])


def loop(walk: Walk, node: cst.For, at: int) -> For:
    target, end = walk.expr(node.target, _behind(walk, node, at, "for"))
    return For(at, target, walk.expr(node.iter, walk.skip(end) + len("in"))[0])


def context(walk: Walk, node: cst.With, at: int) -> With:
    end = _behind(walk, node, at, "with")
    if isinstance(node.lpar, cst.LeftParen):
        end = walk.skip(end) + 1
    items: list[tuple[Expr, Expr | None]] = []
    for part in node.items:
        value, end = walk.expr(part.item, end)
        target = None
        if part.asname is not None:
            target, end = walk.expr(part.asname.name, walk.skip(end) + len("as"))
        items.append((value, target))
        end = walk.comma(end)
    return With(at, tuple(items))


def handler(walk: Walk, node: cst.ExceptHandler | cst.ExceptStarHandler, at: int) -> Expr | None:
    """The exception type of a handler, which begins behind its keyword at `at`."""
    return None if node.type is None else walk.expr(node.type, at)[0]


def _behind(walk: Walk, node: Any, at: int, keyword: str) -> int:
    """The offset behind the keyword of a statement that may begin with `async`."""
    if node.asynchronous is not None:
        at = walk.skip(at + len("async"))
    return at + len(keyword)


# --- functions and classes -------------------------------------------------------------------------------------------


def function(walk: Walk, node: cst.FunctionDef, at: int, start: int, decorators: tuple[Expr, ...], doc: str | None) -> Func:
    """A function's header, which begins at `start`; `at` is where its first decorator stands."""
    name_at = walk.skip(_behind(walk, node, start, "def"))
    type_params, end = _type_params(walk, node.type_parameters, name_at + len(node.name.value))
    params, end = parameters(walk, node.params, walk.skip(end) + 1)
    returns = None
    if node.returns is not None:
        arrow = walk.skip(walk.skip(end) + 1)
        returns, _ = walk.expr(node.returns.annotation, arrow + len("->"))
    name = identifier(node.name.value)
    return Func(at, name, name_at, node.asynchronous is not None, decorators, params, returns, doc, type_params)


def klass(walk: Walk, node: cst.ClassDef, at: int, start: int, decorators: tuple[Expr, ...], doc: str | None) -> Class:
    """A class's header, which begins at `start`; `at` is where its first decorator stands."""
    name_at = walk.skip(start + len("class"))
    type_params, end = _type_params(walk, node.type_parameters, name_at + len(node.name.value))
    args, _ = walk.args([*node.bases, *node.keywords], walk.skip(end) + 1)
    return Class(at, identifier(node.name.value), name_at, decorators, args, doc, type_params)


def parameters(walk: Walk, node: cst.Parameters, at: int) -> tuple[tuple[Param, ...], int]:
    """The parameters, and the offset behind the last one's comma."""
    params: list[Param] = []
    for kind, group in (
        ("positional_only", node.posonly_params),
        ("", [node.posonly_ind]),
        ("positional_or_keyword", node.params),
        ("var_positional", [node.star_arg]),
        ("keyword_only", node.kwonly_params),
        ("var_keyword", [node.star_kwarg]),
    ):
        for part in group:
            if isinstance(part, cst.Param):
                param, at = _param(walk, part, kind, at)
                params.append(param)
            elif isinstance(part, cst.ParamSlash | cst.ParamStar):
                at = walk.comma(walk.skip(at) + 1)
    return tuple(params), at


def _param(walk: Walk, node: cst.Param, kind: Any, at: int) -> tuple[Param, int]:
    start = walk.skip(at)
    if isinstance(node.star, str):
        start = walk.skip(start + len(node.star))
    end = stop = start + len(node.name.value)
    annotation = default = None
    if node.annotation is not None:
        annotation, stop = walk.expr(node.annotation.annotation, walk.skip(stop) + 1)
    if node.default is not None:
        default, stop = walk.expr(node.default, walk.skip(stop) + 1)
    return Param(identifier(node.name.value), start, end, kind, annotation, default), walk.comma(stop)


def _type_params(walk: Walk, node: cst.TypeParameters | None, at: int) -> tuple[tuple[TypeParam, ...], int]:
    """`[T: bound = default, *Ts, **P]`, and the offset behind the bracket."""
    if node is None:
        return (), at
    params = []
    at = walk.skip(at) + 1
    for part in node.params:
        star = {cst.TypeVarTuple: "*", cst.ParamSpec: "**"}.get(type(part.param), "")
        at = walk.skip(walk.skip(at) + len(star)) + len(part.param.name.value)
        bound = default = None
        if isinstance(part.param, cst.TypeVar) and part.param.bound is not None:
            bound, at = walk.expr(part.param.bound, walk.skip(at) + 1)
        if part.default is not None:
            star_at = walk.skip(walk.skip(at) + 1)
            default, at = walk.expr(part.default, star_at + len(part.star))
            default = Star(star_at, at, default) if part.star else default
        params.append(TypeParam(identifier(part.param.name.value), star, bound, default))
        at = walk.comma(at)
    return tuple(params), walk.skip(at) + 1
