"""The naming pass of Java and Kotlin: one identifier for every package, type, tool and field.

Takes names in order, gives identifiers, and a TC505 note for each tool that could not keep its name. A type of Java is a file,
and a class file in both: letter case alone tells no two apart, and none is longer than a file system takes.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Tool
from toolc.targets.casing import Folded, camel, numbered, pascal, plain_characters, snake
from toolc.targets.type_names import ENDINGS, renamed, type_names

_LONGEST = 100


class Words(Struct, frozen=True):
    """What a language keeps for itself: names of types, methods of the client, properties of a value, packages."""

    language: str
    types: frozenset[str]
    methods: frozenset[str]
    fields: frozenset[str]
    packages: frozenset[str]


class ToolNames(Struct, frozen=True):
    """`method`: of the client; `constant`: the tool as data; `stem`: what the tool's types begin with."""

    method: str
    constant: str
    stem: str


class Names(Struct, frozen=True):
    """Identifiers by `NamedType.name` and, in order, of the tools. `taken` grows by what `claim` gives."""

    types: Mapping[str, str]
    tools: tuple[ToolNames, ...]
    taken: Folded
    diagnostics: tuple[Diagnostic, ...]

    def claim(self, wanted: str) -> str:
        free = numbered(_clipped(wanted), self.taken)
        self.taken.add(free)
        return free


def type_name(name: str, fallback: str) -> str:
    """`search_docs` → `SearchDocs`."""
    return _clipped(pascal(name, fallback))


def _clipped(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    return name[: _LONGEST - 8] + hashlib.sha256(name.encode()).hexdigest()[:8]


def constant_name(name: str, fallback: str) -> str:
    """`dark blue` → `DARK_BLUE`."""
    return snake(name, fallback).upper()


def package_names(packages: Sequence[str], words: Words) -> list[str]:
    """Small letters and digits, no two alike."""
    names: list[str] = []
    for package in packages:
        name = snake(package, "tools").replace("_", "")
        names.append(numbered(f"{name}tools" if name in words.packages else name, names))
    return names


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool], words: Words) -> Names:
    """Names everything once."""
    by_name, stems = type_names(types, tools, words.types, type_name, Folded)
    taken = Folded((*words.types, *by_name.values(), *(stem + ending for stem in stems for ending in ENDINGS)))
    methods = distinct([camel(tool.name, "tool") for tool in tools], words.methods)
    constants = distinct([constant_name(tool.name, "tool") for tool in tools], ("BY_NAME",))
    notes = [
        renamed(tool, method, words.language)
        for tool, method in zip(tools, methods, strict=True)
        if method != camel(tool.name, "tool") or not plain_characters(tool.name)
    ]
    return Names(by_name, tuple(map(ToolNames, methods, constants, stems)), taken, tuple(notes))


def fields(keys: Sequence[str], words: Words) -> list[str]:
    """The properties of a value, in the order of its keys."""
    return distinct([camel(key, "key") for key in keys], words.fields)


def distinct(wanted: Sequence[str], taken: Collection[str]) -> list[str]:
    """The names, each with a number where it is taken."""
    used = set(taken)
    names: list[str] = []
    for name in wanted:
        names.append(numbered(name, used))
        used.add(names[-1])
    return names
