"""`make demo`: compiles the example monorepo and shows what went in and what came out. Run from the repository's root."""

import re
import sys
import textwrap
import time
from pathlib import Path

from rich.console import Console, Group
from rich.syntax import Syntax
from rich.table import Table

from toolc.cli import stages
from toolc.cli.documents import json_text
from toolc.cli.report import Report
from toolc.diagnostics import in_order
from toolc.discover import load_config, read_text
from toolc.ir import Bundle, Tool

SOURCE, OUT = "fixtures/monorepo", "build/demo"
SHOWN = ("orders", "list_orders")  # package and tool


def main() -> int:
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 120)
    began = time.perf_counter()
    settings = load_config([SOURCE])
    if (config := settings.config) is None:
        Report().show(settings.diagnostics)
        return 2
    front = stages.compile_tools([SOURCE], config)
    targets = [stages.targets()[name] for name in config.targets]
    rendered = stages.render_packages(front.bundle, targets, per_tool=False, own=config.options, kept="", names=())
    files, rendering = [file for one in rendered for file in one.files], [said for one in rendered for said in one.diagnostics]
    names = {target.name for target in targets}
    written = stages.write([stages.outputs(one.package, one.files, names) for one in rendered], OUT)
    took = time.perf_counter() - began

    console.print(found(front.bundle))
    texts = {file.path: file.text for file in files}
    tool = next(tool for package, _, tool in front.bundle.tools if (package.name, tool.name) == SHOWN)
    client = f"typescript/{SHOWN[0]}/src"
    show(console, tool, texts[f"{client}/types.ts"], texts[f"{client}/index.ts"])
    said = in_order((*front.diagnostics, *rendering, *written.diagnostics))
    notes = sum(one.severity == "note" for one in said)
    Report().show(one for one in said if one.severity != "note")
    if notes:
        console.print(f"\n{notes} notes: `toolc check {SOURCE}` shows them.")
    tools = sum(1 for _ in front.bundle.tools)
    console.print(f"\n{tools} tools in {front.files} files became {len(files)} files in [bold]{OUT}[/bold] in {took:.2f} s:")
    for name in sorted({Path(file.path).parts[0] for file in files}):
        console.print(f"  {OUT}/{name}/")
    return 0


def found(bundle: Bundle) -> Table:
    """What was found, one row a tool."""
    table = Table(title="Tools found without running anything", title_justify="left")
    for heading in ("package", "system", "tool", "place", "schema"):
        table.add_column(heading)
    for package, _, tool in bundle.tools:
        place = f"{tool.span.path.removeprefix(SOURCE + '/')}:{tool.span.line}"
        table.add_row(package.name, tool.system, tool.name, place, tool.fidelity)
    return table


def show(console: Console, tool: Tool, types: str, index: str) -> None:
    """One function beside its schema and its client in TypeScript."""
    python = Syntax(definition(read_text(tool.span.path) or "", tool.span.line), "python", background_color="default")
    client = "\n\n".join(part for part in (interface(types, tool), method(index, tool)) if part)
    schema = Syntax(json_text(tool.input_schema), "json", background_color="default")
    grid = Table.grid(padding=(0, 4))
    grid.add_row(f"[bold]{tool.span.path}:{tool.span.line}[/bold]", "[bold]its JSON Schema[/bold]")
    left = Group(python, "\n[bold]its TypeScript client[/bold]", Syntax(client, "typescript", background_color="default"))
    grid.add_row(left, schema)
    console.print()
    console.print(grid)


def definition(text: str, line: int) -> str:
    """The source of the function whose name stands in a line (from 1), its decorators included."""
    lines = text.splitlines()
    first = line - 1
    while first and lines[first - 1].startswith("@"):
        first -= 1
    last = next(
        (n for n in range(line, len(lines)) if lines[n] and not lines[n][0].isspace() and lines[n][0] != ")"), len(lines)
    )
    return "\n".join(lines[first:last]).rstrip()


def interface(types: str, tool: Tool) -> str:
    """The type of the arguments in `types.ts`."""
    name = "".join(word.capitalize() for word in tool.name.split("_")) + "Args"
    found = re.search(rf"^export interface {name} \{{.*?^\}}", types, re.MULTILINE | re.DOTALL)
    return found[0] if found else ""


def method(index: str, tool: Tool) -> str:
    """The method of the client in `index.ts`."""
    first, *rest = tool.name.split("_")
    name = first + "".join(word.capitalize() for word in rest)
    found = re.search(rf"^  {name}\(.*?;$", index, re.MULTILINE | re.DOTALL)
    return textwrap.dedent(found[0]) if found else ""


if __name__ == "__main__":
    sys.exit(main())
