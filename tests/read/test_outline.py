"""What the outline says: kinds, places, names, blocks."""

import pytest
from reading import cut, every, outline

KINDS = {
    "import a.b, c as d": ("import", ("a", "d")),
    "from a import b as c, d": ("from", ("c", "d")),
    "from a import *": ("from", ("*",)),
    "a, (b, *c), d.e = f[0] = g": ("assign", ("a", "b", "c")),
    "a: int": ("ann", ("a",)),
    "a.b: int = 1": ("ann", ()),
    "a += 1": ("aug", ("a",)),
    "f(a := 1)": ("do", ("a",)),
    "return": ("return", ()),
    "def f(a=(b := 1)): pass": ("def", ("f", "b")),
    "async def f(): pass": ("def", ("f",)),
    "class A: x = 1": ("class", ("A",)),
    "if (a := b): pass": ("if", ("a",)),
    "try: pass\nfinally: pass": ("try", ()),
    "with a as (b, c), d as e.f: pass": ("with", ("b", "c")),
    "for a, b in c: pass": ("for", ("a", "b")),
    "while a: pass": ("while", ()),
    "match a:\n case b: pass": ("match", ()),
    "global a, b": ("global", ("a", "b")),
    "del a": ("other", ()),
    "type A[T] = int": ("alias", ("A",)),
    "pass": ("other", ()),
}


@pytest.mark.parametrize("text", KINDS)
def test_kinds_and_names(text: str) -> None:
    (node,) = outline(text + "\n").outline
    assert (node.kind, node.names) == KINDS[text]
    assert cut(text, node) == text
    assert node.head == node.end or text[node.head - 1] == ":"


def test_blocks() -> None:
    text = (
        "try: a\nexcept A as b: c\nelse: d\nfinally: e\nmatch x:\n case [f, *g] if (h := 1): i\nif j: k\nelif l: m\nelse: n\n"
    )
    attempt, match, branch = outline(text).outline
    assert [(block.role, block.names) for block in attempt.blocks] == [
        ("body", ()), ("except", ("b",)), ("else", ()), ("finally", ()),
    ]  # fmt: skip
    assert [(block.role, block.names) for block in match.blocks] == [("case", ("f", "g", "h"))]
    (elif_,) = branch.blocks[1].nodes
    assert elif_.kind == "if" and text[elif_.at : elif_.head] == "elif l:"
    assert [block.role for block in elif_.blocks] == ["body", "else"]


def test_decorated_places() -> None:
    text = "x = 1\n# c\n@(  # @\n  a)\n@b\ndef f(): # :\n    pass\n"
    node = outline(text).outline[1]
    assert text[node.at : node.head] == "@(  # @\n  a)\n@b\ndef f():"


def test_docstring_is_not_dedented() -> None:
    assert outline('"a\\n  b" """c\n  d"""\n').doc == "a\n  bc\n  d"
    assert outline("f'a'").doc is None and outline("b'a'").doc is None and outline("x").doc is None
    assert outline("'\\ud800'").doc == "\ufffd"


@pytest.mark.parametrize("new", ["", "type X = int\n"])
def test_deep_elif_keeps_names(new: str) -> None:
    text = new + "if a: b0 = 1\n" + "".join(f"elif a: b{i} = 1\n" for i in range(1, 300))
    nodes = list(every(outline(text).outline))
    assert nodes[-1].kind == "other" and {"b120", "b299"} <= set(nodes[-1].names)
    assert not {"b5"} & set(nodes[-1].names)
