"""A run over paths: its request, its reader, the survey of its files, and its result.

The other modules compile a project part by part and render its packages, with what is kept of earlier runs.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct, structs

from toolc.cache.memo import remember
from toolc.cache.modules import KeptReader
from toolc.cache.store import NOTHING_KEPT, Store
from toolc.check import nothing_found
from toolc.config import Config
from toolc.diagnostics import Diagnostic, in_order, is_unread
from toolc.discover import Project, Survey, survey
from toolc.discover.paths import display_path
from toolc.discover.pyproject import described_project
from toolc.interfaces import Reader
from toolc.ir import Bundle, Package, join_packages
from toolc.source import SourceFile, Span
from toolc.systems.base import System

if TYPE_CHECKING:
    from toolc.reach import Reach

Sandbox = Literal["auto", "require", "off"]
"""Sandbox of a worker: whatever this system has, all of Landlock and seccomp, or none."""


class Request(Struct, frozen=True):
    """The question that a run answers. `stdin` stands for one more file that is on no disk; see `reading` for `sandbox`.

    `store`: what earlier runs found out; `modules`: what files say, by their text. `jobs`: processes. `widened`: the units of
    the files under the paths are compiled whole, wherever their other files are; nothing else is in the bundle. Without it only
    tools of the files under the paths are. `reaching`: the reach of all code is computed as well.
    """

    paths: Sequence[str]
    config: Config
    stdin: SourceFile | None = None
    sandbox: Sandbox | None = None
    store: Store = NOTHING_KEPT
    modules: Store = NOTHING_KEPT
    jobs: int = 1
    widened: bool = False
    reaching: bool = False

    @property
    def is_together(self) -> bool:
        """Return `True` if all files are compiled as one program, which a single budget holds for."""
        return self.stdin is not None or self.sandbox is not None

    @property
    def is_widened(self) -> bool:
        return self.widened and not self.is_together


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


@contextmanager
def reading(
    sandbox: Sandbox | None, modules: Store = NOTHING_KEPT
) -> Iterator[tuple[Reader, list[Diagnostic], Callable[[], bool | None]]]:
    """Yield a reader, this process or a worker in a sandbox, and the list of diagnostics for files that it lost.

    The third returns `True` if all layers of that sandbox are there, and `None` if no worker was asked.

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
        yield guarded, guarded.diagnostics, guarded.is_walled
    finally:
        guarded.close()


def survey_files(run: Request) -> Survey:
    """Return the survey of files, from the cache unless a folder or another input has changed."""
    alone = run.sandbox is not None
    key = answer_key("survey", sorted(run.paths), run.config, alone)
    return remember(run.store, key, Survey, lambda: survey(run.paths, run.config, alone=alone))


def answer_key(kind: str, *asked: object) -> str:
    """Return the key of a cached answer, as ASCII: names of files need not be text."""
    return f"{kind} {json.dumps(msgspec.to_builtins([*asked, os.environ.get('VIRTUAL_ENV')]))}"


def reach_of_run(
    run: Request, project: Project, reader: Reader, systems: Mapping[str, System], packages: Sequence[Package]
) -> tuple["Reach | None", tuple[Diagnostic, ...]]:
    """Return the reach of the code of packages, if the run asks for it, and why it is not known if it is not."""
    if not run.reaching:
        return None, ()
    from toolc.driver.reach_budget import reach_within_budget  # of reports alone

    return reach_within_budget(packages, project, reader, systems, run.sandbox is not None)


def join_bundle(packages: Iterable[Package], documents: Iterable[Package], project: Project) -> Bundle:
    """Return the bundle of a run: packages, with what their projects say of themselves, and those of JSON documents."""
    return join_packages(Bundle(), (*(_with_project(package, project) for package in packages), *documents))


def _with_project(package: Package, project: Project) -> Package:
    homes = (project.home(tool.span.path) for server in package.servers for tool in server.tools)
    home = next((home for home in homes if home is not None), None)
    return package if home is None else structs.replace(package, project=described_project(home))


def sharing_names(bundle: Bundle, project: Project) -> Iterator[Diagnostic]:
    """Projects of one name, whose tools are taken for those of one package."""
    for package in bundle.packages:
        homes: dict[str, Span] = {}
        for tool in (tool for server in package.servers for tool in server.tools):
            if (home := project.home(tool.span.path)) is not None:
                homes.setdefault(home, tool.span)
        if len(homes) > 1:
            names = ", ".join(display_path(home) for home in sorted(homes))
            message = f"{len(homes)} projects are called `{package.name}`, so their outputs are one package: {names}"
            yield Diagnostic("TC645", message, homes[max(homes)], help=_RENAME)


_RENAME = "give each a name of its own in its pyproject.toml, or name their folders under `packages` in the configuration"


def front_of(
    run: Request,
    files: Survey,
    project: Project,
    bundle: Bundle,
    whole: frozenset[str],
    documents: Sequence[Package],
    diagnostics: Sequence[Diagnostic],
    sandboxed: bool | None,
    reach: "Reach | None",
) -> Front:
    """Return the result of a run. `whole`: the units of which no file is missing; `documents`: packages of JSON documents."""
    whole = whole.union(package.name for package in documents)
    said = (*files.diagnostics, *diagnostics)
    said = in_order((*said, *nothing_found(bundle, project.count, project.left_out, said)))
    loose = whole if run.is_together else files.loose
    complete = files.complete and not any(map(is_unread, (*files.diagnostics, *files.further)))
    made = {one.name: tool.span.path for one in documents for server in one.servers for tool in server.tools}
    units = {**project.units, **{path: name for name, path in made.items()}}
    return Front(bundle, said, project.count, whole, loose, units, complete, made, project.left_out, sandboxed, reach)
