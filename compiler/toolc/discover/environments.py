"""Virtual environments of output units: takes the files of a workspace with their units, gives the search path of each unit.

A unit is read with the `.venv` that is nearest above its files, as the program is run. Where its files have several, one is
chosen, and a finding names the others.
"""

from collections.abc import Iterable, Mapping
from os.path import dirname

from toolc.diagnostics import Diagnostic
from toolc.discover.paths import display_path, upward
from toolc.discover.search import active_libraries, own_libraries

_CHOOSE = "name the folders under `packages` in the configuration, or one environment for all with --python"

Libraries = tuple[str, ...]
"""The folders of installed packages of one environment."""


class Environments:
    """The virtual environments above files, each folder looked at once."""

    def __init__(self) -> None:
        self._nearest: dict[str, str | None] = {}
        self._libraries: dict[str, Libraries] = {}

    def nearest(self, folder: str) -> str | None:
        """Return the nearest folder upwards that has a `.venv`; None if there is none in the repository."""
        if folder not in self._nearest:
            self._nearest[folder] = next((above for above in upward(folder) if self.libraries(above)), None)
        return self._nearest[folder]

    def libraries(self, home: str) -> Libraries:
        """Return the search path that the `.venv` in a folder gives; empty if there is none."""
        if home not in self._libraries:
            self._libraries[home] = tuple(own_libraries(home))
        return self._libraries[home]


class Unit:
    """The folders that the files of one output unit are in: `asked` of those under the paths of the run, `every` of all."""

    def __init__(self, home: str | None) -> None:
        self.home = home
        self.asked: set[str] = set()
        self.every: set[str] = set()


def units_of(files: Iterable[tuple[str, str]], asked: frozenset[str], homes: Mapping[str, str | None]) -> dict[str, Unit]:
    """Return the units by name. `files`: paths with the names of their units; `homes`: the folders of units, by name."""
    found: dict[str, Unit] = {}
    for path, name in files:
        unit = found.setdefault(name, Unit(homes.get(name)))
        unit.every.add(dirname(path))
        if path in asked:
            unit.asked.add(dirname(path))
    return found


def search_paths(units: Mapping[str, Unit]) -> tuple[dict[str, Libraries], tuple[Diagnostic, ...]]:
    """Return the search path of each unit, by name, and what is said of environments that are not read (TC646)."""
    environments, paths, said = Environments(), dict[str, Libraries](), list[Diagnostic]()
    active = tuple(active_libraries())
    for name, unit in sorted(units.items()):
        chosen = _choose_environment(unit, environments)
        paths[name] = environments.libraries(chosen) if chosen is not None else active
        unread = sorted(_homes(unit.every, environments) - {chosen}) if unit.asked else []
        if chosen is not None and unread:
            said.append(_unread_environment(name, chosen, unread))
    return paths, tuple(said)


def _choose_environment(unit: Unit, environments: Environments) -> str | None:
    """The folder whose `.venv` a unit is read with: the only one there is, that of the unit's own folder, or the first."""
    for folders in (unit.asked, unit.every):
        if found := _homes(folders, environments):
            own = environments.nearest(unit.home) if unit.home is not None else None
            return own if own in found else min(found)
    return None


def _homes(folders: Iterable[str], environments: Environments) -> set[str]:
    return {home for folder in folders if (home := environments.nearest(folder)) is not None}


def _unread_environment(name: str, chosen: str, unread: list[str]) -> Diagnostic:
    more = f" and {len(unread) - 1} more" if len(unread) > 1 else ""
    message = f"package `{name}` is read with {_venv(chosen)}; {_venv(unread[0])}{more} of its folders is not read"
    return Diagnostic("TC646", message, help=_CHOOSE)


def _venv(home: str) -> str:
    return f"{display_path(home)}/.venv".removeprefix("./")
