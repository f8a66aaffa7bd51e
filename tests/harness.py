"""Projects without a disk: takes sources by path, gives the linked program, or what lowering makes of it.

`program` and `tools` (`types` for models) are the two verbs; `value` asks a program for one name.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import dedent
from typing import Any

from toolc import read
from toolc.bind import bind
from toolc.bind.linker import Linker
from toolc.ir import Bundle, Tool, TypeReport
from toolc.lower import lower, lower_types
from toolc.lower.annotations.resolve import Annotations
from toolc.lower.definitions import Definitions
from toolc.lower.functions import Functions
from toolc.program import (
    BoundAttribute,
    CallResult,
    ConstantValue,
    DefinitionValue,
    EnumMember,
    ExternalSymbol,
    MappingValue,
    ModuleValue,
    ParameterValue,
    ProgramPoint,
    SequenceValue,
    Thunk,
    Unknown,
    Value,
)
from toolc.signature import Signature
from toolc.source import SourceFile
from toolc.systems.base import System
from toolc.systems.register import SYSTEMS

Files = str | Mapping[str, str]
VERSIONS = {"python": "3.11", "pydantic": "2.14.4", "mcp": "1.30.0"}
LIVE = {**VERSIONS, "python": f"{sys.version_info[0]}.{sys.version_info[1]}"}  # what an oracle in this process follows


class Memory:
    """Satisfies `toolc.interfaces.Sources`. `site` are the files of the search path, `declared` systems by path."""

    def __init__(
        self,
        files: Mapping[str, str],
        site: Mapping[str, str] | None = None,
        versions: Mapping[str, str] | None = None,
        declared: Mapping[str, str] | None = None,
        packages: Mapping[str, str] | None = None,
        installed: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._own = {path: _source(path, files[path]) for path in sorted(files)}
        self._modules = {source.module: source for path, text in (site or {}).items() for source in [_source(path, text)]}
        self._modules.update((source.module, source) for source in self._own.values())
        self._versions = VERSIONS if versions is None else versions
        self._declared, self._packages = declared or {}, packages or {}
        self._given: set[str] = set()
        self._installed = installed
        self._environment = environment or {}

    def files_with_words(self, words: frozenset[str]) -> Iterator[SourceFile]:
        for path, source in self._own.items():
            if path not in self._given and any(word in source.text for word in words):
                self._given.add(path)
                yield source

    def everything(self) -> Iterator[SourceFile]:
        yield from self._own.values()

    def members(self) -> Iterator[SourceFile]:
        yield from self._own.values()

    def owns(self, path: str) -> bool:
        return path in self._own

    def find(self, module: str, near: str = "") -> SourceFile | None:
        if module not in self._modules and any(name.startswith(f"{module}.") for name in self._modules):
            return SourceFile(module.replace(".", "/"), module, "", package=True)  # a folder without `__init__.py`
        return self._modules.get(module)

    def package_files_with_words(self, package: str, words: Sequence[str], pattern: str = "") -> Iterator[SourceFile]:
        matches = re.compile(pattern.encode(), re.MULTILINE)
        for name, source in self._modules.items():
            text = source.text
            if name.partition(".")[0] == package and any(word in text for word in words) and matches.search(text.encode()):
                yield source

    def data(self, module: str, parts: Sequence[str]) -> str | None:
        return None

    def has_folder(self, module: str, parts: Sequence[str]) -> bool:
        return False

    def requires(self, module: str, packages: frozenset[str]) -> bool:
        return False

    def is_installed(self, path: str) -> bool:
        return self._installed and path not in self._own

    def package(self, path: str) -> str:
        return next((unit for prefix, unit in self._packages.items() if path.startswith(prefix)), "project")

    def declared_system(self, path: str) -> str | None:
        return self._declared.get(path)

    def declared_files(self) -> Iterator[tuple[SourceFile, str]]:
        yield from ((source, self._declared[path]) for path, source in self._own.items() if path in self._declared)

    def environment(self) -> Mapping[str, str]:
        return self._environment

    def scripts(self, paths: Iterable[str]) -> tuple[str, ...]:
        return ()

    def is_assumed(self, module: str) -> bool:
        return module.partition(".")[0] in self._versions

    def version(self, distribution: str) -> str | None:
        return self._versions.get(distribution)


def _source(path: str, text: str) -> SourceFile:
    parts = path.removesuffix(".py").split("/")
    package = parts[-1] == "__init__"
    flush = dedent(text) if text[:1].isspace() else text  # it also empties lines of spaces, which docstrings may have
    return SourceFile(path, ".".join(parts[:-1] if package else parts), flush, package)


def _files(files: Files) -> Mapping[str, str]:
    return {"app.py": files} if isinstance(files, str) else files


def program(files: Files, *, systems: dict[str, System] = SYSTEMS, **project: Mapping[str, str] | None) -> Linker:
    """The linked program of some files; of one text, the module `app`. Further keywords are those of `Memory`."""
    return bind(Memory(_files(files), **project), read, systems)


def bundle(files: Files, **project: Mapping[str, str] | None) -> Bundle:
    """Everything lowering makes of some files."""
    return lower(program(files, **project), SYSTEMS)[0]


def tools(files: Files, **project: Mapping[str, str] | None) -> dict[str, Tool]:
    """The tools by name; of two with one name, the one on the later server."""
    made = bundle(files, **project)
    return {tool.name: tool for package in made.packages for server in package.servers for tool in server.tools}


def servers(files: Files, **project: Mapping[str, str] | None) -> dict[str, list[str]]:
    """The names of the tools of every server, in order."""
    made = bundle(files, **project)
    return {server.name: [tool.name for tool in server.tools] for package in made.packages for server in package.servers}


def types(files: Files, mode: str = "validation", **project: Mapping[str, str] | None) -> dict[str, TypeReport]:
    """The reports of classes and aliases, by the name they have in `app` (elsewhere by qualified name)."""
    reports = lower_types(program(files, systems={}, **project), mode)
    return {report.qualname.removeprefix("app:"): report for report in reports}


def value(linked: Linker, name: str, module: str = "app") -> Value:
    """What a name, dotted when it is inside a function or class, stands for once its module has run."""
    assert linked.library.find(module) is not None
    found: tuple[DefinitionValue, ...] = ()
    *path, last = name.split(".")
    for part in path:
        inner = linked.lookup(part, ProgramPoint(module, found))
        assert isinstance(inner, DefinitionValue), inner
        found = (*found, inner)
    return linked.lookup(last, ProgramPoint(module, found))


def show(value: Value) -> str:
    """A value in the shortest form a table can hold."""
    match value:
        case DefinitionValue():
            return value.full_name
        case _:
            return _SHOWN[type(value)](value)


_SHOWN: dict[type, Callable[[Any], str]] = {
    ConstantValue: lambda v: repr(v.value),
    Unknown: lambda v: f"? {v.reason}",
    ExternalSymbol: lambda v: v.name,
    ModuleValue: lambda v: f"module {v.name}",
    CallResult: lambda v: f"{show(v.callee)}()",
    BoundAttribute: lambda v: f"{show(v.owner)}.{v.name}",
    ParameterValue: lambda v: f"parameter {v.name}",
    SequenceValue: lambda v: f"{v.kind} of {', '.join(map(show, v.items))}",
    MappingValue: lambda v: f"dict of {', '.join(f'{key!r}: {show(inner)}' for key, inner in v.items)}",
    EnumMember: lambda v: f"{v.enum.stmt.name}.{v.name}",
    Thunk: lambda v: "expression",
}


def signatures(text: str) -> dict[str, Signature]:
    """The public functions of a module as the systems are shown them, by name."""
    linked = program(text, declared={"app.py": "toolc"}, versions=LIVE)
    annotations = Annotations(linked)
    functions = Functions(annotations, Definitions(annotations))
    targets = [declaration.target for declaration in linked.tools if declaration.target is not None]
    return {target.stmt.name: functions.signature(target) for target in targets}
