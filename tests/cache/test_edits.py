"""A monorepo that is edited at random and built after each edit: what comes out equals a build that kept nothing."""

import ast
import contextlib
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from effort import examples, long
from toolc import tracked_files

ROOT = Path(__file__).resolve().parents[2]
EDITS = examples(20)  # a few hundred are made by hand: TOOLC_EXAMPLES=400
INSIDE = (
    "x = 1",
    "return None",
    "raise ValueError",
    "import os",
    "global limit; limit = 2",
    "tool(print)",
    "helper(x)",
    "self.made = 1",
    "from orbiter.tool import tool",
    "def inner(x: int): ...",
    "@tool\n    def inner(x: int): ...",
    '"""Look."""',
)
FRESH = '''\
from orbiter.tool import tool
from {module} import *


@tool
def {name}(query: str, limit: int = {number}) -> str:
    """Look for {name}.

    Args:
        query: What to look for.
        limit: How many.
    """
    return query
'''


class Monorepo:
    """The tree, and all that may happen to it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.random = folder, random.Random(seed)
        self.broken: dict[Path, str] = {}
        self.edits: list[Callable[[], object]] = [
            self.comment, self.constant, self.rename, self.move, self.delete, self.breaks, self.mend, self.add, self.copy,
            self.shadow, self.ignore, self.package, self.touch, self.swap, self.annotate,
            self.line, self.line, self.inside, self.inside, self.inside, self.lose,
        ]  # fmt: skip

    def edit(self) -> str:
        made = self.random.choice(self.edits)
        made()
        return made.__name__

    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*.py") if path.is_file())

    def any(self) -> Path:
        return self.random.choice(self.files())

    def change(self, path: Path, pattern: str, text: str) -> None:
        found = list(re.finditer(pattern, path.read_text()))
        if found:
            match = self.random.choice(found)
            path.write_text(path.read_text()[: match.start()] + match.expand(text) + path.read_text()[match.end() :])

    def comment(self) -> None:
        path = self.any()
        path.write_text(f"# {self.random.random()}\n" + path.read_text())

    def line(self) -> None:
        """A comment or an empty line anywhere, even in the middle of a text."""
        path = self.any()
        lines = path.read_text().split("\n")
        lines.insert(self.random.randrange(len(lines) + 1), self.random.choice(["", "# mcp.tool()", "    # @tool"]))
        path.write_text("\n".join(lines))

    def statement(self, path: Path) -> ast.stmt | None:
        """Any statement of any function."""
        with contextlib.suppress(SyntaxError):
            tree = ast.parse(path.read_text())
            made = [one for one in ast.walk(tree) if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef))]
            return self.random.choice(self.random.choice(made).body) if made else None
        return None

    def inside(self) -> None:
        path = self.any()
        if (found := self.statement(path)) is not None:
            lines = path.read_text().split("\n")
            lines.insert(found.lineno - 1, " " * found.col_offset + self.random.choice(INSIDE))
            path.write_text("\n".join(lines))

    def lose(self) -> None:
        path = self.any()
        if (found := self.statement(path)) is not None:
            lines = path.read_text().split("\n")
            lines[found.lineno - 1 : found.end_lineno] = [" " * found.col_offset + "pass"]
            path.write_text("\n".join(lines))

    def constant(self) -> None:
        self.change(self.any(), r"\b\d+\b", str(self.random.randrange(100)))

    def annotate(self) -> None:
        self.change(self.any(), r": (int|str|float|bool)\b", ": " + self.random.choice(["int", "str", "float", "list[str]"]))

    def rename(self) -> None:
        names = sorted({name for path in self.files() for name in re.findall(r"^class (\w+)", path.read_text(), re.M)})
        if names:
            name = self.random.choice(names)
            for path in self.files() if self.random.random() < 0.7 else [self.any()]:
                path.write_text(re.sub(rf"\b{name}\b", f"{name}X", path.read_text()))

    def move(self) -> None:
        path = self.any()
        target = self.any().parent / path.name
        if not target.exists():
            path.rename(target)

    def delete(self) -> None:
        if len(self.files()) > 8:
            self.any().unlink()

    def breaks(self) -> None:
        path = self.any()
        self.broken.setdefault(path, path.read_text())
        path.write_text(path.read_text() + "\ndef broken(:\n")

    def mend(self) -> None:
        if self.broken:
            path = self.random.choice(sorted(self.broken))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.broken.pop(path))

    def add(self) -> None:
        number = self.random.randrange(1000)
        text = FRESH.format(module=self.any().stem, name=f"made_{number}", number=number)
        (self.any().parent / f"made_{number}.py").write_text(text)

    def copy(self) -> None:
        path = self.any()
        (self.any().parent / f"{path.stem}_{self.random.randrange(50)}.py").write_text(path.read_text())

    def shadow(self) -> None:
        path = self.any()
        folder = path.with_suffix("")
        if not folder.exists():
            folder.mkdir()
            (folder / "__init__.py").write_text(path.read_text())

    def ignore(self) -> None:
        place = self.any().parent / ".gitignore"
        if place.exists():
            place.unlink()
        else:
            place.write_text(f"{self.any().name}\n")

    def package(self) -> None:
        place = self.any().parent / "pyproject.toml"
        if not place.exists():
            place.write_text(f'[project]\nname = "unit-{self.random.randrange(5)}"\n')

    def touch(self) -> None:
        self.any().touch()

    def swap(self) -> None:
        one, other = self.any(), self.any()
        first, second = one.read_text(), other.read_text()
        one.write_text(second)
        other.write_text(first)


def everything(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@long
@pytest.mark.parametrize("seed", [1, 2])
def test_an_incremental_build_equals_a_clean_one(seed: int, toolc, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracked_files, "SLACK", 0)  # each build takes longer than a tick of the clock
    shutil.copytree(ROOT / "fixtures" / "monorepo", here / "repo", ignore=shutil.ignore_patterns("expected"))
    repo = Monorepo(here / "repo", seed)
    words = ("repo", "--target", "mcp", "--target", "openai", "--target", "python")
    for number in range(EDITS):
        made = [repo.edit() for _ in range(repo.random.choice([1, 1, 1, 3]))]
        kept = toolc("generate", *words, "--out", "kept", "--color", "never")
        clean = toolc("generate", *words, "--out", "clean", "--color", "never", "--no-cache")
        assert kept.status in (0, 1), kept.err[-2000:]
        said = [[line for line in told.err.splitlines() if " written, " not in line] for told in (kept, clean)]
        assert said[0] == said[1], (number, made)
        assert everything(here / "kept") == everything(here / "clean"), (number, made)
