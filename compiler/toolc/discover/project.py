"""The files of one run, as `bind` asks for them.

Takes paths and a `Config`, gives a `Project`. A file is read when it is first asked for, and once.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache, cached_property

import msgspec
from msgspec import Struct

from toolc import tracked_files
from toolc.config import Config
from toolc.cpu_budget import RUN, extend
from toolc.diagnostics import Diagnostic
from toolc.discover.byte_matcher import ByteMatcher
from toolc.discover.decode import Undecodable, codec
from toolc.discover.distributions import Distributions, environment, normalise_name
from toolc.discover.file_summaries import FileSummary, Scan
from toolc.discover.ignoring import globs
from toolc.discover.naming import module_name, prefixes
from toolc.discover.opening import Refused, read_bytes, read_data, text_of
from toolc.discover.partition import partition
from toolc.discover.paths import below, display_path, leaves
from toolc.discover.pyproject import declared_scripts
from toolc.discover.search import Folders, without
from toolc.discover.survey import Survey, survey
from toolc.discover.text_index import Search, TextIndex
from toolc.discover.units import Units
from toolc.qualified_names import is_modelled
from toolc.source import SourceFile


def discover(
    paths: Sequence[str], config: Config, stdin: SourceFile | None = None, *, alone: bool = False
) -> tuple["Project", tuple[Diagnostic, ...]]:
    """The project under some paths. `stdin` stands for one more file that is on no disk. `alone`: see `survey`."""
    found = survey(paths, config, alone=alone)
    return Project(found, config, stdin), found.diagnostics


NOT_GIVEN = -1


class TextRead(Struct, frozen=True):
    """Use of the text of one file: the file, if it was loaded, the number of the words for which it was given, and
    the answers of the index."""

    path: str
    source: SourceFile | None
    given: int
    searches: dict[Search, bool]


class Project:
    """The files of one run (`interfaces.Sources`). `count` is how many there are, `left_out` how many more tests, examples
    and documents are under its paths, `diagnostics` what reading them showed.

    `widened`: the files beside those that were asked for count as well, so that packages are compiled whole.
    """

    def __init__(self, found: Survey, config: Config, stdin: SourceFile | None = None, *, widened: bool = False) -> None:
        self._documents, self._survey, self._widened = found.documents, found, widened
        self._config, self._search, self._stdin = config, found.search, stdin
        self._files = {one.path: one for one in found.files}
        self._by_shown = {one.shown: one for one in found.files}
        self._roots = dict(zip(self._files, found.roots, strict=True))
        self._places = dict(zip(self._files, found.places, strict=True))
        self._prefixes = prefixes((place.module, self._roots[path]) for path, place in self._places.items())
        self._prefixed = [(prefix, root) for root, prefix in self._prefixes.items() if prefix]
        self._root = os.path.abspath(config.root or ".")
        self._systems = [(globs([glob]), system) for glob, system in config.systems.items()]
        self._folders = Folders(found.index)
        if found.environments:
            self._read_with(found.search)
        self._modules_of = {self._name(path): path for path in self._files}
        asked = found.asked - found.left_out
        self._own = [path for path in self._files if path in asked or (widened and path not in found.left_out)]
        self.count = len(asked) + len(found.documents) + (stdin is not None)
        self.left_out = len(found.asked & found.left_out)
        extend(RUN * config.limits.seconds * max(len(self._own) + len(found.documents) + (stdin is not None) - 1, 0))
        self._extending = frozenset[str]()
        self._begin(self._own)

    def _begin(self, members: Iterable[str]) -> None:
        """Reset everything that is computed from the members."""
        self._members = tuple(members)
        self._units = Units(self._config)
        self._distributions = Distributions(self._search)
        self._loaded: dict[str, SourceFile | None] = {}
        self._modules: dict[tuple[str, str], SourceFile | None] = {}
        self._searched: set[str] = set()  # files that were loaded for their words alone
        self._installed: dict[str, str] = {}  # paths of the files that are not part of the project, by how they are shown
        self._names = dict(self._modules_of)
        self._given: dict[str, int] = {}  # the files that were given, with the number of words that were asked for before
        self._asked: list[frozenset[str]] = []
        self._data_read: set[str] = set()  # files that the program reads itself
        self._holding = TextIndex(self._config.max_file_size)
        self._able: set[str] | None = None
        self.whole = False
        self.diagnostics: list[Diagnostic] = []

    # --- parts --------------------------------------------------------------------------------------------------------

    def partition(
        self, words: frozenset[str], packages: frozenset[str], known: Mapping[str, FileSummary]
    ) -> tuple[tuple[tuple[str, ...], ...], dict[str, FileSummary]]:
        """The files that can hold tools, by path, in groups that are compiled apart; and what was told of every file.

        `words`: what a file says that can register tools without importing anything of the project, unless it imports what
        requires one of `packages`.
        """
        scan = Scan(words, self._config.max_file_size, known)
        told = {path: scan.fact(self._files[path]) for path in self._own}
        facts = {path: fact for path, fact in told.items() if fact is not None}
        self.diagnostics.extend(scan.diagnostics)
        declared = [path for path in facts if self.declared_system(self._files[path].shown)]
        self._extending = self._importing_files(facts, packages)
        declared += self._extending
        named = [path for path in facts if self._files[path].named]
        # That a file was named makes it one to be read, and not one with tools.
        self._able = {path for group in partition(self._places, facts, declared) for path in group} if named else None
        named += declared
        return partition(self._places, facts, named), facts

    def _importing_files(self, facts: Mapping[str, FileSummary], packages: frozenset[str]) -> frozenset[str]:
        """The files that import an installed module whose distribution requires one of `packages`, and say no word of those."""
        distributions = [Distributions(search) for search in self.searches()]

        @cache
        def requires(top: str) -> bool:
            return (
                not is_modelled(top)
                and any(map(environment, self._survey.index.get(top, ())))
                and any(one.requires(top, packages) for one in distributions)
            )

        quiet = {path: fact for path, fact in facts.items() if not fact.mentions}
        return frozenset(path for path, fact in quiet.items() if any(requires(name.partition(".")[0]) for name in fact.imports))

    def is_requested(self, path: str) -> bool:
        """Return `True` if a file is under the paths of the run."""
        return path in self._survey.asked

    def unit(self, shown_path: str) -> str:
        """The output unit of a file or folder of the workspace, by the path shown; "" of one that is elsewhere."""
        if shown_path in self._by_shown:
            return self._places[self._by_shown[shown_path].path].unit
        return (
            self._units.name(os.path.join(os.path.abspath(shown_path), ""), shown_path)
            if tracked_files.is_folder(shown_path)
            else ""
        )

    def home(self, shown_path: str) -> str | None:
        """The folder of the output unit of a file of the workspace, by the path shown; None where it has none of its own."""
        found = self._by_shown.get(shown_path)
        return self._units.home(found.path) if found else None

    def has(self, path: str) -> bool:
        """Return `True` if a file belongs to the workspace."""
        return path in self._files

    def whole_units(self, compiled: Iterable[Sequence[str]], groups: Iterable[Sequence[str]]) -> frozenset[str]:
        """The units that files were asked for of, as far as all of their files that can hold tools are compiled.

        `compiled`: the parts that were; `groups`: all parts there are. A unit without any such file is whole.
        """
        if not self._widened:
            return frozenset()
        unit = {path: place.unit for path, place in self._places.items()}
        able = {path for group in groups for path in group if self._able is None or path in self._able}
        chosen = {unit[path] for group in compiled for path in group if self.is_requested(path) and path in able}
        idle = {unit[path] for path in self._survey.asked} - {unit[path] for path in able}
        return frozenset(chosen | idle)

    @property
    def units(self) -> dict[str, str]:
        """The output unit of every file of the workspace, by the path shown."""
        return {found.shown: self._places[found.path].unit for found in self._survey.files}

    def part(self, members: Sequence[str], search: tuple[str, ...] | None = None) -> "Project":
        """The same project where only some files can hold tools. What it finds out it finds out by itself.

        `search`: the search path that it is read with, if that is another one.
        """
        part = self.with_search_path(self._search if search is None else search)
        part._stdin, part._members = None, tuple(members)
        return part

    def with_search_path(self, search: tuple[str, ...]) -> "Project":
        """The same project, read with a search path of `searches`. What it finds out it finds out by itself."""
        other = copy(self)
        for kept in ("_environments", "_tops"):
            other.__dict__.pop(kept, None)
        if search != self._search:
            other._read_with(search)
        other._begin(self._members)
        return other

    def _read_with(self, search: tuple[str, ...]) -> None:
        every = (self._survey.search, *self._survey.environments.values())
        hidden = {folder for folders in every for folder in folders}.difference(search)
        self._search = search
        self._folders = Folders(without(self._survey.index, hidden))

    def searches(self, members: Sequence[str] | None = None) -> list[tuple[str, ...]]:
        """The search paths that the units of some files are read with, those of all files for None; sorted."""
        units = {self._places[path].unit for path in (self._own if members is None else members)}
        found = {self.search_of(unit) for unit in units}
        if self._stdin is not None or not found:
            found.add(self._survey.search)
        return sorted(found)

    def is_unit(self, name: str) -> bool:
        """Return `True` if a file of the workspace belongs to the unit."""
        return any(place.unit == name for place in self._places.values())

    def search_of(self, unit: str) -> tuple[str, ...]:
        """The search path that a unit is read with."""
        return self._survey.environments.get(unit, self._survey.search)

    def files_read(self) -> dict[str, tuple[str, str]]:
        """The files that were read, by path: how each is shown, and the name of its module. Files that were only searched for
        words are no part of the program: what was found there depends on their text alone."""
        return {
            path: (source.path, source.module)
            for path, source in self._loaded.items()
            if source is not None and path not in self._searched
        }

    def texts_read(self) -> Iterator[TextRead]:
        """Yield the use of the text of each file of the workspace; of those that the program reads, nothing is known."""
        for path in sorted({*self._loaded, *self._holding.answers, *self._members} & self._files.keys() - self._data_read):
            source, searches = self._loaded.get(path), self._holding.answers.get(path, {})
            if source is not None or path not in self._loaded:
                given = self._given.get(path, NOT_GIVEN) if path in self._members else NOT_GIVEN
                yield TextRead(path, source, given, searches)

    def search_words(self) -> list[frozenset[str]]:
        """Return the words that files were searched for, in order (`files_with_words`)."""
        return self._asked

    def would_be_given(self, path: str, data: bytes, asked: Sequence[frozenset[str]]) -> int:
        """The number of the words for which a file of this content would be given, by those that are asked for in turn."""
        if path not in self._members:
            return NOT_GIVEN
        if asked and (self._files[path].named or path in self._extending):
            return 0
        return next((number for number, words in enumerate(asked) if ByteMatcher(words).within(data)), NOT_GIVEN)

    @property
    def max_file_size(self) -> int:
        """The bytes of a file that is read."""
        return self._config.max_file_size

    def load(self, path: str) -> SourceFile | None:
        """A file of the workspace, by its path; None when it cannot be read."""
        return self._load(path)

    def holds_all(self, met: Iterable[str]) -> bool:
        """Return `True` if the workspace files that a part read are exactly those that can hold tools."""
        return {path for path in met if path in self._files} == set(self._own)

    def alike(self, path: str, seen: tuple[str, str]) -> bool:
        """Return `True` if a file that a part read still has the same shown path and module name."""
        found = self._files.get(path)
        if found is not None:
            return (found.shown, self._name(path)) == seen
        return display_path(path) == seen[0] and self._modules_of.get(seen[1], path) == path

    @property
    def frame(self) -> bytes:
        """Return the common inputs of all parts beside files, encoded: the configuration, and the search path."""
        found = self._survey
        told = [self._config, found.search, found.environments, self._root, found.index, self._prefixed]
        return json.dumps(msgspec.to_builtins(told)).encode()  # as ASCII: names of files need not be text

    # --- candidates ---------------------------------------------------------------------------------------------------

    def files_with_words(self, words: frozenset[str]) -> Iterator[SourceFile]:
        """The files that contain one of the words and were not given before. Files named themselves always count, and
        those that import what is built on a framework."""
        mentions, number = ByteMatcher(words), len(self._asked)
        self._asked.append(words)
        if self._stdin and self._stdin.path not in self._given:
            self._given[self._stdin.path] = number
            yield self._stdin
        for found in map(self._files.__getitem__, self._members):
            if found.path in self._given:
                continue
            every = found.named or found.path in self._extending
            source = self._load(found.path) if every else self._load(found.path, mentions)
            if source:
                self._given[found.path] = number
                yield source

    def everything(self) -> Iterator[SourceFile]:
        """All files, sorted by path."""
        self.whole = True
        if self._stdin:
            yield self._stdin
        for path in self._own:
            if source := self._load(path):
                yield source

    def members(self) -> Iterator[SourceFile]:
        """The files of this part, sorted by path: those that can hold tools, and those that import them."""
        if self._stdin:
            yield self._stdin
        for path in self._members:
            if source := self._load(path):
                yield source

    def owns(self, path: str) -> bool:
        """Return `True` if a file, by its shown path, belongs to the workspace.

        Beside a module that is asked for in a folder of installed packages, the other packages there do not.
        """
        found = self._by_shown.get(path)
        if found is None:
            return self._stdin is not None and path == self._stdin.path
        top = self._installed_top(found.path)
        return top is None or top in self._tops

    def _installed_top(self, path: str) -> str | None:
        """The package or module, by its path, that an installed file belongs to; `None` for any other file."""
        for folder in self._environments:
            start = os.path.join(folder, "")
            if path.startswith(start):
                return start + path[len(start) :].partition(os.sep)[0]
        return None

    @cached_property
    def _tops(self) -> frozenset[str]:
        """The installed packages and modules with files that the run was asked for."""
        return frozenset(top for path in self._survey.asked if (top := self._installed_top(path)) is not None)

    def declared_files(self) -> Iterator[tuple[SourceFile, str]]:
        """The files of a declared system, sorted by path; no other file is opened."""
        if self._stdin and (system := self.declared_system(self._stdin.path)):
            yield self._stdin, system
        for found in map(self._files.__getitem__, self._members):
            system = self.declared_system(found.shown)
            if system and (source := self._load(found.path)):
                yield source, system

    def documents(self) -> Iterator[SourceFile]:
        """The JSON documents named themselves, sorted by path."""
        for found in self._documents:
            try:
                text = text_of(read_bytes(found.path, self._config.max_file_size))
                yield SourceFile(found.shown, "", text, limits=self._config.limits)
            except Refused as refused:
                self.diagnostics.append(refused.diagnostic(found.shown))

    # --- modules ------------------------------------------------------------------------------------------------------

    def find(self, module: str, near: str = "") -> SourceFile | None:
        """The file that `import module` would read: in the project, else on the search path.

        `near` is the shown path of the importing file; its own root comes first. The file's `module` is its name in this
        run, which differs from `module` when two roots have modules of that name.
        """
        found = self._known_file(module, near)
        if found is not None and self._searched:
            self._searched.discard(self._path_of(found) or "")
        return found

    def _known_file(self, module: str, near: str = "") -> SourceFile | None:
        root = self._root_near(near)
        key = (module, root)
        if key not in self._modules:
            self._modules[key] = self._find(module, root)
        return self._modules[key]

    def package_files_with_words(self, package: str, words: Sequence[str], pattern: str = "") -> Iterator[SourceFile]:
        """The files of a top-level package with one of the words and a match of `pattern`, by path; read as far as that takes.

        A single file is a package of itself.
        """
        for root in self._folders.folders_with(package):
            for path in self._holding.paths(os.path.join(root, package), words, pattern):
                before = len(self._loaded)
                if source := self._known_file(module_name(path, root)):
                    if len(self._loaded) > before:
                        self._searched.add(next(reversed(self._loaded)))
                    yield source

    def data(self, module: str, parts: Sequence[str]) -> str | None:
        """The text of a file, by its path from the folder of a module's file; None where it is none within the root of the
        module, or cannot be read."""
        path = self._beside(module, parts)
        if path is None:
            return None
        self._data_read.add(path)
        try:
            return read_data(path, self._config.max_file_size).decode().replace("\r\n", "\n").replace("\r", "\n")
        except (Refused, UnicodeDecodeError):
            return None

    def has_folder(self, module: str, parts: Sequence[str]) -> bool:
        """Return `True` if there is a folder at a path from the folder of a module's file, within the root of the module."""
        path = self._beside(module, parts)
        return path is not None and tracked_files.is_folder(path)

    def _beside(self, module: str, parts: Sequence[str]) -> str | None:
        """A path from the folder of a module's file; None where it leads out of the root of the module."""
        source = self._known_file(module)
        home = self._path_of(source) if source is not None else None
        if home is None or source is None:
            return None
        folder = os.path.dirname(home)
        root = folder
        for _ in range(module.count(".") + source.package):
            root = os.path.dirname(root)
        path = os.path.normpath(os.path.join(folder, *parts))
        return path if path.startswith(os.path.join(root, "")) and not leaves(path, root) else None

    def _path_of(self, source: SourceFile) -> str | None:
        """The path that a file was loaded from; `None` for standard input and for folders."""
        return self._by_shown[source.path].path if source.path in self._by_shown else self._installed.get(source.path)

    def _root_near(self, path: str) -> str:
        found = self._by_shown.get(path)
        return self._roots[found.path] if found else ""

    def _find(self, module: str, near: str) -> SourceFile | None:
        if self._stdin and module == self._stdin.module:
            return self._stdin
        for prefix, root in self._prefixed:
            if module.startswith(prefix) and (place := self._locate(module.removeprefix(prefix), root)):
                return self._module(module, place, root)
        roots = self._folders.folders_with(module.partition(".")[0], near)
        for root in roots:  # one by one: a link may leave one root and be refused there
            place = self._locate(module, root)
            if place and (source := self._module(module, place, root)):
                return source
        place = self._folders.locate(module, roots)
        if place is None or tracked_files.is_file(place[0]):
            return None
        return SourceFile(display_path(place[0]), module, "", package=True)  # a namespace package: a folder, nothing to read

    def _locate(self, module: str, root: str) -> tuple[str, bool] | None:
        """The file of a module in one root, namespace packages left out."""
        place = self._folders.locate(module, (root,))
        return place if place and tracked_files.is_file(place[0]) else None

    def _module(self, module: str, place: tuple[str, bool], root: str) -> SourceFile | None:
        path, package = place
        if path in self._files:
            return self._load(path)
        if root and root not in self._search and leaves(path, root):
            return None
        if path not in self._loaded:
            taken = self._names.setdefault(module, path)
            name = module if taken == path else f"{os.path.basename(root)}/{module}"
            self._loaded[path] = self._read(path, display_path(path), name, package)
            self._installed[display_path(path)] = path
        return self._loaded[path]

    def is_installed(self, path: str) -> bool:
        """Return `True` if a file is in a folder of the search path with metadata of installed distributions."""
        found = self._by_shown.get(path)
        place = found.path if found else os.path.abspath(path)
        return any(place.startswith(os.path.join(folder, "")) for folder in self._environments)

    @cached_property
    def _environments(self) -> list[str]:
        return [folder for folder in self._search if environment(folder)]

    # --- facts about files ----------------------------------------------------------------------------------------------

    def package(self, path: str) -> str:
        """The output unit a file (by its shown path) belongs to."""
        found = self._by_shown.get(path)
        if found:
            return self._units.name(found.path, found.given)
        if self._stdin and path == self._stdin.path:
            return self._stdin.module
        return self._units.name(os.path.abspath(path), path)

    def declared_system(self, path: str) -> str | None:
        """The system all public functions of this file belong to; only files of the project have one."""
        found = self._by_shown.get(path)
        if not found and not (self._stdin and path == self._stdin.path):
            return None
        relative = below(found.path, self._root) if found else None
        name = (relative or path).replace(os.sep, "/").lstrip("/")
        return next((system for spec, system in self._systems if spec.match_file(name)), None)

    def scripts(self, paths: Iterable[str]) -> tuple[str, ...]:
        """The functions that the projects of some files (by their shown paths) declare as commands, as `module:function`."""
        files = [found.path for path in paths if (found := self._by_shown.get(path)) is not None]
        homes = dict.fromkeys(map(self._units.home, files))
        told = {script for home in homes if home is not None for script in declared_scripts(home)}
        roots = {self._name(path).partition(".")[0] for path in files if self._distributions.holds(path)}
        return tuple(sorted(told | self._distributions.scripts(roots)))

    def environment(self) -> Mapping[str, str]:
        """The environment variables that the configuration says the program is started with."""
        return self._config.environment

    def requires(self, module: str, packages: frozenset[str]) -> bool:
        """Return `True` if the distribution of an installed module requires one of some others."""
        return self._distributions.requires(module.partition(".")[0], packages)

    def is_assumed(self, module: str) -> bool:
        """Return `True` if the version of a module's package is assumed, whatever is on the search path."""
        return normalise_name(module.partition(".")[0]) in self._assumed_versions

    def version(self, distribution: str) -> str | None:
        """The version of a distribution: assumed, else from the metadata on the search path."""
        name = normalise_name(distribution)
        return self._assumed_versions.get(name) or self._distributions.version(name)

    @cached_property
    def _assumed_versions(self) -> dict[str, str]:
        return {normalise_name(key): version for key, version in self._config.assume.items()}

    # --- reading --------------------------------------------------------------------------------------------------------

    def _name(self, path: str) -> str:
        return self._prefixes[self._roots[path]] + self._places[path].module

    def _load(self, path: str, mentions: ByteMatcher | None = None) -> SourceFile | None:
        """One file of the project. With `mentions`: only when its bytes hold one of those words."""
        if path not in self._loaded:
            found = self._files[path]
            try:
                data = read_bytes(path, self._config.max_file_size)
                codec(data)  # before the words are looked for: an odd codec would hide them
                if mentions is not None and not mentions.within(data):
                    return None
                package = os.path.basename(path) == "__init__.py"
                self._loaded[path] = SourceFile(found.shown, self._name(path), text_of(data), package, self._config.limits)
            except Undecodable as error:
                self._refuse(path, Refused("TC105", str(error), "save the file as UTF-8"))
            except Refused as refused:
                self._refuse(path, refused)
        return self._loaded[path]

    def _refuse(self, path: str, refused: Refused) -> None:
        self._loaded[path] = None
        self.diagnostics.append(refused.diagnostic(self._files[path].shown))

    def _read(self, path: str, name: str, module: str, package: bool) -> SourceFile | None:
        """A file that is not part of the project; one that cannot be read is as good as absent."""
        try:
            text = text_of(read_bytes(path, self._config.max_file_size))
            return SourceFile(name, module, text, package, self._config.limits)
        except Refused:
            return None
