"""Distributions installed in folders of the search path: their versions and requirements.

Takes folders, reads the metadata that installers leave there (*Core metadata* and *Recording installed projects* of the
Python packaging guide). Everything is read as text; nothing of an environment is ever run.
"""

import os
import re
from collections.abc import Collection, Sequence
from functools import cached_property

from toolc import tracked_files
from toolc.discover.opening import Refused, read_bytes
from toolc.discover.paths import below

_METADATA = 2_000_000  # bytes: it holds the distribution's whole README
_RECORD = 10_000_000


class Distributions:
    """The distributions installed in some folders, by normalised name (PEP 503)."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._folders = folders
        self._requiring: dict[frozenset[str], frozenset[str]] = {}

    def version(self, name: str) -> str | None:
        if name == "python":
            return self._python
        folder = self._installed_names.get(normalise_name(name))
        if folder is None:
            return None
        found = re.search(rb"(?mi)^Version:[ \t]*([^\s]+)", _head(folder))
        return found.group(1).decode("ascii", "replace") if found else None

    def requires(self, module: str, names: frozenset[str]) -> bool:
        """Return `True` if the distribution of a top-level module requires one of some others, without extras.

        Most modules have the name of their distribution; for another one all distributions are looked through.
        """
        folder = self._installed_names.get(normalise_name(module))
        return not names.isdisjoint(_required_names(folder)) if folder else module in self._modules_requiring(names)

    def holds(self, path: str) -> bool:
        """Return `True` if a file is in one of the folders."""
        return any(below(path, folder) is not None for folder in self._folders)

    def scripts(self, modules: Collection[str]) -> set[str]:
        """Return the functions in some top-level modules that distributions declare as commands, as `module:function`.

        Source: *Entry points specification* of the Python packaging guide, the groups `console_scripts` and `gui_scripts`.
        """
        if not modules:
            return set()
        told = (script for folder in self._installed_names.values() for script in _scripts(folder))
        return {script for script in told if re.split(r"[.:]", script, maxsplit=1)[0] in modules}

    def _modules_requiring(self, names: frozenset[str]) -> frozenset[str]:
        if names not in self._requiring:
            folders = [folder for folder in self._installed_names.values() if not names.isdisjoint(_required_names(folder))]
            self._requiring[names] = frozenset(module for folder in folders for module in _modules(folder))
        return self._requiring[names]

    @cached_property
    def _python(self) -> str | None:
        """The Python of the environment that a folder of packages belongs to: `lib/python3.12/site-packages`."""
        found = (re.search(r"[/\\]python(3\.\d+)[/\\]site-packages[/\\]?$", folder) for folder in self._folders)
        return next((match.group(1) for match in found if match), None)

    @cached_property
    def _installed_names(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for folder in self._folders:
            for name in tracked_files.names(folder):
                if name.endswith(".dist-info"):
                    found.setdefault(
                        normalise_name(name.removesuffix(".dist-info").partition("-")[0]), os.path.join(folder, name)
                    )
        return found


def _head(folder: str) -> bytes:
    """The fields of the metadata in a `.dist-info` folder; empty where there are none to be read."""
    try:
        data = read_bytes(os.path.join(folder, "METADATA"), _METADATA)
    except Refused:
        return b""
    return re.split(rb"\r?\n\r?\n", data, maxsplit=1)[0]


def _required_names(folder: str) -> set[str]:
    """The distributions that one requires without an extra, by normalised name."""
    lines = re.findall(rb"(?mi)^Requires-Dist:[ \t]*([A-Za-z0-9._-]+)(.*)", _head(folder))
    return {normalise_name(name.decode("ascii")) for name, rest in lines if not re.search(rb";.*\bextra\b", rest)}


def _scripts(folder: str) -> list[str]:
    """The functions that the distribution of a `.dist-info` folder declares as commands."""
    try:
        text = read_bytes(os.path.join(folder, "entry_points.txt"), _METADATA).decode("utf-8", "replace")
    except Refused:
        return []
    groups = re.findall(r"(?ms)^\[(?:console|gui)_scripts\][ \t]*$(.*?)(?=^\[|\Z)", text)
    return [found for group in groups for found in re.findall(r"(?m)^[^=#;\n]+=[ \t]*([\w.]+:[\w.]+)", group)]


def _modules(folder: str) -> list[str]:
    """The top-level modules that a distribution has put beside its `.dist-info` folder, sorted."""
    try:
        record = read_bytes(os.path.join(folder, "RECORD"), _RECORD).decode("utf-8", "replace")
    except Refused:
        return []
    paths = (line.partition(",")[0].strip('"') for line in record.splitlines())
    tops = {path.partition("/")[0].removesuffix(".py") for path in paths if path.endswith(".py")}
    return sorted(top for top in tops if top.isidentifier())


def environment(folder: str) -> bool:
    """Return `True` if a folder is one that installers fill: it has `.dist-info` folders."""
    return any(name.endswith(".dist-info") for name in tracked_files.names(folder))


def normalise_name(name: str) -> str:
    """A distribution's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()
