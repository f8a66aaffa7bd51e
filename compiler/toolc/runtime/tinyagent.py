"""tinyagent: `@tool` gives a `Tool`, a plain dataclass that is called like its function, and fails fast.

Takes functions, gives tools. The loop with a model is not here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, overload

from toolc.runtime import lower
from toolc.runtime.errors import ToolDefinitionError
from toolc.runtime.tool import FunctionTool
from toolc.runtime.tool_holder import Holder

NAME = "tinyagent"


@dataclass
class Tool:
    """Four facts of a tool, each taken as it is given."""

    name: str
    func: Callable[..., Any]
    description: str
    parameters: dict[str, Any]

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function with these arguments as they are: the document's tools proxy calls. `ReactAgent` checks first."""
        return self.func(*args, **kwargs)


@overload
def tool(name: Callable[..., Any], /) -> Tool: ...


@overload
def tool(name: str | None = None) -> Callable[[Callable[..., Any]], Tool]: ...


def tool(name: Callable[..., Any] | str | None = None) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Makes a `Tool`: `@tool`, `@tool()`, `@tool("name")` or `@tool(name="name")`."""
    if name is None or isinstance(name, str):
        chosen = name
        return lambda func: _make_tool(func, chosen)
    return _make_tool(name, None)


def _make_tool(func: Any, name: str | None) -> Tool:
    if not callable(func) and not isinstance(func, staticmethod | classmethod):
        raise ToolDefinitionError(f"a tool is made of a function, not of {func!r}")
    spec = lower.lower_callable(func, NAME, name=name)
    made = Tool(spec.name, func, spec.description or "", spec.input_schema or {})
    vars(made)["_core"] = FunctionTool.of_spec(func, spec)
    return made


class ReactAgent(Holder):
    """Holds the tools it is given and runs calls of them; the loop with the model is not part of this library."""

    def __init__(self, tools: Iterable[Tool] = (), **options: Any) -> None:
        self.tools = list(tools)
        self._tool_map = self._build_tool_map()
        super().__init__({name: core(one) for name, one in self._tool_map.items()}, options)

    def _build_tool_map(self) -> dict[str, Tool]:
        """The tools by name; whatever is no `Tool` is a `TypeError`."""
        tools: dict[str, Tool] = {}
        for tool_obj in self.tools:
            if not isinstance(tool_obj, Tool):
                raise TypeError("Expected Tool object")
            tools[tool_obj.name] = tool_obj
        return tools


def core(made: Tool) -> FunctionTool:
    """The same tool with checked arguments; facts that were given or changed by hand decide alone."""
    own = vars(made).get("_core")
    if isinstance(own, FunctionTool) and (own.name, own.description, own.parameters) == _facts(made):
        return own
    return FunctionTool.of_spec(made.func, lower.tool_of_schema(made.parameters, NAME, made.name, made.description, made.func))


def _facts(made: Tool) -> tuple[str, str, dict[str, Any]]:
    return made.name, made.description, made.parameters


__all__ = ["ReactAgent", "Tool", "ToolDefinitionError", "tool"]
