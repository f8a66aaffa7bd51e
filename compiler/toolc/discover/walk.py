"""Walks the paths of the command line.

Takes paths and a `Config`, gives the Python files there in order, the JSON documents named themselves, and diagnostics for
what cannot be read.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from toolc import tracked_files
from toolc.config import Config
from toolc.cpu_budget import extend
from toolc.diagnostics import Diagnostic
from toolc.discover.ignoring import Rules, globs, is_skipped, rules_for
from toolc.discover.left_out import LeftOut
from toolc.discover.opening import LEAVE_OUT, UNREADABLE, Refused
from toolc.discover.paths import below, display_path, leaves
from toolc.source import Span
from toolc.text.suggestions import did_you_mean

_MET = 0.001
"""Seconds that a run may take more for each entry of a folder."""


class Found(Struct, frozen=True):
    """A file of the project: its absolute path, how it is shown, the path it was reached by, whether it was named itself."""

    path: str
    shown: str
    given: str
    named: bool


def files_of(paths: Sequence[str], config: Config) -> tuple[Found, ...]:
    """The files of a run, sorted by the path shown; nothing is said of what cannot be read."""
    walk = Walk(config)
    return tuple(found for found in walk.files(paths) if found.path not in walk.skipped_files)


class Walk:
    """One walk over all paths given."""

    def __init__(self, config: Config) -> None:
        self._root = os.path.abspath(config.root or ".")
        self._out = os.path.abspath(config.out)
        self._include, self._exclude = globs(config.include), globs(config.exclude)
        self._apart = LeftOut(self._root, config.packages.values(), included=config.include_tests)
        self._counted: set[str] = set()
        self._found: dict[str, Found] = {}
        self._documents: dict[str, Found] = {}
        self.diagnostics: list[Diagnostic] = []

    def files(self, paths: Sequence[str]) -> tuple[Found, ...]:
        """The files under the paths, each once, sorted by the path shown."""
        for path in sorted(set(paths)):
            said = len(self.diagnostics)
            self._visit(path)
            top = os.path.join(os.path.abspath(path), "")
            if (
                len(self.diagnostics) == said
                and tracked_files.is_folder(path)
                and not any(f.startswith(top) for f in self._found)
            ):
                self.diagnostics.append(_empty(path, self._out))
        return _in_order(self._found)

    def around(self, tops: Iterable[str]) -> tuple[Found, ...]:
        """The files under further folders, sorted by the path shown, whether they were met before or not."""
        for top in tops:
            self._folder(os.path.relpath(top), top)
        return _in_order(self._found)

    @property
    def skipped_files(self) -> frozenset[str]:
        """The files met so far, by path, that can be imported and hold no tools of the run: tests, examples, documentation."""
        return frozenset(self._found) - self._counted

    @property
    def documents(self) -> tuple[Found, ...]:
        """The JSON documents met so far. A folder gives none: most JSON in a source tree is something else."""
        return _in_order(self._documents)

    def _visit(self, path: str) -> None:
        kind = tracked_files.kind(path)
        if kind == tracked_files.ABSENT:
            self._refuse(path, "TC103" if tracked_files.itself(path) == "link" else "TC101")
        elif kind == "file":
            found = Found(os.path.abspath(path), display_path(path), path, named=True)
            if path.endswith(".json"):
                self._documents[found.path] = found
            else:
                self._counted.add(found.path)
                self._add(found)
        elif kind == "folder" and not path.endswith(".py"):
            self._folder(path, os.path.abspath(path))
        else:
            self.diagnostics.append(Refused("TC103", "is not a regular file", LEAVE_OUT).diagnostic(display_path(path)))

    def _refuse(self, path: str, code: str) -> None:
        missing = code == "TC101"
        message = f"{display_path(path)} does not exist" if missing else "is a link to nothing"
        self.diagnostics.append(
            Diagnostic(code, message, Span(display_path(path)), help=_suggest_path(path) if missing else "")
        )

    def _add(self, found: Found) -> None:
        known = self._found.get(found.path)
        if known is None:
            self._found[found.path] = found
        elif found.named and not known.named:  # how it is shown must not depend on which argument came first
            self._found[found.path] = Found(found.path, min(found.shown, known.shown), known.given, named=True)

    def _folder(self, given: str, top: str) -> None:
        """All files of a folder, depth first, without recursion: folders can nest deeper than Python can."""
        todo: list[tuple[str, Rules | None]] = [(top, rules_for(top))]
        while todo:
            folder, above = todo.pop()
            rules = Rules(folder, above)
            for entry in _entries(folder, self._unreadable):
                extend(_MET)
                is_folder = _is_folder(entry)
                if rules.ignores(entry.path, is_folder) or not (is_folder or self._is_wanted(entry.path, top)):
                    continue
                if is_folder and is_skipped(entry.name, entry.path, self._out):
                    continue  # before it is asked where it leads: environments are often links
                if entry.is_symlink() and leaves(entry.path, top):
                    if not self._apart.holds(entry.path, top):
                        self._refuse_entry(entry, given, top, "is a link that leaves the folder being read")
                elif not is_folder:
                    self._file(entry, given, top)
                elif not entry.is_symlink():
                    todo.append((entry.path, rules))  # what a link inside leads to is met anyway

    def _file(self, entry: "os.DirEntry[str]", given: str, top: str) -> None:
        if _is_file(entry):
            path = os.path.join(given, below(entry.path, top) or entry.name)
            if not self._apart.holds(entry.path, top):
                self._counted.add(entry.path)
            self._add(Found(entry.path, display_path(path), given, named=False))
        else:
            self._refuse_entry(entry, given, top, "is not a regular file")

    def _refuse_entry(self, entry: "os.DirEntry[str]", given: str, top: str, message: str) -> None:
        path = os.path.join(given, below(entry.path, top) or entry.name)
        self.diagnostics.append(Refused("TC103", message, LEAVE_OUT).diagnostic(display_path(path)))

    def _is_wanted(self, path: str, top: str) -> bool:
        relative = below(path, self._root) or below(path, top) or os.path.basename(path)
        relative = relative.replace(os.sep, "/")
        return self._include.match_file(relative) and not self._exclude.match_file(relative)

    def _unreadable(self, folder: str, error: OSError) -> None:
        message = f"cannot be opened: {error.strerror or error}"
        self.diagnostics.append(Refused("TC103", message, UNREADABLE).diagnostic(display_path(folder)))


def _empty(path: str, out: str) -> Diagnostic:
    help_ = "name the folder that the sources are in; .gitignore, `include` and `exclude` say which files of it are read"
    if tracked_files.is_folder(out) and below(out, os.path.abspath(path)) is not None:
        folder = display_path(out)
        help_ = f"sources in the output folder, {folder}, are never read: if they are there, write elsewhere with --out DIR"
    return Diagnostic("TC102", f"no Python file in {display_path(path)}", Span(display_path(path)), help=help_)


def _suggest_path(path: str) -> str:
    """Return a suggestion for a path that does not exist."""
    folder, name = os.path.split(os.path.abspath(path))
    near = did_you_mean(name, tracked_files.names(folder))
    return near or "name a file or folder that is there; without any, the root of the configuration is read"


def _in_order(found: Mapping[str, Found]) -> tuple[Found, ...]:
    return tuple(sorted(found.values(), key=lambda one: one.shown))


def _entries(folder: str, failed: Callable[[str, OSError], None]) -> Iterator["os.DirEntry[str]"]:
    try:
        yield from tracked_files.entries(folder)
    except OSError as error:
        failed(folder, error)


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads to itself
        return False


def _is_file(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False
