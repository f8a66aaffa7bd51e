"""Base of all systems' agents: takes tools by name, runs the calls that a model makes, concurrently.

One failing call leaves the others whole; its result says what went wrong. There is no loop with a model here.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from toolc.runtime.errors import UnknownToolError
from toolc.runtime.failures import error_text
from toolc.runtime.tool import FunctionTool, run


class ToolCall(Struct, frozen=True):
    """A model's wish to call a tool."""

    id: str
    name: str
    arguments: dict[str, Any] | str = field(default_factory=dict)


class ToolResult(Struct, frozen=True):
    """Reply to the model: `content`, or the words of an `error`."""

    tool_call_id: str
    tool_name: str
    content: Any = None
    error: str | None = None


class Holder:
    """An agent as far as tools go: a tool map, and calls. Options that concern the model are kept as attributes."""

    def __init__(self, tools: Mapping[str, FunctionTool], options: Mapping[str, Any]) -> None:
        self._cores = dict(tools)
        for key, value in options.items():
            setattr(self, key, value)

    def held_tools(self) -> list[FunctionTool]:
        """The tools, with checked arguments."""
        return list(self._cores.values())

    async def _run(self, name: str, arguments: Any) -> Any:
        """One call with checked arguments."""
        if name not in self._cores:
            raise UnknownToolError(name, self._cores)
        return await self._cores[name].acall(arguments)

    async def _result(self, call: ToolCall) -> ToolResult:
        try:
            return ToolResult(call.id, call.name, await self._run(call.name, call.arguments))
        except Exception as error:
            return ToolResult(call.id, call.name, error=error_text(error))

    async def execute_tools(self, calls: Iterable[ToolCall]) -> list[ToolResult]:
        """All calls of one response at once; the results in their order."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._result(call)) for call in calls]
        return [task.result() for task in tasks]

    def execute_tools_sync(self, calls: Iterable[ToolCall]) -> list[ToolResult]:
        """`execute_tools` for programs without a loop."""
        done: list[ToolResult] = run(self.execute_tools(calls))
        return done
