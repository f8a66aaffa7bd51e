"""Budgets of one program: what one file uses up is not missing in another."""

from harness import bundle

WORDS = tuple(f"word{number}" for number in range(100))
FILE = """
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("demo")


def act(query: str) -> str:
    return query


for word in {words}:
    if word == "word{number}":
        mcp.add_tool(act, name=word)
"""


def test_loops_of_one_file_starve_no_other() -> None:
    """Sixty files with a hundred rounds each are more than one program is followed for at once."""
    made = bundle({f"pkg/file{number}.py": FILE.format(words=WORDS, number=number) for number in range(60)})
    names = [tool.name for package in made.packages for server in package.servers for tool in server.tools]
    assert sorted(names) == sorted(WORDS[:60])
