"""Compilation of the parts of a project one by one, each as if it were alone; unchanged parts come from the cache.

Takes a `Project`, the reader and the systems, gives the packages and diagnostics of the parts with files that were asked for. A
part is files whose tools may depend on each other. Whatever it reads, lists or tries to find is recorded: while none of that
has changed, the part has not.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, structs

from toolc import tracked_files
from toolc.cache.memo import Now
from toolc.cache.modules import KeptReader
from toolc.cache.store import Store
from toolc.diagnostics import Diagnostic, are_lasting, is_unread
from toolc.discover import Project, Survey
from toolc.discover.file_summaries import FileSummary, reliable_summaries
from toolc.driver import Request
from toolc.driver.dependence import (
    Changed,
    Dependence,
    dependence_of,
    digest_of_notes,
    find_harmless_change,
    follow_changes,
    move_places,
)
from toolc.interfaces import Reader
from toolc.ir import Package
from toolc.module import read_outlines
from toolc.process_pool import map_in_processes
from toolc.progress import count_results
from toolc.source import Span
from toolc.systems.base import System, server_distributions
from toolc.timings import count_apart, counts

MAX_ATTEMPTS = 2
"""How often a part with a file that runs out of time is compiled, while nothing about it changes: once may have been the
machine's fault, twice is the file's."""

_FEW = 20  # files that have changed, beyond which a part is compiled anew at once
_TEXTS = "texts\0"

Group = tuple[str, ...]
"""The files of a part that can hold tools, by path."""

Answer = tuple[tuple[Package, ...], tuple[Diagnostic, ...]]


CompilePart = Callable[[Project, Reader], Answer]
"""The stages that make the packages of a part (`pipeline.compile_part`)."""


class PartialResult(Struct, frozen=True):
    """Result of the parts with files under the paths, and the units of these files that are complete.

    Where the project is not widened, only the files that were asked for are compiled, and no unit is known to be whole.
    `scanned`: what was found while files were looked for.
    """

    packages: tuple[Package, ...]
    diagnostics: tuple[Diagnostic, ...]
    whole: frozenset[str]
    scanned: tuple[Diagnostic, ...] = ()


class Compiled(Struct, frozen=True):
    """Result of one part, with all its dependencies. `files_read`: the files it read, as they are shown and named; `whole`: it
    asked for every file there is. `attempts`: how many runs compiled it when a file of it ran out of time; 0 if none did."""

    packages: tuple[Package, ...]
    diagnostics: tuple[Diagnostic, ...]
    noted: dict[str, str]
    files_read: dict[str, tuple[str, str]]
    whole: bool = False
    attempts: int = 0


class Reached(Struct, frozen=True):
    """Result of files read with one environment, and the files; `files_read` and `whole` as in `Compiled`."""

    packages: tuple[Package, ...]
    diagnostics: tuple[Diagnostic, ...]
    files_read: dict[str, tuple[str, str]]
    whole: bool
    part: Project


class FreshPart(Struct, frozen=True):
    """A part that was compiled now, the signatures of the files it read (`AccessTrace.signatures`), its counters, and what it
    depends on of their texts."""

    compiled: Compiled
    looks: dict[str, str]
    counts: dict[str, int]
    dependence: Dependence | None = None


def trigger_words(systems: Mapping[str, System]) -> frozenset[str]:
    """Return the words of files that can register tools: names of frameworks, and of the user's own decorators."""
    named = [name for system in systems.values() for name in (*system.marks, *system.servers, *system.declared_by_assignment)]
    owned = [name for system in systems.values() if system.user_defined for name in system.marks]
    return frozenset({*(name.partition(".")[0] for name in named), *(name.rpartition(".")[2] for name in owned)})


def compile_parts(
    run: Request, project: Project, reader: Reader, systems: Mapping[str, System], compile_part: CompilePart
) -> PartialResult:
    """Return the packages of all files, of which only the parts that have changed are compiled."""
    if not run.is_together:
        return _compile_changed(project, run.modules, systems, run.store, run.jobs, compile_part)
    packages, said = _answer(by_environment(project, None, lambda part: compile_part(part, reader)))
    return PartialResult(packages, said, frozenset(package.name for package in packages))


def complete_units(run: Request, survey: Survey, project: Project, compiled: PartialResult) -> PartialResult:
    """Return the result without what is not of complete units, if these were asked for; units without a name are none."""
    whole, scanned = compiled.whole - survey.nameless, tuple(project.diagnostics)
    if not run.is_widened:
        return PartialResult(compiled.packages, compiled.diagnostics, whole, scanned)
    packages = tuple(package for package in compiled.packages if package.name in whole)
    scanned = tuple(one for one in (*survey.further, *scanned) if unit_of(one, project) in whole)
    said = tuple(one for one in compiled.diagnostics if unit_of(one, project) in {"", *whole} or is_unread(one))
    return PartialResult(packages, said, whole, scanned)


def _compile_changed(
    project: Project, modules: Store, systems: Mapping[str, System], store: Store, jobs: int, compile_part: CompilePart
) -> PartialResult:
    """The packages of all parts, checked. Parts that turn out to have to do with each other are compiled together.

    `modules`: what files say, by their text; `store`: everything else that is kept.
    """
    reader = KeptReader(modules)
    started, told_by = time.time_ns() - tracked_files.SLACK, trigger_words(systems)
    remembered = "facts " + " ".join(sorted(told_by))
    known = store.load(remembered, dict[str, FileSummary]) or {}
    groups, facts = project.partition(told_by, server_distributions(systems.values()), known)

    def compile_and_keep(part: Project) -> Answer:
        try:
            return compile_part(part, reader)
        finally:
            reader.keep()

    run = _Run(project, compile_and_keep, store, facts, reader)
    done: dict[Group, Compiled] = {}
    joined = [group for group in groups if any(map(project.is_requested, group))]
    joined = joined or [()]  # what the configuration names is looked for even where there is no candidate
    while joined:
        done |= run.compile_groups(joined, jobs)
        joined = _groups_to_join(done, groups)
        for group in joined:
            done = {one: told for one, told in done.items() if not set(one) <= set(group)}
    elsewhere = {path: fact for path, fact in known.items() if path not in facts and project.has(path)}
    if (kept := {**elsewhere, **reliable_summaries(facts, started)}) != known:
        store.save(remembered, kept, dict[str, FileSummary])
    store.sweep()
    if run.compiles:
        modules.sweep()
    told = [done[group] for group in sorted(done)]
    packages = tuple(package for one in told for package in one.packages)
    return PartialResult(packages, tuple(said for one in told for said in one.diagnostics), project.whole_units(done, groups))


def by_environment(
    project: Project, members: Sequence[str] | None, compile_part: Callable[[Project], Answer]
) -> Iterator[Reached]:
    """Compile files once with each environment that their units have, and keep what is of the units that have it.

    Files of other units can be imported meanwhile, as when the program runs. `members`: None for all files of the project.
    """
    searches, compiled = project.searches(members), dict[tuple[str, ...], tuple[Project, Answer]]()
    while missing := [search for search in searches if search not in compiled]:
        for search in missing:
            part = project.with_search_path(search) if members is None else project.part(members, search)
            compiled[search] = part, compile_part(part)
            files_read = {
                project.search_of(package.name) for package in compiled[search][1][0] if project.is_unit(package.name)
            }
            searches += sorted(files_read.difference(searches))  # of other units, whose modules are imported
    for search, (part, (packages, said)) in compiled.items():
        said = (*part.diagnostics, *said)
        if len(searches) > 1:
            packages = tuple(package for package in packages if _search_path_of(package.name, project, searches) == search)
            said = tuple(one for one in said if one.span is None or read_with(one.span, project, searches) == search)
        yield Reached(packages, said, part.files_read(), part.whole, part)


def read_with(span: Span, project: Project, searches: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The search path, of those given, that counts for a place in a file."""
    return _search_path_of(project.unit(span.path), project, searches)


def _search_path_of(unit: str, project: Project, searches: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The search path that counts for a unit; the first for what is of no unit of the workspace, such as a library."""
    search = project.search_of(unit)
    return search if search in searches else searches[0]


def _answer(reached: Iterable[Reached]) -> Answer:
    told = list(reached)
    packages = tuple(package for one in told for package in one.packages)
    return packages, tuple(dict.fromkeys(said for one in told for said in one.diagnostics))


class _Run:
    """One run over the parts of a project."""

    def __init__(
        self,
        project: Project,
        compile_part: Callable[[Project], Answer],
        store: Store,
        facts: Mapping[str, FileSummary],
        reader: KeptReader,
    ) -> None:
        self._project, self._compile, self._store, self._facts, self._reader = project, compile_part, store, facts, reader
        self.compiles = False  # whether anything had to be
        self._frame = tracked_files.digest(project.frame)
        self._now = Now({tracked_files.FILE + path: (fact.digest, fact.looks) for path, fact in facts.items()})

    def compile_groups(self, groups: Sequence[Group], jobs: int) -> dict[Group, Compiled]:
        """Parts, each as it came out before or anew."""
        done: dict[Group, Compiled] = {}
        attempts: dict[Group, int] = {}
        for group in groups:
            known = self._store.load(self._name(group), Compiled)
            if known is not None and (known := self._still_valid(group, known)) is not None:
                if 0 < known.attempts < MAX_ATTEMPTS:
                    attempts[group] = known.attempts
                    continue
                done[group] = known
                for key in known.noted:
                    self._now.note(key)
        missing = [group for group in groups if group not in done]
        self.compiles = self.compiles or bool(missing)
        for group, made in zip(missing, count_results(map_in_processes(self._make_part, missing, jobs), missing), strict=True):
            compiled = made.compiled
            counts.update(made.counts)
            if not are_lasting(compiled.diagnostics):
                compiled = structs.replace(compiled, attempts=attempts.get(group, 0) + 1)
            done[group] = compiled
            for key, digest in made.compiled.noted.items():
                tracked_files.record(key[0], key[1:], digest, made.looks.get(key, ""))
            if tracked_files.UNKNOWN_DIGEST not in compiled.noted.values():
                self._store.save(self._name(group), compiled, Compiled)
                if made.dependence is not None:
                    self._store.save(_TEXTS + self._name(group), made.dependence, Dependence)
        return done

    def _name(self, group: Group) -> str:
        return "\0".join((self._frame, *group))

    def _make_part(self, group: Group) -> FreshPart:
        read_outlines.clear()
        with tracked_files.tracing(tracked_files.AccessTrace()) as notes, count_apart() as counted:
            reached = list(by_environment(self._project, group, self._compile))
        packages, said = _answer(reached)
        files_read = {path: seen for one in reached for path, seen in one.files_read.items()}
        compiled = Compiled(packages, said, notes.digests, files_read, any(one.whole for one in reached))
        depends = None
        if self._store.keeps and len(reached) == 1 and are_lasting(said):
            depends = dependence_of(reached[0].part, self._reader, self._facts, notes.digests)
        return FreshPart(compiled, notes.signatures, counted, depends)

    def _still_valid(self, group: Group, known: Compiled) -> Compiled | None:
        """Return what a part gave before, its places where they are now, if nothing has changed that it depends on."""
        if not all(self._project.alike(path, seen) for path, seen in known.files_read.items()):
            return None
        if known.whole and not self._project.holds_all(known.files_read):
            return None
        changed = [key for key, digest in known.noted.items() if self._now.answer(key)[0] != digest]
        if not changed:
            return known
        return self._move(group, known, changed) if are_lasting(known.diagnostics) else None

    def _move(self, group: Group, known: Compiled, changed: Sequence[str]) -> Compiled | None:
        """Return a result that depends on nothing that has changed in some files, its places where they are now."""
        files = [key for key in changed if key[0] == tracked_files.FILE]
        told = self._store.load(_TEXTS + self._name(group), Dependence) if len(files) == len(changed) <= _FEW else None
        if told is None or told.of != digest_of_notes(known.noted):
            return None
        part, found = self._project.part(group), list[Changed]()
        for key in files:
            one = find_harmless_change(key[1:], told, part, self._reader, self._facts)
            if one is None or one.digest != self._now.answer(key)[0]:
                return None
            found.append(one)
        noted = {**known.noted, **{tracked_files.FILE + one.path: one.digest for one in found}}
        compiled = move_places(structs.replace(known, noted=noted), found)
        if compiled is not None:
            self._store.save(self._name(group), compiled, Compiled)
            self._store.save(_TEXTS + self._name(group), follow_changes(told, found, noted), Dependence)
        return compiled


def _groups_to_join(done: Mapping[Group, Compiled], groups: Iterable[Group]) -> list[Group]:
    """The groups that have to be compiled together after all: one read a file of another, or both made tools of one package.

    `groups`: all that there are, also those that nobody asked for.
    """
    covered = {path for group in done for path in group}
    every = [*done, *(group for group in groups if not covered & set(group))]
    owner = {path: group for group in every for path in group}
    above = {group: group for group in every}

    def top(group: Group) -> Group:
        while above[group] != group:
            group = above[group]
        return group

    def join(one: Group, other: Group) -> None:
        above[top(one)] = top(other)

    first: dict[str, Group] = {}
    for group, told in done.items():
        for path in told.files_read:
            if path in owner:
                join(group, owner[path])
        for package in told.packages:
            join(group, first.setdefault(package.name, group))
        if told.whole:
            for other in every:
                join(group, other)
    found: dict[Group, set[str]] = {}
    for group in every:
        found.setdefault(top(group), set()).update(group)
    wanted = {top(group) for group in done}
    return [tuple(sorted(paths)) for key, paths in found.items() if key in wanted and paths != set(key)]


def unit_of(said: Diagnostic, project: Project) -> str:
    """The unit of the file that a finding is about; "" where it is about none of the workspace."""
    return project.unit(said.span.path) if said.span is not None else ""
