"""Names of LibCST's operators and closed expressions in a `Module`.

Takes nodes, gives words. Knows no places.
"""

from typing import Any

PRECEDENCE = {
    "|": 1, "^": 2, "&": 3, "<<": 4, ">>": 4, "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6, "@": 6, "**": 7,
}  # fmt: skip

OPAQUE = {
    "Lambda": "lambda", "GeneratorExp": "generator", "ListComp": "listcomp", "SetComp": "setcomp", "DictComp": "dictcomp",
    "StarredDictComp": "dictcomp", "Await": "await", "Yield": "yield", "NamedExpr": "walrus", "TemplatedString": "template",
}  # fmt: skip


def token(operator: Any) -> str:
    """An operator as it is written: `+`, `not in`."""
    if hasattr(operator, "_get_tokens"):
        return " ".join(operator._get_tokens())
    return str(operator._get_token())
