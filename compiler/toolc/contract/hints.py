"""Changes of what a tool says about itself beside its schemas: takes two tools, gives changes.

Source: `ToolAnnotations`, `ToolExecution` and `_meta` of MCP 2025-11-25.
"""

from collections.abc import Iterator
from typing import Any

from toolc.contract.change import Change, Place
from toolc.contract.texts import describe_change
from toolc.contract.values import value
from toolc.ir import Tool

_HINTS = {
    # hint: what it is when nobody says, and which value promises more
    "readOnlyHint": (False, True),
    "destructiveHint": (True, False),
    "idempotentHint": (False, True),
    "openWorldHint": (True, False),
}

_CALLS = {
    "forbidden": frozenset({"plain"}),
    "optional": frozenset({"plain", "task"}),
    "required": frozenset({"task"}),
}
"""Ways to call a tool, by its task support."""


def hint_changes(place: Place, old: Tool, new: Tool) -> Iterator[Change]:
    """One change for each hint whose meaning changed; a hint that is not there means what the protocol takes for granted."""
    before, after = old.annotations or {}, new.annotations or {}
    for hint, (default, careful) in _HINTS.items():
        was, now = bool(before.get(hint, default)), bool(after.get(hint, default))
        if was != now:
            code = "TD161" if now == careful else "TD160"
            yield Change(code, place, f"{hint}: was {value(was)}, is {value(now)}", old=old.span, new=new.span)
    if before.get("title") != after.get("title"):
        words = describe_change(before.get("title"), after.get("title"))
        yield Change("TD151", place, f"title in `annotations`: {words}", old=old.span, new=new.span)


def sent_changes(place: Place, old: Tool, new: Tool) -> Iterator[Change]:
    """Changes of icons, `_meta`, execution, and of annotations that mean the same to the protocol.

    A call that worked fails where task support is demanded, or taken away.
    """
    was, now = _task_support(old), _task_support(new)
    if was != now:
        code = "TD162" if _CALLS[was] <= _CALLS[now] else "TD163"
        yield Change(code, place, f"taskSupport: was {value(was)}, is {value(now)}", old=old.span, new=new.span)
    unchanged = "execution" if was == now and old.execution != new.execution else ""
    if others := [*_of_same_meaning(old.annotations or {}, new.annotations or {}), *filter(None, [unchanged])]:
        told = f"sent in another way, with the same meaning: {', '.join(others)}"
        yield Change("TD157", place, told, old=old.span, new=new.span)
    if old.icons != new.icons:
        yield Change("TD155", place, "the icons changed", old=old.span, new=new.span, before=old.icons, after=new.icons)
    if old.meta != new.meta:
        told = f"`_meta` changed: {', '.join(_keys(old.meta or {}, new.meta or {})) or 'it is there, or gone'}"
        yield Change("TD156", place, told, old=old.span, new=new.span, before=old.meta, after=new.meta)


def _of_same_meaning(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return the keys of annotations whose values differ, and mean the same."""
    keys = [key for key in _keys(before, after) if key != "title"]
    return [
        key
        for key in keys
        if key not in _HINTS or bool(before.get(key, _HINTS[key][0])) == bool(after.get(key, _HINTS[key][0]))
    ]


def _task_support(tool: Tool) -> str:
    """Return the task support of a tool; MCP 2025-11-25 takes `forbidden` for granted."""
    told = (tool.execution or {}).get("taskSupport")
    return told if isinstance(told, str) and told in _CALLS else "forbidden"


def _keys(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return the keys whose values differ."""
    return [key for key in sorted({*before, *after}) if before.get(key, ...) != after.get(key, ...)]
