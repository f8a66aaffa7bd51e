"""function_to_tool: one function → the OpenAI tool format.

Takes a documented function, gives a dict.
"""

from collections.abc import Callable
from typing import Any

from toolc.runtime import lower
from toolc.runtime.tool import FunctionTool

NAME = "function_to_tool"


def function_to_tool(func: Callable[..., Any], *, generated: bool = True) -> dict[str, Any]:
    """The function as an OpenAI tool; a `ToolDefinitionError` when it has no documentation.

    `generated=False` leaves out descriptions such as "Parameter limit of type int", which tell a model what the schema says
    anyway: parameters are described by `Annotated` and the docstring's section about them, which then leaves the description of
    the tool.
    """
    spec = lower.lower_callable(func, NAME, options={"generated": generated})
    return FunctionTool.of_spec(func, spec).schema("openai")
