"""State that a program changes between what pydantic does when it makes a class, and the end."""

import pytest

from harness import LIVE, types
from live_types import check

pytest.importorskip("pydantic", "2.14", reason="pydantic 2.14 is not installed: nothing to compare types with")

HEADER = """
import functools
from dataclasses import dataclass
from pydantic import BaseModel, ConfigDict
from pydantic_core import core_schema
"""

GENERATORS = {
    "a counter": "COUNT = 0\ndef alias(s):\n    global COUNT\n    COUNT += 1\n    return f'{s}{COUNT}'\n",
    "a list": "SEEN = []\ndef alias(s):\n    SEEN.append(s)\n    return f'{s}{len(SEEN)}'\n",
    "a default that calls share": "def alias(s, seen=[]):\n    seen.append(s)\n    return f'{s}{len(seen)}'\n",
    "a variable": "HEAD = 'a'\ndef alias(s): return HEAD + s\n",
    "a variable of another function": "HEAD = 'a'\ndef head(): return HEAD\ndef alias(s): return head() + s\n",
    "a dict": "NAMES = {}\ndef alias(s): return NAMES.get(s, s)\n",
    "an object": "class Names:\n    head = 'a'\nnames = Names()\ndef alias(s): return names.head + s\n",
}
LATER = "HEAD = 'b'\n{names}class N(BaseModel):\n    model_config = ConfigDict(alias_generator=alias)\n    c: int\n"
CHANGES = {"a dict": "NAMES['a'] = 'z'\n", "an object": "names.head = 'z'\n"}


@pytest.mark.parametrize("name", GENERATORS)
def test_what_a_generator_reads_is_changed_later(name: str) -> None:
    model = "class M(BaseModel):\n    model_config = ConfigDict(alias_generator=alias)\n    a: int\n    b: int\n"
    source = HEADER + GENERATORS[name] + model + LATER.format(names=CHANGES.get(name, ""))
    assert types(source, versions=LIVE)["M"].fidelity != "exact"
    check(source)


def test_a_hook_that_reads_what_is_changed_later() -> None:
    hook = "    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler):\n        return core_schema.str_schema(pattern=cls.rules['p'])\n"
    source = f"{HEADER}class X(str):\n    rules = {{'p': 'a'}}\n{hook}class M(BaseModel):\n    x: X\nX.rules['p'] = 'b'\n"
    assert types(source, versions=LIVE)["M"].fidelity != "exact"
    check(source)


DEFAULTS = {
    "an attribute": "p.a = 2",
    "by setattr": "setattr(p, 'a', 2)",
    "past the class": "object.__setattr__(p, 'a', 2)",
    "in its dict": "p.__dict__['a'] = 2",
    "in a function": "def change(one): one.a = 2\nchange(p)",
    "a list in it": "p.b.append(1)",
}
HEADS = {"model": "class P(BaseModel):\n    b: list[int] = []\n", "dataclass": "@dataclass\nclass P:\n    b: list\n"}


@pytest.mark.parametrize("change", DEFAULTS.values(), ids=DEFAULTS.keys())
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS.keys())
def test_a_default_is_changed_after_it_was_made(head: str, change: str) -> None:
    made = f"    a: int = 1\np = P(b=[])\nq = P(b=[])\n{change}\n"
    source = f"{HEADER}{head}{made}class M(BaseModel):\n    p: P = p\nclass N(BaseModel):\n    p: P = q\n"
    found = types(source, versions=LIVE)
    assert (found["M"].fidelity == "exact", found["N"].fidelity) == (False, "exact")
    check(source)
