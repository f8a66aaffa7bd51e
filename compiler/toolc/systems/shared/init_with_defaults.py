"""Statements of an `__init__` that run if it is called without arguments: takes the function, gives the statements.

Only conditions about its own parameters are decided; under any other a statement counts as one that runs.
"""

from collections.abc import Iterator

from toolc.module import Const, Expr, Func, If, Name, Operation, OutlineNode, Stmt
from toolc.program import ConstantValue, DefinitionValue, Program


def statements(init: DefinitionValue, program: Program) -> Iterator[Stmt]:
    """The statements that run, or may run, when every parameter has its default."""
    found = list(program.statements(init))
    tests = [(node, statement.test) for node, statement, _ in found if isinstance(statement, If)]
    defaults = _defaults(init, program)
    never = [block for node, test in tests for block in _skipped_suites(node, _holds(test, defaults))]
    for node, statement, _ in found:
        if not any(start <= node.at and node.end <= end for start, end in never):
            yield statement


def _defaults(init: DefinitionValue, program: Program) -> dict[str, bool | None]:
    """By parameter that keeps its value: whether its default is true, false, or None; what is not known is left out."""
    params = init.stmt.params if isinstance(init.stmt, Func) else ()
    kept = [one for one in params if one.name not in program.class_attribute_names(init)]
    values = {one.name: program.evaluate(one.default, init.scope) for one in kept if one.default is not None}
    return {
        name: None if value.value is None else bool(value.value)
        for name, value in values.items()
        if isinstance(value, ConstantValue)
    }


def _skipped_suites(node: OutlineNode, holds: bool | None) -> Iterator[tuple[int, int]]:
    """The suites of an `if` that do not run, by where they begin and end."""
    for block in node.blocks:
        if holds is (block.role != "body") and block.nodes and holds is not None:
            yield block.nodes[0].at, block.nodes[-1].end


def _holds(test: Expr, defaults: dict[str, bool | None]) -> bool | None:
    match test:
        case Name(_, _, id) if id in defaults:
            return bool(defaults[id])
        case Operation(_, _, "compare", (op,), (Name(_, _, id), Const(_, _, "none"))) if id in defaults and op in (
            "is",
            "is not",
        ):
            return (defaults[id] is None) is (op == "is")
        case Operation(_, _, "unary", ("not",), (inner,)):
            verdict = _holds(inner, defaults)
            return None if verdict is None else not verdict
        case Operation(_, _, "bool", ops, items):
            verdicts = [_holds(item, defaults) for item in items]
            ends = ops[0] == "or"  # one such item settles it
            return ends if ends in verdicts else None if None in verdicts else not ends
        case _:
            return None
