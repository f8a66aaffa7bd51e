"""One side of a comparison: takes its argument of the command line, gives a bundle and a few words for it.

A path is compiled; a lock is read; a `.json` file and the folder of an earlier run hold schemas already; `git:REV` is compiled
as it was. What cannot be read ends the run: a side that failed must never look like one without changes.
"""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from msgspec import Struct, structs

from toolc import tracked_files
from toolc.cli import changes, stages
from toolc.cli.drift import CONTRACTS
from toolc.cli.options import Common
from toolc.cli.revision import RevisionError, as_it_was, change_folder, revision
from toolc.cli.run import Run
from toolc.cli.whole import gone_packages
from toolc.codes import poisoned
from toolc.contract.change import Change, Place
from toolc.diagnostics import Diagnostic, is_unread
from toolc.discover.paths import display_path
from toolc.discover.pyproject import project_version
from toolc.discover.units import Units
from toolc.ir import Bundle, Package
from toolc.source import Span

if TYPE_CHECKING:
    from toolc.driver import Front

GIT = "git:"
_SHOWN = frozenset(code.number for code in poisoned.CODES)
"""Findings about texts of tools: a comparison shows those texts, and never ends for them."""


class ComparisonInput(Struct, frozen=True):
    """One side of a comparison. `sent`: its schemas are those that a server sends. `elsewhere`: packages outside the paths.

    `suspect`: findings about texts of its tools. `versions`: those that packages say of themselves, by name.
    `sandboxed`: whether a sandbox stood around what read it, None where nothing asked for that.
    `since`: the versions since which a lock has tools and parameters as deprecated. `unknown_results`: its tools that do not
    say what results look like when they are sent.
    """

    label: str
    bundle: Bundle
    sent: bool = False
    elsewhere: frozenset[str] = frozenset()
    suspect: tuple[Diagnostic, ...] = ()
    versions: Mapping[str, str] = {}
    since: Mapping[tuple[Place, str], str] = {}
    unknown_results: frozenset[Place] = frozenset()
    sandboxed: bool | None = None


def comparison_inputs(old: str, new: str | None, common: Common, run: Run) -> tuple[ComparisonInput, ComparisonInput]:
    """Both sides of a comparison. What holds whole packages is compared with those that the other side was asked for."""
    recorded = any(given is not None and _is_recorded(given) for given in (old, new))
    before, after = (_side(given, common, run, whole=recorded) for given in (old, new))
    return _without(before, after.elsewhere), _without(after, before.elsewhere)


def _is_revision(given: str) -> bool:
    """Return `True` if an argument is `git:REV`; with a path (`git:REV:PATH`) it is a folder in memory."""
    return given.startswith(GIT) and ":" not in given.removeprefix(GIT)


def _is_recorded(given: str) -> bool:
    return (given.endswith(".lock") and Path(given).is_file()) or Path(given, stages.manifest()).is_file()


def _side(given: str | None, common: Common, run: Run, whole: bool) -> ComparisonInput:
    """The side that an argument stands for; None: what the run itself compiles, as `git:REV` does in that revision. `run` shows
    what is wrong. `whole`: packages are compiled whole."""
    if given is None:
        return _compile_side(run.paths, common, run, " ".join(display_path(path) for path in run.paths), whole)
    if _is_revision(given):
        return _at_revision(given, run.paths, common, run)
    if given.endswith(".lock") and Path(given).is_file():
        return _read_lock_side(given, run)
    if Path(given, stages.manifest()).is_file():
        return ComparisonInput(given, _read_generated(given, common, run), sent=True)
    return structs.replace(_compile_side([given], common, run, given, whole), sent=given.endswith(".json"))


def since_lock(run: Run, front: "Front") -> list[Change]:
    """Return how packages that were compiled whole differ from the lock; ends the run where that cannot be read."""
    lock = _read_lock_side(run.config.lock, run)
    elsewhere = set(front.units.values()) - front.whole
    known = {one.package: one.sources for one in stages.read_entries(Path(run.config.lock).read_bytes(), run.config.lock)}
    elsewhere |= known.keys() - set(front.units.values()) - front.whole - set(gone_packages(run, front, known))
    if any(tracked_files.find_mount(path) is not None for path in run.paths):  # an archive is no part of what the lock is of
        elsewhere |= {package.name for package in lock.bundle.packages} - front.whole
    lock = _without(lock, elsewhere)
    found = stages.compare(lock.bundle, front.bundle, {}, sent=False, unknown_results=lock.unknown_results)
    return [one for one in found if one.code != "TD190"]


def hold_to_lock(run: Run, front: "Front") -> None:
    """Ends the run when packages tell callers anything else than the lock does, or cannot be read; what, is shown."""
    if unread := [one for one in front.diagnostics if is_unread(one)]:
        run.stop(run.choosing.select(unread), 1)
    drifted = [changes.Judged(one, "error") for one in since_lock(run, front)]
    if drifted:
        told = changes.summary(drifted)
        sys.stderr.write("\n".join(changes.as_text(drifted)) + "\n")
        run.stop([Diagnostic("TC701", f"the tools are not those of the lock: {told}", Span(run.config.lock), help=_MEANT)], 1)


_MEANT = "if that is meant, `toolc lock` writes what they are now into it; else undo the change"


def _without(side: ComparisonInput, elsewhere: Collection[str]) -> ComparisonInput:
    """A side without the packages that the other one was not asked for."""
    packages = tuple(one for one in side.bundle.packages if one.name not in elsewhere)
    return structs.replace(side, bundle=structs.replace(side.bundle, packages=packages))


def _compile_side(paths: Sequence[str], common: Common, run: Run, label: str, whole: bool = False) -> ComparisonInput:
    inner = run if tuple(paths) == run.paths and not label.startswith(GIT) else Run(paths, common)  # read once
    kept = "" if label.startswith(GIT) else inner.kept  # the folder of a revision goes, and another one comes
    front = stages.compile_tools(inner.paths, inner.config, None, inner.sandbox, kept, inner.jobs, widened=whole)
    said = inner.choosing.select((*inner.noted, *front.diagnostics))
    if found := [one for one in said if one.severity == "error" and one.code not in _SHOWN]:
        run.stop([*found, Diagnostic("TC630", f"{label} does not compile", help="correct its errors first")])
    elsewhere = frozenset(front.units.values()) - front.whole if whole else frozenset()
    suspect = tuple(one for one in said if one.code in _SHOWN)
    since = _locked_deprecations(inner.config.lock) if _is_revision(label) else {}
    return ComparisonInput(
        label,
        front.bundle,
        elsewhere=elsewhere,
        suspect=suspect,
        versions=_versions(front, inner),
        since=since,
        sandboxed=front.sandboxed,
    )


def _versions(front: "Front", run: Run) -> dict[str, str]:
    """The versions in the pyproject.toml of packages, as far as there is one; of those that have no tools any more too."""
    units, found = Units(run.config), dict[str, str]()
    places = {tool.span.path: package.name for package, _, tool in front.bundle.tools} | dict(front.units)
    for path, name in places.items():
        if name not in found and (home := units.home(str(Path(path).absolute()))) is not None:
            found[name] = project_version(home) or ""
    return {name: version for name, version in found.items() if version}


def _locked_deprecations(lock: str) -> Mapping[tuple[Place, str], str]:
    """Return the deprecations in the lock of a revision; none if there is no readable lock."""
    try:
        return stages.deprecated_since(stages.read_entries(Path(lock).read_bytes(), lock))
    except (OSError, ValueError):
        return {}


def suspicions(old: ComparisonInput, new: ComparisonInput) -> list[Change]:
    """Return the findings in texts of tools that are new on this side."""
    before = {(place, one.code, one.message) for place, one, _ in _suspected_tools(old)}
    return [
        Change("TD154", place, f"{one.code} {one.slug}: {one.message}", new=span, help=one.help)
        for place, one, span in _suspected_tools(new)
        if (place, one.code, one.message) not in before
    ]


def _suspected_tools(side: ComparisonInput) -> Iterator[tuple[Place, Diagnostic, Span]]:
    by_span: dict[Span, list[Diagnostic]] = {}
    for one in side.suspect:
        if one.span is not None:
            by_span.setdefault(one.span, []).append(one)
    for package, server, tool in side.bundle.tools:
        for one in by_span.get(tool.span, ()):
            if f"`{tool.name}`" in one.message:
                yield Place(package.name, server.name, tool.name), one, tool.span


def _at_revision(given: str, paths: Sequence[str], common: Common, run: Run) -> ComparisonInput:
    try:
        with revision(given.removeprefix(GIT)) as folder:
            if run.config.python is not None or run.config.search_path:
                libraries = tuple(as_it_was(path, folder) for path in stages.search_path(run.config, paths))
                common = structs.replace(common, search_path=libraries)
            with change_folder(folder):
                return _compile_revision(given, paths, common, run)
    except RevisionError as error:
        return _unreadable(run, f"{given}: {error}", _NO_REVISION)


_NO_REVISION = "name a revision of the repository you are in (`git log` shows them), or compare with a lock or a folder"


def _compile_revision(given: str, paths: Sequence[str], common: Common, run: Run) -> ComparisonInput:
    """The tools under paths of a revision that is the current directory for a while; what was not there yet has none."""
    there = [path for path in paths if Path(path).exists()]
    return _compile_side(there, common, run, given) if there else ComparisonInput(given, Bundle())


def _read_lock_side(path: str, run: Run) -> ComparisonInput:
    try:
        entries = stages.read_entries(Path(path).read_bytes(), path)
        return ComparisonInput(
            path,
            stages.locked_bundle(entries),
            since=stages.deprecated_since(entries),
            unknown_results=stages.unknown_results(entries),
        )
    except OSError as error:
        return _unreadable(run, f"{path}: {error.strerror or error}")
    except ValueError as error:
        return _unreadable(run, str(error))


def _read_generated(folder: str, common: Common, run: Run) -> Bundle:
    """The tools of an output folder, from the documents that say most: those for MCP, else those of the JSON Schema target."""
    for target, pattern in CONTRACTS:
        documents = sorted(Path(folder, target).glob(pattern), key=str)
        if documents:
            return Bundle(tuple(_package(document, common, run) for document in documents))
    return _unreadable(run, f"{folder} holds no schemas that can be compared", help="generate with --target mcp")


def _package(document: Path, common: Common, run: Run) -> Package:
    """A document's tools under the package whose folder it is in; the server is named as the document."""
    found = _compile_side([str(document)], common, run, str(document)).bundle.packages
    return Package(document.parent.name, found[0].servers if found else ())


def _unreadable(run: Run, message: str, help: str = "") -> NoReturn:
    run.stop([Diagnostic("TC630", message, help=help)])
