"""`toolc watch`: builds, and builds again whenever something changes that the outputs depend on."""

import time

from msgspec.structs import replace

from toolc.cli import declare, stages
from toolc.cli.build import Wishes, build
from toolc.cli.commands import Paths
from toolc.cli.commands.generate import Option, Out, PerTool, Strict, Targets, names
from toolc.cli.options import Common
from toolc.cli.report import Report, has_color
from toolc.cli.run import STDIN, Run, Stop
from toolc.cli.target_options import target_options
from toolc.cli.watch_inputs import WatchInputs
from toolc.cli.watching import Watching
from toolc.diagnostics import Diagnostic
from toolc.tracked_files import AccessTrace, tracing

_FAILED = 2


def watch(
    common: Common,
    paths: Paths = None,
    out: Out = None,
    target: Targets = None,
    option: Option = None,
    per_tool: PerTool = False,
    strict: Strict = None,
) -> int:
    """Generate, and again after every change, until interrupted.

    Needs the extra `watch`: `pip install "toolc[watch]"`.

    Examples: `toolc watch` · `toolc watch services --out gen --target typescript`
    """
    if {"-", STDIN} & set(paths or ()):
        raise declare.BadValue("standard input cannot be watched", hint="PATHS")
    wait = stages.watcher()
    if isinstance(wait, Diagnostic):
        Report(common.color).show([wait])
        return _FAILED
    common = replace(common, color="always" if has_color(common.color) else "never")  # what is shown passes through a buffer
    outs: tuple[str, ...] = ()

    def once() -> WatchInputs:
        nonlocal outs
        started = time.time_ns()
        with tracing(AccessTrace()) as notes:
            try:
                run = Run(paths, common, out=out, targets=names(target), strict=strict or None)
                target_options(run.config.options, option or ())
                outs = build(run, Wishes(tuple(option or ()), per_tool), notes).outs
            except Stop:  # a configuration that is being edited; the first one has to be right
                if not outs:
                    raise
        return WatchInputs(notes, outs, started)

    try:
        Watching(once, wait, common.quiet).forever()
    except OSError as error:
        Report(common.color).show([Diagnostic("TC631", f"cannot watch folders: {error.strerror or error}", help=_HELP)])
        return _FAILED


_HELP = "let the system watch more folders (fs.inotify.max_user_watches on Linux), or set WATCHFILES_FORCE_POLLING=1"
