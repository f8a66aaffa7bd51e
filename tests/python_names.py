"""Writes `compiler/toolc/python_names.txt` anew: the public names of Python's library by module, from the stubs that mypy brings.

Run from the repository's root: `.venv/bin/python tests/python_names.py`. One line a module: `module: name name …`. A mark
`@11-12` behind either says which Python 3.x have it, `@13-` from which one on, and none that all have it from 3.11 to 3.14.
A `?` marks modules that only some platforms or builds have; names that depend on the platform are left out.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import mypy

STUBS = Path(mypy.__file__).parent / "typeshed" / "stdlib"
TABLE = Path("compiler/toolc/python_names.txt")
MINORS = range(11, 15)
PLATFORMS = ("linux", "darwin", "win32")
LEFT_OUT = "curses distutils encodings idlelib lib2to3 pydoc_data tkinter turtle turtledemo".split()
"""Large packages whose names are hardly ever imported in a `try`, or that are not part of every build of Python."""

JOKES = ("antigravity", "this")
"""Modules that do something when they are imported, which the test of the table would do."""

ONLY_IN_STUBS = {
    "builtins": "ellipsis function",
    "copy": "PyStringMap",
    "ssl": "PROTOCOL_SSLv2 PROTOCOL_SSLv3",
    "sys": "UnraisableHookArgs gettotalrefcount last_exc last_traceback last_type last_value ps1 ps2 tracebacklimit",
    "typing": "AwaitableGenerator type_check_only",
}
"""Names that only some builds have, or nobody at run time."""

GONE = {
    "asyncio": "coroutine",
    "binhex": "",
    "collections": "AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine"
    " Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet"
    " Reversible Sequence Set Sized ValuesView",
    "fractions": "gcd",
    "inspect": "formatargspec getargspec getmoduleinfo",
    "itertools": "ifilter imap izip izip_longest",
    "string": "join letters lowercase maketrans uppercase",
    "time": "clock",
    "typing": "",
    "urllib": "quote quote_plus unquote urlencode urlopen",
}
"""Names of modules that Python 3.11 no longer had, and that old programs import before they turn to the new ones."""


def main() -> None:
    spans = lifetimes()
    lines = []
    for module in sorted({*modules(), *spans}):
        root, *inner = module.split(".")
        if any(part.startswith("_") for part in (root, *inner)) or (root in LEFT_OUT and inner) or root in JOKES:
            continue
        alive = [minor for minor in MINORS if is_alive(module, minor, spans)]
        where: dict[str, set[tuple[int, str]]] = {}
        for minor in alive:
            for platform in PLATFORMS:
                for name in names(module, minor, platform):
                    where.setdefault(name, set()).add((minor, platform))
        everywhere = {name: sorted({minor for minor, _ in found}) for name, found in where.items() if is_everywhere(found)}
        listed = {} if root in LEFT_OUT else everywhere
        hidden = ONLY_IN_STUBS.get(module, "").split()
        words = [
            f"{name}{mark(minors, alive)}" for name, minors in listed.items() if not name.startswith("_") and name not in hidden
        ]
        words += [f"{name}@0-10" for name in GONE.get(module, "").split()]
        if not is_coming(module, spans):
            varies = "?" if where and not listed else ""
            lines.append(f"{module}{mark(alive, list(MINORS))}{varies}: {' '.join(sorted(words))}".rstrip())
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")


def is_everywhere(found: set[tuple[int, str]]) -> bool:
    """Return `True` if a name does not depend on the platform in any version that has it."""
    return len(found) == len({minor for minor, _ in found}) * len(PLATFORMS)


def mark(minors: list[int], of: list[int]) -> str:
    """Which versions have something, where not all do that have what it is part of."""
    if minors == of:
        return ""
    return f"@{minors[0]}-{'' if minors[-1] == MINORS[-1] else minors[-1]}" if minors else "@0-10"


def lifetimes() -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """The first and last version of modules, as the stubs list them; a submodule that is not listed has those of its package."""
    found = {}
    for line in (STUBS / "VERSIONS").read_text("utf-8").splitlines():
        name, colon, span = line.partition("#")[0].strip().partition(": ")
        if colon:
            first, _, last = span.partition("-")
            found[name] = tuple(map(int, first.split("."))), tuple(map(int, last.split("."))) if last else (9, 9)
    return found


def is_alive(module: str, minor: int, spans: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]) -> bool:
    parts = module.split(".")
    around = [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return all(spans[name][0] <= (3, minor) <= spans[name][1] for name in around if name in spans)


def is_coming(module: str, spans: dict[str, tuple[tuple[int, ...], tuple[int, ...]]]) -> bool:
    """Return `True` if a module is first in a version of Python after those of the table."""
    return any(module == name or module.startswith(f"{name}.") for name, (first, _) in spans.items() if first > (3, MINORS[-1]))


def modules() -> Iterator[str]:
    for path in STUBS.rglob("*.pyi"):
        parts = path.relative_to(STUBS).with_suffix("").parts
        if name := ".".join(parts[:-1] if parts[-1] == "__init__" else parts):
            yield name


LISTED = "__all__."
"""In front of a name that `import *` gives."""


def names(module: str, minor: int, platform: str) -> set[str]:
    """The names that a stub exports, under one version and platform."""
    base = STUBS / Path(*module.split("."))
    path = next((one for one in (base / "__init__.pyi", base.with_suffix(".pyi")) if one.exists()), None)
    if path is None:
        return set()
    system = SimpleNamespace(version_info=(3, minor), platform=platform)

    def bound(body: list[ast.stmt]) -> Iterator[str]:
        for node in body:
            match node:
                case ast.If():
                    taken = eval(ast.unparse(node.test), {"sys": system})  # of a stub that mypy itself would evaluate
                    yield from bound(node.body if taken else node.orelse)
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    yield node.name
                case (
                    ast.Assign(targets=[ast.Name(id="__all__")], value=value)
                    | ast.AugAssign(target=ast.Name(id="__all__"), value=value)
                ):
                    yield from (f"{LISTED}{name}" for name in ast.literal_eval(value))
                case ast.Assign(targets=targets):
                    yield from (target.id for target in targets if isinstance(target, ast.Name))
                case ast.AnnAssign(target=ast.Name(id=name)):
                    yield name
                case ast.Import(names=aliases):
                    yield from (alias.name for alias in aliases if alias.asname == alias.name)
                case ast.ImportFrom(names=aliases):
                    yield from (alias.name for alias in aliases if alias.asname == alias.name)
                    if aliases[0].name == "*":
                        given = names(absolute(node, module, path.name == "__init__.pyi"), minor, platform)
                        chosen = {name[len(LISTED) :] for name in given if name.startswith(LISTED)}
                        yield from chosen or (name for name in given if not name.startswith("_"))

    return set(bound(ast.parse(path.read_text("utf-8")).body))


def absolute(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    kept = len(parts) - node.level + (1 if is_package else 0)
    return ".".join([*parts[:kept], *([node.module] if node.module else [])])


if __name__ == "__main__":
    main()
