"""Facts of a tool beside its schemas, as every MCP framework takes them: takes options, gives the title and the hints.

Sources: `ToolAnnotations` of mcp 1.30.0 and 2.3.0, `FastMCP.tool` of mcp and of fastmcp.
"""

from collections.abc import Mapping
from typing import Any

from toolc.signature import Constant, Function, Made, Undecided
from toolc.systems.base import Finding, Subject, found

_OPEN = (Function, Made, Undecided)
"""What no hint is where it is told: they are texts and truth values."""


def hints(value: Constant) -> dict[str, Any] | None:
    """`ToolAnnotations(…)` or a mapping, as on the wire: mcp 2 spells fields in snake case, and None is left out.

    So is what only the running program tells, of which `undecided_options` speaks.
    """
    if isinstance(value, Made):
        value = dict(value.kwargs)
    if not isinstance(value, dict):
        return None
    return {camel(key): item for key, item in value.items() if item is not None and not isinstance(item, _OPEN)}


def camel(name: str) -> str:
    """`read_only_hint` as `readOnlyHint`."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def text(value: Constant) -> str | None:
    """The value if it is a string."""
    return value if isinstance(value, str) else None


def undecided_options(subject: Subject, shapes: Mapping[str, tuple[type, ...]]) -> tuple[Finding, ...]:
    """Options whose value only running the program can tell are left out, and that is said."""
    return tuple(
        found("TC202", f"`{name}` is computed while the program runs", subject.signature.span, "approximate")
        for name, types in shapes.items()
        if (given := subject.options.get(name)) is not None and (not isinstance(given, types) or _open(given))
    )


def _open(value: Constant) -> bool:
    """Whether something in a mapping or an object is not told."""
    inside = value.kwargs if isinstance(value, Made) else value
    return isinstance(inside, Mapping) and any(isinstance(item, _OPEN) for item in inside.values())
