"""`make demo`: compiles the example monorepo and shows what went in and what came out. Run from the repository's root."""

import sys
import time
from pathlib import Path

from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table

from toolc.cli import stages
from toolc.cli.documents import json_text, tools_of
from toolc.cli.report import Report
from toolc.discover import load_config, read_text
from toolc.ir import Bundle, Tool

SOURCE, OUT = "fixtures/monorepo", "build/demo"


def main() -> int:
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    began = time.perf_counter()
    config, _, wrong = load_config([SOURCE])
    if config is None:
        Report().show(wrong)
        return 2
    front = stages.compile_tools([SOURCE], config)
    targets = [stages.targets()[name] for name in config.targets]
    files, rendering = stages.render(front.bundle, targets, per_tool=False)
    written = stages.write(files, OUT, targets)
    took = time.perf_counter() - began

    console.print(found(front.bundle))
    if tool := example(front.bundle):
        show(console, tool, [file.text for file in files if file.path.endswith(".ts")])
    Report().show((*front.diagnostics, *rendering, *written.diagnostics))
    tools = sum(1 for _ in tools_of(front.bundle))
    console.print(f"\n{tools} tools in {front.files} files became {len(files)} files in [bold]{OUT}[/bold] in {took:.2f} s:")
    for name in sorted({Path(file.path).parts[0] for file in files}):
        console.print(f"  {OUT}/{name}/")
    return 0


def found(bundle: Bundle) -> Table:
    """What was found, one row a tool."""
    table = Table(title="Tools found without running anything", title_justify="left")
    for heading in ("package", "system", "tool", "place", "schema"):
        table.add_column(heading)
    for package, _, tool in tools_of(bundle):
        table.add_row(package.name, tool.system, tool.name, f"{tool.span.path}:{tool.span.line}", tool.fidelity)
    return table


def example(bundle: Bundle) -> Tool | None:
    """The tool to show: of those known exactly, the one with most to see that still fits a screen."""
    fitting = [tool for _, _, tool in tools_of(bundle) if tool.fidelity == "exact" and tool.span.end_line - tool.span.line < 25]
    return max(
        fitting, key=lambda tool: (2 <= len(tool.parameters) <= 4, len(str(tool.input_schema)) < 1200, tool.name), default=None
    )


def show(console: Console, tool: Tool, clients: list[str]) -> None:
    """One function beside its schema and its signature in TypeScript."""
    lines = (read_text(tool.span.path) or "").splitlines()[tool.span.line - 1 : max(tool.span.end_line, tool.span.line + 12)]
    schema = Syntax(json_text(tool.input_schema), "json", background_color="default")
    grid = Table.grid(padding=(0, 4))
    grid.add_row(f"[bold]{tool.span.path}:{tool.span.line}[/bold]", "[bold]JSON Schema[/bold]")
    grid.add_row(Syntax("\n".join(lines), "python", background_color="default"), schema)
    console.print()
    console.print(grid)
    if signature := typescript(tool, clients):
        console.print("\n[bold]TypeScript[/bold]")
        console.print(Syntax(signature, "typescript", background_color="default"))


def typescript(tool: Tool, clients: list[str]) -> str:
    """The lines of a client that name the tool as a method."""
    words = tool.name.replace("-", "_").split("_")
    names = {tool.name, words[0] + "".join(word.capitalize() for word in words[1:])}
    lines = (line for client in clients for line in client.splitlines())
    return next((line.strip() for line in lines if "Promise<" in line and any(f"{name}(" in line for name in names)), "")


if __name__ == "__main__":
    sys.exit(main())
