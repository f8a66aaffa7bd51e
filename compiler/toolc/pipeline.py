"""The stages in order, with the value on every arrow.

    Config ─► discover ─► read ─► bind ─► lower ─► check ─► emit ─► proof ─► write
                     └──► snapshots ─────────┘

`bind` pulls `read`: it asks for files and for single definitions when it needs them, so `read` appears as its argument. JSON
documents hold schemas already, and join what was lowered.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct, structs

from toolc.bind import bind
from toolc.cache.memo import remember
from toolc.cache.modules import KeptReader
from toolc.cache.store import NOTHING_KEPT, Store
from toolc.check import check_packages, check_together, nothing_found
from toolc.config import Config
from toolc.cpu_budget import charging, extend, share
from toolc.diagnostics import Diagnostic, in_order, internal, is_unread, lasting
from toolc.discover import Project, Survey, discover, survey
from toolc.discover.paths import shown
from toolc.discover.pyproject import Published, described_project, published_project
from toolc.driver.parts import compile_parts, compile_together, read_with
from toolc.emit import Emitted, Options, OutputFile, Target, gathered, placed
from toolc.interfaces import Reader
from toolc.ir import Bundle, Package, TypeReport, joined
from toolc.limits import CpuBudgetExceeded
from toolc.lower import lower_types
from toolc.output_validation import BROKEN
from toolc.providers import Provider
from toolc.snapshots import recorded
from toolc.source import SourceFile, Span
from toolc.systems.own import known_systems
from toolc.timings import stage

if TYPE_CHECKING:
    from toolc.reach import Reach
    from toolc.systems.base import System
    from toolc.variables import Variable

Sandbox = Literal["auto", "require", "off"]
"""Sandbox of a worker: whatever this system has, all of Landlock and seccomp, or none."""


class Front(Struct, frozen=True):
    """Result of the front end: the checked bundle, all findings, and the number of files it read.

    `whole`: the units that nothing is missing of, not even their name, with or without tools. `loose`: those that only the
    paths of the run make whole. `units`: those of all files of the workspace, by the path shown; `complete`: there are no more.
    `documents`: the paths of the JSON documents that packages were made of. `left_out`: how many tests, examples and documents
    are not among the files. `sandboxed`: whether what read them was, None where nothing asked for that. `reach`: of packages
    and tools, where it was asked for.
    """

    bundle: Bundle
    diagnostics: tuple[Diagnostic, ...]
    files: int
    whole: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    units: Mapping[str, str] = {}
    complete: bool = False
    documents: Mapping[str, str] = {}
    left_out: int = 0
    sandboxed: bool | None = None
    reach: "Reach | None" = None


def compile_tools(
    paths: Sequence[str],
    config: Config,
    stdin: SourceFile | None = None,
    sandbox: Sandbox | None = None,
    store: Store = NOTHING_KEPT,
    jobs: int = 1,
    widened: bool = False,
    modules: Store = NOTHING_KEPT,
    reaching: bool = False,
) -> Front:
    """From paths to a checked bundle. `stdin` stands for one more file that is on no disk; see `reading` for `sandbox`.

    `widened`: the units of the files under the paths are compiled whole, wherever their other files are; nothing else is in
    the bundle. Without it only tools of the files under the paths are. `modules`: where what files say is kept. `reaching`: the
    reach of all code is told as well.
    """
    systems = known_systems(config)
    with reading(sandbox, modules) as (reader, lost, walls):  # a worker gets ready meanwhile
        with stage("discover"):
            found = surveyed(paths, config, store, alone=sandbox is not None)
            together = stdin is not None or sandbox is not None  # one program, which a single budget holds for
            project = Project(found, config, stdin, widened=widened and not together)
        with stage("compile"):
            if together:
                packages, lowered = compile_together(project, reader, systems, strict=config.strict)
                sandboxed = walls()
                whole = frozenset(package.name for package in packages)
            else:
                compiled = compile_parts(project, modules, systems, store, jobs, strict=config.strict)
                packages, lowered, whole = compiled.packages, compiled.diagnostics, compiled.whole
                sandboxed = None
        reach, unreached = _reach(packages, project, reader, systems, sandbox is not None) if reaching else (None, ())
    whole -= found.nameless
    scanned = tuple(project.diagnostics)
    if widened and not together:
        packages = tuple(package for package in packages if package.name in whole)
        scanned = tuple(one for one in (*found.further, *scanned) if unit_of(one, project) in whole)
        lowered = tuple(one for one in lowered if unit_of(one, project) in {"", *whole} or is_unread(one))
    documents, taken = recorded(project.documents())
    with stage("check"):
        documents, checked = check_packages(documents, strict=config.strict)
        bundle = joined(Bundle(), (*(_with_project(package, project) for package in packages), *documents))
        checked = (*checked, *check_together(bundle), *_sharing_names(bundle, project))
    said = (*found.diagnostics, *scanned, *lost, *lowered, *taken, *checked, *unreached)
    whole = whole.union(package.name for package in documents)
    diagnostics = in_order((*said, *nothing_found(bundle, project.count, project.left_out, said)))
    loose = whole if together else found.loose
    complete = found.complete and not any(map(is_unread, (*found.diagnostics, *found.further)))
    made = {one.name: tool.span.path for one in documents for server in one.servers for tool in server.tools}
    units = {**project.units, **{path: name for name, path in made.items()}}
    return Front(bundle, diagnostics, project.count, whole, loose, units, complete, made, project.left_out, sandboxed, reach)


_REACH = 0.05
"""CPU seconds that the reach of the code of a file may take, beside those that a run has."""


def _reach(
    packages: Sequence[Package], project: Project, reader: Reader, systems: "Mapping[str, System]", everything: bool
) -> "tuple[Reach | None, tuple[Diagnostic, ...]]":
    """The reach of packages with tools; of all, where `everything` is asked about. None, and why, if it takes too long."""
    from toolc.reach import reach_of  # of reports alone

    files: dict[str, list[SourceFile]] = {}
    for source in project.everything():
        files.setdefault(project.package(source.path), []).append(source)
    known = {package.name for package in packages}
    others = [Package(name, ()) for name in files if everything and name not in known]
    declaring = {name for system in systems.values() for name in (*system.marks, *system.servers, *system.objects)}
    seconds = _REACH * sum(map(len, files.values()))
    extend(seconds)
    try:
        with stage("reach"), charging(share(1.0, seconds)):
            return reach_of((*packages, *others), files, reader, declaring), ()
    except (Exception, CpuBudgetExceeded) as error:
        return None, (internal(error, None),)


def _with_project(package: Package, project: Project) -> Package:
    """A package, and what its project says of itself."""
    homes = (project.home(tool.span.path) for server in package.servers for tool in server.tools)
    home = next((home for home in homes if home is not None), None)
    return package if home is None else structs.replace(package, project=described_project(home))


def _sharing_names(bundle: Bundle, project: Project) -> Iterator[Diagnostic]:
    """Projects of one name, whose tools are taken for those of one package."""
    for package in bundle.packages:
        homes: dict[str, Span] = {}
        for tool in (tool for server in package.servers for tool in server.tools):
            if (home := project.home(tool.span.path)) is not None:
                homes.setdefault(home, tool.span)
        if len(homes) > 1:
            names = ", ".join(shown(home) for home in sorted(homes))
            message = f"{len(homes)} projects are called `{package.name}`, so their outputs are one package: {names}"
            yield Diagnostic("TC645", message, homes[max(homes)], help=_RENAME)


_RENAME = "give each a name of its own in its pyproject.toml, or name their folders under `packages` in the configuration"


def unit_of(said: Diagnostic, project: Project) -> str:
    """The unit of the file that a finding is about; "" where it is about none of the workspace."""
    return project.unit(said.span.path) if said.span is not None else ""


def surveyed(paths: Sequence[str], config: Config, store: Store, *, alone: bool) -> Survey:
    """Return the survey of files, from the cache unless a folder or another input has changed."""
    return remember(store, _name("survey", sorted(paths), config, alone), Survey, lambda: survey(paths, config, alone=alone))


def _name(kind: str, *asked: object) -> str:
    """Return the key of a cached answer, as ASCII: names of files need not be text."""
    return f"{kind} {json.dumps(msgspec.to_builtins([*asked, os.environ.get('VIRTUAL_ENV')]))}"


def judge_fitness(
    bundle: Bundle,
    providers: Sequence[Provider],
    texts: Callable[[str], str | None],
    sandbox: Sandbox | None,
    units: Mapping[str, str],
) -> tuple[Diagnostic, ...]:
    """Return findings of providers about the tools of a bundle, at the annotations that cause them.

    `texts`, and `units` of all files, by shown path.
    """
    from toolc.fitness import unfit  # the tables of providers: most runs ask none

    with reading(sandbox) as (reader, lost, _):
        found = unfit(bundle, providers, texts, reader, units)
    return in_order((*found, *lost))


def judge_results(bundle: Bundle, texts: Callable[[str], str | None], sandbox: Sandbox | None = None) -> tuple[Diagnostic, ...]:
    """Return notes on results that have no type for calling code; `texts` by shown path."""
    from toolc.fitness import untyped_results  # for code alone: most runs ask for none

    with reading(sandbox) as (reader, lost, _):
        found = untyped_results(bundle, texts, reader)
    return in_order((*found, *lost))


class Publication(Struct, frozen=True):
    """Metadata of packages and the variables they read, by package name, for publishing them."""

    projects: Mapping[str, Published]
    variables: "Mapping[str, tuple[Variable, ...]]"
    diagnostics: tuple[Diagnostic, ...]


def publication(paths: Sequence[str], config: Config, sandbox: Sandbox | None = None) -> Publication:
    """From paths to what is published of their packages beside tools."""
    from toolc.variables import WORDS, Variable, read_variables  # of files for registries alone

    projects, variables, said = dict[str, Published](), dict[str, tuple[Variable, ...]](), list[Diagnostic]()
    with reading(sandbox) as (reader, lost, _):
        project, _ = discover(paths, config, None, alone=sandbox is not None)
        files: dict[str, list[SourceFile]] = {}
        for name in sorted(project.units.values()):
            files.setdefault(name, [])
        for source in project.containing(WORDS):
            files.setdefault(project.package(source.path), []).append(source)
        for path, name in project.units.items():
            home = project.home(path)
            if name not in projects and home is not None:
                projects[name] = published_project(home)
        for name, sources in files.items():
            variables[name], notes = read_variables(sources, reader)
            said += notes
    return Publication(projects, variables, in_order((*said, *lost)))


class Types(Struct, frozen=True):
    """The types under some paths, what was found, and how many tests, examples and documents were left out."""

    reports: tuple[TypeReport, ...]
    diagnostics: tuple[Diagnostic, ...]
    left_out: int = 0
    sandboxed: bool | None = None


def compile_types(
    paths: Sequence[str],
    config: Config,
    mode: str = "validation",
    sandbox: Sandbox | None = None,
    store: Store = NOTHING_KEPT,
    modules: Store = NOTHING_KEPT,
) -> Types:
    """From paths to the schema of every model, dataclass, TypedDict, enum, NamedTuple and alias, as read or as written."""
    if sandbox is not None:
        return _compile_types(paths, config, mode, sandbox)
    name = _name("types", sorted(paths), config, mode)

    def work() -> Types:
        return _compile_types(paths, config, mode, modules=modules)

    return remember(store, name, Types, work, lambda types: lasting(types.diagnostics))


def _compile_types(
    paths: Sequence[str], config: Config, mode: str, sandbox: Sandbox | None = None, modules: Store = NOTHING_KEPT
) -> Types:
    with reading(sandbox, modules) as (reader, lost, walls):
        project, found = discover(paths, config, None, alone=sandbox is not None)
        reports, said = list[TypeReport](), list[Diagnostic]()
        for search in (searches := project.searches()):
            program = bind(part := project.reading(search), reader, {})
            every = lower_types(program, mode, trusted=sandbox is None)
            own = [one for one in every if read_with(one.span, project, searches) == search]
            reports += own
            said += (*part.diagnostics, *program.diagnostics, *(one for report in own for one in report.diagnostics))
        sandboxed = walls()
    diagnostics = in_order((*found, *lost, *said))
    return Types(tuple(sorted(reports, key=lambda one: one.qualname)), diagnostics, project.left_out, sandboxed)


@contextmanager
def reading(
    sandbox: Sandbox | None, modules: Store = NOTHING_KEPT
) -> Iterator[tuple[Reader, list[Diagnostic], Callable[[], bool | None]]]:
    """Yield a reader, this process or a worker in a sandbox, and the list of diagnostics for files that it lost.

    The third tells whether all walls of that sandbox are there, `None` where no worker was asked.

    Raises `interfaces.Unavailable` where there is no such worker.
    """
    if sandbox is None:
        reader = KeptReader(modules)
        yield reader, [], lambda: None
        reader.keep()
        return
    from toolc.workers import Guarded  # not needed where sources are trusted

    guarded = Guarded(sandbox)
    try:
        yield guarded, guarded.diagnostics, guarded.walled
    finally:
        guarded.close()


class Rendering(Struct, frozen=True):
    """The outputs of one package; of none where one of them is broken."""

    package: str
    files: tuple[OutputFile, ...]
    diagnostics: tuple[Diagnostic, ...]
    broken: bool = False


def render(bundle: Bundle, targets: Sequence[Target], options: Options) -> Emitted:
    """From a bundle to the text of every output file; nothing is written."""
    return gathered((one.files, one.diagnostics) for one in render_packages(bundle, targets, options))


def render_packages(
    bundle: Bundle, targets: Sequence[Target], options: Options, store: Store = NOTHING_KEPT, names: Iterable[str] = ()
) -> tuple[Rendering, ...]:
    """From a bundle to the text of every output file, package by package; nothing is written.

    `names`: all packages there are, also those that are not in the bundle, so that each has the same place in every run.
    """
    from toolc.driver.render_cache import render_package  # what lists tools writes nothing

    emitted: dict[str, list[Emitted]] = {}
    for package, places in placed(bundle, targets, names):
        emitted.setdefault(package.name, []).append(render_package(package, places, targets, options, store))
    gathered(one for several in emitted.values() for one in several)  # no two of them at one place
    return tuple(_rendering(name, *gathered(several)) for name, several in emitted.items())


def _rendering(name: str, files: tuple[OutputFile, ...], diagnostics: tuple[Diagnostic, ...]) -> Rendering:
    broken = any(one.code == BROKEN for one in diagnostics)
    return Rendering(name, () if broken else files, diagnostics, broken)
