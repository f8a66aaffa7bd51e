"""The naming pass: one identifier for every package, type, tool and field.

Takes names in order, gives identifiers as Go writes them (`UserID`) and a TC505 note for each tool that could not keep its
name.
"""

from collections.abc import Sequence

from toolc.ir import NamedType, Tool
from toolc.targets.casing import apart, snake, without_reserved
from toolc.targets.go.reserved import FIELDS, INITIALISMS, METHODS, PACKAGES, TYPES
from toolc.targets.identifiers import Names, ToolNames
from toolc.targets.type_names import renamed_tools, type_names


def exported_name(name: str, fallback: str) -> str:
    """`user_id` → `UserID`, `HTTPGet` → `HTTPGet`. What begins with a digit or is empty gets the fallback in front."""
    words = snake(name, fallback).split("_")
    return "".join(one.upper() if one in INITIALISMS else one[:1].upper() + one[1:] for one in words)


FOLDER = "toolcsupport"
"""The folder of the module of support code, in layout `shared`."""


def package_names(packages: Sequence[str]) -> list[str]:
    """Small letters and digits, no two alike."""
    names = [snake(package, "tools").replace("_", "") for package in packages]
    return apart([f"{name}tools" if name in PACKAGES else name for name in names], (FOLDER,))


def identifiers(types: Sequence[NamedType], tools: Sequence[Tool], further: frozenset[str] = frozenset()) -> Names:
    """Names everything once. `further`: names that types must not have, beside those of every package."""
    named = type_names(types, tools, TYPES | further, exported_name)
    wanted = [exported_name(tool.name, "Tool") for tool in tools]
    methods = apart(without_reserved(wanted, METHODS, "Tool"), METHODS)
    own = tuple(map(ToolNames, methods, named.stems, named.models))
    return Names(named.by_name, own, named.taken, renamed_tools(tools, wanted, methods, "Go"))


def fields(keys: Sequence[str]) -> list[str]:
    """The fields of a struct, in the order of its keys."""
    return apart([exported_name(key, "Key") for key in keys], FIELDS)
