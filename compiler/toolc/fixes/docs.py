"""Lines of docstrings: takes the text between the quotes, as it stands in the source, and gives it with a parameter described,
or under another name. Three styles are known: Google's, numpy's and Sphinx'. None where the text does not show how.
"""

import re
from collections.abc import Sequence

LATER = "TODO"
"""Placeholder of a description until one is written, reported as TC408."""

_GOOGLE = re.compile(r"^(?P<margin>[ \t]*)(?:Args|Arguments|Params|Parameters):[ \t]*$")
_NUMPY = re.compile(r"^(?P<margin>[ \t]*)Parameters[ \t]*$")
_RULE = re.compile(r"^[ \t]*-{3,}[ \t]*$")
_SPHINX = re.compile(r"^(?P<margin>[ \t]*)(?P<mark>[:@])param\b(?:[^:\n]*\s)?\*{0,2}(?P<name>\w+)\s*:")
_ENTRY = re.compile(r"^(?P<margin>[ \t]+)\*{0,2}(?P<name>\w+)[ \t]*(?:\([^\n]*?\)[ \t]*)?:")
_NUMPY_ENTRY = re.compile(r"^(?P<margin>[ \t]*)\*{0,2}(?P<name>\w+)[ \t]*(?::.*)?$")
_LATER_SECTION = re.compile(r"^[ \t]*(?:Returns?|Yields?|Raises|Examples?|Notes?|Attributes|See Also|Warns|Warnings):[ \t]*$")


def describe_parameter(text: str, name: str, order: Sequence[str], margin: str) -> str | None:
    """The text with a line about a parameter. `order`: all parameters; `margin`: of the docstring's own lines."""
    lines = text.split("\n")
    for style in (_in_google, _in_numpy, _in_sphinx):
        if (found := style(lines, name, order)) is not None:
            return "\n".join(found)
    return "\n".join(_with_section(lines, name, margin))


def rename_parameter(text: str, old: str, new: str) -> str | None:
    """The text with the entry of one parameter under another name; None when there is not exactly one."""
    lines = text.split("\n")
    entries = [index for index, line in enumerate(lines) if _names(line, old)]
    if len(entries) != 1:
        return None
    index = entries[0]
    lines[index] = re.sub(rf"\b{re.escape(old)}\b", new, lines[index], count=1)
    return "\n".join(lines)


def _names(line: str, name: str) -> bool:
    found = _SPHINX.match(line) or _ENTRY.match(line) or _NUMPY_ENTRY.match(line)
    return found is not None and found["name"] == name


def _in_google(lines: list[str], name: str, order: Sequence[str]) -> list[str] | None:
    head = next((index for index, line in enumerate(lines) if _GOOGLE.match(line)), None)
    if head is None:
        return None
    end = head + 1
    outer = _indent(lines[head])
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > outer):
        end += 1
    entries = [(index, found) for index in range(head + 1, end) if (found := _ENTRY.match(lines[index]))]
    first = min((len(found["margin"]) for _, found in entries), default=None)
    own = [(index, found["name"]) for index, found in entries if len(found["margin"]) == first]
    margin = entries[0][1]["margin"] if entries else " " * (outer + 4)
    return _insert_entry(lines, own, head + 1, end, [f"{margin}{name}: {LATER}"], order, name)


def _in_numpy(lines: list[str], name: str, order: Sequence[str]) -> list[str] | None:
    head = next((index for index, line in enumerate(lines[:-1]) if _NUMPY.match(line) and _RULE.match(lines[index + 1])), None)
    if head is None:
        return None
    outer = _indent(lines[head])
    end = head + 2
    while end < len(lines) and not (end + 1 < len(lines) and _RULE.match(lines[end + 1])):
        end += 1
    own = [
        (index, found["name"])
        for index in range(head + 2, end)
        if _indent(lines[index]) == outer and (found := _NUMPY_ENTRY.match(lines[index]))
    ]
    space = " " * outer
    return _insert_entry(lines, own, head + 2, end, [f"{space}{name}", f"{space}    {LATER}"], order, name)


def _in_sphinx(lines: list[str], name: str, order: Sequence[str]) -> list[str] | None:
    entries = [(index, found) for index, line in enumerate(lines) if (found := _SPHINX.match(line))]
    if not entries:
        return None
    first = entries[0][1]
    end = entries[-1][0] + 1
    while end < len(lines) and lines[end].strip() and _indent(lines[end]) > len(first["margin"]):
        end += 1
    own = [(index, found["name"]) for index, found in entries]
    return _insert_entry(
        lines, own, entries[0][0], end, [f"{first['margin']}{first['mark']}param {name}: {LATER}"], order, name
    )


def _insert_entry(
    lines: list[str], entries: list[tuple[int, str]], start: int, end: int, new: list[str], order: Sequence[str], name: str
) -> list[str]:
    """The lines with an entry in the order of the parameters: before the first entry of a later one, else behind the last."""
    later = set(order[order.index(name) + 1 :])
    place = next((index for index, known in entries if known in later), None)
    if place is None:
        place = end
        while place > start and not lines[place - 1].strip():
            place -= 1
    return [*lines[:place], *new, *lines[place:]]


def _with_section(lines: list[str], name: str, margin: str) -> list[str]:
    """The lines with a section of Google's style: before what is told of the result, else at the end."""
    section = [f"{margin}Args:", f"{margin}    {name}: {LATER}"]
    if len(lines) == 1:
        return [lines[0].rstrip(), "", *section, margin]
    place = next((index for index, line in enumerate(lines) if _LATER_SECTION.match(line)), None)
    if place is not None:
        return [*lines[:place], *section, "", *lines[place:]]
    body = lines if lines[-1].strip() else lines[:-1]
    while body and not body[-1].strip():
        body = body[:-1]
    return [*body, "", *section, margin]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
