"""Signatures that fastmcp 3 puts in another order: a context is given a default (3.4.10 at run time)."""

import pytest

from harness import VERSIONS, bundle

SIGNATURES = {
    "ctx: Context, a: int, /, b: int": "refused",
    "ctx: Context | None, /, b: int": "refused",
    "ctx: Context, a: int, /": "exact",
    "a: int, /, b: int": "exact",
    "ctx: Context, /, b: int = 1": "exact",
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_context_before_the_slash_wants_nothing_behind_it(signature: str) -> None:
    text = f"from fastmcp import Context\ndef f({signature}) -> str: ...\n"
    made = bundle(text, versions={**VERSIONS, "fastmcp": "3.4.10"}, declared={"app.py": "fastmcp"})
    (tool,) = (tool for package in made.packages for server in package.servers for tool in server.tools)
    assert tool.fidelity == SIGNATURES[signature]


@pytest.mark.parametrize(("result", "kept"), [("", True), (" -> str", True), (" -> None", False), (" -> 'str'", False)])
def test_a_copy_of_a_function_forgets_defaults_of_keywords(result: str, kept: bool) -> None:
    """fastmcp 2.14.7 makes one where `get_type_hints` says anything else than the annotations."""
    made = bundle(
        f"def f(*, a: int = 1){result}: ...\n", versions={**VERSIONS, "fastmcp": "2.14.7"}, declared={"app.py": "fastmcp"}
    )
    (tool,) = (tool for package in made.packages for server in package.servers for tool in server.tools)
    assert tool.input_schema is not None
    assert ("required" not in tool.input_schema) is kept


@pytest.mark.parametrize("type_", ["'M'", "list['M']"])
def test_names_in_quotes_beside_a_context(type_: str) -> None:
    """fastmcp 2.14.7 raises NameError."""
    text = f"from fastmcp import Context\nfrom pydantic import BaseModel\nclass M(BaseModel): ...\ndef f(ctx: Context, a: {type_}) -> str: ...\n"
    made = bundle(text, versions={**VERSIONS, "fastmcp": "2.14.7"}, declared={"app.py": "fastmcp"})
    (tool,) = (tool for package in made.packages for server in package.servers for tool in server.tools)
    assert (tool.fidelity, [one.code for one in tool.diagnostics]) == ("unknown", ["TC346"])


OPENED = {
    "@mcp.tool(**options())\ndef f(a: int) -> str: ...\n": ("f", "unknown"),
    "def f(a: int) -> str: ...\nmcp.tool(name='g', **options())(f)\n": ("g", "approximate"),
    "@mcp.tool(exclude_args=options())\ndef f(a: int) -> str: ...\n": ("f", "refused"),
}


@pytest.mark.parametrize("text", OPENED)
def test_what_is_unpacked_may_hold_what_fastmcp_4_refuses(text: str) -> None:
    made = bundle(f"from fastmcp import FastMCP\nfrom elsewhere import options\nmcp = FastMCP('m')\n{text}", versions=VERSIONS)
    (tool,) = (tool for package in made.packages for server in package.servers for tool in server.tools)
    assert (tool.name, tool.fidelity) == OPENED[text]


_EITHER = "@mcp.tool(**({'exclude_args': ['b']} if os.environ.get('OLD') else {}))\ndef f(a: int, b: int = 1) -> str: ...\n"
_COMPUTED = "@mcp.tool(exclude_args=os.environ['X'].split())\ndef f(a: int, b: int = 1) -> str: ...\n"


@pytest.mark.parametrize(
    ("text", "version", "fidelity"),
    [(_EITHER, "4.1.6", "exact"), (_EITHER, "3.4.10", "exact"), (_COMPUTED, "2.14.7", "unknown")],
)
def test_arguments_that_only_the_running_program_leaves_out(text: str, version: str, fidelity: str) -> None:
    """fastmcp 2 and 3 leave `b` out of the schema, 4 raises TypeError; what the default of a variable decides is named."""
    source = f"import os\nfrom fastmcp import FastMCP\nmcp = FastMCP('m')\n{text}"
    made = bundle(source, versions={**VERSIONS, "fastmcp": version})
    (tool,) = (tool for package in made.packages for server in package.servers for tool in server.tools)
    assert tool.fidelity == fidelity
    assert fidelity != "exact" or [one.code for one in tool.diagnostics] == ["TC222"]
