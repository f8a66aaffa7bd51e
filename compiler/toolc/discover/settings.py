"""Finds and reads the configuration: `toolc.toml`, or `[tool.toolc]` in a pyproject.toml, and what it extends.

Takes the paths of the run or one file, gives `Settings`; a file with a mistake gives no `Config`.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from toolc import tracked_files
from toolc.config import Config, resolve_folders
from toolc.diagnostics import Diagnostic
from toolc.discover.lines import Key, line_of, lines_of
from toolc.discover.opening import Refused
from toolc.discover.paths import display_path, leaves, upward
from toolc.discover.tables import Wrong, decode_config, mentions_toolc, read_table
from toolc.discover.units import Units
from toolc.source import Span

_ASTRAY = "is a link that leaves what is compiled"
_VOUCH = "say --trust-config if the file is your own"
_DEEP = 20
"""How many files may extend one another."""


class Settings(Struct, frozen=True):
    """The configuration that holds for a run, the file it is from ("" when there is none), what is wrong with it, and where
    each of its keys is said."""

    config: Config | None = Config()
    origin: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    places: Mapping[Key, Span] = {}

    def says(self, key: str) -> str:
        """The file that says a key, else that of the run."""
        return self.places[(key,)].path if (key,) in self.places else self.origin


class _Layer(Struct, frozen=True):
    """One file merged with those it extends: `said` as in a file, with folders relative to here. `own`: the file alone."""

    own: Config
    said: dict[str, Any]
    places: dict[Key, Span]


def load_config(paths: Sequence[str], file: str | None = None, bounds: Sequence[str] | None = None) -> Settings:
    """The configuration of `file`, else the nearest one of the first path.

    `bounds`: the folders that `extends` may lead into besides the file's own; None where somebody vouches for the file.
    """
    path = file or nearest(sorted(paths)[0] if paths else ".")
    if path is None:
        return Settings()
    if bounds is not None:
        bounds = (*bounds, os.path.dirname(os.path.abspath(path)))
        if all(leaves(path, folder) for folder in bounds):  # nothing of it is read, nor shown
            return Settings(None, display_path(path), (Diagnostic("TC103", _ASTRAY, Span(display_path(path)), help=_VOUCH),))
    try:
        layer = _layer(path, file is not None, bounds, ())
    except Wrong as wrong:
        origin = display_path(wrong.path or path)
        span = Span(origin, wrong.line, 1, wrong.line, 1) if wrong.has_place else Span(origin)
        return Settings(None, display_path(path), (Diagnostic(wrong.code, wrong.message, span, help=wrong.help),))
    if layer is None:
        return Settings(origin=display_path(path))
    beside = {"out": layer.own.out, "lock": layer.own.lock}  # where nobody says otherwise
    return Settings(msgspec.convert({**beside, **layer.said}, Config), display_path(path), (), layer.places)


def nearest(start: str) -> str | None:
    """The nearest file up the tree that configures toolc; None where there is none."""
    start = os.path.abspath(start)
    if (archive := tracked_files.find_mount(start)) is not None:  # what an archive says of toolc is not followed
        start = os.path.dirname(archive[0])
    for folder in upward(start if tracked_files.is_folder(start) else os.path.dirname(start)):
        if found := configuration_in(folder):
            return found
    return None


def configuration_in(folder: str) -> str | None:
    """The file in a folder that configures toolc; None where there is none."""
    own, project = os.path.join(folder, "toolc.toml"), os.path.join(folder, "pyproject.toml")
    if tracked_files.there(own):
        return own
    return project if tracked_files.is_file(project) and mentions_toolc(project) else None


def governing_file(path: str, config: Config) -> str | None:
    """The file that configures the output unit of a source file: the nearest one up the tree from the unit's folder."""
    home = Units(config).home(os.path.abspath(path))
    return nearest(home) if home else None


def _layer(path: str, asked_for: bool, bounds: Sequence[str] | None, below: tuple[str, ...]) -> _Layer | None:
    """Read a file and those it extends; `None` if it has no table for toolc. `below`: the files that extend it."""
    try:
        table, text, home = read_table(path, asked_for)
        if table is None:
            return None
        lines = lines_of(text)
        config = decode_config(table, lines, home)
    except Refused as refused:
        raise Wrong(refused.message, 0, path=path) from None
    except Wrong as wrong:
        raise wrong.within(path) from None
    folder = os.path.relpath(os.path.dirname(os.path.abspath(path))).replace(os.sep, "/")
    own = resolve_folders(config, folder)
    said = {**_only_given(msgspec.to_builtins(own), table), "root": own.root}  # globs count from the file that is read first
    places = {key: _span(path, line_of(lines, (*home, *key))) for key in _keys(table)}
    if config.extends is None:
        return _Layer(own, said, places)
    wanted = os.path.join(os.path.dirname(path), config.extends)
    at = line_of(lines, (*home, "extends"))
    _check_extends(wanted, Wrong("", at, path=path), bounds, (*below, os.path.realpath(path)))
    above = _layer(wanted, True, bounds, (*below, os.path.realpath(path)))
    if above is None:
        return _Layer(own, said, places)
    return _Layer(own, _over(above.said, said), {**above.places, **places})


def _check_extends(wanted: str, wrong: Wrong, bounds: Sequence[str] | None, below: tuple[str, ...]) -> None:
    """Raises `wrong`, with words, where a file may not be extended."""
    name = display_path(wanted)
    if os.path.realpath(wanted) in below:
        raise wrong.with_message(f"extends {name}, which extends it in turn", "TC626")
    if len(below) >= _DEEP:
        raise wrong.with_message(f"is one of more than {_DEEP} files that extend one another", "TC626")
    if bounds is not None and all(leaves(wanted, folder) for folder in bounds):
        raise wrong.with_message(f"extends {name}, which is outside of what is compiled", "TC627", _VOUCH)
    if not tracked_files.is_file(wanted):
        raise wrong.with_message(f"extends {name}, which is not a file", "TC604")


def _only_given(full: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """Of all values those that were said."""
    return {key: _only_given(full[key], value) if isinstance(value, dict) else full[key] for key, value in said.items()}


def _over(above: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Merge a file's settings over those it extends: tables key by key, everything else as a whole."""
    both = {
        key: _over(above[key], value) if isinstance(value, dict) and isinstance(above.get(key), dict) else value
        for key, value in own.items()
    }
    return {**above, **both}


def _keys(table: Mapping[str, Any]) -> list[Key]:
    """The steps to every value that is no table."""
    return [
        (name, *rest) for name, value in table.items() for rest in (_keys(value) if isinstance(value, dict) and value else [()])
    ]


def _span(path: str, line: int) -> Span:
    return Span(display_path(path), line, 1, line, 1)
