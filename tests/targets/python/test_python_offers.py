"""Prompts and resources in a client in Python: typed by what they take, asked for through any transport, addresses filled in."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from generated import imported, mypy, text, write

from client_bundles import served, tool
from toolc.config import PythonOptions, TargetOptions
from toolc.emit import Options
from toolc.schema.view.names import Names

TYPED = """\
from demo import AsyncClient, Client, PromptResult

def right(client: Client) -> None:
    found: PromptResult = client.greet_prompt(who="a", tone="b")
    said: str = client.plain_words_prompt()["messages"][0]["content"]["type"]
    held: str = client.item_resource(id="7")["contents"][0]["uri"]

async def awaited(client: AsyncClient) -> str:
    return (await client.stock_resource())["contents"][0].get("text", "")

def wrong(client: Client) -> None:
    client.greet_prompt()  # missing
    client.greet_prompt(who="a", tome="b")  # mistyped
    client.item_resource(part="b")  # missing
    client.item_resource(id=7)  # no text
"""


@pytest.fixture(scope="module", params=["typed-dict", "pydantic"])
def source(request: pytest.FixtureRequest) -> str:
    names = Names()
    clashing = [tool(name, {"type": "object"}, names) for name in ("greet_prompt", "shop://stock", "PromptResult")]
    return text(served(clashing, names), Options(own=TargetOptions(python=PythonOptions(models=request.param))))


@pytest.fixture(scope="module")
def typed() -> str:
    names = Names()
    return text(served([tool("t", {"type": "object"}, names)], names))


def test_the_module_is_laid_out_as_ruff_leaves_it(source: str, typed: str) -> None:
    for one in (source, typed):
        command = [sys.executable, "-m", "ruff", "format", "--isolated", "--diff", "--stdin-filename", "x.py"]
        done = subprocess.run(command, input=one, capture_output=True, encoding="utf-8", check=False)
        assert done.stdout == "", done.stdout


def test_what_they_take_is_typed(typed: str, tmp_path: Path) -> None:
    write({"demo.py": typed, "use.py": TYPED}, tmp_path)
    wrong = {at for at, line in enumerate(TYPED.splitlines(), 1) if "  # " in line}
    found = mypy(tmp_path, "demo.py", "use.py")
    assert {(file, line) for file, line, _ in found} == {("use.py", line) for line in wrong}, found


class Recorder:
    """A transport that keeps what it is asked."""

    def __init__(self, answer: Any) -> None:
        self.answer, self.asked = answer, list[tuple[str, str, Any]]()

    def call(self, spec: Any, args: dict[str, Any]) -> Any:
        self.asked.append((spec.asks, spec.key, args))
        return {"content": [], "structuredContent": self.answer}


def test_names_of_tools_do_not_stand_in_the_way(source: str, tmp_path: Path) -> None:
    demo = imported(source, tmp_path)
    prompts, resources = Recorder({"messages": []}), Recorder({"contents": []})
    client = demo.Client(prompts)
    given = {"who": "a"}
    method = client.greet_prompt2
    method(demo.GreetPrompt2Args(**given)) if "BaseModel" in source else method(**given)
    client = demo.Client(resources)
    client.stock_resource(demo.StockResourceArgs()) if "BaseModel" in source else client.stock_resource()
    assert prompts.asked == [("prompts/get", "greet", given)]
    assert resources.asked == [("resources/read", "shop://stock", {})]
    assert [one.name for one in demo.TOOLS] == ["greet_prompt", "shop://stock", "PromptResult"]


def test_what_comes_back_is_checked(typed: str, tmp_path: Path) -> None:
    demo = imported(typed, tmp_path)
    with pytest.raises(demo.ToolError) as refused:
        demo.Client(Recorder({"messages": [{"role": "nobody"}]})).greet_prompt(who="a")
    assert refused.value.code == "invalid_result"


VALUES = {"var": "value", "hello": "Hello World!", "path": "/foo/bar", "x": "1024", "y": "768", "empty": "", "who": "fred"}
FILLED = {
    "{var}": "value", "{x,y}": "1024,768", "O{empty}X": "OX", "{+path}/here": "/foo/bar/here", "{+x,path}": "1024,/foo/bar",
    "X{#hello}": "X#Hello%20World!", "{#path,x}here": "#/foo/bar,1024here", "X{.x,y}": "X.1024.768",
    "{/who,x}": "/fred/1024", "{;x,y}": ";x=1024;y=768", "{?x,y}": "?x=1024&y=768", "{?x,y,gone}": "?x=1024&y=768",
    "{?gone}": "", "?f=1{&x}": "?f=1&x=1024", "{path*}": "/foo/bar", "{path}": "%2Ffoo%2Fbar",
}  # fmt: skip
"""RFC 6570, sections 3.2.2 to 3.2.9."""


def test_addresses_are_filled_in(typed: str, tmp_path: Path) -> None:
    demo = imported(typed, tmp_path)
    assert {template: demo._expanded(template, VALUES) for template in FILLED} == FILLED


class Session:
    """What is asked of a session of an MCP SDK; `read_resource` gives a list, as the client of fastmcp does."""

    async def get_prompt(self, name: str, args: dict[str, str]) -> Any:
        return {"messages": [{"role": "user", "content": {"type": "text", "text": f"{name} {args}"}}]}

    async def read_resource(self, uri: str) -> Any:
        return [{"uri": uri, "text": "held"}]


def test_sessions_are_asked(typed: str, tmp_path: Path) -> None:
    demo = imported(typed, tmp_path)

    async def ask() -> tuple[Any, Any]:
        client = demo.AsyncClient(demo.McpTransport(Session()))
        return await client.greet_prompt(who="a"), await client.item_resource(id="a/b", part="x&y")

    prompt, resource = asyncio.run(ask())
    assert prompt["messages"][0]["content"]["text"] == "greet {'who': 'a'}"
    assert resource["contents"] == [{"uri": "shop://items/a%2Fb?part=x%26y", "text": "held"}]
    with pytest.raises(demo.ToolError, match=re.escape("has no get_prompt")):
        asyncio.run(demo.AsyncClient(demo.McpTransport(object())).greet_prompt(who="a"))
    with pytest.raises(demo.ToolError, match="nothing but tools"):
        demo.Client(demo.JsonPostTransport("http://localhost:1")).stock_resource()


def test_a_package_of_tools_alone_says_nothing_of_them() -> None:
    names = Names()
    source = text(served([tool("t", {"type": "object"}, names)], names, False, False))
    assert not re.search("prompts/get|_expanded|OFFERS", source)
