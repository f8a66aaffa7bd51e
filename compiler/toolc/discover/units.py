"""Output units: which package a file's tools belong to.

Takes a file and the configured packages, gives a name: the configured one, else that of the nearest folder with a
pyproject.toml, else that of the path given.
"""

import os

from toolc import disk
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.places import below, upward
from toolc.discover.toml import toml


class Units:
    """Names of output units, worked out once per folder."""

    def __init__(self, packages: dict[str, str]) -> None:
        self._packages = sorted(
            ((os.path.abspath(folder or "."), name) for name, folder in packages.items()),
            key=lambda item: (-len(item[0]), item[1]),
        )
        self._by_folder: dict[str, str | None] = {}

    def name(self, path: str, given: str) -> str:
        """The unit of the file `path`, which was reached by the argument `given`."""
        for home, name in self._packages:
            if below(path, home) is not None:
                return name
        folder = os.path.dirname(path)
        if folder not in self._by_folder:
            self._by_folder[folder] = next(filter(None, map(_project, upward(folder))), None)
        return self._by_folder[folder] or os.path.basename(os.path.abspath(given)).removesuffix(".py") or "root"

    def home(self, path: str) -> str | None:
        """The folder of the unit of a file, by an absolute path; None where only the path given makes it one."""
        for home, _ in self._packages:
            if below(path, home) is not None:
                return home
        return next((folder for folder in upward(os.path.dirname(path)) if _project(folder)), None)


def _project(folder: str) -> str | None:
    """The name of the project of a pyproject.toml in a folder, else the folder's; None when there is none."""
    path = os.path.join(folder, "pyproject.toml")
    if not disk.is_file(path):
        return None
    try:
        name = toml(read_bytes(path, 2_000_000).decode("utf-8")).get("project", {}).get("name")
    except (Refused, ValueError, AttributeError, RecursionError):
        name = None
    return name if isinstance(name, str) and name else os.path.basename(folder) or None
