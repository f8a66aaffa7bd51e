"""Files declared to be of one system, by `--system`, by configuration or by a loader call in the program.

Takes a unit and the system, gives one `Declaration` for every public function at its top; for a system whose files are one
tool each, for the function named as the file, else the only public one.
"""

import posixpath
from collections.abc import Iterator

from toolc.bind.conditions import runs
from toolc.bind.library import Unit
from toolc.bind.linker import Linker
from toolc.diagnostics import Diagnostic
from toolc.program import Declaration, Definition, Entries, Known, Scope, ServerKey, Value
from toolc.source import SourceFile
from toolc.systems.base import System


def declared_tools(unit: Unit, system: System, linker: Linker, package: str) -> Iterator[Declaration]:
    """The tools of one file."""
    functions = _public_functions(unit, linker)
    server = ServerKey(package, system.name, system.name)
    if not system.one_per_file:
        for function in functions:
            yield _declaration(function, system, server)
        return
    stem = unit.source.path.rpartition("/")[2].removesuffix(".py")
    chosen = [function for function in functions if function.stmt.name == stem] or functions
    if len(chosen) == 1:
        yield _declaration(chosen[0], system, server)
    elif chosen:
        linker.library.diagnostics.append(_ambiguous(chosen, unit, stem))


def loaded_files(where: Value, unit: Unit, linker: Linker) -> list[SourceFile]:
    """The project's files that a loader call names: `where` holds `filepath` (a folder or file) and `file_name`.

    The program resolves a relative path where it is started, which no source tells: every folder of the project that the
    path fits counts, the one nearest to the calling file first.
    """
    asked = {key: value.value for key, value in where.items if isinstance(value, Known)} if isinstance(where, Entries) else {}
    if "filepath" not in asked:
        return []
    path, only = asked["filepath"], asked.get("file_name")
    wanted = posixpath.normpath(path or "agent/tools").removesuffix(".py")
    names = {only} if isinstance(only, str) else set(only or ())
    stems = {name.removesuffix(".py") for name in names}
    fits: dict[str, list[SourceFile]] = {}
    for source in linker.library.sources.everything():
        whole = source.path.removesuffix(".py")
        folder, _, stem = whole.rpartition("/")
        if stem.startswith("__") or (stems and stem not in stems):
            continue
        if f"/{folder}".endswith(f"/{wanted}") or f"/{whole}".endswith(f"/{wanted}"):
            fits.setdefault(folder, []).append(source)
    if not fits:
        return []
    here = unit.source.path
    return fits[max(sorted(fits), key=lambda folder: len(posixpath.commonprefix([folder, here])))]


def _public_functions(unit: Unit, linker: Linker) -> list[Definition]:
    """The functions a module has once it has run: redefined ones count once, the last time."""
    found: dict[str, Definition] = {}
    for site in unit.top.sites:
        if site.node.kind != "def" or site.names[0].startswith("_"):
            continue
        scope = Scope(unit.source.module, (), site.node.at)
        if runs(site.guard, scope, linker) is not False and (function := linker.define(scope, site.node)):
            found.pop(function.stmt.name, None)
            found[function.stmt.name] = function
    return list(found.values())


def _declaration(function: Definition, system: System, server: ServerKey) -> Declaration:
    at = function.stmt.name_at
    return Declaration(system.name, server, function.scope, at, at + len(function.stmt.name), target=function)


def _ambiguous(functions: list[Definition], unit: Unit, stem: str) -> Diagnostic:
    names = ", ".join(f"`{function.stmt.name}`" for function in functions)
    second = functions[1].stmt
    return Diagnostic(
        "TC210",
        f"this tool file has several public functions: {names}",
        unit.source.span(second.name_at, second.name_at + len(second.name)),
        help=f"name the tool `{stem}` as the file is, or begin the names of the others with an underscore",
    )
