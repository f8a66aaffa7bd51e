"""Reading plain imports without a tree: they are half of all statements that are read, and need no parser.

Takes text and a node of its outline, gives the `Stmt` that LibCST's tree would give; None for what has comments, continued
lines or other letters than ASCII in it.
"""

import re

from toolc.module import Import, ImportFrom, OutlineNode, Stmt
from toolc.text.regex import late

_DOTTED = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
_ITEM = late(rf"[ \t\n]*({_DOTTED})(?:[ \t\n]+as[ \t\n]+([A-Za-z_]\w*))?[ \t\n]*", re.ASCII)
_IMPORT = late(r"import[ \t]+([^()#\\\n]+)")
_FROM = late(rf"from[ \t]+(\.*)({_DOTTED})?[ \t]+import[ \t]*(?:\(([^()#\\]+)\)|[ \t]([^()#\\\n]+))", re.ASCII)

Names = tuple[tuple[str, str | None], ...]


def statement(text: str, node: OutlineNode) -> Stmt | None:
    """The import at a node."""
    code = text[node.at : node.end]
    if not code.isascii():
        return None
    if node.kind == "import":
        plain = _IMPORT.fullmatch(code)
        names = _names(plain[1]) if plain else ()
        return Import(node.at, names) if names else None
    found = _FROM.fullmatch(code)
    if found is None or not (found[1] or found[2]):
        return None
    listed = found[4] if found[3] is None else found[3].rstrip(" \t\n").removesuffix(",")
    names = (("*", None),) if listed.strip() == "*" else _names(listed)
    return ImportFrom(node.at, found[2] or "", len(found[1]), names) if names else None


def _names(listed: str) -> Names:
    """Pairs of dotted name and alias; none where one of them is not plain."""
    found = [_ITEM.fullmatch(item) for item in listed.split(",")]
    return tuple([(item[1], item[2]) for item in found if item]) if all(found) else ()
