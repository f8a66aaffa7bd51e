"""Names that a statement of `ast` binds in its scope.

Takes syntax trees, gives names in the order of the source. Walks with a stack, so that depth does not matter.
"""

import ast
from collections.abc import Iterable, Iterator

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def distinct(found: Iterable[str]) -> tuple[str, ...]:
    """Each name once, where it first comes."""
    return tuple(dict.fromkeys(found))


def bound_names(stmt: ast.stmt) -> tuple[str, ...]:
    """The names a statement itself binds, walruses left out; for `global` and `nonlocal` the names they carry."""
    match stmt:
        case ast.Import():
            return distinct([alias.asname or alias.name.partition(".")[0] for alias in stmt.names])
        case ast.ImportFrom():
            return distinct([alias.asname or alias.name for alias in stmt.names])
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return (stmt.name,)
        case ast.Assign():
            return distinct([name for target in stmt.targets for name in targets(target)])
        case ast.AnnAssign() | ast.AugAssign() | ast.For() | ast.AsyncFor():
            return distinct(targets(stmt.target))
        case ast.With() | ast.AsyncWith():
            return distinct([name for item in stmt.items if item.optional_vars for name in targets(item.optional_vars)])
        case ast.Global() | ast.Nonlocal():
            return distinct(stmt.names)
        case _ if type(stmt).__name__ == "TypeAlias":  # not there before Python 3.12
            return (stmt.name.id,)  # type: ignore[attr-defined]
        case _:
            return ()


def targets(target: ast.expr) -> list[str]:
    """The names in an assignment target; attributes and items bind none."""
    if isinstance(target, ast.Name):
        return [target.id]
    found: list[str] = []
    stack = [target]
    while stack:
        part = stack.pop()
        if isinstance(part, ast.Name):
            found.append(part.id)
        elif isinstance(part, ast.Tuple | ast.List):
            stack.extend(reversed(part.elts))
        elif isinstance(part, ast.Starred):
            stack.append(part.value)
    return found


def captures(pattern: ast.pattern) -> Iterator[str]:
    """The names a `case` pattern captures, in the order of the source."""
    match pattern:
        case ast.MatchAs():
            if pattern.pattern is not None:
                yield from captures(pattern.pattern)
            if pattern.name is not None:
                yield pattern.name
        case ast.MatchStar() if pattern.name is not None:
            yield pattern.name
        case ast.MatchMapping():
            for part in pattern.patterns:
                yield from captures(part)
            if pattern.rest is not None:
                yield pattern.rest
        case ast.MatchSequence() | ast.MatchOr():
            for part in pattern.patterns:
                yield from captures(part)
        case ast.MatchClass():
            for part in (*pattern.patterns, *pattern.kwd_patterns):
                yield from captures(part)


def own(stmt: ast.stmt) -> list[ast.AST]:
    """The parts of a statement that are not its suites."""
    inner = {"body", "handlers", "orelse", "finalbody", "cases"} if _is_compound(stmt) else set()
    return [
        part
        for field, value in ast.iter_fields(stmt)
        if field not in inner
        for part in (value if isinstance(value, list) else [value])
        if isinstance(part, ast.AST)
    ]


def _is_compound(stmt: ast.stmt) -> bool:
    return hasattr(stmt, "body") or isinstance(stmt, ast.Match)


def walruses(parts: Iterable[ast.AST]) -> list[str]:
    """The names that `:=` binds in expressions, in the order of the source; the body of a `lambda` is a scope of its own."""
    found = []
    stack = list(parts)
    while stack:
        part = stack.pop()
        if isinstance(part, ast.NamedExpr):
            found.append(part.target)
        stack.extend(part.args.defaults + _present(part.args) if isinstance(part, ast.Lambda) else ast.iter_child_nodes(part))
    return [target.id for target in sorted(found, key=lambda target: (target.lineno, target.col_offset))]


def _present(args: ast.arguments) -> list[ast.expr]:
    return [default for default in args.kw_defaults if default is not None]


def all_bound(stmt: ast.stmt) -> tuple[str, ...]:
    """Every name bound in a statement and the blocks inside it, sorted; functions and classes are not entered."""
    found: list[str] = []
    stack: list[ast.AST] = [stmt]
    while stack:
        part = stack.pop()
        if isinstance(part, ast.stmt):
            found += [*bound_names(part), *walruses(own(part))]
        if isinstance(part, ast.ExceptHandler):
            found += [*filter(None, [part.name]), *walruses([part.type] if part.type else [])]
        if isinstance(part, ast.match_case):
            found += [*captures(part.pattern), *walruses([part.guard] if part.guard else [])]
        if not isinstance(part, (*_SCOPES, ast.expr)):
            stack.extend(reversed(list(ast.iter_child_nodes(part))))
    return tuple(sorted(set(found)))
