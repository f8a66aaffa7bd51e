"""Outputs of one package: emitted and checked, or from the cache if nothing about it has changed.

Takes a package with its places, gives its files and diagnostics. They depend on nothing else, so what is kept is known by what
the package says, its name aside: a package that changes takes the place of what was kept of it.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from toolc import tracked_files
from toolc.cache.store import Store
from toolc.cpu_budget import charging, share
from toolc.diagnostics import Diagnostic
from toolc.driver.overload import drop_heaviest_file
from toolc.emit import Emitted, Options, OutputFile, Places, Target, emit_package
from toolc.ir import Package
from toolc.limits import CpuBudgetExceeded
from toolc.output_validation import validate
from toolc.targets.package_tools import written_tools
from toolc.timings import stage

_FIRST, _FURTHER = 0.7, 0.3
"""Budget of a package's outputs: a share of that for reading a file, and seconds for each file with tools."""


class RenderedPackage(Struct, frozen=True):
    """Rendered package; `package` is the digest of its contents."""

    package: str
    files: tuple[OutputFile, ...]
    diagnostics: tuple[Diagnostic, ...]


def render_package(package: Package, places: Places, targets: Sequence[Target], options: Options, store: Store) -> Emitted:
    """The files of one package; with what is broken among the diagnostics."""
    told = _digest(package)
    named = [target.name for target in targets]
    name = "\0".join(("rendered", package.name, repr(places), *named, repr(options)))
    with stage("emit"):
        known = store.load(name, RenderedPackage) if told else None
    if known is not None and known.package == told:
        return known.files, known.diagnostics
    late: list[Diagnostic] = []
    while True:
        try:
            files, diagnostics, broken = _emit_and_check(package, places, targets, options)
            break
        except CpuBudgetExceeded as exceeded:
            package, said = drop_heaviest_file(package, exceeded)
            late.append(said)
    if told and not broken and not late:
        store.save(name, RenderedPackage(told, files, diagnostics), RenderedPackage)
    return files, (*diagnostics, *broken, *late)


def _emit_and_check(
    package: Package, places: Places, targets: Sequence[Target], options: Options
) -> tuple[tuple[OutputFile, ...], tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """The files of a package, what was said of them, and which are broken. Raises `CpuBudgetExceeded`."""
    sources = {tool.span.path for _, tool in written_tools(package)}
    with charging(share(_FIRST, _FURTHER * len(sources))):
        with stage("emit"):
            files, diagnostics = emit_package(package, places, targets, options)
        with stage("validate"):
            return files, diagnostics, validate(files)


def _digest(package: Package) -> str:
    """The digest of a package; "" of one that MessagePack cannot hold (a whole number beyond 64 bits)."""
    try:
        return tracked_files.digest(msgspec.msgpack.encode(package))
    except (OverflowError, ValueError, TypeError, RecursionError):
        return ""
