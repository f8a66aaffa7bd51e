"""The official client talks to `toolc serve`, started as people start it, over both transports."""

import asyncio
import json
import os
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from serve.conftest import over_http, over_stdio
from toolc import __version__

Open = Callable[..., AbstractAsyncContextManager[Any]]
BOTH = pytest.mark.parametrize("transport", [over_stdio, over_http], ids=["stdio", "http"])

CALLS: list[tuple[str, dict[str, Any], str | None, str]] = [
    # tool, arguments, what it gives, words of the error
    ("search", {"query": "lamp", "limit": "3"}, '["lamp","lamp","lamp"]', ""),
    ("visit", {"place": {"town": "Ulm", "zip": "89073"}, "when": "2026-01-02"}, '{"town":"Ulm","zip":89073}', ""),
    ("wait", {"seconds": 0}, "waited", ""),
    ("call_me", {"name": "Eve"}, "None calls Eve", ""),
    ("convert", {"amount": 4}, "8", ""),
    ("dice", {"sides": 6}, '{"rolled":6}', ""),
    ("search", {}, None, "Invalid arguments for `search`:\n- query: this required argument is missing"),
    ("search", {"query": "x", "limit": "many"}, None, "- limit: input should be a valid integer"),
    ("search", {"query": "x", "other": 1}, None, "- other: there is no such parameter"),
    ("visit", {"place": {}, "when": "soon"}, None, "- place.town: "),
    ("dice", {"sides": "six"}, None, "- sides: must be of type integer (got 'six')"),
    ("call_me", {}, None, "- name: this required argument is missing"),
    ("fail", {"how": "badly"}, None, "ValueError: no way"),
    ("fail", {"how": "told"}, None, "try again tomorrow"),
    ("fail", {"how": "exit"}, None, "the tool tried to end the program"),
    ("fail", {"how": "stop"}, None, "RuntimeError: the function raised StopIteration"),
    ("fail", {"how": "surrogate"}, "half \\ud800 of it", ""),
    ("late", {}, None, "`late` did not finish within 0.1 seconds"),
    ("sarch", {}, None, "There is no tool `sarch`; there are: `search`, `visit`,"),
]


@BOTH
def test_calls(transport: Open, served: Path) -> None:
    async def main() -> None:
        async with transport(served, "tools.py") as session:
            for tool, arguments, given, words in CALLS:
                result = await session.call_tool(tool, arguments)
                (block,) = result.content
                assert result.isError is (given is None), (tool, arguments, block.text)
                assert block.text == given if given is not None else words in block.text, (tool, arguments)

    asyncio.run(main())


@BOTH
def test_what_is_listed_is_what_is_compiled(transport: Open, served: Path, toolc: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(served)
    toolc("generate", "tools.py", "--target", "mcp", "--out", "out")
    compiled = [json.loads(path.read_text("utf-8"))["tools"] for path in (served / "out/mcp").rglob("*.json")]

    async def main() -> Any:
        async with transport(served, "tools.py") as session:
            return await session.list_tools()

    listed = json.loads(asyncio.run(main()).model_dump_json(by_alias=True, exclude_unset=True))["tools"]
    assert len(listed) == 8
    for tools in compiled:  # one document for each system
        names = [tool["name"] for tool in tools]
        assert [tool for tool in listed if tool["name"] in names] == tools
    assert sum(map(len, compiled)) == 8


@BOTH
def test_a_tool_that_waits_holds_nobody_up(transport: Open, served: Path) -> None:
    async def main() -> float:
        async with transport(served, "tools.py") as session:
            before = time.monotonic()
            async with asyncio.TaskGroup() as group:
                calls = [group.create_task(session.call_tool("wait", {"seconds": 2})) for _ in range(12)]
                await asyncio.sleep(0.1)
                await session.send_ping()
                assert not any(call.done() for call in calls)
            return time.monotonic() - before

    assert asyncio.run(main()) < 12


def test_who_serves(served: Path) -> None:
    async def main() -> Any:
        async with over_stdio(served, "tools") as session:
            return session.get_server_capabilities(), await session.initialize()

    capabilities, hello = asyncio.run(main())
    assert (hello.serverInfo.name, hello.serverInfo.version) == ("tools", __version__)
    assert capabilities.tools is not None


def test_standard_output_is_the_protocols(served: Path) -> None:
    """What the module, its tools and their children print is heard on standard error, and not by the client."""

    async def main() -> None:
        async with over_stdio(served, "tools.py") as session:
            assert not (await session.call_tool("search", {"query": "x"})).isError

    asyncio.run(main())
    said = (served / "stderr.txt").read_text("utf-8")
    for words in ("printed on import", "printed by a tool", "and this", "and by a child", "serving 8 tools on stdio"):
        assert words in said


def test_results_with_a_schema_are_structured(tmp_path: Path) -> None:
    """`--system mcp` spells functions as the SDK itself does, output schemas among it; the client checks results by them."""
    (tmp_path / "plain.py").write_text(
        "from pydantic import BaseModel\n\nclass Hit(BaseModel):\n    url: str\n\n"
        "def find(word: str) -> list[Hit]:\n    '''Find.'''\n    return [Hit(url=word)]\n\n"
        "def first(word: str) -> Hit:\n    '''First.'''\n    return Hit(url=word)\n",
        "utf-8",
    )

    async def main() -> Any:
        async with over_stdio(tmp_path, "plain.py", "--system", "mcp") as session:
            return await session.call_tool("find", {"word": "x"}), await session.call_tool("first", {"word": "x"})

    several, one = asyncio.run(main())
    assert several.structuredContent == {"result": [{"url": "x"}]}
    assert one.structuredContent == {"url": "x"}


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@BOTH
def test_a_client_may_leave_in_the_middle_of_a_call(transport: Open, served: Path) -> None:
    async def main() -> None:
        async with transport(served, "tools.py") as session:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(session.call_tool("wait", {"seconds": 60}), 0.5)

    before = time.monotonic()
    asyncio.run(main())
    assert time.monotonic() - before < 20
