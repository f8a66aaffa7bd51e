"""`make bench`: what the guards before the parsers cost, and what a worker costs instead of reading here.

python tests/bench/guard.py [files]

Takes the standard library as text, and a tree as in tree.py. Figures are CPU seconds, workers included; what a worker delays is
wall clock.
"""

import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measure import medians, seconds
from tree import RUN, tree

from toolc.discover.opening import Refused, read_bytes, text_of
from toolc.read import guard, read
from toolc.source import SourceFile
from toolc.workers import Guarded

ROUNDS = 5


def spent(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    start = clock()
    work()
    return clock() - start


def texts(count: int) -> list[str]:
    found = []
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).rglob("*.py"))[:count]:
        try:
            found.append(text_of(read_bytes(str(path), 2_000_000)))
        except Refused:
            continue
    return found


def main(count: int) -> None:
    sources = [SourceFile(f"{number}.py", f"m{number}", text) for number, text in enumerate(texts(count))]
    guarding = spent(lambda: [guard.too_nested(source.text) for source in sources])
    reading = spent(lambda: [read(source) for source in sources])
    print(
        f"guards before the parser, {len(sources)} files: {guarding:.2f} s, {100 * guarding / reading:.1f} % of reading outlines"
    )
    workers: list[Guarded] = []
    print(
        f"a worker: {1e3 * spent(lambda: workers.append(Guarded()), time.perf_counter):.0f} ms until the run goes on", end=", "
    )
    (worker,) = workers
    print(f"{1e3 * spent(lambda: worker.ready(), time.perf_counter):.0f} ms more until it reads")
    there = spent(lambda: [worker.read(source) for source in sources], time.perf_counter)
    print(f"outlines by a worker: {there:.2f} s, here {reading:.2f} s")
    worker.close()
    builds(1000)


def builds(files: int) -> None:
    """A cold build here and in a worker; and of a single file, where starting counts most."""
    with tempfile.TemporaryDirectory() as folder:
        for count in (files, 1):
            sources, out = Path(folder, f"sources{count}"), Path(folder, "out")
            sources.mkdir()
            tree(sources, count)
            run = [sys.executable, "-c", RUN, "generate", str(sources), "--out", str(out), "--quiet", "--no-cache"]
            told = medians({"here": partial(seconds, run), "in a worker": partial(seconds, [*run, "--untrusted"])}, ROUNDS)
            more = told["in a worker"] - told["here"]
            found = [text_of(path.read_bytes()) for path in sources.rglob("*.py")]
            guarding = min(spent(lambda: [guard.too_nested(text) for text in found]) for _ in range(ROUNDS))  # noqa: B023
            print(f"guards over {count} files: {1e3 * guarding:.1f} ms, {guarding / told['here']:.1%} of their cold build")
            print(
                f"a build of {count} files: {told['here']:.2f} s here, in a worker {1e3 * more:+.0f} ms, {more / told['here']:+.0%}"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
