"""Output units: the package to which a file's tools belong.

Takes a file and the configuration, gives a name: the configured one, else that of the nearest folder with a pyproject.toml,
else that of the folder of the configuration, else that of the folder toolc was started in.
"""

import os

from toolc import tracked_files
from toolc.config import Config
from toolc.discover.paths import below, upward
from toolc.discover.pyproject import project_name


class Units:
    """Names of output units, worked out once per folder."""

    def __init__(self, config: Config) -> None:
        self._packages = sorted(
            ((os.path.abspath(folder or "."), name) for name, folder in config.packages.items()),
            key=lambda item: (-len(item[0]), item[1]),
        )
        self._tops = [os.path.abspath(top) for top in (config.root, ".") if top]
        self._homes: dict[str, str | None] = {}
        self._named: dict[str, str] = {}

    def name(self, path: str, given: str) -> str:
        """The unit of the file `path`, an absolute path that was reached by the argument `given`.

        How it was reached counts only outside of the configuration's folder and the current one.
        """
        for home, name in self._packages:
            if below(path, home) is not None:
                return name
        if (project := self._project(path)) is not None:
            if project not in self._named:
                tree = tracked_files.tree_at(project)
                own = project_name(project) or (tree.name if tree is not None else "")
                self._named[project] = own or os.path.basename(project) or "root"
            return self._named[project]
        top = next((top for top in self._tops if below(path, top) is not None), os.path.abspath(given))
        return os.path.basename(os.path.dirname(top) if top == path else top) or "root"

    def home(self, path: str) -> str | None:
        """The folder of the unit of a file, by an absolute path; None where no file says that it is one."""
        for home, _ in self._packages:
            if below(path, home) is not None:
                return home
        return self._project(path)

    def project(self, path: str) -> str | None:
        """The folder whose pyproject.toml names the unit of a file; None where something else does."""
        return None if any(below(path, home) is not None for home, _ in self._packages) else self._project(path)

    def loose(self, path: str) -> bool:
        """Return `True` if no configuration or pyproject.toml groups a file with others."""
        return self.home(path) is None and not any(below(path, top) is not None for top in self._tops[:-1])

    def _project(self, path: str) -> str | None:
        """The nearest folder with a pyproject.toml."""
        folder = os.path.dirname(path)
        if folder not in self._homes:
            self._homes[folder] = next((one for one in upward(folder) if is_project(one)), None)
        return self._homes[folder]


def is_project(folder: str) -> bool:
    """Return `True` if a folder has a pyproject.toml, or is an archive."""
    return tracked_files.is_file(os.path.join(folder, "pyproject.toml")) or tracked_files.tree_at(folder) is not None
