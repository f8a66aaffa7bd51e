"""The stages, imported when a command needs them: `toolc explain` starts without a parser, `toolc list` without templates.

This is the one place of the command line where imports stand in functions. It takes and gives what the stages do.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from toolc.config import Config, TargetOptions
from toolc.diagnostics import Diagnostic
from toolc.ir import Bundle, Server, Tool, TypeReport
from toolc.source import SourceFile

if TYPE_CHECKING:
    from toolc.contract.change import Change
    from toolc.emit import OutputFile, Target
    from toolc.pipeline import Front, Sandbox
    from toolc.systems.base import System
    from toolc.workers import Hello
    from toolc.write import Written


def compile_tools(
    paths: Sequence[str], config: Config, stdin: SourceFile | None = None, sandbox: "Sandbox | None" = None
) -> "Front":
    from toolc import pipeline

    return pipeline.compile_tools(paths, config, stdin, sandbox)


def compile_types(
    paths: Sequence[str], config: Config, mode: str = "validation", sandbox: "Sandbox | None" = None
) -> tuple[tuple[TypeReport, ...], tuple[Diagnostic, ...]]:
    from toolc import pipeline

    return pipeline.compile_types(paths, config, mode, sandbox)


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
    bundle: Bundle, targets: Sequence["Target"], per_tool: bool, own: TargetOptions | None = None
) -> tuple[tuple["OutputFile", ...], tuple[Diagnostic, ...]]:
    from toolc import emit, pipeline

    return pipeline.render(bundle, targets, emit.Options(per_tool, own or TargetOptions()))


def render_one(server: Server, tool: Tool, target: "Target") -> tuple[str | None, tuple[Diagnostic, ...]]:
    from toolc import emit

    return emit.single(server, tool, target)


def write(files: Sequence["OutputFile"], out: str, targets: Sequence["Target"]) -> "Written":
    from toolc.write import write as stage

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
    from toolc.write.single import write_file as written

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
