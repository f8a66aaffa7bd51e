"""The command line. Takes arguments, gives an exit status: 0 clean, 1 findings, 2 usage, configuration or internal error.

Nothing heavy is imported before it is known to be needed: `toolc --version` answers at once, and so does a build of which
nothing has changed.
"""

import gc
import sys

from toolc import __version__

TYPE_CHECKING = False  # as in `toolc/__init__.py`
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130

_YOUNG = 50_000
"""New objects between two searches for garbage: what a run makes it keeps to the end, and searches took a tenth of its time."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Runs one command."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"]):
        print(f"toolc {__version__}")
        return 0
    try:
        if words[:1] == ["generate"]:
            from toolc.cache.noop import replay

            if (status := replay(words, __version__)) is not None:
                return status
        from toolc.cli.guard import guarded

        gc.set_threshold(_YOUNG)
        return guarded(words)
    except KeyboardInterrupt:  # also while toolc itself is being loaded
        return INTERRUPTED
