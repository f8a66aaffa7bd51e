"""The stages, imported when a command needs them: `toolc explain` starts without a parser, `toolc list` without templates.

This is the one place of the command line where imports stand in functions. It takes and gives what the stages do.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from toolc.config import Config, TargetOptions
from toolc.diagnostics import Diagnostic, has_errors
from toolc.ir import Bundle, Package, Server, Tool
from toolc.source import SourceFile

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from toolc.cache.store import Store
    from toolc.cli.formats import Finding
    from toolc.contract.change import Change, Place
    from toolc.contract.lock import Locked
    from toolc.driver import Front, Sandbox
    from toolc.driver.publication import Publication
    from toolc.driver.render_cache import Rendering
    from toolc.driver.type_reports import Types
    from toolc.emit import OutputFile, Target
    from toolc.encoders import Encoder
    from toolc.fixes import Fixed
    from toolc.lost import Good, Loss
    from toolc.providers import Provider
    from toolc.suppressions import Suppression
    from toolc.systems.base import System
    from toolc.workers import Hello
    from toolc.write import Outputs, Written
    from toolc.write.record import Record


def compile_tools(
    paths: Sequence[str],
    config: Config,
    stdin: SourceFile | None = None,
    sandbox: "Sandbox | None" = None,
    kept: str = "",
    jobs: int = 1,
    widened: bool = False,
    reaching: bool = False,
) -> "Front":
    """`kept`: the folder of what earlier runs found out; "" where nothing is kept. `jobs`: processes; 0: as many as fit.

    `widened`, `reaching`: see `driver.Request`.
    """
    from toolc import pipeline
    from toolc.driver import Request
    from toolc.process_pool import available_processors

    jobs = jobs or available_processors()
    return pipeline.compile_tools(Request(paths, config, stdin, sandbox, _store(kept), _modules(kept), jobs, widened, reaching))


@cache
def _store(kept: str) -> "Store":
    from toolc.cache.store import Store

    return Store(kept, _identity() if kept else "")


_MODULES = 200_000_000  # bytes of what files say; that of a large environment takes a third of it


@cache
def _modules(kept: str) -> "Store":
    """Return the store of parsed modules, shared by all projects; an empty one if nothing is kept."""
    from toolc.cache.place import cache_folder
    from toolc.cache.store import NOTHING_KEPT, Store

    return Store(cache_folder(), _identity(), "modules", _MODULES) if kept else NOTHING_KEPT


@cache
def _identity() -> str:
    from toolc import __version__
    from toolc.cache.up_to_date import identity

    return identity(__version__)


def compile_types(
    paths: Sequence[str], config: Config, mode: str = "validation", sandbox: "Sandbox | None" = None, kept: str = ""
) -> "Types":
    from toolc.driver import type_reports

    return type_reports.compile_types(paths, config, mode, sandbox, _store(kept), _modules(kept))


def judge_fitness(
    bundle: Bundle,
    providers: Sequence["Provider"],
    texts: Callable[[str], str | None],
    sandbox: "Sandbox | None",
    units: Mapping[str, str],
) -> tuple[Diagnostic, ...]:
    from toolc.driver import judgements

    return judgements.judge_fitness(bundle, providers, texts, sandbox, units)


def judge_results(
    bundle: Bundle, texts: Callable[[str], str | None], sandbox: "Sandbox | None" = None
) -> tuple[Diagnostic, ...]:
    from toolc.driver import judgements

    return judgements.judge_results(bundle, texts, sandbox)


def generated_bytes(tools: Iterable[Tool]) -> int:
    """Return how many bytes function_to_tool generates for parameters of some tools."""
    from toolc.systems import function_to_tool

    return sum(function_to_tool.generated_bytes(tool) for tool in tools if tool.system == function_to_tool.NAME)


def providers() -> Mapping[str, "Provider"]:
    from toolc.providers.register import PROVIDERS

    return PROVIDERS


def worker(sandbox: "Sandbox") -> "Hello | str":
    """Return the sandbox of a worker on this machine, or the reason why there is none."""
    from toolc.interfaces import Unavailable
    from toolc.workers import Guarded

    try:
        guarded = Guarded(sandbox)
        try:
            return guarded.ready()
        finally:
            guarded.close()
    except Unavailable as error:
        return str(error)


def publication(paths: Sequence[str], config: Config, sandbox: "Sandbox | None" = None) -> "Publication":
    from toolc.driver import publication as published

    return published.publication(paths, config, sandbox)


def render(
    bundle: Bundle, targets: Sequence["Target"], per_tool: bool, own: TargetOptions | None = None
) -> tuple[tuple["OutputFile", ...], tuple[Diagnostic, ...]]:
    from toolc.emit import merge_outputs

    made = render_packages(bundle, targets, per_tool, own or TargetOptions(), "", ())
    return merge_outputs((one.files, one.diagnostics) for one in made)


def render_packages(
    bundle: Bundle,
    targets: Sequence["Target"],
    per_tool: bool,
    own: TargetOptions,
    kept: str,
    names: Iterable[str],
) -> tuple["Rendering", ...]:
    """`names`: all packages there are."""
    from toolc import __version__, emit, pipeline
    from toolc.driver import render_cache

    options = emit.Options(per_tool, own, __version__)
    return render_cache.render_packages(bundle, targets, options, _store(kept), names, pipeline.render_package)


def render_one(server: Server, tool: Tool, target: "Target") -> tuple[str | None, tuple[Diagnostic, ...]]:
    from toolc import emit

    return emit.single(server, tool, target)


def rendered_page(template: str, context: Mapping[str, Any], encoders: "Mapping[str, Encoder]") -> str:
    from toolc import emit

    return emit.rendered_page(template, context, encoders)


def template_text(name: str) -> str:
    from toolc import emit

    return emit.template_text(name)


def write(outputs: Sequence["Outputs"], out: str, dropped: Sequence[str] = ()) -> "Written":
    from toolc import __version__
    from toolc.cpu_budget import uninterruptible
    from toolc.write import write as stage

    with uninterruptible():
        return stage(outputs, Path(out), dropped, __version__)


def compare_outputs(outputs: Sequence["Outputs"], out: str, dropped: Sequence[str] = ()) -> "Written":
    """Return the changes that `write` would make."""
    from toolc import __version__
    from toolc.write import compare as stage

    return stage(outputs, Path(out), dropped, __version__)


def read_documents(paths: Sequence[Path]) -> tuple[Package, ...] | None:
    """The tools of JSON documents, one package each; None where one of them cannot be read."""
    from toolc.discover import read_text
    from toolc.snapshots import recorded_packages as read

    texts = {path: read_text(str(path)) for path in paths}
    packages, found = read(SourceFile(path.as_posix(), "", text) for path, text in texts.items() if text is not None)
    return None if None in texts.values() or has_errors(found) else packages


def record_of(out: str) -> "Record":
    """Return the record of an output folder."""
    from toolc.write import record_of as stage

    return stage(Path(out))


def record_damage(out: str) -> str:
    """Why the record of an output folder is none; "" where it is one, or there is none."""
    from toolc.write import damage

    return damage(Path(out))


def newer_version(out: str) -> str:
    """The version of toolc that wrote to an output folder, if this one is older; else ""."""
    from toolc import __version__
    from toolc.write import recorded_version

    wrote = recorded_version(Path(out))
    numbers = [[int(part) for part in version.split(".")] for version in (wrote or "0", __version__)]
    return wrote if numbers[0] > numbers[1] else ""


def unwritten_result() -> "Written":
    """Return the result for outputs that were not written."""
    from toolc.write import Written

    return Written()


def outputs(package: str, files: Sequence["OutputFile"], targets: Set[str], **told: Any) -> "Outputs":
    """The outputs of one package, as `write` takes them."""
    from toolc.write import Outputs

    return Outputs(package, tuple(files), frozenset(targets), **told)


def losses(front: "Front", good: Mapping[str, "Good"], forgiving: bool) -> dict[str, "Loss"]:
    """The packages that this run took something from. `good`: what was last good of each."""
    from toolc.lost import losses as found

    return found(front.bundle, front.diagnostics, front.units, good, forgiving=forgiving)


def good(tools: Mapping[str, str], partial: bool = False) -> "Good":
    """Return the last good state of a package."""
    from toolc.lost import Good

    return Good(tools, partial)


def good_tools(bundle: Bundle, without: Set[str] = frozenset()) -> dict[str, dict[str, str]]:
    """The fidelity of every tool that is written, by package. `without`: files whose tools are left out."""
    from toolc.lost import good_tools as found

    return found(bundle, without)


def is_archive(path: str) -> bool:
    """Return `True` if a path is an archive, by its name alone, so that most runs import nothing for it."""
    return ":" in path or any(suffix in path.lower() for suffix in (".whl", ".zip", ".egg", ".mcpb", ".dxt", ".tar", ".tgz"))


def mount_archives(paths: Sequence[str]) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """The paths as they are read, with a folder in memory behind each archive, and what was found in those."""
    from toolc.cli.archived import mount_archives as found

    return found(paths)


def search_path(config: Config, paths: Sequence[str]) -> tuple[str, ...]:
    """The folders beside the project that modules are read from."""
    from toolc.discover.search import search_path as found

    return found(config, str(Path(paths[0]).absolute()))


def read_tools_list(name: str, text: str) -> tuple[Bundle, tuple[Diagnostic, ...]]:
    """The tools of a `tools/list` result, as if it were a file of that name."""
    from toolc.snapshots import recorded_packages as read

    packages, diagnostics = read([SourceFile(f"{name}.json", name, text)])
    return Bundle(packages), diagnostics


def compare(
    old: Bundle, new: Bundle, renamed: Mapping[str, str], sent: bool, unknown_results: Set["Place"] = frozenset()
) -> tuple["Change", ...]:
    from toolc.contract.compare import compare as compared

    return compared(old, new, renamed, sent, unknown_results)


def held_to_window(
    changes: Sequence["Change"],
    window: str,
    old: Bundle,
    since: Mapping[tuple["Place", str], str],
    versions: tuple[Mapping[str, str], Mapping[str, str]],
) -> tuple["Change", ...]:
    """The changes with what was deprecated and went before its time; `versions`: those of packages, before and now."""
    from toolc.contract import window as windows

    found = windows.window(window)
    return tuple(changes) if found is None else tuple(windows.judge_deprecations(changes, found, old, since, *versions))


def deprecated_since(entries: Iterable["Locked"]) -> dict[tuple["Place", str], str]:
    """Return since which version what a lock holds is deprecated."""
    from toolc.contract.lock import deprecated_since as found

    return found(entries)


def keep_deprecations(made: Iterable["Locked"], before: Iterable["Locked"]) -> list["Locked"]:
    """The entries of a new lock, with what the one before says of deprecations."""
    from toolc.contract.lock import keep_deprecations as found

    return list(found(made, before))


def releases(changes: Sequence["Change"], versions: Mapping[str, str]) -> dict[str, tuple[str, str, str]]:
    """By package: what must go up (`major`, `minor`, `patch`), the version before, the least next one ("" for none)."""
    from toolc.contract.semver import bump, next_version

    found: dict[str, tuple[str, str, str]] = {}
    for package in sorted({one.place.package for one in changes}):
        by, version = bump(one for one in changes if one.place.package == package), versions.get(package, "")
        found[package] = (by, version, (version and next_version(version, by)) or "")
    return found


def document(form: str, found: Iterable["Finding"]) -> str:
    """Findings in a form for programs."""
    from toolc import __version__
    from toolc.cli.formats import document as written

    return written(form, found, __version__)


def lock_bytes(entries: Iterable["Locked"]) -> bytes:
    from toolc import __version__
    from toolc.contract.lock import lock_bytes as locked

    return locked(entries, __version__)


def lock_entries(bundle: Bundle, sources: Mapping[str, tuple[str, ...]], partial: Set[str]) -> list["Locked"]:
    """The tools of a bundle as a lock has them. `sources`: the paths that packages were compiled from, where these count.

    `partial`: the packages with unread files.
    """
    from toolc.contract.lock import lock_entries as found

    return list(found(bundle, sources, partial))


def read_entries(data: bytes, path: str) -> list["Locked"]:
    """The tools of a lock. Raises ValueError."""
    from toolc.contract.lock import read_entries as read

    return list(read(data, path))


def unknown_results(entries: Iterable["Locked"]) -> frozenset["Place"]:
    """The tools of a lock that do not say what results look like when they are sent."""
    from toolc.contract.lock import unknown_results as found

    return found(entries)


def locked_bundle(entries: Sequence["Locked"]) -> Bundle:
    """The tools of a lock as a bundle."""
    from toolc.contract.lock import locked_bundle as found

    return found(entries)


def read_lock(data: bytes, path: str) -> Bundle:
    """Raises ValueError."""
    from toolc.contract.lock import read_lock as read

    return read(data, path)


def manifest() -> str:
    """The name of the record that every output folder holds."""
    from toolc.write.record import MANIFEST

    return MANIFEST


def turn(folder: Path) -> "AbstractContextManager[None]":
    """See `write.turn`."""
    from toolc.write.turn import turn as held

    return held(folder)


def write_file(path: Path, data: bytes) -> tuple[str, tuple[Diagnostic, ...]]:
    from toolc.cpu_budget import uninterruptible
    from toolc.write.single import write_file as written

    with uninterruptible():
        return written(path, data)


def serving_module(command: str) -> "ModuleType | Diagnostic":
    """Return the module behind `serve`, `call` and `verify`, which needs the extra `mcp`. No other command imports it: it
    runs the code it is given."""
    try:
        from toolc import serve
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "toolc":
            raise
        return Diagnostic("TC608", f"`toolc {command}` needs the official MCP SDK: {error}", help='pip install "toolc[mcp]"')
    return serve


def find_suppressions(source: SourceFile) -> tuple["Suppression", ...]:
    """The comments of a file that speak to toolc."""
    from toolc.read.suppressions import find_suppressions as found

    return found(source)


def fix_source(source: SourceFile, diagnostics: Sequence[Diagnostic], idle: Sequence[tuple["Suppression", str]]) -> "Fixed":
    from toolc.fixes import fix_source as mended

    return mended(source, diagnostics, idle)


def counter(encoding: str) -> "Callable[[str], int] | Diagnostic":
    """Return a function that counts tokens; it needs the extra `tokens`, which includes vocabularies: nothing is fetched."""
    try:
        from bpe_openai import get_encoding  # type: ignore[import-untyped]
    except ImportError as error:
        return Diagnostic("TC608", f"counting tokens needs a tokenizer: {error}", help='pip install "toolc[tokens]"')
    words = get_encoding(encoding)
    return lambda text: len(words.encode(text))


def watcher() -> "Callable[..., Iterator[Set[tuple[object, str]]]] | Diagnostic":
    """Return a function that waits for changes in folders; it needs the extra `watch`."""
    try:
        from watchfiles import watch
    except ImportError as error:
        return Diagnostic("TC608", f"`toolc watch` needs watchfiles: {error}", help='pip install "toolc[watch]"')
    return watch


def targets() -> Mapping[str, "Target"]:
    from toolc.targets.register import TARGETS

    return TARGETS


def systems(config: Config | None = None) -> Mapping[str, "System"]:
    """The systems toolc knows; with those of a configuration, whose profiles must be among them."""
    from toolc.systems.own import known_systems

    return known_systems(config or Config())


def own_mistakes(config: Config) -> Iterator[str]:
    """Yield the mistakes in the user's own systems of a configuration."""
    from toolc.systems.own import mistakes

    return mistakes(config)
