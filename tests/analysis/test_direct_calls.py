"""Functions of the program that are called with known arguments: the result is Python's, or it is said why it is not known."""

import time

import pytest

from harness import program, value
from toolc.program import ConstantValue

HEAD = """
import re
from enum import Enum
class E(Enum):
    A = "a"
    B = "b"
    C = "a"
SHARED = {"k": [1]}
"""

SAME = {
    "joined words": ("def f(s):\n    head, *tail = s.split('_')\n    return head + ''.join(t.title() for t in tail)", ["a_b_c", "x", ""]),
    "loop": ("def f(s):\n    out = ''\n    for i, part in enumerate(s.split('_')):\n        if not part:\n            continue\n        out += part if i == 0 else part[0].upper() + part[1:]\n    return out", ["a_b__c", "x"]),
    "table and handler": ("def f(s):\n    try:\n        return {'id': 'ID'}[s]\n    except KeyError:\n        return s.upper()", ["id", "x"]),
    "handler of a base class": ("def f(s):\n    try:\n        return [1][s]\n    except LookupError:\n        return 'no'\n    except Exception:\n        return 'x'", [0, 1, "a"]),
    "raised and caught": ("def f(s):\n    try:\n        raise ValueError('x')\n    except (TypeError, ValueError):\n        return s\n    else:\n        return 1", [3]),
    "snake": ("def f(s): return re.sub(r'(?<!^)(?=[A-Z])', '_', s).lower()", ["FooBar", "x"]),
    "compiled pattern": ("P = re.compile(r'_+([a-z])')\ndef f(s): return P.sub(lambda m: m[1].upper(), s), re.compile('[0-9]+').split(s), P.search(s) is None", ["a_bc__d", "x1y"]),
    "replaced by a function": ("def f(s): return re.sub('_([a-z])', lambda m: m.group(1).upper(), s)", ["a_bc_d", "__"]),
    "found": ("def f(s):\n    m = re.match('([a-z]+)_(.*)', s)\n    return m[2] if m else None", ["ab_c", "1"]),
    "match": ("def f(s):\n    match s:\n        case 'a' | 'b':\n            return 1\n        case None:\n            return 2\n        case -1 | True:\n            s = 3\n        case 1.0: return 4\n    return s", ["a", "b", None, -1, True, 1, "x", 0]),
    "while": ("def f(n):\n    found = []\n    while n > 0:\n        n -= 3\n        if n == 4:\n            break\n        found.append(n)\n    else:\n        found.append('end')\n    return found", [9, 10]),
    "inner function": ("def f(s, up=True):\n    def g(t):\n        return t.upper() if up else t\n    return [g(x) for x in s]", ["ab"]),
    "recursion": ("def f(n): return 1 if n < 2 else n * f(n - 1)", [5]),
    "comprehensions": ("def f(n): return [{x: y for x, y in zip('abc', range(n))}, [a + b for a in 'xy' if a != 'y' for b in 'pq'], any(i > 1 for i in range(n))]", [3, 0]),
    "dict methods": ("def f(d):\n    d = dict(d)\n    d.setdefault('z', []).append(1)\n    d.update(b=2)\n    return [d.pop('a', None), d, list(d.items()), 'a' in d, d.get('q', 0)]", [{"a": 1}, {}]),
    "views of a dict": ("def f(d):\n    a, b = d.keys(), d.items()\n    return [a == {'k'}, a == ['k'], a <= {'k', 'l'}, sorted(a - {'k'}), b == {('k', 1)}, d.values() == d.values(), list(a), len(b), a != {'k': 2}.keys()]", [{"k": 1}, {}]),
    "a slice is set": ("def f(x):\n    y = x\n    y[:] = [one for one in x if one != 1]\n    y[1:1] = 'ab'\n    return x", [[1, 2, 3], []]),
    "deleted": ("def f(d):\n    d = dict(d)\n    del d['a']\n    d['b'] = d['a2'] = 1\n    return d", [{"a": 1}]),
    "list methods": ("def f(x):\n    x = list(x)\n    x.insert(0, 'p')\n    x.extend('q')\n    x.remove('p')\n    x.reverse()\n    x += ['r']\n    return x, x.pop(), x[::-1], x[1:]", ["abc"]),
    "shared lists are changed in place": ("def f(x):\n    a = b = []\n    a.append(x)\n    b += [2]\n    return a", [1]),
    "shared sets and dicts too": ("def f(x):\n    a = b = set()\n    a |= set(x)\n    b -= {'q'}\n    c = d = {'k': x}\n    d |= {'l': 2}\n    e = frozenset(x)\n    e &= {'a'}\n    return sorted(a), c, sorted(e)", ["aq", "b"]),
    "methods of sets": ("def f(x):\n    a = {'a', 'b'}\n    b = a.copy()\n    b.update(x)\n    b.difference_update(['a'])\n    return sorted(b), sorted(a.union(x)), sorted(a.intersection(x)), sorted(a.difference(x)), a.issubset(x), a.isdisjoint(x), sorted(frozenset(x).union(a))", ["aq", "abc", ""]),
    "sorted": ("def f(x): return sorted(x, key=lambda i: -i), sorted(x, reverse=True), max(x), list(map(str, x)), list(filter(None, x))", [[3, 0, 2]]),
    "isinstance": ("def f(x): return isinstance(x, (str, list)), isinstance(x, int), x is None", [1, "a", [], None]),
    "star arguments": ("def f(x, *rest, sep='-', **more):\n    return sep.join([x, *rest]), more\ndef g(x): return f(x, 'a', *['b'], **{'sep': '+', 'k': 1})", ["s"]),
    "text": ("def f(s): return f'{s!r:>6}' + '%s-%d' % (s, 3) + '{:>3}'.format(s) + str(len(s))", ["ab"]),
    "ternary and logic": ("def f(s): return (s and s[0]) or 'none' if s != 'x' else not s", ["", "ab", "x"]),
    "unpacking": ("def f(s):\n    (a, b), *c, d = [(1, 2), 3, 4, s]\n    return a, b, c, d", [5]),
    "str methods as functions": ("def f(s): return list(map(str.upper, s)), str.title(s)", ["ab"]),
    "cases": ("from pydantic.alias_generators import to_camel, to_pascal, to_snake\ndef f(s): return [case(s.rstrip('_')) for case in (to_camel, to_pascal, to_snake)]", ["in_", "a_b1_c", "HTTPCode"]),
    "assertions": ("def f(s):\n    assert s, 'nothing'\n    try:\n        assert len(s) > 1\n    except AssertionError:\n        return 'short'\n    return s", ["a", "ab"]),
    "what is not asked for": ("import os\nHERE = os.getcwd()\ndef f(s):\n    n = [k for k in set(HERE) if k]\n    n: int = len(HERE)\n    return s.upper()", ["a"]),
    "a check that raises": ("import os\nimport warnings\nHERE = os.getcwd()\ndef f(s):\n    bad = HERE + s == ''\n    if bad:\n        raise ValueError(f'{bad}')\n    if len(s) == 1:\n        warnings.warn(f'short {s}', stacklevel=2)\n    return s.upper()", ["ab"]),
    "members and types": ("class T(str, Enum):\n    P = 'p'\nclass U(Enum):\n    P = 'p'\ndef f(s): return [isinstance(one, (str, dict)) for one in (T.P, U.P, s)], isinstance(U.P, U), isinstance(T.P, U), isinstance(s, U)", ["a", 1]),
    "nothing returned": ("def f(s): s.upper()", ["a"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_as_python(name: str) -> None:
    source, inputs = SAME[name]
    last = "g" if "def g(x)" in source else "f"
    space: dict[str, object] = {}
    exec(HEAD + source, space)
    for one in inputs:
        made = value(program(f"{HEAD}{source}\nX = {last}({one!r})\n", systems={}), "X")
        assert isinstance(made, ConstantValue), made
        expected = space[last](one)  # type: ignore[operator]
        assert (repr(made.value), type(made.value)) == (repr(expected), type(expected))


EFFECTS = {
    "a context manager": "from contextlib import nullcontext\ndef f():\n    with nullcontext(): return 1",
    "a decorator that gives another function": "def d(g): return lambda: 2\n@d\ndef f(): return 1",
    "finally": "def f():\n    try:\n        return 1\n    finally:\n        pass",
    "printing": "def f():\n    print(1)\n    return 1",
    "compiled with flags": "P = re.compile('a', re.I)\ndef f(): return P.sub('b', 'A')",
    "members compared with texts": "def f(): return E.A == 'a'",
    "class inside": "def f():\n    class C: ...\n    return 1",
    "a value that nobody uses": "import os\nHERE = os.getcwd()\ndef f():\n    s = []\n    n = s.append(len(HERE))\n    return s == []",
    "the same lists within lists": "def f():\n    s = [1]\n    for i in range(99): s = [s, s]\n    return s == s",
    "a dict in itself": "def f():\n    d = {}\n    for i in range(99): d['a'] = [d, d]\n    return d == d",
}  # fmt: skip


@pytest.mark.parametrize("name", EFFECTS)
def test_effects_stay_in_the_call(name: str) -> None:
    """The result is Python's, also when the function is called again. One that changes what is outside has none."""
    source = f"{HEAD}{EFFECTS[name]}\n"
    linked, space = program(source, systems={}), dict[str, object]()
    exec(source, space)
    expected = ConstantValue(space["f"]())  # type: ignore[operator]
    function = linked.executed.variable("app", "f") if name.startswith("a decorator") else value(linked, "f")  # type: ignore[union-attr]
    assert function is not None
    assert [linked.call_concretely(function, ()) for _ in range(2)] == [expected] * 2


STOPPED = {
    "global": "def f():\n    global G\n    G = 1\n    return 1",
    "a shared default": "def f(x=[]):\n    x.append(1)\n    return x",
    "attributes set": "def f():\n    E.A.x = 1\n    return 1",
    "effects": "def f(): return open('x')",
    "input": "def f(): return input()",
    "a value that is asked for": "import os\nHERE = os.getcwd()\ndef f():\n    n = len(HERE)\n    return n + 1",
    "a value that is asked for in a check": "import os\nHERE = os.getcwd()\ndef f():\n    s = []\n    n = len(HERE)\n    if n:\n        s.append(1)\n    return s",
    "a value that a handler may take": "import os\nHERE = os.getcwd()\ndef f():\n    s = []\n    try:\n        n = int(HERE)\n    except ValueError:\n        s.append(1)\n    return s",
    "a check that a handler may take": "import os\nHERE = os.getcwd()\ndef f():\n    try:\n        if HERE + 'a' == 'b':\n            raise ValueError()\n    except ValueError:\n        return [1]\n    return [2]",
    "generators": "def f():\n    yield 1",
    "async": "async def f(): return 1",
    "uncaught": "def f(): return {}['a']",
    "failed assertion": "def f(): assert 1 > 2, 'never'",
    "order of a set": "def f(): return [x for x in {'a', 'b'}]",
    "unknown names": "def f(): return nowhere",
    "costly pattern": "def f(): return re.sub('(a|a)*$', '', 'a' * 90 + 'b')",
    "wrong arguments": "def f(x): return x",
    "random": "import random\ndef f():\n    x = [1]\n    random.shuffle(x)\n    return x",
}  # fmt: skip


@pytest.mark.parametrize("name", STOPPED)
def test_what_is_not_followed(name: str) -> None:
    linked = program(f"{HEAD}{STOPPED[name]}\n", systems={})
    made = linked.call_concretely(value(linked, "f"), ())
    assert not isinstance(made, ConstantValue), made


BOMBS = {
    "endless": "def f():\n    n = 0\n    while n >= 0: n += 1\n    return n",
    "recursion": "def f(): return f()",
    "doubling text": "def f():\n    s = 'a'\n    for i in range(99): s = s + s\n    return s",
    "doubling list": "def f():\n    s = [1]\n    for i in range(99): s = [s, s]\n    return s",
    "growing list": "def f():\n    s = [1]\n    while s: s.extend(s)\n    return s",
    "cyclic": "def f():\n    d = {}\n    for i in range(99): d['a'] = [d, d]\n    return d",
    "nested loops": "def f(): return [0 for a in range(999) for b in range(999) for c in range(999)]",
    "repeated": "def f(): return 'a' * 10 ** 9",
    "joined": "def f():\n    s = 'ab'\n    while s: s = s.join(s)\n    return s",
    "mutual": "def g(n): return f(n) + f(n)\ndef f(n=1): return g(n) + g(n)",
    "deep lambda": "def f():\n    g = lambda: 1\n    for i in range(9999):\n        g = (lambda h: lambda: h() + 1)(g)\n    return g()",
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_end_in_time(name: str) -> None:
    began = time.process_time()
    linked = program(f"{HEAD}{BOMBS[name]}\n", systems={})
    assert not isinstance(linked.call_concretely(value(linked, "f"), ()), ConstantValue)
    assert time.process_time() - began < 2


def test_many_calls_share_one_budget() -> None:
    source = "def f():\n    while True: pass\n" + "\n".join(f"X{i} = f()" for i in range(400))
    linked = program(source, systems={})
    began = time.process_time()
    for i in range(400):
        value(linked, f"X{i}")
    assert time.process_time() - began < 20


def test_arguments_of_a_call_are_not_shared() -> None:
    """What a function does to a constant of its module changes nothing for others."""
    linked = program(f"{HEAD}def f():\n    SHARED['k'].append(2)\n    return SHARED\nX = f()\nY = SHARED\n")
    value(linked, "X")
    assert value(linked, "Y") == ConstantValue({"k": [1]})


def test_a_field_made_by_a_function() -> None:
    linked = program(
        "from pydantic import Field\ndef f(d, **k): return Field(description='x' + d, **k)\nX = f('y', ge=[1][0])\n",
        systems={},
    )
    made = value(linked, "X")
    assert [(arg.name, linked.evaluate(arg.value, made.scope)) for arg in made.args] == [  # type: ignore[union-attr]
        ("description", ConstantValue("xy")), ("ge", ConstantValue(1)),
    ]  # fmt: skip
