"""The naming pass: one identifier for every crate, type, tool, field and variant.

Takes names in order, gives identifiers as Rust writes them (`UserId`, `user_id`) and a TC505 note for each tool that could not
keep its name. Keywords stay names (`encode.identifier` writes `r#type`), but for those that never are.
"""

from collections.abc import Collection, Sequence

from toolc.ir import NamedType, Tool
from toolc.targets.casing import numbered, plain_characters, snake
from toolc.targets.identifiers import Names, ToolNames
from toolc.targets.rust.reserved import CRATES, FIELDS, METHODS, NEVER_RAW, TYPES, VARIANTS
from toolc.targets.type_names import ENDINGS, renamed, type_names


def camel_case(name: str, fallback: str) -> str:
    """`user_id` → `UserId`, `HTTPGet` → `HttpGet`. What begins with a digit or is empty gets the fallback in front."""
    return "".join(word[:1].upper() + word[1:] for word in snake(name, fallback).split("_"))


def snake_case(name: str, fallback: str) -> str:
    """`userID` → `user_id`; a keyword that cannot be a name has an underscore behind it."""
    plain = snake(name, fallback)
    return f"{plain}_" if plain in NEVER_RAW else plain


def crate_names(packages: Sequence[str]) -> list[str]:
    """Small letters, digits and underscores, no two alike."""
    names: list[str] = []
    for package in packages:
        name = snake(package, "tools")
        names.append(numbered(f"{name}_tools" if name in CRATES else name, names))
    return names


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool]) -> Names:
    """Names everything once."""
    by_name, stems = type_names(types, tools, TYPES, camel_case)
    taken = {*TYPES, *by_name.values(), *(stem + ending for stem in stems for ending in ENDINGS)}
    methods = _apart([snake_case(tool.name, "tool") for tool in tools], METHODS)
    notes = [
        renamed(tool, method, "Rust")
        for tool, method in zip(tools, methods, strict=True)
        if method != snake(tool.name, "tool") or not plain_characters(tool.name)
    ]
    return Names(by_name, tuple(map(ToolNames, methods, stems)), taken, tuple(notes))


def fields(keys: Sequence[str]) -> list[str]:
    """The fields of a struct, in the order of its keys."""
    return _apart([snake_case(key, "key") for key in keys], FIELDS)


def variants(names: Sequence[str]) -> list[str]:
    """The variants of an enum, in order."""
    return _apart([camel_case(name, "Value") for name in names], VARIANTS)


def _apart(wanted: Sequence[str], taken: Collection[str]) -> list[str]:
    used = set(taken)
    names: list[str] = []
    for one in wanted:
        names.append(numbered(one, used))
        used.add(names[-1])
    return names
