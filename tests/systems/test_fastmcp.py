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
