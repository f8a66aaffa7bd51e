"""The stages in order, with the value on every arrow.

    Config ─► discover ─► read ─► bind ─► lower ─► check ─► emit ─► proof ─► write
                     └──► snapshots ─────────┘

`bind` pulls `read`: it asks for files and for single definitions when it needs them, so `read` appears as its argument. JSON
documents hold schemas already, and join what was lowered.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

import msgspec
from msgspec import Struct

from toolc import read
from toolc.apart import compile_parts, compile_whole
from toolc.bind import bind
from toolc.cache.kept import kept
from toolc.cache.store import NOTHING_KEPT, Store
from toolc.check import check_packages, check_together, nothing_found
from toolc.config import Config
from toolc.diagnostics import Diagnostic, in_order
from toolc.discover import Project, Survey, discover, survey
from toolc.emit import Emitted, Options, Target, gathered, placed
from toolc.fitness import unfit
from toolc.ir import Bundle, TypeReport, joined
from toolc.lower import lower_types
from toolc.ports import Reader
from toolc.proof import BROKEN
from toolc.providers import Provider
from toolc.rendered import rendered
from toolc.snapshots import recorded
from toolc.source import SourceFile
from toolc.systems.own import known_systems
from toolc.timings import stage

Sandbox = Literal["auto", "require", "off"]
"""What a worker must stand behind: whatever this system has, all of Landlock and seccomp, or nothing."""


class Front(Struct, frozen=True):
    """What the front end knows: the checked bundle, all findings, and how many files it looked at."""

    bundle: Bundle
    diagnostics: tuple[Diagnostic, ...]
    files: int


def compile_tools(
    paths: Sequence[str],
    config: Config,
    stdin: SourceFile | None = None,
    sandbox: Sandbox | None = None,
    store: Store = NOTHING_KEPT,
    jobs: int = 1,
) -> Front:
    """From paths to a checked bundle. `stdin` stands for one more file that is on no disk; see `reading` for `sandbox`."""
    systems = known_systems(config)
    with reading(sandbox) as (reader, lost):  # a worker gets ready meanwhile
        with stage("discover"):
            found = surveyed(paths, config, store)
            project = Project(found, config, stdin)
        whole = stdin is not None or sandbox is not None  # one program, which a single budget holds for
        with stage("compile"):
            if whole:
                compiled, lowered = compile_whole(project, reader, systems, strict=config.strict)
            else:
                compiled, lowered = compile_parts(project, reader, systems, store, jobs, strict=config.strict)
    packages, taken = recorded(project.documents())
    with stage("check"):
        packages, checked = check_packages(packages, strict=config.strict)
        bundle = joined(Bundle(), (*compiled, *packages))
        checked = (*checked, *check_together(bundle))
    said = (*found.diagnostics, *project.diagnostics, *lost, *lowered, *taken, *checked)
    return Front(bundle, in_order((*said, *nothing_found(bundle, project.count, said))), project.count)


def surveyed(paths: Sequence[str], config: Config, store: Store) -> Survey:
    """Which files there are; found out again only where a folder changed, or what else that depends on."""
    asked = [sorted(paths), config, os.environ.get("VIRTUAL_ENV")]
    name = f"survey {json.dumps(msgspec.to_builtins(asked))}"  # as ASCII: names of files need not be text
    return kept(store, name, Survey, lambda: survey(paths, config))


def judge_fitness(
    bundle: Bundle, providers: Sequence[Provider], texts: Callable[[str], str | None], sandbox: Sandbox | None = None
) -> tuple[Diagnostic, ...]:
    """What providers make of the tools of a bundle, at the annotations that cause it; `texts` by shown path."""
    with reading(sandbox) as (reader, lost):
        found = unfit(bundle, providers, texts, reader)
    return in_order((*found, *lost))


def compile_types(
    paths: Sequence[str], config: Config, mode: str = "validation", sandbox: Sandbox | None = None
) -> tuple[tuple[TypeReport, ...], tuple[Diagnostic, ...]]:
    """From paths to the schema of every model, dataclass, TypedDict, enum, NamedTuple and alias, as read or as written."""
    with reading(sandbox) as (reader, lost):
        project, found = discover(paths, config, None)
        program = bind(project, reader, {})
        reports, lowered = lower_types(program, mode, trusted=sandbox is None)
    return reports, in_order((*found, *project.diagnostics, *program.diagnostics, *lost, *lowered))


@contextmanager
def reading(sandbox: Sandbox | None) -> Iterator[tuple[Reader, list[Diagnostic]]]:
    """What reads files, and what becomes a list of those that it lost: this process, or a worker behind a sandbox.

    Raises `ports.Unavailable` where there is no such worker.
    """
    if sandbox is None:
        yield read, []
        return
    from toolc.workers import Guarded  # not needed where sources are trusted

    guarded = Guarded(sandbox)
    try:
        yield guarded, guarded.diagnostics
    finally:
        guarded.close()


def render(bundle: Bundle, targets: Sequence[Target], options: Options, store: Store = NOTHING_KEPT) -> Emitted:
    """From a bundle to the text of every output file, or of none where one of them is broken; nothing is written."""
    files, diagnostics = gathered(
        rendered(package, places, targets, options, store) for package, places in placed(bundle, targets)
    )
    broken = any(one.code == BROKEN for one in diagnostics)
    return (() if broken else files), diagnostics
