"""Loops and comprehensions that register what a list has which a function puts together."""

import pytest

from harness import bundle

HEAD = """
    from autogen_core.tools import FunctionTool
    def dig(bed: str) -> str: ...
    def sow(bed: str) -> str: ...
    def burn(bed: str) -> str: ...
"""

LISTS = {
    "a part under a condition": ("fs = [dig]\n        if hot: fs.append(burn)", {"dig": [], "burn": ["TC214"]}),
    "all parts certain": ("fs = [dig]\n        fs.append(sow)\n        fs += [burn]", {"dig": [], "sow": [], "burn": []}),
    "a part that only the program knows": ("fs = [dig]\n        fs.extend(more)", {"dig": []}),
    "nothing told": ("fs = more", {}),
}  # fmt: skip

FORMS = {
    "a loop": "for f in fs: FunctionTool(f, description='x', name=f.__name__)",
    "a comprehension": "return [FunctionTool(f, description='x', name=f.__name__) for f in fs]",
    "a comprehension with a test": "return [FunctionTool(f, description='x', name=f.__name__) for f in fs if f is not None]",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("listed", LISTS)
def test_each_part_is_registered(listed: str, form: str) -> None:
    made, expected = LISTS[listed]
    packages = bundle(f"{HEAD}    def tools(hot, more):\n        {made}\n        {FORMS[form]}\n").packages
    found = {
        tool.name: [one.code for one in tool.diagnostics]
        for package in packages
        for server in package.servers
        for tool in server.tools
    }
    assert found == expected


def test_a_test_that_only_the_program_decides_is_a_condition() -> None:
    text = "def tools(wanted):\n        return [FunctionTool(f, description='x', name=f.__name__) for f in (dig, sow) if f in wanted]\n"
    found = [tool for package in bundle(f"{HEAD}    {text}").packages for server in package.servers for tool in server.tools]
    assert [(tool.name, [one.code for one in tool.diagnostics]) for tool in found] == [("dig", ["TC214"]), ("sow", ["TC214"])]
