"""What a program does, as far as a fix may not change it: takes a syntax tree, gives a text that two trees have in common when
they differ in docstrings alone, and in parameters that were renamed.
"""

import ast
from collections.abc import Set


def meaning(tree: ast.Module, renamed: Set[tuple[str, str]]) -> str:
    """The tree as text, without docstrings and places. `renamed`: pairs of an old and a new name that count as one."""
    names = dict(renamed)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                node.body = node.body[1:]
        if isinstance(node, ast.arg):
            node.arg = names.get(node.arg, node.arg)
        elif isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
    return ast.dump(tree)
