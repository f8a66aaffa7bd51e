"""Packages compiled whole, and those left as they were, for `generate` and `lock`.

Takes a `Run` and what earlier runs left, gives a `Front` and lines about it. It writes nothing.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from toolc import tracked_files
from toolc.cli.run import Run, count_noun
from toolc.cli.terminal_text import visible
from toolc.diagnostics import Diagnostic, has_errors, is_unread
from toolc.discover.ignoring import ignoring_file
from toolc.discover.paths import display_path
from toolc.ir import Bundle, Prompt, Resource

if TYPE_CHECKING:
    from toolc.driver import Front

NO_TOOLS = "TC120"


def compiled_whole(run: Run, before: Mapping[str, Sequence[str]]) -> tuple["Front", list[str]]:
    """The packages of the run. `before`: the paths that earlier runs compiled packages from, by package.

    Where only paths say what is in a package, those of earlier runs are read too, and a line says so for each.
    """
    front = run.compile(widened=True)
    known = {path: name for name in sorted(front.loose) for path in before.get(name, ())}
    missing = {path: name for path, name in known.items() if not _is_covered(path, run.paths) and tracked_files.there(path)}
    if not missing:
        return front, []
    lines = [
        f"{visible(path)} is read too: outputs of {visible(name)} are made of it (--clean leaves it out)"
        for path, name in sorted(missing.items())
    ]
    run.paths = (*run.paths, *sorted(missing))
    return run.compile(widened=True), lines


def sources(run: Run) -> tuple[str, ...]:
    """The paths of a run that are in no other, as they are shown."""
    paths = run.paths
    return tuple(
        sorted({display_path(path) for path in paths if not _is_covered(path, [other for other in paths if other != path])})
    )


def nothing_to_write(front: "Front", clean: bool, components: bool = False) -> bool:
    """Return `True` if a run found no tool, unless `--clean` asks for the removal of outputs and no error was found.

    `components`: prompts and resources alone are written too.
    """
    return not _has_outputs(front.bundle, components) and (not clean or has_errors(front.diagnostics))


def findings(front: "Front", clean: bool, components: bool = False) -> tuple[Diagnostic, ...]:
    """Return the findings of a run, with an error if there is nothing to write. `components`: as above."""
    if clean or _has_outputs(front.bundle, components):
        return front.diagnostics
    said = tuple(one for one in front.diagnostics if one.code != NO_TOOLS)
    if has_errors(said):
        return said
    message = f"no tool was found in {count_noun(front.files, 'file')}: nothing is written, and nothing removed"
    if _has_outputs(front.bundle, True):
        message = f"only prompts and resources were found in {count_noun(front.files, 'file')}: nothing is written or removed"
        return (*said, Diagnostic("TC641", message, help="targets that are clients, such as python, are made for these too"))
    help_ = "name the folder that the tools are in; if there are none any more, --clean removes the outputs"
    if front.left_out:
        help_ = "--include-tests reads tests, examples and docs too; else " + help_
    return (*said, Diagnostic("TC641", message, help=help_))


def _has_outputs(bundle: Bundle, components: bool) -> bool:
    """Return `True` if there is a tool or, if `components` count, a prompt or resource."""
    return any(bundle.tools) or (components and any(isinstance(one, Prompt | Resource) for _, _, one in bundle.components))


def all_packages(front: "Front") -> bool:
    """Return `True` if a run covers all packages that can have outputs."""
    return front.complete and not set(front.units.values()) - front.whole


def ownerless(run: Run, front: "Front", place: str, packages: Mapping[str, Sequence[str]]) -> list[Diagnostic]:
    """The packages of a record or lock that are called so no more. `place`: where they are recorded."""
    return [
        Diagnostic(
            "TC643", f"{visible(place)} holds `{visible(name)}`, and there is no package of that name any more", help=_REMOVES
        )
        for name in gone_packages(run, front, packages)
    ]


def gone_packages(run: Run, front: "Front", packages: Mapping[str, Sequence[str]]) -> list[str]:
    """Return those of some packages that no longer exist; none if the run did not look for all packages.

    `packages`: the paths that each was made of, as far as that is known. No walk meets JSON documents, nor what is outside of
    the folder of the configuration: a package of such a path is no more when the path is not.
    """
    if not front.complete:
        return []
    missing = sorted(set(packages) - set(front.units.values()) - front.whole)
    walked = (run.config.root or ".", *run.paths)
    return [
        name
        for name in missing
        if not any(
            (path.endswith(".json") or not _is_covered(path, walked)) and tracked_files.there(path) for path in packages[name]
        )
    ]


def sources_of(front: "Front", package: str, paths: tuple[str, ...]) -> tuple[str, ...]:
    """The paths that say what is in a package; none where files of the repository do. `paths`: those of the run."""
    if package in front.documents:
        return (front.documents[package],)
    return paths if package in front.loose else ()


def unread_packages(front: "Front") -> set[str]:
    """Return the packages with a file that could not be read."""
    places = (one.span.path for one in front.diagnostics if one.span is not None and is_unread(one))
    return {front.units[path] for path in places if path in front.units}


def ignored_line(out: str) -> list[str]:
    """A line that says that git passes over the outputs, where it does."""
    if (place := ignoring_file(str(Path(out).absolute()))) is None:
        return []
    return [
        f"git ignores {visible(out)} ({visible(display_path(place))}): what is in it reaches no other checkout; "
        f"name another `out`, or take it out of {visible(display_path(place))}"
    ]


def kept_lines(kept: Mapping[str, int], what: str) -> list[str]:
    """A line for each package that errors kept as it was. `kept`: the count of errors of each."""
    return [
        f"kept the last good {what} of {visible(name)} ({count_noun(count, 'error')})" for name, count in sorted(kept.items())
    ]


def _is_covered(path: str, paths: Sequence[str]) -> bool:
    return any(_place(path).is_relative_to(_place(one)) for one in paths)


def _place(path: str) -> Path:
    return Path(os.path.normpath(Path(path).absolute()))


_REMOVES = "--clean removes it"
