"""Static = served: what the compiler writes for target `mcp`, and what `tools/list` says of the same file once it has run."""

import ast
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from msgspec import Struct

from harness import LIVE, bundle
from oracle import code_of
from toolc.diagnostics import Diagnostic
from toolc.runtime import envelopes
from toolc.serve.collect import collect
from toolc.serve.loading import importing, load

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SYSTEMS = ("basic_agent", "function_to_tool", "orbiter", "pba", "tinyagent", "toolc")
CASES = sorted(path for system in SYSTEMS for path in FIXTURES.glob(f"{system}/*/input.py"))
LOADERS = sorted(
    FIXTURES / "pba" / path
    for path in ("load/input/agent_main.py", "load_default_folder/input/main.py", "load_one_of_two/input/main.py")
)
HANDLERS = sorted(FIXTURES.glob("pba/[!l]*/input/*.py"))


class Static(Struct, frozen=True):
    """The tools that the compiler writes, by name; their names in the order of each server; the names of the others.

    `open` are those among the others that only running the program can tell, so that it may be served.
    """

    written: dict[str, Any]
    servers: list[list[str]]
    others: list[str]
    open: list[str]


def static(paths: list[Path], system: str | None) -> Static:
    """What the compiler makes of some files, named by their places below the first one's folder."""
    files = {path.relative_to(paths[0].parent).as_posix(): path.read_text("utf-8") for path in paths}
    made = bundle(files, versions=LIVE, declared=dict.fromkeys(files, system) if system else None)
    servers = [server.tools for package in made.packages for server in package.servers]
    tools = [tool for server in servers for tool in server]
    written = {tool.name: envelopes.mcp(tool) for tool in tools if tool.is_written}
    names = [[tool.name for tool in server if tool.is_written] for server in servers]
    others = [tool for tool in tools if not tool.is_written]
    return Static(written, names, [tool.name for tool in others], [one.name for one in others if one.fidelity == "unknown"])


def declared(path: Path) -> str | None:
    """The system that a case says all its functions are of."""
    settings = path.parent / "case.toml"
    run = tomllib.loads(settings.read_text("utf-8")).get("run", []) if settings.exists() else []
    return run[run.index("--system") + 1] if "--system" in run else None


@pytest.fixture(autouse=True)
def unshared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixtures run without what `typing` remembers of unions, of which TC328 warns: other tests and tools wrote them first."""
    run = SourceFileLoader.exec_module

    def exec_module(loader: SourceFileLoader, module: ModuleType) -> None:
        if not Path(loader.path).is_relative_to(FIXTURES):
            run(loader, module)
            return
        exec(code_of(ast.parse(Path(loader.path).read_bytes()), loader.path, vars(module)), vars(module))

    monkeypatch.setattr(SourceFileLoader, "exec_module", exec_module)


def compared(path: Path, expected: Static, system: str | None = None) -> None:
    """A tool is served as it was written, or it is said why it is not, or the program does not run."""
    with importing():
        loaded = load(str(path))
        if isinstance(loaded, Diagnostic):  # the framework refuses a tool, or a library is missing
            assert expected.others or "ModuleNotFoundError" in loaded.message, loaded.message
            return
        tools, found = collect(loaded.module, loaded.made, system)
    served = {tool.name: envelopes.mcp(tool.spec) for tool in tools}
    for names in expected.servers:
        assert [name for name in served if name in names] == [name for name in names if name in served]
    served = {name: tool for name, tool in served.items() if name not in expected.open}
    assert served == {name: expected.written.get(name) for name in served}
    left_out = len([one for one in found if one.code == "TC613"])
    assert 0 <= left_out - (len(expected.written) - len(served)) <= len(expected.others)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.relative_to(FIXTURES).as_posix())
def test_fixture(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRITE_TOOL", "write_file")
    compared(path, static([path], declared(path)), declared(path))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", HANDLERS, ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_tool_file_of_pba(path: Path) -> None:
    compared(path, static([path], "pba"), "pba")


@pytest.mark.parametrize("path", LOADERS, ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_files_that_a_program_loads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    expected = static([path, *sorted(path.parent.glob("*/**/*.py"))], None)
    compared(path, expected)
