"""Writes `compiler/toolc/server_names.txt` anew: the attributes of servers of `mcp` and `fastmcp`, by version of these frameworks.

Run from the repository's root: `.venv/bin/python tests/server_names.py`. It installs the last release of each minor version from
the package index, one after the other, and asks an object of the server's class for its names. For each framework there is a line
with its versions, and one for each name, with the spans of versions that have it where not all do.
"""

import json
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

TABLE = Path("compiler/toolc/server_names.txt")
MAKING = {
    "fastmcp": "from fastmcp import FastMCP as Server",
    "mcp": """
try:
    from mcp.server.fastmcp import FastMCP as Server
except ImportError:
    from mcp.server.mcpserver import MCPServer as Server
""",
}
OLDEST = {"fastmcp": (2, 0), "mcp": (1, 2)}
PINS = ((), ("pydantic<2.12",), ("pydantic<2.11", "mcp<1.13"))
"""What is installed beside a framework; old releases do not run with the newest pydantic."""

OF_PYTHON = frozenset("__annotations__ __dict__ __weakref__ _is_protocol".split())
"""Names that Python's own modules put there, in some versions of Python."""

SHOW = "\nserver = Server('shop')\nimport json\nprint(json.dumps(sorted({*dir(server), *vars(server)})))"


def main() -> None:
    lines: list[str] = []
    for framework in MAKING:
        found = {minor: names for minor, release in releases(framework) if (names := names_of(framework, release))}
        lines += table(framework, found)
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")


def releases(framework: str) -> Iterator[tuple[str, str]]:
    """The last release of each minor version, oldest first."""
    command = [sys.executable, "-m", "pip", "index", "versions", framework]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    newest: dict[tuple[int, int], tuple[int, int, int]] = {}
    for major, minor, patch in re.findall(r"(?<![\w.])(\d+)\.(\d+)\.(\d+)(?![\w.])", text.partition("Available versions:")[2]):
        key = int(major), int(minor)
        newest[key] = max(newest.get(key, (*key, 0)), (*key, int(patch)))
    for key, release in sorted(newest.items()):
        if key >= OLDEST[framework]:
            yield f"{key[0]}.{key[1]}", ".".join(map(str, release))


def names_of(framework: str, release: str) -> set[str]:
    """The names of a server's attributes; none if the release cannot be installed or does not run here."""
    for pins in PINS:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True)
            python = str(Path(folder, "bin", "python"))
            install = [python, "-m", "pip", "install", "-q", f"{framework}=={release}", *pins]
            if subprocess.run(install, capture_output=True).returncode:
                continue
            done = subprocess.run([python, "-W", "ignore", "-c", MAKING[framework] + SHOW], capture_output=True, text=True)
            if not done.returncode:
                return set(json.loads(done.stdout.splitlines()[-1]))
    print(f"{framework} {release} is left out: it does not run here", file=sys.stderr)
    return set()


def table(framework: str, found: dict[str, set[str]]) -> Iterator[str]:
    """The lines of one framework, from the names by minor version."""
    versions = list(found)
    yield f"[{framework}] {' '.join(versions)}"
    for name in sorted(set().union(*found.values()) - {*dir(object()), *OF_PYTHON}):
        spans: list[list[str]] = []
        for before, version in zip([None, *versions], versions, strict=False):
            if name in found[version]:
                if spans and spans[-1][1] == before:
                    spans[-1][1] = version
                else:
                    spans.append([version, version])
        whole = spans == [[versions[0], versions[-1]]]
        yield name if whole else f"{name} {' '.join(f'{first}-{last}' for first, last in spans)}"


if __name__ == "__main__":
    main()
