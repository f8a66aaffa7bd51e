"""Budgets of one program: what one file uses up is not missing in another."""

from functools import partial

import pytest

from harness import bundle, program
from toolc.analysis.budget import Budget
from toolc.analysis.interpreter import machine
from toolc.lower import lower
from toolc.systems.register import SYSTEMS

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


HANDLER = """
from mcp import types
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("s")


@mcp._mcp_server.list_tools()
async def listed() -> list[types.Tool]:
    words = []
    for number in range(500):
        words.append(number)
    return [types.Tool(name="find", inputSchema={"type": "object"})]
"""


def test_a_handler_may_use_up_what_the_program_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "Budget", partial(Budget, steps=100))
    made = program({"app.py": HANDLER})
    lower(made, SYSTEMS)
    assert {one.code for one in made.diagnostics} & {"TC216", "TC217"}


AGENT = """
from camel.toolkits import FunctionTool


class Agent:
    def __init__(self, tools):
        self.tools = [FunctionTool(one) for one in tools]
"""
STEPS = "".join(f"        self.agent{number} = Agent([self.find])\n" for number in range(160))
TOOLKIT = f"""
from app.agent import Agent
from camel.toolkits import FunctionTool
from camel.toolkits.base import BaseToolkit


class Worker:
    def work(self):
{STEPS}
    def find(self, query: str) -> str:
        return query


class Toolkit(BaseToolkit):
    def look(self, query: str) -> str:
        \"""Look.\"""

    def get_tools(self):
        return [FunctionTool(self.look)]
"""


def test_what_stands_before_a_toolkit_does_not_starve_it() -> None:
    """Once a program has used up its calls, those of one class would use up what is spared for the next of its file."""
    others = {f"app/loops{number}.py": TOOLKIT.replace("look", f"look{number}") for number in range(30)}
    made = bundle({"app/__init__.py": "", "app/agent.py": AGENT, **others})
    names = {tool.name for package in made.packages for server in package.servers for tool in server.tools}
    assert {f"look{number}" for number in range(30)} <= names


KITS = """
import os
from agno.tools import Toolkit


class Kit(Toolkit):
    def __init__(self, name, **kwargs):
        super().__init__(name=name, **kwargs)


class Safe(Kit):
    def __init__(self, **kwargs):
        super().__init__("safe", tools=[self.look], **kwargs)

    def look(self, query: str) -> str:
        \"""Look.\"""


class Guarded(Kit):
    def __init__(self, **kwargs):
        if os.environ.get("GUARDED"):
            super().__init__("guarded", tools=[self.enter], **kwargs)

    def enter(self, door: str) -> str:
        \"""Enter.\"""
"""


def test_classes_below_one_base_are_told_apart() -> None:
    """What their base registers stands at one place for both: that one is certain says nothing of the other."""
    linked = program({"app/__init__.py": "", "app/kits.py": KITS})
    made, said = lower(linked, SYSTEMS)
    assert {tool.name for _, _, tool in made.tools} == {"look"}
    assert "TC222" in {one.code for one in (*said, *linked.diagnostics)}
