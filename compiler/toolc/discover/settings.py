"""Finds and reads the configuration: `toolc.toml`, or `[tool.toolc]` in a pyproject.toml.

Takes the paths of the run or one file, gives a `Config` and diagnostics; a file with a mistake gives no `Config`.
"""

import os
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from toolc import disk
from toolc.config import Config, OwnSystem, based
from toolc.diagnostics import Diagnostic
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.places import shown, upward
from toolc.discover.tables import toml
from toolc.source import Span
from toolc.suggest import did_you_mean

_LIMIT = 1_000_000  # bytes
_UNKNOWN = re.compile(r"Object contains unknown field `(.*?)`(?: - at `\$(.*)`)?\Z", re.DOTALL)
_AT = re.compile(r" - at `\$\.?(?:options\.(?:\w+\.)?|limits\.)?([\w-]*)(?:\[(\d+)\])?[^`]*`$")
_SECTION = re.compile(r"^\s*\[\s*tool\s*\.\s*toolc\s*\]", re.MULTILINE)


class _Bad(Exception):
    def __init__(self, message: str, line: int = 1, help: str = "") -> None:
        super().__init__(message)
        self.message, self.line, self.help = message, line, help


def load_config(paths: Sequence[str], file: str | None = None) -> tuple[Config | None, str, tuple[Diagnostic, ...]]:
    """The configuration that holds for a run, the file it is from ("" when there is none), and what is wrong with it."""
    path = file or _nearest(paths)
    if path is None:
        return Config(), "", ()
    try:
        table = _table(path, asked_for=file is not None)
        folder = os.path.relpath(os.path.dirname(os.path.abspath(path))).replace(os.sep, "/")
        return (based(table, folder) if table else Config()), shown(path), ()
    except Refused as refused:
        return None, shown(path), (Diagnostic("TC604", refused.message, Span(shown(path))),)
    except _Bad as bad:
        span = Span(shown(path), bad.line, 1, bad.line, 1)
        return None, shown(path), (Diagnostic("TC604", bad.message, span, help=bad.help),)


def _nearest(paths: Sequence[str]) -> str | None:
    """The nearest file up the tree from the first path that configures toolc."""
    start = os.path.abspath(sorted(paths)[0] if paths else ".")
    for folder in upward(start if disk.is_folder(start) else os.path.dirname(start)):
        own, project = os.path.join(folder, "toolc.toml"), os.path.join(folder, "pyproject.toml")
        if disk.there(own):
            return own
        if disk.is_file(project) and _mentions_toolc(project):
            return project
    return None


def _mentions_toolc(path: str) -> bool:
    try:
        return b"toolc" in (data := read_bytes(path, _LIMIT)) and _table_in(data.decode("utf-8", "replace")) is not None
    except (Refused, _Bad):
        return False  # a pyproject.toml with a mistake is its owner's business until toolc is configured in it


def _table(path: str, asked_for: bool) -> Config | None:
    try:
        text = read_bytes(path, _LIMIT).decode("utf-8")
    except UnicodeDecodeError as error:
        raise _Bad(f"is not UTF-8: {error.reason} at byte {error.start}") from None
    if os.path.basename(path) != "pyproject.toml":
        return _decode(_parse(text), text)
    table = _table_in(text)
    if table is None and asked_for:
        raise _Bad("has no table [tool.toolc]")
    return None if table is None else _decode(table, text)


def _table_in(text: str) -> Any:
    tool = _parse(text).get("tool", {})
    return tool.get("toolc") if isinstance(tool, dict) else None


def _parse(text: str) -> dict[str, Any]:
    try:
        return toml(text)
    except RecursionError:
        raise _Bad("is nested too deeply") from None
    except ValueError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise _Bad(f"is not TOML: {error}", int(line.group(1)) if line else 1) from None


def _decode(table: Any, text: str) -> Config:
    try:
        return msgspec.convert(table, Config, strict=True)
    except msgspec.ValidationError as error:
        message = str(error)
    unknown = _UNKNOWN.match(message)
    if unknown:
        key, inside = unknown.groups()
        raise _Bad(f'unknown key "{key}"', _line(text, key), did_you_mean(key, _keys(_table_at(inside)), "keys are"))
    place = _AT.search(message)
    key, position = (place.group(1), int(place.group(2) or 0)) if place else ("", 0)
    raise _Bad(f"{key}: {_AT.sub('', message)}" if key else message, _line(text, key, position))


def _table_at(place: str | None) -> type[msgspec.Struct]:
    """The table at a place in the configuration, as msgspec writes it: `.options.python`, `.system[0]`."""
    table: type[msgspec.Struct] = Config
    for step in re.findall(r"\.([\w-]+)", place or ""):
        types = {field.encode_name: field.type for field in msgspec.structs.fields(table)}
        table = OwnSystem if step == "system" else types[step]
    return table


def _keys(table: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(field.encode_name for field in msgspec.structs.fields(table))


def _line(text: str, key: str, position: int = 0) -> int:
    """The line of a key, as far as it can be told from the text: below the table's head, at the start of a line.

    Of a key that heads several tables the one at `position`.
    """
    head = _SECTION.search(text)
    start = head.end() if head else 0
    written = rf"^[ \t]*(?:[\"']?{re.escape(key)}[\"']?[ \t]*[=.]|\[\[[^\]]*\b{re.escape(key)}[ \t]*\]\])"
    found = list(re.compile(written, re.MULTILINE).finditer(text, start)) if key else []
    return text.count("\n", 0, found[min(position, len(found) - 1)].start()) + 1 if found else 1
