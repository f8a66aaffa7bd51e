"""`make bench`: builds of a large monorepo: from nothing, of which nothing changed, of which one file changed; beside their peers.

python tests/bench/builds.py [number of files] [rounds]

Two trees, deterministic: one of decorated tools, and one where half of them are registered by calls inside functions. Rounds are
interleaved, figures are medians of CPU seconds (user and system); what counts are the ratios. LibCST and griffe read every
tenth file, and their time counts tenfold. All programs have their byte code, as installers leave it.
"""

import importlib.util
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from measure import medians, seconds
from tree import EVERY, OTHER, TOOL

CALLED = """\
from toolc import ToolRegistry


def find_{number}(query: str, limit: int = 10) -> list[str]:
    \"\"\"Search the web.\"\"\"
    return []


def register(registry: ToolRegistry) -> None:
    registry.register(find_{number})


register(ToolRegistry())
"""
GRIFFE = """
import pathlib, sys, griffe
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py"))[::10]:
    griffe.visit(path.stem, filepath=path, code=path.read_text())
"""
SAMPLED = 10
PEERS = {
    "cold, one process": ("ruff check --no-cache", "libcst.parse_module on every file", "griffe on every file"),
    "nothing changed": ("git status",),
    "one file changed": ("git status",),
    "toolc --version": ("python -c pass",),
}
TOOLC = str(Path(sys.executable).with_name("toolc"))
RUFF = str(Path(sys.executable).with_name("ruff"))


def monorepo(folder: Path, count: int, called: bool) -> None:
    """A hundred files to a package, of which ten hold a tool, under version control."""
    for number in range(count):
        package = folder / f"package_{number // 100}"
        if not package.exists():
            package.mkdir(parents=True)
            (package / "pyproject.toml").write_text(f'[project]\nname = "package-{number // 100}"\n')
        text = OTHER if number % 10 else (CALLED if called and number % 20 else TOOL).format(number=number)
        (package / f"module_{number}.py").write_text(text)
    git = ["git", "-C", str(folder), "-c", "user.name=bench", "-c", "user.email=bench@example.org"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
        subprocess.run([*git, *words], check=True)


def candidates(folder: Path, out: Path) -> dict[str, Callable[[], float]]:
    build = [TOOLC, "generate", str(folder), "--out", str(out), "--quiet"]
    edited = folder / "package_0" / "module_0.py"

    def changed() -> float:
        edited.write_text(edited.read_text() + "\n\nx = 1\n")
        return seconds(build)

    def sampled(program: str) -> float:
        return SAMPLED * seconds([sys.executable, "-c", program, str(folder)])

    griffe = {"griffe on every file": partial(sampled, GRIFFE)} if importlib.util.find_spec("griffe") else {}
    return {
        "cold, one process": partial(seconds, [*build, "--no-cache", "-j", "1"]),
        "ruff check --no-cache": partial(seconds, [RUFF, "check", "--no-cache", "--select", "F632", "--quiet", str(folder)]),
        "one file changed": changed,
        "nothing changed": partial(seconds, build),
        "git status": partial(seconds, ["git", "-C", str(folder), "status", "--porcelain"]),
        "toolc --version": partial(seconds, [TOOLC, "--version"]),
        "python -c pass": partial(seconds, [sys.executable, "-c", "pass"]),
        "libcst.parse_module on every file": partial(sampled, EVERY),
        **griffe,
    }


def main(count: int, rounds: int) -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for called in (False, True):
        with tempfile.TemporaryDirectory() as place:
            sources, out = Path(place, "sources"), Path(place, "out")
            os.environ["TOOLC_CACHE_DIR"] = str(Path(place, "cache"))
            monorepo(sources, count, called)
            for _ in range(2):
                seconds([TOOLC, "generate", str(sources), "--out", str(out), "--quiet", "-j", "1"])
                peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
                time.sleep(2.5)  # what was written just now is not believed yet
            found = medians(candidates(sources, out), rounds)
        print(
            f"{count} files, {count // 10} tools, {'half of them by calls' if called else 'decorated'}; CPU seconds, {rounds} rounds"
        )
        for name, median in found.items():
            beside = ", ".join(f"{median / found[peer]:.3g} x {peer}" for peer in PEERS.get(name, ()) if peer in found)
            print(f"  {name:34} {median:8.3f} s  {beside}")
        print(f"  peak memory of one process {peak:.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000, int(sys.argv[2]) if len(sys.argv) > 2 else 3)
