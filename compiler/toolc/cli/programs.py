"""Type check of programs that call tools: takes programs and the files of target code-mode, returns findings.

The tree and the program are written to a folder of their own, where an installed type checker reads them; neither is run.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from toolc.diagnostics import Diagnostic
from toolc.source import Span

MISFIT, UNCHECKED = "TC655", "TC656"
_SECONDS = 300  # of one type checker
_TYPESCRIPT, _PYTHON = (".ts", ".mts"), (".py",)
_TSC = re.compile(r"^(?P<path>[^\s(][^(]*)\((?P<line>\d+),(?P<column>\d+)\): error (?P<code>TS\d+): (?P<words>.*)$")
_CONFIG = {
    "compilerOptions": {
        "strict": True,
        "noEmit": True,
        "allowImportingTsExtensions": True,
        "erasableSyntaxOnly": False,
        "skipLibCheck": True,
        "module": "nodenext",
        "moduleDetection": "force",
        "target": "es2022",
        "lib": ["es2022", "dom"],
        "types": [],
    }
}
"""As programs of agents are run: modules, with what every run time has (`console`, `fetch`), and no packages."""


def misfits(programs: Sequence[str], texts: Mapping[str, str], trusted: bool) -> Iterator[Diagnostic]:
    """Yield what is wrong with each program. `texts`: of the tree, by path below its folder.

    `trusted`: type checkers that are installed beside the program may be run, as well as those on PATH.
    """
    for program in programs:
        path = Path(program)
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            yield Diagnostic(UNCHECKED, f"{program} cannot be read: {error}", help="name a file of TypeScript or Python")
            continue
        with tempfile.TemporaryDirectory(prefix="toolc-") as place:
            folder = Path(place).resolve()
            for name, content in texts.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(content, "utf-8", newline="\n")
            copy = folder / f"program{path.suffix}"
            copy.write_text(text, "utf-8", newline="\n")
            if path.suffix in _TYPESCRIPT:
                yield from _typescript(program, copy, trusted)
            elif path.suffix in _PYTHON:
                yield from _syntax(program, text) or _python(program, copy, trusted)
            else:
                words = f"{program} is neither TypeScript ({', '.join(_TYPESCRIPT)}) nor Python (.py)"
                yield Diagnostic(UNCHECKED, words, help="name a program of one of these languages")


def _typescript(program: str, copy: Path, trusted: bool) -> Iterator[Diagnostic]:
    compiler = _find_program("tsc", program, trusted)
    if compiler is None:
        yield _missing_program(program, "the TypeScript compiler", "npm install --save-dev typescript")
        return
    (copy.parent / "package.json").write_text('{"type": "module"}\n')
    (copy.parent / "tsconfig.json").write_text(json.dumps({**_CONFIG, "files": [copy.name]}))
    done = _run([compiler, "-p", ".", "--pretty", "false"], copy.parent)
    found: list[tuple[int, int, str]] = []
    for line in done.splitlines():
        if (told := _TSC.match(line)) is not None:
            own = told["path"] == copy.name
            words = f"{told['words']} ({told['code']})"
            found.append((int(told["line"]), int(told["column"]), words) if own else (1, 1, f"{told['path']}: {words}"))
        elif found and line.startswith(" "):
            at, column, words = found[-1]
            found[-1] = (at, column, f"{words} {line.strip()}")
        elif line.strip():
            yield Diagnostic(UNCHECKED, f"{program} was not checked: tsc says: {line.strip()[:300]}")
    yield from (Diagnostic(MISFIT, words, Span(program, at, column, at, column)) for at, column, words in found)


def _syntax(program: str, text: str) -> list[Diagnostic]:
    try:
        ast.parse(text)
    except SyntaxError as error:
        line, column = error.lineno or 1, error.offset or 1
        return [Diagnostic(MISFIT, f"the program is not Python: {error.msg}", Span(program, line, column, line, column))]
    except (ValueError, RecursionError, MemoryError) as error:
        return [Diagnostic(MISFIT, f"the program is not Python: {error}", Span(program))]
    return []


def _python(program: str, copy: Path, trusted: bool) -> Iterator[Diagnostic]:
    checker = _find_program("pyright", program, trusted)
    if checker is None:
        yield _missing_program(program, "pyright", "pip install pyright")
        return
    settings = {"include": [copy.name], "typeCheckingMode": "standard"}
    (copy.parent / "pyrightconfig.json").write_text(json.dumps(settings))
    done = _run([checker, "--outputjson", "--project", "."], copy.parent)
    try:
        told: list[dict[str, Any]] = json.loads(done)["generalDiagnostics"]
    except (ValueError, KeyError):
        yield Diagnostic(UNCHECKED, f"{program} was not checked: pyright says: {done.strip()[:300]}")
        return
    for one in told:
        if one.get("severity") == "error":
            first, last = one["range"]["start"], one["range"]["end"]
            span = Span(program, first["line"] + 1, first["character"] + 1, last["line"] + 1, last["character"] + 1)
            rule = f" ({one['rule']})" if "rule" in one else ""
            yield Diagnostic(MISFIT, re.sub(r"\s*\n\s*", "; ", str(one["message"])) + rule, span)


def _missing_program(program: str, what: str, install: str) -> Diagnostic:
    words = f"{program} was not checked: {what} is not installed"
    return Diagnostic(UNCHECKED, words, help=f"{install}; it is looked for beside the program, above it, and on PATH")


def _find_program(name: str, program: str, trusted: bool) -> str | None:
    """The program of a type checker: that of the nearest `node_modules` or virtual environment, else the one on PATH."""
    near = [Path(program).absolute().parent, Path.cwd()] if trusted else []
    folders = [
        above / inside
        for start in near
        for above in (start, *start.parents)
        for inside in ("node_modules/.bin", ".venv/bin", ".venv/Scripts")
    ]
    places = [str(one) for one in (*folders, Path(sys.executable).parent)]
    return shutil.which(name, path=os.pathsep.join(places)) or shutil.which(name)


def _run(command: Sequence[str], folder: Path) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{error}"
    return (done.stdout or done.stderr).decode("utf-8", "replace")
