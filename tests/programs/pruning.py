"""Leave out functions that a program never names.

A function that registers tools and that nothing calls may be an entry point of somebody else, so toolc lists its tools; importing the
program does not. Programs without such functions have one answer.
"""

import ast
from collections.abc import Iterable, Mapping


def prune(files: Mapping[str, str]) -> dict[str, str]:
    """Return the files without the functions that no other statement names."""
    trees = {path: ast.parse(text) for path, text in files.items()}
    while unused := _unused(trees.values()):
        for tree in trees.values():
            _Without(unused).visit(tree)
    return {path: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for path, tree in trees.items()}


def is_pruned(files: Mapping[str, str]) -> bool:
    """Whether every function with a call in it is named somewhere else."""
    return not _unused([ast.parse(text) for text in files.values()])


def _unused(trees: Iterable[ast.Module]) -> set[str]:
    named: set[str] = set()
    calling: set[str] = set()
    for tree in trees:
        for node in ast.walk(tree):
            named |= _names(node)
            if isinstance(node, ast.FunctionDef) and _may_register(node):
                calling.add(node.name)
    return calling - named


def _names(node: ast.AST) -> set[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return {name}
        case ast.ImportFrom(names=names):
            return {alias.name for alias in names if alias.asname}
        case _:
            return set()


def _may_register(node: ast.FunctionDef) -> bool:
    special = node.name.startswith("__") and node.name.endswith("__")
    return not special and any(isinstance(inner, ast.Call) for statement in node.body for inner in ast.walk(statement))


class _Without(ast.NodeTransformer):
    """Deletes definitions by name; a block that is empty then passes."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                kept = [one for one in block if not (isinstance(one, ast.FunctionDef) and one.name in self.names)]
                if len(kept) < len(block):
                    setattr(node, field, kept or ([ast.Pass()] if field == "body" else []))
        return node
