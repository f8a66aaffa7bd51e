"""The routes agree: slices, whole files, and a second opinion from `ast`."""

import ast
import os
import sys
import warnings
from pathlib import Path

import msgspec
import pytest
from ast_oracle import Oracle, blur, pairs
from reading import complete, outline, source
from snippets import NASTY, NEWER

from effort import long, some
from toolc.module import Module
from toolc.read import cut, define, plain, read
from toolc.read.lazy import whole

LIBRARY = Path(os.__file__).parent


def sample(count: int) -> list[Path]:
    paths = sorted(path for path in LIBRARY.rglob("*.py") if "site-packages" not in path.parts and "lib2to3" not in path.parts)
    return paths[:: max(1, len(paths) // count)]


def text_of(path: Path) -> str | None:
    try:
        text = path.read_text("utf-8").removeprefix("\ufeff")
        parsed(text)
    except (SyntaxError, UnicodeDecodeError, ValueError):  # test data of the standard library
        return None
    return text


def parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def agree(text: str) -> None:
    module = complete(text)
    assert not module.whole
    oracle = Oracle(text)
    for stmt, node in pairs(parsed(text), module.outline):
        found = module.definitions[node.at]
        if "'unread'" not in repr(found):  # a few legal texts LibCST refuses
            assert blur(found) == blur(oracle.stmt(stmt, node.at)), text[node.at : node.head]
    assert msgspec.structs.replace(module, whole=True) == whole(text)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(module), type=Module) == module


@long
@pytest.mark.parametrize("path", some(sample(150)), ids=lambda path: path.relative_to(LIBRARY).as_posix())
def test_library(path: Path) -> None:
    text = text_of(path)
    if text is not None:
        agree(text)


@pytest.mark.parametrize("text", NASTY)
def test_nasty(text: str) -> None:
    agree(text)


@pytest.mark.parametrize(("version", "text"), [(version, text) for version, texts in NEWER.items() for text in texts])
def test_newer_syntax(version: tuple[int, int], text: str) -> None:
    """Reads the same on every Python, whole or by slices."""
    if sys.version_info >= version:
        agree(text)
    module, diagnostics = read(source(text))
    assert module is not None and not diagnostics
    assert module.whole == (sys.version_info < version)
    assert "unread" not in repr(module)
    # The slices of an outline that the whole file gave say what the whole file said.
    again = Module(module.doc, module.outline)
    assert {at: define(source(text), again, node) for at, node in _nodes(module).items()} == complete(text).definitions


def _nodes(module: Module) -> dict[int, object]:
    from reading import every

    return {node.at: node for node in every(module.outline)}  # type: ignore[return-value]


PLAIN = [
    "a = 1", "a: int", "a: List[b.C] = None", "a = ['x', \"y\\n\", True]", "a = Literal['x', 'y',]", "a = b[c][0,]", "é: 'x' = b . c",
    "a = [\n    1,  # one\n    2]", "a = ''",
]  # fmt: skip
IMPORTS = [
    "import a", "import a.b as c, d", "from a import b", "from ..a.b import (c as d,\n    e,\n)", "from . import a", "from a import *",
    "from a import(b)", "import  a\t, b",
]  # fmt: skip
OTHER_IMPORTS = [
    "from a import (b,  # one\n    c)", "from .import a", "import a, \\\n    b", "from a import é", "from . . import a",
]  # fmt: skip
OTHER = [
    "a = b = 1", "a.b = 1", "a = -1", "a = 1.5", "a = 0x1", "a = 'x' 'y'", "a = f'x'", "a = b()", "a = (1)", "a = [*b]", "a = b[1:2]",
    'a = """x"""', "a = lambda: 1", "a += 1",
]  # fmt: skip


@pytest.mark.parametrize("text", [f"{text}{behind}" for text in PLAIN for behind in ("\n", "\n[b]\n", "\n'next'\n", "; a\n")])
def test_the_plainest_assignments_need_no_tree(text: str) -> None:
    node = outline(text).outline[0]
    assert plain.statement(text, node) in (None, cut.statement(text, node))  # None where the next line might be part of it


@pytest.mark.parametrize("text", [f"{text}{behind}" for text in IMPORTS for behind in ("", "\n[b]\n", "; a\n")])
def test_plain_imports_need_no_tree(text: str) -> None:
    node = outline(text).outline[0]
    assert plain.statement(text, node) == cut.statement(text, node)


@pytest.mark.parametrize("text", PLAIN)
def test_plain_assignments_are_read_as_such(text: str) -> None:
    assert plain.statement(text, outline(text).outline[0]) is not None


@pytest.mark.parametrize("text", OTHER + OTHER_IMPORTS)
def test_what_is_not_plain_is_left_to_libcst(text: str) -> None:
    assert plain.statement(text, outline(text).outline[0]) is None
