"""Stages that find one tool, `search`, and one type in whatever they are given, so that commands are tested on their own."""

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from toolc import ir
from toolc.cli import stages
from toolc.config import Config
from toolc.diagnostics import Diagnostic, in_order
from toolc.discover import discover
from toolc.driver import Front
from toolc.driver.render_cache import Rendering
from toolc.driver.type_reports import Types
from toolc.emit import OutputFile, Target
from toolc.source import SourceFile, Span
from toolc.targets.register import TARGETS
from toolc.write import Outputs, Written

SCHEMA = {"type": "object", "properties": {"q": {"type": "string", "default": float("inf")}}}


def bundle(path: str, noted: tuple[Diagnostic, ...]) -> ir.Bundle:
    tools = (
        ir.Tool("read", "t:Files.read", "mcp", Span(path, 7), "Read \u202e", input_schema=SCHEMA, diagnostics=noted),
        ir.Tool("search", "t:Web.search", "mcp", Span(path, 3), input_schema=SCHEMA, output_schema={"type": "string"}),
        ir.Tool("vague", "t:vague", "mcp", Span(path, 9), fidelity="unknown"),
    )
    return ir.Bundle((ir.Package("demo", (ir.Server("web", "mcp", "mcp", tools=tools),)),))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Puts the stages in; what it gives says how they behave and what they were asked."""
    state = SimpleNamespace(diagnostics=(), error=None, asked=None, one="{}\n")

    def compile_tools(
        paths: Sequence[str],
        config: Config,
        stdin: SourceFile | None = None,
        sandbox: str | None = None,
        kept: str = "",
        jobs: int = 0,
        widened: bool = False,
        reaching: bool = False,
    ) -> SimpleNamespace:
        state.asked = SimpleNamespace(paths=paths, config=config, stdin=stdin)
        if state.error:
            raise state.error
        project, found = discover(paths, config, stdin)
        files = [file.path for file in project.everything()]
        made = bundle(files[0], state.diagnostics) if files else ir.Bundle()
        every = in_order((*found, *project.diagnostics, *state.diagnostics))
        units = dict.fromkeys(files, "demo")
        return Front(made, every, project.count, frozenset(units.values()), units=units)

    def compile_types(paths: Sequence[str], config: Config, mode: str, *_: object) -> Types:
        schema = {"type": "object", **({"title": "Written"} if mode == "serialization" else {})}
        return Types((ir.TypeReport("t:Hit", "dataclass", Span("t.py", 2), schema),), ())

    def write(outputs: Sequence[Outputs], out: str, dropped: Sequence[str]) -> Written:
        state.out = out
        return Written(tuple(file.path for one in outputs for file in one.files), removed=("old.json",))

    monkeypatch.setattr(stages, "compile_tools", compile_tools)
    monkeypatch.setattr(stages, "compile_types", compile_types)

    def render(bundle: ir.Bundle, targets: Sequence[Target], *_: object) -> tuple[Rendering, ...]:
        return (Rendering("demo", tuple(OutputFile(f"{target.name}/x.json", "{}") for target in targets), ()),)

    monkeypatch.setattr(stages, "render_packages", render)
    monkeypatch.setattr(stages, "render_one", lambda server, tool, target: (state.one, ()))
    monkeypatch.setattr(stages, "write", write)
    monkeypatch.setattr(stages, "targets", lambda: {name: TARGETS[name] for name in ("mcp", "openai", "typescript")})
    monkeypatch.setattr(stages, "systems", lambda config=None: {"mcp": None, "orbiter": None, "pba": None})
    return state
