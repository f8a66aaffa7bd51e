"""Google's style as the documents of the five systems use it: text and parameter names → `Doc`.

Takes the text between the quotes as the source has it, gives the cleaned text, its parts and the texts of `Args:` sections.
Total: any text gives a `Doc`. It does not judge a docstring and reads no other style; `sections` reads as griffe does.
"""

import re
from collections.abc import Collection, Mapping

from msgspec import Struct, field

from toolc.docstrings.text import MAX_TEXT, clean
from toolc.text.regex import late

MAX_LINE = 2_000
MAX_NAME = 200
"""Beyond these sizes no parameter texts are looked for: the library's expressions backtrack over what stands before a colon."""

_PARAMETERS = r"Args|Arguments|Parameters|Params"
_SECTION = late(rf"^(?:{_PARAMETERS}|Raises|Exceptions|Except|Attributes|Examples?|Returns|Yields):[ \t\r\f\v]*$", re.MULTILINE)
_PARAMETER_SECTION = late(rf"^(?:{_PARAMETERS}):[ \t\r\f\v]*$", re.MULTILINE)


Texts = Mapping[str, str]
"""The texts of parameters by name."""


class Doc(Struct, frozen=True):
    """A docstring. `description` is the cleaned whole, `body` the cleaned text before the first section."""

    description: str = ""
    first_line: str = ""
    body: str = ""
    parameters: Texts = field(default_factory=dict)


def parse(text: str | None, names: Collection[str] = ()) -> Doc:
    """Everything a system may want of a docstring; parameter texts only for `names`."""
    cleaned = clean(text or "")
    section = _SECTION.search(cleaned)
    body = cleaned[: section.start()].rstrip() if section else cleaned
    return Doc(cleaned, cleaned.split("\n", 1)[0].rstrip(), body, parameter_texts(cleaned, names))


def parameter_texts(cleaned: str, names: Collection[str]) -> dict[str, str]:
    """The texts of the `Args:` sections of a cleaned docstring, in the order of `names`."""
    if not names or len(cleaned) > MAX_TEXT:
        return {}
    found: dict[str, str] = {}
    for start in _PARAMETER_SECTION.finditer(cleaned):
        found |= _section(_indented_lines(cleaned[start.end() + 1 :]))
    return {name: found[name] for name in names if found.get(name)}


def _indented_lines(text: str) -> list[str]:
    """The lines up to the first one that is neither blank nor indented."""
    lines: list[str] = []
    for line in text.split("\n"):
        if line.strip() and not line[0].isspace():
            break
        lines.append(line)
    return lines


def _section(lines: list[str]) -> dict[str, str]:
    """One section through docstring_parser, which raises on what it does not understand: then there are no texts."""
    import docstring_parser.google  # costs more than the rest of this module; most docstrings have no such section

    if not any(map(str.strip, lines)) or not _small(lines):
        return {}
    try:  # The line before the title keeps the parser from taking the section's indent off.
        parsed = docstring_parser.google.parse("\n".join([".", "Args:", *lines]))
    except Exception:
        return {}
    return {one.arg_name.lstrip("*"): _join_lines(one.description or "") for one in parsed.params}


def _join_lines(text: str) -> str:
    """The text of a parameter: a line that goes on in the next one is joined to it, paragraphs stay apart.

    Documents of orbiter and basic_agent show one-line texts only; this is how Google's style guide breaks long ones.
    """
    paragraphs = re.split(r"\n[ \t\r\f\v]*\n", text.strip())
    return "\n\n".join(" ".join(line.strip() for line in one.split("\n") if line.strip()) for one in paragraphs if one.strip())


def _small(lines: list[str]) -> bool:
    """Return `True` if no line, and no text before a colon, is large enough to stall a regular expression."""
    first = next(line for line in lines if line.strip())
    indent = len(first) - len(first.lstrip())
    heads = (line.partition(":")[0] for line in lines if len(line) - len(line.lstrip()) <= indent)
    return all(len(line) <= MAX_LINE for line in lines) and all(len(head) <= MAX_NAME for head in heads)
