"""The documents of the repository as tests read them: pages, sections, blocks of code, tables."""

import re
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in DOCS.rglob("*.md"))
"""Every page in `docs/`, by its path in the repository."""


class Typed(Struct, frozen=True):
    """A command of a page, with what stands under it."""

    command: str
    output: str


def text_of(path: str) -> str:
    """Return the text of a document of the repository."""
    return (ROOT / path).read_text("utf-8")


def blocks(text: str, language: str) -> list[str]:
    """Return the code blocks of a language, indented ones with their margin taken off."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{margin}", "", body, flags=re.MULTILINE) for margin, body in found]


def section(text: str, heading: str) -> str:
    """Return what stands under a heading of the second level."""
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def first_column(text: str) -> list[str]:
    """Return the names in backticks that begin the rows of tables."""
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def typed(text: str) -> list[Typed]:
    """Return the commands of all blocks that show a terminal, with what they print."""
    steps = []
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            steps.append(Typed(command, output))
    return steps


def prose(text: str) -> str:
    """Return a text without its code blocks."""
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)
