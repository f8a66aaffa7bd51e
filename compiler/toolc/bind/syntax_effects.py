"""Keywords in a function's code that change how it runs: `await`, `yield`, `global`, `nonlocal`.

Takes the file and the node of a function, gives whether one of some words stands in its code. Texts and comments do not count,
nor do functions and classes inside of it, which show it when they are reached.
"""

import re
from collections.abc import Iterator

from toolc.bind.guards import body
from toolc.bind.modules import SourceModule
from toolc.module import OutlineNode
from toolc.text.regex import late

_SAID = late(
    r'"""(?:\\.|[^\\])*?"""' r"|'''(?:\\.|[^\\])*?'''" r'|"(?:\\.|[^"\\\n])*"' r"|'(?:\\.|[^'\\\n])*'" r"|#[^\n]*", re.DOTALL
)
GENERATOR = late(r"\byield\b")


def contains_keyword(word: re.Pattern[str], unit: SourceModule, function: OutlineNode) -> bool:
    """Return `True` if the code of a function contains one of the keywords."""
    return any(word.search(part) and word.search(_SAID.sub("", part)) for part in _parts(unit.source.content, function))


def _parts(text: str, function: OutlineNode) -> Iterator[str]:
    """The text of a function without what stands inside of other functions and classes."""
    start = function.at
    for inner in sorted((node for node in inside(function) if node.kind in ("def", "class")), key=lambda node: node.at):
        yield text[start : max(start, inner.at)]
        start = max(start, inner.end)
    yield text[start : function.end]


def inside(function: OutlineNode) -> list[OutlineNode]:
    """The statements of a function, those of its blocks included, without those of functions and classes inside."""
    found: list[OutlineNode] = []
    pending = list(body(function))
    while pending:
        node = pending.pop()
        found.append(node)
        if node.kind not in ("def", "class"):
            pending.extend(inner for block in node.blocks for inner in block.nodes)
    return found
