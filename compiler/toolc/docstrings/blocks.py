"""Docstrings by blocks between empty lines: takes a cleaned text, gives the description and the texts of parameters.

Source: langchain-core 1.8.1 `_parse_google_docstring`, with its quirks: only a block that begins with `Args:` is read, the
blocks before it are joined by one space, and lines of one text are too.
"""

from collections.abc import Collection, Mapping

from msgspec import Struct, field

_HEAD = "Args:"
_LATER = ("Returns:", "Example:")


class Blocks(Struct, frozen=True):
    """`refused` says in words why the strict reading raises, or is ""."""

    description: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    refused: str = ""


def blocks(cleaned: str, needed: Collection[str], strict: bool) -> Blocks:
    """`needed` are the parameters that the strict reading wants an `Args:` block for."""
    if not cleaned:
        return Blocks(refused="there is no docstring" if strict else "")
    parts = cleaned.split("\n\n")
    if strict and needed and not any(part.startswith(_HEAD) for part in parts[1:]):
        return Blocks(refused="no block of the docstring, after an empty line, begins with `Args:`")
    described: list[str] = []
    late = False
    for part in parts:
        if part.startswith(_HEAD):
            return Blocks(" ".join(described).strip(), _texts(part))
        late = late or part.startswith(_LATER)
        if not late:
            described.append(part)
    return Blocks(" ".join(described).strip())


def _texts(block: str) -> dict[str, str]:
    """A line with a colon, indented no deeper than the first such line, begins a parameter; any other goes on with it."""
    found: dict[str, str] = {}
    name: str | None = None
    margin: int | None = None
    for line in block.split("\n")[1:]:
        text = line.strip()
        if not text:
            continue
        indent = len(line) - len(line.lstrip())
        if margin is None and ":" in line:
            margin = indent
        deeper = margin is not None and indent > margin
        if name is not None and (deeper or ":" not in line):
            found[name] += f" {text}"
        elif ":" in line:
            head, _, rest = line.partition(":")
            name = _without_type(head.strip())
            found[name] = rest.strip()
    return found


def _without_type(head: str) -> str:
    """`name (type)` is `name`."""
    name, _, rest = head.partition(" ")
    return name if rest.startswith("(") and rest.endswith(")") else head
