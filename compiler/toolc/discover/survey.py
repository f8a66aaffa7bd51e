"""Survey of a run's files before one is read: their paths and module names, and the search path.

Takes paths and a `Config`, gives a `Survey`: plain data, true while every question it took is answered as it was.
"""

import os
from collections.abc import Sequence

from msgspec import Struct

from toolc.config import Config
from toolc.diagnostics import Diagnostic
from toolc.discover import workspace
from toolc.discover.environments import Libraries, search_paths, units_of
from toolc.discover.naming import module_name, root_of
from toolc.discover.partition import Placed
from toolc.discover.paths import upward
from toolc.discover.pyproject import damage
from toolc.discover.search import index_folders, search_path
from toolc.discover.units import Units
from toolc.discover.walk import Found, Walk


class Survey(Struct, frozen=True):
    """All files of the workspace, of which `asked` (by path) are under the paths of the run, and `left_out` are tests, examples
    and documentation that were not named: they can be imported, but are not searched for tools.

    `places` and `roots` are of the files, in their order; `roots` are the folders they are imported from. `search` are the
    folders of other modules, `environments` those of units (by name) that have an environment of their own; `index` are all
    such folders by the top-level names in them. `loose`: the units that only the paths
    of a run make whole. `nameless`: those that have a name for want of a better one, as their pyproject.toml cannot be read.
    `complete`: all units are here that the outputs of the run can be of. `diagnostics` are about the
    paths, `further` about the rest of the workspace.
    """

    files: tuple[Found, ...]
    asked: frozenset[str]
    left_out: frozenset[str]
    documents: tuple[Found, ...]
    places: tuple[Placed, ...]
    roots: tuple[str, ...]
    search: tuple[str, ...]
    environments: dict[str, tuple[str, ...]]
    index: dict[str, list[str]]
    loose: frozenset[str]
    nameless: frozenset[str]
    complete: bool
    diagnostics: tuple[Diagnostic, ...]
    further: tuple[Diagnostic, ...]


def survey(paths: Sequence[str], config: Config, *, alone: bool = False) -> Survey:
    """All that is found under some paths, and what belongs together with that. `alone`: nothing else is looked at."""
    walk = Walk(config)
    asked = walk.files(paths)
    said = tuple(walk.diagnostics)
    walked = [os.path.abspath(path) for path in paths]
    files, sources = (asked, []) if alone else _workspace(walk, walked, paths, config)
    search = search_path(config, os.path.abspath(sorted(paths)[0]) if paths else os.getcwd())
    units = Units(config)
    own = frozenset(found.path for found in asked)
    paths_of, unread = _environments(files, own, walk.skipped_files, units, config)
    environments = {name: folders for name, folders in paths_of.items() if folders != search}
    searched = [*search, *sorted({folder for folders in environments.values() for folder in folders} - {*search})]
    known = [*(os.path.abspath(path) for path in config.search_path), *searched]
    roots = tuple(root_of(found.path, known) for found in files)
    places = tuple(_place_files(found, root, units) for found, root in zip(files, roots, strict=True))
    loose = frozenset(place.unit for found, place in zip(files, places, strict=True) if units.loose(found.path))
    index = index_folders([*sorted(set(roots)), *sources, *searched])
    further = tuple(walk.diagnostics[len(said) :])
    complete = workspace.outside([os.path.abspath(config.root or ".")], walked) == []
    damaged = _damaged_projects(files, units)
    here = {home for path in own for home in upward(units.project(path) or "")} if damaged else set()
    nameless = frozenset(place.unit for found, place in zip(files, places, strict=True) if units.project(found.path) in damaged)
    said = (*said, *unread, *(one for home, one in damaged.items() if home in here))
    further = (*further, *(one for home, one in damaged.items() if home not in here))
    return Survey(
        files, own, walk.skipped_files, walk.documents, places, roots, search, environments, index, loose, nameless, complete,
        said, further,
    )  # fmt: skip


def _damaged_projects(files: Sequence[Found], units: Units) -> dict[str, Diagnostic]:
    """Return, by folder, the faults of pyproject.toml files of projects and of the workspaces around them."""
    nearest = {units.project(found.path) for found in files}
    homes = workspace.projects(os.path.join(home, "pyproject.toml") for home in nearest if home is not None)
    return {home: wrong for home in homes if (wrong := damage(home)) is not None}


def _environments(
    files: Sequence[Found], asked: frozenset[str], left_out: frozenset[str], units: Units, config: Config
) -> tuple[dict[str, Libraries], tuple[Diagnostic, ...]]:
    """The search path of each unit, and what is said of it; nothing where the configuration names one for all."""
    if config.python is not None or config.search_path:
        return {}, ()
    members = [(found.path, units.name(found.path, found.given)) for found in files if found.path not in left_out]
    homes = {name: units.home(path) for path, name in reversed(members)}
    return search_paths(units_of(members, asked, homes))


def _workspace(walk: Walk, seen: list[str], paths: Sequence[str], config: Config) -> tuple[tuple[Found, ...], list[str]]:
    """All files of the workspace, and the folders that its projects are imported from. What is walked is added to `seen`."""
    tops = workspace.tops(paths, config)
    while True:
        files = walk.around(workspace.outside(tops, seen))
        homes = workspace.projects(found.path for found in files)
        seen += tops
        if not (tops := workspace.further(homes, seen)):
            named = sorted(os.path.abspath(home or ".") for home in config.packages.values())
            return files, workspace.roots([*homes, *named])


def _place_files(found: Found, root: str, units: Units) -> Placed:
    package = os.path.basename(found.path) == "__init__.py"
    return Placed(module_name(found.path, root), package, units.name(found.path, found.given))
