"""What the benchmarks share: rounds in which every candidate has its turn, so that a busy machine is busy for all of them.

What counts are ratios of medians.
"""

import resource
import statistics
import subprocess
from collections.abc import Callable, Mapping


def medians(candidates: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of what each candidate measures of itself, in interleaved rounds."""
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, measure in candidates.items():
            taken[name].append(measure())
    return {name: statistics.median(times) for name, times in taken.items()}


def seconds(command: list[str]) -> float:
    """CPU seconds of one process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
