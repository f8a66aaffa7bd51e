"""function_to_tool: one function → the OpenAI tool format.

Takes a documented function, gives a dict.
"""

from collections.abc import Callable
from typing import Any

from toolc.runtime import lower
from toolc.runtime.tool import FunctionTool

NAME = "function_to_tool"


def function_to_tool(func: Callable[..., Any]) -> dict[str, Any]:
    """The function as an OpenAI tool; a `ToolDefinitionError` when it has no documentation."""
    return FunctionTool.of_spec(func, lower.lowered(func, NAME)).schema("openai")
