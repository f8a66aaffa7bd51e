"""Module names: the name under which a file would be imported.

Takes paths of files and the search path, gives the root each is imported from and a name that no other file of the run has.
"""

import os
from collections.abc import Iterable, Sequence

from toolc import tracked_files
from toolc.discover.paths import below


def root_of(path: str, search: Sequence[str]) -> str:
    """The folder a file is imported from: the search-path folder it lies in, else the nearest that is no package."""
    holding = [folder for folder in search if below(path, folder) is not None]
    if holding:
        return max(holding, key=len)
    folder = os.path.dirname(path)
    while tracked_files.is_file(os.path.join(folder, "__init__.py")) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def module_name(path: str, root: str) -> str:
    """The dotted name of a file as imported from `root`."""
    parts = (below(path, root) or os.path.basename(path)).removesuffix(".py").split(os.sep)
    if parts[-1] == "__init__":
        parts = parts[:-1] or [os.path.basename(root)]
    return ".".join(parts)


def prefixes(modules: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the prefix of module names, by root. `modules`: names, each with the root it is imported from.

    Two roots of a monorepo may both have a module `tools`. Their modules are told apart by the names of the roots' own
    folders, as many as it takes, and a slash (`source.imported_name` takes them off again); roots whose names are theirs alone
    keep them as they are.
    """
    owners: dict[str, set[str]] = {}
    for module, root in modules:
        owners.setdefault(module, set()).add(root)
    every = {root for roots in owners.values() for root in roots}
    shared = sorted({root for roots in owners.values() if len(roots) > 1 for root in roots})
    return dict.fromkeys(every, "") | _distinct(shared)


def _distinct(roots: Iterable[str]) -> dict[str, str]:
    """The shortest endings of paths, whole folders each, that are all different."""
    left, count, names = list(roots), 1, dict[str, str]()
    while left:
        endings: dict[str, list[str]] = {}
        for root in left:
            endings.setdefault("/".join(part for part in root.split(os.sep)[-count:] if part), []).append(root)
        names |= {owners[0]: ending + "/" for ending, owners in endings.items() if len(owners) == 1}
        left = [root for owners in endings.values() if len(owners) > 1 for root in owners]
        count += 1
    return names
