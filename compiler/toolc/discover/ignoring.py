"""Ignored paths of a folder: by `.gitignore` files, and folders without sources of the project.

Takes a folder and what is in it, gives yes or no.
"""

import os
from collections.abc import Iterable

from pathspec import GitIgnoreSpec

from toolc import tracked_files
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.paths import below, upward

_NEVER = frozenset({".git", ".hg", ".svn", ".venv", "node_modules", "__pycache__"})
_ENVIRONMENT = ("pyvenv.cfg", "conda-meta")
_RULES = 200_000  # bytes of one .gitignore


class Rules:
    """The rules that hold in one folder: its own `.gitignore` and those above it, innermost first."""

    def __init__(self, folder: str, above: "Rules | None" = None) -> None:
        self._folder, self._above, self._spec = folder, above, _spec(folder)

    def ignores(self, path: str, is_folder: bool) -> bool:
        """Return `True` if an absolute path below the folder is ignored: the innermost matching rule decides."""
        return self._decision(path, is_folder)[0]

    def deciding_folder(self, path: str) -> str:
        """The folder whose rule decides about a folder below."""
        return self._decision(path, True)[1]

    def _decision(self, path: str, is_folder: bool) -> tuple[bool, str]:
        level: Rules | None = self
        while level:
            relative = below(path, level._folder)
            if level._spec and relative:
                verdict = level._spec.check_file(relative.replace(os.sep, "/") + ("/" if is_folder else "")).include
                if verdict is not None:
                    return verdict, level._folder
            level = level._above
        return False, ""


def rules_for(folder: str) -> Rules | None:
    """The rules from above that hold in a folder someone named; none when they would ignore the folder itself."""
    rules: Rules | None = None
    for level in reversed(list(upward(folder))[1:]):
        rules = Rules(level, rules)
        below_level = below(folder, level) or ""
        parts = below_level.split(os.sep)
        if any(rules.ignores(os.path.join(level, *parts[:count]), True) for count in range(1, len(parts) + 1)):
            rules = None
    return rules


def ignoring_file(path: str) -> str | None:
    """The `.gitignore` for which git passes over an absolute path; None where there is none, or no repository around it."""
    *inner, top = upward(os.path.dirname(path))
    if not tracked_files.there(os.path.join(top, ".git")):
        return None
    rules = Rules(top)
    steps = (below(path, top) or "").split(os.sep)
    for count in range(1, len(steps) + 1):
        step = os.path.join(top, *steps[:count])
        if rules.ignores(step, True):
            return os.path.join(rules.deciding_folder(step), ".gitignore")
        if step in inner:
            rules = Rules(step, rules)
    return None


def is_skipped(name: str, path: str, out: str) -> bool:
    """Return `True` if a folder holds no source of the project: version control, packages, environments, outputs."""
    return name in _NEVER or path == out or any(tracked_files.there(os.path.join(path, mark)) for mark in _ENVIRONMENT)


def globs(patterns: Iterable[str]) -> GitIgnoreSpec:
    """Patterns in the syntax of `.gitignore`, as `include`, `exclude` and `systems` have them. One that is invalid, such as a
    single backslash, never matches (gitignore(5))."""
    lines = list(patterns)
    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines(line for line in lines if _valid(line))


def _valid(pattern: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([pattern])
    except ValueError:
        return False
    return True


def _spec(folder: str) -> GitIgnoreSpec | None:
    path = os.path.join(folder, ".gitignore")
    if not tracked_files.is_file(path):
        return None
    try:
        return globs(read_bytes(path, _RULES).decode("utf-8", "replace").splitlines())
    except Refused:
        return None
