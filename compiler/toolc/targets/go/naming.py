"""The naming pass: one identifier for every package, type, tool and field.

Takes names in order, gives identifiers as Go writes them (`UserID`) and a TC505 note for each tool that could not keep its
name.
"""

from collections.abc import Sequence

from toolc.ir import NamedType, Tool
from toolc.targets.casing import numbered, plain_characters, snake
from toolc.targets.go.reserved import FIELDS, INITIALISMS, METHODS, PACKAGES, TYPES
from toolc.targets.identifiers import Names, ToolNames
from toolc.targets.type_names import ENDINGS, renamed, type_names


def exported(name: str, fallback: str) -> str:
    """`user_id` → `UserID`, `HTTPGet` → `HTTPGet`. What begins with a digit or is empty gets the fallback in front."""
    words = snake(name, fallback).split("_")
    return "".join(one.upper() if one in INITIALISMS else one[:1].upper() + one[1:] for one in words)


def package_names(packages: Sequence[str]) -> list[str]:
    """Small letters and digits, no two alike."""
    names: list[str] = []
    for package in packages:
        name = snake(package, "tools").replace("_", "")
        names.append(numbered(f"{name}tools" if name in PACKAGES else name, names))
    return names


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool]) -> Names:
    """Names everything once."""
    by_name, stems = type_names(types, tools, TYPES, exported)
    taken = {*TYPES, *by_name.values(), *(stem + ending for stem in stems for ending in ENDINGS)}
    used = set(METHODS)
    methods: list[str] = []
    for tool in tools:
        methods.append(numbered(exported(tool.name, "Tool"), used))
        used.add(methods[-1])
    notes = [
        renamed(tool, method, "Go")
        for tool, method in zip(tools, methods, strict=True)
        if method != exported(tool.name, "Tool") or not plain_characters(tool.name)
    ]
    return Names(by_name, tuple(map(ToolNames, methods, stems)), taken, tuple(notes))


def fields(keys: Sequence[str]) -> list[str]:
    """The fields of a struct, in the order of its keys."""
    used = set(FIELDS)
    names: list[str] = []
    for key in keys:
        names.append(numbered(exported(key, "Key"), used))
        used.add(names[-1])
    return names
