"""`make bench`: what a large tree costs, beside what its users run already and what a plain use of LibCST would cost.

python tests/bench/tree.py [number of files] [rounds]

Each command is a process of its own; rounds are interleaved, figures are medians of CPU seconds (user and system), and what
counts are the ratios: they hold on a slow or busy machine too. A tenth of the files hold a tool.
"""

import sys
import tempfile
from functools import partial
from pathlib import Path

from measure import medians, seconds

TOOL = '''\
from orbiter.tool import tool


@tool
def search_{number}(query: str, limit: int = 10, tags: list[str] | None = None) -> list[str]:
    """Search the web.

    Args:
        query: What to look for.
        limit: How many results to give.
    """
    return []
'''
OTHER = "\n\n".join(f"def helper_{number}(value: int) -> int:\n    return value + {number}\n" for number in range(40))
EVERY = """
import pathlib, sys, libcst
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py"))[::10]:
    libcst.parse_module(path.read_bytes())
"""
RUN = "import sys; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"


def tree(folder: Path, count: int) -> None:
    for number in range(count):
        package = folder / f"package_{number // 100}"
        package.mkdir(exist_ok=True)
        text = TOOL.format(number=number) if number % 10 == 0 else OTHER
        (package / f"module_{number}.py").write_text(text)


def commands(folder: Path, out: Path) -> dict[str, tuple[list[str], int]]:
    """What is timed: the command, and by how much its time counts (LibCST reads every tenth file only)."""
    python, ruff = sys.executable, str(Path(sys.executable).with_name("ruff"))
    return {
        "toolc generate": ([python, "-c", RUN, "generate", str(folder), "--out", str(out), "--quiet"], 1),
        "toolc list": ([python, "-c", RUN, "list", str(folder), "--quiet"], 1),
        "ruff check --no-cache": ([ruff, "check", "--no-cache", "--select", "F632", "--quiet", str(folder)], 1),
        "libcst.parse_module on every file": ([python, "-c", EVERY, str(folder)], 10),
    }


def main(count: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder, "sources")
        sources.mkdir()
        tree(sources, count)
        timed = commands(sources, Path(folder, "out"))
        found = medians({name: partial(seconds, command) for name, (command, _) in timed.items()}, rounds)
    found = {name: median * timed[name][1] for name, median in found.items()}
    peer = found["ruff check --no-cache"]
    print(f"{count} files, {count // 10} tools, {rounds} rounds; median CPU seconds, and as a multiple of ruff's")
    for name, median in found.items():
        print(f"  {name:36} {median:8.2f} s {median / peer:8.1f} x")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
