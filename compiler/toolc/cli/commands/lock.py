"""`toolc lock`: writes the contract of all tools into one file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from toolc import tracked_files
from toolc.cli import declare, stages
from toolc.cli.commands import Paths
from toolc.cli.options import Common
from toolc.cli.repeating import Recording
from toolc.cli.run import Run, count_noun, counted_files
from toolc.cli.terminal_text import visible
from toolc.cli.whole import (
    all_packages,
    compiled_whole,
    findings,
    gone_packages,
    kept_lines,
    nothing_to_write,
    ownerless,
    sources,
    sources_of,
    unread_packages,
)
from toolc.diagnostics import Diagnostic

if TYPE_CHECKING:
    from toolc.contract.lock import Locked


def lock(
    common: Common,
    paths: Paths = None,
    file: Annotated[
        str | None, declare.option(help="The file to write. Default: the configured one, else toolc.lock.", metavar="FILE")
    ] = None,
    clean: Annotated[bool, declare.option("--clean", help="Also remove packages that are gone.")] = False,
    recording: Recording | None = None,
) -> int:
    """Write the contract of all tools into toolc.lock. Reviewers read it, and `toolc generate --locked` requires it.

    Paths choose packages; the entries of others stay.

    Examples: `toolc lock` · `toolc lock services`
    """
    run = Run(paths, common, recording=recording, lock=file)
    place = Path(run.config.lock)
    before, damage = _before(place)
    with run.busy("Compiling …"):
        front, lines = compiled_whole(run, {} if clean else {one.package: one.sources for one in before})
        if damage and not all_packages(front):
            run.stop([Diagnostic("TC630", damage, help="`toolc lock` over all packages writes it again")])
        partial = {one.package for one in before if one.partial}
        locked = stages.good_tools(stages.locked_bundle(before))
        good = {name: stages.good(tools, name in partial) for name, tools in locked.items()}
        lost = stages.losses(front, good, forgiving=clean)
        kept = {name: loss for name, loss in lost.items() if name in front.whole}
        paths_of = {name: sources_of(front, name, sources(run)) for name in front.whole}
        made = list(stages.lock_entries(front.bundle, paths_of, unread_packages(front)))
        state, failed = "unchanged", tuple[Diagnostic, ...]()
        with stages.turn(place.parent):
            before, _ = _before(place)  # another run may have written meanwhile
            dropped = gone_packages(run, front, {one.package: one.sources for one in before}) if clean else ()
            replaced = {*front.whole, *dropped} - kept.keys()
            entries = [one for one in before if one.package not in replaced]
            entries += stages.keep_deprecations((one for one in made if one.package in replaced), before)
            if not nothing_to_write(front, clean, components=True):
                state, failed = stages.write_file(place, stages.lock_bytes(entries))
    if not run.quiet and not run.for_programs:
        for line in (*lines, *kept_lines({name: loss.errors for name, loss in kept.items()}, "contract")):
            run.print(line)
    said = [
        *findings(front, clean, components=True),
        *(one for loss in kept.values() for one in loss.diagnostics),
        *ownerless(run, front, str(place), {one.package: one.sources for one in entries}),
        *failed,
    ]
    counts = f"{counted_files(front.files, front.left_out)}, {count_noun(len(list(front.bundle.tools)), 'tool')}"
    return run.finish(said, f"{counts}, {visible(run.config.lock)} {state}", repeatable=state == "unchanged")


def _before(place: Path) -> tuple[list["Locked"], str]:
    """The tools of the lock as it stands, and why it cannot be read."""
    tracked_files.record(
        tracked_files.FILE, str(place), tracked_files.content_digest(str(place)), tracked_files.signature(str(place))
    )
    try:
        return stages.read_entries(place.read_bytes(), str(place)), ""
    except FileNotFoundError:
        return [], ""
    except OSError as error:
        return [], f"{place}: {error.strerror or error}"
    except ValueError as error:
        return [], str(error)
