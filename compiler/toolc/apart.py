"""Compiles the parts of a project one by one, each as if it were alone, and none that would come out as it did before.

Takes a `Project`, the reader and the systems, gives the packages and diagnostics of all parts. A part is files whose tools may
depend on each other. Whatever it reads, lists or looks for in vain is noted: while all of that is as it was, so is the part.
"""

import time
from collections.abc import Mapping, Sequence

from msgspec import Struct

from toolc import disk
from toolc.bind import bind
from toolc.cache.manifest import digest_of
from toolc.cache.store import Store
from toolc.diagnostics import Diagnostic
from toolc.discover import Project
from toolc.discover.facts import Fact, settled
from toolc.ir import Package
from toolc.lower import lower
from toolc.ports import Reader
from toolc.systems.base import System

Answer = tuple[tuple[Package, ...], tuple[Diagnostic, ...]]


class Compiled(Struct, frozen=True):
    """What came of one part, and all that it depended on. `met`: the files it read, as they are shown and named; `whole`: it
    asked for every file there is."""

    packages: tuple[Package, ...]
    diagnostics: tuple[Diagnostic, ...]
    noted: dict[str, str]
    met: dict[str, tuple[str, str]]
    whole: bool = False


def words(systems: Mapping[str, System]) -> frozenset[str]:
    """What a file says that can register tools: the name of a framework, or the last one of a decorator of one's own."""
    named = [name for system in systems.values() for name in (*system.marks, *system.servers, *system.assigned)]
    owned = [name for system in systems.values() if system.owned for name in system.marks]
    return frozenset({*(name.partition(".")[0] for name in named), *(name.rpartition(".")[2] for name in owned)})


def compile_parts(project: Project, reader: Reader, systems: Mapping[str, System], store: Store) -> Answer:
    """The packages of all parts. Parts that turn out to have to do with each other are compiled together."""
    started, told_by = time.time_ns() - disk.SLACK, words(systems)
    remembered = "facts " + " ".join(sorted(told_by))
    known = store.load(remembered, dict[str, Fact]) or {}
    groups, facts = project.parts(told_by, known)
    run = _Run(project, reader, systems, store, facts)
    done: dict[tuple[str, ...], Compiled] = {}
    joined = list(groups)
    while joined:
        done.update((group, run.compiled(group)) for group in joined)
        joined = _met(done)
        for group in joined:
            done = {one: told for one, told in done.items() if not set(one) <= set(group)}
    if (kept := settled(facts, started)) != known:
        store.save(remembered, kept, dict[str, Fact])
    store.sweep()
    told = [done[group] for group in sorted(done)]
    return tuple(package for one in told for package in one.packages), tuple(said for one in told for said in one.diagnostics)


def compile_whole(project: Project, reader: Reader, systems: Mapping[str, System], _: Store) -> Answer:
    """The packages of all files, compiled as one part of which nothing is kept."""
    program = bind(project, reader, systems)
    bundle, lowered = lower(program, systems)
    return bundle.packages, (*program.diagnostics, *lowered)


class _Run:
    """One run over the parts of a project."""

    def __init__(
        self, project: Project, reader: Reader, systems: Mapping[str, System], store: Store, facts: Mapping[str, Fact]
    ) -> None:
        self._project, self._reader, self._systems, self._store = project, reader, systems, store
        self._frame = disk.digest(project.frame)
        self._now = {disk.FILE + path: fact.digest for path, fact in facts.items()}

    def compiled(self, group: Sequence[str]) -> Compiled:
        """One part, as it came out before or anew."""
        name = "\0".join((self._frame, *group))
        known = self._store.load(name, Compiled)
        if known is not None and self._holds(known):
            for key, digest in known.noted.items():
                disk.note(key[0], key[1:], digest, disk.signature(key[1:]) if key[0] in "fd" else "")
            return known
        made = self._made(group)
        if disk.UNTOLD not in made.noted.values():
            self._store.save(name, made, Compiled)
        return made

    def _made(self, group: Sequence[str]) -> Compiled:
        part = self._project.part(group)
        with disk.noting(disk.Notes()) as notes:
            program = bind(part, self._reader, self._systems)
            bundle, lowered = lower(program, self._systems)
        said = (*part.diagnostics, *program.diagnostics, *lowered)
        return Compiled(bundle.packages, said, notes.digests, part.met(), part.whole)

    def _holds(self, known: Compiled) -> bool:
        """Whether all that a part depended on is as it was."""
        if not all(self._project.alike(path, seen) for path, seen in known.met.items()):
            return False
        return all(self._digest(key) == digest for key, digest in known.noted.items())

    def _digest(self, key: str) -> str:
        if key not in self._now:
            self._now[key] = digest_of(key[0], key[1:])
        return self._now[key]


def _met(done: Mapping[tuple[str, ...], Compiled]) -> list[tuple[str, ...]]:
    """The groups that have to be compiled together after all: one read a file of another, or both made tools of one package."""
    owner = {path: group for group in done for path in group}
    above = {group: group for group in done}

    def top(group: tuple[str, ...]) -> tuple[str, ...]:
        while above[group] != group:
            group = above[group]
        return group

    def join(one: tuple[str, ...], other: tuple[str, ...]) -> None:
        above[top(one)] = top(other)

    first: dict[str, tuple[str, ...]] = {}
    for group, told in done.items():
        for path in told.met:
            if path in owner:
                join(group, owner[path])
        for package in told.packages:
            join(group, first.setdefault(package.name, group))
        if told.whole:
            for other in done:
                join(group, other)
    found: dict[tuple[str, ...], set[str]] = {}
    for group in done:
        found.setdefault(top(group), set()).update(group)
    return [tuple(sorted(paths)) for key, paths in found.items() if paths != set(key)]
