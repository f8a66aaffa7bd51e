"""The naming pass of Java and Kotlin: one identifier for every package, type, tool and field.

Takes names in order, gives identifiers, and a TC505 note for each tool that could not keep its name. A type of Java is a file,
and a class file in both: letter case alone tells no two apart, and none is longer than a file system takes.
"""

import hashlib
from collections.abc import Sequence

from msgspec import Struct

from toolc.ir import NamedType, Tool
from toolc.targets.casing import Folded, apart, camel, pascal, snake, without_reserved
from toolc.targets.identifiers import Names, ToolNames
from toolc.targets.jvm.places import FOLDER
from toolc.targets.type_names import renamed_tools, type_names

_LONGEST = 100


class Words(Struct, frozen=True):
    """Reserved words of a language: names of types, methods of the client, properties of a value, packages."""

    language: str
    types: frozenset[str]
    methods: frozenset[str]
    fields: frozenset[str]
    packages: frozenset[str]


class _Names(Names, frozen=True):
    """Identifiers that are no longer than a file's name may be."""

    def claim(self, wanted: str) -> str:
        return super().claim(_clip(wanted))


def type_name(name: str, fallback: str) -> str:
    """`search_docs` → `SearchDocs`."""
    return _clip(pascal(name, fallback))


def _clip(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    return name[: _LONGEST - 8] + hashlib.sha256(name.encode()).hexdigest()[:8]


def _constant(name: str, fallback: str) -> str:
    """`dark blue` → `DARK_BLUE`."""
    return snake(name, fallback).upper()


def constants(labels: Sequence[str]) -> list[str]:
    """The constants of an enum, in the order of its values."""
    return apart([_constant(label, "VALUE") for label in labels])


def tool_constants(tools: Sequence[Tool]) -> list[str]:
    """The tools as data, in their order."""
    return apart([_constant(tool.name, "tool") for tool in tools], ("BY_NAME",))


def package_names(packages: Sequence[str], words: Words) -> list[str]:
    """Small letters and digits, no two alike."""
    names = [snake(package, "tools").replace("_", "") for package in packages]
    return apart([f"{name}tools" if name in words.packages else name for name in names], (FOLDER,))


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool], words: Words) -> Names:
    """Names everything once."""
    named = type_names(types, tools, words.types, type_name, Folded)
    wanted = [camel(tool.name, "tool") for tool in tools]
    methods = apart(without_reserved(wanted, words.methods, "Tool"), words.methods)
    own = tuple(map(ToolNames, methods, named.stems, named.models))
    return _Names(named.by_name, own, named.taken, renamed_tools(tools, wanted, methods, words.language))


def fields(keys: Sequence[str], words: Words) -> list[str]:
    """The properties of a value, in the order of its keys."""
    return apart(without_reserved([camel(key, "key") for key in keys], words.fields, "_"), words.fields)
