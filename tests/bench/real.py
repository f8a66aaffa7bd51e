"""`make bench`: `toolc list` on packages that people have, beside importing them and beside plain parses.

python tests/bench/real.py [rounds [package ...]]; needs uv on PATH, and a package index

Each package is installed once, pinned, with what it needs, into an environment of its own in `toolc-real` in the folder for
temporary files: inside this repository, its modules would be part of the workspace. Per round: `list` with an empty cache, again
with nothing changed, again with a comment added to the largest file, again with a statement in its place; importing every module of
the package in its own environment; `libcst.parse_module` and `ast.parse` of every file. Figures are medians of CPU seconds (user
and system, children included) of interleaved rounds; what counts are ratios.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

PLACE = Path(tempfile.gettempdir()) / "toolc-real"
NEWEST = "2026-11-23"  # no dependency is newer


class Package(NamedTuple):
    """A distribution with its version, the folder that is listed, and what is installed beside it."""

    pinned: str
    folder: str
    beside: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.pinned.partition("==")[0]


PACKAGES = (
    Package("mcp-server-fetch==2026.10.24", "mcp_server_fetch"),
    Package("mcp-server-git==2026.10.19", "mcp_server_git"),
    Package("wikipedia-mcp==2.0.1", "wikipedia_mcp"),
    Package("excel-mcp-server", "excel_mcp"),
    Package("mcp-atlassian==0.23.1", "mcp_atlassian"),
    Package("llama-index-tools-google==0.8.0", "llama_index/tools/google", ("llama-index-core",)),
    Package("langchain-google-community==5.1.1", "langchain_google_community"),
    Package("crewai-tools==1.15.30", "crewai_tools"),
    Package("strands-agents-tools==0.8.10", "strands_tools"),
    Package("semantic-kernel==1.45.0", "semantic_kernel"),
    Package("openai-agents==0.24.0", "agents"),
    Package("google-adk==2.13.0", "google/adk"),
    Package("agno==3.1.10", "agno", ("openai",)),
)
IMPORTING = """
import importlib, pkgutil, sys, warnings
warnings.simplefilter("ignore")

def walk(name):
    try:
        module = importlib.import_module(name)
    except BaseException:
        return
    for found in pkgutil.iter_modules(getattr(module, "__path__", []), name + "."):
        if not found.name.endswith("__main__"):
            walk(found.name)

walk(sys.argv[1])
"""
PARSING = """
import pathlib, sys
if sys.argv[1] == "libcst":
    from libcst import parse_module as parse
else:
    from ast import parse
for path in sorted(pathlib.Path(sys.argv[2]).rglob("*.py")):
    try:
        parse(path.read_bytes())
    except Exception:
        pass
"""
LISTING = "import sys; from toolc.cli import main; sys.exit(main(sys.argv[1:]))"
MEASURES = ("cold", "warm", "comment", "statement", "import", "libcst", "ast")


def used(command: list[str], **environment: str) -> tuple[float, float]:
    """CPU seconds and the largest resident set, in MB, of one process."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **environment})
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def installed(package: Package) -> Path:
    """The environment that has a package, made the first time."""
    place = PLACE / package.name
    if not (place / ".ready").exists():
        python = place / "bin" / "python"
        subprocess.run(["uv", "venv", "-q", "--clear", "--python", sys.executable, place], check=True)
        install = ["uv", "pip", "install", "-q", "--link-mode", "copy", "--compile-bytecode", "--exclude-newer", NEWEST]
        subprocess.run([*install, "--python", python, package.pinned, *package.beside], check=True)
        (place / ".ready").touch()
    return place


def measured(package: Package, rounds: int) -> tuple[dict[str, float], float, int]:
    """The median of each measure, the most memory that `list` took cold, and the number of files."""
    place = installed(package)
    target = next((place / "lib").glob("python3*/site-packages")) / package.folder
    files = list(target.rglob("*.py"))
    touched = max(files, key=lambda path: (path.stat().st_size, path))
    before = touched.read_bytes()
    taken: dict[str, list[float]] = {name: [] for name in MEASURES}
    memory = 0.0
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            words = ["list", str(target), "--python", str(place), "--format", "json", "-j", "1"]

            def listed(words: list[str] = words, cache: str = cache) -> tuple[float, float]:
                return used([sys.executable, "-c", LISTING, *words], TOOLC_CACHE_DIR=cache)

            cold, most = listed()
            memory = max(memory, most)
            taken["cold"].append(cold)
            taken["warm"].append(listed()[0])
            try:
                touched.write_bytes(before + b"\n# %d\n" % number)
                taken["comment"].append(listed()[0])
                touched.write_bytes(before + b"\nchanged_%d = None\n" % number)
                taken["statement"].append(listed()[0])
            finally:
                touched.write_bytes(before)
        module = package.folder.replace("/", ".")
        taken["import"].append(used([str(place / "bin" / "python"), "-c", IMPORTING, module])[0])
        for parser in ("libcst", "ast"):
            taken[parser].append(used([sys.executable, "-c", PARSING, parser, str(target)])[0])
    return {name: statistics.median(times) for name, times in taken.items()}, memory, len(files)


def main(rounds: int, names: list[str], say: Callable[[str], None] = print) -> None:
    if shutil.which("uv") is None:
        say("uv is missing: real packages are not measured")
        return
    say("| package | files | cold | memory | beside its import | beside libcst | beside ast | warm | a comment | a statement |")
    say("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |")
    for package in PACKAGES:
        if names and package.name not in names:
            continue
        took, memory, files = measured(package, rounds)
        cold = took["cold"]
        beside = [f"{cold / took[name]:.2f} x" for name in ("import", "libcst", "ast")]
        shown = [
            f"{cold:.1f} s",
            f"{memory:.0f} MB",
            *beside,
            *(f"{took[name]:.2f} s" for name in ("warm", "comment", "statement")),
        ]
        say(f"| {package.name} | {files:,} | {' | '.join(shown)} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, sys.argv[2:])
