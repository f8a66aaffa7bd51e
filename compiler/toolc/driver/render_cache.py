"""Outputs of one package: emitted and checked, or from the cache if nothing about it has changed.

Takes a package with its places, gives its files and diagnostics. They depend on nothing else, so what is kept is known by what
the package says, its name aside: a package that changes takes the place of what was kept of it.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec import Struct

from toolc import tracked_files
from toolc.cache.store import Store
from toolc.cpu_budget import charging, extend, share
from toolc.diagnostics import Diagnostic
from toolc.driver.overload import drop_heaviest_file
from toolc.emit import Emitted, Options, OutputFile, Places, Rendered, Target, merge_outputs, place_packages
from toolc.ir import Bundle, Package
from toolc.limits import CpuBudgetExceeded
from toolc.output_validation import BROKEN
from toolc.targets.package_tools import written_tools
from toolc.timings import stage

_FIRST, _TARGET, _FURTHER = 0.7, 0.25, 0.3
"""Budget of a package's outputs: a share of that for reading a file, another one for each target but the first, and seconds for
each file with tools. Nothing in a source decides how many targets there are."""


class RenderedPackage(Struct, frozen=True):
    """Rendered package; `package` is the digest of its contents."""

    package: str
    files: tuple[OutputFile, ...]
    diagnostics: tuple[Diagnostic, ...]


Render = Callable[[Package, Places, Sequence[Target], Options], Rendered]
"""The stages that make the outputs of a package (`pipeline.render_package`)."""


class Rendering(Struct, frozen=True):
    """The outputs of one package; of none where one of them is broken."""

    package: str
    files: tuple[OutputFile, ...]
    diagnostics: tuple[Diagnostic, ...]
    broken: bool = False


def render_packages(
    bundle: Bundle, targets: Sequence[Target], options: Options, store: Store, names: Iterable[str], render: Render
) -> tuple[Rendering, ...]:
    """From a bundle to the text of every output file, package by package; nothing is written.

    `names`: all packages there are, also those that are not in the bundle, so that each has the same place in every run.
    """
    emitted: dict[str, list[Emitted]] = {}
    for package, places in place_packages(bundle, targets, names):
        emitted.setdefault(package.name, []).append(_render_or_load(package, places, targets, options, store, render))
    merge_outputs(one for several in emitted.values() for one in several)  # no two of them at one place
    return tuple(_as_rendering(name, *merge_outputs(several)) for name, several in emitted.items())


def _as_rendering(name: str, files: tuple[OutputFile, ...], diagnostics: tuple[Diagnostic, ...]) -> Rendering:
    broken = any(one.code == BROKEN for one in diagnostics)
    return Rendering(name, () if broken else files, diagnostics, broken)


def _render_or_load(
    package: Package, places: Places, targets: Sequence[Target], options: Options, store: Store, render: Render
) -> Emitted:
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
            files, diagnostics, broken = _render_charged(package, places, targets, options, render)
            break
        except CpuBudgetExceeded as exceeded:
            package, said = drop_heaviest_file(package, exceeded)
            late.append(said)
    if told and not broken and not late:
        store.save(name, RenderedPackage(told, files, diagnostics), RenderedPackage)
    return files, (*diagnostics, *broken, *late)


def _render_charged(package: Package, places: Places, targets: Sequence[Target], options: Options, render: Render) -> Rendered:
    """The files of a package within their budget. Raises `CpuBudgetExceeded`."""
    sources, more = {tool.span.path for _, tool in written_tools(package)}, _TARGET * (len(targets) - 1)
    extend(share(more, 0.0).allowed)
    with charging(share(_FIRST + more, _FURTHER * len(sources))):
        return render(package, places, targets, options)


def _digest(package: Package) -> str:
    """The digest of a package; "" of one that MessagePack cannot hold (a whole number beyond 64 bits)."""
    try:
        return tracked_files.digest(msgspec.msgpack.encode(package))
    except (OverflowError, ValueError, TypeError, RecursionError):
        return ""
