"""`make bench`: how the cost of a cold build grows with the tree.

python tests/bench/growth.py [rounds]

Trees of builds.py, from 1,000 to 20,000 files; CPU seconds of one process, medians. The fit is a line through all of them: time
that each file takes, and how far the worst of them is off.
"""

import os
import statistics
import sys
import tempfile
from functools import partial
from pathlib import Path

from builds import TOOLC, monorepo
from measure import medians, seconds

SIZES = (1000, 2000, 5000, 10_000, 20_000)


def main(rounds: int) -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as place:
        builds = {}
        for size in SIZES:
            sources = Path(place, str(size))
            monorepo(sources, size, called=False)
            command = [
                TOOLC,
                "generate",
                str(sources),
                "--out",
                str(Path(place, f"out{size}")),
                "--quiet",
                "--no-cache",
                "-j",
                "1",
            ]
            builds[str(size)] = partial(seconds, command)
        found = medians(builds, rounds)
    slope, start = statistics.linear_regression(SIZES, list(found.values()))
    for size, median in zip(SIZES, found.values(), strict=True):
        fit = start + slope * size
        print(f"  {size:6} files {median:8.2f} s, the line says {fit:6.2f} s ({median / fit - 1:+.0%})")
    print(f"  {slope * 1e3:.3f} ms a file, {start:.2f} s before the first")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
