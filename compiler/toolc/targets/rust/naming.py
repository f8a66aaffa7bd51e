"""The naming pass: one identifier for every crate, type, tool, field and variant.

Takes names in order, gives identifiers as Rust writes them (`UserId`, `user_id`) and a TC505 note for each tool that could not
keep its name. Keywords stay names (`encode.identifier` writes `r#type`), but for those that never are.
"""

from collections.abc import Sequence

from toolc.ir import NamedType, Tool
from toolc.targets.casing import apart, snake, without_reserved
from toolc.targets.identifiers import Names, ToolNames
from toolc.targets.rust.library import CRATE as SUPPORT
from toolc.targets.rust.reserved import CRATES, FIELDS, METHODS, NEVER_RAW, TYPES, VARIANTS
from toolc.targets.type_names import renamed_tools, type_names


def camel_case(name: str, fallback: str) -> str:
    """`user_id` → `UserId`, `HTTPGet` → `HttpGet`. What begins with a digit or is empty gets the fallback in front."""
    return "".join(word[:1].upper() + word[1:] for word in snake(name, fallback).split("_"))


def snake_case(name: str, fallback: str) -> str:
    """`userID` → `user_id`; a keyword that cannot be a name has an underscore behind it."""
    plain = snake(name, fallback)
    return f"{plain}_" if plain in NEVER_RAW else plain


def crate_names(packages: Sequence[str]) -> list[str]:
    """Small letters, digits and underscores, no two alike."""
    names = [snake(package, "tools") for package in packages]
    return apart([f"{name}_tools" if name in CRATES else name for name in names], (SUPPORT,))


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool]) -> Names:
    """Names everything once."""
    named = type_names(types, tools, TYPES, camel_case)
    wanted = [snake_case(tool.name, "tool") for tool in tools]
    methods = apart(without_reserved(wanted, METHODS, "_tool"), METHODS)
    own = tuple(map(ToolNames, methods, named.stems, named.models))
    usual = [snake(tool.name, "tool") for tool in tools]
    return Names(named.by_name, own, named.taken, renamed_tools(tools, usual, methods, "Rust"))


def fields(keys: Sequence[str]) -> list[str]:
    """The fields of a struct, in the order of its keys."""
    return apart([snake_case(key, "key") for key in keys], FIELDS)


def variants(names: Sequence[str]) -> list[str]:
    """The variants of an enum, in order."""
    return apart([camel_case(name, "Value") for name in names], VARIANTS)
