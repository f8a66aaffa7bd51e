"""The search path: where modules that are not part of the project are read from.

Takes folders, gives paths of modules. Nothing of an environment is ever run.
"""

import os
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

from toolc import tracked_files
from toolc.config import Config
from toolc.discover.paths import upward

_LIBRARIES = (("lib", "python*", "site-packages"), ("Lib", "site-packages", ""), ("lib", "python*", "dist-packages"))
MAX_MODULES = 20_000
"""More modules than any package has."""


def search_path(config: Config, start: str) -> tuple[str, ...]:
    """The folders to search, first ones first: those configured, else the virtual environment beside the project."""
    folders = list(config.search_path)
    if config.python is not None:
        folders += libraries(config.python)
    elif not folders:
        folders += _beside(start)
    return tuple(dict.fromkeys(os.path.abspath(folder) for folder in folders if tracked_files.is_folder(folder)))


def libraries(python: str) -> list[str]:
    """The folders of installed packages of a virtual environment, given as its folder or its interpreter."""
    home = python
    if not tracked_files.is_folder(home):
        home = os.path.dirname(os.path.dirname(os.path.abspath(home)))  # not resolved: the link leads to the base Python
    return [folder for above, name, below in _LIBRARIES for folder in _folders(os.path.join(home, above), name, below)]


def _folders(folder: str, pattern: str, below: str) -> list[str]:
    """The folders `below` of those in a folder whose names fit a pattern, sorted."""
    found = (os.path.join(folder, name, below) for name in tracked_files.names(folder) if fnmatchcase(name, pattern))
    return [place.rstrip(os.sep) for place in found if tracked_files.is_folder(place)]


def _beside(start: str) -> list[str]:
    for folder in upward(start):
        if found := own_libraries(folder):
            return found
    return active_libraries()


def active_libraries() -> list[str]:
    """Return the folders of packages of the virtual environment that is active; empty if none is."""
    active = os.environ.get("VIRTUAL_ENV")
    return libraries(active) if active and tracked_files.is_folder(active) else []


def own_libraries(folder: str) -> list[str]:
    """Return the folders of packages of the virtual environment in a folder; empty if there is none."""
    if (found := tracked_files.find_mount(folder)) is not None:
        if not found[1].outside:
            return []
        folder = os.path.join(found[1].outside, *found[2].split("/"))
    home = os.path.join(folder, ".venv")
    return libraries(home) if tracked_files.is_file(os.path.join(home, "pyvenv.cfg")) else []


def index_folders(folders: Sequence[str]) -> dict[str, list[str]]:
    """The folders that have something of a top-level name, by that name: most names are in few."""
    found: dict[str, dict[str, None]] = {}
    for folder in dict.fromkeys(folders):
        for name in tracked_files.names(folder):
            found.setdefault(name.removesuffix(".py"), {})[folder] = None
    return {name: list(folders) for name, folders in found.items()}


def without(index: Mapping[str, list[str]], hidden: set[str]) -> dict[str, list[str]]:
    """Return an index (`index_folders`) that lacks some folders."""
    return {name: left for name, folders in index.items() if (left := [one for one in folders if one not in hidden])}


class Folders:
    """Folders that modules are imported from, by what stands directly in each (`index_folders`)."""

    def __init__(self, index: Mapping[str, list[str]]) -> None:
        self.index = index

    def folders_with(self, name: str, near: str = "") -> list[str]:
        """The folders that have something of a top-level name, in order, `near` first if it is one of them."""
        found = self.index.get(name, [])
        return [near, *(folder for folder in found if folder != near)] if near in found else found

    def locate(self, name: str, folders: Sequence[str]) -> tuple[str, bool] | None:
        """Return the file of `import name` and whether it is a package; a namespace package's file is its folder."""
        parts = name.split(".")
        if not all(part.isidentifier() for part in parts):
            return None
        namespace: str | None = None
        for folder in folders:
            if folder in self.index.get(parts[0], ()):
                path = os.path.join(folder, *parts)
                if tracked_files.is_file(os.path.join(path, "__init__.py")):
                    return os.path.join(path, "__init__.py"), True
                if tracked_files.is_file(path + ".py"):
                    return path + ".py", False
                if namespace is None and tracked_files.is_folder(path) and _has_modules(path):
                    namespace = path  # a module further along the path wins over a bare folder
        return None if namespace is None else (namespace, True)


def _has_modules(folder: str, depth: int = 3) -> bool:
    """Return `True` if a folder without `__init__.py` contains modules, as a namespace package does."""
    try:
        found = tracked_files.entries(folder)
    except OSError:
        return False
    if any(entry.name.endswith(".py") and not entry.name.startswith(".") for entry in found):
        return True
    inner = (
        entry.path for entry in found if depth > 1 and not entry.name.startswith(".") and tracked_files.is_folder(entry.path)
    )
    return any(_has_modules(path, depth - 1) for path in inner)


def modules_below(folder: str) -> list[str]:
    """The files of the modules in a package's folder, sorted; no link is followed to another folder."""
    found: list[str] = []
    todo = [folder]
    while todo:
        try:
            listed = tracked_files.entries(todo.pop())
        except OSError:
            continue
        for entry in listed:
            if entry.is_dir(follow_symlinks=False):
                todo.append(entry.path)
            elif entry.name.endswith(".py"):
                found.append(entry.path)
    return sorted(found)[:MAX_MODULES]
