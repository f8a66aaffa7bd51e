"""`systems/own.py`: decorators of the user's own, from configuration to tools. The shapes of use are in fixtures/own."""

import json

import pytest

from toolc.systems.register import SYSTEMS

ENTRY = '[[tool.toolc.system]]\nname = "{name}"\ndecorator = "{decorator}"\nprofile = "{profile}"\n{more}\n'
PROGRAM = """
from acme import action

@action
def find(session: str, query: str) -> str:
    \"\"\"Find.

    Args:
        query: Words.
    \"\"\"
    return query
"""


def entry(name: str = "acme-tools", decorator: str = "acme.action", profile: str = "mcp", more: str = "") -> str:
    return ENTRY.format(name=name, decorator=decorator, profile=profile, more=more)


@pytest.mark.parametrize("profile", SYSTEMS)
def test_every_profile_hides_what_it_is_told_to(write, toolc, profile: str) -> None:
    source = PROGRAM.replace("@action", '@action(name="find_it", description="Find it.")')
    write({"pyproject.toml": entry(profile=profile, more='hidden = ["session"]'), "t.py": source})
    done = toolc("list", "t.py", "--format", "json")
    (tool,) = json.loads(done.out)["tools"]
    assert (tool["name"], tool["system"], tool["server"]) == ("find_it", "acme-tools", "acme-tools"), done.err
    if profile not in ("instructor", "mcp-lowlevel", "openai"):  # these take no functions
        assert tool["description"] == "Find it."
        schema = tool["input_schema"]
        assert "query" in json.dumps(schema) and "session" not in json.dumps(schema), done.err


def test_its_rules_are_those_of_the_profile(write, toolc) -> None:
    write({"pyproject.toml": entry(profile="strands"), "t.py": PROGRAM})
    (own,) = json.loads(toolc("list", "t.py", "--format", "json").out)["tools"]
    write({"pyproject.toml": "", "t.py": PROGRAM.replace("from acme import action", "from strands import tool as action")})
    (known,) = json.loads(toolc("list", "t.py", "--format", "json").out)["tools"]
    assert own["input_schema"] == known["input_schema"] and own["description"] == known["description"]


def test_files_may_be_declared_to_be_of_it(write, toolc) -> None:
    write({"pyproject.toml": entry(), "t.py": "def find(query: str) -> str:\n    return query\n"})
    (tool,) = json.loads(toolc("list", "t.py", "--system", "acme-tools", "--format", "json").out)["tools"]
    assert (tool["name"], tool["system"], tool["fidelity"]) == ("find", "acme-tools", "exact")


@pytest.mark.parametrize(
    ("settings", "code", "words"),
    [
        (entry(profile="fastmpc"), "TC603", 'did you mean "fastmcp"?'),
        (entry(name="mcp"), "TC604", "toolc has a system of this name"),
        (entry() + entry(decorator="acme.other"), "TC604", "two systems of the configuration have this name"),
        (entry() + entry(name="other"), "TC604", "two systems of the configuration have this decorator"),
        (entry(decorator="mcp.server.fastmcp.FastMCP.tool"), "TC604", "toolc knows this decorator: it is one of mcp"),
        (entry(decorator="shop.acton"), "TC604", 'did you mean "action"?'),
    ],
)
def test_mistakes(write, toolc, settings: str, code: str, words: str) -> None:
    write({"pyproject.toml": settings, "shop.py": "def action(function):\n    return function\n", "t.py": PROGRAM})
    done = toolc("list", ".")
    assert done.status == 2 and f"error {code}" in done.err and words in done.err


def test_a_name_that_the_program_computes_is_not_known(write, toolc) -> None:
    source = "import os\n" + PROGRAM.replace("@action\n", "@action(name=os.getcwd())\n")
    write({"pyproject.toml": entry(), "t.py": source})
    (tool,) = json.loads(toolc("list", "t.py", "--format", "json").out)["tools"]
    assert tool["fidelity"] == "unknown" and "TC201" in [one["code"] for one in tool["diagnostics"]]


def test_a_decorator_that_goes_through_a_framework_is_the_users(write, toolc) -> None:
    """It is registered with the framework inside; what the configuration says of it holds, and there is one tool."""
    write({
        "pyproject.toml": entry(decorator="shop.action", profile="anthropic"),
        "shop.py": "from mcp.server.fastmcp import FastMCP\nserver = FastMCP('s')\n\n"
                   "def action(function):\n    return server.tool()(function)\n",
        "t.py": PROGRAM.replace("acme", "shop"),
    })  # fmt: skip
    (tool,) = json.loads(toolc("list", ".", "--format", "json").out)["tools"]
    assert tool["system"] == "acme-tools"
