"""toolc: JSON Schemas and typed clients for LLM tools, read from Python source without running it.

The names for use at run time (`tool`, `FunctionTool`, `ToolRegistry`, `function_to_tool` …) are loaded when first asked for.
"""

TYPE_CHECKING = False  # `typing` and `importlib` take longer to import than the fastest runs need for all they do
if TYPE_CHECKING:
    from typing import Any

    from toolc.runtime.errors import ArgumentError, ToolDefinitionError, ToolError, ToolTimeoutError, ToolWarning
    from toolc.runtime.function_to_tool import function_to_tool
    from toolc.runtime.registry import ToolRegistry
    from toolc.runtime.tool import FunctionTool, tool

__version__ = "0.9.0"

__all__ = [
    "ArgumentError",
    "FunctionTool",
    "ToolDefinitionError",
    "ToolError",
    "ToolRegistry",
    "ToolTimeoutError",
    "ToolWarning",
    "function_to_tool",
    "tool",
]

_PLACES = {
    "FunctionTool": "tool",
    "ToolRegistry": "registry",
    "function_to_tool": "function_to_tool",
    "tool": "tool",
}


def __getattr__(name: str) -> "Any":
    """A name of the run-time half, which costs its imports only those who use it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    made = getattr(import_module(f"toolc.runtime.{_PLACES.get(name, 'errors')}"), name)
    globals()[name] = made
    return made


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
