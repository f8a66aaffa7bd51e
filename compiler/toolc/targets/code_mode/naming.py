"""Names that hold in TypeScript and in Python alike: folders of servers, files and functions of tools, types.

Takes names of servers, tools and types; returns identifiers. A tool whose name is an identifier of both languages keeps it.
"""

import re
from collections.abc import Sequence
from keyword import iskeyword

from msgspec import Struct

from toolc.diagnostics import Diagnostic
from toolc.ir import NamedType, Tool
from toolc.targets.casing import Folded, add_number, snake
from toolc.targets.python.reserved import BUILTIN, IMPORTED, VOCABULARY
from toolc.targets.type_names import TypeNames, type_names
from toolc.targets.typescript.reserved import GLOBAL_TYPES, RESERVED

_LONGEST = 80  # file systems take 255 bytes, Windows paths of 260
_DEVICE = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])")
"""Windows opens a device for these, whatever the extension (Microsoft, "Naming Files, Paths, and Namespaces")."""

OWN_TYPES = frozenset({"CallTool", "Reading", "Tool", "ToolError"})
"""Names that `_runtime` exports."""

_TAKEN = RESERVED | VOCABULARY | IMPORTED | {"servers", "tool"}


def folders(names: Sequence[str]) -> list[str]:
    """Return the folder of each server, which Python can import: no two alike where letter case does not count."""
    taken = Folded()
    found = []
    for name in names:
        found.append(add_number(_usable(snake(name, "server")), taken))
        taken.add(found[-1])
    return found


class TreeNames(Struct, frozen=True):
    """`functions`: of the tools, in their order, which are names of files as well. `types`: of models, and of what a tool's own
    types begin with."""

    functions: tuple[str, ...]
    types: TypeNames


def tree_names(types: Sequence[NamedType], tools: Sequence[Tool]) -> TreeNames:
    """Name everything in the folder of one server. A name that can stay goes before one that has to change."""
    wanted = [_usable(re.sub(r"[^A-Za-z0-9_]", "_", tool.name)) for tool in tools]
    functions, taken = [""] * len(tools), Folded()
    for at in sorted(range(len(tools)), key=lambda at: wanted[at] != tools[at].name):
        functions[at] = add_number(wanted[at], taken)
        taken.add(functions[at])
    reserved = GLOBAL_TYPES | OWN_TYPES | IMPORTED | BUILTIN | {*functions}
    return TreeNames(tuple(functions), type_names(types, tools, reserved))


def renamed_tools(tools: Sequence[Tool], names: TreeNames) -> tuple[Diagnostic, ...]:
    """Return a TC505 for each tool whose function has another name."""
    return tuple(
        Diagnostic(
            "TC505",
            f"`{tool.name}` is `{name}` in the code-mode tree; the server is still asked for `{tool.name}`",
            tool.span,
        )
        for tool, name in zip(tools, names.functions, strict=True)
        if name != tool.name
    )


def _usable(name: str) -> str:
    """An identifier of both languages that is no word of theirs; `_types` and `__init__` are files of other kinds."""
    name = name[:_LONGEST]
    bare = name.lstrip("_")
    if not bare or bare[0].isdigit():
        return f"tool_{bare}".rstrip("_") if bare else "tool_"
    odd = name in _TAKEN or name.startswith("_") or iskeyword(name) or _DEVICE.fullmatch(name)
    return f"{bare}_tool" if odd else name
