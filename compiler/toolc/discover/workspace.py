"""Workspace around the paths of a run: the files that make their packages whole, and those they may import.

Takes paths and a `Config`, gives the folders to walk beside the paths, and those that modules are imported from. It is the
folder of the configuration, the uv workspace or the project around each path, and whatever these depend on by path. So a part
of a repository is read as it would be in a run over all of it.
"""

import os
from collections.abc import Iterable, Sequence

from toolc import tracked_files
from toolc.config import Config
from toolc.discover.paths import below, upward
from toolc.discover.pyproject import is_uv_workspace, path_dependencies, source_roots
from toolc.discover.units import is_project


def tops(paths: Sequence[str], config: Config) -> list[str]:
    """The folders that hold whatever belongs together with some paths, none of them inside another."""
    places = [os.path.abspath(path) for path in sorted(paths)]
    found = [os.path.abspath(config.root)] if config.root else []
    found = [top for top in found if any(_within(place, top) and tracked_files.find_mount(place) is None for place in places)]
    for place in places:
        found += _around(place if tracked_files.is_folder(place) else os.path.dirname(place))
    return _outermost(found)


def projects(files: Iterable[str]) -> list[str]:
    """The folders of the projects that some files are of, sorted."""
    known: dict[str, bool] = {}
    for folder in {os.path.dirname(file) for file in files}:
        for above in upward(folder):
            if above in known:
                break
            known[above] = is_project(above)
    return sorted(folder for folder, is_one in known.items() if is_one)


def further(homes: Iterable[str], seen: Sequence[str]) -> list[str]:
    """The folders that projects depend on by path, as far as they are in none of those seen."""
    return outside(_outermost(place for home in homes for place in path_dependencies(home)), seen)


def outside(folders: Iterable[str], seen: Sequence[str]) -> list[str]:
    """The folders that are in none of those seen."""
    return [folder for folder in folders if not any(_within(folder, top) for top in seen)]


def roots(homes: Iterable[str]) -> list[str]:
    """The folders that modules of projects are imported from."""
    return list(dict.fromkeys(root for home in homes for root in source_roots(home)))


def _around(folder: str) -> list[str]:
    """The uv workspace a folder is in, else its project; nothing where it is in neither."""
    homes = [above for above in upward(folder) if is_project(above)]
    return [home for home in homes if is_uv_workspace(home)][-1:] or homes[:1]


def _outermost(folders: Iterable[str]) -> list[str]:
    every = sorted(set(folders))
    return [one for one in every if not any(one != other and _within(one, other) for other in every)]


def _within(path: str, folder: str) -> bool:
    return path == folder or below(path, folder) is not None
