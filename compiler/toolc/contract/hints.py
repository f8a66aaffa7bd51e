"""Changes of what a tool promises about itself: takes two tools, gives changes of MCP's hints.

Source: `ToolAnnotations` of MCP 2025-11-25.
"""

from collections.abc import Iterator

from toolc.contract.change import Change, Place
from toolc.contract.values import value
from toolc.ir import Tool

_HINTS = {
    # hint: what it is when nobody says, and which value promises more
    "readOnlyHint": (False, True),
    "destructiveHint": (True, False),
    "idempotentHint": (False, True),
    "openWorldHint": (True, False),
}


def hint_changes(place: Place, old: Tool, new: Tool) -> Iterator[Change]:
    """One change for each hint whose meaning changed; a hint that is not there means what the protocol takes for granted."""
    before, after = old.annotations or {}, new.annotations or {}
    for hint, (default, careful) in _HINTS.items():
        was, now = bool(before.get(hint, default)), bool(after.get(hint, default))
        if was != now:
            code = "TD161" if now == careful else "TD160"
            yield Change(code, place, f"{hint}: was {value(was)}, is {value(now)}", old=old.span, new=new.span)
