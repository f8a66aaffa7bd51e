"""Builds again and again: waits until something changes that the last build depended on.

Takes what builds and what watches folders, never returns: an interrupt ends it. Each report stands in the place of the last one
where a terminal shows it.
"""

import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from typing import NoReturn

from toolc.cli.run import count_noun
from toolc.cli.terminal_text import visible
from toolc.cli.watch_inputs import WatchInputs
from toolc.discover.paths import display_path

Wait = Callable[..., Iterator[Set[tuple[object, str]]]]
"""`watchfiles.watch`: what happened in folders, a batch at a time; an empty one when nothing did for a while."""

_STEP, _DEBOUNCE = 20, 300  # milliseconds: a batch ends with a pause of one step, or after the other
_PAUSE = 200  # milliseconds without a change after which it is asked whether one was missed
_MANY = 1_000  # changes at once: a watcher may have lost some
_NAMED = 3
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Watching:
    """A build that is repeated. `build`: builds once, gives what the build depended on."""

    def __init__(self, build: Callable[[], WatchInputs], wait: Wait, quiet: bool) -> None:
        self._build, self._wait, self._quiet = build, wait, quiet
        self._terminal = sys.stderr.isatty()

    def forever(self) -> NoReturn:
        """Builds, and builds again. Raises OSError where folders cannot be watched."""
        watched = self._first()
        while True:
            try:
                watched = self._until_elsewhere(watched)
            except FileNotFoundError:  # a folder went before it was watched
                watched = self._again(watched, [])

    def _until_elsewhere(self, watched: WatchInputs) -> WatchInputs:
        """Builds until other folders are to be watched."""
        folders, asked = watched.folders, False
        options = {"step": _STEP, "debounce": _DEBOUNCE, "rust_timeout": _PAUSE, "yield_on_timeout": True}
        for changes in self._wait(*sorted(folders), watch_filter=None, recursive=False, **options):
            if changes:
                asked = asked and len(changes) < _MANY
                found = watched.changed_paths(path for _, path in changes)
            else:  # what happened before the watch began was not told
                found, asked = [] if asked else watched.stale(), True
            if found:
                watched = self._again(watched, found)
                if watched.folders != folders:
                    return watched
        raise KeyboardInterrupt

    def _first(self) -> WatchInputs:
        begun = time.monotonic()
        watched = self._build()
        self._say(f"built in {time.monotonic() - begun:.2f} s; watching {self._range(watched)}")
        return watched

    def _again(self, before: WatchInputs, changed: Sequence[str]) -> WatchInputs:
        begun = time.monotonic()
        gc.disable()  # a tenth of the time; nobody waits for what is collected below
        try:
            with self._in_place(f"{_names(changed)} changed"):
                watched = self._build()
                self._say(f"built in {time.monotonic() - begun:.2f} s; watching {self._range(watched)}")
        finally:
            gc.enable()
        gc.collect()
        return watched

    @contextmanager
    def _in_place(self, why: str) -> Iterator[None]:
        """Buffer the output of this block, then show it in place of the previous one, below the reason for the build."""
        out, err = StringIO(), StringIO()
        try:
            with redirect_stdout(out), redirect_stderr(err):
                yield
        finally:
            if self._terminal:
                sys.stderr.write(_CLEAR)
            self._say(why)
            sys.stderr.flush()
            sys.stdout.write(out.getvalue())
            sys.stdout.flush()
            sys.stderr.write(err.getvalue())
            sys.stderr.flush()

    def _say(self, words: str) -> None:
        if not self._quiet:
            sys.stderr.write(f"[{time.strftime('%H:%M:%S')}] {words}\n")

    def _range(self, watched: WatchInputs) -> str:
        return f"{count_noun(len(watched.folders), 'folder')}, Ctrl-C ends"


def _names(paths: Sequence[str]) -> str:
    names = ", ".join(visible(display_path(path)) for path in paths[:_NAMED])
    return f"{names} and {len(paths) - _NAMED} more" if len(paths) > _NAMED else names or "a folder"
