"""Docstrings as transformers and smolagents read them: an `Args:` block with a line for each parameter.

Takes a docstring without margin, gives the text before the first section and the parameters' texts. Their regular expressions
differ (smolagents 1.26.0 `_function_type_hints_utils.py`, transformers 5.23.0 `chat_template_utils.py`); this finds what those
find, in one pass.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from toolc.docstrings.text import MAX_TEXT
from toolc.text.regex import late

_SECTIONS = late("Args:|Returns:|Raises:")
_END = late("Returns:|Raises:")
_LOOSE = late(r"\s*(\w+)\s*(?:\([^)]{0,1000}\))?:")
_SPACE = late(r"\s*")
_STRICT = late(r"([ \t]*)(\w+):")


class Described(Struct, frozen=True):
    """`about` is the text before the sections."""

    about: str
    parameters: dict[str, str]


Header = Callable[[str, int, str | None], "tuple[str, int, str] | None"]
"""From a text, the start of a line and the indentation of the parameter before to the name, the end behind the colon, and the
indentation; None where no parameter begins."""


def smolagents(text: str) -> Described | None:
    """A section begins a line; a parameter may have its type in brackets. None: the text is too long to be read."""
    text = text.strip()
    if len(text) > MAX_TEXT:
        return None
    starts = (at for at, line in _lines(text) if at and _SECTIONS.match(line.lstrip()))
    body = _body(text).strip()
    return Described(text[: next(starts, len(text))].strip(), _parameters(body, _loose))


def transformers(text: str) -> Described | None:
    """A section begins anywhere; a line deeper than the parameter before belongs to that. None: too long."""
    text = text.strip()
    if len(text) > MAX_TEXT:
        return None
    start = _SECTIONS.search(text)
    return Described(text[: start.start() if start else len(text)].strip(), _parameters(_body(text).rstrip(), _strict))


def _body(text: str) -> str:
    """Return the text after the first line `Args:`, other than the very first line, up to the next section."""
    for at, line in _lines(text):
        end = at + len(line)
        if at and line.lstrip() == "Args:" and end < len(text):
            stop = _END.search(text, end)
            return text[end + 1 : stop.start() if stop else len(text)]
    return ""


def _lines(text: str) -> Iterator[tuple[int, str]]:
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1


def _parameters(body: str, header: Header) -> dict[str, str]:
    """Each text goes from behind the colon, and any white space there, up to the line where the next parameter begins."""
    text = "\n".join(line for line in body.split("\n") if line.strip())
    starts = [at for at, _ in _lines(text)]
    found: dict[str, str] = {}
    index = 0
    while index < len(starts):
        begun = header(text, starts[index], None)
        index += 1
        if begun is None:
            continue
        name, colon, indent = begun
        start = _after_space(text, colon)
        while index < len(starts) and (starts[index] - 1 < start or header(text, starts[index], indent) is None):
            index += 1
        end = starts[index] - 1 if index < len(starts) else len(text)
        found[name] = " ".join(line.strip() for line in text[start:end].strip().split("\n"))
    return found


def _after_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _loose(text: str, at: int, indent: str | None) -> tuple[str, int, str] | None:
    found = _LOOSE.match(text, at)
    return None if found is None else (found[1], found.end(), "")


def _strict(text: str, at: int, indent: str | None) -> tuple[str, int, str] | None:
    found = _STRICT.match(text, at)
    if found is None or (indent is not None and text.startswith((indent + " ", indent + "\t"), at)):
        return None
    return found[2], found.end(), found[1]
