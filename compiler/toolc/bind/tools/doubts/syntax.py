"""Questions about single nodes of a syntax tree."""

import ast
from collections.abc import Iterator

from toolc.bind.tools.doubts.tables import CONTAINERS, HARMLESS, MAKERS, MUTATORS, SPACES

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def own_nodes(function: FunctionNode) -> Iterator[ast.AST]:
    """The nodes of a function's own scope."""
    body = function.body if isinstance(function.body, list) else [function.body]
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, FunctionNode | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(node))


def bound_names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in names)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name


def arguments_of(function: FunctionNode) -> Iterator[ast.arg]:
    given = function.args
    starred = (one for one in (given.vararg, given.kwarg) if one is not None)
    yield from (*given.posonlyargs, *given.args, *given.kwonlyargs, *starred)


def last_name(func: ast.AST) -> str:
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def is_common(func: ast.Name | ast.Attribute) -> bool:
    """Whether a method has a name that those of containers and texts have."""
    return isinstance(func, ast.Attribute) and func.attr in HARMLESS | MUTATORS


def on_super(func: ast.Attribute) -> bool:
    return isinstance(func.value, ast.Call) and last_name(func.value.func) == "super"


def reads_modules(node: ast.AST) -> bool:
    """Whether an expression reaches variables by their names in a text."""
    named = (
        one.id if isinstance(one, ast.Name) else one.attr for one in ast.walk(node) if isinstance(one, ast.Name | ast.Attribute)
    )
    return not SPACES.isdisjoint(named)


def is_empty(value: ast.AST) -> bool:
    return isinstance(value, ast.List | ast.Dict) and not any(
        True for _ in ast.iter_child_nodes(value) if isinstance(_, ast.expr)
    )


def is_none(value: ast.AST) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def is_container(value: ast.AST) -> bool:
    """Whether an expression makes an object that can be changed and holds others."""
    pending = [value]
    while pending:  # operators nest deeper than calls may
        one = pending.pop()
        if isinstance(one, ast.BoolOp | ast.IfExp | ast.BinOp):
            pending.extend(ast.iter_child_nodes(one))
        elif isinstance(one, ast.Call):
            if last_name(one.func) in CONTAINERS or last_name(one.func) in MAKERS:
                return True
        elif isinstance(one, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
            return True
    return False
