"""Files that are read only when they are asked for: tests, examples and documentation of a project.

Takes a path below a folder that is walked, gives yes or no. What a server offers is not what its tests register; such files
can be imported like any others.
"""

import os
from collections.abc import Iterable
from fnmatch import fnmatchcase

from toolc.discover.paths import below

_FOLDERS = frozenset({"tests", "examples", "docs"})
_FILES = ("test_*.py", "*_test.py", "conftest.py")


class LeftOut:
    """The rule of one run. `root`: the folder that globs count from. `homes`: the folders of configured packages."""

    def __init__(self, root: str, homes: Iterable[str], *, included: bool) -> None:
        self._root, self._included = root, included
        self._homes = sorted((os.path.abspath(home or ".") for home in homes), key=len, reverse=True)

    def holds(self, path: str, top: str) -> bool:
        """Return `True` if a file is left out of a walk over the folder `top`; files of a named folder of tests are not."""
        if self._included or _inside(below(top, self._root) or ""):
            return False
        home = next((home for home in self._homes if below(path, home) is not None), top)
        relative = below(path, home if len(home) > len(top) else top) or ""
        folder, _, name = relative.replace(os.sep, "/").rpartition("/")
        return _inside(folder) or any(fnmatchcase(name, pattern) for pattern in _FILES)


def _inside(folder: str) -> bool:
    return not _FOLDERS.isdisjoint(folder.replace(os.sep, "/").split("/"))
