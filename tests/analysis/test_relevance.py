"""Functions without a caller: those that cannot register are not executed, however much there is in them."""

import pytest

from harness import program

HEAVY = "    for one in range(1000):\n        for other in range(1000):\n            one += other\n"
HEAD = (
    "import sqlite3\nfrom mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\nTABLE = {'a': 1}\n"
    "def f(): ...\ndef get(server):\n    server.add_tool(f)\nclass Mail:\n    def enable(self): ...\n    def add_tool(self, one): ...\n"
)
REGISTERING = {
    "on a parameter": "def heavy(server):\n    server.add_tool(f)\n",
    "by a name of the module": "def heavy(server):\n    get(server)\n",
    "by an import of its own": "def heavy():\n    from mcp.server.fastmcp import FastMCP as Made\n    Made('y')\n",
    "by a function that it imports": "def heavy(server):\n    from app import get as take\n    take(server)\n",
    "on a parameter of a framework's class": "def heavy(server: FastMCP):\n    server.add_tool(f)\n",
    "on the server of the module": "def heavy():\n    mcp.add_tool(f)\n",
}
OTHERS = {
    "a method that changes only what is there": "def heavy(mail):\n    mail.enable('utf8')\n",
    "a parameter of a library's class": "def heavy(db: sqlite3.Connection):\n    db.get('x')\n    db.add_tool(1)\n",
    "a parameter of a class of the program": "def heavy(mail: Mail):\n    mail.add_tool(1)\n",
    "a dict of the module": "def heavy():\n    TABLE.get('a')\n",
    "an import of its own": "def heavy():\n    from app import TABLE as table\n    table.get('a')\n",
    "a function that starts a server": "def start():\n    mcp.run()\ndef heavy():\n    start()\n",
    "a method of a server that only reads": "def heavy():\n    mcp.list_tools()\n",
    "a library that it imports": "def heavy():\n    from sqlite3 import connect as get\n    get('x')\n",
}


def _executed(body: str) -> bool:
    made = program({"app": HEAD + body + HEAVY})
    assert isinstance(made.tools, tuple)  # asked first: the program is executed for them
    return any(one.code == "TC217" for one in made.diagnostics)


@pytest.mark.parametrize("name", REGISTERING)
def test_it_is_followed_if_it_may_register(name: str) -> None:
    assert _executed(REGISTERING[name])


@pytest.mark.parametrize("name", OTHERS)
def test_it_is_not_followed_if_it_cannot(name: str) -> None:
    assert not _executed(OTHERS[name])
