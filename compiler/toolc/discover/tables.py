"""One configuration file: its table as TOML, and as a `Config`.

Takes a path or a table, gives one or the other. Raises `Wrong` with the line and a way out, and `Refused` for what is no file.
"""

import os
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from toolc.config import Config, OwnSystem
from toolc.discover.lines import Key, line_of
from toolc.discover.opening import Refused, read_bytes
from toolc.text.regex import late
from toolc.text.suggestions import did_you_mean
from toolc.text.toml import toml

_LIMIT = 1_000_000  # bytes
_UNKNOWN = late(r"Object contains unknown field `(.*?)`(?: - at `\$(.*)`)?\Z", re.DOTALL)
_AT = late(r" - at `\$\.?([^`]*)`$")
_STEP = late(r"[\w-]+")
_TABLE = ("tool", "toolc")


class Wrong(Exception):
    """Fault in a configuration: words, and the line (0: the whole file)."""

    def __init__(self, message: str, line: int = 1, help: str = "", code: str = "TC604", path: str = "") -> None:
        super().__init__(message)
        self.message, self.line, self.help, self.code, self.path = message, line, help, code, path

    @property
    def has_place(self) -> bool:
        return self.line > 0

    def within(self, path: str) -> "Wrong":
        """The same, in a file."""
        return Wrong(self.message, self.line, self.help, self.code, self.path or path)

    def with_message(self, message: str, code: str, help: str = "") -> "Wrong":
        """Other words, at the same place."""
        return Wrong(message, self.line, help, code, self.path)


def mentions_toolc(path: str) -> bool:
    """Return `True` if a pyproject.toml configures toolc; mistakes in one that does not are ignored."""
    try:
        data = read_bytes(path, _LIMIT)
        return b"toolc" in data and _table_in(data.decode("utf-8", "replace")) is not None
    except (Refused, Wrong):
        return False


def read_table(path: str, asked_for: bool) -> tuple[dict[str, Any] | None, str, Key]:
    """The table of a file, `None` if it has none and is not named explicitly; its text, and the steps to the table in it."""
    try:
        text = read_bytes(path, _LIMIT).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Wrong(f"is not UTF-8: {error.reason} at byte {error.start}") from None
    if os.path.basename(path) != "pyproject.toml":
        return _parse(text), text, ()
    table = _table_in(text)
    if table is None and asked_for:
        raise Wrong("has no table [tool.toolc]")
    if table is not None and not isinstance(table, dict):
        raise Wrong("tool.toolc is not a table")
    return table, text, _TABLE


def decode_config(table: dict[str, Any], lines: Mapping[Key, int], home: Key) -> Config:
    """The configuration that a table says. `lines`, `home`: where its keys stand."""
    try:
        return msgspec.convert(table, Config, strict=True)
    except msgspec.ValidationError as error:
        message = str(error)
    unknown = _UNKNOWN.match(message)
    if unknown:
        key, inside = unknown.groups()
        steps = tuple(_STEP.findall(inside or ""))
        line = line_of(lines, (*home, *steps, key))
        raise Wrong(f'unknown key "{key}"', line, did_you_mean(key, _keys(_table_at(steps)), "keys are"))
    place = _AT.search(message)
    steps = tuple(_STEP.findall(place.group(1))) if place else ()
    key = next((step for step in reversed(steps) if not step.isdigit()), "")
    raise Wrong(f"{key}: {_AT.sub('', message)}" if key else message, line_of(lines, (*home, *steps)))


def _table_in(text: str) -> Any:
    tool = _parse(text).get("tool", {})
    return tool.get("toolc") if isinstance(tool, dict) else None


def _parse(text: str) -> dict[str, Any]:
    try:
        return toml(text)
    except RecursionError:
        raise Wrong("is nested too deeply") from None
    except ValueError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise Wrong(f"is not TOML: {error}", int(line.group(1)) if line else 1) from None


def _table_at(steps: Key) -> type[msgspec.Struct]:
    """The table at a place in the configuration."""
    table: type[msgspec.Struct] = Config
    for step in steps:
        types = {field.encode_name: field.type for field in msgspec.structs.fields(table)}
        table = OwnSystem if step == "system" else types.get(step, table)
    return table


def _keys(table: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.encode_name for field in msgspec.structs.fields(table))
