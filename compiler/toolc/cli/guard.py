"""Runs a command so that whatever happens ends in an exit status and words, never in a traceback.

Takes arguments, gives the exit status. `TOOLC_TRACEBACK=1` lets the exception through, for whoever works on toolc.
"""

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from toolc.cli import INTERRUPTED, words
from toolc.cli.commands.register import COMMANDS
from toolc.cli.declare import BadValue
from toolc.cli.parse import parse_words
from toolc.cli.report import Report
from toolc.cli.run import STDIN
from toolc.cpu_budget import start_timer, stop_timer
from toolc.diagnostics import Diagnostic
from toolc.interfaces import Unavailable
from toolc.limits import FRAMES, CpuBudgetExceeded

PIPE_CLOSED, FAILED = 141, 2
_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)


def run_guarded(arguments: Sequence[str]) -> int:
    """The exit status of one command."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), FRAMES))
    try:
        start_timer()
        status = _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return output_failure(error)
    except BadValue as error:
        return _fail("TC601", str(error), f"see toolc {arguments[0]} --help")
    except CpuBudgetExceeded as exceeded:
        _show(exceeded)
        return 1
    except Exception as error:
        return _report_bug(error)
    finally:
        stop_timer()
    return status


def output_failure(error: OSError) -> int:
    """Return the exit status for output that cannot be written: a closed pipe or a full disk. Any other failure is a bug."""
    if isinstance(error, BrokenPipeError):
        _forget_output()
        return PIPE_CLOSED
    if error.filename is not None or error.errno not in _UNWRITABLE:
        return _report_bug(error)
    _forget_output()
    return _fail("TC605", f"standard output: {error.strerror}", "")


def _report_bug(error: Exception) -> int:
    """Report a bug of toolc in one line and a hint."""
    if os.environ.get("TOOLC_TRACEBACK") and not isinstance(error, Unavailable):
        raise error
    with suppress(OSError, ValueError):
        _show(error)
    return FAILED


def _show(error: Exception | CpuBudgetExceeded) -> None:
    from toolc.cli.faults import fault  # most runs have none

    Report().show([fault(error)])


def _run(arguments: Sequence[str]) -> int:
    words.given = list(arguments)
    plain = [STDIN + word[1:] if word.startswith("-::") else word for word in arguments]  # no option, however it begins
    name = plain[0] if plain else ""
    if name in COMMANDS and "_TOOLC_COMPLETE" not in os.environ:
        command = COMMANDS[name].function
        values = parse_words(command, plain[1:])
        if values is not None:
            return command(**values)
    from toolc.cli.usage import Misused, run_with_typer  # typer takes as long to import as most of toolc

    try:
        return run_with_typer(plain, words.given)
    except Misused as error:
        return _fail("TC601", error.message, error.help)


def _fail(code: str, message: str, help: str) -> int:
    Report().show([Diagnostic(code, message, help=help)])
    return FAILED


def _forget_output() -> None:
    """Points standard output at nothing, so that Python does not complain about it once more when it ends."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
