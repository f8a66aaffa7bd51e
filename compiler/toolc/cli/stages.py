"""The stages, imported when a command needs them: `toolc explain` starts without a parser, `toolc list` without templates.

This is the one place of the command line where imports stand in functions. It takes and gives what the stages do.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from toolc.config import Config, TargetOptions
from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle, Server, Tool, TypeReport
from toolc.source import SourceFile

if TYPE_CHECKING:
    from toolc.cache.store import Store
    from toolc.contract.change import Change
    from toolc.emit import OutputFile, Target
    from toolc.fixes import Fixed
    from toolc.pipeline import Front, Sandbox
    from toolc.providers import Provider
    from toolc.remarks import Remark
    from toolc.systems.base import System
    from toolc.workers import Hello
    from toolc.write import Written


def compile_tools(
    paths: Sequence[str],
    config: Config,
    stdin: SourceFile | None = None,
    sandbox: "Sandbox | None" = None,
    kept: str = "",
    jobs: int = 1,
) -> "Front":
    """`kept`: the folder of what earlier runs found out; "" where nothing is kept. `jobs`: processes; 0: as many as fit."""
    from toolc import pipeline
    from toolc.spread import available

    return pipeline.compile_tools(paths, config, stdin, sandbox, _store(kept), jobs or available())


@cache
def _store(kept: str) -> "Store":
    from toolc import __version__
    from toolc.cache.noop import identity
    from toolc.cache.store import Store

    return Store(kept, identity(__version__) if kept else "")


def compile_types(
    paths: Sequence[str], config: Config, mode: str = "validation", sandbox: "Sandbox | None" = None
) -> tuple[tuple[TypeReport, ...], tuple[Diagnostic, ...]]:
    from toolc import pipeline

    return pipeline.compile_types(paths, config, mode, sandbox)


def judge_fitness(
    bundle: Bundle, providers: Sequence["Provider"], texts: Callable[[str], str | None], sandbox: "Sandbox | None" = None
) -> tuple[Diagnostic, ...]:
    from toolc import pipeline

    return pipeline.judge_fitness(bundle, providers, texts, sandbox)


def providers() -> Mapping[str, "Provider"]:
    from toolc.providers import PROVIDERS

    return PROVIDERS


def worker(sandbox: "Sandbox") -> "Hello | str":
    """What stands around a worker here, or why there is none."""
    from toolc.ports import Unavailable
    from toolc.workers import Guarded

    try:
        guarded = Guarded(sandbox)
        try:
            return guarded.ready()
        finally:
            guarded.close()
    except Unavailable as error:
        return str(error)


def render(
    bundle: Bundle, targets: Sequence["Target"], per_tool: bool, own: TargetOptions | None = None, kept: str = ""
) -> tuple[tuple["OutputFile", ...], tuple[Diagnostic, ...]]:
    from toolc import emit, pipeline

    return pipeline.render(bundle, targets, emit.Options(per_tool, own or TargetOptions()), _store(kept))


def render_one(server: Server, tool: Tool, target: "Target") -> tuple[str | None, tuple[Diagnostic, ...]]:
    from toolc import emit

    return emit.single(server, tool, target)


def write(files: Sequence["OutputFile"], out: str, targets: Sequence["Target"]) -> "Written":
    from toolc.clock import unhurried
    from toolc.write import write as stage

    with unhurried():
        return stage(files, Path(out), [target.name for target in targets])


def compare_outputs(files: Sequence["OutputFile"], out: str, targets: Sequence["Target"]) -> "Written":
    """What `write` would do."""
    from toolc.write import compare as stage

    return stage(files, Path(out), [target.name for target in targets])


def search_path(config: Config, paths: Sequence[str]) -> tuple[str, ...]:
    """The folders beside the project that modules are read from."""
    from toolc.discover.search import search_path as found

    return found(config, str(Path(paths[0]).absolute()))


def compare(old: Bundle, new: Bundle, renamed: Mapping[str, str], sent: bool) -> tuple["Change", ...]:
    from toolc.contract.compare import compare as compared

    return compared(old, new, renamed, sent)


def lock_bytes(bundle: Bundle) -> bytes:
    from toolc import __version__
    from toolc.contract.lock import lock_bytes as locked

    return locked(bundle, __version__)


def read_lock(data: bytes, path: str) -> Bundle:
    """Raises ValueError."""
    from toolc.contract.lock import read_lock as read

    return read(data, path)


def manifest() -> str:
    """The name of the list that every output folder holds."""
    from toolc.write.owned import MANIFEST

    return MANIFEST


def write_file(path: Path, data: bytes) -> tuple[str, tuple[Diagnostic, ...]]:
    from toolc.clock import unhurried
    from toolc.write.single import write_file as written

    with unhurried():
        return written(path, data)


def serving() -> "ModuleType | Diagnostic":
    """What `toolc serve` is made of; it needs the extra `mcp`. No other command imports it: it runs what it is given."""
    try:
        from toolc import serve
    except ImportError as error:
        if (error.name or "").partition(".")[0] == "toolc":
            raise
        return Diagnostic("TC608", f"`toolc serve` needs the official MCP SDK: {error}", help='pip install "toolc[mcp]"')
    return serve


def remarks(source: SourceFile) -> tuple["Remark", ...]:
    """The comments of a file that speak to toolc."""
    from toolc.read.remarks import remarks as found

    return found(source)


def fixed(source: SourceFile, diagnostics: Sequence[Diagnostic], idle: Sequence[tuple["Remark", str]]) -> "Fixed":
    from toolc.fixes import fixed as mended

    return mended(source, diagnostics, idle)


def counter(encoding: str) -> "Callable[[str], int] | Diagnostic":
    """What counts tokens; it needs the extra `tokens`, whose vocabularies come with it: nothing is fetched."""
    try:
        from bpe_openai import get_encoding  # type: ignore[import-untyped]
    except ImportError as error:
        return Diagnostic("TC608", f"counting tokens needs a tokenizer: {error}", help='pip install "toolc[tokens]"')
    words = get_encoding(encoding)
    return lambda text: len(words.encode(text))


def watcher() -> "Callable[..., Iterator[Set[tuple[object, str]]]] | Diagnostic":
    """What waits for changes in folders; it needs the extra `watch`."""
    try:
        from watchfiles import watch
    except ImportError as error:
        return Diagnostic("TC608", f"`toolc watch` needs watchfiles: {error}", help='pip install "toolc[watch]"')
    return watch


def targets() -> Mapping[str, "Target"]:
    from toolc.targets import TARGETS

    return TARGETS


def systems(config: Config | None = None) -> Mapping[str, "System"]:
    """The systems toolc knows; with those of a configuration, whose profiles must be among them."""
    from toolc.systems.own import known_systems

    return known_systems(config or Config())


def own_mistakes(config: Config) -> Iterator[str]:
    """What is wrong with the systems of a configuration, whose profiles are known."""
    from toolc.systems.own import mistakes

    return mistakes(config)
