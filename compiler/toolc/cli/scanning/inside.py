"""Program of one item's process: takes the item as an argument, writes an answer to standard output.

Whatever goes wrong is an answer too; where the process itself is ended, whoever started it says so.
"""

import contextlib
import os
import sys
from time import process_time

import msgspec

from toolc import tracked_files
from toolc.cli.faults import fault
from toolc.cli.options import Common
from toolc.cli.run import Run, Stop
from toolc.cli.scanning.examining import MEMORY, Answer, digest_of
from toolc.cli.scanning.items import Item
from toolc.cli.scanning.records import Distribution, Settings, failed_line, found_line, head
from toolc.cpu_budget import start_timer
from toolc.diagnostics import Diagnostic, in_order
from toolc.limits import FRAMES, CpuBudgetExceeded
from toolc.missing_packages import once_for_each_package
from toolc.process_pool import end_with


def main(told: str, version: str, parent: int) -> None:
    """Examine one item; never raises, and ends with its parent process."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed meanwhile goes nowhere
    item, settings = msgspec.json.decode(told, type=tuple[Item, Settings])
    sys.setrecursionlimit(FRAMES)
    end_with(parent)
    _limit_memory()
    start_timer()
    line = _line(item, settings)
    answers.write(msgspec.json.encode(Answer(line, *_usage_so_far())))
    answers.flush()
    os._exit(0)


def _line(item: Item, settings: Settings) -> str:
    start, run = head(item.name, settings, digest_of(item.place)), None
    try:
        run = Run([item.path], _common(settings), results=True)
        with run.busy(""):
            front = run.compile(reaching=True)
        with run.telling():
            found = tuple(once_for_each_package(in_order(run.choosing.select((*run.noted, *front.diagnostics)))))
            if not front.files and any(one.code == "TC101" for one in found):
                return failed_line(start, _reason(found), found)
            return found_line(start, _distribution(item), found, front)
    except Stop as stop:
        return failed_line(start, _reason(stop.diagnostics), stop.diagnostics)
    except MemoryError:
        return failed_line(start, f"it takes more than {MEMORY >> 30} GiB of memory")
    except (Exception, CpuBudgetExceeded) as error:
        said = (*(run.noted if run else ()), fault(error))
        return failed_line(start, _reason(said[-1:]), said)


def _distribution(item: Item) -> Distribution:
    """Return name and version of an archive: from its metadata, else from its file name."""
    found = tracked_files.find_mount(item.path)
    return Distribution() if found is None else Distribution(found[1].name, found[1].version)


def _common(settings: Settings) -> Common:
    return Common(**msgspec.structs.asdict(settings), untrusted=True, no_cache=True, quiet=True)


def _reason(said: tuple[Diagnostic, ...]) -> str:
    """The worst that was said, in a line."""
    worst = next((one for one in reversed(said) if one.severity == "error"), None)
    return f"{worst.code} {worst.slug}: {worst.message}" if worst is not None else "it was not read"


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # Unix alone has it

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = MEMORY if hard < 0 else min(MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _usage_so_far() -> tuple[float, int]:
    """CPU seconds of this process and its worker, and the megabytes of the larger of the two."""
    try:
        import resource
    except ImportError:
        return process_time(), 0
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return sum(one.ru_utime + one.ru_stime for one in used), max(one.ru_maxrss for one in used) // unit
