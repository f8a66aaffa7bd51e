"""Writes `compiler/toolc/server_names.txt` anew: the attributes of servers of `mcp` and `fastmcp`, by version of these frameworks.

Run from the repository's root: `.venv/bin/python tests/server_names.py`. It installs the last release of each minor version from
the package index, one after the other (by uv where that is on PATH), and asks an object of the server's class for its names and for
the parameters of its public methods. For each framework there is a line with its versions, and one for each name, with the spans of
versions that have it where not all do. Under the name of a method a line begins with a space, a span and a colon for each list of
parameters; those with a default end in `=`. The constructor has `**` only where it takes any keyword.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator, Mapping
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

OF_PYTHON = frozenset("__annotations__ __dict__ __slots__ __weakref__ _is_protocol".split())
"""Names that Python's own modules put there, in some versions of Python."""

SHOW = """
import inspect
import json

server = Server('shop')
names = sorted({*dir(server), *vars(server)})
found = dict.fromkeys(names)
for name in names:
    method = inspect.getattr_static(Server, name, None)
    if name != '__init__' and name.startswith('_') or not callable(getattr(Server, name, None)):
        continue
    words, kinds = [], set()
    for one in list(inspect.signature(getattr(Server, name)).parameters.values())[not isinstance(method, (classmethod, staticmethod)):]:
        if one.kind is one.KEYWORD_ONLY and not {one.VAR_POSITIONAL, one.KEYWORD_ONLY} & kinds:
            words.append('*')
        kinds.add(one.kind)
        star = '*args' if one.kind is one.VAR_POSITIONAL else '**' if one.kind is one.VAR_KEYWORD else ''
        words.append(star or one.name + ('=' if one.default is not one.empty else ''))
    if name == '__init__' and '**' in words:
        try:
            Server('shop', nonsense=1)
        except TypeError:
            words.remove('**')
    found[name] = ' '.join(words)
print(json.dumps(found))
"""


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


def names_of(framework: str, release: str) -> dict[str, str | None]:
    """A server's attributes, public methods with their parameters; none if the release cannot be installed or does not run here."""
    uv = shutil.which("uv")
    for pins in PINS:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=uv is None)
            python = str(Path(folder, "bin", "python"))
            install = [uv, "pip", "install", "-q", "--python", python] if uv else [python, "-m", "pip", "install", "-q"]
            if subprocess.run([*install, f"{framework}=={release}", *pins], capture_output=True).returncode:
                continue
            done = subprocess.run([python, "-W", "ignore", "-c", MAKING[framework] + SHOW], capture_output=True, text=True)
            if not done.returncode:
                return dict(json.loads(done.stdout.splitlines()[-1]))
    print(f"{framework} {release} is left out: it does not run here", file=sys.stderr)
    return {}


def table(framework: str, found: Mapping[str, Mapping[str, str | None]]) -> Iterator[str]:
    """The lines of one framework, from the names by minor version."""
    versions = list(found)
    yield f"[{framework}] {' '.join(versions)}"
    for name in sorted(set().union(*found.values()) - {*dir(object()), *OF_PYTHON} | {"__init__"}):
        spans = spans_of(versions, [version for version in versions if name in found[version]])
        yield name if spans == [f"{versions[0]}-{versions[-1]}"] else f"{name} {' '.join(spans)}"
        by_parameters: dict[str, list[str]] = {}
        for version in versions:
            if (parameters := found[version].get(name)) is not None:
                by_parameters.setdefault(parameters, []).append(version)
        for parameters, holding in by_parameters.items():
            for span in spans_of(versions, holding):
                yield f" {span}: {parameters}".rstrip()


def spans_of(versions: list[str], holding: list[str]) -> list[str]:
    """The spans of some of the versions, each as `first-last`."""
    spans: list[list[str]] = []
    for before, version in zip([None, *versions], versions, strict=False):
        if version in holding:
            if spans and spans[-1][1] == before:
                spans[-1][1] = version
            else:
                spans.append([version, version])
    return [f"{first}-{last}" for first, last in spans]


if __name__ == "__main__":
    main()
