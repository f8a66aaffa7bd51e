"""Questions about the text of a file, each of which a result may depend on without depending on the rest of it.

Takes a source file (`SourceFile.ask`), gives words and verdicts, never places: these change with every line. A look at the text
is enough to say that nothing is there; what is there is found out by whoever asks.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Any

from toolc.module import OutlineNode
from toolc.source import SourceFile
from toolc.text.regex import late

_FILL = late(
    r"^[ \t]+(\w+)(?:\[[^\n]*?\]\s*=(?!=)|\.(?:add|append|clear|extend|insert|pop|remove|setdefault|update)\()", re.MULTILINE
)
_GLOBAL = late(r"^[ \t]+global[ \t]+([\w, \t]+)", re.MULTILINE)
_DYNAMIC = late(
    r"\b(?:exec|eval|globals|vars|locals|setattr)\s*\(|\bimport\s*\*|\b(?:__dict__|builtins|global)\b|\bsys\s*\.\s*modules\b"
)
_MAKES_NAMES = late(r"\b(?:globals|locals|vars|exec|setattr)\(|\bsys\.modules\b|__dict__")
_RUN_ITSELF = late(r"__main__|\.run(?:_\w+)?\(|(?:http|sse|asgi)_app\(")  # a web server names the module of an app
_DECORATOR = late(r"^[ \t]*@[ \t]*(\w+)", re.MULTILINE)
_IMPORT = late(r"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import\b([^\n]*)|import[ \t]+([^\n#]+))", re.MULTILINE)
COMPUTED = late(
    r"(?:import_module|__import__)\(\s*(?![\"'])|(?:iter_modules|walk_packages|entry_points|spec_from_file\w*)\(|globals\(\)"
)
"""Imports by names that are computed."""

_WORD = late(r"\w+")
_LETTER = late(r"\w")

IMPORTS_ALL = "import *"
SERVERS = frozenset({"FastMCP", "MCPServer"})
_DEFINITIONS = "_definitions"

# --- names that functions bind or change ------------------------------------------------------------------------------


def mutated_in_functions(source: SourceFile) -> frozenset[str]:
    """The names of containers that indented statements change in place: those of functions, for a module's own names."""
    return frozenset(match[1] for match in _FILL.finditer(source.content))


def rebound_in_functions(source: SourceFile) -> frozenset[str]:
    """The names that functions of a module bind at its top."""
    if "global" not in source.content:
        return frozenset()
    return frozenset(name.strip() for match in _GLOBAL.finditer(source.content) for name in match[1].split(","))


def binds_dynamically(source: SourceFile) -> bool:
    """Return `True` if a module may bind names dynamically, so that no name is certainly undefined."""
    return _DYNAMIC.search(source.content) is not None


def makes_names(source: SourceFile) -> bool:
    """Return `True` if a module may have names that no statement binds."""
    return _MAKES_NAMES.search(source.content) is not None


# --- words ------------------------------------------------------------------------------------------------------------


def contains(source: SourceFile, text: str) -> bool:
    """Return `True` if a text stands anywhere in a file."""
    return text in source.content


def words_among(source: SourceFile, asked: tuple[str, ...]) -> frozenset[str]:
    """Return those of some words that a file contains."""
    return frozenset(_WORD.findall(source.content)).intersection(asked)


def named_packages(source: SourceFile, packages: tuple[str, ...]) -> frozenset[str]:
    """Return the packages of which a file contains all parts of the name: `from google import adk` imports `google.adk`."""
    text = source.content
    return frozenset(one for one in packages if all(_contains_word(part, text) for part in one.split(".")))


def _contains_word(word: str, text: str) -> bool:
    return word in text and re.search(rf"\b{word}\b", text) is not None


def decorations(source: SourceFile) -> frozenset[str]:
    """The first names of all decorators, each behind the dotted name of the definition that it decorates: `make.find:mcp`."""
    if "@" not in source.content:
        return frozenset()
    found: set[str] = set()
    todo = [("", node) for node in source.use.outline or ()]
    while todo:
        around, node = todo.pop()
        if node.kind in ("def", "class"):
            around += f".{node.names[0]}" if around else node.names[0]
            if source.content[node.at] == "@":
                found.update(f"{around}:{name}" for name in _DECORATOR.findall(source.content[node.at : node.head]))
        todo += [(around, inner) for block in node.nested for inner in block.nodes]
    return frozenset(found)


def definitions_with(source: SourceFile, name: str) -> frozenset[str]:
    """The names of the definitions at the top of a file in whose text a name stands."""
    text, found = source.content, set[str]()
    at = text.find(name)
    made = _definitions(source) if at >= 0 else []
    while at >= 0:
        end = at + len(name)
        if not (_LETTER.match(text, at - 1, at) or _LETTER.match(text, end, end + 1)):
            index = bisect_right(made, at, key=lambda node: node.at) - 1
            if index >= 0 and at < made[index].end:
                found.add(made[index].names[0])
                end = made[index].end
        at = text.find(name, end)
    return frozenset(found)


def _definitions(source: SourceFile) -> list[OutlineNode]:
    """The functions and classes at the top of a file, in blocks too, in the order of the source."""
    known: list[OutlineNode] | None = source.__dict__.get(_DEFINITIONS)
    if known is None:
        known = source.__dict__[_DEFINITIONS] = list(_definitions_in(source.use.outline or ()))
    return known


def _definitions_in(nodes: tuple[OutlineNode, ...]) -> Iterator[OutlineNode]:
    for node in nodes:
        if node.kind in ("def", "class"):
            yield node
        else:
            for block in node.nested:
                yield from _definitions_in(block.nodes)


# --- modules ----------------------------------------------------------------------------------------------------------


def imported_modules(source: SourceFile) -> frozenset[str]:
    """The dotted names of the modules that a file imports, as its text says; names taken from packages among them."""
    found: set[str] = set()
    parts = source.module.split(".")
    for match in _IMPORT.finditer(source.content):
        if match[3]:
            found.update(one.split()[0] for one in match[3].split(",") if one.split())
            continue
        level = len(match[1]) - len(match[1].lstrip("."))
        base = parts[: max(len(parts) - level + (1 if source.package else 0), 0)] if level else []
        name = ".".join([*base, *([match[1].lstrip(".")] if match[1].lstrip(".") else [])])
        found.add(name)
        found.update(f"{name}.{one.split()[0]}" for one in match[2].strip(" ()\\").split(",") if one.split())
    return frozenset(found)


def imports_all(source: SourceFile) -> bool:
    """Return `True` if a file may have a star import."""
    return IMPORTS_ALL in source.content


def imports_near(source: SourceFile) -> bool:
    """Return `True` if a file may import a module beside itself by a dot alone."""
    return "from ." in source.content


def mentions_module(source: SourceFile, name: str) -> bool:
    """Return `True` if a file may import a module, by the last part of its name."""
    if COMPUTED.search(source.content):
        return True
    return name in source.content and re.search(rf"^[^#\n]*\b{re.escape(name)}\b", source.content, re.MULTILINE) is not None


def runs_itself(source: SourceFile) -> bool:
    """Return `True` if a file may be run by itself."""
    return _RUN_ITSELF.search(source.content) is not None


def starts_server(source: SourceFile) -> bool:
    """Return `True` if a file may start a server."""
    return "__main__" in source.content or ".run(" in source.content


def makes_server(source: SourceFile) -> bool:
    """Return `True` if a file may make a server."""
    return any(f"{name}(" in source.content for name in SERVERS)


QUESTIONS: dict[str, Callable[..., Any]] = {
    question.__name__: question
    for question in (
        mutated_in_functions,
        rebound_in_functions,
        binds_dynamically,
        makes_names,
        contains,
        words_among,
        named_packages,
        decorations,
        definitions_with,
        imported_modules,
        imports_all,
        imports_near,
        mentions_module,
        runs_itself,
        starts_server,
        makes_server,
    )
}
"""All questions by name: they are asked again once a file has changed."""
