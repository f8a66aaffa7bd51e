"""orbiter: the `Tool` base class, `FunctionTool` and the decorator that makes one, and results that carry errors.

Takes functions, gives tools whose `execute` is awaited. The loop with a model is not here.
"""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, overload

from toolc.ir import Tool as Spec
from toolc.runtime import envelopes, lower
from toolc.runtime.errors import ToolError
from toolc.runtime.failures import error_text
from toolc.runtime.tool import FunctionTool as Core
from toolc.runtime.tool_holder import Holder, ToolCall, ToolResult

NAME = "orbiter"


class Tool(ABC):
    """Abstract base class for tools: three facts, and what is done."""

    name: str
    description: str
    parameters: dict[str, Any]

    @abstractmethod
    async def execute(self, **kwargs: Any) -> str | dict[str, Any]:
        """Execute the tool with the given keyword arguments."""

    def to_schema(self) -> dict[str, Any]:
        """Return the tool schema in OpenAI function-calling format."""
        return envelopes.openai(_given_spec(self))


class FunctionTool(Tool):
    """A synchronous or asynchronous function as a tool."""

    def __init__(self, fn: Callable[..., Any], *, name: str | None = None, description: str | None = None) -> None:
        self._core = Core.of_spec(fn, lower.lower_callable(fn, NAME, name=name, description=description))
        self.fn = fn
        self.name = self._core.name
        self.description = self._core.description
        self.parameters = self._core.parameters

    async def execute(self, **kwargs: Any) -> Any:
        """Checks the arguments and calls the function, a synchronous one in a thread; every error comes out as a `ToolError`.

        The document says nothing of arguments that do not fit; a model is told of them as of every other failure.
        """
        try:
            return await self._core.acall(kwargs)
        except ToolError:
            raise
        except Exception as error:
            raise ToolError(error_text(error)) from error

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The function itself."""
        return self.fn(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<FunctionTool {self.name}>"


@overload
def tool(fn: Callable[..., Any], /) -> FunctionTool: ...


@overload
def tool(
    fn: None = None, /, *, name: str | None = None, description: str | None = None
) -> Callable[[Callable[..., Any]], FunctionTool]: ...


def tool(
    fn: Callable[..., Any] | None = None, /, *, name: str | None = None, description: str | None = None
) -> FunctionTool | Callable[[Callable[..., Any]], FunctionTool]:
    """Makes a `FunctionTool`: `@tool`, `@tool()` or `@tool(name=…, description=…)`."""
    if fn is not None:
        return FunctionTool(fn, name=name, description=description)
    return lambda function: FunctionTool(function, name=name, description=description)


class Agent(Holder):
    """Holds tools and runs the calls of one response side by side; the loop with the model is not part of this library."""

    def __init__(self, name: str = "", tools: Iterable[Tool] = (), **options: Any) -> None:
        self.name = name
        self.tools: dict[str, Tool] = {}
        for one in tools:
            if not isinstance(one, Tool):
                raise TypeError(f"Expected a Tool, not {type(one).__name__}")
            self.tools[one.name] = one
        super().__init__({key: core(one) for key, one in self.tools.items()}, options)


def core(tool: Tool) -> Core:
    """The tool with checked arguments; of a subclass, what it executes under the parameters that it states."""
    plain = isinstance(tool, FunctionTool) and type(tool).execute is FunctionTool.execute
    if plain and (tool.name, tool.parameters) == (tool._core.name, tool._core.parameters):  # type: ignore[attr-defined]
        own: Core = tool._core  # type: ignore[attr-defined]
        return own
    return Core.of_spec(tool.execute, _given_spec(tool))


def _given_spec(tool: Tool) -> Spec:
    is_function = inspect.isroutine(tool.execute)
    return lower.tool_of_schema(tool.parameters, NAME, tool.name, tool.description, tool.execute if is_function else None)


__all__ = ["Agent", "FunctionTool", "Tool", "ToolCall", "ToolError", "ToolResult", "tool"]
