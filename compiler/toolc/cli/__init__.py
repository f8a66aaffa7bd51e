"""The command line. Takes arguments, gives an exit status: 0 clean, 1 findings, 2 usage, configuration or internal error.

Nothing heavy is imported before it is known to be needed: `toolc --version` answers at once, and so does a run of which
nothing has changed.
"""

import gc
import sys

from toolc import __version__

TYPE_CHECKING = False  # as in `toolc/__init__.py`
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130

_YOUNG = 200_000
"""New objects between two searches for garbage: what a run makes it keeps to the end, and searches took a tenth of its time."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Runs one command."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words in (["--version"], ["-V"]):
        print(f"toolc {__version__}")
        return 0
    try:
        from toolc.cache.up_to_date import replay

        _as_text()
        if (status := replay(words, __version__)) is not None:
            return status
        from toolc.cli.guard import run_guarded

        gc.set_threshold(_YOUNG)
        return run_guarded(words)
    except KeyboardInterrupt:  # also while toolc itself is being loaded
        return INTERRUPTED
    except OSError as error:  # of a run that is repeated: any other is guarded
        from toolc.cli.guard import output_failure

        return output_failure(error)


def _as_text() -> None:
    """Names and texts of sources are printed whatever the locale is."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
