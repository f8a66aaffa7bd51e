"""One side of a comparison: takes what the command line says of it, gives a bundle and a few words for it.

A path is compiled; a lock is read; a `.json` file and the folder of an earlier run hold schemas already; `git:REV` is compiled
as it was. What cannot be read ends the run: a side that failed must never look like one without changes.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from msgspec import Struct, structs

from toolc.cli import changes, stages
from toolc.cli.options import Common
from toolc.cli.report import concise
from toolc.cli.revision import RevisionError, as_it_was, revision, working_in
from toolc.cli.run import Run
from toolc.diagnostics import Diagnostic, has_errors
from toolc.ir import Bundle, Package
from toolc.source import Span

GIT = "git:"


class Side(Struct, frozen=True):
    """What one side holds. `sent`: its schemas are those that a server sends."""

    label: str
    bundle: Bundle
    sent: bool = False


def side(given: str, paths: Sequence[str], common: Common, run: Run) -> Side:
    """The side that an argument stands for. `paths`: what `git:REV` compiles. `run` shows what is wrong."""
    if given.startswith(GIT):
        return _at_revision(given, paths, common, run)
    if given.endswith(".lock") and Path(given).is_file():
        return _locked(given, run)
    if Path(given, stages.manifest()).is_file():
        return Side(given, _generated(given, common, run), sent=True)
    return Side(given, _compiled([given], common, run, given), sent=given.endswith(".json"))


def held(run: Run, bundle: Bundle) -> None:
    """Ends the run when a bundle tells callers anything else than the lock does; what, is shown."""
    lock = _locked(run.config.lock, run)
    found = stages.compare(lock.bundle, bundle, {}, sent=False)
    drifted = [changes.Judged(one, "error") for one in found if one.code != "TD190"]
    if drifted:
        sys.stderr.write("\n".join(changes.as_text(drifted)) + "\n")
        run.stop(
            [Diagnostic("TC701", changes.summary(drifted), Span(run.config.lock), help="if they are meant: toolc lock")], 1
        )


def _compiled(paths: Sequence[str], common: Common, run: Run, label: str) -> Bundle:
    inner = run if tuple(paths) == run.paths and not label.startswith(GIT) else Run(paths, common)  # read once
    front = stages.compile_tools(inner.paths, inner.config, None, inner.sandbox)
    said = inner.choosing.kept(front.diagnostics)
    if has_errors(said):
        found = [one for one in said if one.severity == "error"]
        lines = concise(found).rstrip("\n")
        _unreadable(run, f"{label} does not compile", help=lines)
    return front.bundle


def _at_revision(given: str, paths: Sequence[str], common: Common, run: Run) -> Side:
    try:
        with revision(given.removeprefix(GIT)) as folder:
            libraries = tuple(as_it_was(path, folder) for path in stages.search_path(run.config, paths))
            with working_in(folder):
                return Side(given, _compiled_there(given, paths, structs.replace(common, search_path=libraries), run))
    except RevisionError as error:
        return _unreadable(run, f"{given}: {error}")


def _compiled_there(given: str, paths: Sequence[str], common: Common, run: Run) -> Bundle:
    """The tools under paths of a revision that is the current directory for a while; what was not there yet has none."""
    there = [path for path in paths if Path(path).exists()]
    return _compiled(there, common, run, given) if there else Bundle()


def _locked(path: str, run: Run) -> Side:
    try:
        return Side(path, stages.read_lock(Path(path).read_bytes(), path))
    except OSError as error:
        return _unreadable(run, f"{path}: {error.strerror or error}")
    except ValueError as error:
        return _unreadable(run, str(error))


def _generated(folder: str, common: Common, run: Run) -> Bundle:
    """The tools of an output folder, from the documents that say most: those for MCP, else those of the JSON Schema target."""
    for target, pattern in (("mcp", "*/*.json"), ("json-schema", "*/tools.json"), ("anthropic", "*/tools.json")):
        documents = sorted(Path(folder, target).glob(pattern), key=str)
        if documents:
            return Bundle(tuple(_package(document, common, run) for document in documents))
    return _unreadable(run, f"{folder} holds no schemas that can be compared", help="generate with --target mcp")


def _package(document: Path, common: Common, run: Run) -> Package:
    """A document's tools under the package whose folder it is in; the server is named as the document."""
    found = _compiled([str(document)], common, run, str(document)).packages
    return Package(document.parent.name, found[0].servers if found else ())


def _unreadable(run: Run, message: str, help: str = "") -> NoReturn:
    run.stop([Diagnostic("TC630", message, help=help)])
