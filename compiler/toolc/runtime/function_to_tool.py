"""function_to_tool: one function → the OpenAI tool format.

Takes a documented function, gives a dict.
"""

from collections.abc import Callable
from typing import Any

from toolc.runtime import envelopes, lower


def function_to_tool(func: Callable[..., Any]) -> dict[str, Any]:
    """The function as an OpenAI tool; a `ToolDefinitionError` when it has no documentation."""
    return envelopes.openai(lower.lowered(func, "function_to_tool"))
