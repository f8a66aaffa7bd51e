"""Programs kept in pages: takes Markdown files, returns their programs by title.

Under a heading `## title` stands why the program is there, and its code: a block that names a file (```python server.py) is that file,
a block that names none is put into the program of the page (or of the folder: `base.md`) at the line `# here`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

_BLOCK = re.compile(r"^```python *([\w/.]*)\n(.*?)^```$", re.M | re.S)
HERE = "# here\n"


class Kept(Struct, frozen=True):
    """A program of a page: its title, why it is kept, its files."""

    title: str
    why: str
    files: dict[str, str]


def collect(folder: Path) -> Iterator[Kept]:
    """All programs of a folder, page by page."""
    base = _base((folder / "base.md").read_text("utf-8"))
    for page in sorted(folder.glob("*.md")):
        head, *sections = re.split(r"^## ", page.read_text("utf-8"), flags=re.M)
        of_page = _base(head) or base
        for section in sections:
            title, _, rest = section.partition("\n")
            yield _kept(f"{page.stem}: {title.strip()}", rest, of_page)


def _base(text: str) -> str:
    blocks = [code for path, code in _BLOCK.findall(text) if not path]
    return blocks[0] if blocks else ""


def _kept(title: str, text: str, base: str) -> Kept:
    files: dict[str, str] = {}
    for path, code in _BLOCK.findall(text):
        assert path not in files, f"{title}: two blocks for {path or 'the base'}"
        files[path or "server.py"] = code if path else base.replace(HERE, code)
    assert "server.py" in files, f"{title}: no block of Python"
    return Kept(title, _BLOCK.sub("", text).strip(), files)
