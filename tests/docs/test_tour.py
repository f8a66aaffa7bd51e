"""The developers' tour works: its system, its targets and its outline are those that the compiler makes."""

import json
import re
from types import ModuleType

import pytest
from msgspec.structs import fields

import toolc.emit
from documents import ROOT, blocks, first_column, section, text_of
from harness import Memory
from test_fixtures import Case
from toolc import read
from toolc.bind import bind
from toolc.bind.tools import collect
from toolc.emit import Options, emit
from toolc.ir import Bundle
from toolc.lower import lower
from toolc.program import ConstantValue
from toolc.source import SourceFile
from toolc.systems.register import SYSTEMS

TOUR, FIXTURES = text_of("compiler/README.md"), text_of("fixtures/README.md")
ENGINE = text_of("compiler/toolc/analysis/README.md")


def test_keys_of_a_case_are_reported() -> None:
    assert first_column(section(FIXTURES, "case.toml")) == [field.encode_name for field in fields(Case)]


def written(source: str) -> ModuleType:
    """The module of a code block."""
    module = ModuleType("shown")
    exec(compile(source, "README", "exec"), module.__dict__)
    return module


def acme() -> Bundle:
    """What the system of the tour makes of the fixture of the tour."""
    system, fixture = blocks(section(TOUR, "How to add a system"), "python")
    systems = {**SYSTEMS, "acme_tools": written(system).SYSTEM}
    return lower(bind(Memory({"input.py": fixture}), read, systems), systems)[0]


def test_the_system_of_the_tour_works() -> None:
    [tool] = acme().packages[0].servers[0].tools
    assert (tool.name, tool.fidelity, tool.description) == ("find_parts", "exact", "Find parts in the catalogue.")
    assert tool.input_schema is not None
    assert tool.input_schema["properties"]["query"] == {"type": "string", "description": "Words to look for."}


def test_the_targets_of_the_tour_work(monkeypatch: pytest.MonkeyPatch) -> None:
    how = section(TOUR, "How to add a target")
    sources, templates = blocks(how, "python"), blocks(how, "jinja")
    made = dict(zip(("acme/tools.json.jinja", "markdown/tools.md.jinja"), templates, strict=True))
    theirs = toolc.emit._source
    monkeypatch.setattr(toolc.emit, "_source", lambda name: made[name] if name in made else theirs(name))
    toolc.emit._base_environment.cache_clear()
    files, diagnostics = emit(acme(), [written(source).TARGET for source in sources], Options())
    toolc.emit._base_environment.cache_clear()
    assert not diagnostics
    assert [file.path for file in files] == ["acme/project/tools.json", "markdown/project/tools.md"]
    assert json.loads(files[0].text)[0]["id"] == "find_parts"
    assert files[1].text == "# project\n\n- **find\\_parts**: Find parts in the catalogue.\n"


def test_the_outline_of_the_tour_is_the_outline_read() -> None:
    text = (ROOT / "fixtures/monorepo/services/search/src/search/stock.py").read_text("utf-8")
    module, _ = read.read(SourceFile("stock.py", "search.stock", text))
    assert module is not None
    nodes = {(node.kind, node.at, node.end, node.names[0]) for node in module.outline if node.names}
    shown = re.findall(r'`OutlineNode\("(\w+)", at=(\d+), end=(\d+)[^`]*names=\("(\w+)",\)\)`', TOUR)
    assert len(shown) == 2
    assert {(kind, int(at), int(end), name) for kind, at, end, name in shown} <= nodes


def test_the_example_of_the_engine_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heap, the events and the declaration of its program are those that the page shows."""
    [source], machines, run = blocks(section(ENGINE, "An example"), "python"), [], collect.run
    monkeypatch.setattr(collect, "run", lambda vm, chosen: (machines.append(vm), run(vm, chosen)))
    [tool] = bind(Memory({"shop.py": source}), read, SYSTEMS).tools
    [vm] = machines
    server, function = (vm.modules.loaded["shop"].cells[name] for name in ("mcp", "do_search"))
    [(key, held)] = server.cells[" tools"].items.items()
    assert (server.cells["name"], key, held.cells["fn"], held.cells["name"]) == ("shop", "search", function, "search")
    assert held.cells["description"] == "Search the catalogue."
    made, registered = vm.events
    assert (made.callee, made.form, made.site.args) == ("mcp.server.fastmcp.FastMCP", "call", ("shop",))
    assert (registered.callee, registered.form, registered.target) == ("mcp.server.fastmcp.FastMCP.tool", "called", function)
    assert (registered.receiver, registered.site.kwargs, registered.guards) == (server, {"name": "search"}, ())
    assert [one.name for one, _ in registered.stack] == ["add"]
    assert (tool.system, tool.server.package, tool.server.name, tool.name) == (
        "mcp",
        "project",
        "shop",
        ConstantValue("search"),
    )
    assert tool.target is not None and tool.target.qualname == "do_search"
