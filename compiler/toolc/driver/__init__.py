"""Compilation of a project part by part, and rendering of its packages, with what is kept of earlier runs.

Here is what every run begins with: a reader, and the survey of the files.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

import msgspec

from toolc.cache.memo import remember
from toolc.cache.modules import KeptReader
from toolc.cache.store import NOTHING_KEPT, Store
from toolc.config import Config
from toolc.diagnostics import Diagnostic
from toolc.discover import Survey, survey
from toolc.interfaces import Reader

Sandbox = Literal["auto", "require", "off"]
"""Sandbox of a worker: whatever this system has, all of Landlock and seccomp, or none."""


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
        yield guarded, guarded.diagnostics, guarded.walled
    finally:
        guarded.close()


def surveyed(paths: Sequence[str], config: Config, store: Store, *, alone: bool) -> Survey:
    """Return the survey of files, from the cache unless a folder or another input has changed."""
    return remember(
        store, answer_key("survey", sorted(paths), config, alone), Survey, lambda: survey(paths, config, alone=alone)
    )


def answer_key(kind: str, *asked: object) -> str:
    """Return the key of a cached answer, as ASCII: names of files need not be text."""
    return f"{kind} {json.dumps(msgspec.to_builtins([*asked, os.environ.get('VIRTUAL_ENV')]))}"
