"""Pages that specify the interpreter: Markdown with programs, and what executing each of them gives.

A program is one or more blocks of Python; a block that names a file (```python kit.py) is that file, one that names none is
`server.py`. `reveal(x)` in it shows the value that the interpreter has for `x` at this moment: the comment behind the call
says which, several for several moments. After the program stands, in a block ```tools, what the servers then list: a name
and its fidelity, and what is said of it; and, in a block ```said, what else is said.

Takes pages, gives programs (`collect`); takes a program, gives the same text with what toolc says now (`with_current_output`).
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from harness import LIVE, Memory
from toolc import read as parser
from toolc.analysis.doubts import Doubt
from toolc.analysis.drivers import run
from toolc.analysis.interpreter.machine import Interpreter
from toolc.analysis.values import (
    MISSING,
    BoundMethod,
    Choice,
    Class,
    Dict,
    Function,
    Input,
    Instance,
    LibraryMethod,
    LibraryObject,
    List,
    Maybe,
    Module,
    Native,
    Partial,
    Symbol,
    Unknown,
    Value,
)
from toolc.bind import bind
from toolc.bind.tools import collect as collecting
from toolc.check import check_packages
from toolc.diagnostics import Diagnostic
from toolc.lower import lower
from toolc.systems.register import SYSTEMS

_FENCE = re.compile(r"^```(\w+) *([\w/.]*)\n(.*?)^```$", re.M | re.S)
_REVEAL = re.compile(r"^\s*reveal\(")
COMMENT, THEN = "  # ", ", then "
DEPTH = 4  # of containers in containers that are spelled


class Section(Struct, frozen=True):
    """A part of a page under one heading."""

    title: str
    text: str

    @property
    def files(self) -> dict[str, str]:
        """The files of its program, by path."""
        return {path or "server.py": code for kind, path, code in _FENCE.findall(self.text) if kind == "python"}

    @property
    def revealed(self) -> dict[tuple[str, int], list[str]]:
        """The values that stand behind each call of `reveal`, by file and line."""
        found = {}
        for path, text in self.files.items():
            for at, line in enumerate(text.splitlines()):
                if _REVEAL.match(line):
                    found[path, at + 1] = line.partition(COMMENT)[2].split(THEN)
        return found


class Execution(Struct, frozen=True):
    """What executing a program gives: the values revealed at each line of each file, the tools, and what is said."""

    revealed: dict[tuple[str, int], list[str]]
    tools: list[str]
    said: list[str]


def collect(page: Path) -> Iterator[Section]:
    """The sections of a page that have a program."""
    for part in re.split(r"^(?=## )", page.read_text("utf-8"), flags=re.M)[1:]:
        section = Section(part.partition("\n")[0][3:].strip(), part)
        if section.files:
            yield section


def with_current_output(section: Section, monkeypatch: Any) -> str:
    """The text of a section with the values, tools and messages that toolc gives now."""
    seen = execute(section.files, monkeypatch)
    return _FENCE.sub(lambda found: _block(found, seen), section.text)


def _block(found: "re.Match[str]", seen: Execution) -> str:
    kind, path, body = found.groups()
    if kind == "tools":
        body = "".join(f"{line}\n" for line in seen.tools)
    elif kind == "said":
        body = "".join(f"{line}\n" for line in seen.said)
    elif kind == "python":
        lines = body.splitlines()
        for at, line in enumerate(lines):
            if _REVEAL.match(line):
                values = seen.revealed.get((path or "server.py", at + 1), ["never"])
                lines[at] = line.partition(COMMENT)[0] + COMMENT + THEN.join(values)
        body = "".join(f"{line}\n" for line in lines)
    head = f"{kind} {path}" if path else kind
    return f"```{head}\n{body}```"


def execute(files: dict[str, str], monkeypatch: Any) -> Execution:
    """Compile a program, and note what it reveals."""
    sources = {
        path: f"{text}\nimport mcp as _\n" for path, text in files.items()
    }  # only programs with a framework are executed
    revealed: dict[tuple[str, int], list[str]] = {}

    def revealing(vm: Interpreter, chosen: Iterable[Any]) -> None:
        def reveal(call: Any) -> Value:
            source = vm.modules.loaded[call.place.module].source
            place = source.path, source.text.count("\n", 0, call.place.at) + 1
            revealed.setdefault(place, []).append(spelled(vm, call.args[0]))
            return None

        vm.builtins["reveal"] = Native("mcp.reveal", reveal)  # such names get values as they are
        run(vm, chosen)

    with monkeypatch.context() as patched:
        patched.setattr(collecting, "run", revealing)
        program = bind(Memory(sources, versions=LIVE), parser, SYSTEMS)
        bundle, _ = lower(program, SYSTEMS)  # the program is executed when its tools are asked for
    packages, checked = check_packages(bundle.packages)
    tools = [tool for package in packages for server in package.servers for tool in server.tools]
    listed = [
        f"{tool.name}: {tool.fidelity}" + "".join(f"\n    {_message(one)}" for one in tool.diagnostics if _tells(one))
        for tool in tools
    ]
    return Execution(revealed, listed, [_message(one) for one in (*program.diagnostics, *checked) if _tells(one)])


def _tells(diagnostic: Diagnostic) -> bool:
    return diagnostic.code < "TC400" and "reveal" not in diagnostic.message


def _message(diagnostic: Diagnostic) -> str:
    place = f"{diagnostic.span.path}:{diagnostic.span.line}: " if diagnostic.span is not None else ""
    return f"{place}{diagnostic.code} {diagnostic.message}"


def spelled(vm: Interpreter, value: Value, depth: int = 0) -> str:
    """A value as the pages write it."""
    if depth > DEPTH:
        return "…"

    def inner(one: Value) -> str:
        return spelled(vm, one, depth + 1)

    tainted = f" but {_why(value.taint)}" if getattr(value, "taint", None) is not None else ""
    match value:
        case Input(value=held, names=names):
            return f"{inner(held)} unless {' or '.join(sorted(names))} says another"
        case LibraryMethod(owner=owner, name=name):
            return f"{name} of {inner(owner)}"
        case Unknown(doubt=doubt):
            return f"unknown: {_why(doubt)}"
        case Choice(alternatives=several):
            return " or ".join(map(inner, several))
        case Maybe(value=held):
            return f"perhaps {inner(held)}"
        case List(items=items):
            return f"[{', '.join(map(inner, items))}]{tainted}"
        case Dict(items=items, kind=kind, cls=cls):
            of = f"a {cls.name} of " if cls is not None else ""
            parts = [inner(key) if kind != "dict" else f"{inner(key)}: {inner(one)}" for key, one in items.items()]
            return f"{of}{{{', '.join(parts)}}}{tainted}"
        case Function(name=name):
            return f"function {name}{tainted}"
        case BoundMethod(function=function, receiver=receiver):
            return f"{inner(function)} of {inner(receiver)}"
        case Partial(function=function):
            return f"partial of {inner(function)}"
        case Class(name=name) | Module(name=name):
            return f"{type(value).__name__.lower()} {name}{tainted}"
        case Instance(cls=cls):
            return f"a {cls.name}{tainted}"
        case LibraryObject(callee=callee):
            return f"result of {inner(callee)}{tainted}"
        case Symbol(name=name) | Native(name=name):
            return name
        case tuple():
            return f"({', '.join(map(inner, value))}{',' if len(value) == 1 else ''})"
        case _ if value is MISSING:
            return "nothing"
        case _:
            return repr(value)


def _why(doubt: Doubt) -> str:
    return f"{doubt.code} {doubt.reason}"
