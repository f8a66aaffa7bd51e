"""Programs with several starts: the script that the project declares is a process that sees nothing of the others."""

import asyncio
import importlib
import json
import sys
from pathlib import Path
from textwrap import dedent

import pytest

FILES = {
    "core.py": """
        import os

        from mcp.server.fastmcp import FastMCP

        mcp = FastMCP("office")
        flags = {"hosted": False}


        def configure():
            flags["hosted"] = os.environ.get("HOSTED") == "yes"


        def shown(function):
            if not flags["hosted"]:
                function.__doc__ = f"{function.__doc__} Needs a mailbox."
            return function
    """,
    "mail.py": """
        from core import mcp, shown


        @mcp.tool()
        @shown
        def send(text: str, copies: int = 1) -> str:
            "Send a letter."
            return text


        @mcp.tool()
        def sign_in(user: str) -> str:
            "Sign in."
            return user
    """,
    "main.py": """
        from core import configure, mcp


        def main():
            configure()
            import mail

            mcp.run()


        if __name__ == "__main__":
            main()
    """,
}
REMOVING = dedent("""
    from core import mcp
    import mail

    mcp.remove_tool("sign_in")

    if __name__ == "__main__":
        mcp.run()
""")
PROJECT = '[project]\nname = "office"\nversion = "1"\n[project.scripts]\noffice = "main:main"\n'
NAMES = ("core", "mail", "main")


@pytest.fixture
def office(write, here: Path, monkeypatch: pytest.MonkeyPatch):
    """Writes the program, with other files than its own where some are given; gives the tools that its script has."""

    def truth(**others: str) -> dict[str, str]:
        texts = {name: dedent(text).lstrip("\n") for name, text in FILES.items()}
        write({**texts, **{f"{name}.py": text for name, text in others.items()}, "pyproject.toml": PROJECT})
        core = importlib.import_module("core")
        monkeypatch.setattr(core.mcp, "run", lambda: None)
        importlib.import_module("main").main()
        return {one.name: one.description for one in asyncio.run(core.mcp.list_tools())}

    monkeypatch.syspath_prepend(str(here))
    monkeypatch.delenv("HOSTED", raising=False)
    yield truth
    for name in NAMES:
        sys.modules.pop(name, None)


def listed(toolc) -> dict[str, tuple[str, str]]:
    tools = json.loads(toolc("list", ".", "--format", "json", "--no-cache").out)["tools"]
    return {one["name"]: (one["description"], one["fidelity"]) for one in tools}


HOSTED = dedent("""
    import os

    os.environ["HOSTED"] = "yes"

    from core import configure, mcp

    configure()
    import mail

    if __name__ == "__main__":
        mcp.run()
""")


@pytest.mark.parametrize("name", ["cloud", "app"])  # before and behind the script's module in the order of names
def test_a_script_sees_no_other_start(name: str, office, toolc) -> None:
    live = office(**{name: HOSTED})
    assert live == {"send": "Send a letter. Needs a mailbox.", "sign_in": "Sign in."}
    assert listed(toolc) == {name: (text, "exact") for name, text in live.items()}


def test_a_server_keeps_what_another_start_removes(office, toolc) -> None:
    live = office(cloud=REMOVING)
    assert "sign_in" in live
    assert listed(toolc) == {name: (text, "exact") for name, text in live.items()}


def test_a_program_without_a_script_has_one_order(office, toolc, write) -> None:
    live = office()
    write({"pyproject.toml": '[project]\nname = "office"\nversion = "1"\n'})
    assert listed(toolc) == {name: (text, "exact") for name, text in live.items()}
