"""Files declared to be of one system, by `--system`, by configuration or by a loader call in the program.

Takes a unit and the system, gives one `Declaration` for every public function at its top, or for every pydantic model where the
tools are models; for a system whose files are one tool each, for the function named as the file, else the only public one.
"""

import posixpath
from collections.abc import Iterator

from toolc.bind.linker import Linker
from toolc.bind.modules import SourceModule
from toolc.bind.reachability import reachability
from toolc.diagnostics import Diagnostic, Label
from toolc.program import (
    ConstantValue,
    Declaration,
    DefinitionValue,
    ExternalSymbol,
    MappingValue,
    ProgramPoint,
    ServerKey,
    Unknown,
    Value,
)
from toolc.source import SourceFile
from toolc.systems.base import System

DEFAULT_FOLDER = "agent/tools"
"""pba, "Key Methods": `load` "defaults to `agent/tools/`"."""


def declared_tools(unit: SourceModule, system: System, linker: Linker, package: str) -> Iterator[Declaration]:
    """The tools of one file."""
    functions = _public("class" if system.models else "def", unit, linker)
    server = ServerKey(package, system.name, system.name, standalone=True)
    if not system.one_per_file:
        for function in functions:
            yield _declaration(function, system, server)
        return
    stem = _stem(unit.source)
    chosen = [function for function in functions if function.stmt.name == stem] or functions
    if len(chosen) == 1:
        yield _declaration(chosen[0], system, server)
    elif chosen:
        linker.library.diagnostics.append(_ambiguous(chosen, unit, stem))


def loaded_files(loader: Declaration, linker: Linker) -> list[SourceFile]:
    """The project's files that a loader call names; that it names none which can be read here is said.

    The call's option `files` holds `filepath` (a folder or file) and `file_name`. The program resolves a relative path where
    it is started, which no source tells: every folder of the project that the path fits counts, the one nearest to the
    calling file first.
    """
    where, unit = loader.options["files"], linker.unit(loader.scope)
    asked = (
        {key: value.value for key, value in where.items if isinstance(value, ConstantValue)}
        if isinstance(where, MappingValue)
        else {}
    )
    if not isinstance(where, MappingValue) or len(asked) < len(where.items):
        linker.library.diagnostics.append(_made_at_run_time(where, unit, loader))
        return []
    wanted = posixpath.normpath(asked["filepath"] or DEFAULT_FOLDER).removesuffix(".py")
    only = asked.get("file_name")
    stems = {name.removesuffix(".py") for name in ([only] if isinstance(only, str) else only or ())}
    fits = _files_by_folder(wanted, stems, linker)
    found = fits[max(sorted(fits), key=lambda folder: len(posixpath.commonprefix([folder, unit.source.path])))] if fits else []
    lost = stems - {_stem(source) for source in found}
    if lost or not found:
        linker.library.diagnostics.append(_missing_file(wanted, sorted(lost), unit, loader))
    return found


def _files_by_folder(wanted: str, stems: set[str], linker: Linker) -> dict[str, list[SourceFile]]:
    """By folder: the files in a folder of that path, or at that very path."""
    fits: dict[str, list[SourceFile]] = {}
    for source in linker.library.sources.everything():
        whole = source.path.removesuffix(".py")
        folder, _, stem = whole.rpartition("/")
        if stem.startswith("__") or (stems and stem not in stems):
            continue
        if f"/{folder}".endswith(f"/{wanted}") or f"/{whole}".endswith(f"/{wanted}"):
            fits.setdefault(folder, []).append(source)
    return fits


def _public(kind: str, unit: SourceModule, linker: Linker) -> list[DefinitionValue]:
    """The functions or models a module has once it has run: redefined ones count once, the last time."""
    found: dict[str, DefinitionValue] = {}
    for site in unit.top.sites:
        if site.node.kind != kind or site.names[0].startswith("_"):
            continue
        scope = ProgramPoint(unit.source.module, (), site.node.at)
        if reachability(site.guard, scope, linker) is not False and (function := linker.define(scope, site.node)):
            if kind == "class" and not _is_model(function, linker):
                continue
            found.pop(function.stmt.name, None)
            found[function.stmt.name] = function
    return list(found.values())


def _is_model(cls: DefinitionValue, linker: Linker) -> bool:
    """Return `True` if a class derives from pydantic, or from a package built on it."""
    roots = {one.name.partition(".")[0] for one in linker.ancestors(cls) if isinstance(one, ExternalSymbol)}
    return not roots.isdisjoint(("pydantic", "pydantic_settings", "instructor"))


def _declaration(function: DefinitionValue, system: System, server: ServerKey) -> Declaration:
    at = function.stmt.name_at
    options = {"model": function} if system.models else {}
    return Declaration(system.name, server, function.scope, at, at + len(function.stmt.name), target=function, options=options)


def _stem(source: SourceFile) -> str:
    return source.path.rpartition("/")[2].removesuffix(".py")


def _ambiguous(functions: list[DefinitionValue], unit: SourceModule, stem: str) -> Diagnostic:
    first, *others = (unit.source.span(one.stmt.name_at, one.name_end) for one in functions)
    names = ", ".join(f"`{function.stmt.name}`" for function in functions)
    return Diagnostic(
        "TC210",
        f"which of {names} is this file's tool? Name it `{stem}` as the file is, or begin the others with an underscore",
        first,
        tuple(Label(span, "public as well") for span in others),
    )


def _missing_file(wanted: str, lost: list[str], unit: SourceModule, loader: Declaration) -> Diagnostic:
    what = " or ".join(f"`{wanted}/{stem}.py`" for stem in lost) if lost else f"file at `{wanted}`"
    help_ = "paths are looked for in the files toolc was given: give it the folder, or mend the path"
    return Diagnostic("TC211", f"there is no {what}", unit.source.span(loader.at, loader.end), help=help_)


def _made_at_run_time(where: Value, unit: SourceModule, loader: Declaration) -> Diagnostic:
    why = where.reason if isinstance(where, Unknown) else "the path is computed"
    return Diagnostic("TC212", f"which tools this call makes is not known: {why}", unit.source.span(loader.at, loader.end))
