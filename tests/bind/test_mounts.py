"""Servers that are mounted on servers, and tools that are taken away."""

import pytest

from harness import program, servers, tools

HEAD = "from fastmcp import FastMCP\na = FastMCP('a')\nb = FastMCP('b')\nc = FastMCP('c')\n"
F = "@{}.tool\ndef f(x: int) -> int: ...\n"
G = "@{}.tool\ndef g(x: int) -> int: ...\n"

SHOWN = {
    "no mount": (F.format("a") + G.format("b"), {"a": ["f"], "b": ["g"]}),
    "a prefix": (F.format("b") + "a.mount(b, 'p')", {"a": ["p_f"]}),
    "before 2.9": (F.format("b") + "a.mount('p', b)", {"a": ["p_f"]}),
    "the keyword of 2": (F.format("b") + "a.mount(server=b, prefix='p')", {"a": ["p_f"]}),
    "the keyword of 3": (F.format("b") + "a.mount(b, namespace='p')", {"a": ["p_f"]}),
    "an empty prefix": (F.format("b") + "a.mount(b, '')", {"a": ["f"]}),
    "no prefix, a name": (F.format("b").replace("tool", "tool(name='n')") + "a.mount(b)", {"a": ["n"]}),
    "an empty name": (F.format("b").replace("tool", "tool(name='')") + "a.mount(b, 'p')", {"a": ["p_f"]}),
    "renamed": (F.format("b") + "a.mount(b, 'p', tool_names={'f': 'h'})", {"a": ["p_h"]}),
    "two mounts": (F.format("b") + "a.mount(b, 'p')\na.mount(b, 'q')", {"a": ["p_f", "q_f"]}),
    "one mount twice": (F.format("b") + "a.mount(b, 'p')\na.mount(b, 'p')", {"a": ["p_f"]}),
    "on two servers": (F.format("c") + "a.mount(c)\nb.mount(c, 'p')", {"a": ["f"], "b": ["p_f"]}),
    "three deep": (F.format("c") + "a.mount(b, 'p')\nb.mount(c, 'q')", {"a": ["p_q_f"]}),
    "a server on itself": (F.format("a") + "a.mount(a, 'p')", {"a": ["f"]}),
    "in a circle": (F.format("a") + G.format("b") + "a.mount(b, 'p')\nb.mount(a, 'q')", {"a": ["f"], "b": ["g"]}),
    "in a loop": (F.format("b") + G.format("c") + "for n, s in {'p': b, 'q': c}.items():\n    a.mount(s, n)", {"a": ["p_f", "q_g"]}),
    "in a function": (F.format("b") + "def put(on, what):\n    on.mount(what, 'p')\nput(a, b)", {"a": ["p_f"]}),
    "a tool behind the mount": ("a.mount(b, 'p')\n" + F.format("b"), {"a": ["p_f"]}),
    "taken away": (F.format("a") + G.format("a") + "a.remove_tool('f')", {"a": ["g"]}),
    "taken away and made anew": (F.format("a") + "a.remove_tool('f')\n" + F.format("a"), {"a": ["f"]}),
    "taken from another": (F.format("a") + "b.remove_tool('f')", {"a": ["f"]}),
}  # fmt: skip


@pytest.mark.parametrize("name", SHOWN)
def test_shown(name: str) -> None:
    source, expected = SHOWN[name]
    assert {server: sorted(names) for server, names in servers(HEAD + source).items()} == expected


def test_a_mount_that_may_be_is_said() -> None:
    (tool,) = tools(HEAD + F.format("b") + "import os\nif os.environ['X']:\n    a.mount(b, 'p')\n").values()
    assert (tool.name, [one.code for one in tool.diagnostics]) == ("p_f", ["TC214"])


def test_any_tool_may_be_taken_away() -> None:
    (tool,) = tools(HEAD + F.format("a") + "import os\na.remove_tool(os.environ['X'])\n").values()
    assert (tool.fidelity, [one.code for one in tool.diagnostics]) == ("exact", ["TC214"])


@pytest.mark.parametrize(
    "change",
    [
        "a.add_transform(T())",
        "a.mount(b)\nb.add_tool_transformation('f', T())",
        "a = FastMCP('a', transforms=[T()])\na.mount(b)",
    ],
)
def test_tools_that_are_transformed_are_not_called_exact(change: str) -> None:
    server = "a" if change.startswith("a.add") else "b"
    (tool,) = tools(HEAD + "from x import T\n" + F.format(server) + change).values()
    assert (tool.fidelity, [one.code for one in tool.diagnostics]) == ("approximate", ["TC215"])


@pytest.mark.parametrize("mounted", ["find()", "None", "'b'", "FastMCP"])
def test_what_is_no_server_is_said(mounted: str) -> None:
    linked = program(HEAD + f"from x import find\na.mount({mounted})\n")
    assert linked.tools == ()
    assert "TC219" in {one.code for one in linked.diagnostics}


def test_many_mounts_end() -> None:
    """Thirty servers, each mounted twice on the next: a billion names."""
    made = "".join(f"s{n} = FastMCP('s{n}')\n" for n in range(31))
    mounts = "".join(f"s{n}.mount(s{n + 1}, '{one}')\n" for n in range(30) for one in "ab")
    linked = program("from fastmcp import FastMCP\n" + made + F.format("s30") + mounts)
    assert len(linked.tools) <= 5_000
    assert [one.code for one in linked.diagnostics] == ["TC219"]


def test_a_server_that_may_be_the_unknown_one_says_so() -> None:
    source = (
        "from fastmcp import FastMCP\nfrom other import find\nmain, sub = FastMCP('main'), FastMCP('sub')\n"
        "@main.tool\ndef own(): ...\n@sub.tool\ndef inner(): ...\nmain.mount(find('sub'), find('prefix'))\n"
    )
    found = tools(source)
    assert (found["own"].fidelity, found["inner"].fidelity) == ("exact", "approximate")
    assert [one.code for one in found["inner"].diagnostics] == ["TC219"]


def test_a_server_that_shows_tools_by_their_tags_is_said() -> None:
    """fastmcp 2.14.7: `FastMCP(include_tags=…, exclude_tags=…)`."""
    source = (
        "from fastmcp import FastMCP\nmcp = FastMCP('m', exclude_tags={'danger'})\n"
        "@mcp.tool(tags={'danger'})\ndef cut(length: float) -> bool:\n    return True\n"
    )
    (tool,) = tools(source).values()
    assert (tool.fidelity, [one.code for one in tool.diagnostics]) == ("approximate", ["TC215"])
