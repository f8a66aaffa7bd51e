"""Make a program smaller while a property of it holds: takes files and the property, returns fewer and shorter files.

Statements are deleted at every level, larger parts first; compound statements are replaced by their bodies. What does not compile
is never asked about.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy

Files = Mapping[str, str]
Holds = Callable[[Files], bool]
BODIES = ("body", "orelse", "finalbody")
MOST_QUESTIONS = 400


def shrink(files: Files, holds: Holds) -> Files:
    """Return the smallest program found for which the property holds, within a bound on the questions asked."""
    budget = [MOST_QUESTIONS]
    best = {path: _plain(text) for path, text in files.items()}
    if best != dict(files) and not _ask(best, holds, budget):
        best = dict(files)
    improved = True
    while improved and budget[0] > 0:
        improved = False
        for path in sorted(best, reverse=True):
            made = _shrunk_file(best, path, holds, budget)
            improved |= made is not None
            best = made or best
    return {path: text for path, text in best.items() if text.strip() or path.endswith("__init__.py")}


def _plain(text: str) -> str:
    return ast.unparse(ast.parse(text)) + "\n"


def _ask(files: Files, holds: Holds, budget: list[int]) -> bool:
    if budget[0] <= 0:
        return False
    budget[0] -= 1
    try:
        for path, text in files.items():
            compile(text, path, "exec")
    except SyntaxError:
        return False
    return holds(files)


def _shrunk_file(files: Files, path: str, holds: Holds, budget: list[int]) -> dict[str, str] | None:
    """Apply every edit that keeps the property, one after the other; `None` where none does."""
    current, found = dict(files), False
    tried: set[str] = set()
    again = True
    while again and budget[0] > 0:
        again = False
        for edited in _edits(ast.parse(current[path])):
            text = ast.unparse(ast.fix_missing_locations(edited)) + "\n" if edited.body else ""
            if text in tried or len(text) >= len(current[path]):
                continue
            tried.add(text)
            if _ask({**current, path: text}, holds, budget):
                current[path], found, again = text, True, True
                break
    return current if found else None


def _edits(tree: ast.Module) -> Iterator[ast.Module]:
    """All trees with a run of statements deleted or a compound statement replaced by one of its bodies."""
    sizes = [size for size in (16, 8, 4, 2, 1) if size <= len(tree.body)]
    for size in sizes:
        for start in range(len(tree.body) - size, -1, -max(size // 2, 1)):
            edited = deepcopy(tree)
            del edited.body[start : start + size]
            yield edited
    for number, (owner, field) in enumerate(_blocks(tree)):
        for index in range(len(getattr(owner, field)) - 1, -1, -1):
            statement = getattr(owner, field)[index]
            for replacement in ([], *_opened(statement)):
                edited = deepcopy(tree)
                there, name = list(_blocks(edited))[number]
                block = getattr(there, name)
                block[index : index + 1] = deepcopy(replacement)
                if not block and name in ("body",) and not isinstance(there, ast.Module):
                    block.append(ast.Pass())
                yield edited


def _blocks(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    return [(node, field) for node in ast.walk(tree) for field in BODIES if isinstance(getattr(node, field, None), list)]


def _opened(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    if isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
        for field in BODIES:
            if inner := getattr(statement, field, None):
                yield inner
        for handler in getattr(statement, "handlers", ()):
            yield handler.body
    elif isinstance(statement, ast.FunctionDef) and statement.decorator_list:
        for index in range(len(statement.decorator_list)):
            bare = deepcopy(statement)
            del bare.decorator_list[index]
            yield [bare]
