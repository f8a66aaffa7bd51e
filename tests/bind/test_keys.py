"""Which keys a dict that a program builds up can have: what is unpacked into a call is none of the others."""

import pytest

from harness import bundle, program, tools, value
from toolc.module import Name
from toolc.program import DefinitionValue, ProgramPoint

KEYS = {
    "a display": ("x = {'a': f(), 'b': 1}", {"a", "b"}),
    "a display in a display": ("y = {'a': f()}\nx = {**y, 'b': 1}", {"a", "b"}),
    "a call of dict": ("x = dict(a=f(), b=1)", {"a", "b"}),
    "one of two": ("x = {'a': f()} if f() else {'b': f()}", {"a", "b"}),
    "bound twice": ("if f():\n    x = {'a': 1}\nelse:\n    x = {'b': f()}", {"a", "b"}),
    "updated": ("x = {'a': f()}\nx.update({'b': 1})\nx.setdefault('c', 2)\nx.pop('a')", {"a", "b", "c"}),
    "an item of any key": ("x = {'a': f()}\nx[f()] = 1", None),
    "updated with anything": ("x = {'a': f()}\nx.update(f())", None),
    "made elsewhere": ("x = f()", None),
    "filled by a function": ("x = {'a': f()}\ndef g():\n    x['b'] = 1", None),
    "bound by a loop": ("for x in f():\n    pass", None),
    "in terms of itself": ("x = {'a': f()}\nx = {**x, 'b': 1}", {"a", "b"}),
}


@pytest.mark.parametrize("case", KEYS)
def test_the_keys_of_a_dict(case: str) -> None:
    source, keys = KEYS[case]
    linked = program(f"from other import f\n{source}\n")
    assert linked.library.find("app") is not None
    assert linked.keys(Name(0, 0, "x"), ProgramPoint("app")) == keys


def test_an_item_that_a_function_sets_under_a_condition() -> None:
    linked = program("from other import f\ndef g():\n    x = {'a': f()}\n    if f():\n        x['b'] = 1\n    return x\n")
    found = value(linked, "g")
    assert isinstance(found, DefinitionValue)
    assert linked.keys(Name(0, 0, "x"), ProgramPoint("app", (found,))) == {"a", "b"}


SERVER = "from fastmcp import FastMCP\nfrom other import f\ndef make():\n    more = {{'name': 's'}}\n    {}\n    return FastMCP(**more)\nmcp = make()\n@mcp.tool\ndef add(a: int): ...\n"


def test_options_of_a_server_that_cannot_be_there_are_no_doubt() -> None:
    [tool] = tools(SERVER.format("if f():\n        more['auth'] = f()")).values()
    assert (tool.fidelity, tool.diagnostics) == ("exact", ())


def test_options_of_a_server_that_may_be_there_are() -> None:
    [tool] = tools(SERVER.format("if f():\n        more['transforms'] = f()")).values()
    assert [one.code for one in tool.diagnostics] == ["TC215"]
    assert bundle(SERVER.format("more.update(f())")).packages
