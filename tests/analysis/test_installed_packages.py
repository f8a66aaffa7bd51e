"""Packages of an environment that are built on a framework: they make servers and register tools as the program asks them to."""

import asyncio
import importlib
import json
import sys
import textwrap
from pathlib import Path

import pytest

SITE = ".venv/lib/python3.11/site-packages"

KIT = {
    f"{SITE}/serverkit/__init__.py": "from .base import Kit as Kit, shared as shared\n",
    f"{SITE}/serverkit/base.py": """
        from mcp.server.fastmcp import FastMCP

        shared = FastMCP("shared")


        @shared.tool()
        def ping() -> str:
            "Answer."
            return "pong"


        class Kit:
            def __init__(self, name):
                self.inner = FastMCP(name)
                self.plugins = []

            def tool(self, *args, **kwargs):
                return self.inner.tool(*args, **kwargs)

            def plug(self, register, prefix=""):
                register(self.inner, prefix)
                self.plugins.append(prefix)
    """,
    f"{SITE}/serverkit/clocks.py": """
        def clocks(server, prefix):
            @server.tool(name=f"{prefix}now")
            def now(zone: str = "UTC") -> str:
                "Tell the time."
                return zone


        if __name__ == "__main__":
            raise SystemExit(clocks)
    """,
    f"{SITE}/serverkit-1.0.dist-info/METADATA": "Name: serverkit\nVersion: 1.0\nRequires-Dist: mcp>=1\n\nA kit.\n",
    f"{SITE}/serverkit-1.0.dist-info/RECORD": "serverkit/__init__.py,,\nserverkit/base.py,,\nserverkit/clocks.py,,\n",
    ".venv/pyvenv.cfg": "",
}

APP = """
    from serverkit import Kit
    from serverkit.clocks import clocks

    kit = Kit("app")


    @kit.tool()
    def add(a: int, b: int = 1) -> int:
        "Add."
        return a + b


    kit.plug(clocks, "clock_")
"""

SERVERS = {
    "kit": ("app", APP, "app.kit.inner"),
    "named": ("uses", "from serverkit import shared\n", "uses.shared"),
    "added": (
        "adds",
        """
        import serverkit


        @serverkit.shared.tool()
        def pong() -> str:
            "Ask."
            return "ping"
        """,
        "adds.serverkit.shared",
    ),
}


def listed(toolc, *words: str) -> list[dict[str, object]]:
    said = toolc("list", *words, "--format", "json", "--no-cache")
    return json.loads(said.out)["tools"]


@pytest.fixture
def environment(write, here: Path, monkeypatch: pytest.MonkeyPatch):
    """Writes files beside an environment with `serverkit`; the test itself can import both."""

    def files(texts: dict[str, str]) -> None:
        write({name: textwrap.dedent(text).lstrip("\n") for name, text in texts.items()})

    files(KIT)
    monkeypatch.syspath_prepend(str(here / SITE))
    monkeypatch.syspath_prepend(str(here))
    yield files
    for name in [name for name in sys.modules if name.partition(".")[0] in ("serverkit", "app", "uses", "adds")]:
        del sys.modules[name]


@pytest.mark.parametrize("case", SERVERS)
def test_as_the_running_program_has_them(case: str, environment, toolc) -> None:
    module, text, path = SERVERS[case]
    environment({f"{module}.py": text})
    server = importlib.import_module(module)
    for name in path.split(".")[1:]:
        server = getattr(server, name)
    truth = {one.name: one.inputSchema for one in asyncio.run(server.list_tools())}
    assert {one["name"]: (one["input_schema"], one["fidelity"]) for one in listed(toolc, f"{module}.py")} == {
        name: (schema, "exact") for name, schema in truth.items()
    }


def test_what_a_package_makes_for_itself_is_not_the_programs(environment, toolc) -> None:
    environment({"app.py": APP})
    assert {one["name"] for one in listed(toolc, "app.py")} == {"add", "clock_now"}


def test_the_outputs_are_of_the_package_that_makes_the_server(environment, toolc, here: Path) -> None:
    environment({"pyproject.toml": "[project]\nname = 'shop'\n", "app.py": APP})
    assert toolc("generate", ".", "--out", "gen", "--target", "mcp").status == 0
    assert [str(path.relative_to(here / "gen")) for path in sorted((here / "gen/mcp").rglob("*.json"))] == ["mcp/shop/app.json"]


@pytest.mark.parametrize("required", ["requests", "mcp>=1 ; extra == 'server'", "mcp-types"])
def test_other_packages_are_not_executed(required: str, environment, toolc) -> None:
    metadata = f"Name: serverkit\nVersion: 1.0\nRequires-Dist: {required}\n"
    environment({f"{SITE}/serverkit-1.0.dist-info/METADATA": metadata, "app.py": APP})
    assert listed(toolc, "app.py") == []


def test_the_distribution_may_have_another_name(environment, toolc) -> None:
    metadata = "Name: acme-servers\nVersion: 1.0\nRequires-Dist: fastmcp (>=2)\nRequires-Dist: mcp\n"
    environment({f"{SITE}/acme_servers-1.0.dist-info/METADATA": metadata, "app.py": APP})
    environment({f"{SITE}/acme_servers-1.0.dist-info/RECORD": "serverkit/__init__.py,sha256=x,1\nserverkit/base.py,,\n"})
    for name in ("METADATA", "RECORD"):
        Path(SITE, "serverkit-1.0.dist-info", name).unlink()
    Path(SITE, "serverkit-1.0.dist-info").rmdir()
    assert {one["name"] for one in listed(toolc, "app.py")} == {"add", "clock_now"}


def test_a_file_that_says_nothing_of_a_framework_is_read(environment, toolc) -> None:
    """Neither its name nor its text has a word of the framework in it."""
    environment({"src/run.py": "from serverkit import shared\n\nserver = shared\n"})
    assert {one["name"] for one in listed(toolc, "src")} == {"ping"}


MODELS = {
    f"{SITE}/shopkit/__init__.py": "raise SystemExit\n",
    f"{SITE}/shopkit/names.py": "PREFIX = 'x-'\ndef to_kebab(name): return PREFIX + name.replace('_', '-')\n",
    f"{SITE}/shopkit/models.py": """
        from pydantic import BaseModel, ConfigDict
        from pydantic_core import core_schema

        from .names import to_kebab


        def words(count):
            return [f"w{number}" for number in range(count)]


        class Code(str):
            @classmethod
            def __get_pydantic_core_schema__(cls, source, handler):
                return core_schema.no_info_after_validator_function(cls, core_schema.str_schema(min_length=len(words(3))))


        class Order(BaseModel):
            model_config = ConfigDict(alias_generator=to_kebab, json_schema_extra=lambda schema: schema.update(title="Ordered"))
            order_code: Code
            tags: list[str] = words(2)
    """,
    "server.py": """
        from mcp.server.fastmcp import FastMCP
        from shopkit.models import Order

        mcp = FastMCP("shop")


        @mcp.tool()
        def order(order: Order) -> str:
            return ""
    """,
}


def test_functions_of_installed_packages_that_pydantic_calls(write, here: Path, toolc) -> None:
    """They are executed with their modules; a package around them, which imports much, is not."""
    write({path: textwrap.dedent(text) for path, text in MODELS.items()})
    (tool,) = listed(toolc, "--python", ".venv")
    assert (tool["fidelity"], tool["input_schema"]["$defs"]["Order"]) == (  # type: ignore[index]
        "exact",
        {
            "properties": {
                "x-order-code": {"minLength": 3, "title": "X-Order-Code", "type": "string"},
                "x-tags": {"default": ["w0", "w1"], "items": {"type": "string"}, "title": "X-Tags", "type": "array"},
            },
            "required": ["x-order-code"],
            "title": "Ordered",
            "type": "object",
        },
    )
