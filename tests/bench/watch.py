"""How long after a save `toolc watch` has built: python tests/bench/watch.py [number of files] [rounds]

The tree of builds.py; a tool's docstring is changed, so that outputs change. Wall time from the save to the end of the report, and
the CPU time of the program meanwhile, which is what a machine with nothing else to do would take.
"""

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from builds import TOOLC, monorepo

TICKS = os.sysconf("SC_CLK_TCK")


def cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def until_built(process: "subprocess.Popen[str]") -> None:
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("built in"):
            return
    raise SystemExit("toolc watch has ended")


def main(count: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        sources, out = Path(place, "sources"), Path(place, "out")
        os.environ["TOOLC_CACHE_DIR"] = str(Path(place, "cache"))
        monorepo(sources, count, called=False)
        words = [TOOLC, "watch", str(sources), "--out", str(out), "--output-format", "concise"]
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        until_built(process)
        edited = sources / "package_0" / "module_0.py"
        wall, spent = [], []
        for number in range(rounds + 2):
            time.sleep(0.5)
            text = edited.read_text().replace("Search the web", "Search it all") if number % 2 else edited.read_text()
            begun, before = time.monotonic(), cpu(process.pid)
            edited.write_text(text if number % 2 else text.replace("Search it all", "Search the web") + f"\nx = {number}\n")
            until_built(process)
            wall.append(time.monotonic() - begun)
            spent.append(cpu(process.pid) - before)
        process.send_signal(signal.SIGINT)
        process.wait()
    print(
        f"{count} files, {rounds} rounds: {statistics.median(wall[2:]):.2f} s after a save, of which CPU {statistics.median(spent[2:]):.2f} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 5)
