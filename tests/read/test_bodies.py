"""The bodies of functions, which are parsed alone and later: their places are those of the file."""

import pytest

from toolc.analysis.effects import walk
from toolc.code import FunctionDef, Mentions
from toolc.module import Name
from toolc.read.code import code
from toolc.source import SourceFile

TEXTS = {
    "at the top": "def f(a):\n    return a\n",
    "decorated": "@one\n@two(\n    three\n)\nasync def f(a):\n    await a\n",
    "a method": "class A:\n    @property\n    def f(self):\n        'é'; return self.ü + 'é' + other\n",
    "indented by a tab": "if x:\n\tdef f(a):\n\t\treturn a\n",
    "in a function": "def f(a):\n    def g(b):\n        class C:\n            def h(self):\n                return a, b\n    return g\n",
    "on one line": "if x:\n    def f(a): return a; b\n",
    "behind a backslash": "x = 1\nif x:\n  \\\n  def f(a):\n      return a\n",
    "text at the margin": "if x:\n    def f(a):\n        '''one\ntwo'''\n        return a\n",
}


@pytest.mark.parametrize("what", TEXTS)
def test_a_body_stands_where_it_stands_in_the_file(what: str) -> None:
    text = TEXTS[what]
    suite = code(SourceFile("a.py", "a", text))
    assert suite is not None
    parts = list(walk(suite))
    functions = [part for part in parts if isinstance(part, FunctionDef)]
    names = [part for part in parts if isinstance(part, Name)]
    assert functions and all(one.body for one in functions)
    assert [text[one.at : one.end] for one in names] == [one.id for one in names]


def test_what_a_body_mentions_is_known_before_it_is_read() -> None:
    text = (
        "def f(a):\n    from x import y as z\n    a.tool(1)(2)\n    @made\n    def g():\n        other()\n"
        "    class C(Base, metaclass=m.Meta):\n        pass\n    return f'{shown(a)}'\n"
    )
    suite = code(SourceFile("a.py", "a", text))
    assert suite is not None and isinstance(suite[0], FunctionDef)
    mentions = suite[0].inside.mentions
    assert isinstance(mentions, Mentions)
    assert mentions.names - {""} == {"z:y", "a.tool", ".made", "other", ".Base", ".Meta", "shown"}
    assert mentions.bound == {"z", "g", "C"}
    assert mentions.imports == (("z", 0, "x", "y"),)
    assert dict(mentions.inner) == {"g": frozenset({"other"}), "C": frozenset({".Base", ".Meta"})}
