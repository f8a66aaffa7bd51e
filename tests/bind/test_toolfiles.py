"""Files declared to be of one system: every public function is a tool, or the file is one."""

import pytest

from harness import program, tools

DECLARED = {
    "public functions": ("def f(): ...\nasync def g(): ...\ndef _h(): ...\nclass C:\n    def m(self): ...", "f g"),
    "redefined": ("def f(a): ...\ndef f(b): ...", "f"),
    "behind a guard": ("import sys\nif sys.version_info < (3,):\n    def f(): ...\nelse:\n    def g(): ...", "g"),
    "nested ones are not public": ("def f():\n    def g(): ...", "f"),
    "imported ones are not its own": ("from os import getcwd\ndef f(): ...", "f"),
    "empty": ("", ""),
}


@pytest.mark.parametrize("name", DECLARED)
def test_every_public_function(name: str) -> None:
    source, expected = DECLARED[name]
    assert " ".join(sorted(tools(source, declared={"app.py": "function_to_tool"}))) == expected


ONE = {
    "named as the file": ("def app(): ...\ndef other(): ...", "app", []),
    "the only public one": ("def f(): ...\ndef _g(): ...", "f", []),
    "ambiguous": ("def f(): ...\ndef g(): ...", "", ["TC210"]),
    "none": ("x = 1", "", []),
}


@pytest.mark.parametrize("name", ONE)
def test_one_tool_per_file(name: str) -> None:
    source, expected, codes = ONE[name]
    linked = program(source, declared={"app.py": "pba"})
    assert " ".join(one.target.stmt.name for one in linked.tools if one.target) == expected
    assert [diagnostic.code for diagnostic in linked.library.diagnostics] == codes


def test_a_declared_file_is_not_searched_for_other_systems() -> None:
    source = "from orbiter.tool import tool\n@tool(name='x')\ndef f(): ..."
    assert list(tools(source, declared={"app.py": "function_to_tool"})) == ["f"]
