"""The stages in order, with the value on every arrow.

    Config ─► discover ─► read ─► bind ─► lower ─► check ─► emit ─► validate ─► write
                     └──► snapshots ─────────┘

`bind` pulls `read`: it asks for files and for single definitions when it needs them, so `read` appears as its argument. JSON
documents hold schemas already, and join what was lowered.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from toolc.cache.store import NOTHING_KEPT, Store
from toolc.check import check_packages, check_together, nothing_found
from toolc.config import Config
from toolc.diagnostics import Diagnostic, in_order, is_unread
from toolc.discover import Project
from toolc.driver import Sandbox, reading, surveyed
from toolc.driver.parts import compile_parts, compile_together, sharing_names, unit_of, with_project
from toolc.emit import Emitted, Options, OutputFile, Target, gathered, placed
from toolc.ir import Bundle, joined
from toolc.output_validation import BROKEN
from toolc.snapshots import recorded
from toolc.source import SourceFile
from toolc.systems.own import known_systems
from toolc.timings import stage

if TYPE_CHECKING:
    from toolc.reach import Reach


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
        reach, unreached = None, tuple[Diagnostic, ...]()
        if reaching:
            from toolc.driver.reach_budget import reach_within_budget  # of reports alone

            reach, unreached = reach_within_budget(packages, project, reader, systems, sandbox is not None)
    whole -= found.nameless
    scanned = tuple(project.diagnostics)
    if widened and not together:
        packages = tuple(package for package in packages if package.name in whole)
        scanned = tuple(one for one in (*found.further, *scanned) if unit_of(one, project) in whole)
        lowered = tuple(one for one in lowered if unit_of(one, project) in {"", *whole} or is_unread(one))
    documents, taken = recorded(project.documents())
    with stage("check"):
        documents, checked = check_packages(documents, strict=config.strict)
        bundle = joined(Bundle(), (*(with_project(package, project) for package in packages), *documents))
        checked = (*checked, *check_together(bundle), *sharing_names(bundle, project))
    said = (*found.diagnostics, *scanned, *lost, *lowered, *taken, *checked, *unreached)
    whole = whole.union(package.name for package in documents)
    diagnostics = in_order((*said, *nothing_found(bundle, project.count, project.left_out, said)))
    loose = whole if together else found.loose
    complete = found.complete and not any(map(is_unread, (*found.diagnostics, *found.further)))
    made = {one.name: tool.span.path for one in documents for server in one.servers for tool in server.tools}
    units = {**project.units, **{path: name for name, path in made.items()}}
    return Front(bundle, diagnostics, project.count, whole, loose, units, complete, made, project.left_out, sandboxed, reach)


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
