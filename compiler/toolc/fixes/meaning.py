"""Meaning of a program that a fix must preserve: takes a syntax tree, gives a text that is equal for two trees that differ
only in docstrings and in renamed parameters.
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
