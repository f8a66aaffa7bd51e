"""What names stand for: imports, rebinding, conditions, star imports, re-exports, scopes."""

import pytest

from harness import program, show, value
from toolc.bind import modules

LIB = {"lib/__init__.py": "", "lib/core.py": "X = 1\ndef f(): ...\nclass C:\n    Y = 2\n_hidden = 3\n"}

IMPORTS = {
    "import": ("import lib.core", "lib", "module lib"),
    "import, attribute": ("import lib.core\nx = lib.core.X", "x", "1"),
    "import as": ("import lib.core as c\nx = c.f", "x", "lib.core:f"),
    "from": ("from lib.core import C", "C", "lib.core:C"),
    "from as": ("from lib.core import X as z", "z", "1"),
    "from, a module": ("from lib import core\nx = core.X", "x", "1"),
    "star": ("from lib.core import *", "X", "1"),
    "star leaves out private names": ("from lib.core import *", "_hidden", "? `_hidden` is not defined here"),
    "missing name": ("from lib.core import nothing", "nothing", "? the module `lib.core` has no `nothing`"),
    "missing package": ("from elsewhere.deep import thing", "thing", "elsewhere.deep.thing"),
    "climbing out": ("from ... import thing", "thing", "? the import climbs out of its package"),
    "tables": ("from typing_extensions import List", "List", "builtins.list"),
    "standard library under a project's name": ("import typing\nx = typing.Any", "x", "typing.Any"),
    "builtins": ("x = int", "x", "builtins.int"),
    "nowhere": ("x = unheard", "x", "? `unheard` is not defined here"),
    "class attribute": ("from lib.core import C\nx = C.Y", "x", "2"),
}


@pytest.mark.parametrize("name", IMPORTS)
def test_imports(name: str) -> None:
    source, asked, expected = IMPORTS[name]
    assert show(value(program({**LIB, "app.py": source}), asked)) == expected


REEXPORTS = {
    "relative": ({"p/__init__.py": "from .a import X", "p/a.py": "X = 1"}, "p", "X", "1"),
    "relative, from the package": ({"p/__init__.py": "X = 1", "p/a.py": "from . import X"}, "p.a", "X", "1"),
    "relative, a module": ({"p/__init__.py": "", "p/a.py": "X = 1", "p/b.py": "from . import a\nY = a.X"}, "p.b", "Y", "1"),
    "one up": ({"p/__init__.py": "", "p/a.py": "X = 1", "p/q/__init__.py": "", "p/q/b.py": "from ..a import X"}, "p.q.b", "X", "1"),
    "one up, a module": ({"p/__init__.py": "", "p/a.py": "X = 1", "p/q/__init__.py": "from .. import a\nY = a.X"}, "p.q", "Y", "1"),
    "relative, a module of its own": ({"p/__init__.py": "from . import a\nY = a.X", "p/a.py": "X = 1"}, "p", "Y", "1"),
    "chain": ({"a.py": "from b import X", "b.py": "from c import Z as X", "c.py": "Z = 'end'"}, "a", "X", "'end'"),
    "cycle": ({"a.py": "from b import X", "b.py": "from a import X"}, "a", "X", "? it is defined in terms of itself"),
    "cycle with an end": ({"a.py": "from b import X\nY = 1", "b.py": "from a import Y\nX = Y"}, "a", "X", "1"),
    "star with __all__": ({"a.py": "from b import *", "b.py": "__all__ = ['_x']\n_x = 1\ny = 2"}, "a", "_x", "1"),
    "not in __all__": ({"a.py": "from b import *", "b.py": "__all__ = ['_x']\n_x = 1\ny = 2"}, "a", "y", "? `y` is not defined here"),
    "__all__ by parts": ({"a.py": "from b import *", "b.py": "__all__ = ['x'] + ['_y']\nx = 1\n_y = 2"}, "a", "_y", "2"),
    "star of stars": ({"a.py": "from b import *", "b.py": "from c import *", "c.py": "X = 1"}, "a", "X", "1"),
    "stars in a circle": ({"a.py": "from b import *", "b.py": "from a import *\nX = 1"}, "a", "X", "1"),
    "a star that comes round": ({"p/__init__.py": "from .a import *\nfrom .b import *", "p/a.py": "X = 1", "p/b.py": "from p import X"}, "p", "X", "1"),
    "a star that comes round, from inside": ({"p/__init__.py": "from .a import *\nfrom .b import *", "p/a.py": "X = 1", "p/b.py": "from p import X"}, "p.b", "X", "1"),
    "a star that comes round with another value": ({"p/__init__.py": "from .a import *\nfrom .b import *", "p/a.py": "X = 1", "p/b.py": "from p import X\nX = 2"}, "p", "X", "2"),
    "the later star": ({"a.py": "from b import *\nfrom c import *", "b.py": "X = 1", "c.py": "X = 2"}, "a", "X", "2"),
    "a star without the name": ({"a.py": "from b import *\nfrom c import *", "b.py": "X = 1", "c.py": "Y = 2"}, "a", "X", "1"),
    "namespace package": ({"n/sub/m.py": "X = 1", "a.py": "from n.sub import m\nY = m.X"}, "a", "Y", "1"),
    "module __getattr__": ({"a.py": "from b import X", "b.py": "def __getattr__(name): ..."}, "a", "X", "? `b.X` is made on access, and `b` does not say how"),
}  # fmt: skip


@pytest.mark.parametrize("name", REEXPORTS)
def test_reexports(name: str) -> None:
    files, module, asked, expected = REEXPORTS[name]
    assert show(value(program(files), asked, module)) == expected


def test_the_search_path_is_read_and_the_project_comes_first() -> None:
    linked = program({"app.py": "from a import X\nfrom b import Y", "a.py": "X = 1"}, site={"a.py": "X = 9", "b.py": "Y = 2"})
    assert [show(value(linked, name)) for name in "XY"] == ["1", "2"]


REBINDING = {
    "last one": ("x = 1\nx = 2", "x", "2"),
    "what it was then": ("x = 1\ny = x\nx = 2", "y", "1"),
    "augmented": ("x = [1]\nx += [2]", "x", "[1, 2]"),
    "unpacked": ("x, y = 1, 2", "y", "2"),
    "unpacked with a star": ("x, *y = 1, 2", "y", "? `y` is assigned in a way toolc does not follow"),
    "chained": ("x = y = 3", "x", "3"),
    "annotated": ("x: int = 4", "x", "4"),
    "annotated only": ("x: int", "x", "? `x` is not defined here"),
    "a function over a value": ("x = 1\ndef x(): ...", "x", "app:x"),
    "loop": ("for x in (1, 2): ...", "x", "? `x` is bound by a for statement"),
    "with": ("with open('x') as x: ...", "x", "? `x` is bound by a with statement"),
    "itself": ("x = x", "x", "? `x` is bound only further down, after it is asked for"),
    "later": ("x = y\ny = x", "y", "? `y` is bound only further down, after it is asked for"),
}


@pytest.mark.parametrize("name", REBINDING)
def test_rebinding(name: str) -> None:
    source, asked, expected = REBINDING[name]
    assert show(value(program(source), asked)) == expected


SCOPES = {
    "class body sees itself": ("class C:\n    a = 1\n    b = a", "C.b", "1"),
    "class body sees the module": ("a = 1\nclass C:\n    b = a", "C.b", "1"),
    "class body runs in order": ("a = 1\nclass C:\n    b = a\na = 2", "C.b", "1"),
    "methods do not see the class body": ("class C:\n    a = 1\n    def f(self):\n        b = a", "C.f.b", "? `a` is not defined here"),
    "functions run later": ("def f():\n    b = a\na = 2", "f.b", "2"),
    "nested functions see the outer": ("def f():\n    a = 1\n    def g():\n        b = a", "f.g.b", "1"),
    "a class in a function": ("def f():\n    a = 1\n    class C:\n        b = a", "f.C.b", "1"),
    "parameters": ("def f(a):\n    b = a", "f.b", "parameter a"),
    "parameters hide": ("a = 1\ndef f(a):\n    b = a", "f.b", "parameter a"),
    "type parameters": ("def f[T]():\n    b = T", "f.b", "typing.TypeVar()"),
    "nested names": ("def f():\n    def g(): ...", "f.g", "app:f.<locals>.g"),
}  # fmt: skip


@pytest.mark.parametrize(("path", "expected"), [("app.py", "? `__package__`"), ("a/b.py", "'a'"), ("a/b/__init__.py", "'a.b'")])
def test_a_module_knows_its_package(path: str, expected: str) -> None:
    """One at the top may be a script, which is in none."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    assert show(value(program({path: "x = __package__"}), "x", module)).startswith(expected)


def test_a_table_of_lazy_names_may_be_as_large_as_the_text_it_is_written_in() -> None:
    table = "".join(f"    'Name{i}': '.a_module_with_quite_a_long_name_{i}',\n" for i in range(2500))
    files = {
        "app.py": "from pkg import Name7 as x",
        "pkg/__init__.py": f"TABLE = {{\n{table}}}\ndef __getattr__(name):\n    return load(name, TABLE)",
        "pkg/a_module_with_quite_a_long_name_7.py": "Name7 = 7",
    }
    assert show(value(program(files), "x")) == "7"


@pytest.mark.parametrize("name", SCOPES)
def test_scopes(name: str) -> None:
    source, asked, expected = SCOPES[name]
    assert show(value(program(source), asked)) == expected


BOMBS = {
    "long chain of re-exports": ({f"m{i}.py": f"from m{i + 1} import X" for i in range(300)} | {"m300.py": "X = 1"}, "m0", "X"),
    "circle of modules": ({f"m{i}.py": f"from m{(i + 1) % 50} import X" for i in range(50)}, "m0", "X"),
    "stars of all modules in all": ({f"m{i}.py": "\n".join(f"from m{j} import *" for j in range(16)) for i in range(16)}, "m0", "X"),
    "imports of all modules in all": ({f"m{i}.py": "\n".join(f"from m{j} import X" for j in range(16)) for i in range(16)}, "m0", "X"),
    "long chain of names": ({"m.py": "x0 = 1\n" + "\n".join(f"x{i + 1} = x{i}" for i in range(2000))}, "m", "x2000"),
    "doubling": ({"m.py": "x0 = 'ab'\n" + "\n".join(f"x{i + 1} = x{i} + x{i}" for i in range(60))}, "m", "x60"),
    "doubling lists": ({"m.py": "x0 = [1]\n" + "\n".join(f"x{i + 1} = [x{i}, x{i}]" for i in range(60))}, "m", "x60"),
    "doubling displays": ({"m.py": "x0 = [int]\n" + "\n".join(f"x{i + 1} = [x{i}, x{i}]" for i in range(60))}, "m", "x60"),
    "doubling displays, nearer": ({"m.py": "x0 = [int]\n" + "\n".join(f"x{i + 1} = [x{i}, x{i}]" for i in range(36))}, "m", "x36"),
    "a class that is its own base": ({"m.py": "class C(C): ...\nx = C.y"}, "m", "x"),
    "classes in a circle": ({"m.py": "class A(B): ...\nclass B(A): ...\nx = B.y"}, "m", "x"),
    "deep scopes": ({"m.py": "".join("    " * i + f"def f{i}():\n" for i in range(80)) + "    " * 80 + "x = 1"}, "m", "f0"),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_answered(name: str) -> None:
    files, module, asked = BOMBS[name]
    assert value(program(files), asked, module) is not None


def test_a_module_is_searched_once_for_what_binds_names_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = []
    monkeypatch.setattr(modules, "binds_dynamically", lambda source: bool(searched.append(source.content)))
    made = program({"app.py": "x = 1"})
    for number in range(100):
        assert show(value(made, f"word{number}")) == f"? `word{number}` is not defined here"
    assert searched == ["x = 1"]
