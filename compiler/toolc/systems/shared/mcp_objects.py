"""Objects of MCP that stand beside the schemas of a tool: annotations, icons, `_meta`, execution.

Takes options of a declaration, returns them as they are sent. Sources: `ToolAnnotations`, `Icon`, `ToolExecution` and `Tool` of
mcp 1.30.0, whose models keep further keys, and of mcp 2.3.0, whose models take snake case too and drop further keys. Both leave
out what is None, but not inside `_meta`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from toolc.schema.constants import NotJsonError, json_value
from toolc.signature import CallConstant, Constant
from toolc.source import Span
from toolc.systems.base import Finding, make_finding

ANNOTATIONS: Mapping[str, type] = {
    "title": str,
    "readOnlyHint": bool,
    "destructiveHint": bool,
    "idempotentHint": bool,
    "openWorldHint": bool,
}
ICON: Mapping[str, type] = {"src": str, "mimeType": str, "sizes": list, "theme": str}
EXECUTION: Mapping[str, type] = {"taskSupport": str}
AUDIENCE: Mapping[str, type] = {"audience": list, "priority": float, "lastModified": str}
"""`Annotations` of resources."""


class Sent(Struct):
    """Facts as they are sent, and the names of those that could not be decided."""

    fields: dict[str, Any] = {}
    undecided: tuple[str, ...] = ()

    def findings(self, span: Span | None) -> tuple[Finding, ...]:
        """Report what is left out because only the running program decides it."""
        return tuple(
            make_finding("TC202", f"`{name}` is computed while the program runs", span, "approximate")
            for name in self.undecided
        )


def sent_facts(options: Mapping[str, Constant], major: int) -> Sent:
    """Return the facts that are given: `annotations`, `icons`, `meta`, `execution`. `major` is that of the MCP SDK."""
    fields: dict[str, Any] = {}
    undecided: list[str] = []
    for name, model in (("annotations", ANNOTATIONS), ("execution", EXECUTION)):
        if options.get(name) is not None:
            try:
                fields[name] = sent_model(options[name], model, major)
            except NotJsonError:
                undecided.append(name)
                fields[name] = decided_part(options[name], model, major)
    for name, read in (("icons", sent_icons), ("meta", sent_meta)):
        if options.get(name) is not None:
            try:
                fields[name] = read(options[name], major)
            except NotJsonError:
                undecided.append(name)
    return Sent({name: value for name, value in fields.items() if value is not None}, tuple(undecided))


def sent_model(value: Constant, model: Mapping[str, type], major: int) -> dict[str, Any]:
    """Return an object of the protocol, made by its class or from a mapping. Raises `NotJsonError`."""
    sent: dict[str, Any] = {}
    for key, item in _given_fields(value).items():
        name = _sent_name(key, model, major)
        if name and item is not None:
            sent[name] = _check_value(json_value(item), model.get(name))
    return sent


def decided_part(value: Constant, model: Mapping[str, type], major: int) -> dict[str, Any] | None:
    """Return the keys of an object that are decided; None if nothing of it is."""
    sent: dict[str, Any] = {}
    try:
        given = _given_fields(value)
    except NotJsonError:
        return None
    for key, item in given.items():
        try:
            sent |= sent_model({key: item}, model, major)
        except NotJsonError:
            continue
    return sent


def sent_icons(value: Constant, major: int) -> list[dict[str, Any]]:
    """Return a list of icons. Raises `NotJsonError`."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise NotJsonError("it is computed while the program runs")
    icons = [sent_model(one, ICON, major) for one in value]
    if any("src" not in one for one in icons):
        raise NotJsonError("an icon has no `src`")
    return icons


def sent_meta(value: Constant, major: int) -> dict[str, Any]:
    """Return a `_meta` object, as it is. Raises `NotJsonError`."""
    sent = json_value(value)
    if not isinstance(sent, dict):
        raise NotJsonError("it is not a mapping")
    return sent


def camel(name: str) -> str:
    """Return `read_only_hint` as `readOnlyHint`."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _given_fields(value: Constant) -> Mapping[str, Constant]:
    if isinstance(value, CallConstant) and not value.args:
        return value.kwargs
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise NotJsonError("it is computed while the program runs")
    return value


def _sent_name(key: str, model: Mapping[str, type], major: int) -> str:
    """Return the key as it is sent, "" if it is dropped."""
    if major < 2:
        return key
    return camel(key) if camel(key) in model else ""


def _check_value(value: Any, expected: type | None) -> Any:
    """Return a value that its field takes as it is. Raises `NotJsonError` for one that pydantic converts or refuses."""
    if expected is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if expected is not None and type(value) is not expected:
        raise NotJsonError("it is of another type than its field")
    return value
