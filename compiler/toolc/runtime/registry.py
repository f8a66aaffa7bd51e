"""`ToolRegistry`: tools by name, their schemas for a provider, and calls in any provider's form.

Takes functions, tools and tool objects of frameworks, gives schemas and replies. A call never raises for what a tool or a
model did wrong: the reply says it.
"""

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from toolc.ir import JsonSchema
from toolc.runtime import wire
from toolc.runtime.absent import without_nulls
from toolc.runtime.arguments import Arguments, plain
from toolc.runtime.compiled import compile_file
from toolc.runtime.errors import ToolDefinitionError, UnknownToolError
from toolc.runtime.failures import Errors, describe_failure
from toolc.runtime.frameworks import adapt
from toolc.runtime.tool import FunctionTool, run

F = TypeVar("F", bound=Callable[..., Any])


class ToolRegistry:
    """Tools by name; each name once.

    `errors`: what a model is told of an exception that is no `ToolError` (`failures.Errors`). `context`: what functions of
    frameworks are handed as the context of a run (`deps` of pydantic-ai, `context` of openai-agents).
    """

    def __init__(self, tools: Iterable[Any] = (), *, errors: Errors = "mask", context: Any = None) -> None:
        if not callable(errors) and errors not in ("mask", "show"):
            raise ValueError(f"errors is `mask`, `show` or a function, not {errors!r}")
        self._tools: dict[str, FunctionTool] = {}
        self._errors, self._context = errors, context
        for one in tools:
            self.register(one)

    @classmethod
    def from_compiled(
        cls, file: str | os.PathLike[str], functions: Mapping[str, Callable[..., Any]], *, errors: Errors = "mask"
    ) -> "ToolRegistry":
        """The tools of a JSON output of toolc, or of any list in a provider's form, each run by the function of its name.

        Raises `ToolDefinitionError` for a file that has no tools, a tool without a function and a function without a tool.
        """
        return cls(compile_file(file, functions), errors=errors)

    def register(self, tool: Any) -> FunctionTool:
        """Takes in a tool, one of a framework as well, or makes one of a function."""
        made = tool if isinstance(tool, FunctionTool) else adapt(tool, self._context) or FunctionTool(tool)
        if made.name in self._tools:
            raise ToolDefinitionError(f"there is a tool named `{made.name}` already")
        self._tools[made.name] = made
        return made

    def tool(self, fn: F) -> F:
        """The decorator: takes the function in and leaves it as it is."""
        self.register(fn)
        return fn

    def get(self, name: str) -> FunctionTool | None:
        return self._tools.get(name)

    def __getitem__(self, name: str) -> FunctionTool:
        return self._tools[name]

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __iter__(self) -> Iterator[FunctionTool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def schemas(self, target: str = "openai") -> list[JsonSchema]:
        """All tools in the form of a provider; `envelopes.FORMS` has the names."""
        return [tool.schema(target) for tool in self]

    # --- calls -------------------------------------------------------------------------------------------------------

    def dispatch(self, call: Any) -> dict[str, Any]:
        """Runs one call and gives the reply in the provider's own form. What is no call at all is a `ToolError`."""
        read = wire.read(call)
        try:
            tool = self._find(read.name)
            return wire.reply(read, tool.call(_sent_arguments(read, tool)))
        except Exception as error:
            return wire.reply(read, None, describe_failure(error, read.name, self._errors))

    async def adispatch(self, call: Any) -> dict[str, Any]:
        """`dispatch` for programs with a loop; synchronous functions run in threads."""
        read = wire.read(call)
        try:
            tool = self._find(read.name)
            return wire.reply(read, await tool.acall(_sent_arguments(read, tool)))
        except Exception as error:
            return wire.reply(read, None, describe_failure(error, read.name, self._errors))

    def dispatch_all(self, calls: Iterable[Any]) -> list[dict[str, Any]]:
        """Runs calls side by side; the replies in their order."""
        result: list[dict[str, Any]] = run(self.adispatch_all(calls))
        return result

    async def adispatch_all(self, calls: Iterable[Any]) -> list[dict[str, Any]]:
        """`dispatch_all` for programs with a loop. One that fails leaves the others whole."""
        return list(await asyncio.gather(*map(self.adispatch, list(calls))))

    def _find(self, name: str) -> FunctionTool:
        found = self._tools.get(name) or next((one for one in self if one.answers_to(name)), None)
        if found is None:
            raise UnknownToolError(name, self._tools)
        return found


def _sent_arguments(call: wire.Call, tool: FunctionTool) -> Arguments:
    """The arguments of a call. In OpenAI's strict mode null says that an optional one is left out."""
    if call.form not in ("openai", "openai-responses"):
        return call.arguments
    return without_nulls(plain(call.arguments, tool.name), tool.parameters)
