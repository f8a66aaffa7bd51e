"""Suspicious texts of tools: parts that a reviewer does not see, or that a model may take for instructions.

Takes an `ir.Package`, or all of them, gives diagnostics; tools stay as they are. Rules are exact and few: which characters,
which marks of chat templates, which lengths. Nothing is judged by what it means.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from msgspec import structs

from toolc.check.confusables import looks, stable
from toolc.diagnostics import Diagnostic, Label
from toolc.ir import UNNAMED, Bundle, Component, Package, Prompt, Resource, Server, Tool
from toolc.source import Span
from toolc.text.invisible import BROKEN, CONTROL, INVISIBLE, TURNING, without_flags
from toolc.text.regex import late

MOST_TEXTS = 20_000
"""So many texts of one tool are looked at."""

_SELECTORS = "[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2}"  # one alone chooses between two forms of a character
_RULES: tuple[tuple[str, re.Pattern[str], str], ...] = (
    ("TC430", late(f"[{TURNING}]"), "a character that turns the reading direction"),
    ("TC431", late(f"[{INVISIBLE}]|{_SELECTORS}"), "an invisible character"),
    ("TC432", late(f"[{CONTROL}]"), "a control character"),
    ("TC433", late(f"[{BROKEN}]"), "half of a character, or none"),
    (
        "TC440",
        late(r"<\|[A-Za-z][A-Za-z0-9_ -]{1,40}\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>"),
        "a mark of chat templates",
    ),
    ("TC441", late("<!--"), "an HTML comment, which no rendered page shows"),
    ("TC442", late(r"(?:\n[ \t\r]*+){21}|[^\S\n]{201}"), "so much empty space that what follows is out of sight"),
    (
        "TC443",
        late(r"(?<![\w+/])(?=[A-Za-z+/]*+[0-9])(?=[a-z0-9+/]*+[A-Z])[A-Za-z0-9+/]{120,}+={0,2}"),
        "a long encoded run",
    ),
)  # fmt: skip


def find_injections(package: Package) -> Iterator[Diagnostic]:
    """Everything found in the servers of a package."""
    for server in package.servers:
        tools = [tool for tool in server.tools if tool.name != UNNAMED]
        for tool in tools:
            yield from _texts_of(tool)
        yield from _twins(server, tools)
        for one in server.components:
            yield from _signs_of(_texts_beside(one), _call_name(server, one), one.span)


def _texts_of(tool: Tool) -> Iterator[Diagnostic]:
    """The rules about characters and runs, each said once a tool."""
    yield from _signs_of(_texts(tool), tool.name, tool.span)
    if not stable(tool.name):
        yield Diagnostic("TC434", f"the name `{tool.name}` is written in letters that Unicode folds into others", tool.span)


def _signs_of(texts: Iterable[tuple[str, str]], name: str, span: Span) -> Iterator[Diagnostic]:
    said: set[str] = set()
    for where, text in texts:
        plain = text.isascii() and text.isprintable() and len(text) < 120 and "<" not in text and "[" not in text
        if plain:
            continue
        seen = without_flags(text)
        for code, pattern, what in _RULES:
            if code not in said and (match := pattern.search(seen)):
                said.add(code)
                shown = f" ({_point(match[0])})" if len(match[0]) <= 2 else ""
                yield Diagnostic(code, f"{where} of `{name}` holds {what}{shown}", span)


def _call_name(server: Server, one: Component) -> str:
    return one.uri if isinstance(one, Resource) else one.name if isinstance(one, Prompt) else server.name


def _texts_beside(one: Component) -> Iterator[tuple[str, str]]:
    """Every text of a prompt or resource, or of what a server says of itself."""
    facts: dict[str, Any] = {name: value for name, value in structs.asdict(one).items() if name not in _PLACES}
    if isinstance(one, Prompt):
        facts["arguments"] = [{"name": it.name, "description": it.description} for it in one.arguments]
    for name, value in facts.items():
        yield from _walk_texts([(f"the {name.replace('_', ' ')}", value)])


_PLACES = frozenset({"span", "qualname", "system", "fidelity", "diagnostics", "returns", "template", "parameters", "size"})


def _point(text: str) -> str:
    return " ".join(f"U+{ord(char):04X}" for char in text)


def _texts(tool: Tool) -> Iterator[tuple[str, str]]:
    """Every text of a tool, with what it is."""
    for where, text in (("the name", tool.name), ("the title", tool.title), ("the description", tool.description)):
        if text:
            yield where, text
    waiting: list[tuple[str, Any]] = [("the result", tool.output_schema), ("the annotations", tool.annotations)]
    waiting += [("the icons", tool.icons), ("the `_meta`", tool.meta), ("the execution", tool.execution)]
    waiting.append(("the input", tool.input_schema))
    yield from _walk_texts(waiting)


def _walk_texts(waiting: list[tuple[str, Any]]) -> Iterator[tuple[str, str]]:
    """The texts in values, with what they stand in."""
    count = 0
    for where, whole in reversed(waiting):
        inside = [whole]
        while inside and count < MOST_TEXTS:
            value = inside.pop()
            count += 1
            if isinstance(value, str):
                yield where, value
            elif isinstance(value, dict):
                inside += chain.from_iterable(value.items())
            elif isinstance(value, list | tuple):
                inside += value


def _twins(server: Server, tools: list[Tool]) -> Iterator[Diagnostic]:
    """Names on one server that differ, but look alike."""
    first: dict[tuple[int, str], Tool] = {}
    for tool in tools:
        alike = [first.setdefault(key, tool) for key in enumerate(looks(tool.name))]
        for known in [one for one in alike if one.name != tool.name][:1]:
            message = f"`{tool.name}` looks like `{known.name}` of the same server"
            yield Diagnostic(
                "TC435", message, tool.span, (Label(known.span, "the other one"),), "give one of them another name"
            )


def mentions(bundle: Bundle) -> Iterator[Diagnostic]:
    """Descriptions that name another tool, where the name is no plain word."""
    names = {tool.name for _, _, tool in bundle.tools if re.search(r"\w[_.-]\w|[a-z][A-Z]", tool.name)}
    for _, _, tool in bundle.tools:
        words = set(re.findall(r"[\w.-]*\w", tool.description)) if tool.description else set()
        if others := sorted((words & names) - {tool.name}):
            yield Diagnostic("TC450", f"the description of `{tool.name}` names the tool `{others[0]}`", tool.span)
