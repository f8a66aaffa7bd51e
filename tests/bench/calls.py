"""`make bench`: what a call through a tool costs, beside the function itself and the same call in other libraries.

python tests/bench/calls.py [rounds]

All in one process, in interleaved rounds; figures are medians, and what counts are the ratios to pydantic's `validate_call`.
Every candidate is first called once, and must give what the function gives. A library that is not there is named and left out.
"""

import asyncio
import inspect
import json
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from measure import medians
from pydantic import BaseModel, ValidationError, validate_call

import toolc

Candidates = dict[str, Callable[[], Any]]

TURN = 0.005  # seconds
ABSENT: set[str] = set()


class Place(BaseModel):
    city: str
    country: str | None = None


def search(query: str, limit: int = 10, tags: list[str] | None = None) -> str:
    """Search the web."""
    return f"{query} {limit} {tags}"


def route(start: Place, stops: list[Place], fast: bool = False) -> str:
    """Find a way."""
    return f"{start} {stops} {fast}"


async def fetch(query: str, limit: int = 10, tags: list[str] | None = None) -> str:
    """Fetch a page."""
    return f"{query} {limit} {tags}"


GOOD = {"query": "cats", "limit": 3, "tags": ["a", "b"]}
LAX = {"query": "cats", "limit": "3"}
WAY = {"start": {"city": "Rome"}, "stops": [{"city": "Bari", "country": "it"}, {"city": "Bern"}], "fast": True}
BAD = {"query": "cats", "limit": "many"}


@contextmanager
def optional(name: str) -> Iterator[None]:
    """A block about a library that need not be there."""
    try:
        yield
    except ImportError:
        if name not in ABSENT:
            print(f"{name} is not installed and left out; `make bench` brings it", file=sys.stderr)
        ABSENT.add(name)


def called(function: Callable[..., Any], arguments: dict[str, Any]) -> Candidates:
    """A synchronous function, called from a program without a loop."""
    tool, peer = toolc.FunctionTool(function), validate_call(function)
    made: Candidates = {
        "validate_call": lambda: peer(**arguments),
        "toolc FunctionTool.call": lambda: tool.call(arguments),
    }
    with optional("langchain-core"):
        from langchain_core.tools import StructuredTool

        chain = StructuredTool.from_function(function)
        made["LangChain StructuredTool.invoke"] = lambda: chain.invoke(arguments)
    return made


def bare(function: Callable[..., Any], arguments: dict[str, Any]) -> Candidates:
    return {"the function itself": lambda: function(**arguments), **called(function, arguments)}


def from_text(function: Callable[..., Any], arguments: dict[str, Any]) -> Candidates:
    tool, peer, text = toolc.FunctionTool(function), validate_call(function), json.dumps(arguments)
    return {
        "validate_call(**json.loads(…))": lambda: peer(**json.loads(text)),
        "toolc FunctionTool.call": lambda: tool.call(text),
    }


def refused(function: Callable[..., Any], arguments: dict[str, Any]) -> Candidates:
    """Arguments that do not fit, with the words for the model."""

    def words(call: Callable[[], Any]) -> bool:
        try:
            call()
        except (ValidationError, toolc.ArgumentError) as error:
            return bool(str(error))
        return False

    def measured(call: Callable[[], Any]) -> Callable[[], bool]:
        return lambda: words(call)

    return {name: measured(call) for name, call in called(function, arguments).items()}


def awaited(function: Callable[..., Any], arguments: dict[str, Any]) -> Candidates:
    """Any function, called from a program with a loop."""
    tool, peer = toolc.FunctionTool(function), validate_call(function)
    made: Candidates = {
        "validate_call": lambda: peer(**arguments),
        "toolc FunctionTool.acall": lambda: tool.acall(arguments),
    }
    if not inspect.iscoroutinefunction(function):
        made["validate_call"] = lambda: asyncio.to_thread(peer, **arguments)
    with optional("langchain-core"):
        from langchain_core.tools import StructuredTool

        is_async = inspect.iscoroutinefunction(function)
        chain = StructuredTool.from_function(**{"coroutine" if is_async else "func": function})
        made["LangChain StructuredTool.ainvoke"] = lambda: chain.ainvoke(arguments)
    with optional("fastmcp"):
        from fastmcp.tools import Tool as FastTool

        fast = FastTool.from_function(function)
        made["FastMCP Tool.run"] = lambda: fast.run(arguments)
    with optional("mcp"):
        from mcp.server.fastmcp.tools import Tool as SdkTool

        sdk = SdkTool.from_function(function)
        made["MCP SDK Tool.run" + ("" if inspect.iscoroutinefunction(function) else ", blocking")] = lambda: sdk.run(arguments)
    return made


def timed(call: Callable[[], Any]) -> Callable[[], float]:
    """CPU seconds of one call, from as many as fit into a turn."""

    def measure(count: int) -> float:
        begin = time.process_time()
        for _ in range(count):
            call()
        return (time.process_time() - begin) / count

    count = turn(measure)
    return lambda: measure(count)


def timed_in_loop(call: Callable[[], Awaitable[Any]]) -> Callable[[], float]:
    async def measure(count: int) -> float:
        begin = time.process_time()
        for _ in range(count):
            await call()
        return (time.process_time() - begin) / count

    count = turn(lambda count: asyncio.run(measure(count)))
    return lambda: asyncio.run(measure(count))


def turn(measure: Callable[[int], float]) -> int:
    """How many calls make a turn: short enough that all candidates see the machine in the same mood."""
    return max(1, int(TURN / max(measure(20), 1e-7)))


async def once(call: Callable[[], Awaitable[Any]]) -> Any:
    return await call()


SCENES: dict[str, tuple[Callable[..., Candidates], Callable[..., Any], dict[str, Any]]] = {
    "good arguments": (bare, search, GOOD),
    "arguments to be converted": (bare, search, LAX),
    "models": (bare, route, WAY),
    "arguments as JSON text": (from_text, search, GOOD),
    "bad arguments, with the words about them": (refused, search, BAD),
    "an async function, awaited": (awaited, fetch, GOOD),
    "a synchronous function, awaited: in a thread": (awaited, search, GOOD),
}


def main(rounds: int) -> None:
    print(f"calls: CPU time of one, median of {rounds} interleaved rounds, and as a multiple of validate_call")
    for title, (make, function, arguments) in SCENES.items():
        candidates = make(function, arguments)
        is_async = make is awaited
        results = {name: asyncio.run(once(call)) if is_async else call() for name, call in candidates.items()}
        own = next(value for name, value in results.items() if name.startswith("toolc"))
        strangers = [name for name, value in results.items() if name.startswith("validate_call") and value != own]
        assert not strangers, f"{strangers} differ from toolc: {results}"
        each = timed_in_loop if is_async else timed
        found = medians({name: each(call) for name, call in candidates.items()}, rounds)
        peer = next(median for name, median in found.items() if name.startswith("validate_call"))
        print(f"{title}: {function.__name__}({json.dumps(arguments)})")
        for name, median in found.items():
            print(f"  {name:36} {median * 1e6:8.2f} µs {median / peer:8.2f} x")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 51)
