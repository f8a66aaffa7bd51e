"""Pictures of terminals in `docs/pictures`, drawn by rich from what the program prints: `python docs/draw.py`.

Each is a run over the little project below. The SVG files hold text and nothing that loads from elsewhere.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

PICTURES = Path(__file__).resolve().parent / "pictures"
WIDTH = 100
SHOP = '''\
from typing import Literal

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("shop")


@mcp.tool()
def search(
    query: str,
    sort: Literal["price", "name"] = "name",
    limit: int = 10,
) -> list[str]:
    """Search the catalogue."""
    return find(query, sort)[:limit]
'''
STOCK = '''

@mcp.tool()
def reserve(sku: str, count: Annotated[int, Field(ge=1, le=999)] = 1) -> bool:
    """Reserve products for an order."""
    return stock.take(sku, count)
'''
AGENT = '''\
from langchain_core.tools import tool

from pricing import Currency


@tool
def convert(amount: float, to: Currency) -> float:
    """Convert an amount of money."""
    return amount * rate(to)
'''
PROJECT = {
    "shop.py": SHOP.replace("from mcp", "from pydantic import Field\nfrom mcp").replace("Literal\n", "Annotated, Literal\n", 1)
    + STOCK,
    "agent.py": AGENT,
}
NARROWED = {"shop.py": PROJECT["shop.py"].replace("le=999", "le=99").replace("sort: ", "order: ")}
LABELLED = {"shop.py": SHOP.replace('sort: Literal["price", "name"] = "name"', "labels: dict[str, int]")}
RUNS: dict[str, tuple[dict[str, str], str, dict[str, str]]] = {
    "list": (PROJECT, "toolc list", {}),
    "check": (LABELLED, "toolc check --provider openai-strict", {}),
    "diff": ({"shop.py": PROJECT["shop.py"]}, "toolc diff toolc.lock", NARROWED),
    "explain": ({}, "toolc explain TC332", {}),
}
"""Of each picture of a terminal: files, the command, and files that are other by then."""

# Without the font that rich's own form loads from elsewhere.
FORM = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: {char_height}px; \
line-height: {line_height}px; font-variant-east-asian: full-width; }}
.{unique_id}-title {{ font-size: 18px; font-weight: bold; font-family: sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def drawn(name: str, title: str, *shown: RenderableType) -> str:
    """Return the picture of a terminal as SVG."""
    console = Console(record=True, width=WIDTH, file=open(os.devnull, "w"), force_terminal=True, color_system="truecolor")  # noqa: SIM115, PTH123
    console.print(*shown, sep="\n")
    console.file.close()
    return console.export_svg(title=title, code_format=FORM, unique_id=f"toolc-{name}")


def printed(files: dict[str, str], command: str, later: dict[str, str]) -> str:
    """Return what a command prints with colors in a folder `shop` of these files."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made, "shop")
        folder.mkdir()
        environment = {**os.environ, "TOOLC_CACHE_DIR": str(Path(made, "cache")), "COLUMNS": str(WIDTH), "CI": "1"}
        environment |= {"PYTHONUTF8": "1"}
        environment.pop("VIRTUAL_ENV", None)
        environment.pop("NO_COLOR", None)
        run = [sys.executable, "-m", "toolc"]
        _write(folder, files)
        if later:
            subprocess.run([*run, "lock"], cwd=folder, env=environment, check=True, capture_output=True)
            _write(folder, later)
        words = shlex.split(command)[1:]
        colors = [] if words[0] == "explain" else ["--color", "always"]
        done = subprocess.run(
            [*run, *words, *colors],
            cwd=folder,
            env=environment,
            check=False,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        return done.stdout


def _write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).write_text(text, "utf-8")


def names() -> list[str]:
    """Return the file names of all pictures."""
    return ["compile.svg", *(f"{name}.svg" for name in RUNS)]


def picture(name: str) -> str:
    """Return one picture as SVG, by its file name."""
    if name == "compile.svg":
        return compiled()
    stem = name.removesuffix(".svg")
    files, command, later = RUNS[stem]
    text = f"$ {command}\n{printed(files, command, later)}".rstrip("\n")
    return drawn(stem, command, Text.from_ansi(text))


def compiled() -> str:
    """Return the picture of what goes in and what comes out: source, schema and client."""
    schema = printed({"shop.py": SHOP}, "toolc schema shop.py::search --target anthropic --quiet", {}).rstrip("\n")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made, "shop")
        folder.mkdir()
        _write(folder, {"shop.py": SHOP})
        command = [sys.executable, "-m", "toolc", "generate", "shop.py", "--target", "typescript", "--no-cache"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        source = folder / "tool-clients/typescript/shop/src"
        types = (source / "types.ts").read_text("utf-8")
        client = (source / "index.ts").read_text("utf-8")
    [arguments] = re.findall(r"^export interface SearchArgs \{\n.*?^\}", types, re.MULTILINE | re.DOTALL)
    [result] = re.findall(r"^export type SearchResult = .*$", types, re.MULTILINE)
    [method] = re.findall(r"^ *(search\(args: SearchArgs).*?(\): Promise<SearchResult>;)$", client, re.MULTILINE)
    code = f"{arguments}\n\n{result}\n\n// client.search\n{''.join(method)}"
    both = Table.grid(expand=True, padding=(0, 1))
    both.add_column(ratio=11)
    both.add_column(ratio=9)
    left = Group(
        _panel("you write: shop.py", SHOP.rstrip("\n"), "python"), _panel("callers get: TypeScript", code, "typescript")
    )
    both.add_row(left, _panel("models get: JSON Schema", schema, "json"))
    return drawn("compile", "toolc generate", both)


def _panel(title: str, text: str, language: str) -> Panel:
    return Panel(Syntax(text, language, theme="ansi_dark", background_color="default"), title=title, title_align="left")


def words(svg: str) -> list[str]:
    """Return the words of a picture; how they are laid out and colored may change with the version of rich."""
    texts = re.findall(r"<text [^>]*>([^<]*)</text>", svg)
    return " ".join(texts).replace("&#160;", " ").split()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for path in names():
        (PICTURES / path).write_text(picture(path), "utf-8")
