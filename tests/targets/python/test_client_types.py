"""Callers' mistakes are type errors; right calls are none."""

from pathlib import Path
from typing import Any

import pytest
from generated import mypy, pyright, texts, write

from client_bundles import PRIORITY, bundle, tell_priority, tool
from toolc.ir import Bundle
from toolc.schema.view.names import Names

SEARCH = {
    "type": "object",
    "properties": {
        "query": {"type": "string"},
        "limit": {"type": "integer", "default": 10},
        "mode": {"enum": ["fast", "full"]},
        "self": {"type": "string"},
    },
    "required": ["query"],
}
EITHER = {"anyOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]},
                    {"properties": {"b": {"type": "integer"}}, "required": ["b"]}]}  # fmt: skip
HIT = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}
HITS = {"type": "object", "properties": {"result": {"type": "array", "items": HIT}}, "required": ["result"]}

HEAD = """\
import asyncio
from collections.abc import Sequence
from mcp import ClientSession
import demo
from demo import AsyncClient, Client, Handlers, McpTransport, PriorityValues, SearchDocsArgs, SearchDocsInput, ToolCall

def right(client: Client, call: ToolCall, session: ClientSession, args: SearchDocsArgs) -> None:
    titles: list[str] = [hit["title"] for hit in client.search_docs(query="x", limit=3, mode="fast", self="me")["result"]]
    client.search_docs(**args)
    client.call("search-docs", args)
    client.call("search-docs", {"query": "x"})
    client.ping()
    client.call("ping")
    client.either({"a": "x"})
    if call.name == "search-docs":
        number: int = call.args["limit"]
    handlers: Handlers = {
        "search-docs": lambda args: {"result": [{"title": str(args["limit"])}]}, "ping": lambda args: None, "either": print,
        "raise_to": print,
    }
    demo.dispatch({}, handlers)
    AsyncClient(McpTransport(session))
    demo.LocalTransport(handlers)
    urgent: demo.Priority = PriorityValues.HIGH
    client.raise_to(priority=PriorityValues.LOW)
    client.raise_to(priority=urgent)
    client.raise_to(priority=PriorityValues.class_2)

async def awaited(client: AsyncClient) -> str:
    return (await client.search_docs(query="x"))["result"][0]["title"]

async def search(args: SearchDocsInput) -> demo.SearchDocsResult:
    return {"result": []}

ASYNC: demo.AsyncHandlers = {"search-docs": search, "ping": lambda args: None, "either": print, "raise_to": print}
Client(demo.BlockingTransport(demo.AsyncLocalTransport(ASYNC), asyncio.new_event_loop()))

def wrong(client: Client, awaited: AsyncClient, call: ToolCall, session: ClientSession) -> None:
"""

MISTAKES = [
    "client.search_docs()",
    "client.search_docs(query=1)",
    "client.search_docs(query='x', limt=3)",
    "client.search_docs(query='x', limit=None)",
    "client.search_docs(query='x', mode='slow')",
    "client.serch_docs(query='x')",
    "client.call('search_docs', {'query': 'x'})",
    "client.call('search-docs', {})",
    "client.call('search-docs', {'query': 'x', 'limt': 1})",
    "client.call('search-docs')",
    "client.ping(x=1)",
    "client.either({'a': 1})",
    "client.either({})",
    "client.search_docs(query='x')['result'][0]['titel']",
    "number: int = client.search_docs(query='x')",
    "text: str = awaited.search_docs(query='x')",
    "call.args['limit'] if call.name == 'ping' else 0",
    "call.name == 'ping' and call.args['query']",
    "handlers: Handlers = {'search-docs': lambda args: {'result': []}, 'ping': lambda args: None, 'raise_to': print}",
    "demo.dispatch({}, {'search-docs': lambda args: {'result': 1}, 'ping': lambda args: None, 'either': print, 'raise_to': print})",
    "demo.check_args('nothing', {})",
    "Client(McpTransport(session))",
    "client.raise_to(priority=PriorityValues.HIGHEST)",
    "client.search_docs(query='x', mode=PriorityValues.HIGH)",
    "PriorityValues.HIGH = 3",
]


def _bundle() -> Bundle:
    names = Names()
    tell_priority(names)
    tools = [
        tool("search-docs", SEARCH, names, HITS),
        tool("ping", {"type": "object", "properties": {}}, names),
        tool("either", EITHER, names),
        tool("raise_to", PRIORITY, names),
    ]
    return bundle(tools, names)


@pytest.mark.parametrize("checker", [mypy, pyright])
def test_mistakes_are_errors_and_nothing_else_is(checker: Any, tmp_path: Path) -> None:
    source = HEAD + "".join(f"    {one}\n" for one in MISTAKES)
    write({**texts(_bundle()), "use.py": source}, tmp_path)
    first = HEAD.count("\n") + 1
    said: dict[int, str] = {}
    for file, line, message in checker(tmp_path, "use.py"):
        assert file == "use.py"
        said.setdefault(line, message)
    assert {line: message for line, message in said.items() if line < first} == {}
    assert [one for line, one in enumerate(MISTAKES, first) if line not in said] == []


def test_one_tool_alone(tmp_path: Path) -> None:
    names = Names()
    files = texts(bundle([tool("ping", {"type": "object", "properties": {}}, names, True)], names))
    use = "import demo\ndef f(c: demo.Client) -> None:\n    c.ping()\n    c.call('ping')\n    c.call('ping', {})\n"
    write({**files, "use.py": use, "bad.py": use + "    c.call('pong')\n    c.ping(a=1)\n"}, tmp_path)
    assert mypy(tmp_path, "use.py") == pyright(tmp_path, "use.py") == []
    assert {line for _, line, _ in mypy(tmp_path, "bad.py")} == {line for _, line, _ in pyright(tmp_path, "bad.py")} == {6, 7}
