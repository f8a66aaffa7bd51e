"""Paths: how they are shown, and which is below which.

Takes paths of the file system, gives strings with `/` that do not depend on who reached a file how. Reads no file.
"""

import os
from collections.abc import Iterator

from toolc import tracked_files


def display_path(path: str) -> str:
    """A path for people and outputs: relative to the current directory when inside it, else as given."""
    absolute = os.path.abspath(path)
    here = os.getcwd()
    if absolute == here:
        return "."
    relative = below(absolute, here)
    if relative is None:
        relative = below(tracked_files.real(os.path.dirname(absolute)) + os.sep + os.path.basename(absolute), here)
    text = (relative if relative is not None else os.path.normpath(path)).replace(os.sep, "/")
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # names that are no text still must be printed


def below(path: str, folder: str) -> str | None:
    """`path` relative to `folder`, both absolute; None when it is not in it."""
    prefix = folder if folder.endswith(os.sep) else folder + os.sep
    return path[len(prefix) :] if path.startswith(prefix) else None


def relative_to_root(path: str, root: str) -> str:
    """A path as globs see it: from the root of the configuration, as far as it is below it."""
    relative = below(os.path.abspath(path), os.path.abspath(root or "."))
    return (relative or path).replace(os.sep, "/").lstrip("/")


def upward(folder: str) -> Iterator[str]:
    """An absolute folder and those above it, up to where a repository or an archive begins or the file system ends."""
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder or tracked_files.tree_at(folder) is not None or tracked_files.there(os.path.join(folder, ".git")):
            return
        folder = parent


def leaves(path: str, root: str) -> bool:
    """Return `True` if a path, with every link in it followed, is outside the folder `root`."""
    target, real = tracked_files.real(path), tracked_files.real(root)
    return target != real and below(target, real) is None
